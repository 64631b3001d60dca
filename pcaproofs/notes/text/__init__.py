r"""The text of a note: its file, the places of mathematics, its macros, and the tokens of each formula.

    file → source → fences → tokens → macros → passes

- *source*: the text of a note. *place*: file, line and column; in a notebook also the cell.
- *fence*: the delimiters of mathematics: $$, \[, \begin{align}, … *display*, *inline*: the two kinds.
- *opening*: what begins a fence, code or text that a dialect disables: a row of a table.
- *token*: a token of TeX with its place; a token from a macro knows the call.
- *pass*: a rewrite of tokens: a row of a table.
"""
