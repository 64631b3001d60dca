r"""Lecture notes as they stand: their formulas, each with its place and as a tree.

    file → source → fences → tokens → macros → typesetting → rows → grammar → surface tree

- *source*: the text of a note. *place*: file, line and column, in a notebook the cell.
- *fence*: what says that mathematics begins and ends: $$, \[, \begin{align}, … *display*, *inline*: the two kinds.
- *token*: a token of TeX with its place; one that a macro wrote knows the call.
- *row*: what stands between two \\ of a display, joined with others where it says something only with them.
- *comment*: what stands in a further column beside a row.
- *surface tree*: what a row says before anybody knows what its letters are. *span*: the place of a node.
- *unread*: a row that is not understood: where reading stopped, what stood there, and what should have.

    read_note(path: Path) -> Note               # blocks.py; raises NoNote for what is no text
    note.rows, note.inline -> (Formula, …)      # a Formula has span, tree, comments, display
    note.place(formula) -> Place                # notes.md:12:5
    note.complaints() -> [line, …]              # all that was unread, all fences that do not close
    note.prose -> str                           # the text between, ⟦k⟧ for fence k
    latex(tree) -> str                          # printer.py; reading it gives the same tree
    sentences(note) -> (Sentence, …)            # sentences.py; words, with ⟦k⟧ for the sentence's k-th formula
    facts_of_prose(note) -> (Fact, …)           # prose.py; what its sentences say of letters (facts.py)
    cue(note, formula) -> Cue                   # cues.py; what the words beside a formula say of it
    read_scope(path), written(facts)            # scope_file.py; what an author adds, in a file or a comment

A row on its way, line 2 of a note:

    &\min_{w} \norm{X - Xw\T{w}}^2 &\text{s.t. } \|w\|=1 \\

1. fences: the display that holds it; the text of quotations, comments and HTML in it is blanked at the same offsets.
2. tokens: &, \min, _, {, w, …, each with its offsets.
3. macros: \norm{…} is \lVert … \rVert, and is reported as guessed unless the note defines it.
4. typesetting: \text{s.t. } is one token of words; spaces, sizes and colours are gone.
5. rows: the third column begins with s.t., so it is no comment but goes on.
6. grammar: Problem(min, variables w, body Power(Norm(Sum(X, −, Product(X, w, Transpose(w)))), 2), constraints ‖w‖ = 1).

What is left to those who know types: whether a letter beside a group is applied to it, whether what is raised is a
power or an index, whether bars are a determinant, and what an index names.

    surface trees, sentences → facts → table → terms → statements of the language → verdicts

- *fact*: what a note says of a letter, and where it holds: formulas (declared.py), sentences (prose.py), scope files.
- *table*: what each letter is at an offset, by the strongest evidence: declared, file, prose, agreed, convention.
- *term*: a typed part of a formula; *dimension*: a size, found by unification, with the reasons of each union.
- *ledger*: definitions and conditions so far. *condition*: a row that restricts letters and claims nothing.
- *renewal*: a place where a letter is taken anew, so that what was said of it before no longer holds (renewals.py).
- *judging*: proofs.py (what holds, what is refuted), definitions.py, chains.py, arrows.py, judging.py (rows), each a
  class on the one before.
- *free*: of a letter: nothing in the note fixes its value; only of free letters is anything refuted (standing.py).

    check_note(note) -> (Table, (RowVerdict, …))     # checking.py
"""
