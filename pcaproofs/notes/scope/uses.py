"""The uses of letters in the formulas of a note: as sizes, families, functions, random vectors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from string import ascii_lowercase

from pcaproofs.notes.formulas import surface as s
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import (
    COUNTS,
    INDICES,
    VECTORS,
    bare,
    is_capital,
    is_constant,
    is_identity,
    is_ones,
    key,
)
from pcaproofs.notes.prose.facts import Fact, HasKind, HasShape, IsFamily, Kind, Stands
from pcaproofs.notes.prose.sentences import sentences

GIVEN = "∣"  # as in E(x ∣ z)


def sizes(trees: Sequence[s.Node], facts: Iterable[list[Fact]]) -> Iterator[tuple[str, int]]:
    """The letters that are sizes, with their places: of shapes, of families, above sums, below ones and identities."""
    for fact in (f for found in facts for f in found):
        if isinstance(fact, HasShape):
            yield from ((key(x), fact.span[0]) for x in s.every((fact.rows, fact.columns), s.Name))
        elif isinstance(fact, IsFamily) and isinstance(fact.last, s.Name):
            yield key(fact.last), fact.span[0]
        elif (isinstance(fact, HasKind) and fact.kind == "size") or (
            isinstance(fact, Stands) and fact.role in ("sample size", "dimension")
        ):
            yield key(fact.letter), fact.span[0]
    sums = s.every(trees, s.Big)
    running = {(id(inner), x) for outer in sums for inner in s.nodes(outer.body) for x in s.index_names(outer)}
    for node in s.every(trees, s.Node):
        if isinstance(node, s.Big) and isinstance(node.upper, s.Name):
            ends = (node.upper, begins_after(node.lower))
            names = (x for x in ends if isinstance(x, s.Name) and (id(node), x.base) not in running)
            yield from ((key(x), node.span[0]) for x in names)
        elif isinstance(node, s.Name) and (is_ones(node) or is_identity(node)) and isinstance(node.subscript, s.Name):
            yield key(node.subscript), node.span[0]


def counts(trees: Sequence[s.Node], declared: frozenset[str]) -> Iterator[str]:
    """The letters by which 𝟏𝟏ᵀ, or J = 𝟏𝟏ᵀ, is divided, and D of (2π)^{−D/2}, if nothing else is said of them."""
    chains = [x for x in s.every(trees, s.Chain) if len(x.terms) == 2 and x.signs[0] in ("=", ":=")]
    named = {key(x.terms[0]) for x in chains if isinstance(x.terms[0], s.Name) and _is_outer(x.terms[1], frozenset())}
    for node in s.every(trees, s.Node):
        for letter in _divisors_of_outer(node, frozenset(named)):
            if letter == s.Name(letter.base) and letter.base in _COUNTS and key(letter) not in declared:
                yield key(letter)
    for node in s.every(trees, s.Power):
        if isinstance(node.base, s.Group | s.Bars) and any(_is_half(x) for x in s.nodes(node.exponent)):
            inside = (x for x in s.nodes(node.exponent) if isinstance(x, s.Name))
            yield from (key(x) for x in inside if x == s.Name(x.base) and key(x) not in declared)


def _is_half(node: s.Node) -> bool:
    """Whether a node is D/2."""
    match node:
        case s.Frac(_, s.Num("2")) | s.Product((*_, s.Num("2")), (*_, "/")):
            return True
    return False


def _is_outer(node: s.Node, named: frozenset[str]) -> bool:
    """Whether a formula is 𝟏𝟏ᵀ, or a letter that the note defines so."""
    match node:
        case s.Product(factors=(s.Name() as one, s.Transpose(base=other))):
            return is_ones(one) and one == other
        case s.Name():
            return key(node) in named
    return False


def _divisors_of_outer(node: s.Node, named: frozenset[str]) -> Iterator[s.Name]:
    match node:
        case s.Frac(top, s.Name() as bottom) if _is_outer(top, named):
            yield bottom
        case s.Product(factors, marks):
            for k, factor in enumerate(factors):
                pair = s.Product(factors[k : k + 2], ("",)) if marks[k : k + 1] == ("",) else None
                width = 2 if pair is not None and _is_outer(pair, named) else 1 if _is_outer(factor, named) else 0
                behind = factors[k + width : k + width + 1]
                if width and behind and marks[k + width - 1] == "/" and isinstance(behind[0], s.Name):
                    yield behind[0]
                if width and k and isinstance(before := factors[k - 1], s.Frac) and isinstance(before.bottom, s.Name):
                    yield before.bottom


def families(trees: Sequence[s.Node]) -> Iterator[tuple[str, s.Node | None]]:
    """The letters that are summed over by their index, with the length if all sums agree on it."""
    found: dict[str, set[s.Node]] = {}
    for big in s.every(trees, s.Big):
        indices = s.index_names(big)
        for name in s.names(big.body):
            index = name.subscript
            if isinstance(index, s.Name) and index.base in indices and index.subscript is None:
                found.setdefault(key(bare(name)), set()).update(() if big.upper is None else (big.upper,))
    within = parts(trees)
    for base, lengths in found.items():
        yield base, longest(lengths, within)


def beside_members(trees: Sequence[s.Node], known: frozenset[str], sizes: frozenset[str]) -> Iterator[str]:
    """The small letters that have the index of a member of a known family in an equation: λ of S u_i = λ_i u_i."""
    for chain in (x for x in s.every(trees, s.Chain) if "=" in x.signs):
        indexed = [(x, x.subscript) for x in _outside_sums(chain) if isinstance(x.subscript, s.Name)]
        running = {key(i) for x, i in indexed if key(bare(x)) in known} - sizes
        for name, index in indexed:
            base = key(bare(name))
            if key(index) in running and index.base in INDICES and base not in known and not is_capital(name):
                yield base


def _outside_sums(node: s.Node) -> Iterator[s.Name]:
    """The names in a formula that stand below no sum."""
    if isinstance(node, s.Name):
        yield node
    elif not isinstance(node, s.Big):
        for part in s.children(node):
            yield from _outside_sums(part)


def begins_after(lower: s.Node | None) -> s.Node | None:
    """M where a large operator begins at i = M + 1, at i > M or at i ≥ M + 1; a number if it begins at i = 2, 3, …."""
    match lower:
        case s.Chain(
            terms=(s.Name(), s.Sum(terms=(s.Name() as after, s.Num("1")), signs=("", "+"))), signs=("=" | "≥",)
        ):
            return after
        case s.Chain(terms=(s.Name(), s.Name() as after), signs=(">",)):
            return after
        case s.Chain(terms=(s.Name(), s.Num(text) as first), signs=("=",)) if text.isdecimal() and int(text) > 1:
            return replace(first, text=str(int(text) - 1))
    return None


def parts(trees: Sequence[s.Node]) -> frozenset[tuple[str, str]]:
    """Pairs of sizes (M, D) such that the note sums from M + 1 to D, or says that M < D or M ≤ D."""
    out = set[tuple[str, str]]()
    for node in s.every(trees, s.Node):
        if isinstance(node, s.Big) and node.upper is not None and (after := begins_after(node.lower)) is not None:
            out.add((key(after), key(node.upper)))
        elif isinstance(node, s.Chain):
            for first, sign, second in s.links(node):
                if isinstance(first, s.Name) and isinstance(second, s.Name) and sign in _ORDERS:
                    out.add((key(first), key(second)) if sign in ("<", "≤", "≪") else (key(second), key(first)))
    return frozenset(out)


_COUNTS = frozenset({"n", "N", "m"})
_ORDERS = ("<", "≤", "≪", ">", "≥", "≫")


def longest(lengths: Iterable[s.Node], within: frozenset[tuple[str, str]]) -> s.Node | None:
    """The one of several lengths of a family of which the others are parts; None where that is not said."""
    found = {x for x in lengths if not any((key(x), key(y)) in within for y in lengths if y != x)}
    return next(iter(found)) if len(found) == 1 else None


def arrays(trees: Sequence[s.Node]) -> Iterator[str]:
    """The letters with two indices of which a sum binds one: α of Σ_i α_{ni} u_i."""
    for big in s.every(trees, s.Big):
        indices = s.index_names(big)
        for name in s.names(big.body):
            if any(isinstance(x, s.Name) and x.base in indices for x in two_indices(name) or ()):
                yield key(bare(name))


def two_indices(name: s.Name) -> tuple[s.Name | s.Num, s.Name | s.Num] | None:
    """The indices of a letter that has two, side by side or with a comma."""
    match name.subscript:
        case s.Product(factors=(s.Name() | s.Num() as first, s.Name() | s.Num() as second), marks=("",)):
            return first, second
        case s.Listed(items=(s.Name() | s.Num() as first, s.Name() | s.Num() as second)):
            return first, second
    return None


_FUNCTIONS, _NO_FUNCTIONS = frozenset("fghFGJLℓφψΦΨ"), frozenset("EPΠ")


def _calls(node: s.Node, brackets: str) -> Iterator[tuple[s.Name, s.Node, bool]]:
    """The letters of a product with what stands in brackets right behind them, and whether these have no script."""
    product = node if isinstance(node, s.Product) else s.Product((), ())
    for name, behind, mark in zip(product.factors, product.factors[1:], product.marks, strict=False):
        group = behind.base if isinstance(behind, s.Transpose | s.Power) else behind
        if not mark and isinstance(name, s.Name) and isinstance(group, s.Group) and group.opening in brackets:
            yield name, group.body, group is behind


def functions(trees: Sequence[s.Node]) -> Iterator[str]:
    """The letters with arguments behind them: f(w), k(x, y), L(u, λ); brackets around one letter are for an argument.

    f, g and the like are functions in f(w + v), and every small letter is one in s(2z), where nothing but brackets
    follows them in the note.
    """
    applied, other = set[str](), set[str]()
    for node in s.every(trees, s.Node):
        heads = set[int]()
        for name, body, _ in (x for x in _calls(node, "(") if x[2]):
            heads.add(id(name))
            if name.base in _NO_FUNCTIONS:
                continue
            if all(isinstance(x, s.Name) for x in s.items(body)):
                yield key(name)
            elif name.base in _FUNCTIONS or (name.base in ascii_lowercase and all(map(_is_multiple, s.items(body)))):
                applied.add(key(name))
        other |= {key(x) for x in s.children(node) if isinstance(x, s.Name) and id(x) not in heads}
    yield from applied - other


def applied(trees: Sequence[s.Node]) -> frozenset[str]:
    """The letters before brackets that are for an argument whatever else the note says of the letter.

    They are if a bracket behind the letter has only letters in it, w(t_1), or if all have multiples of letters, Q(2x),
    and the letter is an operand nowhere else; and if none opens with a sum, as A(x + y) does. In w(t + 1) the sum is an
    index.
    """
    lettered, multiples, opened, operands = set[str](), set[str](), set[str](), set[str]()
    for node in s.every(trees, s.Node):
        heads = set[int]()
        for name, body, is_plain in _calls(node, "(["):
            arguments = s.items(body)
            if _is_operand_sum(body):
                opened.add(key(name))
            elif name.base in _NO_FUNCTIONS or any(isinstance(x, s.Name) and is_constant(x) for x in arguments):
                continue
            elif is_plain and all(map(_is_multiple, arguments)):
                heads.add(id(name))
                (lettered if all(isinstance(x, s.Name) for x in arguments) else multiples).add(key(name))
        if not isinstance(node, s.Chain | s.Listed | s.Sentence | s.Quantified):
            operands |= {key(x) for x in s.children(node) if isinstance(x, s.Name) and id(x) not in heads}
    return frozenset((lettered | (multiples - operands)) - opened)


def _is_operand_sum(node: s.Node) -> bool:
    """Whether a node is a sum, and not one of numbers and indices: t + 1, t_1 + t_2, −x."""
    if not isinstance(node, s.Sum) or len(node.terms) < 2 or any(isinstance(x, s.Num) for x in node.terms):
        return False
    return not all(isinstance(x, s.Name) and x.base in INDICES and not x.font for x in node.terms)


def _is_multiple(argument: s.Node) -> bool:
    """Whether an argument is a letter or a number times a letter: z, 2z, −z."""
    match argument:
        case s.Name():
            return True
        case s.Sum(terms=(one,), signs=("-",)):
            return _is_multiple(one)
        case s.Product(factors=(s.Num(), s.Name()), marks=("",)):
            return True
    return False


def random(trees: Sequence[s.Node], *, alone: bool) -> Iterator[str]:
    """The capital letters in expectations, variances and covariances; alone: only those of which E[X] is taken."""
    for moment in s.every(trees, s.Moment):
        inside = [moment.body] if alone else s.nodes(moment.body)
        if moment.kind == "E" or not alone:
            yield from (key(x) for x in inside if isinstance(x, s.Name) and is_capital(x))


def has_marked_columns(trees: Iterable[s.Node]) -> bool:
    """Whether small letters have the mark −, x̂⁻: it tells values apart then, and is no generalised inverse."""
    return any(x.mark == "-" and not is_capital(x) for x in s.every(trees, s.Name))


def told_random(trees: Iterable[s.Node]) -> Iterator[str]:
    """The small letters of which an equation gives a moment: E[η] = 0, Var(η | X) = σ²I, E[vvᵀ] = R."""
    for chain in s.every(trees, s.Chain):
        for one, sign, other in s.links(chain):
            of = _moment_of(one)
            match of:
                case s.Product(factors=(s.Name() as first, s.Transpose(base=second))) if first == second:
                    of = first
            if sign == "=" and isinstance(of, s.Name) and not is_capital(of) and not _has_moment_or(other, of):
                yield key(of)


def moments_alone(trees: Iterable[s.Node]) -> Iterator[str]:
    """The small letters of which a mean, a variance or a covariance is taken alone: x of E[x]."""
    for node in s.every(trees, s.Node):
        if isinstance(of := _moment_of(node), s.Name) and not is_capital(of):
            yield key(of)


def inside_moments(trees: Iterable[s.Node], random: Set[str]) -> Iterator[str]:
    """The small letters that look like columns in means of expressions without a random letter: e, w of E[ewᵀ]."""
    means = [x.body for x in s.every(trees, s.Moment) if x.kind == "E"]
    called = [_calls(x, "([") for x in s.every(trees, s.Product)]
    means += [body for found in called for name, body, _ in found if name.base in ("E", "𝔼")]
    for body in (x for x in means if not isinstance(x, s.Name | s.Chain)):
        names = [x for x in s.nodes(body) if isinstance(x, s.Name)]
        is_of_capitals = any(
            x.subscript is not None and x.subscript in names and is_capital(x.subscript) for x in names
        )
        if random.isdisjoint(map(key, names)) and not is_of_capitals:  # μ_X of X − μ_X is no random letter
            yield from (key(x) for x in names if not is_capital(x) and kind_by_look(x) == "column")


def is_given(chain: s.Chain) -> bool:
    """Whether a chain is Y ∣ X or Y ∣ X = x."""
    return chain.signs[0] == GIVEN and {*chain.signs[1:]} <= {"="}


def _moment_of(node: s.Node) -> s.Node | None:
    """What a moment is of, without what is given: η of E(η | Z); None if a node is no moment."""
    body = _inside_moment(node)
    return body.terms[0] if isinstance(body, s.Chain) and is_given(body) else body


def _inside_moment(node: s.Node) -> s.Node | None:
    match node:
        case s.Moment(kind="E" | "Var" | "Cov", body=body):
            return body
        case s.Product(factors=(s.Name(base="E" | "𝔼" | "Var" | "var" | "Cov" | "cov"), s.Group(body=body), *_)):
            return body
    return None


def has_given(trees: Iterable[s.Node]) -> bool:
    """Whether a note has a moment of something given something else, E(y | X)."""
    inside = map(_inside_moment, s.every(trees, s.Node))
    return any(isinstance(x, s.Chain) and is_given(x) for x in inside)


def _has_moment_or(node: s.Node, of: s.Name) -> bool:
    """Whether a node has a moment, a sum over samples, or the letter itself."""
    return any(isinstance(x, s.Moment | s.Big) or (isinstance(x, s.Name) and x.base == of.base) for x in s.nodes(node))


def valued(trees: Iterable[s.Node]) -> Iterator[str]:
    """The keys of the letters that an equation gives a value that is no number."""
    for chain in s.every(trees, s.Chain):
        left, right = chain.terms[:2]
        if chain.signs[0] in ("=", ":=") and isinstance(left, s.Name) and not isinstance(right, s.Num):
            yield key(left)


def subtracted(trees: Iterable[s.Node]) -> Iterator[frozenset[s.Node]]:
    """The pairs of a letter and a product of which the note takes the difference: y and Ax of ‖y − Ax‖²."""
    for total in s.every(trees, s.Sum):
        signed = [(term, sign == "-") for term, sign in zip(total.terms, total.signs, strict=True)]
        names, products = ([x for x in signed if isinstance(x[0], kind)] for kind in (s.Name, s.Product))
        yield from (frozenset({a, b}) for a, minus in names for b, other in products if minus != other)


def transposed(trees: Iterable[s.Node]) -> Iterator[str]:
    """The keys of the letters of which a transpose or a trace is taken, alone or in a sum: x and m of (x − m)ᵀ."""
    for node in s.every(trees, s.Node):
        inside = node.base if isinstance(node, s.Transpose) else node.body if isinstance(node, s.Trace) else None
        body = inside.body if isinstance(inside, s.Group) else inside
        yield from (key(x) for x in (body.terms if isinstance(body, s.Sum) else (body,)) if isinstance(x, s.Name))


def inverted(trees: Iterable[s.Node]) -> Iterator[str]:
    """The keys of the letters of which a note takes an inverse."""
    for node in s.every(trees, s.Power):
        if isinstance(node.base, s.Name) and node.exponent == s.Sum((s.Num("1"),), ("-",)):
            yield key(node.base)


def arrowed_matrices(trees: Iterable[s.Node]) -> Iterator[str]:
    """The keys of the capital letters with an arrow that stand before another such letter, X⃗ of X⃗β⃗."""
    for product in s.every(trees, s.Product):
        for (a, b), mark in zip(pairwise(product.factors), product.marks, strict=True):
            both = [x for x in (a, b) if isinstance(x, s.Name) and not {*VECTORS}.isdisjoint(x.accents)]
            if len(both) == 2 and mark == "" and both[0].base.isupper():
                yield key(both[0])


def multiplied_from_left(trees: Iterable[s.Node]) -> set[str]:
    """The keys, without accents, of the small letters that stand behind matrices and before no factor: β of Xβ.

    A number would stand before the matrix.
    """
    behind, before = set[str](), set[str]()
    for product in s.every(trees, s.Product):
        for a, b in pairwise(product.factors):
            inside = a.base if isinstance(a, s.Transpose | s.Power) else a
            is_matrix = isinstance(inside, s.Name) and kind_by_look(inside) == "matrix" and inside.base not in COUNTS
            behind.update([key(replace(b, accents=()))] if is_matrix and isinstance(b, s.Name) else [])
            before.update([key(replace(a, accents=()))] if isinstance(a, s.Name) else [])
    return behind - before


_DIFFERENTIALS = (s.Name("∂"), s.Name("d", font="roman"), s.Name("d"))


def radicands(trees: Sequence[s.Node]) -> Iterator[str]:
    """The small letters of which a root or a logarithm is taken, alone or beside letters and numbers: √(ab)."""
    for node in s.every(trees, s.Node):
        is_log = isinstance(node, s.Operator) and node.name in ("log", "ln")
        factors = list(_letters_and_numbers(node.body)) if is_log or isinstance(node, s.Root) else [None]  # type: ignore[attr-defined]
        if None not in factors:
            yield from (key(x) for x in factors if isinstance(x, s.Name) and x.base.islower() and not x.font)


def _letters_and_numbers(node: s.Node) -> Iterator[s.Node | None]:
    """The letters and numbers of a product, a quotient or a power; None for anything else."""
    match node:
        case s.Name() | s.Num():
            yield node
        case s.Product(parts):
            yield from (x for part in parts for x in _letters_and_numbers(part))
        case s.Frac(top, bottom):
            yield from (*_letters_and_numbers(top), *_letters_and_numbers(bottom))
        case s.Power(base, _) | s.Group(base):
            yield from _letters_and_numbers(base)
        case _:
            yield None


def divisors(trees: Iterable[s.Node]) -> Iterator[str]:
    """The keys of the letters that stand below a fraction's line alone or beside letters and numbers: N of 1/2N."""
    for bottom in (x.bottom for x in s.every(trees, s.Frac)):
        factors = bottom.factors if isinstance(bottom, s.Product) else (bottom,)
        if all(isinstance(x, s.Name | s.Num) for x in factors) and factors[0] not in _DIFFERENTIALS:
            yield from (key(x) for x in factors if isinstance(x, s.Name) and not x.font)


