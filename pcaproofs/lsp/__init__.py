"""A language server: the verdicts of a note as diagnostics and lenses, proofs on hover, repairs, symbols, letters.

`documents.py` checks what an editor has open, `serving.py` speaks the protocol.
"""

from __future__ import annotations

from pcaproofs.lsp.documents import Checked, actions, checked, checked_cells, diagnostics, hover, is_notebook_file
from pcaproofs.lsp.serving import server

__all__ = ["Checked", "actions", "checked", "checked_cells", "diagnostics", "hover", "is_notebook_file", "server"]
