"""The student's function that a task calls."""

import ast
from collections.abc import Iterator

from pcaproofs.grading.assignment.model import Task


def function_of(task: Task, role: str = "") -> str:
    """The function that yields a role, or that the task calls first; empty if it calls none.

    A method is named with its class: after `m = PCA(k).fit(X)`, `m.transform(X)` is a call of `PCA.transform`.
    """
    statements = ast.parse(task.call).body
    classes: dict[str, str] = {}
    called: dict[str, str] = {}
    first = ""
    for statement in statements:
        value = getattr(statement, "value", None)
        name = _name_of(value, classes, task) if isinstance(value, ast.expr) else ""
        first = first or name
        if isinstance(statement, ast.Expr) and (owner := _root(statement.value)) in called:
            first = name if called[owner] == first else first  # m = PCA(k); m.fit(X)
            called[owner] = name
        for target in getattr(statement, "targets", []):
            for node in ast.walk(target):
                if isinstance(node, ast.Name):
                    called[node.id] = name
                    classes[node.id] = name.partition(".")[0]
    if role not in task.roles:
        return first
    expression = ast.parse(task.roles[role].strip(), mode="eval").body
    own = _name_of(expression, classes, task)
    known = (called[node.id] for node in ast.walk(expression) if isinstance(node, ast.Name) and called.get(node.id))
    return own or next(known, first)


def _name_of(value: ast.expr, classes: dict[str, str], task: Task) -> str:
    """The outermost call in an expression that is not one of numpy or of Python."""
    for call in _calls(value):
        function = call.func
        if isinstance(function, ast.Name) and function.id not in _PYTHON:
            return function.id
        if isinstance(function, ast.Attribute):
            owner = _root(function.value)
            if owner == "np" or owner in ("X", *task.given):
                continue
            if found := classes.get(owner, owner):
                return f"{found}.{function.attr}" if found[:1].isupper() else function.attr
    return ""


_PYTHON = frozenset({"float", "int", "len", "list", "tuple", "dict", "sum", "abs", "min", "max", "getattr", "sorted"})


def _calls(value: ast.expr) -> Iterator[ast.Call]:
    return (node for node in ast.walk(value) if isinstance(node, ast.Call))  # the outer ones come first


def _root(value: ast.expr) -> str:
    while isinstance(value, ast.Attribute | ast.Call | ast.Subscript):
        value = value.func if isinstance(value, ast.Call) else value.value
    return value.id if isinstance(value, ast.Name) else ""
