"""Certificates as JSON files that the kernel alone can check again."""

from __future__ import annotations

import json
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any

from pcaproofs.files import write_atomically
from pcaproofs.kernel import Certificate, Compare, KernelError, Optimum, Statement, check, from_json, show
from pcaproofs.lookalikes import skeleton

FORMAT = "pcaproofs certificate 1"


class NoCertificate(KernelError):  # noqa: N818
    """A file with nothing in it that could be checked."""


def to_json(x: Any) -> Any:
    """Plain data for a record of the kernel: {"is": class, field: …}, and a list for a tuple."""
    if hasattr(x, "__dataclass_fields__"):
        return {"is": type(x).__name__, **{f.name: to_json(getattr(x, f.name)) for f in fields(x)}}
    return [to_json(part) for part in x] if isinstance(x, tuple) else x


def digest(statement: Statement, certificate: Certificate) -> str:
    """The SHA-256 of a statement with its certificate."""
    data = json.dumps([to_json(statement), to_json(certificate)], sort_keys=True, separators=(",", ":"))
    return sha256(data.encode()).hexdigest()


def size(certificate: Certificate) -> int:
    """The number of steps of a certificate: cofactors, squares and lemmas."""
    proofs = [proof for _, proof in certificate.proofs]
    return sum(
        len(p.cofactors) + len(p.squares) + sum(1 + len(lemma.cofactors) + len(lemma.squares) for lemma in p.lemmas)
        for p in proofs
    )


def certificate_data(statement: Statement, certificate: Certificate) -> dict[str, Any]:
    """One file's content."""
    return {"format": FORMAT, "statement": to_json(statement), "certificate": to_json(certificate)}


def write_certificate(path: Path, statement: Statement, certificate: Certificate) -> None:
    """Writes a certificate, to be read by check_file."""
    text = json.dumps(certificate_data(statement, certificate), indent=1, ensure_ascii=False)
    write_atomically(path, f"{text}\n".encode())


def written(statement: Statement) -> list[str]:
    """A statement line by line as the kernel holds it, whatever the file calls its hypotheses."""
    shapes = [f"{name} ({rows}×{cols})" for name, rows, cols in statement.letters]
    lines = [f"for all {', '.join(shapes)}"] if shapes else []
    lines += [f"given {show(h.left)} {h.relation} {show(h.right)}" for _, h in statement.hypotheses]
    c = statement.conclusion
    if isinstance(c, Compare):
        return [*lines, f"{show(c.left)} {c.relation} {show(c.right)}"]
    if isinstance(c, Optimum):
        at = ", ".join(f"{name} = {show(e)}" for name, e in c.at)
        lines.append(f"the {c.sense} of {show(c.objective)} over {', '.join(name for name, _ in c.at)} is at {at}")
        lines += [f"and is {show(c.value)}"] if c.value is not None else []
        return lines + [f"there and only there {show(e.left)} {e.relation} {show(e.right)}" for e in c.exactly]
    (sense, f), (other, g) = c.first, c.second
    return [*lines, f"over {', '.join(c.variables)} the {sense} of {show(f)} is where the {other} of {show(g)} is"]


def check_file(path: Path) -> tuple[str, Statement]:
    """The kernel's verdict on an exported certificate and what it is about; raises KernelError or OSError in one line.

    Where there is nothing to check that KernelError is a NoCertificate.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise NoCertificate(f"got no JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NoCertificate(f"got no certificate, but should be an object with format {FORMAT!r}")
    statement, certificate = from_json(data.get("statement")), from_json(data.get("certificate"))
    if not isinstance(statement, Statement) or not isinstance(certificate, Certificate):
        raise KernelError("got no statement with a certificate")
    verdict = check(statement, certificate)
    seen: dict[str, str] = {}
    for name in _names(statement):
        if (twin := seen.setdefault(skeleton(name), name)) != name:
            raise KernelError(f"got the names {twin!r} and {name!r}, which look alike, but should be told apart")
    return verdict, statement


def _names(statement: Statement) -> list[str]:
    """The names of letters and dimensions, which a reader has to tell apart."""
    return sorted({x for letter in statement.letters for x in letter if isinstance(x, str)})


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object, if no name stands in it twice: a reader may see the other one."""
    if len(found := dict(pairs)) < len(pairs):
        raise ValueError(f"an object with {[name for name, _ in pairs]}")
    return found
