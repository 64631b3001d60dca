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
from itertools import islice, product
from typing import Any

from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.symbolic_parts import expressions_in
from pcaproofs.notes.formulas.printing import latex, unicode
from pcaproofs.notes.formulas.spelling import bare, key, letter_text
from pcaproofs.notes.formulas.surface import (
    Blank,
    Chain,
    Group,
    Listed,
    Name,
    Node,
    Norm,
    Num,
    Problem,
    Product,
    Sum,
    Transpose,
    children,
    nodes,
    with_children,
)
from pcaproofs.notes.judging.proving import OF_ALL, PATIENT, Case, reading
from pcaproofs.notes.searching import checked
from pcaproofs.notes.typing.building import Builder
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.sums import stacked
from pcaproofs.notes.typing.terms import Optimisation, Relation, Term, Unsupported, Untyped, letters_of, replaced
from pcaproofs.prover.result import Result

# Substitutions for the variables of a problem, suggested by the note's equations and by two objectives side by side

MOST = 8  # suggestions that are tried
_OPTIMAL = ("*", "⋆", "∗", "opt")

Values = dict[str, tuple[Name, Node]]  # key of a letter -> how it is written, with its index, and what is put for it


def plain(node: Node) -> Node:
    """A formula without the round and square brackets around it."""
    while isinstance(node, Group) and node.opening != "{" and not isinstance(node.body, Listed):
        node = node.body
    return node


def matched(pattern: Node, target: Node, letters: frozenset[str]) -> Values:
    """Values of letters that transform a formula into another one, if the two have the same structure; else nothing."""
    out: Values = {}
    return out if _match(pattern, target, letters, out) else {}


def _match(pattern: Node, target: Node, letters: frozenset[str], out: Values) -> bool:
    pattern, target = plain(pattern), plain(target)
    if isinstance(pattern, Name) and (found := _variable(pattern, letters)):
        if found in out:
            return out[found] == (pattern, target)
        out[found] = (pattern, target)
        return True
    if pattern == target:
        return True
    if isinstance(pattern, Product) and target == Num("0"):
        named = [x for x in pattern.factors if isinstance(x, Name) and _variable(x, letters)]
        return len(named) == 1 and _match(named[0], target, letters, out)
    if isinstance(pattern, Product) and "/" not in pattern.marks:
        return _match_products(_factors(pattern), _factors(target), letters, out)
    if isinstance(pattern, Sum):
        return _match_sums(pattern, target, letters, out)
    below = list(children(pattern)), list(children(target))
    if type(pattern) is not type(target) or len(below[0]) != len(below[1]) or not below[0]:
        return False
    if with_children(pattern, below[1]) != target:
        return False
    return all(_match(x, y, letters, out) for x, y in zip(*below, strict=True))


def _variable(name: Name, letters: frozenset[str]) -> str:
    """The key of the letter of which a name is a member, or which it is; nothing for any other name."""
    return next((x for x in (key(name), key(bare(name))) if x in letters), "")


def _factors(node: Node) -> list[Node]:
    """The factors of a product, also of products in brackets within it."""
    node = plain(node)
    if isinstance(node, Product) and {*node.marks} <= {"", "·"}:
        return [y for x in node.factors for y in _factors(x)]
    return [node]


def _match_products(first: list[Node], second: list[Node], letters: frozenset[str], out: Values) -> bool:
    """Whether factors match from both ends, so that the remaining factor matches the remaining factors of the other."""
    while len(first) > 1 and len(second) > 1 and first[0] == second[0]:
        first, second = first[1:], second[1:]
    while len(first) > 1 and len(second) > 1 and first[-1] == second[-1]:
        first, second = first[:-1], second[:-1]
    if len(first) == 1:
        return _match(first[0], _product(second), letters, out)
    return len(first) == len(second) and all(_match(x, y, letters, out) for x, y in zip(first, second, strict=True))


def _product(factors: Sequence[Node]) -> Node:
    if len(factors) == 1:
        return factors[0]
    span = (factors[0].span[0], factors[-1].span[1])
    whole = (Group(x, "(", ")", span=x.span) if isinstance(x, Sum) else x for x in factors)
    return Product(tuple(whole), ("",) * (len(factors) - 1), span=span)


def _terms(node: Node) -> list[tuple[bool, Node]]:
    """The terms of a sum with whether they are subtracted, also of sums in brackets within it."""
    node = plain(node)
    if not isinstance(node, Sum):
        return [(False, node)]
    return [
        (is_minus != (sign == "-"), x)
        for sign, term in zip(node.signs, node.terms, strict=True)
        for is_minus, x in _terms(term)
    ]


