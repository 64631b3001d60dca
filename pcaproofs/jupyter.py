"""The Jupyter integration: displays claims, reports, results and certificates as mathematics, and adds %%check.

It is active after `import pcaproofs` in a notebook, or after `%load_ext pcaproofs.jupyter`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

# module and name of a class -> the function of report.notebook that displays it, imported at the first display
SHOWN = {
    ("pcaproofs.verify.claim", "Claim"): "claim_markdown",
    ("pcaproofs.verify.run", "ClaimReport"): "report_markdown",
    ("pcaproofs.prover.result", "Result"): "result_markdown",
    ("pcaproofs.kernel", "Certificate"): "certificate_markdown",
}


def load_ipython_extension(shell: Any) -> None:
    """Registers the Markdown display of these classes, and the cell magic %%check, with a shell."""
    markdown = shell.display_formatter.formatters["text/markdown"]
    for (module, name), function in SHOWN.items():
        markdown.for_type_by_name(module, name, _shower(function))
    shell.register_magic_function(_check, magic_kind="cell", magic_name="check")


def register() -> None:
    """Registers both with the running shell, if there is one."""
    running = sys.modules.get("IPython")
    shell = running.get_ipython() if running is not None else None
    if shell is not None:
        load_ipython_extension(shell)


def _shower(function: str) -> Callable[[Any], str]:
    def shown(x: Any) -> str:
        from pcaproofs.report import notebook

        made: str = getattr(notebook, function)(x)
        return made

    return shown


def _check(line: str, cell: str) -> None:
    """Prints a line for each formula of a cell's Markdown text that something is to be said of, as check --all does."""
    from pcaproofs.notes.checking import check_note
    from pcaproofs.notes.findings import columns, report
    from pcaproofs.notes.formulas.blocks import read
    from pcaproofs.notes.scope.scope_file import WrongScope
    from pcaproofs.notes.text.source import Source

    note = read(Source("cell", cell))
    try:
        found = report(note, check_note(note)[1])
    except WrongScope as error:
        print(error)
        return
    for parts in columns(found, found.kept):
        print("  ".join(parts).removeprefix("cell:").rstrip())
    for said in note.remarks():
        print(said)
