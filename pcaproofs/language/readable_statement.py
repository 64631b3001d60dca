"""A kernel statement as lines of text for readers: letters with their sizes, every hypothesis, the conclusion.

`pcaproofs.statement_text` prints a statement as unambiguous text for checkers, and reads it back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pcaproofs.kernel import Compare, Expression, Optimum, SameOptimisers, Scope, Statement
from pcaproofs.language.accounts import COMPUTED, Shown, account, definitions_of, derived_letters
from pcaproofs.language.derived import Kind, Naming, is_root, leading_after, leading_name, read_back, take_apart
from pcaproofs.language.express import text
from pcaproofs.language.sizes import is_sum
from pcaproofs.terms import norm2, renamed

if TYPE_CHECKING:
    from pcaproofs.language.reader import Reading

_WORDS = {">=": "≥", "!=": "≠", "min": " minimises ", "max": " maximises "}
_WORDS |= {"iff": " ⟺ ", "best": " is best ⟺ ", "and": " and "}
_FACTORS = "FGRKC"
_WRITTEN = {
    Kind.INVERSE.value: Naming.INVERSE,
    Kind.RECIPROCAL.value: Naming.INVERSE,
    Kind.PSEUDO_INVERSE.value: Naming.PSEUDO_INVERSE,
    Kind.ROOT.value: Naming.ROOT,
}


def factor_names(statements: Sequence[Statement]) -> dict[str, str]:
    """Kernel name -> short name of each factor F of S = FᵀF: F, or F_1, F_2, … for several."""
    letters = {name: (rows, cols) for s in statements for name, rows, cols in s.letters}
    roots = [name for name, shape in letters.items() if is_root(name) and shape != (1, 1)]
    base = next((r for r in _FACTORS if not any(name.startswith(r) for name in letters)), "Phi")
    return {root: base if len(roots) == 1 else f"{base}_{k}" for k, root in enumerate(roots, 1)}


class ReadableStatement:
    """Prints one statement.

    reading, origins: as for `account`. exists: the symbols whose existence the statement asserts.
    """

    def __init__(
        self,
        statement: Statement,
        reading: Reading | None = None,
        origins: Mapping[str, Any] | None = None,
        exists: Sequence[Any] = (),
        created: Collection[str] = (),
    ):
        self.statement, self.entries = statement, account(statement, reading, origins)
        self.factors = factor_names([statement])
        self.definitions = definitions_of(statement, derived_letters(statement, reading))
        self.names = dict(self.factors)
        for name, entry in self.definitions.items():
            if entry.kind in _WRITTEN and entry.of is not None:  # (A B)⁻¹: (AB)⁻¹ looks like the inverse of a letter AB
                inside = self.expression(entry.of)
                single = entry.of[0] == "letter" and entry.of[1] not in self.names
                self.names[name] = _WRITTEN[entry.kind].write(inside if single else f"({inside})")
        self.known = dict(statement.hypotheses)
        self.cited = [name for name, _, _ in statement.letters if name in created]
        self.exists = [str(x.name) for x in exists]

    def expression(self, e: Expression) -> str:
        """An expression, with short names for factors and derived letters."""
        return text(renamed(e, self.names))

    def square(self, e: Expression) -> str:
        """The square ‖e‖² of a certificate; for a tensor, as a sum of traces."""
        return f"({self.expression(norm2(e))})" if e[0] == "tensor" else f"‖{self.expression(e)}‖²"

    def comparison(self, h: Compare) -> str:
        """An equation or inequality."""
        return f"{self.expression(h.left)} {_WORDS.get(h.relation, h.relation)} {self.expression(h.right)}"

    def fact(self, name: str) -> str:
        """A fact that a proof cites, by its name; the text of a hypothesis, else the name itself."""
        return self.comparison(self.known[name]) if name in self.known else name

    def conclusion(self) -> str:
        """The conclusion in one line."""
        c = self.statement.conclusion
        if isinstance(c, Compare):
            return self.comparison(c)
        if isinstance(c, Optimum):
            at = ", ".join(f"{self.expression(('letter', name))} = {self.expression(e)}" for name, e in c.at)
            value = "" if c.value is None else f" = {self.expression(c.value)}"
            best = f"{at}{_WORDS[c.sense]}{self.expression(c.objective)}{value}"
            exactly = _WORDS["and"].join(map(self.comparison, c.exactly))
            return f"{best}; {self._tuple([name for name, _ in c.at])}{_WORDS['best']}{exactly}" if exactly else best
        assert isinstance(c, SameOptimisers)
        who = self._tuple(c.variables)
        sides = (f"{who}{_WORDS[sense]}{self.expression(f)}" for sense, f in (c.first, c.second))
        return _WORDS["iff"].join(sides)

    def _tuple(self, names: Sequence[str]) -> str:
        """w, or (a, P) for several variables."""
        shown = ", ".join(self.expression(("letter", name)) for name in names)
        return shown if len(names) == 1 else f"({shown})"

    def letters(self) -> str:
        """The line "for all integers n, p ≥ 1, A (p×p), B (p×d), t (real)"."""
        sizes = sorted(n for n in Scope(self.statement).sizes if not (n.isdigit() or is_sum(n)))
        said = [f"integers {', '.join(sizes)} ≥ 1"] if sizes else []
        shown_apart = ("basis", "selection", "theorem")
        hidden = self.definitions.keys() | {x for e in self.entries if e.kind in shown_apart for x in e.letters}
        hidden |= {*self.cited, *self.exists}
        hidden |= {name for name, d in read_back(self.statement).items() if d.kind in COMPUTED}
        said += self._shapes(lambda name: name not in hidden)
        there = self._shapes(lambda name: name in self.exists)
        lines = [f"for all {', '.join(said)}"] if said else []
        return " ".join([*lines, *([f"there are {', '.join(there)}"] if there else [])])

    def _selecting(self, name: str) -> str:
        """The meaning of diag(a) and I[m×n], in words."""
        rows, cols = next((r, c) for x, r, c in self.statement.letters if x == name)
        if name == leading_name(rows, cols, after := leading_after(name)):
            behind = f"{rows} rows of I_{cols} after the first {after}"
            return f"{name} the {behind}" if after else f"{name} the first {rows} rows of I_{cols}"
        return f"{name} the diagonal matrix of {take_apart(name).inside}"  # type: ignore[union-attr]

    def _shapes(self, wanted: Callable[[str], bool]) -> list[str]:
        letters = [letter for letter in self.statement.letters if wanted(letter[0])]
        return [f"{text(('letter', name))} " + ("(real)" if r == c == 1 else f"({r}×{c})") for name, r, c in letters]

    def lines(self, unused: Mapping[str, str] | None = None) -> Iterator[str]:
        """The lines of all hypotheses; unused: hypothesis name -> a note to print behind it."""
        for entry in self.entries:
            for line in self._lines(entry):
                note = (unused or {}).get(entry.names[0], "")
                yield f"{line}  {note}" if note else line

    def _lines(self, entry: Shown) -> Iterator[str]:
        said = [self.comparison(self.known[name]) for name in entry.names]
        match entry.kind:
            case "basis":
                lengths = {name: rows for name, rows, _ in self.statement.letters}
                who = [text(("letter", name)) for name in entry.letters]
                apart = [f"{a} ≠ {b}" for a, b in entry.apart]
                different = f", {', '.join(apart)}" if apart else ""
                yield f"for any unit vectors {', '.join(who)} of length {lengths[entry.letters[0]]}{different}:"
                before = " "
            case "selection":
                yield f"with {', '.join(map(self._selecting, entry.letters))}:"
                before = " "
            case "theorem":
                yield "by theorems about determinants, powers and logarithms:"
                before = " "
            case "cited" if entry.source.declared == "cited":
                before = f"with {', '.join(text(('letter', x)) for x in self.cited)} from {entry.source.id}:"
            case "cited":
                before = f"by {entry.source.id}:"
            case "size" | "reciprocal" | "inverse" | "root" | "pseudo-inverse" | "moments":
                before = "where"
            case _:
                before = "given"
        yield from (f"{before} {x}" for x in said)
