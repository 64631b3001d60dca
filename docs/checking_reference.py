"""Writes docs/checking-reference.md, the tables of the reader of notes: python docs/checking_reference.py."""

from __future__ import annotations

from pathlib import Path

from pcaproofs.notes.reference import page

PAGE = Path(__file__).with_name("checking-reference.md")

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
