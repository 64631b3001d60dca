"""Finding claims: every module of a folder is a chapter, every Claim in it is a claim."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from pcaproofs.verify.claim import Claim


class UnknownClaim(ValueError):  # noqa: N818
    """No claim or chapter has that name; the message suggests the nearest."""


def chapters() -> list[str]:
    """The names of the chapter files, in the order of the notes' story."""
    import pcaproofs.claims

    found = [m.name for m in pkgutil.iter_modules(pcaproofs.claims.__path__)]
    order = pcaproofs.claims.ORDER
    return sorted(found, key=lambda name: (order.index(name) if name in order else len(order), name))


def all_claims() -> list[Claim]:
    """Every claim of pcaproofs, chapter by chapter, as they stand in their files."""
    return [c for name in chapters() for c in claims_of(importlib.import_module(f"pcaproofs.claims.{name}"))]


def claims_of(module: ModuleType) -> list[Claim]:
    """The claims that a module declares; raises ValueError where two have one id."""
    found = [x for x in vars(module).values() if isinstance(x, Claim) and x.module == module.__name__]
    ids = [c.id for c in found]
    for name in ids:
        if ids.count(name) > 1:
            raise ValueError(f"got the claim {name} twice [{module.__file__}]")
    return found


def claims_in_file(path: Path) -> list[Claim]:
    """The claims of a chapter file anywhere."""
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) == str(path):
            return claims_of(module)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"got {path}, but should be a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return claims_of(module)


def find(names: Iterable[str]) -> list[Claim]:
    """The claims with these ids or in these chapters, importing no other chapter; raises UnknownClaim."""
    names = list(names)
    wanted = {name.split(".")[0].replace("-", "_") for name in names}
    known = chapters()
    some = [name for name in known if name in wanted] if wanted and wanted <= set(known) else known
    claims = [c for name in some for c in claims_of(importlib.import_module(f"pcaproofs.claims.{name}"))]
    try:
        return select(names, claims)
    except UnknownClaim:
        return select(names, all_claims())  # so that the nearest name is sought everywhere


def select(names: Iterable[str], claims: list[Claim]) -> list[Claim]:
    """The claims with these ids or in these chapters, all where no name is given; raises UnknownClaim."""
    names = list(names)
    if not names:
        return claims
    known = [c.id for c in claims] + sorted({c.chapter for c in claims})
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1, 0.4) or known[:1]
            raise UnknownClaim(f"got the claim {name}, but there is none of that name; the nearest is {near[0]}")
    return [c for c in claims if c.id in names or c.chapter in names]
