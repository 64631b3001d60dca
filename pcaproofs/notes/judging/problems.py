"""Judging problems: whether two problems have the same optimisers or the same value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pcaproofs.language.conclusions import maximises, minimises
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import bare, is_identity, key
from pcaproofs.notes.formulas.surface import (
    Blank,
    Chain,
    Group,
    Listed,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Problem,
    Product,
    Sentence,
    Transpose,
    links,
    nodes,
)
from pcaproofs.notes.judging.known_conditions import conditions_for, related
from pcaproofs.notes.judging.misfits import failed, new_typing
from pcaproofs.notes.judging.proofs import proved, relation_of, settle, unproved
from pcaproofs.notes.judging.proving import PATIENT, Case, Settled
from pcaproofs.notes.judging.state import Context, Judge
from pcaproofs.notes.judging.transfers import Transfer, sides
from pcaproofs.notes.judging.verdicts import RowVerdict, of_statement
from pcaproofs.notes.prose.facts import Satisfies, Stands
from pcaproofs.notes.searching import provable
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.expressions import observed
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import RELATIONS, SUCH_THAT, Statements, explicit_variables, such_that
from pcaproofs.notes.typing.terms import Optimisation, Relation, Unsupported, Untyped, letters_of

if TYPE_CHECKING:
    from pcaproofs.notes.typing.building import Builder

_BECOMES = re.compile(
    r"(?:becomes|reduces to|is equivalent to|simplifies to|amounts to|is the same as|can be (?:re)?written as)"
    r"(?: (?:the )?(?:following )?(?:problem|minimi[sz]ation|maximi[sz]ation|optimi[sz]ation)(?: problem)?)?\W*$",
    re.IGNORECASE,
)
STEPS = "each step is proved"
NO_SUBSTITUTION = (
    "an equivalence of problems in different variables, of which no substitution was found that the kernel accepts"
)
_BEFORE, _BEHIND = 30, 4  # formulas before and after a problem that may contain a substitution for its variables


def problem(judge: Judge, node: Problem, sign: str) -> RowVerdict:
    """A problem, or a link between it and the one before."""
    before, earlier = judge.context.problem, judge.last_problem
    judge.context = Context(problem=node)
    judge.constraints |= {*node.constraints}
    for said in (*node.constraints, *below(node.variables)):  # what follows speaks of feasible points
        if isinstance(said, Chain) and all(sign in RELATIONS and sign not in (":=", "∈") for sign in said.signs):
            for left, sign, right in links(said):
                judge.ledger.condition(Stated(left, sign, right, judge.formula.span))
                judge.feasible.add(judge.formula.span)
    if judge.formula.display:
        judge.last_problem = node, judge.note.formulas.index(judge.formula)
    if before is None and earlier is not None and not sign and says_becomes(judge, earlier[1]):
        found = pair(judge, earlier[0], node, "")
        line = judge.note.place(judge.note.formulas[earlier[1]]).said
        reason = f"{found.reason}; the problem before it is in {line}"
        return (
            replace(found, reason=reason)
            if found.verdict == "proved" or found.reason.startswith(STEPS)
            else restated(judge, node)
        )
    return restated(judge, node) if before is None else pair(judge, before, node, sign)


def below(node: Node | None) -> Iterator[Node]:
    """What stands below min or max, apart: R and RᵀR = I of R : RᵀR = I."""
    match node:
        case Chain(signs=signs) if SUCH_THAT & {*signs}:
            yield from such_that(node)
        case Sentence(parts=parts) | Listed(items=parts):
            yield from parts
        case Name(subscript=Chain() as said) | (Chain() as said):
            yield said


def restated(judge: Judge, node: Problem) -> RowVerdict:
    """The verdict of a problem that is not a link."""
    typing = binding(judge, node)
    try:
        typing.problem(node)
    except (Untyped, Unsupported, Misfit) as error:
        return failed(judge, typing, error)
    return judge.verdict("problem", "the statement of a problem")


def says_becomes(judge: Judge, earlier: int) -> bool:
    """Whether the words before a display say that the last problem of the section becomes this one."""
    words = judge.note.source.text[judge.note.formulas[earlier].span[1] : judge.formula.span[0]]
    if re.search(r"\n#|\\(?:sub)*section", words):
        return False
    plain = re.sub(r"\\begin\{\w+\*?\}|\\\[|\$\$|[&{}>]", " ", words[-200:])
    return _BECOMES.search(" ".join(plain.split())) is not None


def pair(judge: Judge, before: Problem, node: Problem, sign: str) -> RowVerdict:
    """The link between two problems; definitions do not apply to their variables."""
    typing = binding(judge, before, node)
    try:
        first, second = ranging(judge, typing, before), ranging(judge, typing, node)
    except (Untyped, Unsupported, Misfit) as error:
        alone = restated(judge, node)
        if alone.verdict != "problem" or sign:
            return alone if alone.verdict != "problem" else failed(judge, typing, error)
        return alone
    return linked(judge, typing, first, second, before, node)


def binding(judge: Judge, *problems: Problem) -> Statements:
    """The typing of problems; their variables differ from letters that are defined elsewhere."""
    typing = new_typing(judge)
    below = [x.variables for x in problems if x.variables is not None]
    varied = {y for x in below for variable in [*explicit_variables(x)] or [x] for y in _named(variable)}
    typing.definitions = {left: x for left, x in typing.definitions.items() if not varied & {*_named(left)}}
    typing.models |= observed(typing, varied)
    return typing


def ranging(judge: Judge, typing: Statements, node: Problem) -> Optimisation:
    """A problem whose variables have the declared properties, but not the declared values.

    A letter that is called a mean is a different letter below min. Raises Untyped, Misfit and Unsupported; the last
    also for a letter that is called an eigenvector.
    """
    problem = typing.problem(node)
    for letter in (str(x.data[0]) for x in problem.variables):
        symbol = typing.used.get(letter)
        if symbol is None:
            continue
        is_eigenvector = any(isinstance(x, Satisfies) and x.hypothesis == "eigenpair" for x in symbol.facts)
        if is_eigenvector or (letter.startswith("family ") and judge.table.eigenvectors(symbol.name, typing.offset)):
            raise Unsupported(node.span, f"the eigenvector {unicode(symbol.name)} as a variable")
        typing.used[letter] = replace(symbol, facts=tuple(x for x in symbol.facts if not isinstance(x, Stands)))
    return replace(problem, constraints=(*problem.constraints, *said_constraints(judge, typing, problem)))


def said_constraints(judge: Judge, typing: Statements, problem: Optimisation) -> list[Relation]:
    """What the note says of the length of a variable where the problem does not: "let ‖w‖ = 1", "with UᵀU = I".

    Other conditions, such as Sw = λw, may hold at one point only. A variable that the problem constrains itself has
    no further constraint.
    """
    here, out = judge.formula.span[0], list[Relation]()
    open_ones = {str(x.data[0]) for x in problem.variables} - letters_of(*problem.constraints)
    for condition in judge.ledger.conditions:
        letter = normalised(condition)
        if letter is None or condition.until is not None or not condition.holds(here):
            continue
        if condition.span in judge.feasible:  # of another problem
            continue
        validity, since = judge.table.validity, condition.span[0]
        if validity.supposition_ended(since, here) or validity.facts_ended(key(letter), since, here):
            continue
        if key(letter) in open_ones:
            out.append(related(judge, typing, condition))
            typing.defined_by[condition.span] = None
    return out


def values(judge: Judge, before: Problem, node: Problem) -> RowVerdict:
    """Whether two problems have the same optimal value: equal objectives over the same feasible set."""
    typing = binding(judge, before, node)
    try:
        first, second = ranging(judge, typing, before), ranging(judge, typing, node)
    except (Untyped, Unsupported, Misfit) as error:
        return failed(judge, typing, error)
    if {str(x.data[0]) for x in first.variables} != {str(x.data[0]) for x in second.variables}:
        return transferred(judge, typing, (first, second), (before, node), is_value=True)
    if first.sense != second.sense or not is_one_feasible_set(judge, typing, first, second):
        return judge.verdict("unsupported", "the values of problems with different constraints, or a min and a max")
    if "a norm has the same optimisers as its square" in typing.defaults:
        return judge.verdict("unsupported", "the value of a norm that is not squared")
    case = Case(typing, relation_of(Relation(first.objective, "=", second.objective)), first.constraints)
    settled = settle(judge, case)
    if isinstance(settled, RowVerdict):
        return settled
    if settled.result.verdict == "proved":
        return proved_problem(judge, typing, settled)
    return judge.verdict("undecided", "not proved that the two problems have the same value")


def proved_problem(judge: Judge, typing: Statements, settled: Settled) -> RowVerdict:
    """The kernel's verdict about problems, with the constraints and all other hypotheses that it rests on."""
    found = proved(judge, typing, settled)
    if found.verdict != "proved":
        return found
    said = {x.text for x in found.using}
    return replace(found, using=(*found.using, *(x for x in of_statement(settled.result) if x.text not in said)))


