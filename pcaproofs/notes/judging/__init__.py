"""The verdict of each row: proofs from the facts of the note, and counterexamples if its letters are free.

Each class extends the one before: state.py (the facts at a row), examples.py, proofs.py (proving and refuting),
definitions.py, numbered.py, problems.py, optimal_points.py, chains.py, arrows.py, worded.py (statements with words),
rows.py. Each theorem of a note is judged with its own letters (scoped.py).
"""
