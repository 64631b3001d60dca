"""Attacks as data: one row each, in files by what they aim at. A new row is run on every level that it names."""

from . import doors, endings, files, processes
from .attack import Attack
from .processes import NAME_OF_SURVIVOR

ATTACKS = [*files.ATTACKS, *processes.ATTACKS, *endings.ATTACKS, *doors.ATTACKS]

__all__ = ["ATTACKS", "NAME_OF_SURVIVOR", "Attack"]
