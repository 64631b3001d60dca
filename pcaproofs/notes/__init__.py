r"""Checking of lecture notes: reads each formula and judges each row.

    text → formulas → prose → scope → typing → judging

- text: files, fences, macros, tokens. formulas: rows and their surface trees. prose: what sentences say.
- scope: the meaning of each letter. typing: terms and statements of the language. judging: the verdict of each row.

A subpackage imports only from those on its left. checking.py checks a note; searching.py searches for proofs,
and stored.py keeps the results for the next run.

    read_note(path: Path) -> Note                    # formulas/blocks.py; raises NoNote if it is not text
    note.rows, note.inline -> (Formula, …)           # a Formula has span, tree, comments, display
    note.place(formula) -> Place                     # notes.md:12:5
    note.complaints() -> [line, …]                   # unread formulas, fences that do not close
    note.prose -> str                                # the text with ⟦k⟧ for fence k
    check_note(note) -> (Table, (RowVerdict, …))     # checking.py

An example: the processing of line 2 of a note,

    &\min_{w} \norm{X - Xw\T{w}}^2 &\text{s.t. } \|w\|=1 \\

1. text/fences finds the display that contains it, and blanks quotations, comments and HTML in it.
2. text/tokens: &, \min, _, {, w, …, each with its offsets.
3. text/macros: \norm{…} becomes \lVert … \rVert, and is reported as guessed unless the note defines it.
4. text/passes: \text{s.t. } becomes one token of words; spaces, sizes and colours are removed.
5. formulas/rows: the third column begins with s.t., so it continues the formula and is not a comment.
6. formulas/grammar: Problem(min, variables w, body Power(Norm(Sum(X, −, Product(X, w, Transpose(w)))), 2),
   constraints ‖w‖ = 1).
7. prose, scope: sentences, formulas or the use in all rows show that X is a matrix and w a column.
8. typing: min over w of ‖X − Xwwᵀ‖² with ‖w‖² = 1, a statement of the language with sizes n × p and p.
9. judging: the row is a problem, which claims nothing; a link between two problems would be proved or refuted.
"""
