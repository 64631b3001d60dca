r"""A note as text: its file, where mathematics stands in it, its macros, and the tokens of each formula.

    file → source → fences → tokens → macros → typesetting

- *source*: the text of a note. *place*: file, line and column, in a notebook the cell.
- *fence*: what says that mathematics begins and ends: $$, \[, \begin{align}, … *display*, *inline*: the two kinds.
- *token*: a token of TeX with its place; one that a macro wrote knows the call.
"""
