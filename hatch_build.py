"""The README of the package index, where links to files of this repository lead nowhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:)([^)]+)\)")


def for_index(text: str, address: str = "") -> str:
    """The README with its links to files, and the install command of who has no checkout.

    address: where the files of the repository can be read on the web; without one a link is its text, and a picture is
    left out.
    """

    def put(match: re.Match[str]) -> str:
        picture, shown, place = match.groups()
        if address:
            return f"{picture}[{shown}]({address.rstrip('/')}/{place}{'?raw=true' if picture else ''})"
        return "" if picture else shown

    return re.sub(r"\n{3,}", "\n\n", LINK.sub(put, text)).replace("-e '.[report]'", "'pcaproofs[report]'")


class ReadmeHook(MetadataHookInterface):
    """Puts the README of the index into the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Adds the keys readme and urls. The option address of the hook in pyproject.toml is that of `for_index`."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        content = for_index(text, self.config.get("address", ""))
        metadata["readme"] = {"content-type": "text/markdown", "text": content}
        if address := self.config.get("address"):
            metadata["urls"] = {"Repository": address}


def get_metadata_hook() -> type[MetadataHookInterface]:
    """The hook, for hatchling."""
    return ReadmeHook
