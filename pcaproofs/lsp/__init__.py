"""A language server: the verdicts of a note as diagnostics, proofs on hover, repairs as code actions.

`documents.py` checks what an editor has open, `serving.py` speaks the protocol.
"""

from __future__ import annotations

from pcaproofs.lsp.documents import Checked, actions, checked, checked_cells, diagnostics, hover, is_notebook_file
from pcaproofs.lsp.serving import server

__all__ = ["Checked", "actions", "checked", "checked_cells", "diagnostics", "hover", "is_notebook_file", "server"]
