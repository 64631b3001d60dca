"""Typing of statements: relations, problems and their constraints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import (
    bare,
    family_listed,
    index_of,
    is_kronecker,
    key,
    letter_text,
    some_factors,
)
from pcaproofs.notes.formulas.surface import (
    Chain,
    Dots,
    Group,
    Indexed,
    Listed,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Problem,
    Product,
    Sentence,
    Transpose,
    Words,
    nodes,
)
from pcaproofs.notes.scope.declared import space_of
from pcaproofs.notes.scope.repeated import repeats_index
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.dimensions import Reason, Unknown
from pcaproofs.notes.typing.expressions import Typing
from pcaproofs.notes.typing.joint import over_joint
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.lengths import AVERAGES, RANGES, find_lengths, find_ranges
from pcaproofs.notes.typing.products import is_tuple
from pcaproofs.notes.typing.replacing import has_index
from pcaproofs.notes.typing.shaping import SCALAR
from pcaproofs.notes.typing.terms import Optimisation, Relation, Term, Unsupported, Untyped, letters_of, terms
from pcaproofs.notes.typing.written_entries import written_by_entries

_NEAR = 80  # characters behind w_iᵀw_j = δ_ij that may restrict i and j
_RANGE = re.compile(r"\b(?:for|where|with|when|if|except)\b[^.]*?(?:=|\\le|\\ge|\\neq?\b|<|>|\\dots|\\ldots|\\in\b)")
RELATIONS = {"=": "=", ":=": "=", "≡": "=", "≤": "≤", "≥": "≥", "<": "<", ">": ">", "≠": "≠"}


class Statements(Typing):
    """Types statements. note: the text in which the spans are."""

    def __init__(self, table: object, offset: int, text: str):
        super().__init__(table, offset)  # type: ignore[arg-type]
        self.text = text
        self.typed: list[Node] = []  # whose parts messages may name

    def shown(self, node: Span) -> str:
        """A part of a formula that was typed, for messages; of another text, as the note writes it."""
        around = [x for x in self.table.trees if x.span[0] <= node[0] and node[1] <= x.span[1]]
        parts = [x for whole in (*reversed(self.typed), *around) for x in nodes(whole)]
        found = next((x for x in parts if x.span == node), None) or some_factors(parts, node)
        return letter_text(found if found is not None else " ".join(self.text[node[0] : node[1]].split()))

    def relation(self, left: Node, sign: str, right: Node, span: Span) -> Relation:
        """A relation between two expressions. Raises Untyped, Unsupported, Misfit."""
        self.typed += (left, right)
        if sign not in RELATIONS:
            raise Unsupported(span, f"the relation {sign}")
        if self.table.sums_repeated and any(map(repeats_index, (left, right))):
            raise Unsupported(span, "the summation convention")
        tuples = {id(x) for side in (left, right) for x in nodes(side) if is_tuple(x)}
        below = {id(x.base) for side in (left, right) for x in nodes(side) if isinstance(x, Transpose)} & tuples
        if below and below != tuples:
            raise Unsupported(span, "tuples with and without ᵀ, of which one may be a row")
        with self.sizes.attempt():
            a, b = self.sides(left, right)
            self.need_awaited(span)
            return self.related(a, RELATIONS[sign], b, span)

    def sides(self, left: Node, right: Node) -> tuple[Term, Term]:
        """The terms of two sides; one that is written by an entry is a matrix if the other is no number."""
        grids = written_by_entries(left, right), written_by_entries(right, left)
        if grids[1] is not None:
            a = self.expression(left)
            return a, self.expression(right) if self.is_scalar(a) else self.by_entry(grids[1], right)
        if grids[0] is not None:
            b = self.expression(right)
            return self.expression(left) if self.is_scalar(b) else self.by_entry(grids[0], left), b
        return self.expression(left), self.expression(right)

    def related(self, a: Term, sign: str, b: Term, span: Span) -> Relation:
        """A relation between two terms of one shape."""
        if "blocks" in (a.op, b.op):
            if sign != "=":
                raise Unsupported(span, f"{sign} between matrices")
            left, right = self.by_blocks(a, b, span)
            return Relation(left, "=", right, span)
        a, b = self.as_rows(a, b), self.as_rows(b, a)
        if any(x.op == "cells" and x.shape[0] == 1 != x.shape[1] and self.is_column(y) for x, y in ((a, b), (b, a))):
            raise Unsupported(span, "a row of numbers beside a column")
        self.alike(a, b, span)
        first, second = self.squares(a), self.squares(b)
        is_length = any(x.op in ("norm", "absolute") for side in (a, b) for x in (side, *side.parts))
        if is_length and first is not None and second is not None:
            a, b = first, second
            self.defaults.setdefault("both sides are nonnegative, and their squares are compared")
        if sign in ("≤", "≥", "<", ">") and not self.is_scalar(a):
            raise Unsupported(span, f"{sign} between matrices")
        if sign == "=":
            a, b = self.without_inverse(a, b, span) or self.without_inverse(b, a, span) or (a, b)
        relation = Relation(self.with_inverses(a), sign, self.with_inverses(b), span)
        if find_lengths(relation, self.sizes):
            self.defaults.setdefault(AVERAGES)
        if find_ranges(relation, self.sizes):
            self.defaults.setdefault(RANGES)
        return relation if self.joint is None else over_joint(relation, self.joint)

    def as_rows(self, term: Term, other: Term) -> Term:
        """∂f/∂x by a column as a row, beside what is a row and no number; any other term, ∇f too, as it is."""
        if term.span in self.turned:
            return self.by_layout(term, other)
        rows, columns = (self.sizes.find(x) for x in other.shape)
        is_row = rows == 1 and columns != 1 and not (isinstance(columns, Unknown) and not columns.plural)
        if term.span not in self.partials or not is_row or self.sizes.find(term.shape[0]) == 1:
            return term
        self.defaults.setdefault("∂f/∂x by a column x is a row")
        return self.transpose(term, term.span)

    def squares(self, term: Term) -> Term | None:
        """The square of a norm, an absolute value, a number that is not negative, or a product of these; else None."""
        match term.op:
            case "norm":
                return self.squared_norm(term.parts[0], term.span)
            case "absolute":
                return Term("power", SCALAR, term.parts, ("2",), term.span)
            case "root":
                return term.parts[0]
            case "number" if not str(term.data[0]).startswith("-"):
                return Term("power", SCALAR, (term,), ("2",), term.span)
            case "product":
                squares = [x for x in map(self.squares, term.parts) if x is not None]
                if len(squares) == len(term.parts):
                    return Term("product", SCALAR, tuple(squares), span=term.span)
        return None

    def orthonormal(self, stated: Stated) -> Relation | None:
        """What w_iᵀw_j = δ_ij says for all i and j: WWᵀ = I for the matrix whose rows are the members; else None."""
        match stated.left, stated.right:
            case (
                Product(factors=(Transpose(base=Name() as first), Name() as second), marks=("",)),
                Name(subscript=Product(factors=(Name() as i, Name() as j)) | Listed(items=(Name() as i, Name() as j))),
            ) if is_kronecker(stated.right) and stated.sign == "=" and stated.quantified is None:
                base = bare(first)
                behind = self.text[stated.span[1] : stated.span[1] + _NEAR].partition(". ")[0]
                if (
                    (first.subscript, second.subscript) != (i, j)
                    or i == j
                    or base != bare(second)
                    or _RANGE.search(behind)
                ):
                    return None
                if self.table.is_declared(first, self.offset) and not self.table.at(base, self.offset).is_family:
                    return None
                whole = self.family(base, self.table.at(base, self.offset))
                eye = Term("identity", (whole.shape[0], whole.shape[0]), span=stated.span)
                gram = self.multiply(whole, self.transpose(whole, stated.span), "", stated.span)
                return self.related(gram, "=", eye, stated.span)
        return None

    def problem(self, node: Problem) -> Optimisation:
        """A problem with its variables and constraints. Raises Untyped, Unsupported, Misfit."""
        constraints: list[Relation] = []
        named: dict[str, Node] = {}
        explicit = {key(x) for x in explicit_variables(node.variables)}
        for said in self.below(node.variables):
            if isinstance(said, Chain):
                constraints += self.constraint(said)
            elif not explicit or key(said) in explicit:
                named.setdefault(key(said), said)
        for said in node.constraints:
            constraints += self.constraint(said)
        objective = self.as_number(self.expression(node.body))
        self.need_scalar(objective, "a number to be optimised")
        if objective.op == "norm":
            objective = self.squared_norm(objective.parts[0], objective.span)
            self.defaults.setdefault("a norm has the same optimisers as its square")
        variables = [self.variable(x, objective) for x in named.values()]
        families = {str(x.data[0]) for x in variables if str(x.data[0]).startswith("family ")}
        if families - letters_of(objective):
            raise Unsupported(node.span, "a family as a variable of which the objective does not speak")
        if not variables:
            found = {
                str(t.data[0]): t for c in constraints for x in (c.left, c.right) for t in terms(x) if t.op == "letter"
            }
            variables = list(found.values())
            if len(variables) != 1:
                raise Unsupported(node.span, "a problem whose variables are not written")
        self.need_no_root((str(x.data[0]) for x in variables), node.span)
        sense = node.sense.removeprefix("arg").replace("inf", "min").replace("sup", "max")
        return Optimisation(sense, tuple(variables), objective, tuple(constraints), node.span)

    def below(self, node: Node | None) -> Iterator[Node]:
        """The variables and constraints that stand below min or max, apart."""
        match node:
            case None:
                return
            case Group() | Power() | Listed() if is_family(node):
                yield node
            case Sentence(items) | Listed(items) | Group(body=Listed(items)):
                for item in apart(items):
                    yield from self.below(item)
            case Name(subscript=Chain() as said):
                yield bare(node)
                yield said
            case Chain(signs=signs) if _SUCH_THAT & {*signs}:  # w : ‖w‖ = 1
                for part in _such_that(node):
                    yield from self.below(part)
            case Chain(terms=(first, second), signs=("∈",)):
                in_space = isinstance(first, Name) and self.subspace(second) is not None
                yield from (first, node) if in_space else self.belonging(first, second)
            case Chain(terms=(first, *_)):
                yield from (x for x in self.letters_in(first))
                yield node
            case Name():
                yield node
            case Words():
                return
            case _:
                raise self.no_variable(node)

    def no_variable(self, node: Node) -> Untyped | Unsupported:
        """The error for something below min or max that is neither a letter nor a constraint: σ², dots."""
        if isinstance(node, Power | Dots):
            return Unsupported(node.span, "a variable that is no letter")
        return Untyped(node.span, self.shown(node.span), "a variable or a constraint")

    def letters_in(self, node: Node) -> list[Name]:
        """The variable that a constraint below min or max is about: w of ‖w‖ = 1, of wᵀw = 1; none of vᵀu = 0."""
        match node:
            case Name():
                return [node]
            case Norm(body):
                return self.letters_in(body)
            case Product(factors=(first, *_, last)):  # of vᵀu = 0 either letter may be fixed
                found = self.letters_in(last)
                return found if self.letters_in(first) == found else []
            case _:
                inside = node.base if hasattr(node, "base") else node.factors[-1] if hasattr(node, "factors") else None
                return self.letters_in(inside) if inside is not None else []

    def belonging(self, first: Node, second: Node) -> Iterator[Node]:
        """x ∈ ℝ^p below a problem gives the letter its shape; it holds in this statement only."""
        if not isinstance(first, Name):
            raise Unsupported(first.span, f"the variables {self.shown(first.span)}")
        space = space_of(second)
        if space is None:
            raise Unsupported(second.span, f"the set {self.shown(second.span)}")
        if key(first) not in self.letters:
            own = Unknown(key(first)), Unknown(key(first))
            for size, rigid in zip(own, space, strict=True):
                self.sizes.unify(size, self.size(rigid), Reason(first.span, "declared here", frozenset()))
            self.used[key(first)] = self.table.at(first, self.offset)
            self.letters[key(first)] = Term("letter", own, data=(key(first),), span=first.span)
            self.local.add(key(first))
        yield first

    def variable(self, node: Node, objective: Term) -> Term:
        """A variable of a problem: a letter; of a subspace its projector."""
        if (family := self.family_varied(node, objective)) is not None:
            return family
        if not isinstance(node, Name):
            raise Unsupported(node.span, f"the variable {self.shown(node.span)}")
        for found in self.projectors:
            if found.endswith(f"_{{{key(node)}}}"):
                return self.letters[found]
        term = self.name(node)
        if term.op != "letter":
            raise Unsupported(node.span, f"the variable {unicode(node)}, which is no letter of its own")
        return term

    def family_varied(self, node: Node, objective: Term) -> Term | None:
        """The matrix of a family all of whose members vary: of b_1, …, b_n, {b_i}, or b_i with an index that runs."""
        match node:
            case Listed() if (found := family_listed(node)) is not None:
                whole = self.listed(*found, node)
            case Name() | Group() | Power() if (member := members(node)) is not None:
                index = index_of(member)
                assert isinstance(index, Name)
                symbol = self.table.at(bare(member), self.offset)
                runs = not has_index(objective, key(index)) and key(index) not in self.table.sizes
                if not runs or (isinstance(node, Name) and not symbol.is_family):
                    return None
                whole = self.family(bare(member), symbol)
            case _:
                return None
        whole = whole.parts[0] if whole.op == "transpose" else whole
        if whole.op != "letter":
            raise Unsupported(node.span, "a family as a variable that is no letter of its own")
        return whole

    def constraint(self, node: Node) -> list[Relation]:
        """The relations of a constraint; a membership gives a shape and no relation."""
        match node:
            case Chain():
                out = []
                for k, sign in enumerate(node.signs):
                    left, right = node.terms[k], node.terms[k + 1]
                    if sign == "∈" and isinstance(left, Name) and self.subspace(right) is not None:
                        out.append(self.in_subspace(left, right))
                    elif sign == "∈":
                        if isinstance(left, Listed | Dots):
                            raise Unsupported(node.span, "a family as a variable")
                        list(self.belonging(left, right))
                    else:
                        out.append(self.relation(left, sign, right, node.span))
                return out
            case Sentence(parts):
                return [r for part in parts if not isinstance(part, Words) for r in self.constraint(part)]
            case Group(body):
                return self.constraint(body)
        raise Untyped(node.span, self.shown(node.span), "a constraint")

    def in_subspace(self, point: Name, space: Node) -> Relation:
        """x ∈ U as P_U x = x, and x ∈ U^⊥ as P_U x = 0; not for affine spaces."""
        found = self.subspace(space)
        if found is None or found[1] is not None or not isinstance(space, Name):
            raise Unsupported(space.span, f"the set {self.shown(space.span)}")
        onto = self.projector(Name("P", subscript=space, span=space.span))
        column = self.name(point)
        return self.related(self.multiply(onto, column, "", space.span), "=", column, space.span)

    def quantify(self, stack: ExitStack, variables: Node) -> None:
        """Bind the indices of ∀ i = 1, …, n while the stack is open; ∀ x ∈ ℝ^p gives x its shape."""
        match variables:
            case Name():
                stack.enter_context(self.binding(variables, Unknown(key(variables), plural=True)))
            case Listed(items):
                for item in items:
                    self.quantify(stack, item)
            case Chain(terms=(Name() as name, Listed(items)), signs=("=",)) if items[0] == Num("1"):
                stack.enter_context(self.binding(name, self.length(items[-1])))
            case Chain(terms=(first, second), signs=("∈",)):
                list(self.belonging(first, second))
            case _:
                raise Unsupported(variables.span, f"a statement for all {self.shown(variables.span)}")


_SUCH_THAT = frozenset({":", "∣"})


def _such_that(node: Chain) -> Iterator[Node]:
    """What stands before a colon or a bar, and what stands behind it: w and ‖w‖ = 1 of w : ‖w‖ = 1."""
    first = 0
    for k, sign in enumerate((*node.signs, ":")):
        if sign in _SUCH_THAT:
            terms, signs = node.terms[first : k + 1], node.signs[first:k]
            yield Chain(terms, signs, span=(terms[0].span[0], terms[-1].span[1])) if signs else terms[0]
            first = k + 1


def members(node: Node) -> Name | None:
    """The member b_i of a family that {b_i}, {b_i}_{i=1}^n or b_i is; None for anything else."""
    match node:
        case Group(Name() as member, "{") | Power(Indexed(Group(Name() as member, "{" | "("))) | (Name() as member):
            return member if isinstance(index_of(member), Name) else None
    return None


def is_family(node: Node) -> bool:
    """Whether a node is all of a family, and nothing else: {b_i}, or b_1, …, b_n."""
    return family_listed(node) is not None and len(node.items) == 3 if isinstance(node, Listed) else bool(members(node))


def apart(items: Sequence[Node]) -> Iterator[Node]:
    """The items of a list, in which b_1, …, b_n are one."""
    k = 0
    while k < len(items):
        family = Listed(tuple(items[k : k + 3]), span=(items[k].span[0], items[min(k + 2, len(items) - 1)].span[1]))
        if family_listed(family) is not None:
            yield family
            k += 3
        else:
            yield items[k]
            k += 1


def explicit_variables(node: Node | None) -> Iterator[Node]:
    """The variables below a problem that stand there alone or as x ∈ …, not only in constraints."""
    match node:
        case Chain(signs=signs) if _SUCH_THAT & {*signs}:
            for item in _such_that(node):
                yield from explicit_variables(item)
        case Group() | Power() | Listed() if is_family(node):
            yield node
        case Sentence(items) | Listed(items):
            for item in apart(items):
                yield from explicit_variables(item)
        case Chain(terms=(Name() as name, _), signs=("∈",)) | (Name() as name):
            yield bare(name) if isinstance(name.subscript, Chain) else name
