"""The symbol table of a note: the meaning of each letter at each place, with the evidence.

Kinds come first: from declarations and sentences, else from all uses of the letter, else from its appearance. Sizes are
found row by row, because a row is proved for all sizes that its declarations leave open.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TypeVar, get_args

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.dots import without_dots
from pcaproofs.notes.formulas.spelling import INDICES, VECTORS, bare, is_capital, is_constant, key
from pcaproofs.notes.formulas.surface import Frac, Name, Node, Num, Power, Product, Sum, every
from pcaproofs.notes.prose import scopes
from pcaproofs.notes.prose.facts import (
    DIAGONAL,
    Arranged,
    Distinct,
    Fact,
    HasKind,
    HasShape,
    IsFamily,
    Kind,
    Satisfies,
    Stands,
)
from pcaproofs.notes.prose.phrases import UNIT_VECTORS, is_named_here, letters_of_ones, says_rows_by_index
from pcaproofs.notes.prose.population import said_constant
from pcaproofs.notes.prose.scopes import PASSING, Renewal, Suspensions
from pcaproofs.notes.scope import uses
from pcaproofs.notes.scope.evidence import Evidence, Symbol, base_of, implied, with_tuples
from pcaproofs.notes.scope.uses import complex_letters, has_own_products, kind_by_look, longest, sums_repeated
from pcaproofs.notes.text.source import Span

F = TypeVar("F", bound=Fact)
_VARIABLES = "XYZ"  # if X does not occur alone, X_1, …, X_n are samples of a random variable, and so is X̄
_OF_LETTERS = ("transposed", "valued", "arrays", "entrywise", "functions", "applied", "random", "averaged", "complex",
    "guessed_random", "supposed_random", "ones", "alone", "behind_matrices", "inverted",
    "arrowed_matrices")  # fmt: skip
_SYMMETRIC = ("symmetric", "psd", "positive_definite", "projector", "diagonal")


ENTRIES = "entries"  # the kind of a column x whose members x_i are its entries
NEAR = 400  # maximal distance in characters between a formula and words after it


def _by_author(found: list[Fact]) -> list[Fact]:
    """The facts without those of sentences by which a letter is of another kind than the author declares."""
    kinds = {kind for f in found if f.strength == "file" and (kind := implied(f))}
    if not kinds:
        return found
    return [f for f in found if f.strength != "prose" or (implied(f) or min(kinds)) in kinds]


@dataclass(frozen=True)
class Validity:
    """The ends of the validity of facts.

    renewals: where letters are introduced again. suppositions: for each sentence with a supposition its start, its end
    and the end of its section.
    """

    renewals: tuple[Renewal, ...]
    suppositions: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, note: Note) -> Validity:
        """The ends of validity in a note."""
        return cls(scopes.renewals(note), scopes.within_sections(note))

    def facts_ended(self, letter: str, earlier: int, offset: int) -> bool:
        """Whether facts about a letter at an earlier offset no longer hold at this one."""
        return any(x.voids(earlier, offset) for x in self._about(letter))

    def is_of_other_passage(self, letter: str, earlier: int, offset: int) -> bool:
        """Whether what is said of a letter at an earlier offset belongs to a passage that is over."""
        return any(x.kind == "own" and x.voids(earlier, offset) for x in self._by_letter.get(letter, ()))

    def is_of_passage(self, letter: str, earlier: int, offset: int, passages: Container[Span]) -> bool:
        """Whether one of some passages speaks of a letter of which something is said before the passage."""
        own = (x for x in self._by_letter.get(letter, ()) if x.kind == "own" and earlier < x.since <= offset < x.start)
        return any((x.since, x.start) in passages for x in own)

    @property
    def renewed(self) -> Set[str]:
        """The letters that are introduced again somewhere."""
        return self._by_letter.keys()

    @cached_property
    def _by_letter(self) -> dict[str, list[Renewal]]:
        out: dict[str, list[Renewal]] = {}
        for x in self.renewals:
            out.setdefault(x.letter, []).append(x)
        return out

    def _about(self, letter: str) -> Iterator[Renewal]:
        """The renewals of a letter and those of all letters."""
        return (x for of in dict.fromkeys((letter, "")) for x in self._by_letter.get(of, ()))

    def supposition_ended(self, earlier: int, offset: int) -> bool:
        """Whether a supposition at an earlier offset no longer holds at this one, which is in a later section."""
        return any(start <= earlier < end and last <= offset for start, end, last in self.suppositions)

    def is_introduced_again(self, letter: str, earlier: int, offset: int, *, or_denied: bool) -> bool:
        """Whether a letter is introduced again between two offsets.

        or_denied: whether a denied property counts, as in "w is not a unit vector", and a formula that is for all w.
        They void conditions on the letter, but not definitions in which the letter occurs.
        """
        skipped = ("own",) if or_denied else ("own", "open", "for all")
        return any(x.kind not in skipped and x.voids(earlier, offset) for x in self._by_letter.get(letter, ()))

    def has_unknown_meaning(self, letter: str, offset: int) -> bool:
        """Whether a letter was introduced again in a sentence that has ended, so that its meaning is unknown."""
        found = [x for x in self._about(letter) if x.start <= offset]
        if any(x.kind == "doubt" and offset < x.end for x in found):
            return True
        found = [x for x in found if x.kind not in ("doubt", "for all")]
        last = max(found, key=lambda x: x.start, default=None)
        if last is None or last.kind in ("case", "own"):
            return last is not None and offset < last.end
        return last.kind in ("every", "open") and (last.end <= offset or not last.letter)

    def general_part(self, letter: str, offset: int) -> Renewal | None:
        """What says that a sentence speaks of the general case of a letter; None if nothing does."""
        found = (x for x in self._about(letter) if x.kind in PASSING and x.start <= offset < x.end)
        return min(found, key=lambda x: x.start, default=None)

    def is_bound(self, letter: str, place: int, offset: int) -> bool:
        """Whether a sentence that is over says something for all values of a letter: "xᵀAx ≥ 0 for all x ∈ ℝⁿ"."""
        return any(
            x.kind in ("for all", "every") and x.start <= place < x.end <= offset
            for x in self._by_letter.get(letter, ())
        )

    def without_renewals(self) -> Validity:
        """The same for a text in which letters keep their meanings."""
        return replace(self, renewals=())

    def with_meanings_of(self, letters: Container[str]) -> Validity:
        """The same for a theorem that declares some letters itself: general sentences do not change their meanings."""
        found = (x for x in self.renewals if x.kind not in ("every", "open") or x.letter not in letters)
        return replace(self, renewals=tuple(found))


class Table:
    """The letters of one note.

    facts, members: by letter, what the note says of it, and of its members x_i. validity: how long that holds. sizes:
    the letters that are sizes. families: those with members, and how many. parts: pairs of sizes of which the first is
    at most the second. agreed: kinds of letters without facts, by how rows use them.
    """

    def __init__(self, note: Note, facts: Iterable[Fact], sections: Sequence[Span] = ()):
        self.trees = [*map(without_dots, note.trees)]
        self.transposed = frozenset(uses.transposed(self.trees))
        self.inverted = frozenset(uses.inverted(self.trees))
        self.arrowed_matrices = frozenset(uses.arrowed_matrices(self.trees))
        self.behind_matrices = frozenset(uses.multiplied_from_left(self.trees))
        self.note, self.sections = note, sections
        self._starts = [start for start, _ in sections]
        self.validity = Validity.of(note)
        self.facts: dict[str, list[Fact]] = {}
        self.members: dict[str, list[Fact]] = {}  # key of x -> facts about x_i
        for fact in sorted(with_tuples(facts, self.transposed), key=lambda fact: fact.span):
            self.facts.setdefault(key(fact.letter), []).append(fact)
            if (base := base_of(fact)) != fact.letter:
                self.members.setdefault(key(base), []).append(fact)
        # letters in properties of other letters: λ of an eigenpair
        self.mentioned = frozenset(key(x) for f in self._every(Satisfies) for x in f.others)
        said = [*self._every(Arranged)]
        self.arranged = {x: [f for f in said if f.family == x] for x in dict.fromkeys(f.family for f in said)}
        self._facts_at: dict[tuple[str, int], tuple[Fact, ...]] = {}
        self.size_places = frozenset(uses.sizes(self.trees, self.facts.values()))
        self.sizes = frozenset(x for x, _ in self.size_places)
        self.sizes |= frozenset(uses.counts(self.trees, frozenset(self.facts)))
        self.families = dict(uses.families(self.trees))
        listed = frozenset(key(f.letter) for f in self._every(IsFamily))
        beside = uses.beside_members(self.trees, listed.union(self.families), self.sizes)
        self.families |= {x: None for x in beside if x not in self.facts}
        self.entries = frozenset(uses.entries(self.trees))
        self.alone = frozenset(uses.alone(self.trees))
        self.divisors = frozenset(uses.divisors(self.trees))
        self.radicands = frozenset(uses.radicands(self.trees)) - self.transposed - self.behind_matrices
        self.valued = frozenset(uses.valued(self.trees))
        self.parts = uses.parts(self.trees) | frozenset(self.listed_parts())
        self.arrays = frozenset(uses.arrays(self.trees))
        self.entrywise = frozenset[str]()  # the columns x whose x_i are their entries, as their rows agree
        self.functions = frozenset(uses.functions(self.trees))
        self.applied = uses.applied(self.trees)
        told = frozenset(uses.told_random(self.trees)) - (constants := said_constant(note))
        varying = [f.of for f in self._every(Stands) if f.role == "covariance" and isinstance(f.of, Name)]
        alone = {*uses.moments_alone(self.trees), *(key(x) for x in varying if not is_capital(x))}
        alone -= {*self.members, *self.families}
        told |= alone - constants
        declared = {key(f.letter) for f in self._every(HasKind) if f.kind == "random column"}
        known = told | declared | {*uses.random(self.trees, alone=True)}
        inside = {*uses.inside_moments(self.trees, known)} - constants - self.families.keys()
        self.supposed_random = frozenset(inside)
        told |= inside
        self.guessed_random = told - declared
        self.random = told.union(uses.random(self.trees, alone=True))
        self.averaged = told.union(uses.random(self.trees, alone=False))
        self.complex = frozenset(complex_letters(self.trees))  # with the places that declare it
        self.has_conjugates = bool(self.complex) or uses.has_conjugates(note.source.text)
        self.has_own_products = has_own_products(note)
        self.has_marked_columns = uses.has_marked_columns(self.trees)
        self.ones = letters_of_ones(note)
        self.has_rows_by_index = says_rows_by_index(note)
        self.sums_repeated = sums_repeated(note)
        self.has_other_order = uses.has_other_order(note.source.text)
        self.products = uses.named_products(note.source.text)
        self.summed: frozenset[str] = frozenset()  # the x of which a sum has members x_i, so that x_1 is one of them
        self.suspensions: tuple[Suspensions, ...] = (Suspensions(note),)
        self.agreed: dict[str, str] = {}
        self._symbols: dict[tuple[str, tuple[int, ...]], Symbol] = {}  # by the identities of the facts

    def _every(self, kind: type[F]) -> Iterator[F]:
        """The facts of a kind."""
        return (f for found in self.facts.values() for f in found if isinstance(f, kind))

    def see(self, around: Table, own: frozenset[str]) -> None:
        """Copy the uses of letters in the text around a theorem; own: the letters that the theorem itself declares."""
        self.suspensions += around.suspensions
        self.sizes |= around.sizes - own
        self.size_places |= {(x, place) for x, place in around.size_places if x not in own}
        self.families = {x: length for x, length in around.families.items() if x not in own} | self.families
        self.parts |= around.parts
        for uses_of_letters in _OF_LETTERS:
            setattr(self, uses_of_letters, getattr(self, uses_of_letters) | (getattr(around, uses_of_letters) - own))
        self.has_own_products |= around.has_own_products
        self.has_rows_by_index |= around.has_rows_by_index
        self.sums_repeated |= around.sums_repeated
        self.products |= around.products

    def doubt(self, letters: frozenset[str], said: Span, offset: int) -> Span | None:
        """Why a hypothesis about some letters, which a place of the note says, may no longer hold at an offset."""
        found = (x.between(letters, said, offset) for x in self.suspensions)
        return next((x for x in found if x is not None), None)

    def assume(self, found: str, kind: str | None) -> None:
        """Set the kind of a letter without facts, also that it is a column with the entries x_i; None removes it."""
        if self.agreed.pop(found, None) == ENTRIES:
            self.entrywise -= {found}
        if kind is not None:
            self.agreed[found] = kind
        if kind == ENTRIES:
            self.entrywise |= {found}
        self._symbols.clear()

    def at(self, name: Name, offset: int) -> Symbol:
        """The meaning of a letter at an offset, by the strongest evidence."""
        facts = self.facts_at(name, offset)
        at = (key(name), tuple(map(id, facts)))
        if at not in self._symbols:
            self._symbols[at] = self._symbol(name, facts)
        found = self._symbols[at]
        if found.rows is None and found.kind == "matrix":
            return self._of_members(found, offset)
        return found

    def _of_members(self, matrix: Symbol, offset: int) -> Symbol:
        """A matrix with the shape that the members of its family give it: Q = [q_1, …, q_n] of q_i ∈ ℝ^p is p×n."""
        for fact in (f for f in matrix.facts if isinstance(f, Arranged) and f.family is not None):
            family = self.at(fact.family, offset)  # type: ignore[arg-type]
            last = fact.last if fact.last is not None else family.length
            if last is not None and family.rows is not None and family.columns == Num("1"):
                rows, columns = (last, family.rows) if fact.by == "rows" else (family.rows, last)
                return replace(matrix, rows=rows, columns=columns)
        return matrix

    def _find(self, name: Name, offset: int) -> list[Fact]:
        """The facts about a letter that hold at an offset; a family that is listed anew with another length is new."""
        found = self._holding(name, offset)
        anew = self.listed_anew(name, offset, [f for f in found if isinstance(f, IsFamily)])
        return [f for f in found if f.span[0] >= anew or f.strength == "file"]

    def listed_anew(self, name: Name, offset: int, listed: Sequence[IsFamily]) -> int:
        """Where the section of an offset begins, if it lists a family anew with another length; else 0."""
        start = self.section(offset)[0]
        lengths = {f.last for f in listed}
        is_here = any(f.span[0] >= start for f in listed)
        is_other = len(lengths) > 1 and uses.longest(lengths, self.parts) is None
        return start if is_here and is_other else 0

    def _symbol(self, name: Name, facts: tuple[Fact, ...]) -> Symbol:
        evidence = tuple(Evidence(type(f).__name__, f.span if f.span[1] else None, f.strength) for f in facts)
        shape = next((f for f in facts if isinstance(f, HasShape)), None)
        listed = [f for f in facts if isinstance(f, IsFamily)]
        whole = uses.longest({f.last for f in listed}, self.parts)
        family = next((f for f in listed if f.last == whole), listed[0] if listed else None)
        of_members = any(isinstance(f, HasShape) and f.letter.subscript is not None for f in facts)
        kind, strength = self._kind(name, facts)
        is_whole = kind == "column" and key(name) in self.entrywise
        used = key(name) in self.families and not is_whole and (shape is None or of_members)
        length = family.last if family is not None else self.families.get(key(name)) if used else None
        out = Symbol(name, kind, length=length, strength=strength, facts=facts, evidence=evidence)
        out = replace(out, is_family=family is not None or of_members or used)
        if shape is not None:
            out = replace(out, rows=shape.rows, columns=shape.columns)
        return out

    def _kind(self, name: Name, facts: tuple[Fact, ...]) -> tuple[str, str]:
        """The kind of a letter, and the strength of the evidence."""
        said = [f for f in facts if isinstance(f, HasKind) and f.kind == "random column"]
        said = said or [f for f in facts if isinstance(f, HasKind)]
        for fact in facts:
            if isinstance(fact, HasShape):
                if said and said[0].kind == "random column":
                    return "random column", fact.strength
                if fact.columns == Num("1"):
                    kind = "number" if fact.rows == Num("1") else "column"
                    return ("random column" if kind == "column" and key(name) in self.averaged else kind), fact.strength
                return "matrix", fact.strength
        if said:
            return said[0].kind, said[0].strength
        for fact in facts:
            if isinstance(fact, Satisfies) and (kind := implied(fact)):
                return kind, fact.strength
        return self._unsaid(name)

    def _unsaid(self, name: Name) -> tuple[str, str]:
        found = key(name)
        if found in self.sizes:
            return "size", "agreed"
        if name == Name("π") and self.has_circles:
            return "number", "agreed"
        if found in self.agreed:
            kind = self.agreed[found]
            return "column" if kind == ENTRIES else kind, "agreed"
        if found in self.random:
            return "random column", "agreed"
        if any(accent in VECTORS for accent in name.accents):
            return ("matrix", "agreed") if found in self.arrowed_matrices else ("column", "declared")
        if found in self.divisors | self.radicands:
            return "number", "agreed"
        if (found in self.entries and found not in self.transposed) or self.is_scalar_variable(name):
            return "number", "convention"
        sampled = key(replace(name, accents=()))
        if sampled in self.families and name.base in _VARIABLES and sampled not in self.alone:
            return self.agreed.get(sampled, "column"), "convention"
        plain = replace(name, accents=(), mark="", primes=0, upper=None)
        said = {implied(f) for f in self.facts.get(key(plain), ()) if isinstance(f, HasShape)}
        if plain != name and len(said) == 1:  # β̂ where the note says what β is
            return said.pop(), "convention"
        kind = kind_by_look(name)
        is_column = found in self.transposed or key(replace(name, accents=())) in self.behind_matrices
        return "column" if kind == "number" and is_column else kind, "convention"

    def is_scalar_variable(self, name: Name) -> bool:
        """Whether X_i is a random number: a note with bold columns and bold matrices writes the others in bold."""
        is_plain = name.base in _VARIABLES and not name.font and name.subscript is not None
        return is_plain and self.has_bold_matrices and not {key(name), key(bare(name))} & self.transposed

    @cached_property
    def has_bold_matrices(self) -> bool:
        """Whether the note writes columns and matrices in bold."""
        bold = {x.base for x in every(self.trees, Name) if x.font == "bold"}
        return any(x.isupper() for x in bold) and any(x.islower() for x in bold)

    def is_declared(self, name: Name, offset: int) -> bool:
        """Whether the note declares a letter."""
        return any(isinstance(f, HasShape | HasKind) for f in self.facts_at(name, offset))

    def is_column(self, base: Name, offset: int) -> bool:
        """Whether a letter is said or shown to be a column, and not only that its members are: "the vector e_i"."""
        symbol = self.at(base, offset)
        own = [f for f in symbol.facts if isinstance(f, HasShape | HasKind) and f.letter.subscript is None]
        return (bool(own) or key(base) in self.entrywise) and symbol.kind in ("column", "random column")

    def is_entry(self, name: Name, base: Name, offset: int) -> bool:
        """Whether x_i, of which the note says something, is an entry of the column x.

        It is where both are declared and x_i is a number, "x ∈ ℝ^n has the entries x_i ∈ ℝ", and where a section says
        that x is a column while only earlier ones speak of x_1, …, x_n.
        """
        symbol, own = self.at(base, offset), self.at(name, offset)
        if not self.is_column(base, offset):
            return False
        start = self.section(offset)[0]
        is_earlier = all(f.span[0] < start for f in own.facts) and any(f.span[0] >= start for f in symbol.facts)
        return own.kind == "number" or is_earlier

    def is_firm(self, symbol: Symbol, offset: int) -> bool:
        """Whether the declaration of a letter is firm, so that it may make a row ill-typed.

        It has to be said in the section of the offset, and nowhere in the note may the letter have another shape: notes
        use a letter for one thing here and for another there, and not every declaration is seen.
        """
        if any(accent in VECTORS for accent in symbol.name.accents) and symbol.rows is None and symbol.kind == "column":
            return True
        if symbol.kind == "matrix" and symbol.rows is None:
            return False  # of one column, perhaps
        found = key(symbol.name)
        everywhere = [*self.facts.get(found, []), *(self.members.get(found, []) if symbol.is_family else [])]
        shapes = {(f.rows, f.columns) for f in everywhere if isinstance(f, HasShape)}
        here = [f for f in self._of_section(symbol, offset) if f.strength == "file" or self._is_near(f, offset)]
        here = [f for f in here if not self.validity.is_bound(found, f.span[0], offset)]
        sizes = any(isinstance(f, HasShape) for f in symbol.facts)
        said = HasShape | IsFamily if sizes else HasShape | HasKind | Satisfies | IsFamily
        return len(shapes) <= 1 and any(isinstance(f, said) for f in here)

    def is_unsized(self, symbol: Symbol, offset: int) -> bool:
        """Whether the section of an offset says that a letter is a matrix, and the note nowhere says its size."""
        if symbol.kind != "matrix" or symbol.is_family or key(symbol.name) in self.valued:
            return False
        here = [f for f in self._of_section(symbol, offset) if f.strength == "file" or self._is_near(f, offset)]
        everywhere = self.facts.get(key(symbol.name), [])
        is_said = any(isinstance(f, HasKind) or implied(f) == "matrix" for f in here)
        if any(isinstance(f, Satisfies) and f.span[0] <= offset and f not in symbol.facts for f in everywhere):
            return False  # "for a symmetric matrix ⟦M⟧", which is over
        return is_said and all(not isinstance(f, HasShape) and implied(f) in ("", "matrix") for f in everywhere)

    def _is_near(self, fact: Fact, offset: int) -> bool:
        """Whether a fact is said before an offset, or right behind it: "where w ∈ ℝ^p"."""
        return fact.span[0] - offset < NEAR

    def is_size_here(self, letter: str, offset: int) -> bool:
        """Whether the section of an offset has a letter as a size."""
        start, end = self.section(offset)
        return any(x == letter and start <= place < end for x, place in self.size_places)

    def _of_section(self, symbol: Symbol, offset: int) -> list[Fact]:
        """The facts about a letter in the section of an offset, but of no other passage, or in a scope file."""
        start, end = self.section(offset)
        letter, of_examples = key(symbol.name), scopes.examples(self.note)
        here = [
            f
            for f in symbol.facts
            if start <= f.span[0] < end
            and not self.validity.is_of_other_passage(letter, f.span[0], offset)
            and not self.validity.is_of_passage(letter, f.span[0], offset, of_examples)
            and not scopes.is_of_other_block(self.note, f.span[0], offset)
        ]
        return [*here, *(f for f in symbol.facts if f.strength == "file" and f not in here)]

    def has_sizes_here(self, symbol: Symbol, offset: int) -> bool:
        """Whether the section of an offset gives the size of a letter."""
        return any(isinstance(f, HasShape) for f in self._of_section(symbol, offset))

    def eigenvectors(self, base: Name, offset: int) -> list[Satisfies]:
        """The facts that the members of a family are eigenvectors."""
        said = (f for f in self.members.get(key(base), ()) if isinstance(f, Satisfies) and f.hypothesis == "eigenpair")
        return [f for f in said if f.start <= offset and self._is_in_time(f, offset) and not self._is_void(f, offset)]

    def eigenvectors_of(self, letters: Container[str], offset: int) -> Iterator[Name]:
        """The families of eigenvectors whose matrix and whose family of eigenvalues are among some letters."""
        for fact in (f for found in self.members.values() for f in found if isinstance(f, Satisfies)):
            if fact.hypothesis == "eigenpair" and len(fact.others) == 2:
                matrix, value = (key(bare(x)) if isinstance(x, Name) else "" for x in fact.others)
                base = bare(fact.letter)
                is_usable = not is_named_here(base) or self.is_symmetric(fact.others[0], offset)
                is_named = matrix in letters and f"family {value}" in letters
                if is_usable and is_named and fact in self.eigenvectors(base, offset):
                    yield base

    def is_symmetric(self, matrix: Node, offset: int) -> bool:
        """Whether the note says of a letter that it is a symmetric matrix."""
        facts = self.at(matrix, offset).facts if isinstance(matrix, Name) else ()
        return any(isinstance(f, Satisfies) and f.hypothesis in _SYMMETRIC for f in facts)

    def unit_vectors(self, base: Name, offset: int, index: Node | None = None) -> Stands | None:
        """What says that the members of a family are the columns of an identity matrix; None if nothing does.

        Of e_i of length n and e_a of length p the one with the index counts; for other indices the length is open.
        """
        of_name = self.facts.get(key(replace(base, subscript=index)), ()) if index is not None else ()
        facts = [*self.members.get(key(base), ()), *of_name]
        said = [f for f in facts if isinstance(f, Stands) and f.role == UNIT_VECTORS]
        said = [f for f in said if f.start <= offset and not self._is_void(f, offset)]
        its = [f for f in said if f.letter.subscript == index]
        if its or len({f.of for f in said}) < 2:
            return next(iter(its or said), None)
        return replace(said[0], of=None)

    def is_complex(self, name: Name, offset: int) -> bool:
        """Whether a letter has complex entries: the section of an offset, or an earlier one, declares it so."""
        found = key(bare(name))
        return any(letter == found and self.section(place)[0] <= offset for letter, place in self.complex)

    def is_function(self, name: Name, offset: int) -> bool:
        """Whether a letter is a function that the note applies to arguments."""
        symbol = self.at(name, offset)
        is_called = key(name) in self.functions and symbol.strength in ("convention", "agreed")
        return is_called or symbol.kind == "function" or key(name) in self.applied

    def lines(self) -> list[str]:
        """The table as text: letter, meaning, evidence."""
        out = []
        names: dict[str, Name] = {}
        for node in every(self.trees, Name):
            if not is_constant(node) and node.font != "blackboard":
                names.setdefault(key(node), node)
        for name in names.values():
            symbol = self.at(name, name.span[0])
            out.append(f"{key(name)}\t{symbol.what()}\t{symbol.why(self.note)}")
        return out

    def open(self) -> Iterator[Symbol]:
        """The letters of which the note does not say what they are, or of what size, by their first use."""
        seen: set[str] = set()
        for node in every(self.trees, Name):
            is_listed = any(isinstance(fact, IsFamily) for fact in self.facts.get(key(bare(node)), ()))
            is_member = node.subscript is not None and is_listed
            is_plain = node.base in INDICES or node.font == "blackboard" or is_constant(node)
            if key(node) not in seen and not (is_member or is_plain):
                seen.add(key(node))
                symbol = self.at(node, node.span[0])
                sized = symbol.kind not in ("matrix", "column") or symbol.rows is not None
                if not (symbol.is_pinned and sized) and symbol.kind in get_args(Kind) and symbol.kind != "size":
                    yield symbol

    @cached_property
    def has_euler(self) -> bool:
        """Whether e is the base of exponentials, e^{−xᵀx}, and stands nowhere else in the note."""
        raised = [x.exponent for x in every(self.trees, Power) if x.base == Name("e")]
        are_exponents = all(isinstance(x, Sum | Product | Frac) for x in raised)
        return are_exponents and 0 < len(raised) == sum(x == Name("e") for x in every(self.trees, Name))

    @cached_property
    def has_circles(self) -> bool:
        """Whether π is the number, as 2π occurs."""
        pairs = (pair for x in every(self.trees, Product) for pair in pairwise(x.factors))
        return (Num("2"), Name("π")) in pairs

    @cached_property
    def has_projections(self) -> bool:
        """Whether the note mentions projections, so that P_U is one."""
        said = any(f.role == "projection onto" for f in self._every(Stands))
        return said or "projection" in self.note.prose.lower()

    @cached_property
    def moments(self) -> dict[str, frozenset[str]]:
        """The random letters of which a letter is the mean or the covariance, and the other way round."""
        out: dict[str, frozenset[str]] = {}
        random = {key(f.letter) for f in self._every(HasKind) if f.kind == "random column"}
        for fact in (f for f in self._every(Stands) if f.role in ("mean", "covariance")):
            for of in random if fact.of is None else random & {key(fact.of)}:
                for a, b in ((key(fact.letter), of), (of, key(fact.letter))):
                    out[a] = out.get(a, frozenset()) | {b}
        return out

    @cached_property
    def held(self) -> dict[str, frozenset[str]]:
        """The families of which a matrix may hold the members, by the note or by its name, and the other way round."""
        names = {key(bare(x)): bare(x) for x in every(self.trees, Name) if x.subscript is not None}
        pairs = {(key(f.family), key(f.letter)) for f in self._every(Arranged) if f.family is not None}
        for small, name in names.items():
            capitals = {key(replace(name, base=name.base.upper(), font=font)) for font in (name.font, "bold", "")}
            pairs |= {(small, x) for x in capitals & self.alone if x != small}
        out: dict[str, frozenset[str]] = {}
        for a, b in (*pairs, *((b, a) for a, b in pairs)):
            out[a] = out.get(a, frozenset()) | {b}
        return out

    @cached_property
    def eigenpairs(self) -> tuple[Satisfies, ...]:
        """The facts that a letter is an eigenvector of a matrix."""
        facts = (f for found in (*self.facts.values(), *self.members.values()) for f in found)
        return tuple(f for f in facts if isinstance(f, Satisfies) and f.hypothesis == "eigenpair")

    def section(self, offset: int) -> Span:
        """The section of an offset; the whole note if it has no sections."""
        k = bisect_right(self._starts, offset)
        return self.sections[k - 1] if k else (0, 1 << 60)

    def facts_at(self, name: Name, offset: int) -> tuple[Fact, ...]:
        """The facts about a letter that hold at an offset.

        What is said in the section of the offset counts from its beginning, properties from where they are said. What
        was said in earlier sections still holds unless this one says anew what the letter is.
        """
        at = (key(name), offset)
        if at not in self._facts_at:
            self._facts_at[at] = tuple(self._find(name, offset))
        return self._facts_at[at]

    def _holding(self, name: Name, offset: int) -> list[Fact]:
        found = [f for f in self.facts.get(key(name), []) if f.start <= offset and self._is_in_time(f, offset)]
        found = [f for f in found if not self._is_void(f, offset)]
        if key(name) in self.members and self._is_family(found):
            found += [f for f in self.members[key(name)] if f.start <= offset and isinstance(f, HasShape | HasKind)]
            found.sort(key=lambda f: f.span)
        found = _by_author(found)
        if any(isinstance(f, HasKind) and f.kind == "subspace" for f in found):
            found = [f for f in found if not isinstance(f, HasShape)]
        found = self._of_one_kind(found, offset)
        shapes = [f for f in found if isinstance(f, HasShape)]
        before = [f for f in shapes if f.span[0] <= offset] or shapes[:1]
        if not before:
            return found
        current = before[-1]
        others = [f for f in shapes if (f.rows, f.columns) != (current.rows, current.columns)]
        since = max((f.span[1] for f in others if f.span[0] < current.span[0]), default=-1)
        until = min((f.span[0] for f in others if f.span[0] > current.span[0]), default=1 << 60)
        return [f for f in found if since <= f.span[0] < until]

    def _of_one_kind(self, found: list[Fact], offset: int) -> list[Fact]:
        """The facts that agree with what the section of an offset says of the kind of a letter.

        A section that says what the letter is makes all that sentences of earlier sections say of it void.
        """
        start = self.section(offset)[0]
        kinds = {kind for f in found if f.span[0] >= start and (kind := implied(f))}
        if not kinds:
            return found
        anew = any(isinstance(f, HasShape | HasKind) and f.span[0] >= start for f in found)

        def agrees(f: Fact) -> bool:
            return not (anew and f.strength == "prose") and (implied(f) or min(kinds)) in kinds

        return [f for f in found if f.span[0] >= start or agrees(f)]

    def _is_in_time(self, fact: Fact, offset: int) -> bool:
        """Whether a fact may be used at an offset: a property not before it is said, unless right behind a formula."""
        if not isinstance(fact, Satisfies | Distinct) or fact.span[0] <= offset or fact.strength == "file":
            return True
        between = self.note.source.text[offset : fact.span[0]]
        return len(between) < NEAR and "\n\n" not in between.strip()[NEAR // 4 :]

    def _is_void(self, fact: Fact, offset: int) -> bool:
        """Whether the sentence of a hypothesis is over, or the letter is taken anew behind a property."""
        if fact.until is not None and offset >= fact.until:
            return True
        is_property = isinstance(fact, Satisfies | Distinct | Stands) and fact.strength != "file"
        return is_property and self.validity.facts_ended(key(fact.letter), fact.span[0], offset)

    def is_suspended(self, letter: str, offset: int) -> bool:
        """Whether a property that the note says of a letter does not hold where it speaks of the general case."""
        general = self.validity.general_part(letter, offset)
        said = [*self.facts.get(letter, ()), *self.members.get(letter, ())]
        return general is not None and any(
            isinstance(f, Satisfies | Distinct) and f.span[0] < general.start for f in said
        )

    def _is_family(self, found: list[Fact]) -> bool:
        return any(isinstance(f, IsFamily) for f in found) or not any(isinstance(f, HasShape | HasKind) for f in found)

    def is_of_part(self, fact: Arranged, offset: int) -> bool:
        """Whether a matrix lists the members of a family up to another one than the family has.

        So it is too if the note lists the family with several lengths and does not say which one is the greatest.
        """
        if fact.family is None or fact.last is None:
            return False
        symbol = self.at(fact.family, offset)
        lengths = {f.last for f in symbol.facts if isinstance(f, IsFamily)}
        is_clear = len(lengths) < 2 or longest(lengths, self.parts) is not None
        return symbol.length is not None and (fact.last != symbol.length or not is_clear)

    def listed_parts(self) -> Iterator[tuple[str, str]]:
        """Pairs of sizes (d, p) where a matrix lists u_1, …, u_d and the same section lists u_1, …, u_p before it.

        "The first d columns of V" are such a list where the columns of V are v_1, …, v_p.
        """
        for family, said in self.arranged.items():
            whole = () if family is None else self.facts.get(key(family), ())
            for fact in said:
                start = self.section(fact.span[0])[0]
                before = [f.last for f in whole if isinstance(f, IsFamily) and start <= f.span[0] < fact.span[0]]
                if isinstance(fact.last, Name) and before and before[0] != fact.last:
                    yield key(fact.last), key(before[0])
        for part in self._every(Satisfies):
            match part.hypothesis, part.others:
                case "columns of", (Name() as matrix, Name() as count):  # COLUMNS_OF
                    families = (x for x, its in self.arranged.items() if any(f.letter == matrix for f in its))
                    listed = (f for x in families if x is not None for f in self.facts.get(key(x), ()))
                    yield from ((key(count), key(f.last)) for f in listed if isinstance(f, IsFamily))

    def arranged_last(self, base: Name, offset: int) -> Arranged | None:
        """What the note says last of the matrix that holds a family; None if nothing."""
        anew = self._family_since(base, offset)
        said = [f for f in self.arranged.get(base, ()) if f.start <= offset and not self._is_void(f, offset)]
        said = [f for f in said if f.span[0] >= anew or f.strength == "file"]
        said = [f for f in said if not self.is_of_part(f, offset)]
        return max(said, key=lambda f: f.span, default=None)

    def is_held(self, base: Name, offset: int) -> bool:
        """Whether the note says what matrix has the members of a family as its columns, rows or diagonal."""
        is_on_diagonal = any(self.is_diagonal_of(f, base, offset) for f in self._every(Satisfies))
        return is_on_diagonal or self.arranged_last(base, offset) is not None

    def is_diagonal_of(self, fact: Satisfies, numbers: Name, offset: int) -> bool:
        """Whether a fact says that numbers are on a diagonal, and none behind it calls them eigenvalues of another."""
        if fact.hypothesis != DIAGONAL or fact.others[:1] != (numbers,) or not fact.start <= offset:
            return False
        others = [f for f in self.eigenpairs if fact.span < f.span and f.start <= offset and len(f.others) == 2]
        values = [(f.others[0], f.others[1]) for f in others if isinstance(f.others[1], Name)]
        is_of_other = any(bare(value) == numbers and matrix not in fact.others for matrix, value in values)
        return not is_of_other and not self._is_void(fact, offset)

    def matrix_of(self, base: Name, offset: int) -> tuple[Name, str, str] | None:
        """The matrix that holds a family, whether by rows or columns, and a remark for what is only conventional."""
        if (said_last := self.arranged_last(base, offset)) is not None:
            return said_last.letter, said_last.by, ""
        capital = self.capital_of(base, offset)
        if capital is None or self._is_of_earlier(capital, base, offset):
            return None
        symbol, length = self.at(capital, offset), self.at(base, offset).length
        said = [f for f in symbol.facts if isinstance(f, Arranged)]
        if any(self.is_of_part(f, offset) for f in said):
            return None
        if said:
            return capital, said[0].by, ""
        if length is not None and symbol.rows == length != symbol.columns:
            return capital, "rows", ", by their names and sizes"
        if length is not None and symbol.columns == length != symbol.rows and symbol.columns != Num("1"):
            return capital, "columns", ", by their names and sizes"
        return None

    def capital_of(self, base: Name, offset: int) -> Name | None:
        """The declared matrix whose name is the capital of a letter."""
        for font in dict.fromkeys((base.font, "bold", "")):
            for accents in dict.fromkeys((base.accents, ())):
                name = replace(base, base=base.base.upper(), font=font, accents=accents, subscript=None, upper=None)
                if name != base and self.is_declared(name, offset) and self.at(name, offset).kind == "matrix":
                    return name
        return None

    def _family_since(self, base: Name, offset: int) -> int:
        listed = [f for f in self.facts.get(key(base), ()) if isinstance(f, IsFamily) and f.start <= offset]
        return self.listed_anew(base, offset, listed)

    def _is_of_earlier(self, capital: Name, base: Name, offset: int) -> bool:
        """Whether all that is said of a matrix is said before a section that lists the family x of X anew."""
        anew = self._family_since(base, offset)
        return anew > 0 and all(f.span[0] < anew and f.strength != "file" for f in self.at(capital, offset).facts)
