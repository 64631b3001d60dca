"""The notation of letters: keys of names, ones, identities, indices, listed families."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from pcaproofs.notes.formulas import surface as s
from pcaproofs.notes.formulas.grammar import Unread, parse_text
from pcaproofs.notes.formulas.printing import latex, unicode
from pcaproofs.notes.text.source import Span

INDICES = frozenset("ijklmst")
COUNTS = frozenset("nmpdqrkNDMKLT")
_SIGNS = {"+": "_plus_", "-": "_minus_", "|": "_given_"}  # k + 1 and k − 1 below letters are spelled differently
VECTORS = ("vec", "overrightarrow")
_ONES = frozenset({"1", "𝟙", "𝟏"})
_ACCENTS = {"hat": "hat", "bar": "bar", "tilde": "tilde", "vec": "", "dot": "dot", "underline": ""}
_FONTS = {"bold": "bold", "blackboard": "bb", "calligraphic": "cal", "script": "scr", "fraktur": "frak", "sans": "sf"}


def key(name: s.Node) -> str:
    """A key that all spellings of the same letter share; it is cached in the node."""
    kept: dict[str, str] = name.__dict__  # as cached_property does it
    if "key" not in kept:
        kept["key"] = _key(name)
    return kept["key"]


@lru_cache(maxsize=1 << 12)
def _key(name: s.Node) -> str:
    return latex(_plainly(name))


def _plainly(node: s.Node) -> s.Node:
    r"""A node without its spelling, so that \text{cov} and \mathrm{cov} have one key, whichever was seen first."""
    if isinstance(node, s.Name):
        node = replace(node, how="")
    return s.with_children(node, [_plainly(x) for x in s.children(node)])


def bare(name: s.Name) -> s.Name:
    """A name without its index."""
    if name.subscript is None:
        return name
    kept: dict[str, s.Name] = name.__dict__
    if "bare" not in kept:
        kept["bare"] = replace(name, subscript=None)
    return kept["bare"]


def spelled(name: s.Name, *, font: bool = False) -> str:
    """A name as it is written in statements: Xbar, x', P_U; with its font if another letter has the same base."""
    out = name.base + "".join(_ACCENTS.get(accent, accent) for accent in name.accents)
    if font and name.font:
        out += f"_{_FONTS.get(name.font, name.font)}"
    if name.subscript is not None:
        out += f"_{_plain(name.subscript)}"
    out += "'" * name.primes
    if name.mark or (name.upper is not None and name.upper != s.UPPER_INDEX):
        marks = {"*": "star", "⊥": "perp", "∩": "cap", "+": "plus", "†": "dagger", "∘": "circ"}
        out += f"_{marks.get(name.mark, 'above')}" if name.mark else f"_{_plain(name.upper)}"
    return out


def _plain(node: s.Node | None) -> str:
    if node is None:
        return ""
    text = key(node).replace(r"\mid", "|")
    return "".join(_SIGNS.get(c, c) for c in text if c.isalnum() or c in _SIGNS)


def is_capital(name: s.Name) -> bool:
    """Whether a name is one capital letter, of any alphabet and font."""
    return len(name.base) == 1 and name.base.isupper()


def is_word(name: s.Name) -> bool:
    """Whether a name is a word of three letters or more, or several words."""
    return len(name.base) > 2 and (name.base.isalpha() or " " in name.base)


_NO_SIZES = frozenset("abefguvwxyzABCEFGSUVWXYZ") | frozenset("αβγδεζηθκλμνξπρσςτυφχψωΓΔΘΛΞΠΣΦΨΩ")


def is_ones(name: s.Name) -> bool:
    """Whether a name is a column of ones: 1 in bold, blackboard or the like, or e in none."""
    return name.base in _ONES and (bool(name.font) or name.base != "1") and not name.primes


def is_zero(name: s.Name) -> bool:
    """Whether a name is a column or a matrix of zeros: 0 in bold or blackboard, perhaps with its size."""
    return name.base == "0"


def is_identity(name: s.Name) -> bool:
    """Whether a name is the identity matrix: I or id, perhaps with its size."""
    match name.subscript:
        case s.Product(marks=marks) if "×" not in marks:
            return False  # I_xx
        case s.Name(base=base, font=font) if font or base in _NO_SIZES:
            return False  # I_G, I_u: an inertia, an indicator, an information
    return (name.base == "I" or (name.base in ("id", "Id") and not name.font)) and not name.accents and not name.primes


def is_constant(name: s.Name) -> bool:
    """Whether a name is a column of ones, zeros or an identity matrix."""
    return is_ones(name) or is_zero(name) or is_identity(name)