def alone(trees: Iterable[s.Node]) -> Iterator[str]:
    """The keys of the letters that stand without a subscript."""
    for name in s.every(trees, s.Name):
        if name.subscript is None:
            yield key(name)


def entries(trees: Iterable[s.Node]) -> Iterator[str]:
    """The keys of the small letters in matrices of several rows whose cells have only such letters and numbers."""
    for matrix in (x for x in s.every(trees, s.Matrix) if len(x.rows) > 1):
        inside = [x for row in matrix.rows for cell in row for x in _outside_subscripts(cell)]
        names = [x for x in inside if isinstance(x, s.Name)]
        plain = (s.Name, s.Num, s.Sum, s.Product, s.Power, s.Frac, s.Group, s.Dots)
        if all(isinstance(x, plain) for x in inside) and not any(is_capital(x) or x.font for x in names):
            yield from map(key, names)


def _outside_subscripts(node: s.Node) -> Iterator[s.Node]:
    yield node
    if not isinstance(node, s.Name):
        for part in s.children(node):
            yield from _outside_subscripts(part)


def kind_by_look(name: s.Name) -> Kind:
    """The kind of a letter by its appearance only."""
    base = name.base[1:] if len(name.base) == 2 and name.base[0] in "δΔ" else name.base  # ΔA
    if any(accent in VECTORS for accent in name.accents):
        return "column"
    if name.font == "bold":
        return "matrix" if base.isupper() else "column"
    if len(base) > 1:
        return "number"
    if base.isupper():
        return "matrix"
    if base in "μθ" or (base.isascii() and base not in INDICES | COUNTS | {"c"}):
        return "column"
    return "number"


