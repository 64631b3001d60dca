"""Exercises with hints and answers, made from the claims, from drawn numbers and from the misconceptions of the grader.

An *exercise* is a question, a hint and an answer. Its *kind* says what it is made from:

    numbers        a calculation with drawn numbers; the answer is computed in exact arithmetic from the definitions
    true or false  a statement of a claim, perhaps changed by one of the claim's mutants; the answer is the verdict
    hypothesis     a claim without one of its hypotheses; the answer is that hypothesis and a counterexample
    proof          a claim that is to be proved; the answer is its derivation
    program        a program with one mistake of a misconception; the answer is the right line

`exercises(chapter, seed, pages)` are those of a chapter; the same seed makes the same exercises. `choose.py` says which
kinds a chapter has, `placing.py` puts them at the ends of its sections, and `sheet.py` writes a sheet with solutions.
"""

from pcaproofs.report.exercises.choose import chapters, exercises, on_some_claim
from pcaproofs.report.exercises.placing import by_number, placed

__all__ = ["by_number", "chapters", "exercises", "on_some_claim", "placed"]
