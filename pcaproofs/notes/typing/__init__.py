"""Typing: surface trees become terms with shapes, and terms become statements of the language.

- *term*: a typed part of a formula (terms.py).
- *dimension*: a size, found by unification, with the reasons of each union (dimensions.py).
- *ledger*: definitions and conditions so far. *condition*: a row that restricts letters and claims nothing.

Each class extends the one before: naming, indexing, statistics, cells, products, partitioned,
functions, expressions, statements.
"""