# these make ‖A‖ of a matrix another norm than Frobenius's; in English, Spanish, Portuguese, French and German
_OTHER_OF_MATRICES = re.compile(
    r"(?<![\w-])(?:(?:operator|spectral|induced|subordinate|natural|nuclear|trace|matrix|consistent)[- ]norms?"
    r"|matrix (?:2|p|two|1|\$[^$]{1,9}\$)-norms?|norms? (?:\w+ )?induced|(?:sub-?)multiplicative|condition number"
    r"|norma (?:matricial|inducida|subordinada|espectral|induzida)|n[úu]mero de condici[óo]n"
    r"|norme (?:matricielle|subordonn[ée]e|d'op[ée]rateur|spectrale)|(?:operator|spektral|matrix)norm|konditionszahl"
    r"|(?:largest|maxim(?:um|al)|biggest|greatest) singular value)(?!\w)",
    re.IGNORECASE,
)
_FROBENIUS = re.compile(r"frobenius|hilbert[- –]+schmidt|entry-?wise norm", re.IGNORECASE)


@lru_cache(maxsize=4)
def has_other_norms(text: str) -> bool:
    """Whether a note speaks of norms of matrices that are not Frobenius's."""
    return _OTHER_OF_MATRICES.search(text) is not None


@lru_cache(maxsize=4)
def names_frobenius(text: str) -> bool:
    """Whether a note names Frobenius's norm."""
    return _FROBENIUS.search(text) is not None


