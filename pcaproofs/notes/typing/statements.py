"""Statements: a link of a row, or a problem, becomes a relation or an optimisation, with what it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import ExitStack, suppress

from pcaproofs.notes.formulas.spelling import (
    bare,
    family_listed,
    index_of,
    is_kronecker,
    key,
    letter_text,
)
from pcaproofs.notes.formulas.surface import (
    Chain,
    Dots,
    Group,
    Indexed,
    Inner,
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
from pcaproofs.notes.scope.uses import repeats_index
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.expressions import in_layout_of, mixes_tuples
from pcaproofs.notes.typing.ledger import Stated, indices_of_product, pair_of_orthogonal
from pcaproofs.notes.typing.letters import REAL, family, is_subspace, need_no_root, projector, unit_vector
from pcaproofs.notes.typing.matrices import by_entry, listed, with_inverses, without_inverse, written_by_entries
from pcaproofs.notes.typing.shapes import Dimensions, Misfit
from pcaproofs.notes.typing.sums import is_part, leading, length, over_joint
from pcaproofs.notes.typing.terms import (
    DIAGONAL,
    SCALAR,
    Dim,
    Optimisation,
    Relation,
    Term,
    Unknown,
    Unsupported,
    Untyped,
    has_index,
    letters_of,
    refuse,
    terms,
)
from pcaproofs.notes.typing.types import Types, unknown

RELATIONS = {"=": "=", ":=": "=", "≡": "=", "≤": "≤", "≥": "≥", "<": "<", ">": ">", "≠": "≠"}
RELATIONS |= {x: x for x in "⪰⪯≻≺"}
ORDER = {"⪰": ("⪰", "≥"), "⪯": ("⪰", "≥"), "≻": ("≻", ">"), "≺": ("≻", ">")}  # with 0 on the right, and of numbers
NO_ORDER = "{} between matrices"
AVERAGES = "𝟏 has as many entries as 𝟏𝟏ᵀ is divided by"
RANGES = "a sum without bounds runs as far as the other sums over its index"
LARGEST = 3  # size at which a counterexample is sought
_NEAR = 80  # characters behind w_iᵀw_j = δ_ij that may restrict i and j
_RANGE = re.compile(r"\b(?:for|where|with|when|if|except)\b[^.]*?(?:=|\\le|\\ge|\\neq?\b|<|>|\\dots|\\ldots|\\in\b)")
SUCH_THAT = frozenset({":", "∣"})


class Statements(Types):
    """Types statements."""

    def relation(self, left: Node, sign: str, right: Node, span: Span) -> Relation:
        """A relation between two expressions. Raises Untyped, Unsupported, Misfit."""
        self.typed += (left, right)
        refuse(sign not in RELATIONS, span, f"the relation {sign}")
        refuse(self.table.sums_repeated and any(map(repeats_index, (left, right))), span, "the summation convention")
        refuse(mixes_tuples(left, right), span, "tuples with and without ᵀ, of which one may be a row")
        with self.sizes.attempt():
            a, b = self._sides(left, right)
            if any(x.endswith(REAL) for x in self.defaults):
                self._refuse_mixed(left, right, span)
            return self.related(a, RELATIONS[sign], b, span)

    def _refuse_mixed(self, left: Node, right: Node, span: Span) -> None:
        """Raises Unsupported for ‖x‖² = xᵀx of complex x, whose norm needs the conjugate transpose."""
        inside = [x for side in (left, right) for x in nodes(side)]
        has_length = any(isinstance(x, Norm | Inner) for x in inside)
        refuse(
            has_length and any(isinstance(x, Transpose) and x.how not in ("*", "H") for x in inside),
            span,
            "a transpose beside a norm or an inner product of what has complex entries",
        )

    def _sides(self, left: Node, right: Node) -> tuple[Term, Term]:
        """The terms of two sides; one that is written by an entry is a matrix if the other is no number."""
        for one, other in ((right, left), (left, right)):
            if (grid := written_by_entries(one, other)) is not None:
                b = self.expression(other)
                a = self.expression(one) if self.is_scalar(b) else by_entry(self, grid, one)
                return (a, b) if one is left else (b, a)
        return self.expression(left), self.expression(right)

    def related(self, a: Term, sign: str, b: Term, span: Span) -> Relation:
        """A relation between two terms of one shape."""
        if sign in ORDER:
            return self._ordered(a, sign, b, span)
        a, b = in_layout_of(self, a, b), in_layout_of(self, b, a)
        if any(x.op == "cells" and x.shape[0] == 1 != x.shape[1] and self.is_column(y) for x, y in ((a, b), (b, a))):
            raise Unsupported(span, "a row of numbers beside a column")
        if a.op == b.op == "kronecker":  # of whose sizes only products are compared
            with suppress(Misfit, ValueError), self.sizes.attempt():
                for x, y in zip(_tensor_factors(a), _tensor_factors(b), strict=True):
                    self.alike(x, y, span)
        self.alike(a, b, span)
        first, second = self._squares(a), self._squares(b)
        is_length = any(x.op in ("norm", "absolute") for side in (a, b) for x in (side, *side.parts))
        if is_length and first is not None and second is not None:
            a, b = first, second
            self.default("both sides are nonnegative, and their squares are compared")
        refuse(sign in ("≤", "≥", "<", ">") and not self.is_scalar(a), span, NO_ORDER.format(sign))
        if sign == "=":
            a, b = without_inverse(self, a, b, span) or without_inverse(self, b, a, span) or (a, b)
        relation = Relation(with_inverses(self, a), sign, with_inverses(self, b), span)
        if _find_lengths(relation, self.sizes):
            self.default(AVERAGES)
        if _find_ranges(relation, self.sizes):
            self.default(RANGES)
        return relation if self.joint is None else over_joint(relation, self.joint)

    def _ordered(self, a: Term, sign: str, b: Term, span: Span) -> Relation:
        """A ⪰ B as A − B ⪰ 0; of two numbers A ≥ B."""
        upper, lower = (a, b) if sign in "⪰≻" else (b, a)
        self.alike(upper, lower, span)
        if self.is_scalar(upper):
            return Relation(upper, ORDER[sign][1], lower, span)
        refuse(self.table.has_other_order, span, f"{sign}, which may order entries or preferences,")
        refuse(any(map(self.is_column, (a, b))) or any(map(self.is_row, (a, b))), span, f"{sign} between columns")
        self.need_square(upper, span)
        parts = [(x, mark) for x, mark in ((upper, "+"), (lower, "-")) if x.op != "zero"]
        refuse(not parts, span, f"{sign} between zeros")
        gap = self.add([x for x, _ in parts], [mark for _, mark in parts], span)
        return Relation(gap, ORDER[sign][0], self.zero(span), span)

    def _squares(self, term: Term) -> Term | None:
        """The square of a norm, an absolute value, a number that is not negative, or a product of these; else None."""
        match term.op:
            case "norm":
                return self.squared_norm(term.parts[0], term.span)
            case "root":
                return term.parts[0]
            case "absolute":
                return Term("power", SCALAR, term.parts, ("2",), term.span)
            case "number" if not str(term.data[0]).startswith("-"):
                return Term("power", SCALAR, (term,), ("2",), term.span)
            case "product":
                squares = tuple(x for x in map(self._squares, term.parts) if x is not None)
                return Term("product", SCALAR, squares, span=term.span) if len(squares) == len(term.parts) else None
        return None

    def orthonormal(self, stated: Stated) -> Relation | None:
        """What w_iᵀw_j = δ_ij says for all i and j: WWᵀ = I for the matrix whose rows are the members; else None."""
        match stated.right:
            case Name(subscript=Product(factors=pair) | Listed(items=pair)) if is_kronecker(stated.right):
                behind = self.text[stated.span[1] : stated.span[1] + _NEAR].partition(". ")[0]
                if pair != indices_of_product(stated) or _RANGE.search(behind):
                    return None
                if (gram := self._gram(stated)) is None:
                    return None
                eye = Term("identity", gram.shape, span=stated.span)
                return self.related(gram, "=", eye, stated.span)
        return None

    def orthogonal(self, stated: Stated) -> Relation | None:
        """What w_iᵀw_j = 0 says for i ≠ j: WWᵀ is diagonal for the matrix whose rows are the members; else None."""
        if indices_of_product(stated) is None or (gram := self._gram(stated)) is None:
            return None
        if pair_of_orthogonal(self.text, stated, re.escape(str(gram.shape[0]))) is None:
            return None
        return Relation(gram, DIAGONAL, Term("zero", gram.shape, span=stated.span), stated.span)

    def _gram(self, stated: Stated) -> Term | None:
        """WWᵀ for the family whose members w_i and w_j a condition multiplies; None where it is another letter."""
        first = next(x for x in nodes(stated.left) if isinstance(x, Name))
        if self.is_declared(first) and not self.said(bare(first)).is_family:
            return None
        whole = family(self, bare(first))
        return self.outer(whole, whole, stated.span)

    def quantify(self, stack: ExitStack, variables: Node) -> None:
        """Bind the indices of ∀ i = 1, …, n while the stack is open; ∀ x ∈ ℝ^p gives x its shape."""
        match variables:
            case Name():
                stack.enter_context(self.binding(variables, unknown(key(variables))))
            case Listed(items):
                for item in items:
                    self.quantify(stack, item)
            case Chain(terms=(Name() as name, Listed(items)), signs=("=",)) if items[0] == Num("1"):
                stack.enter_context(self.binding(name, length(self, items[-1])))
            case Chain(terms=(first, second), signs=("∈",)):
                self._belongs(first, second)
            case _:
                raise Unsupported(variables.span, f"a statement for all {self.shown(variables.span)}")

    def problem(self, node: Problem) -> Optimisation:
        """A problem with its variables and constraints. Raises Untyped, Unsupported, Misfit."""
        constraints: list[Relation] = []
        named: dict[str, Node] = {}
        explicit = {key(x) for x in explicit_variables(node.variables)}
        for said in self._below(node.variables):
            if isinstance(said, Chain):
                constraints += self._constraint(said)
            elif not explicit or key(said) in explicit:
                named.setdefault(key(said), said)
        for said in node.constraints:
            constraints += self._constraint(said)
        objective = self.value(node.body)
        self.need_scalar(objective, "a number to be optimised")
        if objective.op == "norm":
            objective = self.squared_norm(objective.parts[0], objective.span)
            self.default("a norm has the same optimisers as its square")
        variables = [self._variable(x, objective) for x in named.values()]
        if {y for x in variables if (y := str(x.data[0])).startswith("family ")} - letters_of(objective):
            raise Unsupported(node.span, "a family as a variable of which the objective does not speak")
        if not variables:
            variables = list({str(x.data[0]): x for x in terms(*constraints) if x.op == "letter"}.values())
            refuse(len(variables) != 1, node.span, "a problem whose variables are not written")
        need_no_root(self, (str(x.data[0]) for x in variables), node.span)
        sense = node.sense.removeprefix("arg").replace("inf", "min").replace("sup", "max")
        return Optimisation(sense, tuple(variables), objective, tuple(constraints), node.span)

    def _below(self, node: Node | None) -> Iterator[Node]:
        """The variables and constraints that stand below min or max, apart."""
        match node:
            case None | Words():
                return
            case Name(subscript=Chain() as said):
                yield from (bare(node), said)
            case Name() | Group() | Power() | Listed() if isinstance(node, Name) or _is_family(node):
                yield node
            case Sentence(items) | Listed(items) | Group(body=Listed(items)):
                for item in _apart(items):
                    yield from self._below(item)
            case Chain(signs=signs) if SUCH_THAT & {*signs}:  # w : ‖w‖ = 1
                for part in such_that(node):
                    yield from self._below(part)
            case Chain(terms=(Name() as first, second), signs=("∈",)) if is_subspace(self, second):
                yield from (first, node)
            case Chain(terms=(first, second), signs=("∈",)):
                yield self._belongs(first, second)
            case Chain(terms=(first, *_)):
                yield from (*_letters_in(first), node)
            case _:
                if isinstance(node, Power | Dots):  # σ², dots
                    raise Unsupported(node.span, "a variable that is no letter")
                raise Untyped(node.span, self.shown(node.span) or "nothing", "a variable or a constraint")

    def _belongs(self, first: Node, second: Node) -> Name:
        """Give a letter its shape by x ∈ ℝ^p, which holds in this statement only."""
        if not isinstance(first, Name):
            raise Unsupported(first.span, f"the variables {self.shown(first.span)}")
        space = space_of(second)
        if space is None:
            raise Unsupported(second.span, f"the set {self.shown(second.span)}")
        found = key(first)
        if found not in self.letters:
            own = Unknown(found), Unknown(found)
            for size, rigid in zip(own, space, strict=True):
                self.sizes.unify(size, self.size(rigid))
            self.new_letter(found, self.said(first), own, first.span)
            self.local.add(found)
        return first

    def _variable(self, node: Node, objective: Term) -> Term:
        """A variable of a problem: a letter; of a subspace its projector; of a family its matrix."""
        if (whole := self._family_varied(node, objective)) is not None:
            return whole
        if not isinstance(node, Name):
            raise Unsupported(node.span, f"the variable {self.shown(node.span)}")
        for found in self.projectors:
            if found.endswith(f"_{{{key(node)}}}"):
                return self.letters[found]
        term = self.expression(node)
        refuse(term.op != "letter", node.span, "the variable {}, which is no letter of its own", node)
        return term

    def _family_varied(self, node: Node, objective: Term) -> Term | None:
        """The matrix of a family all of whose members vary: of b_1, …, b_n, {b_i}, or b_i with an index that runs."""
        if isinstance(node, Listed) and (found := family_listed(node)) is not None:
            whole = listed(self, *found, node)
        elif (member := _member(node)) is not None:
            index = key(index_of(member))  # type: ignore[arg-type]
            is_family = self.said(bare(member)).is_family or not isinstance(node, Name)
            if has_index(objective, index) or index in self.table.sizes or not is_family:
                return None
            whole = family(self, bare(member))
        else:
            return None
        whole = whole.parts[0] if whole.op == "transpose" else whole
        refuse(whole.op != "letter", node.span, "a family as a variable that is no letter of its own")
        return whole

    def _constraint(self, node: Node) -> list[Relation]:
        """The relations of a constraint; a membership gives a shape and no relation."""
        match node:
            case Chain(parts, signs):
                links = zip(parts, signs, parts[1:], strict=False)
                return [x for link in links if (x := self._link(*link, node.span)) is not None]
            case Sentence(parts):
                return [r for part in parts if not isinstance(part, Words) for r in self._constraint(part)]
            case Group(body):
                return self._constraint(body)
        raise Untyped(node.span, self.shown(node.span), "a constraint")

    def _link(self, left: Node, sign: str, right: Node, span: Span) -> Relation | None:
        """A link of a constraint: x ∈ U as P_U x = x, x ∈ U^⊥ as P_{U^⊥} x = x; None for x ∈ ℝ^p."""
        if sign != "∈":
            return self.relation(left, sign, right, span)
        if isinstance(left, Name) and is_subspace(self, right):
            onto, column = projector(self, Name("P", subscript=right, span=right.span)), self.expression(left)
            return self.related(self.multiply(onto, column, "", right.span), "=", column, right.span)
        refuse(isinstance(left, Listed | Dots), span, "a family as a variable")
        self._belongs(left, right)
        return None


# The variables of problems


def explicit_variables(node: Node | None) -> Iterator[Node]:
    """The variables below a problem that stand there alone or as x ∈ …, not only in constraints."""
    match node:
        case Chain(signs=signs) if SUCH_THAT & {*signs}:
            for item in such_that(node):
                yield from explicit_variables(item)
        case Group() | Power() | Listed() if _is_family(node):
            yield node
        case Sentence(items) | Listed(items):
            for item in _apart(items):
                yield from explicit_variables(item)
        case Chain(terms=(Name() as name, _), signs=("∈",)) | (Name() as name):
            yield bare(name) if isinstance(name.subscript, Chain) else name


def such_that(node: Chain) -> Iterator[Node]:
    """What stands before a colon or a bar, and what stands behind it: w and ‖w‖ = 1 of w : ‖w‖ = 1."""
    first = 0
    for k, sign in enumerate((*node.signs, ":")):
        if sign in SUCH_THAT:
            parts, signs = node.terms[first : k + 1], node.signs[first:k]
            yield Chain(parts, signs, span=(parts[0].span[0], parts[-1].span[1])) if signs else parts[0]
            first = k + 1


def _letters_in(node: Node) -> list[Name]:
    """The variable that a constraint below min or max is about: w of ‖w‖ = 1, of wᵀw = 1; none of vᵀu = 0."""
    match node:
        case Name():
            return [node]
        case Norm(body):
            return _letters_in(body)
        case Product(factors=(first, *_, last)):  # of vᵀu = 0 either letter may be fixed
            found = _letters_in(last)
            return found if _letters_in(first) == found else []
    return _letters_in(node.base) if hasattr(node, "base") else []


def _member(node: Node) -> Name | None:
    """The member b_i of a family that {b_i}, {b_i}_{i=1}^n or b_i is; None for anything else."""
    match node:
        case Group(Name() as member, "{") | Power(Indexed(Group(Name() as member, "{" | "("))) | (Name() as member):
            return member if isinstance(index_of(member), Name) else None
    return None


def _is_family(node: Node) -> bool:
    """Whether a node is all of a family, and nothing else: {b_i}, or b_1, …, b_n."""
    if isinstance(node, Listed):
        return family_listed(node) is not None and len(node.items) == 3
    return _member(node) is not None


def _apart(items: Sequence[Node]) -> Iterator[Node]:
    """The items of a list, in which b_1, …, b_n are one."""
    k = 0
    while k < len(items):
        three = tuple(items[k : k + 3])
        whole = Listed(three, span=(three[0].span[0], three[-1].span[1]))
        is_family = family_listed(whole) is not None
        yield whole if is_family else items[k]
        k += 3 if is_family else 1


# Sizes that no use and no declaration says. In 𝟏𝟏ᵀ/N a column of ones has N entries: what averages divides by their
# number. Every other one stays open, and a statement that compares it with a size, 𝟏ᵀ𝟏 = N, is not refuted.


def _find_lengths(relation: Relation, sizes: Dimensions) -> bool:
    """Give a column of ones the length by which its outer product is divided; whether there is one."""
    is_found = False
    for product in (x for x in terms(relation) if x.op in ("product", "over")):
        factors = list(_factors(product))
        ones = [sizes.find(x.shape[0]) for x, is_below in factors if x.op == "ones" and not is_below]
        below = [sizes.find(_size(x)) for x, is_below in factors if x.op == "size" and is_below]
        is_average = len(ones) == 2 and ones[0] == ones[1] and len(below) == 1
        if is_average and isinstance(ones[0], Unknown) and isinstance(below[0], str):
            sizes.unify(ones[0], below[0])
            is_found = True
    lengths, of_letters = lengths_of_ones(relation, sizes), {sizes.find(n) for n in _lengths_of_letters(relation)}
    said = [n for n in lengths if not isinstance(n, Unknown)]
    for n in lengths - of_letters if len(said) == 1 else ():  # 𝟏ᵀ𝟏 of 𝟏𝟏ᵀ𝟏𝟏ᵀ/n²
        sizes.unify(n, said[0])
        is_found = True
    return is_found


def _lengths_of_letters(relation: Relation) -> Iterator[Dim]:
    """The rows and columns of the letters in a relation."""
    return (n for x in terms(relation) if x.op == "letter" for n in x.shape)


def _tensor_factors(term: Term) -> list[Term]:
    """The factors of A ⊗ (B ⊗ C)."""
    return [y for x in term.parts for y in _tensor_factors(x)] if term.op == "kronecker" else [term]


def _factors(term: Term) -> Iterator[tuple[Term, bool]]:
    """The factors of a product, and whether each is divided by."""
    if term.op not in ("product", "transpose", "over"):
        yield term, False
        return
    for part in term.parts if term.op == "product" else term.parts[:1]:
        yield from _factors(part)
    if term.op == "over":
        yield term.parts[1], True


def _find_ranges(relation: Relation, sizes: Dimensions) -> bool:
    """Give a sum without bounds the range of the other sums over an index of its name; whether there is one."""
    sums = [x for x in terms(relation) if x.op == "total" and x.data[2:] == (0, None)]
    is_found = False
    for total in (x for x in sums if isinstance(sizes.find(_size(x, 1)), Unknown)):
        alike = {sizes.find(_size(x, 1)) for x in sums if _index(x) == _index(total)}
        said = [x for x in alike if not isinstance(x, Unknown)]
        if len(said) == 1:
            sizes.unify(_size(total, 1), said[0])
            is_found = True
    return is_found


def _size(term: Term, k: int = 0) -> Dim:
    return term.data[k]  # type: ignore[return-value]


def _index(total: Term) -> str:
    return str(total.data[0]).rstrip("'")


def give_lengths(relation: Relation, sizes: Dimensions, size: Dim) -> None:
    """Give each column of ones whose length is open the same length."""
    for term in terms(relation):
        if term.op == "ones" and isinstance(sizes.find(term.shape[0]), Unknown):
            sizes.unify(term.shape[0], size)


def lengths_of_ones(relation: Relation, sizes: Dimensions) -> frozenset[Dim]:
    """The lengths of the columns of ones in a relation."""
    return frozenset(sizes.find(x.shape[0]) for x in terms(relation) if x.op == "ones")


def has_unsaid_length(relation: Relation, sizes: Dimensions) -> bool:
    """Whether a size stands beside a column of ones, or a sum, whose length nothing says."""
    inside = list(terms(relation))
    open_ = lengths_of_ones(relation, sizes) | {sizes.find(_size(x, 1)) for x in inside if x.op == "total"}
    open_ -= {sizes.find(n) for n in _lengths_of_letters(relation)}
    has_count = any(isinstance(sizes.find(_size(x)), str) for x in inside if x.op == "size")
    return has_count and any(isinstance(n, Unknown) for n in open_)


# Equations of sizes that a note assumes: "if k = p, then …", "in the case n = 1 and p = 2"


def suppose_sizes(typing: Types, conditions: Iterable[Stated], sizes: Set[str], since: int | None) -> None:
    """Make the sizes of a statement equal as the hypotheses of its own sentence have it, or those of its theorem.

    since: where the theorem begins; None outside theorems. What is said before the theorem may be about an example.
    """
    for x in _between_sizes(conditions, sizes):
        is_own = x.until is not None or (since is not None and x.span[0] >= since)
        if x.sign == "=" and is_own and x.holds(typing.offset):
            first, second = (int(y.text) if isinstance(y, Num) else key(y) for y in x.sides)
            typing.sizes.suppose(first, second)
            typing.supposed.append(f"{letter_text(str(first))} = {letter_text(str(second))}")
            typing.defined_by[x.span] = None


def unused_sizes(conditions: Iterable[Stated], sizes: Set[str], since: int, here: int) -> tuple[Stated, ...]:
    """What was said of sizes since an offset, may still hold, and is not used."""
    return tuple(
        x
        for x in _between_sizes(conditions, sizes)
        if since <= x.span[0] < here and (x.until is None or (x.sign != "=" and here < x.until))
    )


def sizes_to_try(typing: Types, unused: Iterable[Stated]) -> tuple[tuple[int, ...], tuple[tuple[str, str, str], ...]]:
    """The sizes at which a statement may be refuted, and the relations between them that hold there.

    Where d < p was said and only one of the two occurs, it is not 1; where p ≥ 3 was said, all are at least 3.
    """
    found = {typing.sizes.find(size) for term in typing.letters.values() for size in term.shape}
    least, relations = 1, list[tuple[str, str, str]]()
    for x in unused:
        inside = [y for y in x.sides if isinstance(y, Name) and key(y) in found]
        sign, is_whole = RELATIONS.get(x.sign), len(inside) == sum(isinstance(y, Name) for y in x.sides)
        if inside and (sign is None or (sign == "=" and not is_whole)):
            return (), ()
        if is_whole and sign is not None and (sign == "=" or len(inside) > 1):
            relations.append((_said(x.left), sign, _said(x.right)))
        elif inside:
            least = max(least, 2, least_size(x))
    return tuple(range(least, LARGEST + 1)), tuple(relations)


def _said(side: Node) -> str:
    """A size or a number as the searches call it."""
    return side.text if isinstance(side, Num) else key(side)


_TURNED = {"≤": "≥", "<": ">", ">": "<", "≥": "≤"}


def index_bound(t: Statements, left: Node, sign: str, right: Node, span: Span) -> Relation | None:
    """j ≤ k, j < k or j > k of an index j that no sum binds, by its column of the identity; None for other relations.

    The first k entries of e_j are those of e_j, or zeros.
    """
    for index, order, size in ((left, sign, right), (right, _TURNED.get(sign), left)):
        if order in ("≤", "<", ">") and isinstance(index, Name) and isinstance(size, Name) and key(index) in t.free:
            whole, part = t.sizes.find(t.free[key(index)]), t.size(size)
            if not is_part(t, part, whole):
                return None
            column = unit_vector(t, index, whole)
            first = leading(t, column, part, size)
            if order == ">":
                return t.related(first, "=", t.zero(span), span)
            first = t.multiply(t.transpose(Term("leading", (part, whole), span=span), span), first, "", span)
            return t.related(first, "=", column, span)
    return None


def least_size(stated: Stated) -> int:
    """The least size that a bound by a number admits: 2 for p > 1, p ≥ 2 and 2 ≤ p; 1 for any other relation."""
    signs = {"≥": 0, ">": 1} if isinstance(stated.left, Name) else {"≤": 0, "<": 1}
    bound = stated.right if isinstance(stated.left, Name) else stated.left
    if isinstance(bound, Num) and bound.text.isdigit() and stated.sign in signs:
        return int(bound.text) + signs[stated.sign]
    return 1


def _between_sizes(conditions: Iterable[Stated], sizes: Set[str]) -> Iterator[Stated]:
    """The relations between single sizes and numbers; of other formulas of sizes nothing is used."""
    for x in conditions:
        if all(key(y) in sizes if isinstance(y, Name) else isinstance(y, Num) and y.text.isdigit() for y in x.sides):
            yield x
