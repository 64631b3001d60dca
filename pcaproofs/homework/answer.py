"""The answer for one submission as plain data: the verdict of each row, shares of criteria, the missing step."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

from pcaproofs.formula.typed_latex import MissingLibrary, NoMathML, mathml
from pcaproofs.homework import normal_forms
from pcaproofs.homework.judging import judged, proposed
from pcaproofs.homework.route import MISTAKES, Judged, JudgedStep, Route, _Route, is_stated, line_of, reaches, routes
from pcaproofs.homework.rows import SAME_OPTIMISERS, WrittenStatement
from pcaproofs.homework.task import DerivationTask, WrongTask, read_task
from pcaproofs.homework.theory import CONSTRAINTS, EQUIVALENCE, Needs
from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.surface import Node, Problem, nodes
from pcaproofs.notes.text.source import MARKDOWN, TEX, NoNote, Source, decoded, notebook

LARGEST = 1 << 20  # bytes of a derivation

_HEADINGS = {
    "markdown": re.compile(r"^ {0,3}(?P<level>#{1,6})[ \t]+(?P<title>.*?)[ \t]*#*[ \t]*$", re.MULTILINE),
    "tex": re.compile(r"\\(?P<level>(?:sub){0,2}section|chapter|(?:sub)?paragraph)\*?\s*\{(?P<title>[^{}]*)\}"),
}
_TEX_LEVELS = ("chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_DEFINITION = re.compile(r"[ \t]*\\(?:(?:re)?newcommand|providecommand|def|DeclareMathOperator)\b")

_STRUCK = re.compile(r"~~(?=\S).*?~~", re.DOTALL)
_STYLED = re.compile(
    r"<(\w+)\b[^>]*\s(?:style|hidden|class)\b[^>]*>.*?</\1\s*>|<(del|s|strike|template)>.*?</\2>", re.DOTALL
)
_NOT_SET = re.compile(r"\\if(?!f\b).*?\\fi\b|\\begin\{comment\}.*?\\end\{comment\}", re.DOTALL)
_COMMAND = re.compile(r"\\(?P<name>[A-Za-z]+)\*?(?:\s*\[[^\]]*\])*(?:\s*to\s*[\d.]+\s*\w+)?\s*\{")
_TEXT = frozenset({"begin", "end", "footnote", "textbf", "textit", "emph", "underline", "fbox", "framebox", "item"})
UNSEEN = r"\unseen"
_COLOUR = re.compile(r"\\(?:text|math|page|f)?color(?:box)?\s*(?:\[[^\]]*\])?\s*\{(?P<colour>[^{}]*)\}")
_SEEN = frozenset({"black", "red", "blue", "green", "orange", "purple", "violet", "brown", "magenta", "teal", "olive"})


def note_of(name: str, data: bytes, tag: str = "", heading: str = "") -> Note:
    """A note from a file's bytes. Raises NoNote."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in MARKDOWN | TEX:
        raise NoNote(f"got a file {suffix or 'without a suffix'}, but should be .md, .tex or .ipynb [{name}]")
    if len(data) > LARGEST and suffix != ".ipynb":
        raise NoNote(f"got {len(data)} bytes, but should be at most {LARGEST} [{name}]")
    text = decoded(data, name)
    if suffix != ".ipynb":
        source = Source(name, text, "tex" if suffix in TEX else "markdown")
    else:
        source = notebook(tagged(text, tag, name) if tag else text, name)
        if len(source.text) > LARGEST:
            raise NoNote(f"got {len(source.text)} characters of text, but should be at most {LARGEST} [{name}]")
    source = below(source, heading) if heading else source
    return read(seen(source))


