"""The hypotheses of one statement in words and symbols: every hypothesis of the kernel, each at its usual place."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import sympy as sp
from sympy.assumptions import AppliedPredicate
from sympy.core.relational import Relational

from pcaproofs.formula.algebra import number, relation, spelling
from pcaproofs.formula.from_kernel import SIGNS, KernelNotation
from pcaproofs.formula.from_sympy import FromSymPy, Unprintable
from pcaproofs.formula.tree import ONE, CommaList, Expectation, Formula, LeadingRows, Name, Relation, Sign, Space
from pcaproofs.kernel import Compare, Expression, KernelError, Optimum, SameOptimisers, Scope, Statement
from pcaproofs.language.accounts import (
    COMPUTED,
    Shown,
    account,
    definitions_of,
    derived_letters,
    needed_hypotheses,
)
from pcaproofs.language.conclusions import ForAll, SymbolicComparison
from pcaproofs.language.derived import basis_name
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.nodes import InverseOf
from pcaproofs.language.reader import Reading
from pcaproofs.language.selections import within
from pcaproofs.language.sizes import is_sum
from pcaproofs.language.symbolic_parts import expressions_in
from pcaproofs.language.symbols import SymbolTable
from pcaproofs.report.sentences import ClaimId, Sentence, fill, joined, listed, sentence

RELATIONS: dict[type, Sign] = {sp.Eq: "=", sp.Ne: "≠", sp.Ge: "≥", sp.Gt: ">", sp.Le: "≤", sp.Lt: "<"}
_DIVIDING = (sp.Pow, sp.MatPow, sp.Inverse, InverseOf)
ABOVE, BELOW, INDEX, LETTERS, PROOF = "above", "below", "index", "letters", "proof"


@dataclass(frozen=True)
class PrintedHypothesis:
    """One printed assumption, and the kernel's hypotheses that it represents.

    place: "above" the conclusion, "below" argmin, as its "index" range, among the "letters", or only in the "proof".
    formula: what its words mean; introduces: the letter of it that is new, such as F of S = FᵀF.
    """

    text: Sentence
    names: tuple[str, ...]
    place: str = ABOVE
    formula: Formula | None = None
    introduces: Formula | None = None

    @property
    def short(self) -> Sentence:
        """Its formula, or its words if it has no formula."""
        return sentence(self.formula) if self.formula else self.text


class Hypotheses:
    """The assumptions of one statement.

    origins: hypothesis name -> the claim that supplied it. support, created: see `Resolved`.
    """

    def __init__(
        self,
        reading: Reading,
        notation: FromSymPy,
        names: Mapping[str, str],
        origins: Mapping[str, Any] | None = None,
        support: Mapping[Any, frozenset[str]] | None = None,
        created: Collection[str] = (),
    ):
        self.statement: Statement = reading.statement
        self.entries = account(reading.statement, reading, origins)
        self.notation = notation
        self.kernel = KernelNotation(reading.statement, notation.short, names)
        self.known = dict(reading.statement.hypotheses)
        self.variables = _variables(reading.statement)
        self.exist = [letter for letter in reading.statement.letters if letter[0] in created]
        self._reading, self.support = reading, support or {}

    def used(self, cited: set[str], claims: Sequence[Any]) -> set[str]:
        """The hypotheses that a proof needs: cited ones, those that give them a meaning, and those of cited claims."""
        return needed_hypotheses(self.entries, cited, claims, self.support)

    def shown(self) -> tuple[PrintedHypothesis, ...]:
        """All assumptions, in the kernel's order."""
        return tuple(self._shown(entry) for entry in self.entries)

    def free(self) -> list[tuple[str, Any, Any]]:
        """The letters that range over all values: neither functions of others nor variables of an optimum."""
        others = {name for e in self.entries if e.kind in ("basis", "selection", "theorem") for name in e.letters}
        others |= definitions_of(self.statement, derived_letters(self.statement, self._reading)).keys()
        others |= {name for name, _, _ in self.exist} | self.variables
        others |= {name for name, d in self.kernel.derived.items() if d.kind in COMPUTED}
        return [letter for letter in self.statement.letters if letter[0] not in others]

    def random(self) -> list[Formula]:
        """Random vectors with their length: Z ∈ ℝᵖ."""
        found = [self.kernel.form(("letter", e.letters[1])) for e in self.entries if e.kind == "moments"]
        vectors = [mean.body for mean in found if isinstance(mean, Expectation)]
        return [relation(z, "∈", Space(z.shape)) for z in vectors if isinstance(z, Name) and z.shape]

    def sizes(self) -> set[str]:
        return {n for n in Scope(self.statement).sizes if not (n.isdigit() or is_sum(n))}

    def bases(self) -> list[tuple[str, list[str]]]:
        """The unit vectors eᵢ by their length."""
        shapes = {name: str(rows) for name, rows, _ in self.statement.letters}
        return [(shapes[e.letters[0]], sorted(x[2:] for x in e.letters)) for e in self.entries if e.kind == "basis"]

    def about_unit_vectors(self) -> set[str]:
        """The names of the hypotheses that define the unit vectors e_i."""
        return {name for e in self.entries if e.kind == "basis" for name in e.names}

    def roots(self) -> set[str]:
        """The letters that hypotheses introduce, such as F of S = FᵀF."""
        named = [_named(e.source) for e in self.entries if e.kind == "said"]
        return {str(new.name) for h in named if isinstance(h, Named) and (new := h.factor()) is not None}

    def hypothesis(self, h: Any) -> Sentence:
        """In words if it has a name, "w is a unit vector", otherwise as a formula; as both if about an expression.

        An eigenvector of which nothing is concluded is a formula too, since it is there for the sake of its eigenvalue.
        """
        if isinstance(h, ForAll):
            return fill("{} for all {}", *self._of_all(h))
        h = _named(h)
        if not isinstance(h, Named) or h.kind in ("nonzero", "positive", "nonnegative"):
            return sentence(self.symbols(h))
        if h.kind == "eigenpair" and not self._is_concluded(h.args[1]):
            return sentence(self.symbols(h))
        numbered = Named(h.kind, tuple(f"{{{k}}}" for k in range(len(h.args)))).words()
        order = [int(k) for k in re.findall(r"\{(\d+)\}", numbered)]
        words = fill(re.sub(r"\{\d+\}", "{}", numbered), *(self._inline(h.args[k]) for k in order))
        if h.symbols() is not None:
            return words
        said = fill("{}, {}", words, self.symbols(h))
        return fill("{} for some {}", said, self._inline(h.factor())) if h.factor() is not None else said

    def _is_concluded(self, x: Any) -> bool:
        """Whether the conclusion is about a letter, or about an expression."""
        return not isinstance(x, sp.MatrixSymbol) or repr(("letter", str(x.name))) in repr(self.statement.conclusion)

    def symbols(self, h: Any) -> Formula:
        """A hypothesis of the author as a formula, or as several."""
        if isinstance(h, ForAll):
            return _several(list(self._of_all(h)))
        h = _named(h)
        if isinstance(h, Named):
            found = [(left, SIGNS[sign], right) for left, sign, right in h.equations()]
        elif isinstance(h, SymbolicComparison):
            found = [(h.left, SIGNS[h.relation], h.right)]
        elif isinstance(h, Relational):
            found = [(h.lhs, RELATIONS[type(h)], h.rhs)]
        else:
            raise Unprintable(f"got {h}, but should be a hypothesis")
        return _several([relation(self._inline(a), sign, self._inline(b)) for a, sign, b in found])

    def _of_all(self, h: Any) -> tuple[Formula, Formula]:
        """Assumptions about all members of families, with the ranges of their indices."""
        indices: dict[Any, list[Any]] = {}  # by the number of members
        while isinstance(h, ForAll):
            indices.setdefault(h.length, []).append(h.index)
            h = h.relation
        ranges: list[Formula] = []
        for n, found in indices.items():
            names = tuple(map(self._inline, found))
            between = names[0] if len(names) == 1 else CommaList(names)
            ranges.append(Relation((ONE, between, self._inline(n)), ("≤", "≤")))
        return self.symbols(h), _several(ranges)

    def comparison(self, h: Compare) -> Formula:
        """A hypothesis of the kernel as a formula."""
        return self.kernel.comparison(h)

    def _inline(self, x: Any) -> Formula:
        return self.notation.form(x)

    def _shown(self, entry: Shown) -> PrintedHypothesis:
        if entry.kind in ("said", "sign", "other", "factor") and self._varies(entry.names):
            return PrintedHypothesis(sentence(self._plain(entry)), entry.names, BELOW)
        match entry.kind:
            case "said":
                named = _named(entry.source)
                new = named.factor() if isinstance(named, Named) and named.symbols() is not None else None
                return PrintedHypothesis(
                    self.hypothesis(entry.source),
                    entry.names,
                    formula=self.symbols(entry.source),
                    introduces=None if new is None else self._inline(new),
                )
            case "cited" if entry.source.declared == "cited":
                return self._shown_existence(entry)
            case "basis":
                return self._shown_range(entry)
            case "selection":
                parts = self._parts(entry)
                return PrintedHypothesis(joined(", ", parts), entry.names, INDEX if parts else LETTERS)
            case "size":  # the name of such a dimension says it
                return PrintedHypothesis(Sentence(), entry.names, LETTERS)
            case "moments":
                return PrintedHypothesis(joined(" ", self.random()), entry.names, LETTERS)
            case "cited":
                return PrintedHypothesis(sentence(ClaimId(entry.source.id)), entry.names, PROOF)
        return self._shown_derived(entry)

    def _shown_derived(self, entry: Shown) -> PrintedHypothesis:
        """The assumption about a derived letter, such as a root or an inverse; otherwise the entry as a formula."""
        match entry.kind:
            case "pseudo-inverse":
                plus = self.kernel.form(("letter", entry.letters[0]))
                return PrintedHypothesis(
                    fill("{} is the Moore–Penrose inverse of {}", plus, self._of(entry)), entry.names
                )
            case "theorem":
                laws = listed([self.comparison(self.known[name]) for name in entry.names])
                return PrintedHypothesis(fill("by theorems on determinants, {}", laws), entry.names)
            case "factor":
                factor = self.kernel.form(("letter", entry.letters[0]))
                return PrintedHypothesis(fill("{} for some {}", self._plain(entry), factor), entry.names)
            case "inverse":
                return PrintedHypothesis(fill("{} is invertible", self._of(entry)), entry.names)
            case "reciprocal" | "root" if entry.implied:
                return PrintedHypothesis(Sentence(), entry.names, LETTERS)
            case "reciprocal":
                return PrintedHypothesis(sentence(relation(self._of(entry), "≠", number(0))), entry.names)
            case "root":
                return PrintedHypothesis(sentence(relation(self._of(entry), "≥", number(0))), entry.names)
        return PrintedHypothesis(sentence(self._plain(entry)), entry.names)

    def _shown_existence(self, entry: Shown) -> PrintedHypothesis:
        """The sentence that letters are those whose existence a cited theorem asserts."""
        names = sorted((self.kernel.letter(name) for name, _, _ in self.exist), key=spelling)
        letters = listed([*names])
        verb = "are" if self.exist[1:] else "is"
        text = fill(f"{{}} {verb} as in {{}}, that is {{}}", letters, ClaimId(entry.source.id), self._plain(entry))
        ranges = [self._range(e) for e in self.entries if e.kind == "basis" and self._has(entry, e)]
        return PrintedHypothesis(joined(", for ", [text, *map(_several, filter(None, ranges))]), entry.names)

    def _shown_range(self, entry: Shown) -> PrintedHypothesis:
        """The range of an index."""
        cited = [e for e in self.entries if e.kind == "cited" and self._has(e, entry)]
        elsewhere = cited and not self._has(None, entry) and all(e.source.declared == "cited" for e in cited)
        if not (found := self._range(entry)):  # the first and second entry of what has two
            return PrintedHypothesis(Sentence(), entry.names, LETTERS)
        said = sentence(_several(found))
        letters = [x for _, labels in self.bases() if basis_name(labels[0]) in entry.letters for x in labels]
        if len(letters) > 2 and len(entry.apart) == len(letters) * (len(letters) - 1) // 2:
            said = fill("{}, all different", found[0])
        return PrintedHypothesis(said, entry.names, LETTERS if elsewhere else INDEX)

    def _parts(self, entry: Shown) -> list[Formula]:
        """The inequalities m ≤ n for the first m rows of I of size n, and l ≤ m if the first l rows are among them."""
        found = {name: self.kernel.form(("letter", name)) for name in entry.letters}
        sizes = {name: cols for name, _, cols in self.statement.letters}
        assumed = [name for name in entry.letters if isinstance(sizes[name], str) and not is_sum(sizes[name])]
        rows = {name: x for name, x in found.items() if isinstance(x, LeadingRows) and name in assumed}
        said = [self.known[name] for name in entry.names]
        pairs = [(a, b) for a, b in permutations(rows, 2) if within(a, b) in said]
        inner = {a for a, _ in pairs}
        out: list[Formula] = [relation(rows[a].count, "≤", rows[b].count) for a, b in pairs]
        return out + [relation(x.count, "≤", x.size) for name, x in rows.items() if name not in inner]

    def _plain(self, entry: Shown) -> Formula:
        """An entry as a formula, without words."""
        if entry.kind == "said":
            return self.symbols(entry.source)
        return _several([self.comparison(self.known[name]) for name in entry.names])

    def _of(self, entry: Shown) -> Formula:
        assert entry.of is not None
        match entry.of:
            case ("tr", ("mul", ("t", a), b)) if a == b and entry.kind == "reciprocal":
                return self.kernel.form(a)  # a column or matrix is nonzero if and only if its norm is
        written = self._divided().get(entry.of)
        return self.kernel.form(entry.of) if written is None else self._inline(written)

    def _divided(self) -> dict[Expression, Any]:
        """The author's expressions for divisors, inverses and roots, by the kernel's expression for each."""
        said = list(expressions_in((self._reading.source, *self._reading.hypotheses)))
        table = SymbolTable()
        table.find_dimensions(said)
        found: dict[Expression, Any] = {}
        for node in {x for e in said for x in sp.preorder_traversal(e) if isinstance(x, _DIVIDING)}:
            try:
                found[table.read(node.args[0])] = node.args[0]
            except KernelError:  # the body of a sum has no value without its index
                continue
        return found

    def _range(self, entry: Shown) -> list[Formula]:
        """The ranges of free indices, 1 ≤ i ≠ j ≤ n; for indices that are numbers, the inequality n ≥ number."""
        ((n, labels),) = [(n, found) for n, found in self.bases() if basis_name(found[0]) in entry.letters]
        apart = entry.apart
        letters, numbers = [x for x in labels if not x.isdigit()], [int(x) + 1 for x in labels if x.isdigit()]
        shown = {x: self.kernel.letter(x) for x in letters}
        size = self.kernel.size(n)
        out: list[Formula] = [relation(size, "≥", number(max(numbers)))] if numbers and not n.isdigit() else []
        if len(letters) == 2 and len(apart) == 1:
            first, second = (shown[x] for x in letters)
            out.append(Relation((ONE, first, second, size), ("≤", "≠", "≤")))
        elif letters:
            out.append(Relation((ONE, CommaList(tuple(shown.values())), size), ("≤", "≤")))
            out += [relation(shown[a], "≠", shown[b]) for a, b in apart if a in shown and b in shown]
        return out

    def mentions(self, name: str) -> set[str]:
        """The letters of a kernel hypothesis after multiplying out."""
        h = self.known[name]
        return Scope(self.statement).difference(h.left, h.right).names()

    def _has(self, entry: Shown | None, basis: Shown) -> bool:
        """Whether an entry, or the author's expression for it, mentions one of some unit vectors."""
        entries = [entry] if entry is not None else [e for e in self.entries if e.kind == "said"]
        found = repr([self.known[name] for e in entries for name in e.names])
        found += "" if entry is not None else repr(self.statement.conclusion)
        return any(repr(("letter", name)) in found for name in basis.letters)

    def _varies(self, names: Sequence[str]) -> bool:
        return bool(self.variables) and any(self.mentions(name) & self.variables for name in names)


def _variables(statement: Statement) -> set[str]:
    c = statement.conclusion
    if isinstance(c, Optimum):
        return {name for name, _ in c.at}
    return set(c.variables) if isinstance(c, SameOptimisers) else set()


def _several(formulas: Sequence[Formula]) -> Formula:
    return formulas[0] if len(formulas) == 1 else CommaList(tuple(formulas), "space")


def _named(h: Any) -> Any:
    """The named hypothesis for SymPy's Q.symmetric(A)."""
    return Named(str(h.function.name), tuple(h.arguments)) if isinstance(h, AppliedPredicate) else h
