"""A claim of given statements that no chapter contains."""

from __future__ import annotations

from pcaproofs.verify.claim import Claim, Part, note


def made_up(*parts: Part, name: str = "made-up.claim", prose: str = "A claim that was made up for a test.") -> Claim:
    """A claim of these parts, without mutants and without a numeric property."""
    return Claim(
        id=name,
        show=lambda: parts,
        prose=prose,
        sources=(note("004", 1, 2),),
        numeric="no numbers",
        wrong=(),
        changes=lambda: (),
        declared="proved",
        cites=(),
        repaired_by=None,
        module=__name__,
        file=__file__,
    )