def index_of(name: s.Name) -> s.Node | None:
    """The subscript of a name if it can be an index: one letter, a number, or two of them side by side."""
    match name.subscript:
        case s.Name(subscript=None, font="", accents=()) as letter if len(letter.base) == 1:
            return letter
        case s.Num() | s.Listed() | s.Product(marks=("",)):
            return name.subscript
    return None


def size_in_subscript(name: s.Name) -> tuple[s.Node, s.Node] | None:
    """The rows and columns that a subscript states: P_{k × d}."""
    match name.subscript:
        case s.Product(factors=(rows, columns), marks=("×",)):
            return rows, columns
    return None


def is_sum_of_sizes(node: s.Node) -> bool:
    """Whether a node can be a size: a letter, a number, or a sum of them."""
    match node:
        case s.Name(subscript=None):
            return len(node.base) == 1
        case s.Num():
            return node.text.isdigit()
        case s.Sum(terms):
            return all(map(is_sum_of_sizes, terms))
    return False


def family_listed(node: s.Node) -> tuple[s.Name, s.Node] | None:
    """The letter without index and the last index of x_1, …, x_n, in any brackets."""
    match node:
        case s.Group(body):
            return family_listed(body)
        case s.Chain(terms=(first, *_), signs=("∈",)):
            return family_listed(first)
        case s.Listed(items) if any(isinstance(x, s.Dots) for x in items):
            ends = items[0], items[-1]
            if all(isinstance(x, s.Name) and x.subscript is not None for x in ends):
                first, last = ends
                assert isinstance(first, s.Name)
                assert isinstance(last, s.Name)
                assert last.subscript is not None
                same = bare(first) == bare(last) and first.subscript == s.Num("1")
                if same and _leaves_none_out(items, bare(first), last.subscript):
                    return bare(first), last.subscript
    return None


def _leaves_none_out(items: Sequence[s.Node], base: s.Name, last: s.Node) -> bool:
    """Whether x_1, x_2, …, x_n begins with its first members and goes on to the last: …, x_i, …, x_{n-1}, x_n."""
    first = next(k for k, x in enumerate(items) if isinstance(x, s.Dots))
    for k, x in enumerate(items[:-1]):
        if isinstance(x, s.Dots):
            continue
        if not isinstance(x, s.Name) or bare(x) != base:
            return False
        index, is_within = x.subscript, isinstance(items[k + 1], s.Dots) and k > first
        before_last = isinstance(index, s.Sum) and index.terms == (last, s.Num("1")) and index.signs == ("", "-")
        if k < first and index == s.Num(str(k + 1)):
            continue
        if not (is_within and isinstance(index, s.Name)) and not (k == len(items) - 2 and before_last):
            return False
    return True


def is_kronecker(node: s.Node) -> bool:
    """Whether a node is written as Kronecker's δ is, δ_ij."""
    match node:
        case s.Name(base="δ" | "𝛿" | r"\delta", subscript=s.Product(factors=(_, _)) | s.Listed(items=(_, _))):
            return True
    return False


def letters_in(node: s.Node) -> frozenset[str]:
    """The keys of the names in a formula, each also without its index."""
    found = set[str]()
    kinds = {id(x.subscript) for x in s.nodes(node) if isinstance(x, s.Norm)}  # F of ‖A‖_F
    for name in s.nodes(node):
        if isinstance(name, s.Name) and not is_kronecker(name) and id(name) not in kinds:
            found |= {key(name), key(bare(name))}
    return frozenset(found)


_INDEXED = {"family ": "_{i}", "array ": "_{ij}"}  # how the keys of families and of arrays of letters begin


def letter_text(letter: s.Node | str) -> str:
    """A letter, or the key of one, of a family or of an array, as text; a string that is no key stays."""
    if not isinstance(letter, str):
        return unicode(letter)
    for word, index in _INDEXED.items():
        if letter.startswith(word):
            return _of_key(letter.removeprefix(word) + index)
    return _of_key(letter)


@lru_cache(maxsize=1 << 10)
def _of_key(found: str) -> str:
    tree = parse_text(found)
    return found if isinstance(tree, Unread) else unicode(tree)


def some_factors(parts: Iterable[s.Node], span: Span) -> s.Product | None:
    """Consecutive factors of a product, if they have a span: AB of ABv."""
    for x in parts:
        if isinstance(x, s.Product) and x.span[0] <= span[0] and span[1] <= x.span[1]:
            first = next((k for k, factor in enumerate(x.factors) if factor.span[0] == span[0]), None)
            last = next((k for k, factor in enumerate(x.factors) if factor.span[1] == span[1]), None)
            if first is not None and last is not None and first < last:
                return replace(x, span=span, factors=x.factors[first : last + 1], marks=x.marks[first:last])
    return None
