"""What an attack is. Every attack is bounded by itself, and says ``BREACH`` when it got through.

``code`` defines ``attack(secret, outside, judge, victim, port, package)``: a file that must not be read, a folder open
to everybody that must not be written, the process ids of the judge and of a bystander, a port on which somebody
listens, the judge's own package.
"""

from dataclasses import dataclass
from textwrap import dedent

EVERYWHERE = ("none", "rlimits", "landlock", "namespaces", "full")
LIMITED = EVERYWHERE[1:]
WALLED = EVERYWHERE[2:]
SEALED = ("landlock", "full")
PRIVATE = ("namespaces", "full")


@dataclass(frozen=True)
class Attack:
    """One attack: its code, how a run of it may end, the levels that hold it, whether it works without walls."""

    code: str
    statuses: tuple[str, ...] = ("ok",)
    holds: tuple[str, ...] = EVERYWHERE
    works_without_walls: bool = False
    announces: bool = True
    """Whether it comes as far as printing ``tried``: then the run must show it, or nothing was tested."""
    prefix: str = ""

    @property
    def source(self) -> str:
        return self.prefix + dedent(self.code)


def breakout(code: str, holds: tuple[str, ...], prefix: str = "") -> Attack:
    """An attack that gets through where there are no walls."""
    return Attack(code, holds=holds, works_without_walls=True, prefix=prefix)
