"""Attacks as data: a row each, in files by what they aim at. A new row is run on every level that it names."""

from . import doors, endings, files, processes, reach
from .attack import Attack
from .processes import NAME_OF_SURVIVOR
from .reach import CHANNELS, NOTES

ATTACKS = files.ATTACKS | processes.ATTACKS | endings.ATTACKS | doors.ATTACKS | reach.ATTACKS

__all__ = ["ATTACKS", "CHANNELS", "NAME_OF_SURVIVOR", "NOTES", "Attack"]
