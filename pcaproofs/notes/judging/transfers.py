"""Two problems in different variables: whether the variables that they share have the same optimal values.

The one has shared variables V and variables W of its own, the other V and W'. Values w of W by V and W', and values w'
of W' by V and W, map feasible choices to feasible choices. If no feasible choice of the first is better than that with
w(V, w'(V, W)) in place of W, then its optimisers are those of the objective with w substituted, over the choices of the
second problem. This objective is compared with the second one. The note suggests the substitution for W.

Without W' a minimum over V and W is read as the minimum over V of the minimum over W: the kernel proves that
for every V the minimum over W is the second objective, or one that has the same optimisers. With W' the kernel
proves each step, but no single statement expresses the conclusion from all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.symbolic_parts import expressions_in
from pcaproofs.notes.formulas.printing import latex, unicode
from pcaproofs.notes.formulas.spelling import key, letter_text
from pcaproofs.notes.formulas.surface import Name, Node, Problem, nodes
from pcaproofs.notes.judging.proving import OF_ALL, PATIENT, Case, reading
from pcaproofs.notes.judging.witnesses import Values, combined, equations, inverse, matched, projections, unknown
from pcaproofs.notes.searching import checked
from pcaproofs.notes.typing.building import Builder
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.sums import rows_of
from pcaproofs.notes.typing.terms import Optimisation, Relation, Term, Unsupported, Untyped, letters_of, replaced
from pcaproofs.prover.result import Result

STAGES = 4  # number of values that are tried for one of several variables
INFERENCE = "values that are best whatever the other variables are may be put in, so that the problems are one"
ITERATED = "an optimum over all variables is the optimum over some of the optimal values over the others"
MOST_PROOFS = 6  # number of optimality proofs for two problems
_SIMPLE = ("symmetric", "unit", "orthonormal", "orthogonal", "projector", "centered")
_NO_VALUE = (Misfit, Untyped, Unsupported, TypeError, ValueError, NotImplementedError, KeyError)


@dataclass(frozen=True)
class Transferred:
    """The transformation of one problem into the other: the substitutions in words, and the proved steps.

    is_partial: whether the first steps are minima over some variables, for all values of the others.
    """

    words: tuple[str, ...]
    results: tuple[Result, ...]
    is_partial: bool = False

    def lines(self, defaults: Iterable[str]) -> tuple[str, ...]:
        """The readings of all steps, and how they identify the problems."""
        said = f"read as: {ITERATED}" if self.is_partial else f"taken for granted: {INFERENCE}"
        return (*(x for r in self.results for x in reading(r, defaults)), said)


@dataclass
class Side:
    """One of two problems: key -> variable, its own variables, and its formula."""

    problem: Optimisation
    node: Problem
    own: dict[str, Term]
    gone: frozenset[str] = frozenset()  # variables that it had, and that have their best values now

    def better(self, first: Any, second: Any) -> Any:
        """That the first number is at least as good as the second."""
        return at_least(second, first) if self.problem.sense == "min" else at_least(first, second)


@dataclass
class Transfer:
    """Searches a substitution between two problems; text, trees: the note and its formulas up to them."""

    typing: Statements
    first: Side
    second: Side
    trees: Sequence[Node]
    text: str
    is_value: bool = False  # whether the optimal values are compared, not the optimisers
    proofs: int = MOST_PROOFS  # that are still tried
    seen: set[tuple[str, ...]] = field(default_factory=set)  # the values that were tried

    def run(self) -> Transferred | None:
        """A proof, from either side; None if none is found.

        None too if a letter varies in one problem and is fixed in the other, where it is another letter.
        """
        for one, other in ((self.first, self.second), (self.second, self.first)):
            if {*one.own} & letters_of(other.problem.objective, *other.problem.constraints):
                return None
        for one, other in ((self.first, self.second), (self.second, self.first)):
            if one.own and (found := self.reduced(one, other, ())) is not None:
                return found
        return None

    def reduced(self, one: Side, other: Side, before: tuple[Result, ...]) -> Transferred | None:
        """A proof with values of all own variables of a problem, or of one after the other."""
        for values in self.suggested(one, other, one.own):
            if self.is_new(one, values) and (found := self.attempt(self.tried, one, other, values)) is not None:
                return replace(found, results=(*before, *found.results))
        if len(one.own) < 2 or other.own:
            return None
        for letter in sorted(one.own, key=lambda x: (not x.startswith("family "), x)):
            for values in islice(self.suggested(one, other, (letter,)), STAGES):
                if (
                    self.is_new(one, values)
                    and (found := self.attempt(self.staged, one, other, values, before)) is not None
                ):
                    return found
        return None

    def is_new(self, one: Side, values: Values) -> bool:
        """Whether values have not been tried before, and there may be another trial."""
        said = (one.problem.sense, *one.own, *(f"{x} {latex(w)} {latex(v)}" for x, (w, v) in sorted(values.items())))
        if said in self.seen or self.proofs <= 0:
            return False
        self.seen.add(said)
        return True

    def attempt(self, proof: Callable[..., Transferred | None], *args: Any) -> Transferred | None:
        """A proof, if its parts can be typed; if it fails, unified sizes are restored."""
        try:
            with self.typing.sizes.attempt():
                if (found := proof(*args)) is not None:
                    return found
                raise Untyped((0, 0), "no proof", "one")
        except _NO_VALUE:
            return None

    def staged(self, one: Side, other: Side, values: Values, before: tuple[Result, ...]) -> Transferred | None:
        """A proof that begins with the optimal value of one variable for all values of the others."""
        ((letter, (written, value)),) = values.items()
        put = self.typed(one, values)
        best = self.best(one, put, replaced(one.problem.objective, put))
        if best.verdict != "proved":
            return None
        problem = one.problem
        left = replace(
            problem,
            variables=tuple(x for x in problem.variables if str(x.data[0]) != letter),
            objective=replaced(problem.objective, put),
            constraints=tuple(x for x in problem.constraints if letter not in letters_of(x)),
        )
        own = {x: t for x, t in one.own.items() if x != letter}
        found = self.reduced(replace(one, problem=left, own=own, gone=one.gone | {letter}), other, (*before, best))
        said = f"{unicode(written)} = {unicode(value)}"
        return None if found is None else replace(found, words=(said, *found.words))

    def suggested(self, one: Side, other: Side, own: Iterable[str]) -> Iterator[Values]:
        """Values for some own variables of a problem; those of the objectives side by side come first."""
        keys = {x.removeprefix("family "): x for x in own}
        letters = frozenset(keys)
        beside = matched(one.node.body, other.node.body, letters)
        if frozenset(beside) == letters:
            yield {keys[x]: y for x, y in beside.items()}
        said = [(x, *y) for x, y in beside.items()]
        said += equations((one.node, other.node, *reversed(self.trees)), letters)
        earlier = (x for tree in reversed(self.trees) for x in nodes(tree) if isinstance(x, Problem))
        said += [(x, *y) for before in earlier for x, y in matched(one.node.body, before.body, letters).items()]
        said += [x for x in (*self.inverses(one, other), *self.renamed(one, other)) if x[0] in letters]
        said += projections(one.node.body, letters)
        said += unknown(one.node.body, other.node.body, letters)
        for values in combined(said, letters):
            yield {keys[x]: y for x, y in values.items()}

    def inverses(self, one: Side, other: Side) -> Iterator[tuple[str, Name, Node]]:
        """Values that invert those of the other problem's own variables."""
        letters = frozenset(x.removeprefix("family ") for x in other.own)
        for written, value in matched(other.node.body, one.node.body, letters).values():
            for found in one.own:
                letter = self.typing.used[found].name
                if (back := inverse(letter, written, value)) is not None:
                    yield (found.removeprefix("family "), *back)

    def renamed(self, one: Side, other: Side) -> Iterator[tuple[str, Name, Node]]:
        """The single own variable of the other problem, which may have only another name."""
        if len(one.own) == len(other.own) == 1:
            (found,), (new,) = one.own, other.own
            if not (found.startswith("family ") or new.startswith("family ")):
                yield found, self.typing.used[found].name, self.typing.used[new].name

    def tried(self, one: Side, other: Side, values: Values) -> Transferred | None:
        """A proof with given values of the own variables of one problem."""
        put = self.typed(one, values)
        words = tuple(f"{unicode(written)} = {unicode(value)}" for written, value in values.values())
        if not other.own:
            return self.partial(one, other, put, words)
        if (spanned := self.spanned(one, other, put)) is not None:
            return self.compared(one, other, put, (*words, spanned), ())
        for back in self.suggested(other, one, other.own):
            try:
                found = self.exchanged(one, other, put, self.typed(other, back), words)
            except _NO_VALUE:
                continue
            if found is not None:
                return found
        return None

    def typed(self, one: Side, values: Values) -> dict[str, Term]:
        """Values as terms; a family b_i = f(i) as the matrix whose rows are its members. Raises what has no type."""
        out: dict[str, Term] = {}
        for found, (written, value) in values.items():
            letter = one.own[found]
            with ExitStack() as stack:
                is_family = found.startswith("family ") and isinstance(written.subscript, Name)
                if is_family:
                    assert isinstance(written.subscript, Name)
                    stack.enter_context(self.typing.binding(written.subscript, letter.shape[0]))
                term = self.typing.expression(value)
                if is_family:
                    assert isinstance(written.subscript, Name)
                    term = rows_of(self.typing, term, key(written.subscript), letter)
            if term.op == "zero":
                term = Term("zero", letter.shape)
            self.typing.alike(letter, term, letter.span)
            if letters_of(term) & {*values, *one.gone}:
                raise Unsupported(letter.span, "a value that depends on what it is put for")
            out[found] = term
        return out

    def partial(self, one: Side, other: Side, put: Mapping[str, Term], words: tuple[str, ...]) -> Transferred | None:
        """A proof that values of some variables are optimal for all values of the others, and a proof of the rest."""
        b, given = self.built()
        mine, others = self.constraints(b, one), self.constraints(b, other)
        names = {b.name(x) for x in (*one.own, *one.gone)}
        shared = [h for h in given if not _mentions(h, names)]
        left = replaced(one.problem.objective, put)
        is_other = one.problem.sense == other.problem.sense and self.holds(
            equal(b.term(left), b.term(other.problem.objective)), (*shared, *others)
        )
        best = self.best(one, put, other.problem.objective if is_other else left)
        if best.verdict != "proved" or (self.is_value and not is_other):
            return None
        if not all(self.holds(x, (*given, *mine)) for x in others):
            return None
        if not all(self.holds(x, (*shared, *others)) for x in mine if not _mentions(x, names)):
            return None
        if is_other:
            return Transferred(words, (best,), is_partial=True)
        found = self.compared(one, other, put, words, (best,))
        return None if found is None else replace(found, is_partial=True)

    def best(self, one: Side, put: Mapping[str, Term], value: Term) -> Result:
        """A proof that values of some variables are optimal for all values of the others, with the optimal value."""
        b, given = self.built()
        claim = minimises if one.problem.sense == "min" else maximises
        at = {b.term(one.own[x]): b.term(y) for x, y in put.items()}
        known = [h for h in given if not _mentions(h, {b.name(x) for x in one.gone})]
        self.proofs -= 1
        conclusion = claim(b.term(one.problem.objective), at, value=b.term(value))
        return checked(conclusion, (*known, *self.constraints(b, one)), OF_ALL)

    def exchanged(
        self, one: Side, other: Side, put: Mapping[str, Term], back: Mapping[str, Term], words: tuple[str, ...]
    ) -> Transferred | None:
        """A proof that the values in both directions map feasible choices to equally good feasible choices."""
        b, given = self.built()
        sides = ((one, other, back), (other, one, put))
        for here, there, values in sides:  # with the values, choices feasible here are feasible there
            names = {b.name(x) for x in there.own}
            known = (*(h for h in given if not _mentions(h, names)), *self.constraints(b, here))
            wanted = [_related(x, values) for x in there.problem.constraints]
            symbols = {b.term(there.own[x]): b.term(value) for x, value in values.items()}
            facts = [y for h in given if _mentions(h, names) for y in _put(h, symbols)]
            if not all(self.holds(x, known) for x in (*map(b.relation, wanted), *facts)):
                return None
        objective = one.problem.objective
        again = replaced(replaced(objective, put), back)
        names = {b.name(x) for x in other.own}
        known = (*(h for h in given if not _mentions(h, names)), *self.constraints(b, one))
        self.proofs -= 1
        best = checked(one.better(b.term(again), b.term(objective)), known, OF_ALL)
        return self.compared(one, other, put, words, (best,)) if best.verdict == "proved" else None

    def compared(
        self, one: Side, other: Side, put: Mapping[str, Term], words: tuple[str, ...], before: tuple[Result, ...]
    ) -> Transferred | None:
        """The last step: compares the objective after the substitution with the other one."""
        b, given = self.built()
        names = {b.name(x) for x in (*one.own, *one.gone)}
        known = (*(h for h in given if not _mentions(h, names)), *self.constraints(b, other))
        objective, wanted = b.term(replaced(one.problem.objective, put)), b.term(other.problem.objective)
        conclusion: Any = equal(objective, wanted)
        if not self.is_value:
            variables = [b.term(x) for x in other.problem.variables]
            conclusion = same_optimisers(variables, (one.problem.sense, objective), (other.problem.sense, wanted))
        elif one.problem.sense != other.problem.sense:
            return None
        last = checked(conclusion, known, OF_ALL)
        if last.verdict != "proved":
            return None
        return Transferred(words, (*before, last))

    def spanned(self, one: Side, other: Side, put: Mapping[str, Term]) -> str | None:
        """Why every choice of a subspace has an orthonormal basis among the choices of the other problem, if it has.

        It has if the note says of the subspace U that it is d-dimensional, its projector is BBᵀ, and the other problem
        is about all B with BᵀB = I that have d columns.
        """
        if len(one.own) != 1 or len(other.own) != 1 or one.problem.constraints:
            return None
        ((letter, _),), ((_, basis),) = one.own.items(), other.own.items()
        if letter not in self.typing.projectors or len(other.problem.constraints) != 1:
            return None
        b, given = self.built()
        names = {b.name(letter)}
        its = [h for h in given if _mentions(h, {b.name(str(basis.data[0]))})]
        if any(not isinstance(h, Named) or h.kind != "orthonormal" or h.args != (b.term(basis),) for h in its):
            return None
        if [h.kind if isinstance(h, Named) else "" for h in given if _mentions(h, names)] != ["projector"]:
            return None
        transposed = self.typing.transpose(basis, basis.span)
        gram = self.typing.multiply(transposed, basis, "", basis.span)
        outer = self.typing.multiply(basis, transposed, "", basis.span)
        eye = Term("identity", gram.shape)
        is_frame = b.relation(Relation(gram, "=", eye))
        constraints = self.constraints(b, other)
        both = self.holds(is_frame, constraints) and all(self.holds(x, (is_frame,)) for x in constraints)
        if not both or not self.holds(equal(b.term(put[letter]), b.term(outer)), ()):
            return None
        space, size = letter.partition("_{")[2].rstrip("}"), self.typing.sizes.find(basis.shape[1])
        start, end = rf"(?<![\w\\]){re.escape(str(size))}", rf"{re.escape(space)}(?!\w)"
        said = rf"{start}\$?[- ]dimensional\s+(?:linear\s+)?subspace\s+\$?{end}"
        if re.search(said, self.text) is None:
            return None
        return f"every {size}-dimensional {space} has an orthonormal basis"

    def built(self) -> tuple[Builder, list[Any]]:
        """A builder, and the facts about the letters of both problems."""
        case = Case(self.typing, lambda b: b)
        given = case.given()
        b = case.builder()
        return b, [x.build(b) for x in given]

    def constraints(self, b: Builder, side: Side) -> list[Any]:
        """The constraints of a problem."""
        return [b.relation(x) for x in side.problem.constraints]

    def holds(self, conclusion: Any, hypotheses: Sequence[Any]) -> bool:
        """Whether a relation is one of some hypotheses, or is proved from them."""
        return conclusion in hypotheses or checked(conclusion, hypotheses, PATIENT).verdict == "proved"


