"""Judging the links of chains, and derivatives that are set to zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import INDICES, bare, family_listed, is_identity, is_zero, key, letters_in
from pcaproofs.notes.formulas.surface import (
    Blank,
    Chain,
    Dots,
    Gradient,
    Group,
    Listed,
    Matrix,
    Moment,
    Name,
    Node,
    Num,
    Partial,
    Problem,
    Product,
    Sentence,
    Transpose,
    nodes,
)
from pcaproofs.notes.judging.conditions import is_condition
from pcaproofs.notes.judging.definitions import (
    UNSOLVED,
    abbreviation,
    defined,
    definition,
    definition_anew,
    end_of_entries,
    is_other_value,
    is_value,
    membership,
    need_not_hold,
)
from pcaproofs.notes.judging.densities import of_density
from pcaproofs.notes.judging.indices import of_members, of_rows, ordered
from pcaproofs.notes.judging.known_conditions import claims_for, conditions_for, is_over, related, typed_with
from pcaproofs.notes.judging.misfits import (
    failed,
    has_other_length,
    inverts_both,
    new_typing,
    of_numeric_size,
    settle_apart,
    sizes_elsewhere,
    typed,
    written_examples,
)
from pcaproofs.notes.judging.problems import beside_problem, optimum, says_exactly, words_since
from pcaproofs.notes.judging.proofs import proved, relation_of, settle, together, unproved, with_fewest_definitions
from pcaproofs.notes.judging.proving import Case, Settled
from pcaproofs.notes.judging.state import Context, Derived, Judge
from pcaproofs.notes.judging.verdicts import RowVerdict, Using, worst
from pcaproofs.notes.prose.clauses import is_decomposition, sentence_ends
from pcaproofs.notes.prose.facts import Satisfies
from pcaproofs.notes.scope.declared import is_limited_law, moments_of
from pcaproofs.notes.searching import FIRST
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.building import ORDERS
from pcaproofs.notes.typing.expressions import has_noise
from pcaproofs.notes.typing.ledger import Stated, names_in
from pcaproofs.notes.typing.shapes import COLUMN_POWER, Misfit
from pcaproofs.notes.typing.statements import AVERAGES, RELATIONS, Statements, least_size
from pcaproofs.notes.typing.terms import Relation, Unsupported, Untyped
from pcaproofs.notes.typing.types import Definition

PREMISE = "the premise of an implication"
_WEAK = {"<": "≤", ">": "≥"}


def chain(judge: Judge, chain: Chain, quantified: tuple[Node, ...]) -> RowVerdict:
    """The links of a chain; a row that begins with a relation continues the last term of the row before."""
    terms, signs = list(chain.terms), list(chain.signs)
    if "∼" in signs[1:]:
        return judge.verdict("unsupported", f"the relation {signs[0]}")
    if any(isinstance(term, Dots) for term in terms):
        ordered(judge, chain)
        return judge.verdict("condition", "an order of a family")
    begins = not isinstance(terms[0], Blank)
    if not begins and judge.context.last is None and isinstance(terms[1], Problem):
        judge.context.last = judge.context.problem
    if judge.optimiser is not None and begins and says_exactly(words_since(judge, judge.optimiser)):
        return optimum(judge, judge.optimiser, exactly=[chain])
    if not begins:
        if judge.context.last is None:
            return without_left(judge, terms, signs, quantified)
        terms[0] = judge.context.last
    head = terms[0] if begins or judge.context.head is None else judge.context.head
    found: list[RowVerdict] = []
    links = [
        (k, stated_of(left, sign, terms[k + 1], judge.formula.span, quantified[0] if quantified else None))
        for k, sign in enumerate(signs)
        if not isinstance(terms[k + 1], Blank)
        for left in (each(terms[k]) if sign in RELATIONS or sign == "⊥" else [terms[k]])
    ]
    before, judge.links = judge.links, tuple(stated for _, stated in links if stated.sign in RELATIONS)
    for k, stated in links:
        is_imposed = _is_constant(terms[-1]) or is_decomposition(judge.note, judge.formula)
        is_first = k == 0 or (judge.said == "assumed" and is_imposed)  # with ‖u‖ = ‖v‖ = 1
        link = Chain(stated.sides, (stated.sign,), span=judge.formula.span)
        found.append(replace(judged_link(judge, stated, head, begins=begins and is_first), link=link))
    imposed, judge.links = judge.links, before
    last = next((t for t in reversed(terms) if not isinstance(t, Blank)), None)
    membership = "∈" in signs
    judge.context = Context(head=head, last=terms[0] if membership else last, imposed=imposed)
    claims = found
    if len(found) > 1 and found[0].verdict == "definition":
        if all(x.verdict == "proved" for x in found[1:]):
            computed(judge, terms[0], terms[-1])
        claims = [x for x in found[1:] if x.verdict != "definition"] or found[:1]
    return (
        worst(found, claims, is_chain=True)
        if found
        else judge.verdict("problem", "an expression, which asserts nothing")
    )


def _is_constant(node: Node) -> bool:
    """Whether a node is a number, 0 or I."""
    return isinstance(node, Num) or (isinstance(node, Name) and (is_identity(node) or is_zero(node)))


def without_left(judge: Judge, terms: list[Node], signs: list[str], quantified: tuple[Node, ...]) -> RowVerdict:
    """The verdict of a row whose left side is not written, or not read: that of its other links."""
    if judge.context.is_broken or signs[0] not in RELATIONS or isinstance(terms[1], Blank | Problem):
        why = "the row before is not read" if judge.context.is_broken else "nothing stands before it"
        judge.context = Context(head=None, last=terms[-1])
        return judge.verdict("unread", f"got {signs[0]} at the beginning, but {why}")
    if len(signs) > 1:
        return chain(judge, Chain(tuple(terms[1:]), tuple(signs[1:]), span=judge.formula.span), quantified)
    judge.context = Context(head=terms[1], last=terms[1])
    return typed(judge, lambda t: t.expression(terms[1]), "an expression, whose left side is in words", "problem")


def computed(judge: Judge, name: Node, value: Node) -> None:
    """Let a letter stand for the matrix of numbers that it is proved to equal; its definition may be long."""
    known = judge.ledger.definitions.get(name)
    is_written = isinstance(value, Matrix) and not any(isinstance(x, Dots) for x in nodes(value))
    if is_written and known is not None and not known.parameters and known.span == judge.formula.span:
        judge.ledger.definitions[name] = replace(known, body=value)


def each(node: Node) -> Sequence[Node]:
    """The members of a list to which a relation applies: n and p in n, p ≥ 1; λ_i of λ_1, …, λ_p ≥ 0."""
    if (found := family_listed(node) if isinstance(node, Listed) else None) is not None:
        return (replace(found[0], subscript=Name("i")),)
    plain = isinstance(node, Listed) and not any(isinstance(x, Dots) for x in node.items)
    return node.items if plain else (node,)  # type: ignore[attr-defined]


def with_numbers(judge: Judge, typing: Statements, relation: Relation, stated: Stated) -> tuple[Statements, Relation]:
    """A typed relation, typed again if it has sizes of other sections as numbers. Raises as related."""
    if not (elsewhere := sizes_elsewhere(typing, relation)):
        return typing, relation
    judge.no_sizes |= elsewhere
    typing = new_typing(judge)
    return typing, related(judge, typing, stated)


def of_new_letter(judge: Judge, stated: Stated) -> RowVerdict | None:
    """The verdict of 1/a + 1/b := 1/c, which says what the new letter c is; else None."""
    new = {x for x in letters_in(stated.right) if judge.first.get(x, 0) >= stated.span[0]}
    if stated.sign != ":=" or len(new) != 1 or new != letters_in(stated.right) or new & letters_in(stated.left):
        return None
    judge.ledger.condition(replace(stated, sign="=", until=judge.until))
    return judge.verdict("condition", "it restricts what it speaks of")


def judged_link(judge: Judge, stated: Stated, head: Node, *, begins: bool) -> RowVerdict:
    """One relation of a chain; of densities what it says of their exponents."""
    of = of_density(judge, stated, head)
    if isinstance(of, RowVerdict):
        return of
    if not of:
        if begins:
            end_of_entries(judge, stated)
        found = plain_link(judge, stated, head, begins=begins)
        if found.verdict == "proved":  # a derivative that is proved may be set to zero below
            judge.doubted.discard(stated.right)
            differentiated(judge, stated, head)
        return found
    for reduced in of:
        judge.apart = reduced.apart
        found = plain_link(judge, reduced.stated, head, begins=False)
        judge.apart = frozenset()
        if found.verdict == "proved" or not reduced.is_guess:
            using = tuple(dict.fromkeys((*found.using, Using(reduced.granted))))
            return replace(found, using=using, is_warning=found.is_warning or reduced.is_weak)
    return judge.verdict("undecided", "nothing says on which letters its constant does not depend")


def of_moment(judge: Judge, stated: Stated) -> Stated:
    """A relation that says what E(ε) is, where E(ε) = 0 defines no function, as E(c) = ‖x − c‖² does."""
    match stated.left:
        case Product(factors=(Name() as name, Group(Name() as letter))) if name.base == "E" and not name.accents:
            is_known = name in judge.ledger.definitions or judge.is_said_to_be(name)
            if not is_known and key(letter) not in letters_in(stated.right):
                return replace(stated, left=Moment("E", letter, name.subscript, span=stated.left.span))
    return stated


def of_values(judge: Judge, before: Statements, stated: Stated, relation: Relation) -> tuple[Statements, Relation]:
    """A relation of random letters themselves, X = μ + QZ, typed with any letter μ, and not E[X]; others as before."""
    opened = [x for x in before.definitions.values() if x.span in before.defined_by]
    random = {found for found, x in before.used.items() if x.kind == "random column"}
    if (
        any(map(_has_moment, stated.sides))
        or not any(_has_moment(x.body) for x in opened)
        or not random & stated.letters()
    ):
        return before, relation
    typing = new_typing(judge)
    typing.definitions = {x: y for x, y in typing.definitions.items() if not _has_moment(y.body)}
    return typing, related(judge, typing, stated)


def _has_moment(node: Node) -> bool:
    """Whether a formula has an expectation or a covariance, E[X] or E(X)."""
    products = (x.factors for x in nodes(node) if isinstance(x, Product))
    is_called = any(isinstance(x[0], Name) and x[0].base == "E" and isinstance(x[1], Group) for x in products)
    return is_called or any(isinstance(x, Moment) for x in nodes(node))


def plain_link(judge: Judge, stated: Stated, head: Node, *, begins: bool) -> RowVerdict:
    """One relation of a chain between expressions of the language."""
    if isinstance(stated.left, Problem) or isinstance(stated.right, Problem):
        return beside_problem(judge, stated)
    if stated.sign not in RELATIONS:
        return membership(judge, stated) if stated.sign == "∈" else distributed(judge, stated)
    stated = of_moment(judge, stated)
    begins &= not is_about_premise(judge, stated)
    if begins and need_not_hold(judge, stated):
        return judge.verdict("condition", UNSOLVED)
    if begins and (found := definition(judge, stated)) is not None:
        return solution(judge, stated) or found
    if begins and (known := repeated(judge, stated)) is not None:
        return judge.verdict("definition", f"as in {judge.note.source.place(known.span[0]).said}")
    if (restricts := of_indices(judge, stated) or of_new_letter(judge, stated)) is not None:
        return restricts
    typing, judge.clashes = new_typing(judge), []
    try:
        typing, relation = with_numbers(judge, typing, related(judge, typing, stated), stated)
        typing, relation = of_values(judge, typing, stated, relation)
    except (Untyped, Unsupported, Misfit) as error:
        return untyped(judge, typing, stated, error)
    use_letters(judge, typing, stated)
    if judge.said == "assumed" and stated.sign in ("<", ">", "≠"):
        judge.ledger.condition(replace(stated, until=judge.until))
        return judge.verdict("condition", "it restricts what it speaks of")
    if relation.sign in ORDERS:
        return in_order(judge, typing, relation, stated, head, begins=begins)
    if stated.sign in _WEAK:
        return strict(judge, typing, relation, stated, head, begins=begins)
    if stated.sign == "≠":
        return different(judge, typing, relation, stated, head)
    return of_relation(judge, typing, relation, stated, head, begins=begins)


def distributed(judge: Judge, stated: Stated) -> RowVerdict:
    """The verdict of x ∼ N(μ, Σ), which says what the moments of x are, and of other signs that are no relations.

    A later law of a letter takes the place of an earlier one.
    """
    letter, moments = stated.left, moments_of(stated.left, stated.right) if stated.sign == "∼" else None
    if moments is None or not isinstance(letter, Name):
        return judge.verdict("unsupported", f"the relation {stated.sign}")
    if judge.until is None and is_limited_law(judge.note.source.text, stated.span):
        return judge.verdict("undecided", "the words beside it limit the law")
    known = [x for x in judge.ledger.conditions if not (isinstance(x.left, Moment) and letter in nodes(x.left))]
    judge.ledger.conditions = known
    if isinstance(moments[1], Name) and not is_identity(moments[1]):
        judge.ledger.symmetric(moments[1], replace(stated, until=judge.until))
    for kind, value in zip(("E", "Var"), moments, strict=True):
        of = Moment(kind, letter, span=stated.span)
        judge.ledger.condition(replace(stated, left=of, sign="=", right=value, span=value.span, until=judge.until))
    return judge.verdict("condition", f"it says what the mean and the covariance of {unicode(letter)} are")


def untyped(judge: Judge, typing: Statements, stated: Stated, error: Exception) -> RowVerdict:
    """The verdict of a relation without a type: proved if it has one with what the note may say of its letters."""
    if not judge.is_premise and (found := by_meanings(judge, stated)) is not None:
        return found
    judge.unfit = judge.unfit or unfit(judge, stated, error)
    return failed(judge, typing, error)


def unfit(judge: Judge, stated: Stated, error: Exception) -> tuple[Stated, ...]:
    """A relation whose sizes do not fit, and its chain; nothing for other errors and letters that are taken anew."""
    is_of_sizes = isinstance(error, Misfit) or COLUMN_POWER in str(error)
    return (stated, *judge.links) if is_of_sizes and not judge.ignores_facts else ()


def use_letters(judge: Judge, typing: Statements, stated: Stated) -> None:
    """Have the letters of a theorem in a statement about sizes alone, which follows from what they are."""
    is_of_sizes = judge.is_statement and names_in(stated).keys() <= judge.table.sizes
    facts = [fact for found in judge.table.facts.values() for fact in found] if is_of_sizes else []
    for fact in facts:
        if isinstance(fact, Satisfies):
            with suppress(Untyped, Unsupported, Misfit), typing.attempt():
                typing.expression(fact.letter)


def is_about_premise(judge: Judge, stated: Stated) -> bool:
    """Whether an equation after an arrow is about a letter of what stands before it, which it does not define."""
    return isinstance(stated.left, Name) and any(key(stated.left) in x.letters() for x in judge.concluded)


def repeated(judge: Judge, stated: Stated) -> Definition | None:
    """The definition that an equation repeats: S = XᵀX, XᵀX = S or s_i = xᵢᵀy; None if it repeats none."""
    for name, body in (stated.sides, stated.sides[::-1]) if stated.sign in ("=", ":=") else ():
        parameters: tuple[Node, ...] = ()
        known = judge.ledger.definitions.get(name)
        if known is None and isinstance(name, Name) and isinstance(name.subscript, Name):
            known, parameters = judge.ledger.definitions.get(bare(name)), (name.subscript,)
        if known is not None and known.parameters == parameters and known.body == body:
            return known
    return None


def of_indices(judge: Judge, stated: Stated) -> RowVerdict | None:
    """The verdict of a relation that only restricts indices or a size."""
    names = {key(stated.left), key(stated.right)}
    is_equal = stated.sign == "=" and is_of_indices_alone(stated) and not names & judge.table.sizes
    if judge.said == "assumed" and (is_equal or judge.is_range(stated)):
        judge.ledger.condition(replace(stated, until=judge.until))
        return judge.verdict("condition", "it restricts indices")
    if is_equal:
        return judge.verdict("condition", "it restricts indices")
    if is_bound_of_sizes(stated, judge.table.sizes) and not (judge.is_statement and judge.formula.display):
        if judge.said == "assumed" and least_size(stated) > 1:
            judge.ledger.condition(replace(stated, until=judge.until))
        return judge.verdict("condition", "it restricts sizes")
    return None


def strict(
    judge: Judge, typing: Statements, relation: Relation, stated: Stated, head: Node, *, begins: bool
) -> RowVerdict:
    """The verdict of f > g: refuted if f ≥ g is, proved if it is proved and the sides differ."""
    sign = _WEAK[stated.sign]
    weak = replace(stated, sign=sign)
    before, judge.is_part = judge.is_part, True
    found = of_relation(judge, typing, replace(relation, sign=sign), weak, head, begins=begins)
    judge.is_part = before
    if found.verdict == "proved":
        return apart(judge, typing, relation, stated, found) or judge.verdict(
            "undecided", f"proved with {sign}; that the sides differ is not"
        )
    if found.verdict == "needs":
        return judge.verdict("undecided", f"with {sign} it {found.reason.partition('; with ')[0]}")
    return replace(found, repair="", edit=None, reason=found.reason.partition("; with ")[0])


def different(judge: Judge, typing: Statements, relation: Relation, stated: Stated, head: Node) -> RowVerdict:
    """The verdict of f ≠ g: proved, or a condition."""
    judge.parameters = multiplied(judge, head)
    typing.varied |= judge.parameters
    found = None if is_of_indices_alone(stated) else apart(judge, typing, relation, stated)
    if found is not None and found.verdict == "proved":
        return found
    if judge.said == "concluded" and judge.until is None:  # "because λ ≠ μ, it follows …", and no longer
        judge.until = sentence_ends(judge.note, judge.formula) or judge.formula.span[1]
    is_part = not isinstance(judge.formula.tree, Chain | Sentence)  # "… = 0 for i ≠ j"
    judge.ledger.condition(replace(stated, until=judge.formula.span[1] if is_part else judge.until))
    return judge.verdict("condition", "it restricts what it speaks of")


def solution(judge: Judge, stated: Stated) -> RowVerdict | None:
    """The verdict of ŵ = (XᵀX)⁻¹Xᵀy behind XᵀXw = Xᵀy: it is proved with w for ŵ; None if it is not."""
    name = stated.left
    if not isinstance(name, Name) or judge.said == "assumed":
        return None
    start = judge.table.section(stated.span[0])[0]
    rows = [x for x in (*judge.ledger.conditions, *judge.claims) if x.span[0] >= start]
    known = letters_in(stated.right).union(*(letters_in(x) for x in judge.ledger.definitions))
    plain = replace(name, accents=(), mark="", primes=0, upper=None)
    plain = next(
        (x for x in (plain, bare(plain)) if x != name and any(key(x) in y.letters() for y in rows)), name
    )  # w of ŵ, and of w_{MLE}
    if plain == name or key(plain) in known:
        return None
    found = judged_as(judge, replace(stated, left=plain))
    if found is None or not any(x.place is not None for x in found.using):
        return None
    said = f"with {unicode(plain)} for {unicode(name)}"
    return replace(found, reason=f"{found.reason}, {said}", reading=(*found.reading, said))


def judged_as(judge: Judge, stated: Stated) -> RowVerdict | None:
    """The verdict of a relation that is proved from earlier rows; else None."""
    typing = new_typing(judge)
    try:
        case = Case(typing, relation_of(related(judge, typing, stated)))
    except (Untyped, Unsupported, Misfit, TypeError, ValueError, NotImplementedError):
        return None
    case.extra = conditions_for(judge, typing, stated)
    found = from_conditions(judge, typing, case) or from_claims(judge, typing, case, stated)
    return found if found is not None and found.verdict == "proved" else None


def apart(
    judge: Judge, typing: Statements, relation: Relation, stated: Stated, weak: RowVerdict | None = None
) -> RowVerdict | None:
    """The verdict if the two sides are proved to differ; weak: of f ≥ g, which f > g also needs. Else None."""
    case = Case(typing, relation_of(relation), extra=conditions_for(judge, typing, stated))
    settled = settle_apart(case, relation)
    if settled is None or (found := proved(judge, typing, settled)).verdict != "proved" or weak is None:
        return None if settled is None else found
    return together(weak, found)


def says_order(judge: Judge, stated: Stated) -> bool:
    """Whether A ⪰ 0 or 0 ⪯ A ⪯ cI may say what a letter is, which the note does not define; a theorem states it."""
    is_stated = judge.is_statement and judge.formula.display
    for side, other in (stated.sides, stated.sides[::-1]):
        names = [x for x in nodes(other) if isinstance(x, Name) and not is_identity(x)]
        is_bound = all(judge.table.at(x, judge.formula.span[0]).kind == "number" for x in names)
        if isinstance(side, Name) and is_bound and side not in judge.ledger.definitions:
            return not is_stated
    return False


def in_order(
    judge: Judge, typing: Statements, relation: Relation, stated: Stated, head: Node, *, begins: bool
) -> RowVerdict:
    """The verdict of A ⪰ B or A ≻ B: a condition, if it may say what a letter is and is not proved."""
    case = Case(typing, relation_of(relation), extra=conditions_for(judge, typing, stated))
    if says_order(judge, stated) and proved_with_conditions(judge, case) is None:
        judge.ledger.condition(replace(stated, until=judge.until))
        judge.open |= {judge.formula.span} if judge.said == "concluded" else set()
        return judge.verdict("condition", "it restricts what it speaks of")
    return of_relation(judge, typing, relation, stated, head, begins=begins)


def of_relation(
    judge: Judge, typing: Statements, relation: Relation, stated: Stated, head: Node, *, begins: bool
) -> RowVerdict:
    """The verdict of a typed relation."""
    judge.parameters = multiplied(judge, head)
    typing.varied |= judge.parameters
    case = Case(typing, relation_of(relation), is_statement=judge.is_statement and judge.formula.display)
    if case.is_statement:
        case.extra = conditions_for(judge, typing, stated)
    if is_stationary(judge, stated, head) and not case.is_statement:
        return stationary(judge, case, typing, stated, head)
    if any(isinstance(x, Gradient | Partial) for x in nodes(head)):
        judge.derivatives |= {stated.left, stated.right}
        judge.doubted.add(stated.right)
    if (found := of_every_value(judge, typing, stated)) is not None:
        return found
    settled, is_hopeless = from_facts(judge, case, stated)
    if (found := of_facts(judge, typing, relation, stated, settled)) is not None:
        return found
    if judge.said == "assumed" and judge.formula.display and is_of_known(judge, stated) and not is_hopeless:
        case.extra = case.extra or conditions_for(judge, typing, stated)  # "ŷ = Py, with ‖y‖² = ‖ŷ‖² + ‖y − ŷ‖²"
        if (found := from_conditions(judge, typing, case)) is not None and found.verdict == "proved":
            return found
    if (
        found := of_members(judge, stated)
        or of_rows(judge, stated)
        or abbreviated(judge, stated)
        or taken(judge, case, stated, begins=begins)
    ):
        return found
    case.extra = case.extra or conditions_for(judge, typing, stated)
    found = None if is_hopeless else from_conditions(judge, typing, case) or from_claims(judge, typing, case, stated)
    found = found or (None if judge.is_premise else by_meanings(judge, stated) or of_observed(judge, typing, stated))
    found = found or solution(judge, stated)
    return found or unclaimed(judge, stated, begins=begins) or unproved(judge, case, typing, relation, stated)


def is_of_known(judge: Judge, stated: Stated) -> bool:
    """Whether all letters of a relation stand in the note before it."""
    first, here = judge.standing.first, judge.formula.span[0]
    return bool(stated.letters()) and all(first.get(x, here) < here for x in names_in(stated))


def from_facts(judge: Judge, case: Case, stated: Stated) -> tuple[Settled | RowVerdict, bool]:
    """The result from the facts about the letters, and whether no proof is to be found, as the relation fails."""
    found = settle(judge, case, most=FIRST)
    if not isinstance(found, Settled) or found.result.verdict != "undecided":
        return found, False
    if not case.is_statement and fails_with_all(judge, stated):
        return found, True
    return settle(judge, case), False


def of_facts(
    judge: Judge, typing: Statements, relation: Relation, stated: Stated, settled: Settled | RowVerdict
) -> RowVerdict | None:
    """The verdict of a relation from the facts about its letters; None if they leave it open."""
    if isinstance(settled, RowVerdict):
        return settled
    if settled.result.verdict in ("unsupported", "ill-typed"):
        return judge.verdict("unsupported", settled.result.reason)
    if settled.result.verdict != "proved":
        return None
    if AVERAGES in typing.defaults and has_other_length(judge.note, typing, relation):
        return judge.verdict("undecided", "proved for one length of 𝟏, but the note also has another one")
    if inverts_both(relation, typing.sizes.same):
        return judge.verdict("undecided", "proved for a square matrix only, as two inverses are taken")
    return proved(judge, *with_fewest_definitions(judge, typing, settled, stated))


def from_conditions(judge: Judge, typing: Statements, case: Case) -> RowVerdict | None:
    """The verdict of a relation that follows from earlier conditions; None if it does not."""
    granted = [x for x in case.extra if x[1] in judge.granted]  # alone first, as the search is short
    if granted and len(granted) < len(case.extra):
        found = proved_with_conditions(judge, replace(case, extra=granted))
        if found is not None and found.verdict == "proved":
            return found
    settled = settle(judge, case, conditions=True) if case.extra else None
    return proved(judge, typing, settled) if isinstance(settled, Settled) else settled


def fails_with_all(judge: Judge, stated: Stated) -> bool:
    """Whether a relation fails at a point at which all facts, conditions and earlier rows hold: no proof is tried."""
    typing = new_typing(judge)
    try:
        case = Case(typing, relation_of(related(judge, typing, stated)))
        case.extra = [*conditions_for(judge, typing, stated), *claims_for(judge, typing, stated)]
        return case.fails()
    except (Untyped, Unsupported, Misfit, TypeError, ValueError, NotImplementedError):
        return False


def from_claims(judge: Judge, typing: Statements, case: Case, stated: Stated) -> RowVerdict | None:
    """The verdict of a relation that follows from earlier rows of its section; None if it does not."""
    if judge.is_premise:
        return None
    claims = claims_for(judge, typing, stated)
    more = claims_for(judge, typing, stated, carried=True)
    for each in (claims, more if more != claims else []):
        settled = settle(judge, replace(case, extra=[*case.extra, *each]), conditions=True) if each else None
        if isinstance(settled, Settled) and (found := proved(judge, typing, settled)).verdict == "proved":
            return found
    return None


def by_meanings(judge: Judge, stated: Stated) -> RowVerdict | None:
    """The verdict of a relation that is proved when letters are what earlier rows may say that they are."""
    sure = judge.telling | judge.carrying
    claims = [x for x in judge.claims if x.span in sure]
    names = {x for side in stated.sides for x in nodes(side) if isinstance(x, Name)}
    if not any(isinstance(x.left, Name) and x.left in names for x in (*judge.ledger.conditions, *claims)):
        return None
    typing = new_typing(judge)
    here = judge.formula.span[0]
    heads = dict[Node, Node]()
    told = list[Stated]()
    for x in claims:  # e = b of e = a = b too
        told.append(replace(x, left=heads[x.left]) if x.left in heads else x)
        heads[x.right] = told[-1].left if x.sign == "=" else x.right
    conditions = [x for x in judge.ledger.conditions if x.holds(here) and not is_over(judge, x)]
    added = dict[Node, Definition]()
    for x in (*conditions, *told):
        is_equation = isinstance(x.left, Name) and x.sign == "=" and x.sides != stated.sides
        bodies = (x.right, *_bodies(added, x))
        if is_equation and not any(key(x.left) in judge.ledger.reached(letters_in(y)) for y in bodies):
            added[x.left] = Definition((), x.right, x.span[0], x.span)
    if not added.keys() & {x for side in stated.sides for x in nodes(side)}:
        return None
    typing.definitions.update(added)
    try:
        relation = related(judge, typing, stated)
    except (Untyped, Unsupported, Misfit):
        return None
    extra = [*conditions_for(judge, typing, stated), *claims_for(judge, typing, stated)]
    return proved_with_conditions(judge, Case(typing, relation_of(relation), extra=extra))


def of_observed(judge: Judge, before: Statements, stated: Stated) -> RowVerdict | None:
    """The verdict of a relation that is proved for all y, where the note has y = Xβ + ε; before: typed with this."""
    known = {x.span: key(left) for left, x in before.definitions.items() if has_noise(before, x)}
    has_moments = any(isinstance(x, Moment) for side in stated.sides for x in nodes(side))
    if has_moments or not known.keys() & before.defined_by.keys():
        return None
    typing = new_typing(judge)
    typing.models |= {*known.values()}
    try:
        relation = related(judge, typing, stated)
    except (Untyped, Unsupported, Misfit):
        return None
    return proved_with_conditions(
        judge, Case(typing, relation_of(relation), extra=conditions_for(judge, typing, stated))
    )


def proved_with_conditions(judge: Judge, case: Case) -> RowVerdict | None:
    """The verdict of a case that is proved, perhaps from its conditions; None if it is not."""
    settled = settle(judge, case)
    if isinstance(settled, Settled) and settled.result.verdict != "proved" and case.extra:
        settled = settle(judge, case, conditions=True)
    is_proved = isinstance(settled, Settled) and settled.result.verdict == "proved"
    return proved(judge, case.typing, settled) if is_proved else None


def _bodies(known: Mapping[Node, Definition], stated: Stated) -> list[Node]:
    """What the letters of the right side of an equation are, and the letters of these."""
    out, waiting = list[Node](), [stated.right]
    while waiting:
        letters = letters_in(waiting.pop())
        found = [x.body for left, x in known.items() if key(left) in letters and x.body not in out]
        out += found
        waiting += found
    return out


def of_every_value(judge: Judge, of_example: Statements, stated: Stated) -> RowVerdict | None:
    """The verdict of a relation that is proved for all values of the letters that an example gives values or sizes.

    of_example: its typing with these.
    """
    if not written_examples(judge, of_example) and not of_numeric_size(judge, of_example):
        return None
    typing = new_typing(judge, general=True)
    try:
        relation = related(judge, typing, stated)
    except (Untyped, Unsupported, Misfit):
        return None
    if inverts_both(relation, typing.sizes.same):
        return None
    return proved_with_conditions(
        judge, Case(typing, relation_of(relation), extra=conditions_for(judge, typing, stated))
    )


def unclaimed(judge: Judge, stated: Stated, *, begins: bool) -> RowVerdict | None:
    """The verdict of a relation that is not proved, if it is a premise or may give a letter another value."""
    if judge.is_followed:
        judge.ledger.condition(replace(stated, until=judge.run_ends))
        return judge.verdict("condition", "the premise of the row below")
    if begins and is_other_value(judge, stated):
        del judge.ledger.definitions[stated.left]
        return judge.verdict("undecided", f"not proved, and {unicode(stated.left)} may be taken anew")
    return None


def abbreviated(judge: Judge, stated: Stated) -> RowVerdict | None:
    """The verdict of a relation that says what a letter abbreviates; no premise does, nor what may be false."""
    return None if judge.is_premise or judge.said == "false" else abbreviation(judge, stated)


def differentiated(judge: Judge, stated: Stated, head: Node) -> None:
    """Record the value of a derivative, which may be set to zero below."""
    found = Derived(head, Stated(stated.right, "=", Num("0"), stated.span))
    if found.kinds:
        judge.derived.setdefault(judge.formula.span, []).append(found)


def taken(judge: Judge, case: Case, stated: Stated, *, begins: bool) -> RowVerdict | None:
    """The verdict of a relation that is not a claim: another definition of a letter, a premise, a condition.

    What only looks like a condition is none if it follows from earlier rows.
    """
    if judge.is_premise:
        judge.ledger.condition(replace(stated, until=judge.run_ends))
        return judge.verdict("condition", PREMISE)
    if begins and (defined := definition_anew(judge, stated)) is not None:
        return defined
    if is_condition(judge, stated, begins=begins) and not is_value(judge, stated):
        if judge.said != "assumed":
            case.extra = case.extra or conditions_for(judge, case.typing, stated)
            if found := from_conditions(judge, case.typing, case) or from_claims(judge, case.typing, case, stated):
                return found
        if judge.is_let() and isinstance(stated.left, Name) and not is_decomposition(judge.note, judge.formula):
            earlier = [x for x in judge.ledger.conditions if x.left == stated.left and x.sign == "="]
            judge.ledger.conditions = [x for x in judge.ledger.conditions if x not in earlier]
        judge.ledger.condition(replace(stated, until=judge.until))
        return judge.verdict("condition", "it restricts what it speaks of")
    return None


def multiplied(judge: Judge, head: Node) -> frozenset[str]:
    """The parameters of L(w, λ), for a chain that begins with it: a Lagrangian is about all w, feasible or not."""
    name, parameters = defined(head)
    if not isinstance(name, Name) or len(parameters) < 2 or name not in judge.ledger.definitions:
        return frozenset()
    return frozenset(map(key, parameters))


def is_stationary(judge: Judge, stated: Stated, head: Node) -> bool:
    """Whether a relation sets a derivative to zero: ∂L/∂w = 0, or an expression that the note derived for one."""
    if stated.right != Num("0"):
        return False
    return any(isinstance(x, Gradient | Partial) for x in nodes(head)) or stated.left in judge.derivatives


def stationary(judge: Judge, case: Case, typing: Statements, stated: Stated, head: Node) -> RowVerdict:
    """The verdict of a derivative that is set to zero: it follows from earlier conditions, or is a condition.

    Facts about the letters are not used: ‖w‖ = 1 holds at the point, but not where one differentiates. If an
    expression is not proved to be the derivative, the condition is imposed only on the derivative itself.
    """
    points = [Stated(left, "=", x.body, x.span) for left, x in typing.points.items()]
    case.extra = [*typed_with(judge, typing, stated, points), *conditions_for(judge, typing, stated)]
    settled = settle(judge, case, conditions=True) if case.extra else None
    if isinstance(settled, Settled) and settled.used:
        return proved(judge, typing, settled)
    if isinstance(found := settle(judge, case), Settled) and found.result.verdict == "proved":
        return proved(judge, typing, found)
    stated = replace(stated, until=judge.run_ends) if judge.is_premise else stated
    judge.ledger.condition(replace(stated, left=head) if stated.left in judge.doubted else stated)
    return judge.verdict("condition", "a derivative is set to zero")


def stated_of(left: Node, sign: str, right: Node, span: Span, quantified: Node | None) -> Stated:
    """A relation of a chain; x ⊥ y as xᵀy = 0."""
    if sign == "⊥":
        left, sign, right = Product((Transpose(left), right), ("",), span=span), "=", Num("0")
    return Stated(left, sign, right, span, quantified)


def is_bound_of_sizes(stated: Stated, sizes: frozenset[str]) -> bool:
    """Whether a relation bounds a size by a number: p ≥ 1, which needs no proof."""
    names = [x for x in stated.sides if isinstance(x, Name)]
    plain = all(isinstance(x, Name | Num) for x in stated.sides) and len(names) == 1
    return plain and stated.sign in ("≤", "<", "≥", ">") and key(names[0]) in sizes


def is_of_indices_alone(stated: Stated) -> bool:
    """Whether a relation is one of two indices."""
    sides = (stated.left, stated.right)
    return all(isinstance(x, Name) and key(x) in INDICES for x in sides)
