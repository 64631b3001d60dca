"""What --init asks an author for: letters on which most rows depend, and statements that make unread rows readable.

Such statements are found by checking the note with them. Only letters are tried, as numbers, columns and matrices. What
a macro stands for that nothing defines is left to the author.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.grammar import ALONE, COMMAND, Unread
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.spelling import INDICES, VECTORS, is_capital, is_word, key
from pcaproofs.notes.formulas.surface import Moment, Name, nodes
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.facts import Fact
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.scope.scope_file import scope_of_text
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.text.tokens import closing_brace

MOST = 5  # letters that are asked for
MOST_TRIED = 4  # letters
LARGEST = 400  # formulas of a note that is checked again
_WEIGHTS = {"unread": 3, "undecided": 1}  # of a row
_NO_LETTERS = frozenset(Name(x) for x in (*INDICES, "E", "P"))  # mostly indices, expectations, probabilities


@dataclass(frozen=True)
class Wanted:
    """A letter of which the note does not say enough, and the places of the rows with it that are not judged."""

    symbol: Symbol
    places: tuple[str, ...]


@dataclass(frozen=True)
class Helping:
    """A statement, and the places of the rows that it makes readable."""

    statement: str
    places: tuple[str, ...]


def wanted(note: Note, table: Table, found: Sequence[RowVerdict]) -> list[Wanted]:
    """At most five letters, that on which most rows depend first; found: the verdicts of the note."""
    unsaid = {key(x.name): x for x in table.open() if not is_word(x.name)}
    weights, rows = defaultdict[str, int](int), defaultdict[str, list[Formula]](list)
    for v in found:
        if v.formula.display and v.verdict in _WEIGHTS:
            for letter in {key(x) for x in _names(v.formula)} & unsaid.keys():
                weights[letter] += _WEIGHTS[v.verdict]
                rows[letter].append(v.formula)
    order = sorted((x for x in unsaid if x in weights), key=lambda x: -weights[x])
    return [Wanted(unsaid[x], _places(note, rows[x])) for x in order[:MOST]]


def helping(note: Note, sizes: Collection[str], found: Sequence[RowVerdict]) -> list[Helping]:
    """Statements that help, that with most rows first; sizes: of the note; found: its verdicts."""
    rows = [v for v in found if v.formula.display and v.verdict in ("unread", "unsupported")]
    out = [*_macros(note, [v.formula for v in rows])]
    if means := [v.formula for v in rows if v.verdict == "unsupported" and _has_means(v.formula)]:
        out.append(Helping("⟨x⟩ is the mean of x", _places(note, means)))
    if len(note.formulas) <= LARGEST:
        out += _letters(note, sizes, found)
    return sorted(out, key=lambda x: -len(x.places))


def _names(formula: Formula) -> list[Name]:
    tree = formula.tree
    return [] if isinstance(tree, Unread) else [x for x in nodes(tree) if isinstance(x, Name)]


def _has_means(formula: Formula) -> bool:
    tree = formula.tree
    return not isinstance(tree, Unread) and any(isinstance(x, Moment) and x.kind == ALONE for x in nodes(tree))


def _macros(note: Note, found: Sequence[Formula]) -> Iterator[Helping]:
    """The commands that nothing defines, each with as many arguments as it has in braces."""
    text = note.source.text
    rows, ends = defaultdict[str, list[Formula]](list), dict[str, int]()
    for formula in found:
        for command, end in _undefined(text, formula):
            rows[command].append(formula)
            ends.setdefault(command, end)
    for command, formulas in rows.items():
        count, end = 0, ends[command]
        while count < 3 and text[end : end + 1] == "{" and (close := closing_brace(text, end + 1)) is not None:
            count, end = count + 1, close + 1
        yield Helping(f"{command}{''.join(f'{{{x}}}' for x in 'xyz'[:count])} = …", _places(note, formulas))


def _undefined(text: str, formula: Formula) -> Iterator[tuple[str, int]]:
    """The commands in a formula that nothing defines, where it stops or where they are read as words; their ends."""
    if isinstance(tree := formula.tree, Unread):
        if tree.expected == COMMAND:
            yield tree.got, tree.span[0] + len(tree.got)
        return
    for name in {x.base: x for x in _names(formula) if x.how == "word"}.values():
        if text.startswith(f"\\{name.base}", name.span[0]):
            yield f"\\{name.base}", name.span[0] + len(name.base) + 1


def _letters(note: Note, sizes: Collection[str], found: Sequence[RowVerdict]) -> Iterator[Helping]:
    """Letters of which the best kind makes rows readable, one after the other."""
    chosen: tuple[Fact, ...] = ()
    unread = _unread(found)
    for letter in _candidates(unread, sizes):
        best: tuple[int, str, tuple[Fact, ...], list[Formula]] = (0, "", (), unread)
        for statement in _statements(note, letter, unread):
            facts = scope_of_text(statement, "", note.source)
            after = _unread(check_note(note, (*chosen, *facts))[1])
            if (gain := len(unread) - len(after)) > best[0]:
                best = gain, statement, facts, after
        if best[0]:
            yield Helping(best[1], _places(note, [x for x in unread if x not in best[3]]))
            chosen, unread = (*chosen, *best[2]), best[3]


def _unread(found: Sequence[RowVerdict]) -> list[Formula]:
    """The rows that are read as formulas, and whose letters do not fit together."""
    rows = [v.formula for v in found if v.formula.display and v.verdict == "unread"]
    return [x for x in rows if not isinstance(x.tree, Unread)]


def _candidates(unread: Sequence[Formula], sizes: Collection[str]) -> list[Name]:
    """The letters that are in most of these rows, without indices and sizes."""
    counts, names = defaultdict[str, int](int), dict[str, Name]()
    for formula in unread:
        for name in {key(x): x for x in _names(formula) if not is_word(x)}.values():
            counts[key(name)] += 1
            names.setdefault(key(name), name)
    known = {x for x, name in names.items() if x in sizes or name in _NO_LETTERS}
    return [names[x] for x in sorted(counts.keys() - known, key=lambda x: (-counts[x], x))[:MOST_TRIED]]


def _statements(note: Note, letter: Name, unread: Sequence[Formula]) -> Iterator[str]:
    """The statements that are tried of a letter: about the whole note, and about the part with its unread rows."""
    high = "a matrix" if is_capital(letter) else "a column"
    is_marked = letter.font == "bold" or not {*letter.accents}.isdisjoint(VECTORS)
    kinds = [high] if is_marked else ["a number", high]
    yield from (f"{latex(letter)} is {kind}" for kind in kinds)
    inside = [note.place(x) for x in unread if key(letter) in {key(y) for y in _names(x)}]
    if inside:
        what = "line" if inside[0].cell is None else "cell"
        first, last = (x.line if x.cell is None else x.cell for x in (inside[0], inside[-1]))
        part = f"{what} {first}" if first == last else f"{what}s {first}-{last}"
        yield from (f"{part}: {latex(letter)} is {kind}" for kind in kinds)


def _places(note: Note, rows: Sequence[Formula]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(note.place(x).said for x in rows))