def seen(source: Source) -> Source:
    """A text in which invisible and struck-out parts are replaced by blanks; offsets stay.

    TeX can hide text in further ways, which this function does not know. The feedback therefore shows every judged row.
    """
    text = source.text
    if source.syntax == "tex":
        text = _only_document(text)
        hidden = [span for span in _arguments(text) if any(x in text[slice(*span)] for x in ("$$", "\\[", "\\begin"))]
        for start, end in hidden:
            text = text[:start] + _spaces(text[start:end]) + text[end:]
        text = _NOT_SET.sub(lambda m: _spaces(m[0]), text)
    else:
        for pattern in (_STRUCK, _STYLED):
            text = pattern.sub(lambda m: _spaces(m[0]), text)
    text = _COLOUR.sub(lambda m: m[0] if m["colour"].strip().lower() in _SEEN else _unknown(m[0]), text)
    return replace(source, text=text)


def _only_document(text: str) -> str:
    """LaTeX without formulas in the preamble and without text after the end of the document."""
    begin, end = text.find("\\begin{document}"), text.find("\\end{document}")
    if begin >= 0:
        text = re.sub(r"\$\$|\\\[|\\\]", "  ", text[:begin]) + text[begin:]
    return text if end < 0 else text[:end] + _spaces(text[end:])


def _arguments(text: str) -> Iterator[tuple[int, int]]:
    """The arguments of commands that do not simply print their argument."""
    for command in _COMMAND.finditer(text):
        defines = _DEFINITION.match(command[0]) or text[: command.start()].endswith("\\def")
        if command["name"] not in _TEXT and not defines:
            depth, at = 1, command.end()
            while at < len(text) and depth:
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 2 if text[at] == "\\" else 1
            yield command.end(), at


