"""Routes: how far the established steps lead from what is given to the goal."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from pcaproofs.homework import normal_forms
from pcaproofs.homework.normal_forms import CANCELS, form_of, is_the_same_but_for_facts
from pcaproofs.homework.rows import DerivationRow, WrittenStatement, bound_in, instances, is_derivative
from pcaproofs.homework.task import DerivationTask, Letters, MilestoneFact
from pcaproofs.homework.theory import EQUIVALENCE, Needs, Theory, TypedStatement
from pcaproofs.kernel import Polynomial
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.surface import Arrow, nodes
from pcaproofs.notes.judging.proving import PATIENT
from pcaproofs.notes.searching import provable

LEMMAS = 6  # maximal number of earlier steps, the last ones, that a proof may use
MISTAKES = ("wrong", "assumed", "ill-typed")
ASSUMED = "it is not given, and nothing may be assumed but what is given"


@dataclass
class JudgedStep:
    """A statement of a row and its verdict.

    verdict: proved, too large, given, repeated, wrong, follows, unproved, assumed, ill-typed, unread, unsupported;
    remark in a sentence that claims nothing.
    key: its normal form. form: a key that it shares with the statements that restate it. origin: the row of the mistake
    from which it follows.
    needs: the facts that a proof without other steps needs. established: the facts that it needs in addition to earlier
    steps, if these are few enough. uses: the numbers of the steps that it uses. restates_fact: whether it only writes a
    fact differently, so that it does not replace the fact. chosen: whether words in a sentence choose it as an example;
    it is a mistake as soon as another step follows from it. is_at_zero: whether it holds where a derivative is zero.
    """

    statement: WrittenStatement
    row: int
    verdict: str = "unproved"
    reason: str = ""
    typed: TypedStatement | None = None
    key: normal_forms.Key = ()
    form: normal_forms.Key = ()
    origin: int | None = None
    needs: Needs | None = None
    established: Needs | None = None
    uses: tuple[int, ...] = ()
    example: str = ""
    repair: str = ""
    trivial: bool = False
    restates_fact: bool = False
    chosen: bool = False
    is_at_zero: bool = False

    @property
    def is_proved(self) -> bool:
        """Whether the kernel has proved it from the facts."""
        return self.verdict in ("proved", "too large", "given", "repeated")


def goal_of(theory: Theory, typed: TypedStatement) -> JudgedStep:
    """A goal, or a milestone, as a step that stands in no row."""
    key = normal_forms.of_relation(typed)
    return JudgedStep(typed.statement, -1, typed=typed, key=key, form=form_of(theory, typed))


@dataclass
class Judged:
    """A note with the verdicts of its steps. goals: the goals of the task, typed in the same theory, with needs."""

    task: DerivationTask
    letters: Letters
    theory: Theory
    rows: tuple[DerivationRow, ...]
    steps: list[JudgedStep]
    rows_without_step: dict[int, tuple[str, str]] = field(default_factory=dict)  # row -> verdict and reason
    goals: list[JudgedStep] = field(default_factory=list)
    same: dict[tuple[normal_forms.Key, normal_forms.Key], bool] = field(default_factory=dict)  # as restates found it

    def most(self, step: JudgedStep) -> tuple[int, Needs]:
        """The largest allowed size of a step, and the facts that do not count.

        Definitions do not count in a step that does not restate a goal. A step that restates one must be smaller than
        the goal itself, so that it uses another step; if a row is a mistake, the size of a step that states the goal is
        at most 1, so that it cannot skip the mistake.
        """
        if any(x.verdict in MISTAKES for x in self.steps) and any(x.key == step.key for x in self.goals):
            return 1, frozenset()
        restated = [len(x.needs) for x in self.goals if x.needs and self.restates(step, x)]
        free = self.task.definitions_given if not restated else frozenset()
        return min([self.task.largest_step, *(max(1, size - 1) for size in restated)]), free

    def restates(self, step: JudgedStep, goal: JudgedStep) -> bool:
        """Whether a step restates a goal; so does each link of problems that needs all facts that the goal needs."""
        if step.form == goal.form:
            return True
        needs = goal.needs or frozenset()
        if not step.needs or not needs <= step.needs:
            return False
        if len(step.needs - self.task.definitions_given) > self.task.largest_step:
            return False
        if "relation" not in (step.statement.kind, goal.statement.kind):
            return True
        if (step.form, goal.form) not in self.same:
            self.same[step.form, goal.form] = CANCELS not in goal.form and is_the_same_but_for_facts(
                self.theory, step.statement, goal.statement, needs
            )
        return self.same[step.form, goal.form]

    def is_after_mistake(self, number: int) -> bool:
        """Whether a mistake stands before a step in its chain."""
        before = self.steps[number].statement.left
        for earlier in reversed(self.steps[:number]):
            if earlier.statement.right != before:
                return False
            if earlier.verdict in MISTAKES:
                return True
            before = earlier.statement.left
        return False

    def line(self, step: int) -> str:
        """The place of a step, in words."""
        return line_of(self.letters.note, self.rows[self.steps[step].row])


def line_of(note: Note, row: DerivationRow) -> str:
    """The place of a row, in words."""
    place = note.place(row.formula)
    return f"line {place.line}" if place.cell is None else f"cell {place.cell}, line {place.line}"


# Finds the steps that are small enough, in any order of the rows


def establish(found: Judged) -> None:
    """Find the steps that are small enough, given the established steps; their order does not matter."""
    for step in found.steps:
        if step.verdict in ("given", "repeated"):
            step.established = frozenset() if step.verdict == "given" else None
        elif step.verdict == "proved" and step.needs is not None and is_small(found, step):
            step.established = step.needs
        elif step.verdict == "proved" and step.trivial:
            step.established = frozenset()
    grows = True
    while grows:
        grows = False
        for step in found.steps:
            if step.verdict in ("proved", "too large") and step.established is None:
                step.verdict = "too large"
                beside = size_beside(found, step, *found.most(step))
                if beside is not None:
                    step.established, step.uses = beside
                    step.verdict, grows = "proved", True
    for step in found.steps:
        if step.verdict == "repeated":
            first = next(x for x in found.steps if x.form == step.form)
            if first is not step:
                place = line_of(found.letters.note, found.rows[first.row])
                step.reason, step.established, step.uses = f"it says the same as {place}", None, first.uses


def is_small(found: Judged, step: JudgedStep) -> bool:
    """Whether a step uses few facts without other steps."""
    most, free = found.most(step)
    return len((step.needs or frozenset()) - free) <= most


def size_beside(found: Judged, step: JudgedStep, most: int, free: Needs) -> tuple[Needs, tuple[int, ...]] | None:
    """The facts that a step needs in addition to established steps, and the numbers of these; None if too many."""
    numbers = [
        k
        for k, x in enumerate(found.steps)
        if x is not step
        and x.established is not None
        and x.verdict == "proved"
        and not x.trivial
        and not x.restates_fact
        and x.form != step.form
    ]
    for chosen in _choices(numbers):
        statements, origin = _hypotheses(found, step, chosen)
        typed = found.theory.attempt(step.statement, statements, at_point=True)
        if typed is None or (needs := typed.needs(typed.lemmas, most=most, free=free)) is None:
            continue
        kept = list(typed.lemmas)
        for number in typed.lemmas:
            rest = [x for x in kept if x != number]
            if (fewer := typed.needs(rest, most=len(needs - free), free=free)) is not None:
                needs, kept = fewer, rest
        return needs, tuple(dict.fromkeys(origin[x] for x in kept))
    return None


def _choices(numbers: list[int]) -> Iterator[list[int]]:
    """The groups of steps to try together: the last ones, then all in groups."""
    last = numbers[::-1]
    for start in range(0, max(1, len(last)), LEMMAS // 2):
        if part := last[start : start + LEMMAS]:
            yield part


def _hypotheses(found: Judged, step: JudgedStep, numbers: Sequence[int]) -> tuple[list[WrittenStatement], list[int]]:
    """Established steps as lemmas, also summed over their index; for problems those that hold on the feasible set."""
    out: list[WrittenStatement] = []
    origin: list[int] = []
    for k in numbers:
        other = found.steps[k]
        if other.statement.kind != "relation" or not holds_where(found, step, other):
            continue
        for one in instances(other.statement, step.statement):
            out.append(one)
            origin.append(k)
    return out, origin


def holds_where(found: Judged, step: JudgedStep, other: JudgedStep) -> bool:
    """Whether an equation holds for all feasible points of a statement's problems.

    It does if every fact that it needs about the variables is among their constraints.
    """
    if step.statement.kind == "relation" or step.typed is None:
        return True
    bound = bound_in(step.statement)
    about = [k for k in other.needs or () if k != EQUIVALENCE and found.task.given[k].letters() & bound]
    given = (*step.typed.premises, *step.typed.imposed(step.typed.constraints))
    facts = (found.theory.attempt(found.task.given[k]) for k in about)
    return all(x is not None and provable(x.conclusion, given, PATIENT) for x in facts)


# Routes: how far the established steps lead from what is given to the goal


MOST_TERMS = 60  # terms of chains between which an equation is sought that is the goal


@dataclass(frozen=True)
class Route:
    """How far the steps lead to one goal.

    stated: whether a row or a chain of rows states the goal. steps: the numbers of the steps on the route, in order.
    reached: whether the goal is stated, with enough steps that are small enough, and without a mistake. done: the facts
    needed for the goal that established steps have used. over: the number of a mistake about a part of the goal that no
    established step corrects.
    """

    goal: JudgedStep
    stated: bool
    reached: bool
    steps: tuple[int, ...]
    done: Needs
    over: int | None = None

    @property
    def share(self) -> float:
        """The share of the facts needed for the goal that steps have used."""
        if self.reached:
            return 1.0
        return len(self.done) / len(self.goal.needs) if self.goal.needs else 0.0


def routes(found: Judged) -> tuple[Route, ...]:
    """The routes to all goals."""
    return tuple(_Route(found, goal).route() for goal in found.goals)


def is_stated(found: Judged, statement: WrittenStatement) -> bool:
    """Whether an established step, or a chain of them, states a statement."""
    typed = found.theory.attempt(statement)
    return typed is not None and _Route(found, goal_of(found.theory, typed)).path() is not None


def reaches(found: Judged, milestone: MilestoneFact) -> bool:
    """Whether a milestone is among the steps."""
    return is_stated(found, milestone.statement)


class _Route:
    def __init__(self, found: Judged, goal: JudgedStep):
        self.found, self.goal = found, goal
        assert goal.typed is not None
        polynomials = goal.typed.polynomials
        identity = polynomials is not None and normal_forms.key_of(polynomials[0]) == normal_forms.key_of(
            polynomials[1]
        )
        self.by_writing = identity and goal.statement.kind == "relation"
        self.ends = normal_forms.nodes_of(goal.typed, by_writing=self.by_writing)
        self.edges: dict[normal_forms.Key, list[tuple[normal_forms.Key, int]]] = {}
        for k, step in (*self.established(), *self.repeated()):
            if not found.is_after_mistake(k):
                self.join(k, step)

    def established(self) -> Iterator[tuple[int, JudgedStep]]:
        for k, step in enumerate(self.found.steps):
            if step.established is not None and step.verdict in ("proved", "given") and step.typed is not None:
                yield k, step

    def repeated(self) -> Iterator[tuple[int, JudgedStep]]:
        """The steps that state an established step with terms moved across, so that they may link other terms."""
        forms = {step.form for _, step in self.established()}
        for k, step in enumerate(self.found.steps):
            if step.verdict == "repeated" and step.form in forms and step.typed is not None:
                yield k, step

    def join(self, k: int, step: JudgedStep) -> None:
        statement = step.statement
        if statement.kind != self.goal.statement.kind or statement.kind == "optimum":
            return
        assert step.typed is not None
        left, right = normal_forms.nodes_of(step.typed, by_writing=self.by_writing)
        if statement.kind == "problems" or statement.sign == "=":
            self.edges.setdefault(left, []).append((right, k))
            self.edges.setdefault(right, []).append((left, k))
        elif statement.sign in ("≤", "≥"):
            first, second = (left, right) if statement.sign == "≤" else (right, left)
            if self.goal.statement.sign in ("≤", "≥"):
                self.edges.setdefault(first, []).append((second, k))

    def route(self) -> Route:
        path = self.path()
        announced = any(x.key == self.goal.key and x.is_proved for x in self.found.steps)
        steps = self.behind(path) if path is not None else ()
        enough = path is not None and self.count(steps) >= self.found.task.least_steps
        required = [x for x in self.found.task.milestones if x.required]
        over = self.mistake()
        reached = enough and over is None and all(reaches(self.found, x) for x in required)
        done = (self.goal.needs or frozenset()) if reached else self.done()
        return Route(self.goal, path is not None or announced, reached, steps, done, over)

    def mistake(self) -> int | None:
        """The number of a wrong relation about a part of the goal that no established step corrects.

        If the goal needs a derivative that is zero, every derivative is such a part.
        """
        sides = self.goal.statement.left, self.goal.statement.right
        parts = {normal_forms.written(x) for side in sides for x in nodes(side)}
        if any(self.found.task.given[k].is_set_to_zero() for k in self.goal.needs or () if k >= 0):
            stated = [x for step in self.found.steps for x in (step.statement.left, step.statement.right)]
            parts |= {normal_forms.written(x) for x in stated if is_derivative(x)}
        right = {
            normal_forms.written(side)
            for _, step in self.established()
            if step.statement.kind == "relation" and step.key != self.goal.key and not step.trivial
            for side in (step.statement.left, step.statement.right)
        }
        for k, step in enumerate(self.found.steps):
            is_wrong = step.verdict in MISTAKES or (step.verdict == "follows" and step.needs is None)
            if is_wrong and step.statement.kind == "relation":
                about = {normal_forms.written(x) for x in (step.statement.left, step.statement.right)}
                if about & parts - right:
                    return k
        return None

    def path(self) -> tuple[int, ...] | None:
        """The numbers of the steps from one side of the goal to the other, or of a step that states the goal."""
        saying = [(k, step.form == self.goal.form) for k, step in self.established() if step.key == self.goal.key]
        restating = next((k for k, restates in saying if restates), None)
        direct = None
        if self.goal.statement.kind != "optimum":
            first, last = self.ends
            direct = self.between(last, first) if self.goal.statement.sign in ("≥", ">") else self.between(first, last)
        if direct is None or len(direct) < 2:
            direct = self.across() or direct
        if restating is not None:
            return direct if direct is not None and len(direct) > 1 else (restating,)
        return direct if direct is not None or not saying else (saying[0][0],)

    def across(self) -> tuple[int, ...] | None:
        """A path between other terms, whose equation is the goal with terms moved across: ‖r‖² and ‖y‖² − ‖Xb‖²."""
        if self.by_writing or self.goal.statement.kind != "relation" or self.goal.statement.sign != "=":
            return None
        assert self.goal.typed is not None
        difference = normal_forms.difference_of(self.goal.typed)
        if difference is None:
            return None
        values = {
            at: value
            for _, step in (*self.established(), *self.repeated())
            if step.statement.kind == "relation" and step.typed is not None and step.typed.polynomials is not None
            for at, value in zip(
                normal_forms.nodes_of(step.typed, by_writing=False), step.typed.polynomials, strict=True
            )
            if value.shape == difference.shape
        }
        wanted = normal_forms.primitive(difference)
        for (first, a), (last, b) in combinations(list(values.items())[:MOST_TERMS], 2):
            if (a - b).terms and normal_forms.primitive(a - b) == wanted:
                path = self.between(first, last)
                if path is not None and len(path) > 1:
                    return path
        return None

    def between(self, first: normal_forms.Key, last: normal_forms.Key) -> tuple[int, ...] | None:
        """A shortest path of steps from one term to another; None if there is none."""
        if first == last:
            return None
        before = self.reached(first)
        if last not in before:
            return None
        out: list[int] = []
        at = before[last]
        while at is not None:
            out.append(at[1])
            at = before[at[0]]
        return tuple(out[::-1])

    def reached(self, *starts: normal_forms.Key) -> dict[normal_forms.Key, tuple[normal_forms.Key, int] | None]:
        """The terms that steps connect to some terms, the nearest first, each with the term and the step before it."""
        before: dict[normal_forms.Key, tuple[normal_forms.Key, int] | None] = dict.fromkeys(starts)
        todo = deque(starts)
        while todo:
            here = todo.popleft()
            for there, k in self.edges.get(here, []):
                if there not in before and self.found.steps[k].form != self.goal.form:
                    before[there] = here, k
                    todo.append(there)
        return before

    def behind(self, path: tuple[int, ...]) -> tuple[int, ...]:
        """The steps together with the steps that they use."""
        out, todo = set[int](), list(path)
        while todo:
            k = todo.pop()
            if k not in out:
                out.add(k)
                todo += self.found.steps[k].uses
        return tuple(sorted(out))

    def count(self, steps: tuple[int, ...]) -> int:
        """The number of steps, and of further steps that help to reach the goal; trivial steps do not count."""
        ours = {self.form(self.found.steps[k]) for k in steps if not self.found.steps[k].trivial}
        if len(ours) >= self.found.task.least_steps:
            return len(ours)
        return len(ours | {self.form(step) for _, step in self.helping()})

    def form(self, step: JudgedStep) -> normal_forms.Key:
        """The form of a step; that of the goal for a step that restates it."""
        return self.goal.form if self.found.restates(step, self.goal) else step.form

    def helping(self) -> Iterator[tuple[int, JudgedStep]]:
        """The established steps that are connected to the goal or reduce the facts that it needs."""
        near = self.reached(*self.ends).keys()
        for k, step in self.established():
            if step.form == self.goal.form or step.trivial or step.verdict == "given":
                continue
            assert step.typed is not None
            joined = step.statement.kind == self.goal.statement.kind != "optimum" and near & {
                *normal_forms.nodes_of(step.typed, by_writing=self.by_writing)
            }
            if joined or self.is_equivalent(step) or self.helps(step) or self.writes_out(step):
                yield k, step

    def is_equivalent(self, step: JudgedStep) -> bool:
        """Whether ⇔ alone stands between a step and the goal."""
        tree = self.found.rows[step.row].formula.tree
        alike = isinstance(tree, Arrow) and {*tree.signs} <= {"⇔"}
        return alike and any(x.row == step.row and x.form == self.goal.form for x in self.found.steps)

    def writes_out(self, step: JudgedStep) -> bool:
        """Whether a step writes out a derivative that a fact sets to zero from which the goal follows.

        It may write out a part, ∇‖b‖² = 2b, if the steps that write out parts have all words of the derivative.
        """
        words = _words_written_out(step)
        parts = [x for x in (_words_written_out(other) for _, other in self.established()) if x]
        for fact in (self.found.theory.facts[k] for k in self.goal.needs or () if k >= 0):
            polynomials = self.found.theory.typed(fact).polynomials if fact.is_set_to_zero() else None
            for zero in (_words(x) for x in polynomials or () if x.terms):
                if words and words <= zero == frozenset[Any]().union(*(x for x in parts if x <= zero)):
                    return True
        return False

    def helps(self, step: JudgedStep) -> bool:
        needs = self.goal.needs or frozenset()
        about = needs & (step.needs or frozenset())
        return bool(about) and self.follows(needs - about, [step])

    def follows(self, needs: Needs, steps: list[JudgedStep]) -> bool:
        """Whether the goal follows from some of the facts that it needs and some steps."""
        lemmas = []
        for step in steps:
            if step.statement.kind == "relation" and holds_where(self.found, self.goal, step):
                lemmas += instances(step.statement, self.goal.statement)
        if not lemmas:
            return False
        typed = self.found.theory.attempt(self.goal.statement, lemmas, at_point=True)
        if typed is None:
            return False
        if EQUIVALENCE not in needs and typed.equal is not None:
            return typed.one_sense and typed.holds(needs, typed.lemmas, typed.equal)
        return typed.holds(needs - {EQUIVALENCE}, typed.lemmas)

    def done(self) -> Needs:
        """The needed facts that the steps replace: with the steps, the goal follows without these facts."""
        needs = self.goal.needs or frozenset()
        near = self.reached(*self.ends).keys()
        steps = [(k, x) for k, x in self.established() if self.form(x) != self.goal.form and x.verdict == "proved"]
        out = set[int]()
        for _, step in steps:
            if step.trivial:
                continue
            assert step.typed is not None
            ends = normal_forms.nodes_of(step.typed, by_writing=self.by_writing)
            if step.statement.kind == "problems" == self.goal.statement.kind and near & {*ends}:
                out |= needs & (step.established or frozenset())
        for number in sorted(needs - out - {EQUIVALENCE}):
            own = [x for _, x in steps if number in (x.needs or ())]
            if any(self.follows(needs - {number}, [x]) for x in own) or self.follows(needs - {number}, own[-6:]):
                out.add(number)
        return frozenset(out)


def _words_written_out(step: JudgedStep) -> frozenset[Any]:
    """The words of a derivative that a step writes out."""
    sides = step.statement.left, step.statement.right
    if sum(map(is_derivative, sides)) != 1 or step.typed is None or step.typed.polynomials is None:
        return frozenset()
    return _words(step.typed.polynomials[0])


def _words(p: Polynomial) -> frozenset[Any]:
    return frozenset(word for _, word in p.terms)
