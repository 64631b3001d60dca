"""Proofs by induction: the statements without sequences that an induction consists of."""

from __future__ import annotations

from typing import Any

from pcaproofs.crosscheck.records import fields, need


def steps_of(family: Any, induction: Any) -> list[Any]:
    """The statements of an induction, each with its certificate: at 0, at k + 1 from those at k, at k."""
    statement, sequences = fields(family)
    claims, certificates = fields(induction)
    names = {name for name, *_ in sequences}
    letters = {name for name, *_ in statement["letters"]}
    need(bool(sequences) and len(names) == len(sequences) and names <= letters, "got sequences that are no letters")
    need(not any(_texts(first) & names for _, first, _ in sequences), "got a member 0 that mentions a sequence")
    need(statement["conclusion"]["is"] == "Compare", "got an induction about an optimum")
    need(not {"derivative", "gradient"} & _texts([fields(c) for c in claims]), "got a claim with a derivative")
    known = [[f"claim {k}", claim] for k, claim in enumerate(claims)]
    plain = [[name, h] for name, h in statement["hypotheses"] if not _texts([h["left"], h["right"]]) & names]
    found = []
    for place, given in ((1, plain), (2, [*plain, *known])):
        member = {sequence[0]: sequence[place] for sequence in sequences}
        for claim in claims:
            said = claim | {side: _with_members(claim[side], member) for side in ("left", "right")}
            found.append(statement | {"conclusion": said, "hypotheses": given})
    found.append(statement | {"hypotheses": [*statement["hypotheses"], *known]})
    need(len(found) == len(certificates), "got another number of certificates than of steps")
    return [{"statement": s, "certificate": c} for s, c in zip(found, certificates, strict=True)]


def _texts(x: Any) -> set[str]:
    """Every text within lists."""
    return {x} if type(x) is str else set().union(*map(_texts, x)) if type(x) is list else set()


def _with_members(e: Any, member: dict[str, Any]) -> Any:
    """An expression with members in place of the letters of sequences."""
    if e[:1] == ["letter"] and e[1] in member:
        return member[e[1]]
    return [_with_members(part, member) if type(part) is list else part for part in e]