def sides(typing: Statements, first: Optimisation, second: Optimisation, nodes: tuple[Problem, Problem]) -> list[Side]:
    """Two problems as sides. A variable B of one varies in the other too, if that has a constraint P = BBᵀ for P."""
    problems = [first, second]
    for k in (0, 1):
        mine, other = problems[k], problems[1 - k]
        known = {str(x.data[0]) for x in mine.variables}
        loose = letters_of(*(x for x in mine.constraints if _gives(x, known))) - known
        more = [x for x in other.variables if str(x.data[0]) in loose]
        if more:
            named = {str(x.data[0]) for x in more}
            rest = {str(x.data[0]) for x in other.variables} - named
            theirs = tuple(x for x in other.constraints if letters_of(x) & named and not letters_of(x) & rest)
            problems[k] = replace(mine, variables=(*mine.variables, *more), constraints=(*mine.constraints, *theirs))
            shown = ", ".join(map(letter_text, sorted(named)))
            typing.defaults.setdefault(f"{shown} varies in both problems, as a constraint of both has it")
    keys = [{str(x.data[0]): x for x in problem.variables} for problem in problems]
    return [Side(problems[k], nodes[k], {x: t for x, t in keys[k].items() if x not in keys[1 - k]}) for k in (0, 1)]


def _gives(constraint: Relation, variables: set[str]) -> bool:
    """Whether a constraint gives the value of a variable."""
    both = (constraint.left, constraint.right)
    return constraint.sign == "=" and any(x.op == "letter" and str(x.data[0]) in variables for x in both)


def _mentions(hypothesis: Any, names: set[str]) -> bool:
    """Whether a hypothesis has one of some letters."""
    return any(str(getattr(x, "name", "")) in names for e in expressions_in((hypothesis,)) for x in e.free_symbols)


def _related(relation: Relation, values: Mapping[str, Term]) -> Relation:
    return replace(relation, left=replaced(relation.left, values), right=replaced(relation.right, values))


def _put(hypothesis: Any, symbols: Mapping[Any, Any]) -> Iterator[Any]:
    """A named hypothesis with values for its letters. Raises Unsupported for one that is not simple."""
    if not isinstance(hypothesis, Named) or hypothesis.kind not in _SIMPLE:
        raise Unsupported((0, 0), "a hypothesis about a variable")
    values = tuple(symbols.get(x, x) for x in hypothesis.args)
    for left, sign, right in Named(hypothesis.kind, values).equations():
        if sign != "=":
            raise Unsupported((0, 0), "a hypothesis about a variable")
        yield equal(left, right)
