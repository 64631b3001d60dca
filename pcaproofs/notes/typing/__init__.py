"""Typing: surface trees become terms with shapes, and terms become statements of the language.

- *term*: a typed part of a formula (terms.py). *shape*: its rows and columns, found by unification (shapes.py).
- *types*: what typing one statement knows and collects, and the table `RULES`: kind of node → its rule (types.py).
- *rule*: a function of a `Types` and a node, whose term it returns; by subject in letters.py, sums.py, matrices.py and
  expressions.py. *statement*: a relation or a problem (statements.py), built in the language by building.py.
- *ledger*: definitions and conditions so far. *condition*: a row that restricts letters and claims nothing.
"""
