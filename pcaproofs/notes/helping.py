"""Statements of a scope file that would make unread rows of a note readable, found by checking the note with them.

Only letters are tried, as numbers, columns and matrices. What a macro stands for that nothing defines is left to the
author.
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
from pcaproofs.notes.scope.scope_file import scope_of_text

MOST = 4  # letters that are tried
LARGEST = 400  # formulas of a note that is checked again


_NO_LETTERS = frozenset(Name(x) for x in (*INDICES, "E", "P"))  # mostly indices, expectations, probabilities


@dataclass(frozen=True)
class Helping:
    """A statement, and the places of the rows that it makes readable."""

    statement: str
    places: tuple[str, ...]


def helping(note: Note, sizes: Collection[str], found: Sequence[RowVerdict]) -> list[Helping]:
    """Statements that help, that with most rows first; sizes: of the note; found: its verdicts."""
    out = [*_macros(note, found), *_means(note, found), *_letters(note, sizes, found)]
    return sorted(out, key=lambda x: -len(x.places))


def _macros(note: Note, found: Sequence[RowVerdict]) -> Iterator[Helping]:
    """The commands that nothing defines, each with as many arguments as it has in braces."""
    rows, behind = defaultdict[str, list[Formula]](list), dict[str, str]()
    for v in found:
        if v.formula.display and v.verdict in ("unread", "unsupported"):
            for command, end in _undefined(note, v.formula):
                rows[command].append(v.formula)
                behind.setdefault(command, note.source.text[end:])
    for command, formulas in rows.items():
        arguments = "".join(f"{{{'xyz'[k]}}}" for k in range(min(3, _arguments(behind[command]))))
        yield Helping(f"{command}{arguments} = …", _places(note, formulas))


def _undefined(note: Note, formula: Formula) -> Iterator[tuple[str, int]]:
    """The commands in a formula that nothing defines, where it stops or where they are read as words; their ends."""
    tree = formula.tree
    if isinstance(tree, Unread):
        if tree.expected == COMMAND:
            yield tree.got, tree.span[0] + len(tree.got)
        return
    for name in {x.base: x for x in nodes(tree) if isinstance(x, Name) and x.how == "word"}.values():
        if note.source.text.startswith(f"\\{name.base}", name.span[0]):
            yield f"\\{name.base}", name.span[0] + len(name.base) + 1


def _arguments(text: str) -> int:
    """How many groups in braces a text begins with."""
    count = 0
    while text[:1] == "{":
        depth = 0
        for k, c in enumerate(text):
            depth += {"{": 1, "}": -1}.get(c, 0)
            if not depth:
                text = text[k + 1 :]
                break
        else:
            break
        count += 1
    return count


def _means(note: Note, found: Sequence[RowVerdict]) -> Iterator[Helping]:
    rows = [v.formula for v in found if v.formula.display and v.verdict == "unsupported" and _has_means(v.formula)]
    if rows:
        yield Helping("⟨x⟩ is the mean of x", _places(note, rows))


def _has_means(formula: Formula) -> bool:
    tree = formula.tree
    return not isinstance(tree, Unread) and any(isinstance(x, Moment) and x.kind == ALONE for x in nodes(tree))


def _letters(note: Note, sizes: Collection[str], found: Sequence[RowVerdict]) -> Iterator[Helping]:
    """Letters of which the best kind makes rows readable, one after the other."""
    if len(note.formulas) > LARGEST:
        return
    chosen: tuple[Fact, ...] = ()
    unread = _unread(found)
    for letter in _candidates(unread, sizes):
        tried = [(x, scope_of_text(x, "", note.source)) for x in _statements(note, letter, unread)]
        best: tuple[int, str, tuple[Fact, ...], list[Formula]] = (0, "", (), unread)
        for statement, facts in tried:
            after = _unread(check_note(note, (*chosen, *facts))[1])
            if (gain := len(unread) - len(after)) > best[0]:
                best = gain, statement, facts, after
        if best[0]:
            yield Helping(best[1], _places(note, [x for x in unread if x not in best[3]]))
            chosen, unread = (*chosen, *best[2]), best[3]


def _unread(found: Sequence[RowVerdict]) -> list[Formula]:
    """The rows that are read as formulas, and whose letters do not fit together."""
    return [v.formula for v in found if v.formula.display and v.verdict == "unread" and _is_formula(v.formula)]


def _is_formula(formula: Formula) -> bool:
    return not isinstance(formula.tree, Unread)


def _candidates(unread: Sequence[Formula], sizes: Collection[str]) -> list[Name]:
    """The letters that are in most of these rows, without indices and sizes."""
    counts, names = defaultdict[str, int](int), dict[str, Name]()
    for formula in unread:
        assert not isinstance(formula.tree, Unread)
        for name in {key(x): x for x in nodes(formula.tree) if isinstance(x, Name) and not is_word(x)}.values():
            counts[key(name)] += 1
            names.setdefault(key(name), name)
    known = {x for x, name in names.items() if x in sizes or name in _NO_LETTERS}
    return [names[x] for x in sorted(counts.keys() - known, key=lambda x: (-counts[x], x))[:MOST]]


def _statements(note: Note, letter: Name, unread: Sequence[Formula]) -> Iterator[str]:
    """The statements that are tried of a letter: about the whole note, and about the part with its unread rows."""
    inside = [
        note.place(x)
        for x in unread
        if not isinstance(x.tree, Unread) and key(letter) in {key(y) for y in nodes(x.tree) if isinstance(y, Name)}
    ]
    for kind in _kinds(letter):
        yield f"{latex(letter)} is {kind}"
    if not inside:
        return
    what = "line" if inside[0].cell is None else "cell"
    first, last = (inside[k].line if inside[k].cell is None else inside[k].cell for k in (0, -1))
    part = f"{what} {first}" if first == last else f"{what}s {first}-{last}"
    for kind in _kinds(letter):
        yield f"{part}: {latex(letter)} is {kind}"


def _kinds(letter: Name) -> list[str]:
    """What a letter may be, by its look."""
    high = "a matrix" if is_capital(letter) else "a column"
    is_marked = letter.font == "bold" or not {*letter.accents}.isdisjoint(VECTORS)
    return [high] if is_marked else ["a number", high]


def _places(note: Note, rows: Sequence[Formula]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(note.place(x).said for x in rows))
