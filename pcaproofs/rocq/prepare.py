"""A statement prepared for its theorem, with the translations of sums and derivatives that its expressions need."""

from __future__ import annotations

from collections.abc import Sequence

from pcaproofs.kernel import Expression, Statement
from pcaproofs.rocq.derivatives import derivative_fact, differential_letter
from pcaproofs.rocq.problem import Problem, Sum
from pcaproofs.rocq.sums import sum_letter


class _Binders:
    sum_letter = staticmethod(sum_letter)
    differential_letter = staticmethod(differential_letter)
    derivative_fact = staticmethod(derivative_fact)


def prepared(
    statement: Statement, written_sums: Sequence[tuple[Expression, Sum]] = (), *, roots_exist: bool = True
) -> Problem:
    """The statement with names, types and abbreviations; raises NotCarriedOver for what the theorem cannot say.

    roots_exist: a semidefinite matrix has a root, which needs square roots of scalars.
    """
    return Problem(statement, _Binders(), written_sums, roots_exist)