_PRODUCTS = {
    "⊗": re.compile(r"kronecker", re.IGNORECASE),
    "⊙": re.compile(r"hadamard|schur product|(?:entry|element|component|coordinate)[- ]?wise", re.IGNORECASE),
}


_ORDER = re.compile(
    r"non-?negative(?: \w+)? (?:entries|elements|components|coefficients|factor)"
    r"|(?<!\w)(?:NMF|prefer(?:s|red|ences?)?)(?!\w)"
    r"|(?:entry|element|component|coordinate)[- ]?wise (?:order|inequalit|non-?negativ)|majori[sz]",
    re.IGNORECASE,
)
_SEMIDEFINITE = re.compile(r"definite|l(?:ö|oe|o)wner|(?<!\w)p\.?s\.?d(?!\w)", re.IGNORECASE)


def has_other_order(text: str) -> bool:
    """Whether ⪰ may order entries, preferences or spectra in a note, which speaks of nothing definite."""
    return _ORDER.search(text) is not None and _SEMIDEFINITE.search(text) is None


def named_products(text: str) -> frozenset[str]:
    """Those of the signs ⊗ and ⊙ whose products a note names: Kronecker's, and the one entry by entry."""
    return frozenset(sign for sign, words in _PRODUCTS.items() if words.search(text))


