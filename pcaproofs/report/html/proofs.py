"""What static/proofs.js checks: the certificates and counterexamples of a chapter, packed into one script.

A script can be loaded from disk, where a browser loads no other data. It is loaded when a reader asks for it.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from zlib import compress

from pcaproofs.certificates import certificate_data, to_json
from pcaproofs.kernel import Compare, Optimum, Statement
from pcaproofs.plain_names import renaming
from pcaproofs.report import evidence
from pcaproofs.report.html.sentences import Home, in_html
from pcaproofs.report.sentences import joined
from pcaproofs.verify.citations import stated_as

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.claim import Part
    from pcaproofs.verify.proving import Proven


_TERMS = re.compile(r'<div class="by">(\n<p>.*?</p>\n)(.*?)</div></details>', re.DOTALL)


def certificate_text(p: Proven) -> str:
    """The content of a certificate's file."""
    assert p.certificate is not None
    return json.dumps(certificate_data(p.statement, p.certificate), ensure_ascii=False) + "\n"


def script(variable: str, chapter: str, content: Any) -> bytes:
    """The script that gives the pages what belongs to a chapter, compressed: PCA_PROOFS or PCA_TERMS."""
    data = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    packed = b64encode(compress(data, 9)).decode()
    return f'(window.{variable} ??= {{}})["{chapter}"] = "{packed}";\n'.encode()


def without_terms(html: str, chapter: str) -> tuple[str, list[str]]:
    """A chapter's page without the terms behind the lines of its proofs, and these: a third of the largest page.

    Each place has the chapter and the number of its terms, which static/proofs.js loads when the line is unfolded.
    """
    terms: list[str] = []

    def emptied(found: re.Match[str]) -> str:
        terms.append(found[2])
        return f'<div class="by" data-terms="{chapter} {len(terms) - 1}">{found[1]}</div></details>'

    return _TERMS.sub(emptied, html), terms


def proofs_of(page: ClaimPage, homes: Mapping[str, Home], files: Mapping[int, str]) -> dict[str, Any]:
    """What there is to check of a claim; files: number of a statement -> the file of its certificate."""
    report, home = page.report, homes[page.id]
    parts = zip(report.claim.parts, report.proven, strict=False)
    numbered = list(enumerate(parts, 1))
    return {
        "name": _name(page.id, home),
        "href": home.href,
        "verdict": report.verdict,
        "cited": str(in_html(joined("; ", map(evidence.source, report.claim.cites)))),
        "certificates": [_certificate(k, part, p, page, files[k], homes) for k, (part, p) in numbered if p.certificate],
        "examples": [made for k, (_, p) in numbered if (made := _example(k, p)) is not None],
    }


def _name(id: str, home: Home | None) -> str:
    return f"Claim {home.number}" if home and home.number else id


def _certificate(
    k: int, part: Part, p: Proven, page: ClaimPage, file: str, homes: Mapping[str, Home]
) -> dict[str, Any]:
    """A certificate with what its reader has to know: the claims behind hypotheses, and what new names stand for."""
    hypotheses = p.statement.hypotheses if isinstance(p.statement, Statement) else p.statement.statement.hypotheses
    named = {name for name, _ in hypotheses}
    origins = stated_as(part, page.id, p.statement).origins if part.cited else {}
    return {
        "number": k,
        "file": file,
        "text": certificate_text(p),
        "from": {
            name: [claim.id, _name(claim.id, homes.get(claim.id)), homes[claim.id].href if claim.id in homes else ""]
            for name, claim in origins.items()
            if name in named
        },
        "names": {new: old for old, new in renaming(p.statement).items()},
    }


def _example(k: int, p: Proven) -> dict[str, Any] | None:
    """A counterexample as numbers, if static/proofs.js can multiply it out."""
    found = p.counterexample
    conclusion = getattr(p.statement, "conclusion", None)
    shown = isinstance(conclusion, Compare) or (
        isinstance(conclusion, Optimum) and str(found and found.goal) == "better"
    )
    if found is None or found.exponents or not shown or not found.is_rational:
        return None
    letters = {name: [[str(x) for x in row] for row in matrix] for name, matrix in found.letters.items()}
    return {"number": k, "statement": to_json(p.statement), "sizes": found.dimensions, "letters": letters}
