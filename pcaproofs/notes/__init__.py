r"""Lecture notes as they stand: each formula read, each row judged.

    text → formulas → prose → scope → typing → judging

- text: files, fences, macros, tokens. formulas: rows and their surface trees. prose: what sentences say.
- scope: what each letter is. typing: terms and statements of the language. judging: the verdict of each row.

A room imports from those on its left. checking.py checks a note; searching.py looks for proofs and counterexamples.

    read_note(path: Path) -> Note                    # formulas/blocks.py; raises NoNote for what is no text
    note.rows, note.inline -> (Formula, …)           # a Formula has span, tree, comments, display
    note.place(formula) -> Place                     # notes.md:12:5
    note.complaints() -> [line, …]                   # all that was unread, all fences that do not close
    note.prose -> str                                # the text between, ⟦k⟧ for fence k
    check_note(note) -> (Table, (RowVerdict, …))     # checking.py

A row on its way, line 2 of a note:

    &\min_{w} \norm{X - Xw\T{w}}^2 &\text{s.t. } \|w\|=1 \\

1. text/fences: the display that holds it; the text of quotations, comments and HTML in it is blanked in place.
2. text/tokens: &, \min, _, {, w, …, each with its offsets.
3. text/macros: \norm{…} is \lVert … \rVert, and is reported as guessed unless the note defines it.
4. text/typesetting: \text{s.t. } is one token of words; spaces, sizes and colours are gone.
5. formulas/rows: the third column begins with s.t., so it is no comment but goes on.
6. formulas/grammar: Problem(min, variables w, body Power(Norm(Sum(X, −, Product(X, w, Transpose(w)))), 2),
   constraints ‖w‖ = 1).
7. prose, scope: X is a matrix and w a column, by sentences, by formulas, or by how all rows use them.
8. typing: min over w of ‖X − Xwwᵀ‖² with ‖w‖² = 1, a statement of the language with sizes n × p and p.
9. judging: a problem, which claims nothing; a link between two problems is proved or refuted.
"""
