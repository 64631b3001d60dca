"""Checks a statement with SymPy at small sizes: with a symbol for every entry, or at exact valuations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

import sympy as sp

from pcaproofs.kernel import KernelError
from pcaproofs.language import nodes
from pcaproofs.language.conclusions import SymbolicOptimum, SymbolicSameOptimisers, at_least, equal
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.predicates import simplified
from pcaproofs.verify.second_opinion.entries import SymbolicEntries
from pcaproofs.verify.second_opinion.optima import (
    attains_optimum,
    copy_of,
    failures,
    flat_directions,
    order_failure,
    with_copies,
)
from pcaproofs.verify.second_opinion.plan import sampling_plan
from pcaproofs.verify.second_opinion.relations import (
    Relation,
    first_violation,
    is_bound,
    relation_of,
    term_count,
    text_of,
    violation,
)
from pcaproofs.verify.second_opinion.sampling import Draws, InvalidPoint, draw, draw_by_search
from pcaproofs.verify.second_opinion.signature import Sizes, candidate_sizes, expressions, index_choices, signature_of
from pcaproofs.verify.second_opinion.valuation import Meaningless, Undefined, Valuation

SYMBOLIC, EXACT = "symbolic entries", "exact points"
DERIVATIVES = (nodes.ScalarGradient, nodes.MatrixGradient, nodes.ScalarDirectional, nodes.MatrixDirectional)
_LOOKS = (20, 100)  # attempts for the first point of a size: few at every size before many at any
_MAX_ENTRIES, _MAX_INDEX_CHOICES, _MAX_SIZES, _MAX_TERMS = 60, 16, 14, 3000


@dataclass(frozen=True)
class Opinion:
    """The result of a check.

    sizes: the sizes at which valuations were found. mode: SYMBOLIC if every size was checked with symbols, else EXACT.
    checked: number of comparisons. failure: one line about the first comparison that failed, else "".
    """

    agrees: bool
    sizes: tuple[dict[str, int], ...]
    mode: str
    checked: int
    failure: str = ""


class _Disagrees(Exception):  # noqa: N818
    """The statement fails at a valuation; the message shows both sides and the valuation."""


def second_opinion(
    conclusion: Any,
    assuming: Iterable[Any] = (),
    *,
    sizes: Iterable[Mapping[Any, int]] | None = None,
    points: int = 6,
    seed: int = 0,
) -> Opinion:
    """Evaluates a conclusion with SymPy at exact valuations of a few small sizes where the hypotheses hold.

    sizes: maps from dimensions (symbols or their names) to numbers; by default two with distinct numbers for distinct
    dimensions, and where symbols suffice a third with n = 1. points: valuations for each size.
    Raises ValueError if `sizes` does not name every dimension of the statement.
    """
    try:
        written = tuple(assuming)
        simpler = [one for item in written for one in simplified(item)]
        named = [item for item in written if isinstance(item, Named) and item not in simpler]
        check = _Check(conclusion, (*simpler, *named), points, seed)
    except (Meaningless, KernelError) as error:
        return Opinion(False, (), EXACT, 0, str(error))
    try:
        check.run(None if sizes is None else [check.named(s) for s in sizes])
    except (_Disagrees, Meaningless, InvalidPoint, KernelError) as error:
        return check.result(str(error))
    return check.result("" if check.checked_sizes else check.nothing_found)


class _Check:
    """The state of one check: which sizes had valuations, and how many comparisons were made."""

    def __init__(self, conclusion: Any, assuming: tuple[Any, ...], points: int, seed: int):
        self.conclusion, self.assuming, self.points, self.seed = conclusion, assuming, points, seed
        self.checked_sizes: list[Sizes] = []
        self.empty_sizes: list[Sizes] = []
        self.symbolic: list[bool] = []
        self.checked = 0
        self.first: int | None = None  # see Draws
        self.pair: SymbolicSameOptimisers | None = None
        if isinstance(conclusion, SymbolicSameOptimisers):
            self.pair, self.assuming = with_copies(conclusion, assuming)
        self.signature = signature_of(self.pair or conclusion, self.assuming)

    def named(self, sizes: Mapping[Any, int]) -> Sizes:
        """Sizes keyed by symbol. Raises ValueError unless they name exactly the dimensions of the statement."""
        by_name = {str(n): n for n in self.signature.dimensions}
        given = {str(n): k for n, k in sizes.items()}
        if given.keys() != by_name.keys():
            raise ValueError(f"got sizes for {sorted(given)}, but should be for {sorted(by_name)}")
        return {by_name[name]: k for name, k in given.items()}

    def run(self, given: Sequence[Sizes] | None) -> None:
        """Checks the given sizes, or the first two candidates that have valuations and, if symbols sufficed, n = 1."""
        if given is not None:
            for sizes in given:
                self.check_size(sizes)
            return
        enough = 2 if self.signature.dimensions else 1
        candidates = list(islice(candidate_sizes(self.signature), _MAX_SIZES))
        for self.first in _LOOKS:
            for sizes in candidates:
                if len(self.checked_sizes) < enough and sizes not in self.checked_sizes:
                    self.check_size(sizes)
        if self.checked_sizes and self.signature.ones_dimensions and all(self.symbolic):
            single = {**self.checked_sizes[0], **dict.fromkeys(self.signature.ones_dimensions, 1)}
            if single not in self.checked_sizes:
                self.check_size(single)

    def check_size(self, sizes: Sizes) -> None:
        """Checks one size and records whether it has valuations."""
        before = self.checked
        symbolic = self.equation(sizes) if self.is_relation else self.optimisation(sizes)
        if self.checked > before:
            self.checked_sizes.append(sizes)
            self.symbolic.append(symbolic)
        elif sizes not in self.empty_sizes:
            self.empty_sizes.append(sizes)

    @property
    def is_relation(self) -> bool:
        return not isinstance(self.conclusion, SymbolicOptimum | SymbolicSameOptimisers)

    def valuations(
        self, sizes: Sizes, extra: Sequence[Any] = (), count: int | None = None, oversample: int = 1
    ) -> tuple[list[Valuation], bool]:
        """Exact valuations that satisfy the hypotheses, and whether a plan drew them (`oversample` as many)."""
        assuming, count = (*self.assuming, *extra), count or self.points
        if drawn := draw(self.signature, assuming, Draws(sizes, oversample * count, self.seed)):
            return drawn, True
        conclusion = self.conclusion
        if isinstance(conclusion, Named):
            conclusion = equal(conclusion.args[0], conclusion.args[0])
        if self.pair:
            names = {x: copy_of(x) for x in self.conclusion.variables}
            conclusion = at_least(self.pair.first[1], sp.sympify(self.pair.first[1]).xreplace(names))
        draws = Draws(sizes, count, self.seed, self.first)
        return list(draw_by_search(self.signature, conclusion, assuming, draws)), False

    def equation(self, sizes: Sizes) -> bool:
        """Checks an equation or inequality; whether it also holds with a symbol for every entry."""
        if isinstance(self.conclusion, Named):
            return self.has_property(self.conclusion, sizes)
        claim, before = relation_of(self.conclusion), self.checked
        for_symbols = claim.relation == "=" and self.is_cheap(sizes)
        oversample = 1 if claim.relation == "=" else 2  # a false equation rarely holds at a random point
        valuations, drawn = self.valuations(sizes, oversample=oversample)
        for valuation in valuations[:2] if for_symbols and drawn else valuations:
            self.compare(lambda v: iter([claim.failure(v)]), valuation)
        if not (for_symbols and drawn) or self.checked == before:
            return False
        if self.entrywise(claim, sizes):
            return True
        for valuation in valuations[2:]:
            self.compare(lambda v: iter([claim.failure(v)]), valuation)
        return False

    def has_property(self, named: Named, sizes: Sizes) -> bool:
        """Checks a named property, by its test of explicit matrices; always False (no symbols)."""
        for valuation in self.valuations(sizes)[0]:
            self.compare(lambda v: iter([violation(named, v)]), valuation)
        return False

    def entrywise(self, claim: Relation, sizes: Sizes) -> bool:
        """Checks an equation with a symbol for every entry; False if that does not decide it."""
        choices = list(islice(index_choices(self.signature, sizes), _MAX_INDEX_CHOICES + 1))
        if len(choices) > _MAX_INDEX_CHOICES:
            return False
        for indices in choices:
            try:
                plan = sampling_plan(self.signature, self.assuming)
                valuation = plan.draw(sizes, indices, SymbolicEntries(self.seed))
                if first_violation([item for item in self.assuming if not is_bound(item)], valuation):
                    return False
                sides = claim.sides(valuation)
                if term_count(sides) > _MAX_TERMS:
                    return False
                why = claim.failure(valuation, sides)
            except Undefined:
                return False
            if why and _has_root(claim):  # exact points agreed, and SymPy may not simplify roots
                return False
            self.checked += 1
            if why:
                raise _Disagrees(f"{why}, at {_sizes(sizes)}")
        return True

    def is_cheap(self, sizes: Sizes) -> bool:
        """Whether a check with symbols is likely to take well under a second."""
        known = Valuation(sizes)
        shapes = [x.shape if isinstance(x, sp.MatrixSymbol) else (1, 1) for x in self.signature.letters]
        entries = sum(known.integer(r) * known.integer(c) for r, c in shapes)
        items = [e for thing in (*self.assuming, self.conclusion) for e in expressions(thing)]
        walked = [node for e in items for node in sp.preorder_traversal(sp.sympify(e))]
        inverted = [node.args[0] for node in walked if isinstance(node, nodes.InverseOf | sp.Inverse)]
        hard = any(isinstance(node, nodes.PseudoInverse) for node in walked)
        hard |= any(isinstance(node, DERIVATIVES) and node.args[0].has(nodes.InverseOf) for node in walked)
        hard |= any(isinstance(e, sp.Determinant) and known.integer(e.args[0].shape[0]) > 3 for e in walked)
        return (
            entries <= _MAX_ENTRIES
            and not hard
            and all(known.integer(m.shape[0]) <= 2 for m in inverted if hasattr(m, "shape"))
        )

    def optimisation(self, sizes: Sizes) -> bool:
        """Checks a claimed optimum, or that two problems order feasible choices alike; always False (no symbols)."""
        if (pair := self.pair) is not None:
            for valuation in self.valuations(sizes)[0]:
                self.compare(lambda v: iter([order_failure(pair, v)]), valuation)
            return False
        best = self.conclusion
        valuations = self.valuations(sizes)[0]
        for valuation in valuations:
            self.compare(lambda v: failures(best, self.assuming, v, nearby=True), valuation)
        for valuation in self.along_flat_directions(best, valuations) if best.exactly else ():
            self.compare(lambda v: failures(best, self.assuming, v, nearby=False), valuation)
        for extra in (best.exactly, (attains_optimum(best),)) if best.exactly and valuations else ():
            # choices that satisfy the equations, and choices that are as good as the claimed optimum
            for valuation in self.valuations(sizes, extra, 3)[0]:
                self.compare(lambda v: failures(best, self.assuming, v, nearby=False), valuation)
        return False

    def along_flat_directions(self, best: SymbolicOptimum, valuations: Sequence[Valuation]) -> list[Valuation]:
        """Choices beside the claimed optimum, at the last valuation at which it has a value."""
        for valuation in reversed(valuations):
            with suppress(Undefined):
                return list(flat_directions(best, self.assuming, valuation))
        return []

    def compare(self, failures_at: Callable[[Valuation], Iterator[str]], valuation: Valuation) -> None:
        """Counts comparisons at a valuation, none if something is undefined there. Raises _Disagrees if one fails."""
        try:
            for why in failures_at(valuation):
                self.checked += 1
                if why:
                    self.checked_sizes.append(valuation.sizes)
                    raise _Disagrees(f"{why} at {_where(valuation)}")
        except Undefined:
            return

    @property
    def nothing_found(self) -> str:
        """The failure message where no size has a valuation."""
        shown = "; ".join(_sizes(s) for s in self.empty_sizes) or "any size"
        return f"no point found where the hypotheses hold and everything is defined, at {shown}"

    def result(self, failure: str) -> Opinion:
        """The opinion, given the message of the first failure or ""."""
        sizes = tuple({str(n): k for n, k in s.items()} for s in self.checked_sizes)
        mode = SYMBOLIC if self.symbolic and all(self.symbolic) and not failure else EXACT
        return Opinion(not failure, sizes, mode, self.checked, " ".join(failure.split()))


def _has_root(claim: Relation) -> bool:
    walked = [node for e in (claim.left, claim.right) for node in sp.preorder_traversal(sp.sympify(e))]
    return any(isinstance(node, sp.Function) or (node.is_Pow and not node.exp.is_Integer) for node in walked)


def _sizes(sizes: Sizes) -> str:
    return ", ".join(f"{n} = {k}" for n, k in sizes.items())


def _where(valuation: Valuation) -> str:
    letters = [f"{x} = {text_of(m)}" for x, m in valuation.letters.items()]
    indices = [f"{k} = {i}" for k, i in valuation.indices.items()]
    return ", ".join([*filter(None, [_sizes(valuation.sizes)]), *indices, *letters]) or "no letters at all"