def _sum(terms: Sequence[tuple[bool, Node]]) -> Node:
    if not terms:
        return Num("0")
    if len(terms) == 1 and not terms[0][0]:
        return terms[0][1]
    nodes_of = tuple(x for _, x in terms)
    signs = tuple("-" if is_minus else "+" if k else "" for k, (is_minus, _) in enumerate(terms))
    return Group(Sum(nodes_of, signs, span=nodes_of[0].span), "(", ")", span=nodes_of[0].span)


def _match_sums(first: Sum, second: Node, letters: frozenset[str], out: Values) -> bool:
    """Whether two sums have the same terms but for those that hold the letters."""
    mine, others = _terms(first), _terms(second)
    for item in list(mine):
        if item in others:
            mine.remove(item)
            others.remove(item)
    if not mine:
        return not others
    if len(mine) == 1:
        ((is_minus, term),) = mine
        return _match(term, _sum([(x != is_minus, y) for x, y in others]), letters, out)
    if len(mine) != len(others) or [x for x, _ in mine] != [x for x, _ in others]:
        return False
    return all(_match(x, y, letters, out) for (_, x), (_, y) in zip(mine, others, strict=True))


def equations(trees: Iterable[Node], letters: frozenset[str]) -> Iterator[tuple[str, Name, Node]]:
    """The values of letters from the equations of a note: the key, the letter as written, and its value.

    Also of b*, which is the optimal b, and of P where P(x) = Mx.
    """
    for tree in trees:
        for chain in nodes(tree):
            if not isinstance(chain, Chain) or not {*chain.signs} <= {"=", ":="}:
                continue
            for left in chain.terms:
                for right in chain.terms:
                    if left is right or isinstance(right, Blank | Problem):
                        continue
                    for found, value in matched(_unmarked(left), right, letters).items():
                        yield (found, *value)


def _unmarked(node: Node) -> Node:
    """A letter without the mark for an optimum."""
    if isinstance(node, Name):
        node = replace(node, mark="" if node.mark in _OPTIMAL else node.mark)
        accents = tuple(x for x in node.accents if x not in ("hat", r"\hat", "widehat", r"\widehat"))
        return replace(node, accents=accents)
    return node


def inverse(letter: Name, written: Name, value: Node) -> tuple[Name, Node] | None:
    """From b = … (… − a …) …: what a is by b where the bracket is b; None if a is in none, or more than once."""
    holding = [x for x in nodes(value) if isinstance(x, Sum) and any(y == letter for _, y in _terms(x))]
    places = [x for x in nodes(value) if x == letter]
    if len(places) != 1:
        return None
    if not holding:
        return letter, written
    terms = _terms(holding[-1])
    is_minus = next(minus for minus, y in terms if y == letter)
    rest = [(minus, y) for minus, y in terms if y != letter]
    if is_minus:
        return letter, _sum([*rest, (True, written)])
    return letter, _sum([(False, written), *((not minus, y) for minus, y in rest)])


def projections(body: Node, letters: frozenset[str]) -> Iterator[tuple[str, Name, Node]]:
    """From a norm ‖r − Ab‖ the value Aᵀr of b, with which it is least if the columns of A are orthonormal."""
    for norm in nodes(body):
        if not isinstance(norm, Norm) or not isinstance(plain(norm.body), Sum):
            continue
        terms = _terms(norm.body)
        for is_minus, term in terms:
            *before, last = _factors(term)
            if isinstance(last, Name) and (found := _variable(last, letters)):
                rest = _sum([(minus == is_minus, x) for minus, x in terms if x is not term])
                yield found, last, _product([*(Transpose(x, span=x.span) for x in reversed(before)), rest])


def unknown(mine: Node, other: Node, letters: frozenset[str]) -> Iterator[tuple[str, Name, Node]]:
    """The names in one formula that are not in another, such as a mean, and 0, for each of some letters."""
    known = {x for x in nodes(mine) if isinstance(x, Name)}
    new = dict.fromkeys(x for x in nodes(other) if isinstance(x, Name) and x not in known)
    for value in (*new, Num("0")):
        for letter in letters:
            yield letter, next((x for x in known if _variable(x, frozenset((letter,)))), Name(letter)), value


def combined(found: Iterable[tuple[str, Name, Node]], letters: frozenset[str]) -> Iterator[Values]:
    """Values of all letters, put together from suggestions for each; the first ones first."""
    each: dict[str, list[tuple[Name, Node]]] = {x: [] for x in sorted(letters)}
    for letter, written, value in found:
        if (written, value) not in each[letter]:
            each[letter].append((written, value))
    for choice in islice(product(*each.values()), MOST):
        yield dict(zip(each, choice, strict=True))


# Two problems in different variables: whether the variables that they share have the same optimal values

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
            with self.typing.attempt():
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
                    term = stacked(self.typing, term, key(written.subscript), letter)
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