def transferred(
    judge: Judge, typing: Statements, found: tuple[Optimisation, Optimisation], nodes: tuple[Problem, Problem], *,
    is_value: bool = False,
) -> RowVerdict:  # fmt: skip
    """Whether two problems in different variables are one, by what is put for the variables.

    It is proved if one problem has all variables of the other, and for all values of these the minimum over the
    rest is the other objective. Otherwise the kernel proves each step, but not the conclusion from all steps.
    """
    if is_value and "a norm has the same optimisers as its square" in typing.defaults:
        return judge.verdict("unsupported", "the value of a norm that is not squared")
    here = judge.note.formulas.index(judge.formula)
    near = judge.note.formulas[max(0, here - _BEFORE) : here + _BEHIND]
    trees = [x.tree for x in near if not isinstance(x.tree, Unread)]
    text = judge.note.source.text[: judge.formula.span[0]]
    first, second = sides(typing, *found, nodes)
    transfer = Transfer(typing, first, second, trees, text, is_value)
    if (done := transfer.run()) is None:
        return judge.verdict("unsupported", NO_SUBSTITUTION)
    with_values = f"with {' and '.join(done.words)}"
    proved = proved_problem(judge, typing, Settled(done.results[0 if done.is_partial else -1]))
    if proved.verdict != "proved":
        return proved
    reading = done.lines(typing.defaults)
    if done.is_partial:
        return replace(proved, reason=f"{proved.reason}; {with_values}, best for all other variables", reading=reading)
    reason = f"{STEPS}, {with_values}; that they make the problems one has no certificate"
    return RowVerdict(judge.formula, "undecided", reason, reading, using=proved.using)


