"""The parts of a formula to which words in a sentence can refer: its letters, a size, a space, a family."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pcaproofs.notes.formulas import surface as s
from pcaproofs.notes.prose.sentences import Sentence, Thing

ONE = s.Num("1")
_OF_SIZE = re.compile(r"⟦\d+⟧ ?(?:×|x|-by-| by ) ?⟦\d+⟧|⟦\d+⟧(?=-)|⟦(\d+)⟧")


@dataclass(frozen=True)
class Family:
    """x_1, …, x_n: the letter without its index, the running letter or nothing, and the last index."""

    letter: s.Name
    index: str
    last: s.Node


def letters(thing: Thing) -> tuple[s.Name, ...]:
    """The letters to which words beside a formula refer: w, or u and v, or X in X = …, X ∈ …; for a family, x_i."""
    if len(thing.trees) != 1:
        return ()
    return letters_of(thing.trees[0])


def letters_of(node: s.Node) -> tuple[s.Name, ...]:
    """The letters to which words beside a tree refer."""
    match node:
        case s.Name():
            return (node,)
        case s.Listed(items):
            if (found := family(node)) is not None:
                return (found.letter,)
            return sum(map(letters_of, items), ()) if all(letters_of(x) for x in items) else ()
        case s.Group(body, "{" | "("):
            return letters_of(body)
        case s.Power() | s.Indexed():
            found = family(node)
            return (found.letter,) if found else ()
        case s.Chain(terms, signs) if set(signs) <= {">", "≥", "≠", "<", "≤"} and len(terms) > 1:
            if any(isinstance(x, s.Dots) for x in terms) and isinstance(terms[0], s.Name):
                return (base(terms[0]),)  # λ_1 ≥ … ≥ λ_p
            named = [x for x in terms if not isinstance(x, s.Num)]
            return sum(map(letters_of, named), ()) if all(letters_of(x) for x in named) else ()
        case s.Chain(terms, signs) if signs[0] in ("=", "∈", ":=", "⊂", "⊆"):
            return letters_of(terms[0])
        case s.Quantified(body=body, variables=variables):
            return letters_of(variables if isinstance(body, s.Blank) else body)
        case s.Sentence(parts):
            plain = [x for x in parts if not _is_range(x)]
            if any(isinstance(x, s.Chain) and x.signs[0] in ("=", ":=") for x in plain):
                return letters_of(plain[0])  # of "the unit vector ⟦q = Ap/σ, σ = √λ⟧" the first
            return sum(map(letters_of, plain), ()) if plain and all(letters_of(x) for x in plain) else ()
    return ()


def _is_range(node: s.Node) -> bool:
    """Whether a statement gives the range of an index: i = 1, …, n."""
    return isinstance(node, s.Chain) and isinstance(node.terms[-1], s.Listed | s.Num | s.Sum) and node.signs[0] == "="


def base(name: s.Name) -> s.Name:
    """A letter without its index."""
    return replace(name, subscript=None, upper=s.UPPER_INDEX if name.upper == s.UPPER_INDEX else None)


def families(node: s.Node) -> Iterator[Family]:
    """The families that a formula lists: x_1, …, x_n or {x_i}_{i=1}^n, also before ∈ and in brackets."""
    match node:
        case s.Listed() | s.Power() if (found := family(node)) is not None:
            yield found
        case s.Chain(terms, signs):
            if {*signs} <= {"≥", ">", "≤", "<"} and any(isinstance(x, s.Dots) for x in terms):  # λ_1 ≥ … ≥ λ_p
                named = tuple(x for x in terms if isinstance(x, s.Name))
                if named and (found := family(s.Listed((named[0], s.Dots(), named[-1])))) is not None:
                    yield found
            for term in terms:
                yield from families(term)
        case s.Group(body) | s.Transpose(body):
            yield from families(body)
        case s.Sentence(parts):
            for part in parts:
                yield from families(part)
            yield from _running(parts)
        case s.Quantified(body=body, variables=variables):
            yield from _running((body, variables))


def _running(parts: tuple[s.Node, ...]) -> Iterator[Family]:
    """x_i ∈ ℝ^p, i = 1, …, n."""
    said = [(x, its) for x in parts if (its := _run(x)) is not None]
    for part in parts:
        subject = part.terms[0] if isinstance(part, s.Chain) and all(part is not x for x, _ in said) else part
        for _, (index, last) in said:
            if isinstance(subject, s.Name) and _index(subject) == index:
                yield Family(base(subject), index.base, last)


_RUNS = re.compile(
    r"⟦(?P<members>\d+)⟧(?P<run>(?:(?P<comma>, )|(?P<bracket> ?\()| )"
    r"(?:(?:for|with|where) )?(?:(?:all|any|every|each) )?"
    r"⟦(?P<over>\d+)⟧(?(bracket)\))(?(comma),?))"
)


def runs(sentence: Sentence) -> Iterator[tuple[Family, tuple[int, int]]]:
    """The families whose index a sentence bounds in a formula of its own, with the place of that: x_i, i = 1, …, n."""
    for match in _RUNS.finditer(sentence.text):
        trees = [sentence.things[int(match[x])].trees for x in ("members", "over")]
        for members in trees[0] if all(len(x) == 1 for x in trees) else ():
            yield from ((found, match.span("run")) for found in _running((members, *trees[1])))


def _run(node: s.Node) -> tuple[s.Name, s.Node] | None:
    """The index and its last value of i = 1, …, n, of i ∈ {1, …, n} and of 1 ≤ i ≤ n."""
    match node:
        case s.Chain((s.Name() as index, *_, s.Listed(items)), ("=", *_)):
            return index, items[-1]
        case s.Chain((s.Name() as index, s.Group(s.Listed((s.Num("1"), *_, last)), "{")), ("∈",)):
            return index, last
        case s.Chain((s.Num("1"), s.Name() as index, last), ("≤", "≤")):
            return index, last
    return None


def family(node: s.Node) -> Family | None:
    """The family that a list with dots or a set with bounds denotes."""
    if isinstance(node, s.Listed) and all(isinstance(x, s.Transpose | s.Dots) for x in node.items):  # x_1ᵀ, …, x_nᵀ
        node = s.Listed(tuple(x.base if isinstance(x, s.Transpose) else x for x in node.items), span=node.span)
    match node:
        case s.Listed(said) if any(isinstance(x, s.Dots) for x in _apart(said)):
            items = _apart(said)
            first, last = items[0], items[-1]
            if isinstance(first, s.Name) and isinstance(last, s.Name) and base(first) == base(last):
                one, end = _index(first), _index(last)
                if isinstance(one, s.Num) and end is not None:
                    return Family(base(first), "", end)
        case s.Power(s.Indexed(s.Group(s.Name() as member, "{" | "("), s.Chain((s.Name() as index, _), ("=",))), last):
            if _index(member) == index:
                return Family(base(member), index.base, last)
    return None


def _apart(items: tuple[s.Node, ...]) -> tuple[s.Node, ...]:
    """A list in which dots without a comma behind them are an item: x_1, x_2, .. x_n."""
    out = list[s.Node]()
    for item in items:
        dotted = isinstance(item, s.Product) and isinstance(item.factors[0], s.Dots) and len(item.factors) == 2
        out += item.factors if isinstance(item, s.Product) and dotted else (item,)
    return tuple(out)


def _index(name: s.Name) -> s.Node | None:
    above = name.upper.body if isinstance(name.upper, s.Group) else name.upper
    return above if name.subscript is None else name.subscript


def size(thing: Thing) -> tuple[s.Node, s.Node] | None:
    """Rows and columns from a formula such as n × p, ℝ^{n×p}, ℝ^p or (n, p)."""
    if len(thing.trees) != 1:
        return None
    match thing.trees[0]:
        case s.Product((rows, columns), ("×",)) if is_dimension(rows) and is_dimension(columns):
            return rows, columns
        case s.Group(s.Product((rows, columns), ("×",))) | s.Group(s.Listed((rows, columns)), "("):
            return (rows, columns) if is_dimension(rows) and is_dimension(columns) else None
        case s.Power(s.Name("R", font="blackboard" | "bold" | ""), exponent):
            return _exponent(exponent)
        case s.Name("R", font="blackboard", subscript=None, upper=None):
            return ONE, ONE
    return None


def without_sizes(sentence: Sentence) -> str:
    """The text of a sentence with sizes blanked: what stands behind ⟦n × n⟧ is said of the letter before it."""

    def blanked(match: re.Match[str]) -> str:
        is_size = match[1] is None or size(sentence.things[int(match[1])]) is not None
        return " " * len(match[0]) if is_size else match[0]

    return _OF_SIZE.sub(blanked, sentence.text)


def _exponent(node: s.Node) -> tuple[s.Node, s.Node] | None:
    match node:
        case s.Product((rows, columns), ("×",)):
            return (rows, columns) if is_dimension(rows) and is_dimension(columns) else None
        case _ if is_dimension(node):
            return node, ONE
    return None


def dimension(thing: Thing) -> s.Node | None:
    """A single number of rows, of samples: n, p − 1, 2."""
    return thing.trees[0] if len(thing.trees) == 1 and is_dimension(thing.trees[0]) else None


def is_dimension(node: s.Node) -> bool:
    """Whether a formula can be a number of rows or columns."""
    match node:
        case s.Num(text):
            return text.isdecimal() and text != "0"
        case s.Name(font="" | "calligraphic" | "roman" | "italic", accents=()):
            return True
        case s.Bars(s.Name()):
            return True
        case s.Sum(terms):
            return all(map(is_dimension, terms))
        case s.Product(factors, marks):
            return "×" not in marks and all(map(is_dimension, factors))
    return False


def transposed(thing: Thing) -> s.Name | None:
    """The letter of x_i^T, or of x_i."""
    match thing.trees:
        case (s.Transpose(s.Name() as name),) | (s.Name() as name,):
            return name
    return None


def things(sentence: Sentence, part: str) -> tuple[Thing, ...]:
    """The formulas among the placeholders ⟦k⟧ of a part of a sentence."""
    out, rest = list[Thing](), part
    while "⟦" in rest:
        number, _, rest = rest[rest.index("⟦") + 1 :].partition("⟧")
        out.append(sentence.things[int(number)])
    return tuple(out)
