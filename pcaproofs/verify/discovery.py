"""Discovery of claims: a project names its claim files; each file is a chapter with all claims declared in it."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import os
import pkgutil
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from pcaproofs.verify.claim import Claim, ClaimError, authors_errors

CLAIMS, DOCUMENTS, TITLE = "pcaproofs_claims", "pcaproofs_documents", "pcaproofs_title"
"""The options of pytest's configuration that make a folder a project of claims."""

OWN_TITLE = "PCA, proved in every dimension"
BEFORE, AFTER = ("introduction",), ("recipe", "errata", "formulas")
"""The derivations that tell no chapter of claims, before and after those that do."""
COOKBOOK = "cookbook"
"""The name under which the claims of the Matrix Cookbook are chosen."""


class UnknownClaim(ValueError):  # noqa: N818
    """No claim or chapter has that name; the message names the most similar one."""


class NoProject(ValueError):  # noqa: N818
    """A folder, file or module contains no claims; the message is one line with the place."""


@dataclass(frozen=True)
class Project:
    """Claim files, the documents that present their claims, and the title of reports on them.

    files: in the order of the chapters. documents: Markdown files; may be empty. short_title: the heading of each page
    of a site.
    """

    title: str
    files: tuple[Path, ...]
    documents: tuple[Path, ...] = ()
    short_title: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "short_title", self.short_title or self.title)

    @property
    def chapters(self) -> tuple[str, ...]:
        """The names of the chapters of claims, in their order."""
        return tuple(path.stem.replace("_", "-") for path in self.files)

    def claims(self) -> list[Claim]:
        """All claims in the order of chapters and files; raises NoProject for an id that occurs twice."""
        found = [c for path in self.files for c in claims_in_file(path)]
        first: dict[str, Claim] = {}
        for c in found:
            if (other := first.setdefault(c.id, c)) is not c:
                raise NoProject(f"got the claim {c.id} in {other.file} too, but should be in one file [{c.file}]")
        if not found:
            raise NoProject(f"got no claims, but should be at least one [{', '.join(map(str, self.files[:3]))}]")
        return found

    def select(self, names: Iterable[str]) -> list[Claim]:
        """The claims with these ids or in these chapters, without importing other chapters; all claims without names.

        Raises UnknownClaim.
        """
        names = list(names)
        wanted = {name.split(".")[0].replace("-", "_") for name in names}
        files = [path for path in self.files if path.stem in wanted]
        if wanted and wanted <= {path.stem for path in files}:
            try:
                return select(names, [c for path in files for c in claims_in_file(path)])
            except UnknownClaim:
                pass  # so that the nearest name is sought in all chapters
        return select(names, self.claims())


@cache
def own_project() -> Project:
    """The claims and derivations that come with pcaproofs."""
    import pcaproofs.claims

    folder = Path(pcaproofs.claims.__path__[0])
    package = folder.parent
    installed = package / "_derivations"
    texts = installed if installed.is_dir() else package.parent / "derivations"
    files = tuple(folder / f"{name}.py" for name in chapters())
    names = [*BEFORE, *(path.stem.replace("_", "-") for path in files), *AFTER]
    found = tuple(path for name in names if (path := texts / f"{name}.md").exists())
    return Project(OWN_TITLE, files, found, short_title="PCA, proved")


def cookbook() -> Project:
    """The statements of the Matrix Cookbook."""
    import pcaproofs.cookbook

    folder = Path(pcaproofs.cookbook.__path__[0])
    files = tuple(folder / f"{name}.py" for name in pcaproofs.cookbook.ORDER)
    return Project("The Matrix Cookbook, proved in every dimension", files, short_title="The Matrix Cookbook")


def project_at(name: str) -> Project | None:
    """The project in a folder, a Python file or an importable module; None if the name is none of these.

    COOKBOOK is always the name of the Matrix Cookbook. A folder is a project if its pyproject.toml has the options
    CLAIMS, DOCUMENTS and TITLE of pytest. The modules of a package are its chapters. Raises NoProject if no claims can
    be there.
    """
    if name == COOKBOOK:
        return cookbook()
    path = Path(name)
    if os.path.isdir(name):  # a name may be too long for a path
        return _project_in(path.resolve())
    if path.suffix == ".py":
        if not os.path.isfile(name):
            raise NoProject(f"got {name}, but there is no such file")
        return Project(path.stem, (path.resolve(),))
    if not all(part.isidentifier() for part in name.split(".")):
        return None
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    if spec.submodule_search_locations is None:
        return Project(name, (Path(spec.origin).resolve(),))
    folder = Path(spec.origin).parent.resolve()
    return Project(name, tuple(p for p in sorted(folder.glob("*.py")) if p.name != "__init__.py"))


