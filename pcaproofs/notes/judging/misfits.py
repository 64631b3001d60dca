"""Typing a single statement of a note, and why sizes that clash may not be what the note means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from pcaproofs.language.conclusions import unequal
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import (
    COUNTS,
    bare,
    family_listed,
    is_identity,
    is_ones,
    key,
    letter_text,
    letters_in,
)
from pcaproofs.notes.formulas.surface import (
    Blank,
    Chain,
    Dots,
    Group,
    Listed,
    Matrix,
    Name,
    Node,
    Num,
    Power,
    Product,
    Sum,
    nodes,
)
from pcaproofs.notes.judging.proving import MOST, PATIENT, QUICK, Case, Settled
from pcaproofs.notes.judging.state import Judge
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.facts import HasShape
from pcaproofs.notes.prose.scopes import examples, theorems
from pcaproofs.notes.prose.sentences import sentences
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.scope.uses import ENTRYWISE, kind_by_look, two_indices
from pcaproofs.notes.searching import Offer, from_fewest, hypotheses
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.expressions import LAYOUTS, ONES
from pcaproofs.notes.typing.matrices import TUPLE, WRITTEN, may_be_written
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import RELATIONS, Statements, lengths_of_ones, suppose_sizes
from pcaproofs.notes.typing.sums import FACTOR
from pcaproofs.notes.typing.terms import Dim, Relation, Term, Unknown, Unsupported, Untyped, letters_of, terms
from pcaproofs.notes.typing.types import Definition
from pcaproofs.prover.parts import parts_of

# Restrictions of proofs: letters that are only inferred to be numbers, and inverses of square matrices only

_SUMS = ("sum", "total", "identity")


def unsaid_numbers(used: dict[str, Symbol]) -> list[str]:
    """The letters of a statement that are read as numbers although the note does not declare them."""
    return sorted(
        key(symbol.name)
        for symbol in used.values()
        if symbol.kind == "number" and symbol.strength in ("agreed", "convention") and not symbol.is_family
    )


def matrices_as_numbers(used: dict[str, Symbol]) -> list[str]:
    """The letters of a statement that look like matrices or are bold, and that only formulas make numbers."""
    return sorted(
        key(symbol.name)
        for symbol in used.values()
        if symbol.kind == "number"
        and symbol.strength in ("agreed", "convention")
        and not symbol.is_family
        and (kind_by_look(symbol.name) == "matrix" or symbol.name.font == "bold")
        and symbol.name.base not in COUNTS
    )


def small_matrices(used: dict[str, Symbol]) -> list[str]:
    """The small letters of a statement that only formulas make matrices."""
    return sorted(
        key(symbol.name)
        for symbol in used.values()
        if symbol.kind == "matrix" and symbol.strength == "agreed" and kind_by_look(symbol.name) != "matrix"
    )


def inverted_numbers(used: dict[str, Symbol], tree: Node) -> list[str]:
    """The letters M of M⁻¹ that only formulas make numbers: for sizes other than n, N and T this is not written."""
    inverted = {key(x.base) for x in nodes(tree) if isinstance(x, Power) and isinstance(x.exponent, Sum)}
    return sorted(
        found
        for found, symbol in used.items()
        if found in inverted and symbol.kind == "number" and not symbol.is_pinned and symbol.name.base in "MKLD"
    )


def inverted_columns(used: dict[str, Symbol], tree: Node) -> list[str]:
    """The capital letters X of (XᵀX)⁻¹ that only other rows make columns: an inverse is not written for a number."""
    inverted = {
        key(x)
        for node in nodes(tree)
        if isinstance(node, Power) and isinstance(node.base, Group) and isinstance(node.exponent, Sum)
        for x in nodes(node.base)
        if isinstance(x, Name)
    }
    return sorted(
        found
        for found, symbol in used.items()
        if found in inverted
        and symbol.kind == "column"
        and not symbol.is_pinned
        and kind_by_look(symbol.name) == "matrix"
    )


def unlikely_numbers(used: dict[str, Symbol]) -> list[str]:
    """The letters of a statement that look like columns or matrices, and which only other rows make numbers."""
    return sorted(
        key(symbol.name)
        for symbol in used.values()
        if symbol.kind == "number" and symbol.strength == "agreed" and kind_by_look(symbol.name) != "number"
    )


def inverts_both(relation: Relation, same: Callable[[Dim, Dim], bool]) -> bool:
    """Whether a relation has (XᵀX)⁻¹ and (XXᵀ)⁻¹, which both exist only for a square X; same: whether sizes agree."""
    found = [x.parts[0] for side in (relation.left, relation.right) for x in terms(side) if x.op == "inverse"]
    grams = [x for x in found if _is_gram(x)]
    return any(
        letters_of(one) == letters_of(other) and not same(one.shape[0], other.shape[0])
        for k, one in enumerate(grams)
        for other in grams[:k]
    )


def _is_gram(term: Term) -> bool:
    """Whether a term is a product of letters and their transposes, without a sum."""
    return term.op == "product" and not any(x.op in _SUMS for x in terms(term))


def sizes_elsewhere(typing: Statements, relation: Relation) -> frozenset[str]:
    """The sizes of other sections that a relation has as numbers, and as the size of nothing.

    "Let r be a number" need not be seen: r may be any number where only another section sums up to r.
    """
    if not typing.size_values:
        return frozenset()
    every = [x for side in (relation.left, relation.right) for x in terms(side)]
    shapes = {typing.sizes.find(n) for x in (*every, *typing.letters.values()) for n in x.shape}
    used = typing.size_values - {str(n) for n in shapes}
    return frozenset(x for x in used if not typing.table.is_size_here(x, typing.offset))


# Refuting statements about matrices whose sizes a note does not say: "let Q be a matrix with orthonormal columns".
#
# Such a statement is about all sizes, so it may be refuted at any of them that the other formulas of the note admit:
# QQᵀ = I fails for a 2×1 matrix Q unless some formula, such as Q + I, needs a square one. Where the other formulas are
# not all read, all sizes are taken to be equal, which suits every formula.


# "we consider square matrices", and mostly "an orthonormal matrix"; not "a square matrix ⟦A⟧"
_SQUARE = re.compile(
    r"(?<![\w-])square(?![\w-])(?! roots?| loss| error)(?! matri(?:x|ces)(?: (?:of|with) the same size)? ⟦)"
    r"|(?<![\w-])orthonormal matri(?:x|ces)(?![\w-])|(?<![\w-])same (?:sizes?|shapes?|dimensions?)(?![\w-])"
)


def unsaid(typing: Statements) -> list[str]:
    """The matrices of a statement whose sizes the note does not say."""
    return [
        found
        for found, symbol in typing.used.items()
        if symbol.kind == "matrix" and symbol.rows is None and found in typing.letters and " " not in found
    ]


def may_differ(note: Note, typing: Statements, letters: Iterable[str]) -> bool:
    """Whether sizes that are not known to be equal in a statement may differ: all formulas with its letters admit it.

    typing: of the statement, which is read together with these formulas.
    """
    if any(_SQUARE.search(s.text) is not None for s in sentences(note)):
        return False
    dims = [x for found in letters if found in typing.letters for x in typing.letters[found].shape]
    before = [typing.sizes.find(x) for x in dims]
    for tree in _with_letters(note, letters, typing.table.sizes):
        try:
            _read(typing, tree)
        except (Untyped, Unsupported, Misfit, RecursionError):
            return False
    after = [typing.sizes.find(x) for x in dims]
    return _partition(before) == _partition(after) and not any(
        isinstance(x, Unknown) and not isinstance(y, Unknown) for x, y in zip(before, after, strict=True)
    )


def make_equal(typing: Statements) -> None:
    """Make all sizes of a statement equal that are no numbers."""
    found = list(dict.fromkeys(typing.sizes.find(x) for t in typing.letters.values() for x in t.shape))
    open_sizes = [x for x in found if not isinstance(x, int)]
    for other in open_sizes[1:]:
        typing.sizes.suppose(open_sizes[0], other)


def _partition(dims: list[Dim]) -> list[int]:
    """For each size the first place of an equal one."""
    return [dims.index(x) for x in dims]


def _with_letters(note: Note, letters: Iterable[str], sizes: frozenset[str]) -> Iterator[Node]:
    """The formulas that contain some letters, or letters beside these in other formulas; a bare letter says nothing.

    Blank stands for each formula that is not read.
    """
    trees = [f.tree for f in note.formulas]
    seen, found = set[int](), set(letters)
    changed = True
    while changed:
        changed = False
        for k, tree in enumerate(trees):
            if k in seen or isinstance(tree, Name) or _lists_letters(tree):
                continue
            its = found if isinstance(tree, Unread) else letters_in(tree) - sizes
            if its & found:
                seen.add(k)
                found |= its
                changed = True
                yield tree if not isinstance(tree, Unread) else Blank()


def _lists_letters(tree: Node | Unread) -> bool:
    if isinstance(tree, Unread):
        return False
    return family_listed(tree) is not None or (
        isinstance(tree, Listed) and all(isinstance(x, Name) for x in tree.items)
    )


def _read(typing: Statements, tree: Node) -> None:
    """Type a formula together with those before. Raises Untyped, Unsupported, Misfit."""
    if isinstance(tree, Chain) and all(sign in RELATIONS for sign in tree.signs):
        for left, sign, right in zip(tree.terms, tree.signs, tree.terms[1:], strict=False):
            typing.relation(left, sign, right, tree.span)
    else:
        typing.expression(tree)


# Readings that are inferred from the use of letters, and therefore refute nothing.


_REASONS = (
    ({*LAYOUTS, *LAYOUTS.values()}, "notes write a matrix of derivatives or its transpose"),
    ({WRITTEN}, "it may say what a letter is"),
    ({ENTRYWISE}, "the note does not say what the members of its letters are"),
    ({*FACTOR.values()}, "notes give a variance the factor 1/n or 1/(n-1)"),
)


def inferred(typing: Statements) -> str | None:
    """The reason why a reading of a statement may not refute it; None if the note says all that the reading has."""
    if any(symbol.kind == "size" for symbol in typing.used.values()):
        return "a size of another section may be a whole number here too"
    return next((why for defaults, why in _REASONS if defaults & typing.defaults.keys()), None)


# Proofs that two sides differ: r = 0 for each number r with r²f = r²g; with f ≥ g this gives f > g.
#
# The kernel proves = and ≥ only. `pcaproofs.prover.parts` writes f ≠ g as such a statement.


def settle_apart(case: Case, relation: Relation) -> Settled | None:
    """A proof that the sides of a relation differ, from the facts and then also from earlier conditions; else None."""
    given = case.given()
    b = case.builder()
    try:
        sides = b.term(relation.left), b.term(relation.right)
        base, extra = case.facts(b, given), case.imposed(b)[-MOST:]
    except (Unsupported, TypeError, ValueError, NotImplementedError):
        return None
    parts = parts_of(unequal(*sides), hypotheses((*base, *extra)))
    assert parts is not None
    (part,) = parts
    own = [Offer(x, by="") for x in part.given]
    for some, seconds in ((), QUICK), *([(extra, PATIENT)] if extra else []):
        found, needed = from_fewest(part.conclusion, (*base, *own, *some), seconds, QUICK)
        if found.verdict == "proved":
            return Settled(found, tuple([x.place for x in needed if x in some and x.place is not None]), needed)
    return None


def has_other_length(note: Note, typing: Statements, relation: Relation) -> bool:
    """Whether another formula gives 𝟏 in a definition that a relation uses another length than it has there.

    In H = I − 𝟏𝟏ᵀ/p the row HH = H takes 𝟏 to have p entries. If the note also writes HX with X ∈ ℝ^{n×p}, it has n.
    """
    defined = [
        left
        for left, x in typing.definitions.items()
        if x.span in typing.defined_by and any(isinstance(y, Name) and is_ones(y) for y in nodes(x.body))
    ]
    here = {x for x in lengths_of_ones(relation, typing.sizes) if not isinstance(x, Unknown)}
    trees = [f.tree for f in note.formulas if not isinstance(f.tree, Unread)] if defined and len(here) == 1 else []
    for chain in (x for tree in trees for x in nodes(tree) if isinstance(x, Chain)):
        for left, sign, right in zip(chain.terms, chain.signs, chain.terms[1:], strict=False):
            if RELATIONS.get(sign) == "=" and any(x in defined for side in (left, right) for x in nodes(side)):
                other = Statements(typing.table, typing.offset, typing.text)
                other.definitions = typing.definitions
                with suppress(Untyped, Unsupported, Misfit):
                    found = lengths_of_ones(other.relation(left, "=", right, left.span), other.sizes)
                    if any(not isinstance(x, Unknown) and x not in here for x in found):
                        return True
    return False


# Rows about a letter that an example writes out: A = [2, 1; 1, 2]

SHORT = 9  # cells of a matrix that a verdict writes out


def written_examples(judge: Judge, typing: Statements) -> dict[Node, Definition]:
    """The definitions by cells that a statement uses, if neither its row nor the row before it contains cells."""
    if has_cells(judge):
        return {}
    used = typing.defined_by
    return {left: x for left, x in judge.ledger.definitions.items() if x.span in used and is_written(x)}


def of_numeric_size(judge: Judge, typing: Statements) -> list[Symbol]:
    """The letters of a statement without cells whose sizes are numbers."""
    return [] if typing.is_general or has_cells(judge) else [x for x in typing.used.values() if x.has_numeric_size]


def has_cells(judge: Judge) -> bool:
    """Whether the row, or the row that it continues, contains a matrix by its cells."""
    trees = (judge.formula.tree, judge.context.head, judge.context.last)
    return any(isinstance(x, Matrix) for t in trees if not isinstance(t, Unread | None) for x in nodes(t))


def written_values(judge: Judge, typing: Statements) -> str:
    """The letters with cells or numeric sizes of which a statement without cells speaks: "A = [2, 1; 1, 2]"."""
    found = [written_value(judge, left, x) for left, x in written_examples(judge, typing).items()]
    return " and ".join([*found, *map(_with_size, of_numeric_size(judge, typing))])


def is_of_example(judge: Judge, definition: Definition) -> bool:
    """Whether a definition by cells is of an example that is over, or around a theorem in which the row stands."""
    if not is_written(definition):
        return False
    said, here = definition.span[0], judge.formula.span[0]
    found = examples(judge.note)
    is_over = any(start <= said < end <= here for start, end in found)
    return is_over or any(said < start <= here < end for start, end in theorems(judge.note))


def is_declared_anew(judge: Judge, left: Node, definition: Definition) -> bool:
    """Whether a sentence gives a letter another size after an example has written out its cells."""
    if not isinstance(left, Name) or not isinstance(definition.body, Matrix):
        return False
    size = Num(str(len(definition.body.rows))), Num(str(len(definition.body.rows[0])))
    between = range(definition.span[1], judge.formula.span[0])
    facts = judge.table.facts_at(left, judge.formula.span[0])
    return any(isinstance(f, HasShape) and f.span[0] in between and (f.rows, f.columns) != size for f in facts)


def written_value(judge: Judge, left: Node, definition: Definition) -> str:
    """A letter with its cells, or with their line if they are many."""
    cells = sum(len(row) for x in nodes(definition.body) if isinstance(x, Matrix) for row in x.rows)
    if cells <= SHORT:
        return f"{unicode(left)} = {unicode(definition.body)}"
    return f"the {unicode(left)} of {judge.note.source.place(definition.span[0]).said}"


def is_written(definition: Definition) -> bool:
    """Whether a definition gives cells without dots."""
    inside = list(nodes(definition.body))
    return any(isinstance(x, Matrix) for x in inside) and not any(isinstance(x, Dots) for x in inside)


def _with_size(symbol: Symbol) -> str:
    assert symbol.rows is not None
    assert symbol.columns is not None
    return f"{unicode(symbol.name)} of size {unicode(symbol.rows)}×{unicode(symbol.columns)}"


# Typing a single statement of a note, and why sizes that clash may not be what the note means

UNSAID_LETTER = "but the note does not say what"
ANEW = "sizes that other sections say do not fit, so that their letters are taken anew"


@lru_cache(maxsize=4)
def _broadcasts(text: str) -> bool:
    """Whether a note speaks of broadcasting: X − μ takes μ from each row."""
    return re.search(r"\bbroadcast", text, re.IGNORECASE) is not None


def new_typing(judge: Judge, *, general: bool = False) -> Statements:
    """The typing of a new statement; general: letters do not stand for the cells that an example gives them."""
    typing = Statements(judge.table, judge.formula.span[0], judge.note.source.text)
    here = judge.formula.span[0]
    known = judge.ledger.definitions.items()
    holding = {
        left: x
        for left, x in known
        if x.holds(here)
        and not is_declared_anew(judge, left, x)
        and not is_of_example(judge, x)
        and not has_other_letters(judge, x)
    }
    typing.definitions = {left: x for left, x in holding.items() if not (general and is_written(x))}
    typing.is_general, typing.arranged = general, judge.supposed
    if judge.ignores_facts:
        typing.ignores_facts, typing.other_kind = True, judge.other_kind
        typing.numbers = judge.blamed if judge.other_kind == "blamed" else frozenset()
        typing.defaults.setdefault(ANEW)
    typing.no_sizes = judge.no_sizes
    typing.is_at_point = judge.is_statement and judge.formula.display
    suppose_sizes(typing, judge.ledger.conditions, judge.table.sizes, judge.theorem_begins())
    return typing


def has_other_letters(judge: Judge, definition: Definition) -> bool:
    """Whether a letter of a definition was introduced again behind it: "let X be another matrix" after S = XᵀX."""
    validity, here = judge.table.validity, judge.formula.span[0]
    found = definition.names & validity.renewed
    return any(validity.is_introduced_again(x, definition.span[0], here, or_denied=False) for x in found)


def typed(judge: Judge, read: Callable[[Statements], object], reason: str, verdict: str) -> RowVerdict:
    """The verdict of a formula that only needs to be typed."""
    typing = new_typing(judge)
    if not isinstance(judge.formula.tree, Unread):
        typing.typed += (judge.formula.tree,)
    try:
        read(typing)
    except (Untyped, Unsupported, Misfit) as error:
        return failed(judge, typing, error)
    return judge.verdict(verdict, reason)


_OF_NUMBERS = re.compile(r" is \d+×\d+, .* is \d+×\d+$")  # two sizes that are both numbers


def failed(judge: Judge, typing: Statements, error: Exception) -> RowVerdict:
    """The verdict of a formula that could not be typed."""
    if isinstance(error, Unsupported):
        return judge.verdict("unsupported", error.what)
    if isinstance(error, Misfit):
        judge.is_misfit = True
        open_letters = [x for x in sorted(error.blamed) if not judge.is_pinned(typing, x)]
        if not judge.ignores_facts:
            judge.blamed = frozenset(open_letters) - judge.table.transposed
        doubt = misfit_doubt(judge, typing, open_letters)
        if not doubt and written_examples(judge, typing) and not _OF_NUMBERS.search(error.says):
            doubt = "but the numbers of an example may be over"
        if doubt:
            return judge.verdict("unread", f"{error.says}; {doubt}")
        if is_here(judge, error.span):
            return judge.verdict("ill-typed", error.says)
        reason = f"the row that it continues does not fit: {error.says}"
        return own_misfit(judge) or judge.verdict("undecided", reason)
    judge.is_misfit = True
    if isinstance(error, Untyped) and not judge.ignores_facts:
        judge.lacks = error.lacks
    return judge.verdict("unread", str(error))


def is_here(judge: Judge, place: Span) -> bool:
    """Whether a place stands in the current row, and not in the one that it continues."""
    start, end = judge.formula.span
    return start <= place[0] < end


def own_misfit(judge: Judge) -> RowVerdict | None:
    """The verdict of a side of the current row that does not fit by itself."""
    tree = judge.formula.tree
    for term in tree.terms if isinstance(tree, Chain) else ():
        typing = new_typing(judge)
        try:
            typing.expression(term)
        except Misfit as error:
            if is_here(judge, error.span):
                return failed(judge, typing, error)
        except (Untyped, Unsupported):
            continue
    return None


def misfit_doubt(judge: Judge, typing: Statements, open_letters: Sequence[str]) -> str:
    """Why two sizes that clash may not be what the note means; "" if nothing speaks for that."""
    if not judge.formula.display and judge.said != "concluded":
        return "and the sentence does not say that it holds"
    if _broadcasts(judge.note.source.text):
        return "but the note speaks of broadcasting"
    if _are_side_by_side(judge.formula.tree):
        return "but they may be several equations side by side"
    if _is_list(judge.formula.tree):
        return "but it may be a list"
    if len(numbered := _numbered_identities(typing.typed)) > 1:
        return f"but {letter_text(numbered[0])} may be a letter"
    if isinstance(judge.formula.tree, Chain) and any(map(_is_entry, judge.formula.tree.terms)):
        return "but an entry may stand for its matrix"
    if not isinstance(judge.formula.tree, Unread) and any(map(_is_in_braces, nodes(judge.formula.tree))):
        return "but braces may hold a set"
    if any(map(may_be_written, typing.typed)):
        return "but brackets may hold all entries of a matrix"
    if {ONES, TUPLE, WRITTEN} & typing.defaults.keys():
        return "but a tuple or 1 may be something else"
    if any(x.sign == "=" for x in judge.unused_sizes()):
        return "but the note says something of sizes before it"
    entries = [f"family {x}" for x in sorted(typing.by_entries)]
    if found := open_letters or entries or unlikely_numbers(typing.used):
        return f"{UNSAID_LETTER} {letter_text(found[0])} is"
    families = [*typing.used.values(), *(symbol for symbol, _ in typing.linked.values())]
    rows = [x for x in families if is_row_of_matrix(judge, x)]
    return f"but {unicode(rows[0].name)} may be written as a row" if rows else ""


def is_row_of_matrix(judge: Judge, symbol: Symbol) -> bool:
    """Whether words call the members of a family rows of a matrix, and no formula says their shape."""
    said = judge.table.arranged_last(bare(symbol.name), judge.formula.span[0])
    shaped = any(isinstance(f, HasShape) and f.strength == "declared" for f in symbol.facts)
    return said is not None and said.by == "rows" and said.strength == "prose" and not shaped


def _are_side_by_side(tree: Node | Unread) -> bool:
    """Whether a chain may be equations without anything between: u = [1; 2] v = [3; 4]."""
    if not isinstance(tree, Chain) or len(tree.terms) < 3 or {*tree.signs} != {"="}:
        return False
    return isinstance(tree.terms[0], Name) and all(
        isinstance(x, Product)
        and len(x.factors) == 2
        and isinstance(x.factors[0], Matrix | Num)
        and isinstance(x.factors[1], Name)
        for x in tree.terms[1:-1]
    )


def _is_list(tree: Node | Unread) -> bool:
    """Whether a row without a relation is made of matrices of numbers, which may be apart."""
    return isinstance(tree, Product) and all(isinstance(x, Matrix) for x in tree.factors)


def _numbered_identities(typed: Iterable[Node]) -> list[Name]:
    """I_1, I_2, …, where they have several numbers."""
    found = {x.subscript: x for side in typed for x in nodes(side) if isinstance(x, Name) and is_identity(x)}
    return [x for x in found.values() if isinstance(x.subscript, Num)]


def _is_entry(node: Node) -> bool:
    """Whether a term is an entry with two running indices, δ_{ij} or (AB)_{ij}."""
    both = two_indices(node) if isinstance(node, Name) else None
    return both is not None and all(isinstance(x, Name) for x in both)


def _is_in_braces(node: Node) -> bool:
    return isinstance(node, Group) and node.opening == "{"
