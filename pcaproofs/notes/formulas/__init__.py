r"""Formulas as they are written: from the tokens of a row to its surface tree, and back to LaTeX.

- *row*: what stands between two \\ of a display, joined with others where it says something only with them.
- *comment*: what stands in a further column beside a row.
- *surface tree*: what a row says before anybody knows what its letters are. *span*: the place of a node.
- *unread*: a row that is not understood: where reading stopped, what stood there, and what should have.

    read_note(path: Path) -> Note               # blocks.py; raises NoNote for what is no text
    latex(tree) -> str                          # printer.py; reading it gives the same tree

What is left to those who know types: whether a letter beside a group is applied to it, whether what is raised is a
power or an index, whether bars are a determinant, and what an index names.
"""
