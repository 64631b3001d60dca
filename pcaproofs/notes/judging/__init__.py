"""The verdict of each row: proofs from what the note says, counterexamples where its letters are free.

The classes stand one on the other: state.py (what is known at a row), proofs.py (what holds, what is refuted),
definitions.py, numbered.py, problems.py, chains.py, arrows.py, rows.py. Each theorem of a note is judged with its own
letters (scoped.py).
"""