_NAMED = re.compile(
    r"(?<![\w-])(?:(?:inner|scalar|dot) products?|norms?|define\w*|denot\w+|notation|write|set|put)(?![\w-])"
)


def has_own_products(note: Note) -> bool:
    """Whether a note defines an inner product or a norm of columns that is not the usual one."""
    chains = [(f, f.tree) for f in note.formulas if isinstance(f.tree, s.Chain)]
    named = [thing.span for said in sentences(note) if _NAMED.search(said.text) for thing in said.things]
    return any(
        _is_unusual(chain) and (chain.signs[0] == ":=" or any(start <= formula.span[0] < end for start, end in named))
        for formula, chain in chains
    )


def _is_unusual(chain: s.Chain) -> bool:
    """Whether a chain gives ⟨x, y⟩ or ‖x‖ a value with other letters, a factor, or a moment."""
    first, *rest = chain.terms
    match first.base if isinstance(first, s.Power) else first:
        case s.Inner(s.Name() as left, s.Name() as right):
            letters = {key(left), key(right)}
        case s.Norm(s.Name() as left, None):
            letters = {key(left)}
        case _:
            return False
    body = rest[0]
    if chain.signs[0] not in ("=", ":=") or any(isinstance(x, s.Inner | s.Norm) for x in s.nodes(body)):
        return False
    found = {key(bare(x)) for x in s.names(body)}
    if not letters <= found:
        return False
    factors = body.factors if isinstance(body, s.Product) else (body,)
    is_scaled = any(isinstance(x, s.Num | s.Frac) for x in factors) and isinstance(body, s.Product | s.Frac)
    limits = (x for big in s.every((body,), s.Big) for x in (big.lower, big.upper) if x is not None)
    bounds = {*map(key, s.every(limits, s.Node))}
    return is_scaled or any(True for _ in s.every((body,), s.Moment)) or bool(found - letters - INDICES - bounds)