def _project_in(folder: Path) -> Project:
    """The project of a folder by its pyproject.toml."""
    file = folder / "pyproject.toml"
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NoProject(f"got no pyproject.toml, but should be one that has {CLAIMS} [{folder}]") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise NoProject(f"got a file that cannot be read: {error} [{file}]") from None
    table = data.get("tool", {}).get("pytest", {})
    options: dict[str, Any] = {**table, **table.get("ini_options", {})}

    def globs(option: str) -> list[str]:
        value = options.get(option, [])
        value = value.split() if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
            raise NoProject(f"got {option} = {value!r}, but should be a list of globs [{file}]")
        return value

    if not (found := files_of(globs(CLAIMS), folder)):
        raise NoProject(f"got no file for {CLAIMS} = {globs(CLAIMS)}, but should be globs of claim files [{file}]")
    title = options.get(TITLE) or data.get("project", {}).get("name") or folder.name
    return Project(str(title), found, files_of(globs(DOCUMENTS), folder))


def files_of(globs: Iterable[str], folder: Path) -> tuple[Path, ...]:
    """The files that globs match below a folder, in the order of the globs and then by name; without __init__.py."""
    found = dict.fromkeys(path for glob in globs for path in sorted(folder.glob(glob)))
    return tuple(path for path in found if path.name != "__init__.py")


def chapters() -> list[str]:
    """The modules of the chapters that come with pcaproofs; later chapters build on earlier ones."""
    import pcaproofs.claims

    found = [m.name for m in pkgutil.iter_modules(pcaproofs.claims.__path__)]
    order = pcaproofs.claims.ORDER
    return sorted(found, key=lambda name: (order.index(name) if name in order else len(order), name))


def all_claims() -> list[Claim]:
    """Every claim that comes with pcaproofs, in the order of chapters and files."""
    return own_project().claims()


def find(names: Iterable[str]) -> list[Claim]:
    """The claims of pcaproofs with these ids or in these chapters; raises UnknownClaim."""
    return own_project().select(names)


def select(names: Iterable[str], claims: list[Claim]) -> list[Claim]:
    """The claims with these ids or in these chapters, all without names; raises UnknownClaim."""
    names = list(names)
    if not names:
        return claims
    known = [c.id for c in claims] + sorted({c.chapter for c in claims})
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1, 0.5)
            nearest = f"; the nearest is {near[0]}" if near else "; `pcaproofs claims` lists them"
            raise UnknownClaim(f"got {name}, but should be a claim or a chapter{nearest}")
    return [c for c in claims if c.id in names or c.chapter in names]


def claims_of(module: ModuleType) -> list[Claim]:
    """The claims that a module declares; raises ClaimError if two have the same id."""
    found = [x for x in vars(module).values() if isinstance(x, Claim) and x.module == module.__name__]
    ids = [c.id for c in found]
    for name in ids:
        if ids.count(name) > 1:
            raise ClaimError(f"got the claim {name} twice [{module.__file__}]")
    return found


def claims_in_file(path: Path) -> list[Claim]:
    """The claims of a file, imported as pytest imports a test file, with its folder on sys.path.

    Raises ClaimError if the file cannot be imported, or if another module of that name is imported already.
    """
    path = path.resolve()
    name, folder = module_name(path)
    if name not in sys.modules and str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    with authors_errors(str(path), str(path)):
        module = importlib.import_module(name)
    if module.__file__ is None or Path(module.__file__).resolve() != path:
        raise ClaimError(f"got {path}, but should have a name that no other module has: {name} is {module.__file__}")
    return claims_of(module)


def module_name(path: Path) -> tuple[str, Path]:
    """The module name of a file, and the folder that has to be on sys.path for its import."""
    folder, names = path.parent, [path.stem]
    while (folder / "__init__.py").exists():
        folder, names = folder.parent, [folder.name, *names]
    return ".".join(names), folder


def claim_in_file(file: str, id: str) -> Claim:
    """The claim with that id in a file."""
    (found,) = (c for c in claims_in_file(Path(file)) if c.id == id)
    return found