def linked(
    judge: Judge, typing: Statements, first: Optimisation, second: Optimisation, before: Problem, node: Problem
) -> RowVerdict:
    """Whether two problems have the same optimisers."""
    variables = [frozenset(str(x.data[0]) for x in problem.variables) for problem in (first, second)]
    if not all(variables):
        return judge.verdict("problem", "the statement of a problem, which does not say what varies")
    if variables[0] != variables[1]:
        return transferred(judge, typing, (first, second), (before, node))
    if not is_one_feasible_set(judge, typing, first, second):
        return judge.verdict("unsupported", "an equivalence of problems with different constraints")
    case = Case(typing, lambda b: b.same(first, second), first.constraints)
    settled = settle(judge, case)
    if isinstance(settled, RowVerdict):
        return settled
    if settled.result.verdict == "undecided":
        varied = frozenset(str(x.data[0]) for x in first.variables)
        extra = conditions_for(judge, typing, Stated(before.body, "=", node.body, judge.formula.span))
        case.extra = [
            (x, at) for x, at in extra if not (letters_of(x) & varied or at in judge.feasible)
        ]  # at one point
        settled = (settle(judge, case, conditions=True) if case.extra else None) or settled
    if settled.result.verdict == "proved":
        return proved_problem(judge, typing, settled)
    if settled.result.verdict in ("unsupported", "ill-typed"):
        return judge.verdict("unsupported", settled.result.reason)
    return judge.verdict("undecided", "not proved that the two problems have the same optimisers")


def is_one_feasible_set(judge: Judge, typing: Statements, first: Optimisation, second: Optimisation) -> bool:
    """Whether the constraints of two problems imply each other."""
    b = Case(typing, lambda b: b).builder()
    sets = [[b.relation(x) for x in problem.constraints] for problem in (first, second)]
    return all(
        relation in others or provable(relation, others, PATIENT)
        for mine, others in (sets, sets[::-1])
        for relation in mine
    )


def _named(node: Node) -> Iterator[str]:
    """The keys of the letters in a formula, each also without its index."""
    for name in nodes(node):
        if isinstance(name, Name):
            yield key(name)
            yield key(bare(name))


