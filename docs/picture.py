"""Makes docs/proof.svg, the README's picture of a claim in a terminal: python docs/picture.py."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from pcaproofs.terminal import show_claim
from pcaproofs.verify.discovery import find
from pcaproofs.verify.run import run

PICTURE = Path(__file__).with_name("proof.svg")
SHOWN = ("projection.pythagoras",)
WIDTH = 106  # characters of a line
_FONTS = re.compile(r"\s*@font-face \{\{.*?\}\}", re.DOTALL)  # which a browser would load from elsewhere


def picture() -> str:
    """The picture as SVG, the same for the same claims."""
    page = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False)
    for k, id in enumerate(SHOWN):
        if k:
            page.print()
        page.print(f"[bold]$ pcaproofs claims {id}[/]")
        show_claim(run(find([id])[0], ("kernel",)), page)
    return svg(page, "proof")


def svg(page: Console, name: str) -> str:
    """What a recording console shows, as SVG; name: of its styles."""
    out = page.export_svg(title="", code_format=_FONTS.sub("", CONSOLE_SVG_FORMAT), unique_id=name)
    return "\n".join(line.rstrip() for line in out.splitlines()) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
