"""Running a definition without the parts of it that fail.

The parts are what Python evaluates at once: decorators, annotations, defaults, base classes, and the statements of a
class body. A default that fails is replaced by a placeholder that raises the error when the function uses it.
"""

import ast
from collections.abc import Callable
from typing import Any, NamedTuple

from .placeholders import Placeholder, placeholder, reason

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef


class LostPart(NamedTuple):
    """A part that was left out: its line, a description, and the error that it raised."""

    line: int
    what: str
    error: BaseException


class Reducer:
    """Removes failing parts from the definitions of one module.

    execute, evaluate: run a statement or an expression in the module, with the names of a class body if given. say: the
    message of an error.
    """

    def __init__(
        self,
        names: dict[str, Any],
        execute: Callable[[ast.stmt, dict[str, Any] | None], None],
        evaluate: Callable[[ast.expr, dict[str, Any] | None], Any],
        say: Callable[[BaseException], str],
    ) -> None:
        self._names, self._execute, self._evaluate, self._say = names, execute, evaluate, say
        self.parts: list[LostPart] = []

    def define(self, node: Definition) -> None:
        """Run a definition without its failing parts; raises the error of a definition that fails even so."""
        self._run(node, None)

    def _run(self, node: ast.stmt, scope: dict[str, Any] | None) -> None:
        if isinstance(node, ast.ClassDef):
            self._reduce_class(node, scope)
        elif isinstance(node, Function):
            self._reduce_function(node, scope)
        try:
            self._execute(node, scope)
        except Exception as error:
            if not isinstance(node, Definition) or not node.decorator_list:
                raise
            self.parts += [self._part(each, f"@{ast.unparse(each)}", node, error) for each in node.decorator_list]
            node.decorator_list = []
            self._execute(node, scope)

    def _reduce_function(self, node: Function, scope: dict[str, Any] | None) -> None:
        self._reduce_decorators(node, scope)
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        for item in every:
            if item is not None and item.annotation is not None and self._fails(item.annotation, node, "", scope):
                item.annotation = None
        if node.returns is not None and self._fails(node.returns, node, "-> ", scope):
            node.returns = None
        arguments.defaults = [self._default(each, node, scope) for each in arguments.defaults]
        arguments.kw_defaults = [each and self._default(each, node, scope) for each in arguments.kw_defaults]

    def _reduce_class(self, node: ast.ClassDef, scope: dict[str, Any] | None) -> None:
        self._reduce_decorators(node, scope)
        node.bases = [each for each in node.bases if not self._fails(each, node, "base ", scope, usable=True)]
        node.keywords = [each for each in node.keywords if not self._fails(each.value, node, f"{each.arg}=", scope)]
        inside: dict[str, Any] = {"__module__": self._names.get("__name__"), "__qualname__": node.name}
        kept: list[ast.stmt] = []
        for statement in node.body:
            try:
                self._run(statement, inside)
            except Exception as error:
                self.parts.append(self._part(statement, ast.unparse(statement).split("\n")[0], node, error))
            else:
                kept.append(statement)
        node.body = kept or [ast.copy_location(ast.Pass(), node)]

    def _reduce_decorators(self, node: Definition, scope: dict[str, Any] | None) -> None:
        node.decorator_list = [each for each in node.decorator_list if not self._fails(each, node, "@", scope)]

    def _fails(
        self, part: ast.expr, node: Definition, mark: str, scope: dict[str, Any] | None, usable: bool = False
    ) -> bool:
        """Whether evaluating a part fails, or gives a placeholder where that cannot be used."""
        try:
            value = self._evaluate(part, scope)
            if isinstance(value, Placeholder) and not usable:
                reason(value)
        except Exception as error:
            self.parts.append(self._part(part, f"{mark}{ast.unparse(part)}", node, error))
            return True
        return False

    def _default(self, part: ast.expr, node: Definition, scope: dict[str, Any] | None) -> ast.expr:
        try:
            self._evaluate(part, scope)
        except Exception as error:
            self.parts.append(self._part(part, ast.unparse(part), node, error))
            name = f"__missing_{part.lineno}_{part.col_offset}"
            self._names[name] = placeholder(error, self._say(error))
            return ast.copy_location(ast.Name(name, ast.Load()), part)
        return part

    def _part(self, part: ast.AST, what: str, node: Definition, error: BaseException) -> LostPart:
        return LostPart(getattr(part, "lineno", node.lineno), f"{what} of {node.name}", error)
