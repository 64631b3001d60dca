r"""The text of a note: its file, the places of mathematics, its macros, and the tokens of each formula.

    file → source → fences → tokens → macros → typesetting

- *source*: the text of a note. *place*: file, line and column; in a notebook also the cell.
- *fence*: the delimiters of mathematics: $$, \[, \begin{align}, … *display*, *inline*: the two kinds.
- *token*: a token of TeX with its place; a token from a macro knows the call.
"""
