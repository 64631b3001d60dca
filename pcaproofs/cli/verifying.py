"""The command verify."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from pcaproofs.cli.common import examples, fail, json_schema, selected_claims
from pcaproofs.cli.interrupts import ends_at_once
from pcaproofs.cli.messages import complain, on_one_line


@click.command(
    epilog=examples(
        "pcaproofs prove --certificates out && pcaproofs verify out/*.json",
        "pcaproofs verify --statement proof.json",
        "pcaproofs verify --twice --against trace-objective.ky-fan proof.json",
    )
)
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--statement", is_flag=True, help="print the proved statements, as text that --against reads")
@click.option(
    "--against",
    "own",
    metavar="ID|STATEMENT",
    help="compare with your own statement: the id of a claim, or a file with a statement as text or JSON",
)
@click.option("--twice", is_flag=True, help="check again with the second checker, which computes with random matrices")
@click.option("--json", "as_json", is_flag=True, help="print one JSON object")
@json_schema("verify")
@ends_at_once
def verify(files: tuple[Path, ...], statement: bool, own: str | None, twice: bool, as_json: bool) -> None:
    """Check certificate files with the kernel.

    Exit code 0 if every certificate was accepted and proves the statement of --against, 1 if one does not, 2 if a file
    contains no certificate or --against names no statement.
    """
    from pcaproofs.certificates import NoCertificate
    from pcaproofs.kernel import KernelError

    wanted = _own_statements(own) if own is not None else None
    found: list[dict[str, Any]] = []
    codes = {0}
    for path in files:
        record: dict[str, Any] = {"file": str(path)}
        try:
            record |= _verified(path, wanted, own, twice)
        except KernelError as error:
            codes.add(2 if isinstance(error, NoCertificate) else 1)
            record |= {"verdict": "refused", "reason": str(error)}
        except OSError as error:
            codes.add(2)
            record |= {"verdict": "refused", "reason": error.strerror or str(error)}
        found.append(record)
        if not as_json:
            _show(record, statement)
    if as_json:
        click.echo(json.dumps({"files": found}, ensure_ascii=False, indent=1))
    sys.exit(1 if 1 in codes else max(codes))


def _show(record: dict[str, Any], statement: bool) -> None:
    if record["verdict"] == "refused":
        complain(f"{record['file']}: {record['reason']}")
    else:
        by = ", also by the second checker" if record["twice"] else ""
        about = f", as {record['against']} says" if record["against"] else ""
        lines = record["statement"] if statement else []
        digest = f", sha256 {record['sha256']}"
        click.echo("\n  ".join([on_one_line(f"{record['file']}: {record['verdict']}{by}{about}{digest}"), *lines]))


def _verified(path: Path, wanted: dict[str, Any] | None, own: str | None, twice: bool) -> dict[str, Any]:
    """The verdict and the statement of a certificate file; raises KernelError or OSError."""
    from pcaproofs.certificates import checked_certificate, digest
    from pcaproofs.kernel import KernelError
    from pcaproofs.statement_text import meaning, write

    verdict, about, certificate = checked_certificate(path, twice)
    same = next((name for name, one in (wanted or {}).items() if meaning(one) == meaning(about)), None)
    if wanted is not None and same is None:
        raise KernelError(f"got a proof of another statement than {own}: {_difference(about, wanted)}")
    shown = {"verdict": verdict, "statement": write(about), "sha256": digest(about, certificate)}
    return shown | {"against": same, "twice": twice}


def _difference(about: Any, wanted: dict[str, Any]) -> str:
    """A line in which a statement differs from the most similar wanted statement."""
    from pcaproofs.statement_text import write

    here = write(about)
    near = min(map(write, wanted.values()), key=lambda lines: len({*lines} ^ {*here}))
    more = [line for line in here if line not in near]
    less = [line for line in near if line not in here]
    return f"the file says {more[0]}" if more else f"the file does not say {less[0] if less else 'the same'}"


def _own_statements(own: str) -> dict[str, Any]:
    """The statements that --against selects, by name; exits if there are none."""
    from pcaproofs.certificates import read_statement
    from pcaproofs.kernel import KernelError

    path = Path(own)
    try:
        if path.is_file():
            return {own: read_statement(path)}
    except (KernelError, OSError) as error:
        fail(f"{own}: {getattr(error, 'strerror', None) or error}")
    return _claimed(own)


def _claimed(name: str) -> dict[str, Any]:
    """The statements of a claim's parts, and the equivalent forms in which they may be proved."""
    claims = selected_claims([name])
    from pcaproofs.plain_names import plain_statement
    from pcaproofs.prover.search.reformulations import equivalents
    from pcaproofs.verify.citations import stated_as

    found = {}
    for claim in claims:
        for k, part in enumerate(claim.parts, 1):
            read = stated_as(part, claim.id).reading.statement
            for form in (read, *equivalents(read)):
                found[f"part {k} of {claim.id}" if len(claim.parts) > 1 else claim.id, form == read] = form
    return {
        label if exact else f"{label} in an equivalent form": plain_statement(s) for (label, exact), s in found.items()
    }