_CONJUGATES = re.compile(
    r"\bconjugates?\b(?! gradient)|\bcomplex (?:conj|inner|dot|number|entr|scalar|vector|matri|eigen)", re.IGNORECASE
)
_COMPLEX = re.compile(
    r"\bcomplex[- ](?!concept|model|system|data|problem|structure|relation)|ℂ|\\mathbb ?\{?[CK]\b|\\CC?\b"
)


def has_conjugates(text: str) -> bool:
    """Whether a note speaks of complex numbers, so that a bar may be a conjugate. Conjugate gradients are none."""
    return _CONJUGATES.search(text) is not None


def speaks_of_complex(text: str) -> bool:
    """Whether a note names complex numbers, or the field of them, anywhere."""
    return _COMPLEX.search(text) is not None


def complex_letters(trees: Iterable[s.Node]) -> Iterator[tuple[str, int]]:
    """The letters that a note declares to be complex, x ∈ ℂ^p, by their keys without an index, and where it does."""
    for chain in s.every(trees, s.Chain):
        for left, sign, right in s.links(chain):
            match right.base if isinstance(right, s.Power) else right:
                case s.Name("C", font="blackboard" | "bold") if sign == "∈":
                    yield from ((key(bare(x)), chain.span[0]) for x in s.items(left) if isinstance(x, s.Name))


