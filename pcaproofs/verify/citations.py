"""All citations of a part: the reading of the part with the conclusions of the claims that it cites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pcaproofs.certificates import facts_of
from pcaproofs.kernel import Certificate, KernelError, Optimum, SameOptimisers, Statement, goals
from pcaproofs.language.reader import Reading, read
from pcaproofs.terms import walk
from pcaproofs.verify.citation import Citation, Existing, reason
from pcaproofs.verify.claim import Cites, Claim, Part
from pcaproofs.verify.extension import Extension
from pcaproofs.verify.substitution import Refused
from pcaproofs.verify.symbols import Symbols, symbols_in

KEPT = 1024  # readings of parts that are remembered; the catalogue has fewer


@dataclass(frozen=True)
class Resolved:
    """The reading of a part with all its citations.

    origins: hypothesis name -> the claim that supplied it. existing: the axioms that add letters. support: claim -> the
    hypotheses from which its conditions were proved.
    """

    reading: Reading
    origins: Mapping[str, Claim] = field(default_factory=dict)
    existing: tuple[Existing, ...] = ()
    support: Mapping[Claim, frozenset[str]] = field(default_factory=dict)

    def created(self) -> frozenset[str]:
        """The names of the letters that axioms add."""
        return frozenset(str(x.name) for axiom in self.existing for x in axiom.letters)

    def used(self, facts: set[str]) -> list[Claim]:
        """The claims whose conclusions are among the facts that a proof cites, and those needed to cite these."""
        names = set(facts)
        found: dict[Claim, None] = {}
        while more := [c for name, c in self.origins.items() if name in names and c not in found]:
            found |= dict.fromkeys(more)
            names |= set().union(*(self.support[c] for c in more))
        return list(found)


@lru_cache(KEPT)
def plain_reading(part: Part) -> Reading:
    """The reading of a part without its citations."""
    return read(part.conclusion, part.plain)


def resolve(part: Part, where: str) -> Resolved:
    """The reading of a part with its citations; where: the citing claim's id, for messages.

    Raises Refused, in one line, if a citation would give more than was proved.
    """
    return _with_citations(part, part.cited, where)


@lru_cache(KEPT)
def _with_citations(part: Part, citations: tuple[Cites, ...], where: str) -> Resolved:
    """The reading of a part with some of its citations."""
    base = plain_reading(part)
    if not citations:
        return Resolved(base)
    # Axioms come first, because other citations may use the letters that they add.
    cited = sorted(citations, key=lambda h: h.claim.declared != "cited")
    extension = Extension(base, _variables(base))
    symbols = Symbols([part.conclusion, *part.plain])
    origins: dict[str, Claim] = {}
    support: dict[Claim, frozenset[str]] = {}
    existing = []
    for h in cited:
        try:
            _check_circle(h.claim, where)
            citation = Citation(h, extension, part.plain, symbols)
            extension.support = set()
            names = citation.facts({part: _stated(part, h.claim) for part in citation.parts})
        except (Refused, KernelError) as error:
            refused = error if isinstance(error, Refused) else Refused(str(error))
            inner = str(refused) if str(refused).endswith("]") else ""
            raise Refused(inner or f"got a claim that cites {h.claim.id}{reason(refused)} [{where}]") from None
        origins |= dict.fromkeys(names, h.claim)
        support[h.claim] = support.get(h.claim, frozenset()) | extension.support
        if citation.axiom:
            letters = tuple(citation.created[x] for x in citation.exists)
            existing.append(Existing(h.claim, letters, citation.equations(), tuple(names)))
    return Resolved(extension.reading(), origins, tuple(existing), support)


def stated_as(part: Part, where: str, statement: Statement | None = None) -> Resolved:
    """What a part states: with what it cites, unless its worked proof is complete without it.

    statement: the one that was proved, if it was; by default that of a complete proof.
    """
    if not part.steps:
        return resolve(part, where)
    plain, whole = pointwise(part, where), resolve(part, where)
    return whole if statement is not None and statement == whole.reading.statement else Resolved(plain)


def pointwise(part: Part, where: str) -> Reading:
    """The reading of a part for the search of points: with the axioms that it cites, without the proved claims.

    A conclusion of a proved claim holds wherever the hypotheses do, so a point need not be tested for it.
    """
    return _with_axioms(part, where).reading


def _with_axioms(part: Part, where: str) -> Resolved:
    return _with_citations(part, tuple(h for h in part.cited if h.claim.declared == "cited"), where)


def _stated(part: Part, claim: Claim) -> Reading:
    """The reading of a cited part.

    If its conclusion is about letters that an axiom adds, it holds for all letters that satisfy the axiom, and the
    axiom is among its hypotheses.
    """
    new = {x for existing in resolve(part, claim.id).existing for x in existing.letters}
    if new & set(symbols_in([part.conclusion])):
        return pointwise(part, claim.id)
    return plain_reading(part)


def _check_circle(claim: Claim, where: str) -> None:
    """Raises Refused if a claim cites itself, directly or through others."""

    def follow(claim: Claim, path: tuple[Claim, ...]) -> None:
        if claim in path:
            way = ", ".join(c.id for c in (*path[path.index(claim) :], claim))
            raise Refused(f"got a claim that cites itself, through {way} [{where}]")
        for other in dict.fromkeys(h.claim for part in claim.parts for h in part.cited):
            follow(other, (*path, claim))

    follow(claim, ())


def _variables(reading: Reading) -> set[str]:
    """The letters that an optimum or a derivative varies."""
    c = reading.statement.conclusion
    found: set[str] = set()
    if isinstance(c, Optimum):
        found |= {name for name, _ in c.at}
    if isinstance(c, SameOptimisers):
        found |= set(c.variables)
    for data in (c, *(h for _, h in reading.statement.hypotheses)):
        for e in _expressions(data):
            found |= {part[2] for part in walk(e) if part[0] in ("gradient", "derivative")}
    return found


def _expressions(data: Any) -> Iterable[Any]:
    """The expressions in the fields of a conclusion or a hypothesis, at any depth."""
    if isinstance(data, tuple) and data and isinstance(data[0], str) and any(isinstance(x, tuple) for x in data[1:]):
        yield data
    elif isinstance(data, tuple | list):
        for x in data:
            yield from _expressions(x)
    elif hasattr(data, "__dict__"):
        yield from _expressions(list(vars(data).values()))


def assumptions(part: Part, where: str) -> list[Any]:
    """The hypotheses of a part for the search of points, as SymPy objects; the same as in `pointwise`."""
    return [*part.plain, *(e for existing in _with_axioms(part, where).existing for e in existing.equations)]


def cited_beyond(part: Part, proven: Statement, certificate: Certificate) -> list[str]:
    """The names of what a certificate cites beyond the hypotheses that `part.citing` allows.

    A dimension that all allowed hypotheses share is reported too if the proof uses facts about it: the statement is
    about any such dimension. Facts about other dimensions (1ᵀ1 = n, n > 0) are always allowed.
    """
    allowed = read(part.conclusion, list(part.citing or ())).statement
    names = {name for name, _ in allowed.hypotheses}
    cited = facts_of(certificate)
    beyond = [name for name, _ in proven.hypotheses if name in cited and name not in names]
    shapes = {name: {x for x in shape if isinstance(x, str)} for name, *shape in allowed.letters}
    each = [set().union(*(shapes.get(letter, set()) for letter in _letters(h))) for h in allowed.hypotheses]
    inside: set[str] = set.intersection(*each) if each else set()
    spoken = _sizes(proven, certificate) | {fact.split()[-1] for fact in cited & _about(inside)}
    return beyond + [f"the dimension {size}" for size in sorted(inside & spoken)]


def _about(sizes: Iterable[str]) -> set[str]:
    """The kernel's names of its facts about dimensions."""
    return {fact for n in sizes for fact in (f"ones {n}", f"{n} > 0", f"1/{n} > 0", f"{n} >= 1")}


def _letters(data: Any) -> set[str]:
    """The names of all letters in expressions, at any depth."""
    if not isinstance(data, tuple | list):
        return _letters(list(vars(data).values())) if hasattr(data, "__dict__") else set()
    if len(data) == 2 and data[0] == "letter":
        return {data[1]}
    return set().union(*map(_letters, data))


def _sizes(statement: Statement, certificate: Certificate) -> set[str]:
    """The dimensions that occur as numbers in a statement and its proof: p itself, 1/p, the trace of I_p."""
    scope, _ = goals(statement, certificate)

    def spoken(data: Any) -> set[str]:
        if not isinstance(data, tuple | list):
            return spoken(list(vars(data).values())) if hasattr(data, "__dict__") else set()
        if len(data) > 1 and data[0] in ("size", "inverse"):
            return {data[1]}
        inside = set().union(*map(spoken, data))
        if len(data) == 2 and data[0] == "tr":
            atoms = {atom for scalars, _ in scope.expand(tuple(data)).terms for atom, _ in scalars}
            inside |= {atom for atom in atoms if isinstance(atom, str)}
        return inside

    return spoken([statement.conclusion, certificate])
