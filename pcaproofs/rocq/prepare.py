"""A statement prepared for its theorem, with the translations of sums and derivatives that its expressions need."""

from __future__ import annotations

from collections.abc import Sequence

from pcaproofs.kernel import Expression, Statement
from pcaproofs.language.accounts import COMPUTED
from pcaproofs.language.derived import read_back
from pcaproofs.rocq.derivatives import derivative_fact, differential_letter
from pcaproofs.rocq.problem import Problem, Sum
from pcaproofs.rocq.refusal import NotCarriedOver
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
    if lacking := sorted({d.kind.value for d in read_back(statement).values() if d.kind in COMPUTED}):
        raise NotCarriedOver(f"a {lacking[0]}, of which its library has no theorems")
    return Problem(statement, _Binders(), written_sums, roots_exist)
