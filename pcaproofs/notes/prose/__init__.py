"""The sentences of a note: facts about its letters, and the role of formulas according to the words around them.

- *fact*: a property of a letter, and the range of the note in which it holds (facts.py).
- *cue*: whether the words beside a formula assume, define, conclude or deny it (clauses.py).
- *renewal*: a place where a letter is introduced again, so that earlier facts no longer hold (scopes.py).

    sentences(note) -> (Sentence, …)            # sentences.py; words, with ⟦k⟧ for the sentence's k-th formula
    facts_of_prose(note) -> (Fact, …)           # phrases.py
    cue(note, formula) -> Cue                   # clauses.py
"""
