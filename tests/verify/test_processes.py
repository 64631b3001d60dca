"""Reports from other processes are those of this process, in every part of them that is shown."""

from pcaproofs.language.readable_statement import ReadableStatement
from pcaproofs.verify.discovery import find
from pcaproofs.verify.processes import dumps, loads
from pcaproofs.verify.run import ClaimReport, run


def _shown(report: ClaimReport) -> list[tuple[object, ...]]:
    """What each part of a report says, its hypotheses as their author wrote them."""
    return [
        (p.verdict, p.reading.source, p.reading.hypotheses, *ReadableStatement(p.statement, p.reading).lines())
        for p in report.proven
        if not p.used
    ]


def test_a_report_is_the_same_after_crossing_between_processes() -> None:
    claims = [c for c in find([]) if c.declared in ("refuted", "cited")] + find(["affine"])
    assert len(claims) > 20
    for claim in claims:
        report = run(claim, ("kernel",))
        assert _shown(loads(dumps(report))) == _shown(report), claim.id
