"""Judging a note row by row, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pcaproofs.notes.faults import fault
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.grammar import Unread, is_name_of_words
from pcaproofs.notes.formulas.printing import latex, unicode
from pcaproofs.notes.formulas.spelling import bare, is_identity, is_zero, key, letter_text, letters_in
from pcaproofs.notes.formulas.surface import (
    Arrow,
    Because,
    Blank,
    Chain,
    Dots,
    Group,
    Inner,
    Listed,
    Matrix,
    Moment,
    Name,
    Node,
    Norm,
    Num,
    Partial,
    Problem,
    Product,
    Quantified,
    Sentence,
    SubjectTo,
    Trace,
    Transpose,
    Words,
    nodes,
)
from pcaproofs.notes.judging.chains import chain
from pcaproofs.notes.judging.conditions import (
    ASSUMING,
    LABEL,
    connects,
    denies,
    is_of_indices,
    is_range_of_all,
    is_restricting,
    is_restriction,
    names,
    remark_of,
    restricts,
    said,
    unnamed_condition,
    with_bound,
    without_brackets,
    words_behind,
)
from pcaproofs.notes.judging.definitions import define, foresee, renew
from pcaproofs.notes.judging.indices import Ledgered, with_repeated_summed
from pcaproofs.notes.judging.known_conditions import conditions_for, derives, related
from pcaproofs.notes.judging.misfits import UNSAID_LETTER, failed, new_typing, typed
from pcaproofs.notes.judging.problems import optimum, problem, says_exactly, says_value, words_since
from pcaproofs.notes.judging.proofs import (
    FIRST_STEP,
    FROM_FALSE,
    MAY_SAY,
    changed,
    mend_of_sizes,
    proved,
    relation_of,
    settle,
    unproved,
)
from pcaproofs.notes.judging.proving import Case
from pcaproofs.notes.judging.state import Context, Derived, Judge, at_new_point, of_named, set_to_zero
from pcaproofs.notes.judging.verdicts import RowVerdict, worst
from pcaproofs.notes.prose.clauses import (
    conditions_behind,
    cue,
    distinct,
    force,
    hypothesis_ends,
    is_decomposition,
    place_in_sentence,
    sets_to_zero,
)
from pcaproofs.notes.prose.sentences import sentences
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.scope.uses import two_indices
from pcaproofs.notes.typing.ledger import Stated, names_in
from pcaproofs.notes.typing.letters import is_of_numbers
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import RELATIONS
from pcaproofs.notes.typing.terms import Unsupported, Untyped
from pcaproofs.notes.typing.types import UNFIT

_ARGUMENT = re.compile(r"\}?\s*(?:\{?\d|[(\[|])")  # behind words
_IN_BRACKETS = re.compile(r"[(\[（].*[)\]）]")
_NOT_ASSERTED = ("may restrict it", "and the condition “", "says when it holds")
_FOR_ONE_FORMULA = ("if", "for", "when", "whenever")


def goes_on(tree: Node | Unread) -> bool:
    """Whether a row begins with a relation or an arrow, or with words before one."""
    match tree:
        case Chain(terms=(first, *_)) | Arrow(terms=(first, *_)):
            return isinstance(first, Blank | Words)
        case Sentence(parts=(Words(), second, *_)):
            return goes_on(second)
        case Sentence(parts=(first, *_)) | SubjectTo(body=first) | Quantified(body=first):
            return goes_on(first)
        case Because():
            return True
    return False


def judge_of(note: Note, table: Table, since: int = 0) -> Judge:
    """The judge of a note, or of a theorem that begins at an offset, with the definitions that follow a first use."""
    judge = Judge(note, table, since)
    foresee(judge)
    return judge


def row(judge: Judge, k: int) -> RowVerdict:
    """The verdict of a formula; `unread` if the reader has a bug."""
    try:
        return of_row(judge, k)
    except Exception as error:
        judge.context = Context(is_broken=True)
        return RowVerdict(judge.note.formulas[k], "unread", f"got {fault(error)}, but should be a verdict")


def of_row(judge: Judge, k: int) -> RowVerdict:
    """The verdict of a formula; definitions and conditions of a row that fails are forgotten."""
    judge.formula = formula = judge.note.formulas[k]
    judge.until = hypothesis_ends(judge.note, formula)
    judge.run_ends, judge.is_below = end_of_run(judge, k), follows(judge, k)
    judge.parameters = judge.no_sizes = frozenset()
    renew(judge)
    judge.is_followed = is_premise_of_next(judge, k)
    if isinstance(formula.tree, Unread):
        judge.context = Context(is_broken=True)
        return RowVerdict(formula, "unread", f"got {formula.tree.got}, but should be {formula.tree.expected}")
    if not judge.is_below:
        judge.context = Context()
    judge.said = "false" if is_withdrawn(judge) else cue(judge.note, formula)
    if judge.said in ("", "concluded") and names_value(judge):
        judge.said = "defined"
    if factors(judge):
        judge.said = "assumed"
    if judge.said == "assumed" and isinstance(formula.tree, Arrow) and isinstance(formula.tree.terms[0], Blank):
        judge.said = "concluded"  # from the row above, which is supposed
    judge.asserted = () if shows_above(judge) else judge.asserted
    impose_before(judge, k)
    before = Ledgered(dict(judge.ledger.definitions), list(judge.ledger.conditions), judge.context)
    found = with_repeated_summed(judge, judged, typed_or_retried(judge, before), before)
    found = unless_free(judge, found, formula.tree)
    carried = judge.remarks if judge.is_below and goes_on(formula.tree) else ()
    judge.remarks = (*carried, *formula.comments, *remark_of(formula.tree))
    found = under_condition(judge, beside(judge, beside(judge, found, formula.comments), carried))
    found = unless_introducing(judge, found)
    commit(judge, found, before)
    keep_introduced(judge)
    return replace(found, formula=formula)


_WITHDRAWN = re.compile(
    r"(?<![\w-])(?:instead of|unlike|rather than|contrary to|drop(?:ped|ping|s)?|reject(?:ed|ing|s)?|relax(?:ed|ing)?"
    r"|abandon(?:ed|ing)?|no longer (?:assume|suppose|require))(?: (?:the|our) (?:assumption|hypothesis|condition))?"
    r"(?: that)? $"
)


def is_withdrawn(judge: Judge) -> bool:
    """Whether words say that a formula does not hold here: "instead of ⟦…⟧", "we drop the assumption ⟦…⟧"."""
    place = place_in_sentence(judge.note, judge.formula)
    return place is not None and _WITHDRAWN.search(place[0].text[: place[1]]) is not None


_SHOWS = re.compile(r"(?:prove[dns]?|shown?|verif(?:y|ied)) (?:as follows|by|below|in \w+ steps)[^⟦]*$|^proof(?![\w-])")


def shows_above(judge: Judge) -> bool:
    """Whether a row begins the proof of what stands above: "This can be proven as follows: ⟦…⟧"."""
    place = place_in_sentence(judge.note, judge.formula)
    return place is not None and _SHOWS.search(place[0].text[: place[1]]) is not None


_NAMED = re.compile(r"(?:the|its|our) [a-z][a-z -]{2,40} (?:is|becomes|equals|reads) ")


def names_value(judge: Judge) -> bool:
    """Whether a sentence says what a letter is that the note has used and not defined: "the gain is ⟦K = …⟧"."""
    match judge.formula.tree:
        case Chain((Name() as name, value, *_), ("=", *_)) if not isinstance(value, Num):
            place = place_in_sentence(judge.note, judge.formula)
            is_new = not judge.formula.display and name not in judge.ledger.definitions
            return is_new and place is not None and _NAMED.fullmatch(place[0].text[: place[1]]) is not None
    return False


def factors(judge: Judge) -> bool:
    """Whether an equation says what new letters are by one that is known: S = VΛVᵀ, after S = XᵀX."""
    match judge.formula.tree:
        case Chain((Name() as name, Product() as value), ("=",)):
            here, known = judge.formula.span[0], judge.ledger.definitions.get(name)
            is_known = known is not None and judge.table.section(here)[0] <= known.span[0] < here
            return is_known and all(
                judge.standing.first.get(x, 0) >= here for x in letters_in(value) - judge.table.sizes
            )
    return False


_EXISTS = re.compile(r"\b(?:there (?:is|are|exists?)|for some)\b", re.IGNORECASE)


def keep_introduced(judge: Judge) -> None:
    """Keep what a sentence with "if" supposes of a letter that it introduces, which has no other meaning behind it."""
    if judge.until is None or judge.until <= judge.formula.span[1] or judge.formula.display or is_behind(judge):
        return
    start = next((x.places[0] for x in sentences(judge.note) if x.places[0] <= judge.formula.span[0] < x.end), None)
    behind = next(((x.places[0], x.end) for x in sentences(judge.note) if x.places[0] >= judge.until), None)
    if start is None or behind is None or _EXISTS.search(judge.note.source.text[start : judge.formula.span[0]]):
        return

    begins, ends = judge.formula.span
    moments = [x for x in judge.ledger.conditions if isinstance(x.left, Moment) and begins <= x.span[0] < ends]

    def kept(stated: Stated) -> Stated:
        said = (x for y in (stated, *moments) for x in names_in(y)) if stated in moments else iter(names_in(stated))
        new = frozenset(x for x in said if judge.standing.first.get(x, start) >= start) - judge.existential
        is_number = not any(isinstance(x, Name) for x in nodes(stated.right))
        is_value = isinstance(stated.left, Name) and stated.sign == "=" and is_number  # of an example: α = -1
        is_own = stated.until == judge.until and stated.since is None
        return replace(stated, until=None, after=behind, introduced=new) if new and is_own and not is_value else stated

    judge.ledger.conditions = [*map(kept, judge.ledger.conditions)]


def is_behind(judge: Judge) -> bool:
    """Whether a sentence states a condition behind what it says: "⟦…⟧ whenever ⟦…⟧"."""
    place = place_in_sentence(judge.note, judge.formula)
    return place is not None and _CONDITION_BEHIND.search(place[0].text[: place[1]]) is not None


_CONDITION_BEHIND = re.compile(r"⟧,? (?:if|when|whenever|provided(?: that)?|for)(?: we have)? $")


def impose_before(judge: Judge, k: int) -> None:
    """Impose what holds in a row before it is judged: the display above if it follows, a derivative set to zero."""
    is_letter = isinstance(judge.formula.tree, Name)  # "at a stationary point of ⟦f⟧"
    what, named = ("", []) if is_letter else sets_to_zero(judge.note, judge.formula)
    zero = [*set_to_zero(judge.note, of_named(judge.derived, named), k, what)] if what else []
    judge.rests_on_open = bool(what) and not zero
    zero += slopes(judge, named) if judge.rests_on_open else ()
    if judge.said == "concluded" and not follows(judge, k):
        for stated in asserted_above(judge):
            is_derivative = bool(zero) and derives(stated)  # what is zero says more than the value of a derivative
            if not is_derivative and all(stated.span != x.span for x in zero):
                judge.ledger.condition(replace(stated, since=judge.formula.span[0], until=judge.run_ends))
    ends = judge.table.section(judge.formula.span[0])[1]
    for stated in zero:
        judge.ledger.condition(replace(at_new_point(judge, stated), until=ends))
    if not what and (found := stationary(judge)) is not None:
        zero_here = replace(at_new_point(judge, found.zero), span=found.zero.left.span)
        zero_here = replace(zero_here, since=judge.formula.span[0], until=judge.run_ends)
        judge.ledger.condition(zero_here)
        line = judge.note.source.place(found.zero.span[0]).said
        judge.granted[zero_here.span] = f"{unicode(zero_here.left)} = 0, the derivative of {line}"
    impose_behind(judge)


_FIXED = r"\$\s*{}\s*\$ (?:(?:is|are|be) )?(?:(?:held|kept) )?(?:fixed|given|known|constant)"


def slopes(judge: Judge, named: Sequence[Name]) -> Iterator[Stated]:
    """∂L/∂a = 0 of the last function of the section, for the letters that words name, or all if they name none."""
    start = judge.table.section(judge.formula.span[0])[0]
    said = judge.note.source.text[start : judge.formula.span[0]]
    known = [(x.span[0], left, x) for left, x in judge.ledger.definitions.items() if x.parameters]
    near = [(place, left, x) for place, left, x in known if place >= start]
    for _, left, x in sorted(near, key=lambda found: found[0])[-1:]:
        is_one = len(x.parameters) == 1
        body = x.parameters[0] if is_one else Listed(x.parameters, span=x.span)
        value = Product((left, Group(body, span=x.span)), ("",), span=x.span)
        varied = [y for y in x.parameters if not re.search(_FIXED.format(re.escape(latex(y))), said)]
        by = [y for y in x.parameters if y in named] or (() if named else varied)
        yield from (Stated(Partial(value, (y,), span=x.span), "=", Num("0"), x.span) for y in by)


def stationary(judge: Judge) -> Derived | None:
    """The last derivative of the section by the letter of which a row says what it is: t = … behind f′(t) = ….

    The row is taken to speak of the point at which it is zero, unless the note says so of another one.
    """
    match judge.formula.tree:
        case Chain((Name() as name, *sides), ("=", *_)) if judge.formula.display:
            if judge.said in ("assumed", "false") or any(name in nodes(x) for x in sides):
                return None  # a condition, or a step of an algorithm
            start, plain = judge.table.section(judge.formula.span[0])[0], replace(name, accents=(), mark="", upper=None)
            found = [x for span, derived in judge.derived.items() if span[0] >= start for x in derived]
            its = [x for x in found if key(plain) in x.variables]
            zero = {x.left for x in judge.ledger.conditions if x.right == Num("0")}
            return its[-1] if its and not zero & {x.zero.left for x in its} else None
    return None


def typed_or_retried(judge: Judge, before: Ledgered) -> RowVerdict:
    """The verdict of the current row; where its sizes do not fit, with letters of which nothing is said."""
    assert not isinstance(judge.formula.tree, Unread)
    judge.is_misfit, judge.lacks, judge.unfit = False, "", ()
    found = judged(judge, judge.formula.tree)
    if found.verdict != "unread" or not judge.is_misfit:
        return found
    after = judge.context
    judge.ledger.definitions, judge.ledger.conditions = dict(before.definitions), list(before.conditions)
    judge.context = before.context
    if (anew := retried(judge, judge.formula.tree)) is not None:
        return anew
    judge.context = after
    is_unsaid = judge.lacks or UNSAID_LETTER in found.reason
    judge.supposed = {x: (capital, by) for x, (capital, by, _) in judge.arranged.items()}
    change = mend_of_sizes(judge) if is_unsaid else None
    judge.supposed = {}
    if change is not None:
        found = judge.verdict("ill-typed", judge.lacks or found.reason)
        return changed(judge, replace(found, is_warning=True), change)
    return judge.verdict("unsupported", judge.lacks) if judge.lacks else found


def commit(judge: Judge, found: RowVerdict, before: Ledgered) -> None:
    """Keep what the current row adds to what is known; a row that fails adds nothing."""
    formula = judge.formula
    assert not isinstance(formula.tree, Unread)
    set_apart(judge, formula.tree)
    if found.verdict in ("ill-typed", "refuted", "unread"):
        judge.ledger.definitions, judge.ledger.conditions = before.definitions, before.conditions
    if found.verdict == "proved":
        judge.standing.proved.append(formula.span)
    if found.severity == "error":
        judge.false.add(formula.span)
    if found.severity:
        judge.accused.add(formula.span)
    if judge.may_restrict(found):
        judge.unused.append(formula)
    if judge.context is before.context:  # the next row does not continue the row before this one
        judge.context = Context()
    judge.context.is_broken = found.verdict == "unread"
    if is_said_beside(judge, found):
        said = [x for x in judge.context.imposed if x.sign in RELATIONS and x.letters() - judge.table.sizes]
        judge.claims += said
        judge.beside.update({formula.span} if said else ())
        judge.open.add(formula.span)
    if found.verdict == "undecided" and MAY_SAY in found.reason:
        define_entries(judge, formula.tree)
    if formula.display:
        may_hold = is_asserted(judge, found)
        judge.asserted = judge.context.imposed if may_hold else ()
        judge.claims += [replace(x, until=judge.until) for x in judge.asserted if x.sign in RELATIONS]
        is_new = bool(judge.asserted) and all(
            isinstance(x.left, Name) and x.left not in judge.ledger.definitions for x in judge.asserted
        )
        is_solved = found.verdict == "proved" and isinstance(formula.tree, Chain)  # w = λS⁻¹𝟏
        judge.carrying.update({formula.span} if is_solved else ())
        tells = (is_new and (MAY_SAY in found.reason or is_solved)) or FIRST_STEP in found.reason
        tells = tells or (may_hold and is_of_model(judge))
        judge.telling.update({formula.span} if tells else ())
        judge.open.update({formula.span} if found.verdict == "undecided" or found.is_warning else ())
        judge.used_by[formula.span] = found.using if found.verdict == "proved" else ()


def define_entries(judge: Judge, tree: Node) -> None:
    """Let b_ij = … say what the entries of a matrix B are, of which the row is not proved."""
    match tree:
        case Chain((Name() as entry, value, *_), ("=" | ":=" as sign, *_)) if two_indices(entry) is not None and key(
            bare(entry)
        ) not in letters_in(value):
            define(judge, entry, (), Stated(entry, sign, value, judge.formula.span))


_TO_SHOW = re.compile(
    r"(?<![\w-])(?:show|prove|verif|check|want|need|claim|whether|suffic|if|unless|when"
    r"|for(?: (?:each|every|all|any|some))? $)"
)
_REASON = re.compile(
    r"(?<![\w-])(?:since|because|as|using|recall|not(?:e|ice)|know[ns]?|ha[sv]e?|having|with|by)(?!\w)"
)
_IN_DOUBT = re.compile(
    r"(?<![\w-])(?:not|no|never|only|either|rarely|almost|hardly|errors?|mistakes?|wrong|false|some|others?|examples?"
    r"|contrary|does|written|denoted|would|could|lecture)(?![\w-])"
)
_GOES_ON = re.compile(r"[.,;:)]|$| (?:and|we|so|then|which|hence|it|this|that|the|gives?|yields?|⟦)")  # not "only if"
_FOLLOWS = re.compile(
    r"(?<![\w-])(?:so|hence|thus|therefore|then|consequently|follow\w*|impl\w+|conclud\w+|giv\w+)(?!\w)"
)


def unless_introducing(judge: Judge, found: RowVerdict) -> RowVerdict:
    """A verdict; what a sentence says of letters of which nothing else is said is no error: "⟦B⟧ has ⟦BᵀB = I⟧"."""
    place = place_in_sentence(judge.note, judge.formula)
    is_open = found.verdict in ("needs", "refuted") and not (judge.formula.display or found.using or found.repair)
    if place is None or not is_open:
        return found
    said = place[0].text[: place[1]]
    if not _REASON.search(said) or _FOLLOWS.search(said) or _TO_SHOW.search(said):
        return found
    return judge.verdict("undecided", "not proved, and it says what nothing else does")


_IMPLIED = re.compile(r"⟧,? (?:\w+ )?impl(?:y|ies)(?: that)? $")  # "⟦AB = I⟧ implies ⟦BA = I⟧" asserts neither


def is_said_beside(judge: Judge, found: RowVerdict) -> bool:
    """Whether a sentence asserts an equation that is not proved: "since ⟦BᵀB = I⟧", and not "we show that ⟦…⟧"."""
    match judge.formula.tree:
        case Chain((Name(), value), ("=",)):
            is_value = bool(letters_in(value)) and not (isinstance(value, Name) and is_zero(value))
            is_said = judge.said in ("", "concluded") and is_value  # not "hence x = 0"
        case Chain():
            is_said = judge.said == "concluded"
        case _:
            return False
    is_open = found.verdict == "undecided" and not judge.formula.display and judge.until is None
    place = place_in_sentence(judge.note, judge.formula) if is_open and is_said else None
    if place is None:
        return False
    sentence, start = place
    end = sentence.text.index("⟧", start) + 1
    is_asserted_here = force(sentence, start, end) in ("assumed", "claimed") and not sentence.asks
    said = sentence.text[:start]
    return (
        _IMPLIED.search(said) is None
        and is_asserted_here
        and _GOES_ON.match(sentence.text, end) is not None
        and not (_TO_SHOW.search(said) or _IN_DOUBT.search(said))
    )


def is_of_model(judge: Judge) -> bool:
    """Whether the current row gives a moment of one letter, E(ϵ | X) = 0, or a letter as a decomposition: X = UDVᵀ."""
    is_factorised = is_decomposition(judge.note, judge.formula)

    def gives(stated: Stated) -> bool:
        match stated.left:
            case (
                Moment(body=Name() | Chain(terms=(Name(), *_)))
                | Product(factors=(Name(base="E"), Group(Name() | Chain(terms=(Name(), *_), signs=("∣",)))))
            ):
                others = names_in(Stated(stated.right, "=", stated.right, stated.span))
                return len(others) <= 1
            case Name():
                return is_factorised and isinstance(stated.right, Product)
        return False

    return bool(judge.asserted) and all(map(gives, judge.asserted))


def is_asserted(judge: Judge, found: RowVerdict) -> bool:
    """Whether later rows may rest on a row: it is proved, or open without words that deny or restrict it."""
    if found.verdict == "proved":
        return True
    is_open = found.verdict == "undecided" or (found.is_warning and not found.repair)
    is_denied = judge.said in ("false", "problem") or any(x in found.reason for x in _NOT_ASSERTED)
    return is_open and not is_denied and not found.reason.startswith(FROM_FALSE)


def asserted_above(judge: Judge) -> tuple[Stated, ...]:
    """What the display above asserts: the current row says that it follows."""
    start = judge.table.section(judge.formula.span[0])[0]
    return tuple(x for x in judge.asserted if x.span[0] >= start and x.sign in RELATIONS)


def under_condition(judge: Judge, found: RowVerdict) -> RowVerdict:
    """A verdict; of what is false another one under a condition that is not read, and in a system of equations."""
    if found.verdict in ("refuted", "ill-typed", "needs") and (said := unnamed_condition(judge.note, judge.formula)):
        return judge.verdict("undecided", f"not proved, and the condition “{said}” is not read")
    if found.severity and found.verdict == "refuted" and is_to_solve(judge):
        return judge.verdict("problem", "a system of equations")
    if found.severity and found.verdict != "ill-typed" and not found.repair and is_of_system(judge):
        for stated in judge.context.imposed:
            judge.ledger.condition(replace(stated, until=judge.until))
        return judge.verdict("condition", "it restricts what it speaks of")
    return found


def is_of_system(judge: Judge) -> bool:
    """Whether a row stands in a system of equations, behind a brace."""
    note, formula = judge.note, judge.formula
    if not (formula.display and formula.fences):
        return False
    before = note.source.text[note.fences[formula.fences[0]].whole[0] : formula.span[0]].replace(" ", "")
    opened = max(before.rfind(x) for x in (r"\begin{cases}", r"\begin{dcases}", r"\{\begin{", r"\lbrace\begin{"))
    return opened >= 0 and r"\end{" not in before[opened:]


def is_to_solve(judge: Judge) -> bool:
    """Whether a row has only linear systems such as [2, 1; 2, 3][x; y] = [x; y], of which no letter has a value yet."""
    tree = judge.formula.tree
    chains = [] if isinstance(tree, Unread) else [x for x in nodes(tree) if isinstance(x, Chain)]
    return bool(chains) and all(map(_is_linear_system, chains))


def _is_linear_system(chain: Chain) -> bool:
    for side in chain.terms:
        match side:
            case Product(factors=(*before, Matrix(rows=rows))) if before and all(len(row) == 1 for row in rows):
                unknown = {x for row in rows for x in row if isinstance(x, Name)}
                if unknown and all(isinstance(x, Matrix) and not letters_in(x) for x in before):
                    return {x for term in chain.terms for x in nodes(term) if isinstance(x, Name)} <= unknown
    return False


def set_apart(judge: Judge, tree: Node) -> None:
    """Record that listed indices differ, if the sentence says so behind them: "1 ≤ i, j ≤ n, all different"."""
    if (found := place_in_sentence(judge.note, judge.formula)) is not None:
        sentence, start = found
        for first, second in distinct(sentence, sentence.text.index("⟧", start) + 1, tree):
            judge.ledger.condition(Stated(first, "≠", second, judge.formula.span, until=judge.until))


def judged(judge: Judge, tree: Node) -> RowVerdict:
    """The verdict of a formula; `unread` if the reader fails."""
    try:
        return judged_tree(judge, tree, ())
    except Unsupported as error:
        return judge.verdict("unsupported", error.what)
    except RecursionError:
        return judge.verdict("unread", "got a formula that is nested too deep")
    except Exception as error:
        return judge.verdict("unread", f"got {fault(error)}, but should be a verdict")


def retried(judge: Judge, tree: Node) -> RowVerdict | None:
    """The verdict if nothing is known of the letters; only a proof counts. None if the row has no type even so."""
    found, has_no_type = None, True
    definitions, conditions, context = judge.ledger.definitions, judge.ledger.conditions, judge.context
    has_matrices = any(isinstance(x, Transpose | Trace | Norm | Inner | Matrix) for x in nodes(tree))
    has_identity = any(isinstance(x, Name) and is_identity(x) for x in nodes(tree))  # I + xᵀPx, where I is 1×1
    symbols = (judge.table.at(x, judge.formula.span[0]) for x in nodes(tree) if isinstance(x, Name))
    has_numbers = any(map(is_of_numbers, symbols))  # y beside the numbers y_1, …, y_n
    kinds = (
        *(["entries"] if has_numbers else []),
        *("", "column", *(["unit"] if has_identity else [])),
        *("response" if has_matrices else "number", "blamed"),
    )
    for kind in kinds:
        judge.ledger.definitions, judge.ledger.conditions, judge.context = dict(definitions), list(conditions), context
        judge.ignores_facts, judge.other_kind = True, kind
        found = judged(judge, tree)
        judge.ignores_facts = False
        if not (has_no_type := found.verdict == "unread" or UNFIT in found.reason):
            break
    if found is None or has_no_type:
        return None
    if kind == "blamed" and found.verdict in ("proved", "definition", "condition"):
        judge.ledger.definitions, judge.ledger.conditions, judge.context = definitions, conditions, context
        return judge.verdict(
            "undecided", f"read only if {', '.join(map(letter_text, sorted(judge.blamed)))} is a number"
        )
    if found.verdict in ("refuted", "ill-typed", "needs"):
        return judge.verdict("undecided", "not proved, and the sizes that the note says do not fit")
    return found


def unless_free(judge: Judge, found: RowVerdict, tree: Node) -> RowVerdict:
    """A verdict; `undecided` for a formula in a sentence that is ill-typed, but proved for letters of other sizes.

    "(AB)⁻¹ = B⁻¹A⁻¹" may be about all matrices, although a theorem before it has an m×n matrix A.
    """
    if found.verdict != "ill-typed" or judge.formula.display:
        return found
    definitions, conditions, context = judge.ledger.definitions, judge.ledger.conditions, judge.context
    judge.ledger.definitions, judge.ledger.conditions, judge.context = {}, [], Context()
    judge.ignores_facts, judge.other_kind = True, "free"
    anew = judged(judge, tree)
    judge.ignores_facts = False
    judge.ledger.definitions, judge.ledger.conditions, judge.context = definitions, conditions, context
    if anew.verdict != "proved":
        return found
    return judge.verdict("undecided", "it is true for letters of other sizes than those that the note says")


def follows(judge: Judge, k: int) -> bool:
    """Whether only space separates a row from the one before it."""
    if k == 0 or not (judge.note.formulas[k].display and judge.note.formulas[k - 1].display):
        return False
    before, here = judge.note.formulas[k - 1].fences, judge.note.formulas[k].fences
    if set(before) & set(here):
        return True
    between = judge.note.source.text[judge.note.fences[before[-1]].whole[1] : judge.note.fences[here[0]].whole[0]]
    return here[0] == before[-1] + 1 and not between.strip(" \n\t>.,;")


def is_premise_of_next(judge: Judge, k: int) -> bool:
    """Whether a row is a single relation without a row directly above, and the row below begins with an arrow."""
    tree = judge.note.formulas[k].tree
    if not isinstance(tree, Chain) or len(tree.signs) != 1 or follows(judge, k) or k + 1 == len(judge.note.formulas):
        return False
    below = judge.note.formulas[k + 1].tree
    return follows(judge, k + 1) and isinstance(below, Arrow) and isinstance(below.terms[0], Blank)


def end_of_run(judge: Judge, k: int) -> int:
    """The end of the rows that continue a row: only space separates them, and each begins with a sign.

    A premise of the row holds in these rows; a separate statement may be meant without it.
    """
    while k + 1 < len(judge.note.formulas) and follows(judge, k + 1) and goes_on(judge.note.formulas[k + 1].tree):
        k += 1
    return judge.note.formulas[k].span[1]


def judged_tree(judge: Judge, tree: Node, quantified: tuple[Node, ...]) -> RowVerdict:
    """The verdict of a statement, or of several."""
    match tree:
        case Chain(signs=(":", *_), terms=(first, *_)) if not isinstance(first, Blank):
            return judge.verdict("unsupported", "the relation :")
        case Chain():
            return chain(judge, tree, quantified)
        case Arrow():
            return arrow(judge, tree, quantified)
        case Problem():
            return problem(judge, tree, "")
        case Quantified(sign="∀", variables=variables, body=body) if not isinstance(body, Blank):
            return judged_tree(judge, body, (*quantified, variables))
        case Quantified(sign=sign):
            return judge.verdict("unsupported", f"the quantifier {sign}")
        case Sentence(parts=(*_, Words("?"))):
            return judge.verdict("problem", "a question")
        case Sentence(parts):
            return sentence(judge, parts, quantified)
        case SubjectTo(body, constraints):
            return sentence(judge, (body, Words("with"), *constraints), quantified)
        case Because(body):
            return reason(judge, body, quantified)
        case Words(text):
            return judge.verdict("unsupported", f"the words “{text.strip()}”")
    return alone(judge, tree)


def reason(judge: Judge, body: Node, quantified: tuple[Node, ...]) -> RowVerdict:
    """The verdict of a row that only gives a reason, ∵ Λᵀ = Λ: it holds in its display, which goes on from above."""
    before, judge.until = judge.context, judge.run_ends
    found = imposed_statement(judge, body, quantified)
    judge.context = replace(before)  # a new one, so that the next row continues the row above
    return found


def alone(judge: Judge, tree: Node) -> RowVerdict:
    """The verdict of an expression, which asserts nothing; the next row may continue it."""
    if judge.optimiser is not None and says_value(words_since(judge, judge.optimiser)):
        return optimum(judge, judge.optimiser, value=tree)
    judge.context = Context(head=tree, last=tree)
    if judge.formula.display:
        return typed(judge, lambda t: t.expression(tree), "an expression, which asserts nothing", "problem")
    return judge.verdict("problem", "an expression, which asserts nothing")


def sentence(judge: Judge, parts: tuple[Node, ...], quantified: tuple[Node, ...]) -> RowVerdict:
    """Several statements; those after "where" or "with" are imposed first."""
    if (title := titled(judge, parts, quantified)) is not None:
        return title
    parts = (parts[0], *(bounded(judge, without_brackets(x)) for x in parts[1:]))
    if (k := words_behind(parts)) is not None:
        return around_words(judge, parts, quantified) or with_remark(judge, parts[:k], parts[k:], quantified)
    main, imposed, assuming, strange, here = list[Node](), list[Node](), False, "", judge.until
    ranges = tuple(x for x in parts if is_range_of_all(x))
    if ranges and not isinstance(parts[0], Words) and len(ranges) < len(parts):
        parts, quantified = tuple(x for x in parts if x not in ranges), (*quantified, *ranges)
    for part in parts:
        if isinstance(part, Words):
            said = part.text.strip(" ,:.~").lower()
            if any(said.startswith(word) or said.endswith(word) for word in ASSUMING):
                assuming = True
                if any(said.startswith(word) or said.endswith(word) for word in _FOR_ONE_FORMULA):
                    judge.until = judge.formula.span[1]
            elif not connects(part):
                strange = strange or part.text
        else:
            given = part.body if isinstance(part, Because) else part
            # a reason is for what it stands beside, and for what goes on from it
            judge.until = judge.run_ends if given is not part else judge.until
            (imposed if assuming or given is not part else main).append(given)
    if strange:
        judge.context = Context()
        return judge.verdict("unsupported", f"the words “{strange.strip()}”")
    defining = [x for k, x in enumerate(main) if k and defines_here(judge, x, main[:k])]
    main, imposed = [x for x in main if x not in defining], [*imposed, *defining]
    if judge.optimiser is not None and says_exactly(words_since(judge, judge.optimiser)):
        return optimum(judge, judge.optimiser, exactly=[x for x in main if isinstance(x, Chain)])
    found: list[RowVerdict] = []
    restricting = [imposed_statement(judge, part, quantified) for part in imposed]
    judge.until = judge.run_ends  # i ≠ j beside a statement is for it and for what goes on from it
    restricting += [imposed_statement(judge, part, quantified) for part in main[1:] if is_of_indices(part)]
    main = main[:1] + [part for part in main[1:] if not is_of_indices(part)]
    judge.until = here
    before = judge.context
    is_part, judge.is_part = judge.is_part, judge.is_part or len(main) > 1
    for part in main:
        judge.context, before = before, Context()
        (restricting if is_restriction(part) else found).append(judged_tree(judge, part, quantified))
    judge.is_part = is_part
    found += [x for x in restricting if x.verdict not in ("condition", "definition") or not found]
    return (
        worst(found, [x for x in found if x.verdict != "definition"] or found)
        if found
        else judge.verdict("problem", "words")
    )


def bounded(judge: Judge, part: Node) -> Node:
    """The range of an index that does not run over all members of a family as a bound; else the part as it is."""
    bound = with_bound(part)
    is_whole = is_range_of_all(part) and not any(
        key(x) == n for x in nodes(part) if isinstance(x, Name) for n, _ in judge.table.parts
    )
    return part if bound is None or is_whole else bound


def defines_here(judge: Judge, part: Node, before: Sequence[Node]) -> bool:
    """Whether a part of a row says what a letter of the parts before it is: tr(ZΣ), Z = VᵀU."""
    match part:
        case Chain((Name() as name, value), ("=" | ":=",)):
            is_first = judge.standing.first.get(key(name), 0) >= judge.formula.span[0]
            is_used = any(key(name) in letters_in(x) for x in before)
            return is_first and is_used and name not in judge.ledger.definitions and key(name) not in letters_in(value)
    return False


def around_words(judge: Judge, parts: Sequence[Node], quantified: tuple[Node, ...]) -> RowVerdict | None:
    """The verdict of a chain that goes on behind words in brackets, f (by symmetry) = g; None if none does."""
    match parts:
        case (first, Words() as words, Chain(terms=(Blank(), *others), signs=signs) as chain, *more):
            if _IN_BRACKETS.fullmatch(said([words])) is None:  # in 2 MSE = … they are a factor
                return judge.verdict("unsupported", f"the words “{said([words])}”")
            terms, before = (first.terms, first.signs) if isinstance(first, Chain) else ((first,), ())
            span = (first.span[0], chain.span[1])
            whole = replace(chain, terms=(*terms, *others), signs=(*before, *signs), span=span)
            return with_remark(judge, [whole], (words, *more), quantified)
    return None


def with_remark(
    judge: Judge, stated: Sequence[Node], remark: Sequence[Node], quantified: tuple[Node, ...]
) -> RowVerdict:
    """The verdict of statements with words behind them; only a proof counts, and none if they may restrict it."""
    definitions, conditions, context = dict(judge.ledger.definitions), list(judge.ledger.conditions), judge.context
    found = sentence(judge, tuple(stated), quantified) if len(stated) > 1 else judged_tree(judge, stated[0], quantified)
    if found.verdict != "proved":
        judge.ledger.definitions, judge.ledger.conditions, judge.context = definitions, conditions, context
    if found.severity and restricts(remark):
        return judge.verdict("undecided", f"not proved, and the words “{said(remark)}” may restrict it")
    return beside(judge, found, remark)


def beside(judge: Judge, found: RowVerdict, remark: Sequence[Node | Unread]) -> RowVerdict:
    """A verdict where a remark stands beside a row, or an earlier row that it continues.

    Words that are no step keep what is found against the row a warning; words that deny the row undo a proof.
    """
    by = f"the words “{said(remark)}”" if said(remark) else "what stands"
    if found.severity == "error" and (restricts(remark) or names(remark, found.needs)):
        return replace(found, is_warning=True, reason=f"{found.reason}; {by} beside it may restrict it")
    if found.verdict == "proved" and denies(remark):
        return judge.verdict("undecided", f"{by} beside it may restrict it")
    return found


def titled(judge: Judge, parts: tuple[Node, ...], quantified: tuple[Node, ...]) -> RowVerdict | None:
    """The verdict of statements with words that name or explain them; None if there are none."""

    def rest(stated: Sequence[Node]) -> RowVerdict:
        return (
            sentence(judge, tuple(stated), quantified) if len(stated) > 1 else judged_tree(judge, stated[0], quantified)
        )

    match parts:
        case (Words(said), Chain((Blank(), *others), ("=" | ":=", *_)) as chain) if is_name_of_words(said):
            name = Name(said.strip(), span=parts[0].span, how="text")
            return judged_tree(judge, replace(chain, terms=(name, *others)), quantified)
        case (Words(said), Chain((Blank(), *others), (":", *signs)) as chain, *more) if _names(said):
            return rest((replace(chain, terms=tuple(others), signs=tuple(signs)) if signs else others[0], *more))
        case (Words(said) as words, *stated) if stated and (_names(said) or LABEL.fullmatch(said.strip())):
            return None if takes_argument(judge.note.source.text, words) else rest(stated)
        case (*stated, Words(said)) if stated and said.isascii() and _is_aside(said):
            return rest(stated)
    return None


def takes_argument(text: str, words: Words) -> bool:
    """Whether words stand right before a number or a bracket, and may be a name with an index or argument: score(2)."""
    return not words.text.endswith((" ", ":")) and _ARGUMENT.match(text, words.span[1]) is not None


def imposed_statement(judge: Judge, part: Node, quantified: tuple[Node, ...]) -> RowVerdict:
    """A statement that the note imposes."""
    before, judge.said = judge.said, "assumed"
    context, judge.context = judge.context, Context()
    out = judged_tree(judge, part, quantified)
    judge.said, judge.context = before, context
    return out


def _names(words: str) -> bool:
    """Whether words before a statement, with a colon, only name it."""
    said = words.strip().removesuffix(":")
    return re.fullmatch(r"[A-Za-z ]+", said) is not None and not is_restricting(said)


def _is_aside(words: str) -> bool:
    """Whether words in brackets behind a statement neither deny nor restrict it."""
    return re.fullmatch(r"\([^()]*\)", words.strip()) is not None and not is_restricting(words)


def arrow(judge: Judge, arrow: Arrow, quantified: tuple[Node, ...]) -> RowVerdict:
    """Statements with ⇒ or ⇔ between them: a premise, and conclusions, each from the previous statement."""
    terms, signs = arrow.terms, arrow.signs
    if "⇐" in signs:
        if any(isinstance(term, Blank | Words) for term in terms) or {*signs} != {"⇐"}:
            return judge.verdict("unsupported", "an arrow from right to left beside others")
        terms, signs = terms[::-1], ("⇒",) * len(signs)
    found: list[RowVerdict] = []
    for k, term in enumerate(terms):
        sign = signs[k - 1] if k else ""
        if isinstance(term, Blank):
            continue
        if isinstance(term, Problem):
            found.append(problem(judge, term, sign))
            continue
        if sign and not isinstance(term, Words):
            impose(judge, judge.context.imposed)
        if isinstance(term, Sentence) and sign == "⇔" and len(term.parts) > 1:
            found.append(judge.verdict("unsupported", "an equivalence with several statements"))
            judge.context = Context()
            continue
        if isinstance(term, Words):
            judge.is_from_words = True
            continue
        found += concluding(judge, term, sign, quantified) if k else [premise(judge, term, quantified)]
        if not k and found[0].verdict in ("unsupported", "unread", "ill-typed"):
            break  # what follows from it cannot be judged
    judge.is_from_words = False
    return (
        worst(found, [x for x in found if x.verdict != "condition"] or found)
        if found
        else judge.verdict("problem", "words, and no formula")
    )


def concluding(judge: Judge, term: Node, sign: str, quantified: tuple[Node, ...]) -> list[RowVerdict]:
    """The verdicts of the conclusions after an arrow."""
    judge.concluded = before = judge.context.imposed
    try:
        found = [judged_tree(judge, term, quantified)]
    finally:
        judge.concluded = ()
    if sign == "⇔" and found[0].verdict == "proved":
        found += converse(judge, before, judge.context.imposed)
    return found


def premise(judge: Judge, term: Node, quantified: tuple[Node, ...]) -> RowVerdict:
    """The verdict of a premise: unless it is proved, it holds only in its implication."""
    judge.is_premise = True
    try:
        return judged_tree(judge, term, quantified)
    finally:
        judge.is_premise = False


def converse(judge: Judge, conclusions: tuple[Stated, ...], premises: tuple[Stated, ...]) -> Iterator[RowVerdict]:
    """The verdicts of the statement before ⇔, from the statements after it."""
    for stated in conclusions:
        typing = new_typing(judge)
        try:
            relation = related(judge, typing, stated)
            extra = [(related(judge, typing, x), x.span) for x in premises]
        except (Untyped, Unsupported, Misfit) as error:
            yield failed(judge, typing, error)
            continue
        own = [x for x in judge.ledger.conditions if x.until == judge.run_ends]
        case = Case(typing, relation_of(relation), extra=[*conditions_for(judge, typing, stated, without=own), *extra])
        settled = settle(judge, case)
        if not isinstance(settled, RowVerdict) and settled.result.verdict == "undecided":
            settled = settle(judge, case, conditions=True)
        if settled is None:
            found = unproved(judge, case, typing, relation, stated)
            yield replace(found, reason=f"from right to left: {found.reason}", repair="", edit=None)
        else:
            yield settled if isinstance(settled, RowVerdict) else proved(judge, typing, settled)


def impose_behind(judge: Judge) -> None:
    """Impose the conditions that follow in the sentence on the row."""
    start, end = judge.formula.span
    behind = [f for f in judge.note.formulas if end <= f.span[0] < judge.run_ends and isinstance(f.tree, Because)]
    for formula in (*conditions_behind(judge.note, judge.formula), *behind):
        tree = formula.tree.body if isinstance(formula.tree, Because) else formula.tree
        for part in tree.parts if isinstance(tree, Sentence) else (tree,):
            part = part if isinstance(part, Unread) else with_bound(part) or part
            if isinstance(part, Chain) and not any(isinstance(x, Blank | Dots) for x in part.terms):
                for k, sign in enumerate(part.signs):
                    if sign in RELATIONS and sign != ":=":
                        sides = part.terms[k], part.terms[k + 1]
                        judge.ledger.condition(Stated(sides[0], sign, sides[1], formula.span, since=start, until=end))


def impose(judge: Judge, imposed: tuple[Stated, ...]) -> None:
    """Let statements hold to the end of the directly adjacent rows."""
    for stated in imposed:
        if stated not in judge.ledger.conditions:
            judge.ledger.condition(replace(stated, until=judge.run_ends))
