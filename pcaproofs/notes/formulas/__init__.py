r"""The syntax of formulas: from the tokens of a row to its surface tree, and back to LaTeX.

- *row*: the part of a display between two \\, joined with neighbours if it has a meaning only together with them.
- *comment*: the content of a further column beside a row.
- *surface tree*: the syntax tree of a row, before the kinds of its letters are known. *span*: the place of a node.
- *unread*: a row that is not understood, with the place where reading stopped, the text there, and the expectation.

    read_note(path: Path) -> Note               # blocks.py; raises NoNote for what is no text
    latex(tree) -> str                          # printing.py; reading it gives the same tree
    note.conventions                            # blocks.py; by conventions.py, with the lines that show them

Typing decides later whether a letter beside a group is a function, whether a superscript is a power or an index,
whether bars are a determinant, and what an index names.
"""
