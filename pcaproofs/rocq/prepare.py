"""A statement prepared for its theorem, with the translations of sums and derivatives that its expressions need."""

from __future__ import annotations

from collections.abc import Sequence

from pcaproofs.kernel import Expression, Statement
from pcaproofs.language.accounts import COMPUTED
from pcaproofs.language.derived import read_back
from pcaproofs.rocq.derivatives import derivative_fact, differential_letter
from pcaproofs.rocq.function_text import function_letter, function_node
from pcaproofs.rocq.problem import NONE, Functions, Problem, Sum
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.sums import sum_letter
from pcaproofs.terms import letters_in, ones_name


class _Binders:
    sum_letter = staticmethod(sum_letter)
    function_letter = staticmethod(function_letter)
    function_node = staticmethod(function_node)
    differential_letter = staticmethod(differential_letter)
    derivative_fact = staticmethod(derivative_fact)


def prepared(
    statement: Statement,
    written_sums: Sequence[tuple[Expression, Sum]] = (),
    functions: Functions = NONE,
    *,
    roots_exist: bool = True,
) -> Problem:
    """The statement with names, types and abbreviations; raises NotTranslated if a theorem cannot express it.

    roots_exist: a semidefinite matrix has a root, which needs square roots of scalars.
    """
    known = {name for name, *_ in statement.letters} & functions.letters.keys()
    computed = {name: d for name, d in read_back(statement).items() if d.kind in COMPUTED and name not in known}
    if lacking := sorted({d.kind.value for d in computed.values()}):
        raise NotTranslated(f"a {lacking[0]}, of which its library has no theorems")
    p = Problem(statement, _Binders(), written_sums, functions, roots_exist)
    inside = letters_in(*(d.of for name, d in functions.letters.items() if name in known and d.of is not None))
    varying = {*p.variables, *p.indices, *(root.letter for root in p.roots.values())}
    if inside & varying or (known and p.differentiated) or not inside <= {*p.shapes, *map(ones_name, statement.ones)}:
        raise NotTranslated("a determinant of what varies, or beside a derivative")
    return p
