"""Claims that lean on claims: by object, with their letters renamed, and only where their assumptions are assumed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from pcaproofs.kernel import Certificate, Statement, goals
from pcaproofs.language.conclusions import AtLeast, equal
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.reader import Reading, read
from pcaproofs.verify.claim import By, Claim, Part
from pcaproofs.verify.renaming import check_renaming


@dataclass(frozen=True)
class Leaning:
    """A part's reading, and for each hypothesis that a claim supplied the claim that did."""

    reading: Reading
    origins: Mapping[str, Claim]

    def used(self, certificate: Certificate) -> list[Claim]:
        """The claims whose conclusions the certificate really cites."""
        cited = facts_of(certificate)
        found: dict[int, Claim] = {}
        for name, claim in self.origins.items():
            if name in cited:
                found.setdefault(id(claim), claim)
        return list(found.values())


def lean(part: Part, where: str) -> Leaning:
    """Reads a part; raises ValueError where it leans on a claim whose assumptions it does not make."""
    plain = [h for h in part.assuming if not isinstance(h, By)]
    extra: list[tuple[Claim, Any]] = []
    for h in part.assuming:
        if isinstance(h, By):
            extra += [(h.claim, e) for e in conclusions_of(h, plain, where)]
    if not extra:
        return Leaning(read(part.conclusion, plain), {})
    origins: dict[str, Claim] = {}
    known = {name for name, _ in read(part.conclusion, plain).statement.hypotheses}
    for k, (claim, _) in enumerate(extra):
        names = {
            name for name, _ in read(part.conclusion, [*plain, *(e for _, e in extra[: k + 1])]).statement.hypotheses
        }
        origins |= dict.fromkeys(names - known, claim)
        known |= names
    return Leaning(read(part.conclusion, [*plain, *(e for _, e in extra)]), origins)


def assumptions(part: Part, where: str) -> list[Any]:
    """A part's assumptions as points have to satisfy them: conclusions of proved claims follow, axioms' do not."""
    plain = [h for h in part.assuming if not isinstance(h, By)]
    axioms = [h for h in part.assuming if isinstance(h, By) and h.claim.declared == "cited"]
    return plain + [e for h in axioms for e in conclusions_of(h, plain, where)]


def conclusions_of(h: By, plain: Iterable[Any], where: str) -> list[Any]:
    """What a claim says with its letters renamed, its assumptions being among the plain ones."""
    plain = list(plain)
    check_renaming(h.claim, h.renaming, plain, where)
    given = [_key(x) for x in plain]
    out = []
    for part in h.claim.parts:
        for need in (x for x in part.assuming if not isinstance(x, By)):
            renamed = rename(need, h.renaming)
            if _key(renamed) not in given:
                raise ValueError(f"got a claim that leans on {h.claim.id}, which assumes {renamed} [{where}]")
        out.append(rename(part.conclusion, h.renaming))
    return out


def rename(x: Any, renaming: Mapping[Any, Any]) -> Any:
    """An assumption or conclusion in other letters."""
    if isinstance(x, Named):
        return Named(x.kind, tuple(a.xreplace(dict(renaming)) for a in x.args))
    if isinstance(x, AtLeast):
        return AtLeast(x.left.xreplace(dict(renaming)), x.right.xreplace(dict(renaming)))
    if isinstance(x, sp.Eq):
        return equal(x.lhs.xreplace(dict(renaming)), x.rhs.xreplace(dict(renaming)))
    return x.xreplace(dict(renaming))


def _key(x: Any) -> Any:
    if isinstance(x, sp.Eq):
        return ("=", x.lhs, x.rhs)
    return x


def facts_of(certificate: Certificate) -> set[str]:
    """The names of all facts that a certificate cites, in a cofactor, as a weight or as a factor that is not zero."""
    weights = [weight for _, proof in certificate.proofs for weight, _ in proof.squares]
    found = set()
    for _, proof in certificate.proofs:
        found |= {c.fact for c in (*proof.cofactors, *(c for lemma in proof.lemmas for c in lemma.cofactors))}
        weights += [w for lemma in proof.lemmas for w in (lemma.factor, *(weight for weight, _ in lemma.squares))]
    if certificate.transform is not None:
        weight, _, _, hypothesis = certificate.transform
        weights.append(weight)
        found.add(hypothesis)
    return found | {name for _, powers in weights for name, _ in powers}


def cited_beyond(part: Part, proven: Statement, certificate: Certificate) -> list[str]:
    """What a certificate cites besides the assumptions that its part allows; the dimension which they share is such.

    That 1ᵀ1 = n and n > 0, of the number of samples, is assumed of nobody.
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
    return {fact for n in sizes for fact in (f"ones {n}", f"{n} > 0", f"1/{n} > 0", f"{n} >= 1")}


def _letters(data: Any) -> set[str]:
    """The names of all letters in expressions, however deep."""
    if not isinstance(data, tuple | list):
        return _letters(list(vars(data).values())) if hasattr(data, "__dict__") else set()
    if len(data) == 2 and data[0] == "letter":
        return {data[1]}
    return set().union(*map(_letters, data))


def _sizes(statement: Statement, certificate: Certificate) -> set[str]:
    """The dimensions that a statement and its proof speak of as numbers: p itself, 1/p, the trace of I_p."""
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
