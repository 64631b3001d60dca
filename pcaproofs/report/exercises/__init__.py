"""Exercises with hints and answers, made from the claims, from drawn numbers and from the misconceptions of the grader.

An *exercise* is a question, a hint and an answer. Its *kind* says what it is made from:

    numbers        a calculation with drawn numbers; the answer is computed in exact arithmetic from the definitions
    true or false  a statement of a claim, perhaps changed by one of the claim's mutants; the answer is the verdict
    plot           a drawn plot to be read; the answer is what it was drawn from
    gap            a proof of a claim in which an expression is missing; the answer is the line of the proof
    program        a program with one mistake of a misconception; the answer is the right line
    wrong line     a proof with one wrong sign or number; the answer is the line, and an example at which it fails
    hypothesis     a claim without one of its hypotheses; the answer is that hypothesis and a counterexample
    data           a question about Fisher's irises; the answer is computed by the reference
    write          a program to be written; the answer is a program, and what it returns for drawn samples
    proof          a claim that is to be proved; the answer is its derivation; not in a book that has it

`exercises(chapter, seed, pages)` are those of a chapter; the same seed makes the same exercises. `choose.py` says which
kinds a chapter has, `placing.py` puts them at the ends of its sections, and `sheet.py` writes a sheet with solutions.
"""

from pcaproofs.report.exercises.choose import chapters, exercises
from pcaproofs.report.exercises.placing import placed

__all__ = ["chapters", "exercises", "placed"]