def normalised(condition: Stated) -> Name | None:
    """The letter w of ‖w‖ = 1, ‖w‖² = 1 and wᵀw = 1, or the matrix U of UᵀU = I; None for other conditions."""
    if condition.sign != "=" or condition.quantified is not None:
        return None
    match condition.left, condition.right:
        case ((Norm(Name() as letter) | Power(Norm(Name() as letter), Num("2"))), Num("1")):
            return letter
        case Product((Transpose(Name() as letter), Name() as other), ("",)), Num("1") | Name() as right:
            return letter if letter == other and (isinstance(right, Num) or is_identity(right)) else None
    return None


# Statements about optimisers: x ∈ argmin f, the optimal value, conditions for optimality.


_VALUE = re.compile(
    r"\W*(?:and |with |where |which has )?(?:the |its |a )?(?:least|greatest|smallest|largest|minimum|maximum|minimal"
    r"|maximal|optimal) value (?:being|is|of|equals)?\W*|\W*with (?:maximum|minimum)\W*",
    re.IGNORECASE,
)
_EXACTLY = re.compile(
    r"\W*(?:and )?(?:a |any |every )?(?:feasible )?(?:choice )?\W*is optimal"
    r" (?:if and only if|exactly if|exactly when)\W*|\W*attained exactly where\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Optimiser:
    """A statement that points are optimal for a problem; end: the offset after it."""

    points: tuple[Node, ...]
    problem: Problem
    span: Span
    end: int


def optimiser(left: Node, problem: Problem, span: Span, end: int) -> Optimiser:
    """The statement x ∈ argmin f. Raises Unsupported if the problem is not a set of optimisers."""
    if not problem.sense.startswith("arg"):
        raise Unsupported(span, "membership in what is no set of optimisers")
    body = left.body if isinstance(left, Group) and isinstance(left.body, Listed) else left
    return Optimiser(body.items if isinstance(body, Listed) else (body,), problem, span, end)


def says_value(words: str) -> bool:
    """Whether the words between a problem and a formula say that the formula is the optimal value."""
    return _VALUE.fullmatch(_plain(words)) is not None


def says_exactly(words: str) -> bool:
    """Whether the words between a problem and a formula say that the formula characterises the optimisers."""
    return _EXACTLY.fullmatch(_plain(words)) is not None


def _plain(words: str) -> str:
    words = re.sub(r"\$[^$]*\$|\\[a-zA-Z]+\*?(?:\{\})?", " ", words)
    return " ".join(re.sub(r"[{}~\\]", " ", words).split())


def case_of(typing: Statements, statement: Optimiser, value: Node | None = None, exactly: Sequence[Chain] = ()) -> Case:
    """The case to prove. Raises Untyped, Unsupported, Misfit.

    The variables of the problem are bound: facts about letters with the same names do not apply to them.
    """
    points = [typing.expression(x) for x in statement.points]
    term = typing.as_number(typing.expression(value)) if value is not None else None
    outer = {key(x) for at in (*statement.points, value) if at is not None for x in nodes(at) if isinstance(x, Name)}
    problem = typing.problem(statement.problem)
    variables = {str(x.data[0]) for x in problem.variables}
    if outer & variables:
        raise Unsupported(statement.span, "an optimiser or a value that is written with the variable of its problem")
    typing.varied |= variables
    if len(points) != len(problem.variables):
        raise Untyped(statement.span, f"{len(points)} values of {len(problem.variables)} variables", "one for each")
    for variable, point in zip(problem.variables, points, strict=True):
        typing.alike(variable, point, statement.span)
    if any(default.startswith("a norm has") for default in typing.defaults) and value is not None:
        raise Unsupported(statement.span, "the least value of a norm that is not squared")
    relations = [
        typing.relation(chain.terms[0], chain.signs[0], chain.terms[1], chain.span)
        for chain in exactly
        if len(chain.terms) == 2
    ]
    if len(relations) != len(exactly):
        raise Unsupported(statement.span, "a chain that singles out the optimisers")

    def build(b: Builder) -> object:
        at = {b.term(variable): b.term(point) for variable, point in zip(problem.variables, points, strict=True)}
        claim = minimises if problem.sense == "min" else maximises
        least = None if term is None else b.term(term)
        return claim(b.term(problem.objective), at, value=least, exactly=[b.relation(x) for x in relations])

    return Case(typing, build, problem.constraints)


# Judging statements about optimisers: x ∈ argmin f, argmin f = x, w is optimal exactly if f(w) = c.


def beside_problem(judge: Judge, stated: Stated) -> RowVerdict:
    """x ∈ argmin f, argmin f = argmin g."""
    left, right = stated.left, stated.right
    if isinstance(right, Problem) and stated.sign == "∈":
        try:
            return optimum(judge, optimiser(left, right, stated.span, 0))
        except Unsupported as error:
            return judge.verdict("unsupported", error.what)
    both = isinstance(left, Problem) and isinstance(right, Problem) and stated.sign == "="
    if both and {left.sense, right.sense} <= {"argmin", "argmax"}:  # type: ignore[attr-defined]
        judge.context = Context(problem=left)  # type: ignore[arg-type]
        return problem(judge, right, "⇔")  # type: ignore[arg-type]
    if isinstance(left, Problem) and isinstance(right, Problem) and stated.sign == "=":
        return values(judge, left, right)
    if isinstance(left, Problem) and left.sense.startswith("arg") and stated.sign == "=":
        return only_optimiser(judge, left, right, stated)
    if isinstance(right, Problem) and right.sense.startswith("arg") and names_optimiser(judge, stated):
        found = restated(judge, right)
        judge.optimisers[left] = right, stated.span
        return judge.verdict("definition", "an optimiser") if found.verdict == "problem" else found
    before, place = judge.optimisers.get(left, (None, (0, 0)))
    if not isinstance(right, Problem) or before is None or place[0] < judge.table.section(stated.span[0])[0]:
        return judge.verdict("unsupported", "the value of a problem")
    judge.context = Context(problem=before)
    found = problem(judge, right, "⇔")
    judge.optimisers[left] = (right if found.verdict == "proved" else before), place
    said = f"the problem before it is in {judge.note.source.place(place[0]).said}"
    return replace(found, reason=f"{found.reason}; {said}")


def names_optimiser(judge: Judge, stated: Stated) -> bool:
    """Whether w = argmax f is the first fact about w in the note."""
    name = stated.left
    if not isinstance(name, Name) or stated.sign not in ("=", ":=") or judge.is_said_to_be(name):
        return False
    return judge.first.get(key(name), judge.formula.span[0]) == judge.formula.span[0]


def only_optimiser(judge: Judge, problem: Problem, point: Node, stated: Stated) -> RowVerdict:
    """The verdict of argmin f = x: x is the only optimiser.

    It is never refuted, because authors also write = for one of several optimisers.
    """
    name = problem.variables
    if not isinstance(name, Name) or any(isinstance(x, Satisfies) for x in judge.table.at(name, stated.span[0]).facts):
        return judge.verdict("unsupported", "the optimiser of a problem with several variables, or with constraints")
    only = Chain((name, point), ("=",), span=stated.span)
    found = optimum(judge, Optimiser((point,), problem, stated.span, 0), exactly=[only], is_refuted=False)
    judge.optimiser = None
    return found


def words_since(judge: Judge, statement: Optimiser) -> str:
    """The words between an earlier statement and the current formula."""
    return judge.note.source.text[statement.end : judge.note.fences[judge.formula.fences[0]].whole[0]][:400]


def optimum(
    judge: Judge,
    statement: Optimiser,
    value: Node | None = None,
    exactly: Sequence[Chain] = (),
    *,
    is_refuted: bool = True,
) -> RowVerdict:
    """The verdict of a statement about optimisers; the following statements are about the same problem."""
    typing = binding(judge, statement.problem)
    try:
        case = case_of(typing, statement, value, exactly)
    except (Untyped, Unsupported, Misfit) as error:
        return failed(judge, typing, error)
    judge.optimiser = replace(statement, end=judge.note.fences[judge.formula.fences[-1]].whole[1])
    sides = (*statement.points, statement.problem.body, *statement.problem.constraints)
    case.extra = conditions_for(judge, typing, Stated(Listed(sides), "=", value or Blank(), judge.formula.span))
    case.is_statement = judge.is_statement
    settled = settle(judge, case)
    if isinstance(settled, Settled) and settled.result.verdict == "undecided" and case.extra:
        settled = settle(judge, case, conditions=True) or settled
    if isinstance(settled, RowVerdict):
        return settled
    if settled.result.verdict == "proved":
        return proved(judge, typing, settled)
    if settled.result.verdict in ("unsupported", "ill-typed"):
        return judge.verdict("unsupported", settled.result.reason)
    if not judge.is_understood or not is_refuted:
        return judge.verdict("undecided", "not proved that it is optimal")
    stated = Stated(Listed(sides), "∈", Blank(), judge.formula.span)
    return unproved(judge, case, typing, frozenset(typing.letters), stated)
