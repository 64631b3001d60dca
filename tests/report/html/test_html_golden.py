"""Claims of different kinds as HTML, letter by letter; UPDATE_GOLDEN=1 writes the files anew, to be read and committed.

Formulas stand there as the LaTeX that they carry: what MathML is made of them is the matter of test_report_mathml.py.
Digests of certificates and the numbers of lemmas are left out, so that another certificate with the same lines changes
nothing.
"""

import os
import re
from pathlib import Path

import pytest

from pcaproofs.report.html import claim_html

GOLDEN = Path(__file__).parents[1] / "golden"
CLAIMS = {
    "an equality": "projection.from-basis",
    "an optimum": "centering.nearest",
    "a refuted statement": "affine.square-of-sum-as-printed",
}


@pytest.mark.parametrize("kind", CLAIMS)
def test_a_claim_of_each_kind(reports, kind):
    id = CLAIMS[kind]
    (report,) = [r for r in reports if r.claim.id == id]
    shown = claim_html(report)
    shown = re.sub(r"<math.*?<annotation[^>]*>(.*?)</annotation></semantics></math>", r"⟦\1⟧", shown)
    shown = re.sub(r"<code>[0-9a-f]{16}</code>", "<code>…</code>", shown)
    shown = re.sub(r"(?i)\b(lemma) \d+", r"\1 …", shown)
    path = GOLDEN / f"{id}.html"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")