ENTRYWISE = "what is squared or multiplied entry by entry is a column with these entries"


# The summation convention: an index that occurs twice in a product of entries, and once nowhere, is summed over.
#
# A note may use it without a word. Then a statement is false only if it is so with and without the sums.


_SAID = re.compile(
    r"(?<![\w-])(?:einstein(?:'s)?(?: summation)? (?:convention|notation|sums?|summation)|summation convention"
    r"|repeated ind(?:ex|ices))(?![\w-])",
    re.IGNORECASE,
)


def sums_repeated(note: Note) -> bool:
    """Whether a note announces the summation convention."""
    return _SAID.search(" ".join(note.prose.split())) is not None


def repeats_index(node: s.Node, bound: frozenset[str] = frozenset()) -> bool:
    """Whether a product or a letter in a formula has a repeated index that no surrounding sum binds."""
    if isinstance(node, s.Big):
        bound = bound | s.index_names(node)
    if isinstance(node, s.Name):
        below = [x for x in _indices(node) if x not in bound]
        if len(below) > len({*below}):
            return True
    if isinstance(node, s.Product):
        found = [x for factor in node.factors for x in {*_indices(factor)} - bound]
        if len(found) > len({*found}):
            return True
    return any(repeats_index(child, bound) for child in s.children(node))


