"""The walk over statements leaves none out."""

from __future__ import annotations

import ast

from syntax import statements

EVERY_KIND = """
async def f():
    async with a:
        import b
    async for c in d:
        import e
    else:
        import g
class H:
    def i(self):
        while j:
            import k
        else:
            import l
try:
    import m
except n:
    import o
else:
    import p
finally:
    import q
try:
    import r
except* s:
    import t
match u:
    case v:
        import w
if x:
    import y
elif z:
    import aa
else:
    with bb, cc: import dd
for ee in ff: import gg
"""


def test_every_statement_is_found_where_python_allows_one() -> None:
    tree = ast.parse(EVERY_KIND)
    every = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    found = [node for node in statements(tree) if isinstance(node, ast.stmt)]
    assert len(found) == len(every)
    assert {*map(id, found)} == {*map(id, every)}
