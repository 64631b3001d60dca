"""Certificates as JSON files that the kernel alone can check again."""

from __future__ import annotations

import json
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

from pcaproofs.files import write_atomically
from pcaproofs.kernel import (
    DEEPEST,
    Certificate,
    Cofactor,
    Compare,
    KernelError,
    Lemma,
    Optimum,
    Proof,
    SameOptimisers,
    Statement,
    check,
    show,
)
from pcaproofs.lookalikes import skeleton

FORMAT = "pcaproofs certificate 1"
LARGEST = 2_000_000  # bytes of a file
LONGEST = 18  # digits of a number in JSON
_RECORDS = {c.__name__: c for c in (Statement, Compare, Optimum, SameOptimisers, Certificate, Proof, Lemma, Cofactor)}


class NoCertificate(KernelError):  # noqa: N818
    """A file with nothing in it that could be checked."""


def to_json(x: Any) -> Any:
    """Plain data for a record of the kernel: {"is": class, field: …}, and a list for a tuple."""
    if hasattr(x, "__dataclass_fields__"):
        return {"is": type(x).__name__, **{f.name: to_json(getattr(x, f.name)) for f in fields(x)}}
    return [to_json(part) for part in x] if isinstance(x, tuple) else x


def from_json(x: Any, depth: int = DEEPEST) -> Any:
    """The statement or certificate in JSON data: {"is": class, field: …} for a record, a list for a tuple.

    Raises KernelError for an object that is no record. What has another type than it should have, `check` refuses.
    """
    if not depth:
        raise KernelError("got data nested too deeply")
    if not isinstance(x, dict):
        return tuple([from_json(part, depth - 1) for part in x]) if isinstance(x, list) else x
    cls = _RECORDS.get(str(x.get("is")))
    values = {name: from_json(part, depth - 1) for name, part in x.items() if name != "is"}
    strings = {f.name: f.type == "str" for f in fields(cls)} if cls else {}
    if cls is None or strings != {name: isinstance(value, str) for name, value in values.items()}:
        raise KernelError(f"got an object with {sorted(map(str, x))}, but should be a record of the kernel")
    return cls(**values)


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
    data = read_data(path)
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


def read_data(path: Path) -> Any:
    """The JSON data of a file of at most LARGEST bytes, without floats; raises NoCertificate or OSError."""
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise NoCertificate(f"got a file of more than {LARGEST} bytes, but should be at most as many")
    try:
        text = content.decode()
        return json.loads(text, object_pairs_hook=_once, parse_int=_integer, parse_float=_float, parse_constant=_float)
    except NoCertificate:
        raise
    except UnicodeDecodeError:
        raise NoCertificate("got no JSON: not UTF-8") from None
    except RecursionError:
        raise NoCertificate("got no JSON that could be read: nested too deeply") from None
    except ValueError as error:
        raise NoCertificate(f"got no JSON: {error}") from None


def _integer(text: str) -> int:
    if len(text) > LONGEST:
        raise NoCertificate(f"got an integer of {len(text)} digits, but should be at most {LONGEST}")
    return int(text)


def _float(text: str) -> NoReturn:
    raise NoCertificate(f"got the number {text:.20}, but should be an integer")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object, if no name stands in it twice: a reader may see the other one."""
    if len(found := dict(pairs)) < len(pairs):
        raise NoCertificate(f"got an object with {[name for name, _ in pairs]}, but should be one of each name")
    return found
