"""What the sentences of a note say: facts about its letters, and what the words beside a formula make of it.

- *fact*: what a note says of a letter, and where it holds (facts.py).
- *cue*: whether the words beside a formula assume, define, conclude or deny it (cues.py).
- *renewal*: a place where a letter is taken anew, so that what was said of it before no longer holds (renewals.py).

    sentences(note) -> (Sentence, …)            # sentences.py; words, with ⟦k⟧ for the sentence's k-th formula
    facts_of_prose(note) -> (Fact, …)           # facts_of_prose.py
    cue(note, formula) -> Cue                   # cues.py
"""
