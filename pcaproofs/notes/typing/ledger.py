"""The statements of a note so far: definitions, conditions and assumptions, each with its place.

An equation with a free index holds for every member of a family, unless words restrict the index.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from pcaproofs.notes.formulas.spelling import bare, is_identity, is_ones, is_zero, key, letter_text, letters_in
from pcaproofs.notes.formulas.surface import (
    Big,
    Inner,
    Name,
    Node,
    Norm,
    Num,
    Product,
    Transpose,
    children,
    index_names,
    nodes,
    with_children,
)
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.terms import Relation, letters_of
from pcaproofs.notes.typing.types import Definition
from pcaproofs.records import record

ANY_LENGTH = "Unknown"  # how far an index runs of which nothing says it
_ENDS = re.compile(r"\$|\\[\[\]()]|\\(?:begin|end)\{")  # where formulas begin and end
_NEAR = 120  # characters behind an equation, and before it, that may restrict its indices
_SOME = re.compile(
    r"(?<![\w-])(?:some|one|fixed|certain|particular|single|exists?|there (?:is|are)|first|last|largest|smallest|top"
    r"|leading|except|other than|unless|only|at least|at most|even|odd|most|almost|few|not|cannot|never)(?![\w-])",
    re.IGNORECASE,
)
_APART = r"(?:\\neq?(?![a-z])|≠)"
_END = re.compile(r"\.(?=\s|$)|\n\s*\n|\\item")
_FENCE = r"(?:\s|\$|\\[\[\]()]|\\(?:begin|end)\{\w+\*?\}|&)*"
_ORDER = r"(?:=|\\leq?(?![a-z])|\\geq?(?![a-z])|\\neq?(?![a-z])|<|>|\\in(?![a-z])|≤|≥|≠|∈)"

OTHERS = 3  # names that a condition may have and a statement that uses it has not, indices included


@record(frozen=True)
class Stated:
    """An equation or inequality that the note imposes: left sign right; quantified: the variables of a ∀ around it.

    since: the offset where it begins to hold, if not where it stands ("…, if ‖w‖ = 1"). until: the offset where a
    hypothesis ends that is made for an implication or a sentence with "if"; None: it stays. introduced: the letters
    that such a sentence introduces, of which it says this for all that follows. after: the sentence behind it.
    """

    left: Node
    sign: str
    right: Node
    span: Span
    quantified: Node | None = None
    since: int | None = field(default=None, compare=False)
    until: int | None = field(default=None, compare=False)
    after: Span | None = field(default=None, compare=False)
    introduced: frozenset[str] = field(default=frozenset(), compare=False)

    def holds(self, at: int) -> bool:
        """Whether it is imposed at an offset."""
        since = self.span[0] if self.since is None else self.since
        return since <= at and (self.until is None or at < self.until)

    def ended(self, at: int) -> Span | None:
        """What stands behind its own sentence, at an offset that is not in it."""
        return self.after if self.after is not None and at >= self.after[0] else None

    @property
    def sides(self) -> tuple[Node, Node]:
        """Left and right."""
        return self.left, self.right

    def letters(self) -> frozenset[str]:
        """The keys of all letters in it, without indices and constants: BᵀB = I says nothing of λI."""
        return self._letters

    @cached_property
    def _letters(self) -> frozenset[str]:
        names = [x for side in self.sides for x in nodes(side) if isinstance(x, Name)]
        constants = {key(x) for x in names if is_identity(x) or is_ones(x)}
        return (letters_in(self.left) | letters_in(self.right)) - constants

    @cached_property
    def indices(self) -> frozenset[str]:
        """The keys of the letters that stand below others, and nowhere else."""
        names = [x for side in self.sides for x in nodes(side) if isinstance(x, Name)]
        below = [y for x in names if x.subscript is not None for y in nodes(x.subscript) if isinstance(y, Name)]
        bound = [x.lower for side in self.sides for x in nodes(side) if isinstance(x, Big) and x.lower is not None]
        below += [y for lower in bound for y in nodes(lower) if isinstance(y, Name)]
        inside = {id(x) for x in below}
        return frozenset(map(key, below)) - {key(x) for x in names if id(x) not in inside}


def names_in(stated: Stated) -> dict[str, Name]:
    """The letters of a relation by their keys, without constants and indices."""
    out: dict[str, Name] = {}

    def walk(node: Node, bound: frozenset[str]) -> None:
        if isinstance(node, Name):
            if not (is_ones(node) or is_identity(node) or node.base in bound):
                out[key(node)] = node
            return
        inside = bound | index_names(node) if isinstance(node, Big) else bound
        parts = (node.body,) if isinstance(node, Big | Norm) else children(node)
        for part in parts:
            walk(part, inside)

    for side in (stated.left, stated.right):
        walk(side, frozenset())
    return out


@dataclass
class Ledger:
    """The statements of a note up to a row; a row that fails leaves nothing behind."""

    definitions: dict[Node, Definition] = field(default_factory=dict)
    conditions: list[Stated] = field(default_factory=list)
    moments: Mapping[str, frozenset[str]] = field(default_factory=dict)  # of the mean of X: X, and the other way round
    held: Mapping[str, frozenset[str]] = field(default_factory=dict)  # of the rows x_i of X: X, and the other way round
    theorem: int | None = None  # where the theorem begins, all of whose conditions are meant for each conclusion

    def define(self, left: Node, definition: Definition) -> None:
        """Record a definition; the first definition in a section counts."""
        self.definitions[left] = definition

    def condition(self, stated: Stated) -> None:
        """Record a condition."""
        self.conditions.append(stated)

    def symmetric(self, letter: Name, stated: Stated) -> None:
        """Record that a covariance is symmetric, before all other conditions, if no definition says what it is."""
        if letter not in self.definitions:
            transposed = Transpose(letter, span=letter.span, how="T")
            self.conditions.insert(0, replace(stated, left=transposed, sign="=", right=letter))

    def about(self, stated: Stated, before: int) -> list[Stated]:
        """The conditions up to an offset that speak of letters of a statement, also by definitions; the last ones last.

        Those before them speak of letters of these. A condition with many letters of its own is left out. All the
        conditions of a theorem count.
        """
        reached, out = self.reach(), list[Stated]()
        holding = [x for x in self.conditions if x.holds(before)]
        own = [x for x in holding if self.theorem is not None and x.span[0] >= self.theorem]
        letters = self.with_held(reached(stated.letters().union(*(x.letters() for x in own))))
        rest = [(x, reached(_without_entries(x.letters()))) for x in holding if x not in own]
        while near := [(x, its) for x, its in rest if letters & its and len(its - letters) <= OTHERS]:
            out = [*(x for x, _ in near), *out]
            taken = {x for x, _ in near}
            rest = [(x, its) for x, its in rest if x not in taken]
            letters = self.with_held(letters.union(*(its for _, its in near)))
        return [*out, *own]

    def with_held(self, letters: frozenset[str]) -> frozenset[str]:
        """Letters, the matrices that hold families among them, and the families that matrices among them hold."""
        return letters.union(*(self.held.get(x, ()) for x in letters))

    def reached(self, letters: frozenset[str]) -> frozenset[str]:
        """Letters, all those by which they are defined, and those of which they are the mean or the covariance."""
        return self.reach()(letters)

    def reach(self) -> Callable[[frozenset[str]], frozenset[str]]:
        """The function `reached`, for many sets of letters and the definitions of this moment."""
        defined: dict[str, frozenset[str]] = {}
        for left, definition in self.definitions.items():
            found = key(left)
            defined[found] = defined.get(found, frozenset()) | definition.letters

        def reached(letters: frozenset[str]) -> frozenset[str]:
            out, new = letters, letters & defined.keys()
            while new:
                out, before = out.union(*(defined[x] for x in new)), out
                new = (out - before) & defined.keys()
            return out.union(*(self.moments.get(x, ()) for x in out)) if self.moments else out

        return reached


def _without_entries(letters: frozenset[str]) -> frozenset[str]:
    """Letters without b_ij beside b."""
    return frozenset(x for x in letters if x.partition("_{")[0] == x or x.partition("_{")[0] not in letters)


def differences(left: Node, right: Node) -> list[tuple[Node, Node]]:
    """The smallest places where two trees differ, with what stands there in each."""
    if left == right:
        return []
    below = list(children(left)), list(children(right))
    alike = type(left) is type(right) and len(below[0]) == len(below[1]) > 0 and not isinstance(left, Name)
    if not alike or with_children(left, below[1]) != right:
        return [(left, right)]
    return [found for a, b in zip(*below, strict=True) for found in differences(a, b)]


def has_indexed_letter(relation: Relation, names: Mapping[str, Name], indices: frozenset[str]) -> bool:
    """Whether a letter of its own has one of some indices: λ_i of S u_i = λ_i u_i, where λ is no family.

    Then a relation about one value of the index is not one about all values, since λ_i is one number. names: the names
    in the relation by their keys.
    """
    own = [names[x].subscript for x in letters_of(relation) if x in names]
    return any(isinstance(x, Name) and key(x) in indices for below in own if below is not None for x in nodes(below))


def is_restricted(text: str, span: tuple[int, int], indices: list[str], lengths: dict[str, str]) -> bool:
    """Whether the sentence of an equation restricts it to some values of an index.

    lengths: how far each index runs; i = 1, …, n for all n members restricts nothing.
    """
    return any(map(_SOME.search, _said_of_it(text, span))) or is_ordered(text, span, indices, lengths)


def indices_of_product(stated: Stated) -> tuple[Name, Name] | None:
    """i and j of a condition on w_iᵀw_j, the product of two members of one family; None for others."""
    match stated.left:
        case (
            Product(factors=(Transpose(base=Name() as first), Name() as second), marks=("",))
            | Inner(left=Name() as first, right=Name() as second)
        ):
            i, j = first.subscript, second.subscript
            if isinstance(i, Name) and isinstance(j, Name) and i != j and bare(first) == bare(second):
                return (i, j) if stated.sign == "=" and stated.quantified is None else None
    return None


# behind i ≠ j: no "in different groups"
_NO_MORE = r"(?=[\s$)}]*(?:$|[.,;:\\]|(?:and|where|for (?:all|every|any|each)|so|then|we|be|is|are)(?!\w)))"


def _all_up_to(letter: str, last: str) -> str:
    """A pattern of i = 1, …, n, of i ∈ {1, …, n} and of 1 ≤ i ≤ n, also for several indices."""
    several = r"(?:\s*,\s*[a-z])?"
    return (
        rf"{letter}{several}\s*(?:=|\\in\s*\\?\{{)\s*1\s*,.{{0,16}}?dots[a-z]*\s*,\s*{last}(?!\w)"
        rf"|1\s*(?:\\leq?(?![a-z])|≤)\s*(?:[a-z]\s*,\s*)?{letter}{several}\s*(?:\\leq?(?![a-z])|≤)\s*{last}(?!\w)"
    )


def pair_of_orthogonal(text: str, stated: Stated, last: str = r"\w+") -> tuple[Name, Name] | None:
    """i and j of a condition that any two members of a family are orthogonal, w_iᵀw_j = 0 for i ≠ j; None for others.

    last: a pattern of the number of members, up to which the note may say that i and j run.
    """
    pair, right = indices_of_product(stated), stated.right
    is_nothing = right == Num("0") or (isinstance(right, Name) and is_zero(right))
    if pair is None or not is_nothing:
        return None
    i, j = (re.escape(letter_text(x)) for x in pair)
    said, letter = " ".join(_said_of_it(text, stated.span)), rf"(?<![\\\w])(?:{i}|{j})"
    rest, found = re.subn(rf"(?<![\\\w])(?:{i}\s*{_APART}\s*{j}|{j}\s*{_APART}\s*{i})(?!\w){_NO_MORE}", "", said)
    rest = re.sub(_all_up_to(letter, last), "", rest)
    is_restricted = _SOME.search(rest) or re.search(rf"{letter}\s*{_ORDER}|{_ORDER}\s*{letter}", rest)
    return pair if found and not is_restricted else None


def _said_of_it(text: str, span: tuple[int, int]) -> list[str]:
    r"""What stands before an equation in its sentence, the equation, and what stands behind it.

    Subscripts are left out, and so is \top, which is no word.
    """
    before = _END.split(re.sub(_FENCE + "$", "", text[max(0, span[0] - _NEAR) : span[0]]))[-1]
    behind = _END.split(re.sub("^" + _FENCE, "", text[span[1] : span[1] + _NEAR]))[0]
    # below a sum an index is its own
    return [re.sub(r"_\{[^{}]*\}|\\top(?![a-zA-Z])", "", part) for part in (before, text[span[0] : span[1]], behind)]


def is_ordered(text: str, span: tuple[int, int], indices: list[str], lengths: dict[str, str]) -> bool:
    """Whether a relation beside an equation restricts one of its indices: i ≠ j, i > d; lengths as in is_restricted."""
    said_of_it = _said_of_it(text, span)
    for index in indices:
        letter = re.escape(index)
        length = lengths.get(index, "")
        last = r"\w+" if length.startswith(ANY_LENGTH) else re.escape(length)
        start = rf"(?<![\\\w]){letter}"
        near = _ENDS.split(text[max(0, span[0] - _NEAR) : span[1] + _NEAR])
        below = [{*re.findall(r"_\{?([a-z])(?![a-z])", formula)} for formula in near]
        others = set().union(*(x for x in below if index in x)) - {*indices}
        other = f"[{''.join(sorted(others)) or '#'}]"  # i ≠ j beside x_iᵀx_j restricts no y_i
        whole = rf"(?<![\\\w]){other}\s*{_APART}\s*{letter}(?!\w)|{start}\s*{_APART}\s*{other}(?!\w)"
        whole += rf"|{_all_up_to(start, last)}" if last else ""
        said = rf"{start}(?:\s*,\s*\w)?\s*{_ORDER}|\w\s*{_ORDER}\s*{letter}(?!\w)|\|[^|$]*{letter}[^|$]*\|\s*{_ORDER}"
        if any(re.search(said, re.sub(whole, "", part)) for part in said_of_it):
            return True
    return False
