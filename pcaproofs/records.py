"""Classes of values, as `dataclass(frozen=True)` makes them, that are defined sooner and made and compared faster.

`dataclasses` compiles six functions for each class one by one, which is half of the time to import our modules, and
sets each field of a frozen object by a call. A record's methods are compiled together, and nothing but the type checker
says that it is frozen: for mypy `record` is `dataclass`.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(*, frozen: bool, kw_only: bool = False, eq: bool = True) -> Any:
        """The decorator of a class whose objects are compared and hashed by their fields, and never changed."""

        def made(cls: type) -> type:
            its = fields(dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls))
            space = {f"_{x.name}": x.default for x in its}
            given = [
                [x.name if x.default is MISSING else f"{x.name}=_{x.name}" for x in its if x.kw_only == is_named]
                for is_named in (False, True)
            ]
            compared = [x.name for x in its if x.compare]
            lines = [
                f"def __init__({', '.join(['self', *given[0], *(['*', *given[1]] if given[1] else [])])}):",
                *(f"  self.{x.name} = {x.name}" for x in its),
                "  return",
                "def __eq__(self, other):",
                "  if self is other: return True",
                "  if other.__class__ is not self.__class__: return NotImplemented",
                f"  return {' and '.join(f'self.{x} == other.{x}' for x in compared) or True}",
                "def __hash__(self):",
                f"  return hash(({''.join(f'self.{x}, ' for x in compared)}))",
            ]
            exec("\n".join(lines), space)
            for name in ("__init__", "__eq__", "__hash__") if eq else ("__init__",):
                setattr(cls, name, space[name])
            cls.__repr__ = _shown
            return cls

        return made


def _shown(self: Any) -> str:
    its = ", ".join(f"{x.name}={getattr(self, x.name)!r}" for x in fields(self) if x.repr)
    return f"{type(self).__qualname__}({its})"
