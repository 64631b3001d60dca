"""Certificate files in JSON: writing, reading, and checking with the kernel alone."""

from __future__ import annotations

import json
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

from pcaproofs.kernel import (
    DEEPEST,
    Certificate,
    Cofactor,
    Compare,
    Family,
    Induction,
    KernelError,
    Lemma,
    Optimum,
    Proof,
    SameOptimisers,
    Statement,
    check,
)

FORMAT = "pcaproofs certificate 1"
LARGEST = 2_000_000  # bytes of a file
LONGEST = 18  # digits of a number in JSON
_KINDS = (Statement, Compare, Optimum, SameOptimisers, Certificate, Proof, Lemma, Cofactor, Family, Induction)
_RECORDS = {c.__name__: c for c in _KINDS}


class NoCertificate(KernelError):  # noqa: N818
    """A file contains no certificate to check."""


def to_json(x: Any) -> Any:
    """Plain data for a record of the kernel: {"is": class, field: …}, and a list for a tuple."""
    if hasattr(x, "__dataclass_fields__"):
        return {"is": type(x).__name__, **{f.name: to_json(getattr(x, f.name)) for f in fields(x)}}
    return [to_json(part) for part in x] if isinstance(x, tuple) else x


def from_json(x: Any, depth: int = DEEPEST) -> Any:
    """The statement or certificate in JSON data: {"is": class, field: …} for a record, a list for a tuple.

    Raises KernelError for an object that is not a record. The types of the fields are checked later, by `check`.
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


def digest(statement: Statement | Family, certificate: Certificate | Induction) -> str:
    """The SHA-256 digest of a statement with its certificate, in the exported form."""
    from pcaproofs.plain_names import plain

    statement, certificate = plain(statement, certificate)
    data = json.dumps([to_json(statement), to_json(certificate)], sort_keys=True, separators=(",", ":"))
    return sha256(data.encode()).hexdigest()


def size(certificate: Certificate | Induction) -> int:
    """The number of steps of a certificate: cofactors, squares and lemmas."""
    if isinstance(certificate, Induction):
        return sum(map(size, certificate.certificates))
    proofs = [proof for _, proof in certificate.proofs]
    return sum(
        len(p.cofactors) + len(p.squares) + sum(1 + len(lemma.cofactors) + len(lemma.squares) for lemma in p.lemmas)
        for p in proofs
    )


def certificate_data(statement: Statement | Family, certificate: Certificate | Induction) -> dict[str, Any]:
    """The content of a certificate file; names that `verify` refuses are replaced by F1, F2, …."""
    from pcaproofs.plain_names import plain

    statement, certificate = plain(statement, certificate)
    return {"format": FORMAT, "statement": to_json(statement), "certificate": to_json(certificate)}


def write_certificate(
    path: Path | str, statement: Statement | Family | None, certificate: Certificate | Induction | None
) -> None:
    """Writes a certificate file for check_file. Raises NoCertificate if there is none, OSError."""
    from pcaproofs.files import write_atomically

    if statement is None or certificate is None:
        raise NoCertificate("got no certificate, as of what is not proved, but should be that of a proved statement")
    text = json.dumps(certificate_data(statement, certificate), indent=1, ensure_ascii=False)
    write_atomically(Path(path), f"{text}\n".encode())


def read_certificate(path: Path) -> tuple[Statement | Family, Certificate | Induction]:
    """The statement and certificate of a file, unchecked; raises KernelError or OSError with one line.

    The KernelError is a NoCertificate if the file contains nothing to check.
    """
    return _certificate_in(read_data(path))


def _certificate_in(data: Any) -> tuple[Statement | Family, Certificate | Induction]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NoCertificate(f"got no certificate, but should be an object with format {FORMAT!r}")
    if more := sorted(data.keys() - {"format", "statement", "certificate"}):
        raise KernelError(f"got {more} beside a statement and its certificate, but should be nothing else")
    statement, certificate = from_json(data.get("statement")), from_json(data.get("certificate"))
    if not isinstance(statement, Statement | Family) or not isinstance(certificate, Certificate | Induction):
        raise KernelError("got no statement with a certificate")
    return statement, certificate


def check_file(path: Path) -> tuple[str, Statement | Family]:
    """The kernel's verdict on a certificate file, and its statement; raises the exceptions of read_certificate.

    The names of dimensions and letters must be plain, and no two of them may look alike.
    """
    verdict, statement, _ = checked_certificate(path)
    return verdict, statement


def checked_certificate(path: Path, twice: bool = False) -> tuple[str, Statement | Family, Certificate | Induction]:
    """The verdict and statement of `check_file` or `check_twice`, with the certificate that was checked."""
    from pcaproofs.plain_names import check_names

    content = _content(path, LARGEST)
    data = _data_in(content)
    statement, certificate = _certificate_in(data)
    verdict = check(statement, certificate)
    check_names(statement)
    if twice:
        from pcaproofs.crosscheck import NotAccepted, crosscheck

        try:
            crosscheck(data, content)
        except NotAccepted as error:
            raise KernelError(f"the second checker {error}") from None
    return verdict, statement, certificate


def check_twice(path: Path) -> tuple[str, Statement | Family]:
    """The result of `check_file` if the second checker agrees. Raises KernelError if either refuses."""
    verdict, statement, _ = checked_certificate(path, twice=True)
    return verdict, statement


def read_statement(path: Path) -> Statement | Family:
    """The statement in a reader's own file: its text, its JSON, or a certificate of it.

    Raises KernelError or OSError with one line.
    """
    from pcaproofs.plain_names import plain_statement
    from pcaproofs.statement_text import read as read_text
    from pcaproofs.statement_text import write

    content = path.read_text(encoding="utf-8", errors="replace")
    if not content.lstrip().startswith("{"):
        return read_text(content)
    data = read_data(path)
    try:
        statement = from_json(data.get("statement", data))
        lines = write(plain_statement(statement))
    except (AttributeError, TypeError, LookupError) as error:
        raise KernelError("got no statement, but should be a text, or JSON of one") from error
    return read_text("\n".join(lines))


def read_data(path: Path, largest: int = LARGEST) -> Any:
    """The JSON data of a file of at most so many bytes, without floats; raises NoCertificate or OSError."""
    return _data_in(_content(path, largest))


def _content(path: Path, largest: int) -> bytes:
    with path.open("rb") as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise NoCertificate(f"got a file of more than {largest} bytes, but should be at most as many")
    return content


def _data_in(content: bytes) -> Any:
    try:
        text = content.decode()
        return json.loads(text, object_pairs_hook=_once, parse_int=_integer, parse_float=_float, parse_constant=_float)
    except NoCertificate:
        raise
    except UnicodeDecodeError:
        raise NoCertificate("got no JSON: not UTF-8") from None
    except RecursionError:
        raise NoCertificate("got JSON that is nested too deeply") from None
    except ValueError as error:
        raise NoCertificate(f"got no JSON: {error}") from None


def _integer(text: str) -> int:
    if len(text) > LONGEST:
        raise NoCertificate(f"got an integer of {len(text)} digits, but should be at most {LONGEST}")
    return int(text)


def _float(text: str) -> NoReturn:
    raise NoCertificate(f"got the number {text:.20}, but should be an integer")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of JSON pairs. Raises NoCertificate for a repeated name: parsers differ in which value they use."""
    if len(found := dict(pairs)) < len(pairs):
        raise NoCertificate(f"got an object with {[name for name, _ in pairs]}, but should be one of each name")
    return found


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
