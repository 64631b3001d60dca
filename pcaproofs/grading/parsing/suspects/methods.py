"""Methods of classes without `self`."""

import ast
import builtins
from collections.abc import Iterator

from .model import Suspect
from .syntax import Function, called, replacing, walk

_TRUNCATED = "TruncatedSVD"
_STATIC = ("staticmethod", "classmethod")


def without_self(tree: ast.Module) -> Iterator[Suspect]:
    """Methods without the parameter `self`, and attributes that are read as if they were variables."""
    known = _bound(tree) | set(dir(builtins))
    for owner in [node for node in walk(tree) if isinstance(node, ast.ClassDef)]:
        methods = [node for node in owner.body if isinstance(node, Function)]
        yield from _signatures(methods)
        yield from _attributes(methods, known)
        if not owner.bases and not owner.decorator_list:
            yield from _kept_nowhere(owner, methods)


def truncated(tree: ast.Module) -> Iterator[Suspect]:
    """Uses of `TruncatedSVD`, and the import of it: what centres the data instead of it."""
    nodes = [node for node in walk(tree) if isinstance(node, ast.alias | ast.Attribute)]
    imported = [node for node in nodes if isinstance(node, ast.alias) and node.name == _TRUNCATED]
    used = [node for node in nodes if isinstance(node, ast.Attribute) and node.attr == _TRUNCATED]
    calls = [node.lineno for node in walk(tree) if isinstance(node, ast.Call) and called(node) == _TRUNCATED]
    edits = [replacing(node, f"PCA as {node.asname or _TRUNCATED}") for node in imported]
    edits += [replacing(node, f"{ast.unparse(node.value)}.PCA") for node in used]
    if edits and calls:
        yield Suspect("truncated-svd", min(calls), tuple(edits))


def _signatures(methods: list[ast.FunctionDef | ast.AsyncFunctionDef]) -> Iterator[Suspect]:
    for method in methods:
        decorated = {ast.unparse(each).split(".")[-1] for each in method.decorator_list} & {*_STATIC}
        names = {node.id for node in walk(method) if isinstance(node, ast.Name)}
        parameters = [*method.args.posonlyargs, *method.args.args]
        if not decorated and "self" in names and "self" not in [each.arg for each in parameters] and parameters:
            first = parameters[0]
            edit = (first.lineno, first.col_offset, first.lineno, first.col_offset, "self, ")
            said = f"`def {method.name}({first.arg}` should be `def {method.name}(self, {first.arg}`"
            yield Suspect("method-without-self", method.lineno, (edit,), sure=True, said=said)


def _attributes(methods: list[ast.FunctionDef | ast.AsyncFunctionDef], known: set[str]) -> Iterator[Suspect]:
    """Names that nothing defines and variables that nothing reads, in a class that has an attribute of this name."""
    nodes = [node for method in methods for node in walk(method)]
    attributes = {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }
    for method in methods:
        yield from _stored(method, nodes)
        own = _bound(method) | known
        read = [node for node in walk(method) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
        for node in read:
            if node.id in attributes - own:
                yield _without(node)


def _stored(method: ast.FunctionDef | ast.AsyncFunctionDef, nodes: list[ast.AST]) -> Iterator[Suspect]:
    """Variables that their method never reads, in a class that reads an attribute of this name."""
    names = [node for node in walk(method) if isinstance(node, ast.Name)]
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    attributes = {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and ast.unparse(node.value) == "self"
    }
    for node in names:
        if isinstance(node.ctx, ast.Store) and node.id in attributes - read:
            yield _without(node)


def _kept_nowhere(owner: ast.ClassDef, methods: list[ast.FunctionDef | ast.AsyncFunctionDef]) -> Iterator[Suspect]:
    """Variables of methods, in a class that reads an attribute of this name and sets it nowhere."""
    own = [node for node in walk(owner) if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self"]
    read = {node.attr for node in own if isinstance(node.ctx, ast.Load)}
    kept = {node.attr for node in own if not isinstance(node.ctx, ast.Load)} | {each.name for each in methods}
    body = [node for node in owner.body if not isinstance(node, Function)]
    kept |= {name.id for node in body for name in walk(node) if isinstance(name, ast.Name)}
    for node in [part for method in methods for part in walk(method)]:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(target, ast.Name) and target.id in read - kept:
            said = f"`{target.id} = …` should be `self.{target.id} = …`"
            edit = replacing(target, f"self.{target.id} = {target.id}")
            yield Suspect("attribute-without-self", target.lineno, (edit,), sure=True, said=said)


def _without(node: ast.Name) -> Suspect:
    said = f"`{node.id}` should be `self.{node.id}`"
    edit = replacing(node, f"self.{node.id}")
    return Suspect("attribute-without-self", node.lineno, (edit,), sure=True, said=said)


def _bound(scope: ast.AST) -> set[str]:
    """Names that are defined in a function, or outside of all functions of a module."""
    found: set[str] = set()
    waiting: list[ast.AST] = [scope]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                found.add(node.id)
            elif isinstance(node, ast.arg):
                found.add(node.arg)
            elif isinstance(node, ast.alias):
                found.add((node.asname or node.name).partition(".")[0])
            elif isinstance(node, ast.Global | ast.Nonlocal):
                found |= {*node.names}
            elif isinstance(node, ast.ExceptHandler) and node.name:
                found.add(node.name)
            if isinstance(node, Function | ast.ClassDef):
                found.add(node.name)
                if isinstance(scope, ast.Module):
                    continue
            waiting.append(node)
    return found