def _indices(factor: s.Node) -> list[str]:
    """The indices below the letters of a factor."""
    below = [x.subscript for x in s.nodes(factor) if isinstance(x, s.Name) and x.subscript is not None]
    return [y.base for x in below for y in s.nodes(x) if isinstance(y, s.Name) and y.base in INDICES]


def summed(chain: s.Chain, beside: Iterable[s.Node], fixed: frozenset[str]) -> tuple[s.Chain, tuple[str, ...]] | None:
    """A chain with a sum over each repeated index, and these indices; None if there is none.

    beside: expressions that it is equal to; fixed: letters that are no indices of sums.
    """
    counted = [(addend, *_counts(addend)) for term in chain.terms for addend in _addends(term)]
    free = {x for term in beside for addend in _addends(term) for x, n in _counts(addend)[0].items() if n == 1}
    free |= {x for _, counts, members in counted for x, n in counts.items() if n == 1 or x in members} | fixed
    found = {id(a): [x for x, n in counts.items() if n == 2 and x not in free] for a, counts, _ in counted}
    over = sorted({x for indices in found.values() for x in indices})
    if not over:
        return None

    def read(term: s.Node) -> s.Node:
        if isinstance(term, s.Sum):
            return replace(term, terms=tuple(map(read, term.terms)))
        for index in reversed(found[id(term)]):
            term = s.Big("∑", term, s.Name(index), span=term.span)
        return term

    return replace(chain, terms=tuple(map(read, chain.terms))), tuple(over)


def _addends(term: s.Node) -> tuple[s.Node, ...]:
    return term.terms if isinstance(term, s.Sum) else (term,)


def _counts(node: s.Node) -> tuple[Counter[str], frozenset[str]]:
    """How often each index stands below the letters of a product, and those that no sum binds: of x_iᵀx_i, P_{i+1}."""
    out, members = Counter[str](), frozenset[str]()
    if isinstance(node, s.Name):
        out = Counter(_indices(node))
        return out, frozenset(out) if isinstance(node.subscript, s.Sum | s.Chain) else members
    for part in s.children(node):
        inside, columns = _counts(part)
        out = out | inside if isinstance(node, s.Sum) else out + inside
        members |= columns
    match node:
        case s.Power(exponent=s.Num("2")):
            out = out + out
        case s.Big():
            bound = s.index_names(node) or out.keys()  # a sum without its index binds the one below its letters
            out, members = Counter({x: n for x, n in out.items() if x not in bound}), members - bound
        case s.Transpose() | s.Norm() | s.Inner():
            members |= frozenset(out)
        case s.Indexed(index=index):
            out += Counter(x.base for x in s.nodes(index) if isinstance(x, s.Name) and x.base in INDICES)
    return out, members