def _spaces(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _unknown(command: str) -> str:
    """An undefined command of the same length as a given one, which makes the surrounding formula unreadable."""
    return UNSEEN + "x" * (len(command) - len(UNSEEN) - 1) + " "


def tagged(text: str, tag: str, name: str) -> str:
    """A notebook in which cells without the tag are empty, so that cell numbers stay. Raises NoNote."""
    found = False
    try:
        whole = json.loads(text)
        for cell in whole["cells"]:
            about = cell.get("metadata", {})
            if tag in about.get("tags", []) or tag == about.get("nbgrader", {}).get("grade_id"):
                found = found or cell["cell_type"] == "markdown"
            else:
                cell["source"] = ""
        text = json.dumps(whole)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return text  # which is refused later
    if not found:
        raise NoNote(f"got no text cell with the tag {tag}, but should be one [{name}]")
    return text


def below(source: Source, heading: str) -> Source:
    """A text that is blank except for the part below a heading, a LaTeX preamble and definitions of macros."""
    found = list(_HEADINGS[source.syntax].finditer(source.text))
    wanted = _plain(heading)
    own = next((k for k, x in enumerate(found) if _plain(x["title"]) == wanted), None)
    if own is None:
        raise NoNote(f"got no heading “{heading}”, but should be one [{source.file}]")
    end = next((x.start() for x in found[own + 1 :] if _level(x) <= _level(found[own])), len(source.text))
    begin = found[own].end()
    preamble = source.text.find(r"\begin{document}") if source.syntax == "tex" else -1
    kept = [source.text[:preamble] if preamble >= 0 else ""]
    kept.append(_blank(source.text[len(kept[0]) : begin]))
    kept += [source.text[begin:end], _blank(source.text[end:])]
    return replace(source, text="".join(kept))


def _plain(title: str) -> str:
    return " ".join(re.sub(r"[*_`$]", "", title).split()).casefold()


def _level(heading: re.Match[str]) -> int:
    level = heading["level"]
    return len(level) if level.startswith("#") else _TEX_LEVELS.index(level)


def _blank(text: str) -> str:
    """The text with everything except macro definitions and line ends replaced by spaces."""
    return "".join(line if _DEFINITION.match(line) else _spaces(line) for line in text.splitlines(keepends=True))


# The gap between what is given and the goal: the smallest step that would close it, if one is found


MOST_PAIRS = 40


def gap(found: Judged, route: Route) -> tuple[str, str]:
    """What a route lacks, in sentences, and the smallest missing step as LaTeX; both empty if the goal is reached."""
    if route.reached:
        return "", ""
    unstated = [x for x in found.task.milestones if x.required and not reaches(found, x)]
    if unstated and route.stated and route.steps:
        named = "" if not unstated[0].visible else unstated[0].statement.text()
        return f"A step that the task asks for is missing{':' if named else '.'}", named
    if not route.stated and (large := leap_of(found, route)) is not None:
        step = found.steps[large]
        uses = needs_text(found, step.needs or frozenset())
        return f"The rows lead to the result, but the step in {found.line(large)} is too large: {uses}.", ""
    if not route.stated:
        missing = smallest(found, route)
        if missing is None:
            said = "No row, and no chain of correct steps, states the result"
            between = comparison(found, route)
            said = f"{said}: {between}. The result is:" if between else f"{said}:"
            return said, route.goal.statement.text()
        if normal_forms.of_writing(missing) == normal_forms.of_writing(route.goal.statement):
            return "The result is not stated yet:", missing.text()
        return "The steps do not meet. This step between them is missing:", missing.text()
    if route.steps and route.over is not None:
        return (
            f"The result is stated, but the steps to it use {found.line(route.over)}, a mistake.",
            "",
        )
    if route.steps:
        least = found.task.least_steps
        return f"The result is stated, but fewer than {least} steps lead to it.", ""
    left = (route.goal.needs or frozenset()) - route.done
    helping = milestone_for(found, route, left)
    leap = f"The result is stated, but the step to it is too large: {needs_text(found, left)}."
    if helping is not None:
        return f"{leap} An intermediate step would be:", helping.text()
    between = comparison(found, route)
    return (f"{leap} A{between[1:]}." if between else leap), ""


def leap_of(found: Judged, route: Route) -> int | None:
    """The first step that is too large, of a chain that leads to the goal with it; None if there is none."""
    graph = _Route(found, route.goal)
    if route.goal.statement.kind == "optimum":
        return None
    for k, step in enumerate(found.steps):
        if step.verdict == "too large" and step.typed is not None and not found.is_after_mistake(k):
            graph.join(k, step)
    path = graph.path() or ()
    return next((k for k in path if found.steps[k].verdict == "too large"), None)


def needs_text(found: Judged, needs: Needs) -> str:
    """The facts that a step needs, in words with formulas between dollars."""
    used = [f"${found.task.given[k].text()}$" for k in sorted(needs) if k >= 0]
    used += ["a constraint" for k in needs if k <= CONSTRAINTS]
    parts = [f"it uses {' and '.join([', '.join(used[:-1]), used[-1]] if used[1:] else used)}"] if used else []
    if EQUIVALENCE in needs:
        parts.append("it passes from one problem to another with a different objective")
    return ", and ".join(parts)


def smallest(found: Judged, route: Route) -> WrittenStatement | None:
    """The smallest step from a term connected to one side of the goal to a term connected to the other side."""
    goal = route.goal
    if goal.statement.kind == "optimum" or goal.typed is None:
        return None
    graph = _Route(found, goal)
    best: tuple[int, int, WrittenStatement] | None = None
    sides = [list(_terms(graph, end, goal)) for end in (0, 1)]
    pairs = [(a, b) for a in sides[0] for b in sides[1]][:MOST_PAIRS]
    for place, (a, b) in enumerate(pairs):
        statement = _between(goal.statement, a, b)
        typed = found.theory.attempt(statement)
        needs = typed.needs(most=found.task.largest_step) if typed is not None else None
        if needs is not None and (best is None or (len(needs), place) < best[:2]):
            best = len(needs), place, statement
    return best[2] if best is not None else None


def _between(goal: WrittenStatement, left: Node, right: Node) -> WrittenStatement:
    sign = SAME_OPTIMISERS if isinstance(left, Problem) else goal.sign
    return WrittenStatement(left, sign, right, goal.span)


def _terms(graph: _Route, end: int, goal: JudgedStep) -> Iterator[Node]:
    """The terms that steps connect to one side of the goal, the farthest first, and this side itself."""
    start = graph.ends[end]
    nodes: dict[normal_forms.Key, Node] = {start: (goal.statement.left, goal.statement.right)[end]}
    for _, step in graph.established():
        if step.statement.kind == goal.statement.kind and step.typed is not None and step.form != goal.form:
            ends = normal_forms.nodes_of(step.typed, by_writing=graph.by_writing)
            for at, term in zip(ends, (step.statement.left, step.statement.right), strict=True):
                nodes.setdefault(at, term)
    yield from (nodes[x] for x in reversed(graph.reached(start)))


def milestone_for(found: Judged, route: Route, left: Needs) -> WrittenStatement | None:
    """A visible milestone that is not among the steps and uses a fact that is still needed."""
    for milestone in found.task.milestones:
        if not milestone.visible or is_stated(found, milestone.statement):
            continue
        typed = found.theory.attempt(milestone.statement)
        needs = typed.needs() if typed is not None else None
        if needs is not None and needs & left and len(needs) <= found.task.largest_step:
            return milestone.statement
    return None


def comparison(found: Judged, route: Route) -> str:
    """The step that a goal about two problems lacks if no row expresses one objective by the other; else nothing.

    The rows that are connected with the first objective by equations are searched for the second one.
    """
    goal = route.goal.statement
    if not isinstance(goal.left, Problem) or not isinstance(goal.right, Problem):
        return ""
    first, second = goal.left.body, goal.right.body
    if normal_forms.written(first) == normal_forms.written(second):
        return ""
    equal = [x.statement for x in found.steps if x.established is not None and x.statement.sign == "="]
    seen, todo = {normal_forms.written(first)}, [first]
    while todo:
        term = todo.pop()
        if any(normal_forms.written(x) == normal_forms.written(second) for x in nodes(term)):
            return ""
        for here, there in ((x.left, x.right) for y in equal for x in (y, replace(y, left=y.right, right=y.left))):
            if normal_forms.written(here) == normal_forms.written(term) and normal_forms.written(there) not in seen:
                seen.add(normal_forms.written(there))
                todo.append(there)
    return f"an intermediate step would express ${latex(first)}$ by ${latex(second)}$"


# The answer for one submission as plain data: the verdict of each row, shares of criteria, the missing step


def shares(found: Judged, routes: tuple[Route, ...]) -> Mapping[str, float]:
    """The share of each criterion that is earned, from 0 to 1.

    goal: 1 if all goals are reached. steps: the share of the needed facts that steps have used. sound: the same share,
    or 0 if a row is a mistake. milestones.NAME: 1 if it is among the steps or all goals are reached.
    """
    reached = all(route.reached for route in routes)
    steps = sum(route.share for route in routes) / len(routes)
    mistakes = any(step.verdict in MISTAKES for step in found.steps)
    out = {"goal": float(reached), "steps": steps, "sound": 0.0 if mistakes else steps}
    for milestone in found.task.milestones:
        passed = reached or reaches(found, milestone)
        out[f"milestones.{milestone.name}"] = float(passed)
    return out


MOST_CHARACTERS = 2000
MOST_BRACKETS = 200
_NAMED = re.compile(r"&(?!(?:lt|gt|amp|quot|apos);)\w+;")  # named characters that XML does not know
_ROW = re.compile(r"(?<!\\)&|\\\\|\\(?:nonumber|notag)\b|\\(?:label|tag)\*?\{[^{}]*\}")


def rendered(latex: str) -> str:
    """A row of a display, or a formula, as <math>; empty if it is not understood or no converter is installed."""
    if len(latex) > MOST_CHARACTERS or sum(map(latex.count, "{([")) > MOST_BRACKETS:
        return ""  # for deeply nested brackets the converter takes minutes
    try:
        return _NAMED.sub(lambda m: html.unescape(m[0]), mathml(_ROW.sub(" ", latex), display=True))
    except (MissingLibrary, NoMathML):
        return ""


LONGEST = 2000  # characters of a formula that is shown


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """{"rows", "shares", "missing", "formula", "math"}, {"wrong task": [key, message]} or {"problem"} of a bad file.

    A request without a task gets {"given", "show"}, a task proposed from the file.
    """
    if "task" not in request:
        try:
            given, show = proposed(note_of(request["name"], base64.b64decode(request["data"])))
        except NoNote as error:
            return {"problem": str(error)}
        return {"given": given, "show": show}
    try:
        task = _task(json.dumps(request["task"], sort_keys=True))
    except WrongTask as error:
        return {"wrong task": [error.key, str(error)]}
    if "data" not in request:
        wrong = fault_of(task)
        return {} if wrong is None else {"wrong task": [wrong.key, str(wrong)]}
    try:
        data = base64.b64decode(request["data"])
        note = note_of(request["name"], data, request.get("tag", ""), request.get("heading", ""))
    except NoNote as error:
        return {"problem": str(error)}
    found = judged(task, note)
    ways = routes(found)
    missing = next((gap(found, way) for way in ways if not way.reached), ("", ""))
    places = sorted(range(len(found.rows)), key=lambda k: note.formulas[k].span[0])  # columns of a display are mixed
    rows = [row for k in places for row in _rows(found, note, k)]
    formula = missing[1] if len(missing[1]) <= LONGEST else ""
    said = [missing[0], *(row["reason"] for row in rows)]
    formulas = [formula, *(row["latex"] for row in rows), *(x for text in said for x in text.split("$")[1::2])]
    return {
        "rows": rows,
        "shares": dict(shares(found, ways)),
        "missing": missing[0],
        "formula": formula,
        "math": {latex: math for latex in dict.fromkeys(formulas) if latex and (math := rendered(latex))},
    }


@lru_cache(maxsize=50)
def _task(payload: str) -> DerivationTask:
    return read_task(json.loads(payload))


def fault_of(task: DerivationTask) -> WrongTask | None:
    """The error in a task whose formulas are valid but whose goal is not proved from what is given."""
    found = judged(task, read(Source("", "")))
    named = [("show", x) for x in task.goals] + [(f"milestones.{x.name}", x.statement) for x in task.milestones]
    for key, statement in named:
        typed = found.theory.typed(statement)
        needs = typed.needs()
        result = None if needs is None else typed.proof(needs - {EQUIVALENCE})
        if result is None or result.verdict != "proved":
            why = "no proof was found" if result is None else result.reason
            return WrongTask(key, f"got {statement.text()!r}, but should follow from what is given: {why}")
    return None


def _rows(found: Judged, note: Note, k: int) -> list[dict[str, Any]]:
    """The feedback on a row: a line for each of its statements, or one line for the whole row."""
    formula = found.rows[k].formula
    where = line_of(note, found.rows[k])
    shown = note.source.text[slice(*note.formulas[k].span)][:LONGEST]
    common: dict[str, Any] = {"place": where, "display": formula.display, "source": " ".join(shown.split())}
    out: list[dict[str, Any]] = []

    def tell(latex: str, verdict: str, reason: str) -> None:
        if UNSEEN in reason:
            reason = "got a colour that may not be seen on the page, but should be a plain one"
        out.append({**common, "latex": latex, "verdict": verdict, "reason": reason})

    steps = [x for x in found.steps if x.row == k]
    for step in steps if formula.display else [x for x in steps if x.verdict in ("proved", *MISTAKES)]:
        text = common["source"] if len(steps) == 1 else step.statement.text()[:LONGEST]
        tell(text, step.verdict, _reason(found, step))
    if k in found.rows_without_step and formula.display:
        tell(common["source"], *found.rows_without_step[k])
    return out


def _reason(found: Judged, step: JudgedStep) -> str:
    if step.verdict == "too large":
        return f"true, but too large for one step: {needs_text(found, step.needs or frozenset())}"
    if step.verdict in ("wrong", "assumed"):
        parts = [step.reason, f"it fails for {step.example}" if step.example else "", step.repair]
        return "; ".join(x for x in parts if x)
    return step.reason
