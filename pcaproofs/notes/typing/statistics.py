"""Typing of sums over an index, and of expectations, variances and covariances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from pcaproofs.notes.formulas.grammar import ALONE
from pcaproofs.notes.formulas.spelling import INDICES, is_capital, key, letter_text
from pcaproofs.notes.formulas.surface import (
    Big,
    Chain,
    Dots,
    Group,
    Listed,
    Moment,
    Name,
    Node,
    Num,
    Product,
    free,
    nodes,
)
from pcaproofs.notes.prose.facts import HasShape
from pcaproofs.notes.scope.uses import begins_after
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.dimensions import Dim, Unknown
from pcaproofs.notes.typing.indexing import Indexing
from pcaproofs.notes.typing.joint import ONE_COLUMN, joint_of
from pcaproofs.notes.typing.pairs import pair_of
from pcaproofs.notes.typing.shaping import SCALAR
from pcaproofs.notes.typing.terms import Term, Unsupported, letters_of, terms

FACTOR = {kind: f"{kind} has the factor 1/n" for kind in ("Var", "Cov")}
_BIG = {"∏": "a product over an index", "∫": "an integral", "∬": "an integral", "lim": "a limit"}


@dataclass(frozen=True)
class Range:
    """What an index runs over: of `length` members those after the first `after`, up to number `last` or to the end."""

    name: Name
    length: Dim
    after: Dim = 0
    last: Dim | None = None


class Statistics(Indexing):
    """Types sums and moments."""

    def big(self, node: Big) -> Term:
        """A sum over all members of one or several families."""
        if node.sign != "∑":
            raise Unsupported(node.span, _BIG.get(node.sign, node.sign))
        if node.lower is None:
            node = self.with_index(node)
        assert node.lower is not None
        pair = pair_of(node, frozenset(self.bound))
        if pair is not None and not {key(pair.first), key(pair.second)} & self.table.sizes:
            return self.over_pairs(pair, node)
        ranges = [self.within(x, node.body) for x in self.ranges(node.lower, node.upper)]
        with ExitStack() as stack:
            indices = [stack.enter_context(self.binding(x.name, x.length, x.after, x.last)) for x in ranges]
            body = self.as_number(self.expression(node.body))
        out = body
        for index in reversed(indices):
            out = Term("total", body.shape, (out,), (index.name, index.length, index.after, index.last), node.span)
        return out

    def with_index(self, node: Big) -> Big:
        """∑ x_i² as a sum over i, the only index in it that nothing binds. Raises Unsupported if there are others."""
        below = [x.subscript for x in nodes(node.body) if isinstance(x, Name) and x.subscript is not None]
        inside = {y for x in below for y in nodes(x) if isinstance(y, Name) and key(y) in INDICES - self.bound.keys()}
        open_indices = [x for x in inside if x.base in free(node.body)]
        if len({key(x) for x in open_indices}) != 1 or node.upper is not None:
            raise Unsupported(node.span, "a sum without its index")
        self.defaults.setdefault(f"a sum without its index is one over {letter_text(open_indices[0])}")
        return replace(node, lower=replace(open_indices[0], span=node.span))

    def within(self, found: Range, body: Node) -> Range:
        """A range with the length of the families of which it is a part, where the note says that it is one."""
        last = found.length
        said = {self.sizes.find(x) for x in self.lengths_of_members(found.name, body)} - {last}
        whole = [x for x in said if self.is_part(last, x)]
        if isinstance(last, Unknown) or len(whole) != 1:
            return found
        self.defaults.setdefault(f"1 ≤ {letter_text(str(last))} ≤ {letter_text(str(whole[0]))}")
        return replace(found, length=whole[0], last=last)

    def is_part(self, size: Dim, of: Dim) -> bool:
        """Whether the note says that a size is at most another one, or it is the number of a few."""
        return (str(size), str(of)) in self.table.parts or (isinstance(size, int) and isinstance(of, str))

    def leading(self, whole: Term, size: Dim, at: Node) -> Term:
        """The first members of a family, as the rows of a matrix."""
        self.defaults.setdefault(f"1 ≤ {size} ≤ {self.sizes.find(whole.shape[0])}")
        rows = Term("leading", (size, whole.shape[0]), span=at.span)
        return self.multiply(rows, whole, "", at.span)

    def lengths_of_members(self, index: Name, body: Node) -> Iterator[Dim]:
        """The lengths that the note says of families and columns whose members a formula has with an index."""
        for name in (x for x in nodes(body) if isinstance(x, Name) and x.subscript == index):
            symbol = self.table.at(replace(name, subscript=None), self.offset)
            length = symbol.length if symbol.is_family else symbol.rows if symbol.kind == "column" else None
            if length is not None:
                yield self.size(length)

    def ranges(self, lower: Node, upper: Node | None) -> Iterator[Range]:
        """The indices below a sum with the length of what they run over."""
        match lower:
            case Group(body):
                yield from self.ranges(body, upper)
            case Name():
                yield Range(lower, Unknown(key(lower), plural=True) if upper is None else self.length(upper))
            case Listed(items) | Product(factors=items, marks=("",)):
                for item in items:
                    yield from self.ranges(item, upper)
            case Chain(terms=(Name() as name, _)) if upper is not None and (after := begins_after(lower)) is not None:
                if after == upper:
                    raise Unsupported(lower.span, "a sum over nothing")
                self.defaults.setdefault(f"1 ≤ {letter_text(after)} ≤ {letter_text(upper)}")
                yield Range(name, self.length(upper), self.length(after))
            case Chain(terms=(first, start), signs=("=",)) if isinstance(first, Name | Listed):
                yield from self.range_from(first, start, upper)
            case Chain(terms=(Num("1"), Name() as name, last), signs=("≤", "≤")) if upper is None:
                yield Range(name, self.length(last))
            case Chain(terms=(Name() as name, Name() as last), signs=("≤",)) if key(last) in self.table.sizes:
                yield Range(name, self.length(last))
            case _:
                raise Unsupported(lower.span, f"a sum over {self.shown(lower.span)}")

    def range_from(self, first: Node, start: Node, upper: Node | None) -> Iterator[Range]:
        """i = 1 below and n above, or i = 1, …, n below."""
        items = start.items if isinstance(start, Listed) else ()
        if any(isinstance(x, Dots) for x in items):
            start, upper = items[0], items[-1]
        names = first.items if isinstance(first, Listed) else (first,)
        if start != Num("1") or upper is None or not all(isinstance(name, Name) for name in names):
            raise Unsupported(start.span, "a sum over a part of a family")
        for name in names:
            assert isinstance(name, Name)
            yield Range(name, self.length(upper))

    def length(self, node: Node) -> Dim:
        """How many there are: a letter or a number. Raises Unsupported for anything else."""
        if isinstance(node, Name) or (isinstance(node, Num) and node.text.isdigit()):
            return self.size(node)
        raise Unsupported(node.span, f"a sum up to {self.shown(node.span)}")

    def moment(self, node: Moment) -> Term:
        """E, Var or Cov of random letters, or of the samples where the note has data and no random letter."""
        if node.kind == ALONE:
            raise Unsupported(node.span, "angle brackets around one thing, which may be an average,")
        if node.kind not in ("E", "Var", "Cov"):
            raise Unsupported(node.span, node.kind)
        parts = node.body.items if isinstance(node.body, Listed) else (node.body,)
        if len(parts) > (2 if node.kind == "Cov" else 1):
            raise Unsupported(node.span, f"{len(parts)} arguments of {node.kind}")
        values = [self.as_number(self.expression(x)) for x in parts]
        random = self.random_letters(parts, values)
        if len(random) > 1:
            self.join([self.name(x) for x in random], node.span)
        if random:
            self.refuse_constants(node, random, values)
            return self.over_random(node.kind, values, self.name(random[0]), node.span)
        data = [t for value in values for t in terms(value) if t.op == "letter" and self.is_data(t)]
        rows = [t.shape[0] for t in data]  # data have a row for each sample; a mean of rows has none
        if node.kind == "Cov" and len(parts) == 1 and self.is_column(values[0]):
            raise Unsupported(
                node.span, "Cov of a column that the note does not call random"
            )  # a matrix, Cov[x] of x = Λf + ε
        of_data = all(any(self.sizes.same(value.shape[0], x) for x in rows) for value in values)
        if of_data or all(map(self.is_of_samples, values)):
            return self.over_samples(node.kind, values, node.span)
        raise Unsupported(node.span, f"{node.kind} of what the note calls neither random nor data")

    def refuse_constants(self, node: Moment, random: Sequence[Name], values: Sequence[Term]) -> None:
        """Raises Unsupported where a letter may be random too: Y of Cov(X, Y), of which the note says nothing."""
        chance = {key(x) for x in random}
        for value in values:
            inside = letters_of(value) & self.used.keys()
            for found in sorted(inside - chance):
                symbol, term = self.used[found], self.letters.get(found)
                is_small = term is not None and self.sizes.find(term.shape[1]) == 1
                if is_small and not symbol.is_pinned and (is_capital(symbol.name) or not inside & chance):
                    raise Unsupported(node.span, f"{node.kind} of {letter_text(symbol.name)}, which may be random,")

    def join(self, columns: list[Term], span: Span) -> None:
        """Let random letters be parts of one column, in all moments of the statement. Raises Unsupported."""
        if any(x.op != "letter" for x in columns):
            raise Unsupported(span, "a moment over several random letters of which one is no letter of its own")
        self.joint = joint_of(columns, self.joint)
        self.defaults = {x: None for x in self.defaults if not x.endswith(ONE_COLUMN)}
        self.defaults.setdefault(self.joint.says())

    def random_letters(self, parts: tuple[Node, ...], values: list[Term]) -> list[Name]:
        """The random letters in the arguments of a moment, also in what defines the letters there: x = Wz + μ."""
        out: dict[Name, None] = {}
        for name in (x for part in parts for x in nodes(part) if isinstance(x, Name)):
            plain = name if name.subscript is None else replace(name, subscript=None)
            is_either = self.is_random(name, pinned=False) or f"family {key(plain)}" in self.letters
            if name != plain and self.is_random(plain, pinned=True) and is_either:
                raise Unsupported(name.span, f"{letter_text(name)}, an entry of a random vector or one of several,")
            for each in (name, plain):
                if self.table.at(each, self.offset).kind == "random column" and key(each) in self.letters:
                    out[each] = None
        found = {t.data[0] for value in values for t in terms(value) if t.op == "letter" and t.data[0] in self.used}
        out |= {self.used[x].name: None for x in sorted(found) if self.used[x].kind == "random column"}
        return list(out)

    def is_random(self, name: Name, *, pinned: bool) -> bool:
        """Whether a letter is a random column; pinned: whether the note itself says so."""
        symbol = self.table.at(name, self.offset)
        return symbol.kind == "random column" and symbol.is_pinned == pinned

    def is_data(self, term: Term) -> bool:
        """Whether a letter is a matrix that is not square, as data are."""
        rows, columns = term.shape
        return self.sizes.find(columns) != 1 and not self.sizes.same(rows, columns)

    def is_of_samples(self, term: Term) -> bool:
        """Whether a column has as many entries as a matrix that is not square has rows: a number for each sample."""
        rows, columns = map(self.sizes.find, term.shape)
        if not isinstance(rows, str) or columns != 1:
            return False
        said = (f for facts in self.table.facts.values() for f in facts if isinstance(f, HasShape))
        shapes = [(key(f.rows), key(f.columns)) for f in said if f.start <= self.offset < f.end]
        return any(one == rows and other not in (rows, "1") for one, other in shapes)

    def depends_on_samples(self, term: Term) -> bool:
        """Whether a factor is a number into which letters with all samples go, such as λᵀXᵀε of ε(λᵀXᵀε).

        Data have no such factor; ε is random.
        """
        rows = term.shape[0]
        numbers = [x for t in terms(term) if t.op == "product" for x in t.parts if self.is_scalar(x)]
        inside = {x for number in numbers for x in letters_of(number)}
        return any(self.sizes.same(size, rows) for x in inside for size in self.letters[x].shape if x in self.letters)

    def over_random(self, kind: str, values: list[Term], letter: Term, span: Span) -> Term:
        """The moments of terms in one random column."""
        first, second = values[0], values[-1]

        def mean(term: Term) -> Term:
            return Term("expectation", term.shape, (term, letter), span=span)

        if kind == "E":
            return mean(first)
        return self.spread(mean, first, second, span)

    def spread(self, mean: object, first: Term, second: Term, span: Span) -> Term:
        """E[xyᵀ] − E[x]E[y]ᵀ."""
        assert callable(mean)
        together = self.multiply(first, self.transpose(second, span), "", span)
        apart = self.multiply(mean(first), self.transpose(mean(second), span), "", span)
        return self.add((mean(together), apart), ("+", "-"), span)

    def over_samples(self, kind: str, values: list[Term], span: Span) -> Term:
        """The mean, or the covariance with 1/n, of the rows of n×k terms; the mean is a row, of a column a number."""
        first, second = values[0], values[-1]
        length = first.shape[0]
        if any(map(self.depends_on_samples, values)):
            raise Unsupported(span, f"{kind} of a product with a number that depends on all samples")
        if self.sizes.find(length) == 1:
            raise Unsupported(span, f"{kind} of what has one row, and is called neither random nor data")
        ones = Term("ones", (length, 1), span=span)
        count = Term("size", SCALAR, data=(length,), span=span)
        self.defaults.setdefault("E is the mean over the rows" if kind == "E" else FACTOR[kind])

        def mean(term: Term) -> Term:
            return self.divide(self.multiply(self.transpose(ones, span), term, "", span), count, span)

        if kind == "E":
            return mean(first)
        both = self.multiply(self.transpose(first, span), second, "", span)
        left, right = mean(first), mean(second)
        apart = self.multiply(self.transpose(left, span), right, "", span)
        return self.add((self.divide(both, count, span), apart), ("+", "-"), span)
