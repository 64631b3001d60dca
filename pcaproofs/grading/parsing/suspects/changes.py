"""Generic edits of any line: an axis, a side, a part, a variable, an operator, a step more or less.

An edit is reported only if the edited program passes where the original fails.
"""

import ast
import re
from collections.abc import Iterator, Sequence

from . import operations, solver, statements, variables
from .model import Edit, Suspect
from .names import Names, learn, learn_attributes
from .syntax import Function as Definition
from .syntax import parsed, walk

_MOST = 600
_LONGEST = 300
_WORD = re.compile(r"\w+")
_LENGTH = r"(?:.*\.shape\[0\]|len\(.*\)|n|m)"
_DIVISOR = re.compile(rf"`(.+) / .*{_LENGTH}.*` should be `\(?\1\)?`|`({_LENGTH}) [-+] .+` should be `\(?\2\)?`")
_FINDERS = (solver.unsorted, *statements.FINDERS, *variables.FINDERS, *operations.FINDERS)
_ORDER = (
    "changes-its-input", "returns-in-loop", "overwritten-in-loop", "wrong-axis", "rows-for-columns",
    "round-too-few", "round-too-many", "wrong-length", "wrong-variable", "wrong-part", "wrong-side", "wrong-order",
    "wrong-comparison",
    "step-too-many", "original-meant", "wrong-function", "steps-out-of-order", "arguments-exchanged",
    "wrong-operator", "wrong-number", "step-missing", "never-centred", "eig-unsorted", "smallest-components",
)  # fmt: skip


def changes(text: str) -> list[Suspect]:
    """Small changes of a program, the likelier kinds first; none of a text that is no Python."""
    tree = parsed(text)
    if tree is None:
        return []
    tests = [node.test for node in walk(tree) if isinstance(node, ast.If | ast.Assert)]
    ranges = [(each.lineno, each.col_offset, each.end_lineno, each.end_col_offset) for each in tests]
    found: dict[tuple[Edit, ...], Suspect] = {}
    loops = [node for node in walk(tree) if isinstance(node, ast.For)]
    for each in filter(lambda each: _is_fit(each, ranges) and not _empties(each, loops), _all(tree)):
        found.setdefault(each.edits, each)
    order = {name: place for place, name in enumerate(_ORDER)}
    return sorted(found.values(), key=lambda item: (_is_crude(item), order[item.name]))[:_MOST]


def _is_crude(suspect: Suspect) -> bool:
    """Whether a divisor, or a part of one, is left out, which is right up to a factor if another number is meant."""
    return suspect.name == "step-too-many" and bool(_DIVISOR.fullmatch(suspect.said))


def _is_fit(suspect: Suspect, tests: Sequence[tuple[int, int, int | None, int | None]]) -> bool:
    """Whether there is a change, short enough to be told, that is not of a condition, which may guard a mistake."""
    places = [(each[:2], each[2:4]) for each in suspect.edits]
    guarded = any(start >= test[:2] and end <= test[2:] for start, end in places for test in tests)
    return bool(places) and not guarded and len(suspect.said) < _LONGEST


def _empties(suspect: Suspect, loops: Sequence[ast.For]) -> bool:
    """Whether a loop does the same in each round after a change: the last use of its variable is gone."""
    for loop in loops:
        names = {node.id for node in walk(loop.target) if isinstance(node, ast.Name)}
        uses = [
            node
            for statement in loop.body
            for node in walk(statement)
            if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load)
        ]
        kept = any(name in _WORD.findall(new) for *_, new in suspect.edits for name in names)
        if uses and not kept and all(any(_covers(edit, node) for edit in suspect.edits) for node in uses):
            return True
    return False


def _covers(edit: Edit, node: ast.Name) -> bool:
    start, end = (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
    return edit[:2] <= start and end <= edit[2:4]


def _all(tree: ast.AST) -> Iterator[Suspect]:
    scopes = [node for node in walk(tree) if isinstance(node, Definition)]
    shared = Names()
    for scope in scopes:
        learn_attributes(scope, shared)
    every: list[ast.AST] = [*scopes] or [tree]
    for place in every:
        names = shared.copy()
        learn(place, names)
        for finder in _FINDERS:
            yield from finder(place, names)
