"""The source code of each claim: the statements of its project's files that it uses, found by their names."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from pcaproofs.verify.claim import authors_errors
from pcaproofs.verify.discovery import module_name

if TYPE_CHECKING:
    from pcaproofs.verify.claim import Claim
    from pcaproofs.verify.discovery import Project


@dataclass
class _Statement:
    """A statement at the top level: a digest of its meaning, and the names in it, with the attribute that is taken."""

    digest: str
    names: list[tuple[str, str]]


@dataclass
class _Source:
    """A file of claims: its statements at the top level, by the names that they bind.

    loose: statements without a name, on which everything in the file depends. modules: names of other files of the
    project. imported: names from these files, with their original names.
    """

    module: str
    bound: dict[str, list[_Statement]] = field(default_factory=dict)
    loose: list[_Statement] = field(default_factory=list)
    modules: dict[str, str] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)


def imported_anew(project: Project) -> list[Claim]:
    """The claims of a project from its current files, as new objects.

    Raises the exceptions of `Project.claims`; then the modules that were imported before stay.
    """
    names = [module_name(path)[0] for path in project.files]
    before = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    _attach(dict.fromkeys(before))
    importlib.invalidate_caches()
    kept, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # else two changes within a second look alike
    try:
        return project.claims()
    except BaseException:
        sys.modules.update(before)
        _attach(before)
        raise
    finally:
        sys.dont_write_bytecode = kept


def _attach(modules: Mapping[str, ModuleType | None]) -> None:
    """Sets or removes the attributes of packages that hold these modules, which `from package import module` reads."""
    for name, module in modules.items():
        package, _, child = name.rpartition(".")
        if package in sys.modules:
            held = vars(sys.modules[package])
            held.pop(child, None)
            held |= {child: module} if module else {}


def digests(project: Project, claims: Sequence[Claim]) -> dict[str, str]:
    """Claim id -> a digest of its source code, in its own file and in the other files of the project.

    Comments and the layout of lines do not count, and other modules are not followed. Raises ClaimError for a file that
    cannot be parsed.
    """
    known = frozenset(module_name(path)[0] for path in project.files)
    sources = {}
    for path in project.files:
        name, _ = module_name(path)
        sources[name] = _read(path, path.read_text(encoding="utf-8"), name, known)
    names = {
        id(vars(sys.modules[module])[name]): (module, name)
        for module, source in sources.items()
        for name in source.bound
        if name in vars(sys.modules[module])
    }
    return {claim.id: _digest(names.get(id(claim)), claim.module, sources) for claim in claims}


def _digest(start: tuple[str, str] | None, module: str, sources: Mapping[str, _Source]) -> str:
    """The digest of a name, or of the whole file of a claim that has none."""
    todo = [start] if start else [(module, name) for name in sources[module].bound]
    seen: dict[tuple[str, str], str] = {}
    while todo:
        if (place := todo.pop()) in seen:
            continue
        source = sources[place[0]]
        statements = (*source.bound.get(place[1], ()), *source.loose)
        seen[place] = " ".join(x.digest for x in statements)
        todo += (found for x in statements for name in x.names for found in _meant(name, source, sources))
    return sha256(repr(sorted(seen.items())).encode()).hexdigest()


def _meant(name: tuple[str, str], source: _Source, sources: Mapping[str, _Source]) -> list[tuple[str, str]]:
    """The names of the project's files that a name refers to, each with its module."""
    first, attribute = name
    if first in source.modules:
        module = source.modules[first]
        return [(module, attribute)] if attribute else [(module, x) for x in sources[module].bound]
    if first in source.imported:
        return [source.imported[first]]
    return [(source.module, first)] if first in source.bound else []


def _names(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        yield node.value.id, node.attr
    elif isinstance(node, ast.Name):
        yield node.id, ""
    else:
        for child in ast.iter_child_nodes(node):
            yield from _names(child)


@lru_cache(200)
def _read(path: Path, text: str, module: str, known: frozenset[str]) -> _Source:
    """A file with this text; known: the modules of the project."""
    source = _Source(module)
    with authors_errors(str(path), str(path)):
        parsed = ast.parse(text, str(path))
    for statement in parsed.body:
        bound: list[str] = []
        match statement:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                bound = [name]
            case ast.Assign(targets=targets):
                bound = [x.id for target in targets for x in ast.walk(target) if isinstance(x, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)):
                bound = [name]
            case ast.Import() | ast.ImportFrom():
                bound = _imported(statement, source, known)
                if not bound:
                    continue
            case ast.Expr(value=ast.Constant()):
                continue
        digest = sha256(ast.dump(statement).encode()).hexdigest()
        made = _Statement(digest, list(dict.fromkeys(_names(statement))))
        for name in bound:
            source.bound.setdefault(name, []).append(made)
        if not bound:
            source.loose.append(made)
    return source


def _imported(statement: ast.Import | ast.ImportFrom, source: _Source, known: frozenset[str]) -> list[str]:
    """Notes the names that come from files of the project, and gives the others."""
    others = []
    package = source.module.rpartition(".")[0]
    for alias in statement.names:
        name = alias.asname or alias.name
        if isinstance(statement, ast.Import):
            module, attribute = alias.name, ""
        else:
            written = "." * statement.level + (statement.module or "")
            module, attribute = (resolve_name(written, package) if statement.level else written), alias.name
        if attribute and f"{module}.{attribute}" in known:
            source.modules[name] = f"{module}.{attribute}"
        elif module in known and attribute:
            source.imported[name] = module, attribute
        elif module in known and (alias.asname or "." not in module):
            source.modules[name] = module
        else:
            others.append(name)
    return others
