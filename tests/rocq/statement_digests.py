"""The texts of the theorems of all claims, and a digest of each.

python tests/rocq/statement_digests.py writes statement_digests.txt anew; read the difference, and say in the commit
message why a statement is printed differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from pcaproofs.rocq.determinants import functions_of
from pcaproofs.rocq.items import items_of_claims
from pcaproofs.rocq.prepare import prepared
from pcaproofs.rocq.problem import Sum
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.statement import Written
from pcaproofs.verify.citations import resolve
from pcaproofs.verify.claim import Claim
from pcaproofs.verify.discovery import all_claims

TABLE = Path(__file__).with_suffix(".txt")
HEAD = "# a claim, and the digest of its statements as export --rocq prints them; written by statement_digests.py\n"


def listed() -> dict[str, str]:
    """The table: id of a claim -> digest."""
    rows = [line.split() for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return dict(rows)


def digest(texts: Iterable[str]) -> str:
    """Twelve hexadecimal digits for the texts of a claim's theorems."""
    return sha256("\n".join(texts).encode()).hexdigest()[:12]


def printed(claim: Claim) -> str:
    """The digest of what is exported; the claim is proved for it."""
    return digest(item.text for item in items_of_claims([claim]))


def unproved(claim: Claim) -> str:
    """The same from the statements alone; another where a certificate proves a reformulation of a statement."""
    texts = []
    for part in claim.parts:
        reading = resolve(part, claim.id).reading
        try:
            if claim.declared == "refuted":
                texts.append(Written(prepared(reading.statement, roots_exist=False)).negation())
            else:
                sums = [(e, Sum(k, n, body)) for e, k, n, body in reading.sums]
                functions = functions_of(reading.statement, reading)
                texts.append(Written(prepared(reading.statement, sums, functions)).definition())
        except NotTranslated:
            texts.append("")
    return digest(texts)


def changes(now: Mapping[str, str], before: Mapping[str, str]) -> list[str]:
    """The claims whose digests differ, each in one line."""
    return [
        f"{name}: {'new' if name not in before else 'gone' if name not in now else 'printed differently'}"
        for name in sorted({*now, *before})
        if now.get(name) != before.get(name)
    ]


if __name__ == "__main__":
    rows = {claim.id: printed(claim) for claim in all_claims()}
    print("\n".join(changes(rows, listed() if TABLE.exists() else {})) or "no statement is printed differently")
    TABLE.write_text(HEAD + "".join(f"{name} {row}\n" for name, row in rows.items()), encoding="utf-8")
