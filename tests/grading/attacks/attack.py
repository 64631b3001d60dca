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
    """One attack: its code, the levels that hold it, how a run of it may end, whether it works without walls."""

    name: str
    code: str
    holds: tuple[str, ...]
    statuses: tuple[str, ...] = ("ok",)
    works_without_walls: bool = False
    announces: bool = True
    """Whether it comes as far as printing ``tried``: then the run must show it, or nothing was tested."""
    prefix: str = ""

    @property
    def source(self) -> str:
        return self.prefix + dedent(self.code)
