"""What judging a statement needs: its typing, proofs from what holds there, refutations where its letters are free."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

from pcaproofs.notes.blocks import Formula, Note
from pcaproofs.notes.evidence import Symbol
from pcaproofs.notes.facts import Cue, HasKind, HasShape, IsFamily, Satisfies
from pcaproofs.notes.grammar import Unread
from pcaproofs.notes.ledger import Ledger, Stated, indices_in, letters_in, names_in
from pcaproofs.notes.looks import INDICES, bare, family_listed, index_of, key
from pcaproofs.notes.members import free_indices, is_restricted
from pcaproofs.notes.optima import Optimiser
from pcaproofs.notes.proving import UNTRIED, Case, Settled, reading
from pcaproofs.notes.repairs import repairs
from pcaproofs.notes.shaping import SCALAR, Misfit
from pcaproofs.notes.source import Span
from pcaproofs.notes.standing import Standing
from pcaproofs.notes.statements import Statements
from pcaproofs.notes.supposed_sizes import may_restrict_sizes, suppose_sizes
from pcaproofs.notes.surface import (
    Blank,
    Chain,
    Gradient,
    Listed,
    Name,
    Node,
    Num,
    Partial,
    Power,
    Problem,
    Product,
    nodes,
)
from pcaproofs.notes.table import Table
from pcaproofs.notes.terms import Relation, Unsupported, Untyped, letters_of, terms
from pcaproofs.notes.uses import two_indices
from pcaproofs.notes.verdicts import RowVerdict

_LET = re.compile(r"(?<![\w-])(?:[Ll]et|[Ww]here|[Ww]ith|[Gg]iven|[Tt]ake|[Pp]ut)(?: now)?[ \n:,$]*$")


@dataclass
class Context:
    """What a row can go on from: the row before it in the same chain."""

    head: Node | None = None  # the first term of the chain
    last: Node | None = None  # its last term
    problem: Problem | None = None
    imposed: tuple[Stated, ...] = ()
    is_broken: bool = False  # the row before was not read


class Proofs:
    """Proves and refutes the statements of one note; since: where the theorem begins that is judged."""

    def __init__(self, note: Note, table: Table, cue: Callable[[Note, Formula], Cue] | None = None, since: int = 0):
        self.note, self.table, self.ledger = note, table, Ledger(moments=table.moments)
        self.cue = cue or (lambda note, formula: "")
        self.mentions = _mentions(note, since, table.arrays)
        self.first = {found: places[0] for found, places in self.mentions.items()}
        self.standing = Standing(note, table)
        self.formula: Formula = note.formulas[0] if note.formulas else Formula(True, (0, 0), Blank())
        self.context = Context()
        self.said: Cue = ""
        self.constraints: set[Node] = set()
        self.derivatives: set[Node] = set()
        self.found: dict[str, Stated] = {}  # the last gradient and the last derivative that the note has found
        self.derived: dict[Span, list[Stated]] = {}  # the derivatives that each row has found
        self.is_from_words = False  # whether the premise of an implication is said in words
        self.is_premise = False  # whether the statement that is judged is the premise of an implication
        self.concluded: tuple[Stated, ...] = ()  # the premises of the conclusion that is judged
        self.is_followed = False  # whether the row below draws a conclusion from it
        self.until: int | None = None  # where a hypothesis of the row that is judged ends
        self.run_ends = 0  # where the rows end that stand directly below each other
        self.unused: list[Formula] = []  # what may restrict letters and is not used
        self.parameters: frozenset[str] = frozenset()  # of the function with which the chain that is judged begins
        self.false: set[Span] = set()  # the rows that are false
        self.optimiser: Optimiser | None = None  # the last statement that a point is optimal
        self.is_statement = False  # whether the rows are those of one theorem
        self.is_understood = False  # whether all words of the theorem are

    def verdict(self, verdict: str, reason: str = "") -> RowVerdict:
        """A verdict of the row that is judged."""
        return RowVerdict(self.formula, verdict, reason)

    def typing(self) -> Statements:
        """The typing of a new statement."""
        typing = Statements(self.table, self.formula.span[0], self.note.source.text)
        here = self.formula.span[0]
        typing.definitions = {left: x for left, x in self.ledger.definitions.items() if x.holds(here)}
        typing.is_at_point = self.is_statement and self.formula.display
        suppose_sizes(typing, self.ledger.conditions, self.table.sizes)
        return typing

    def typed(self, read: Callable[[Statements], object], reason: str, verdict: str) -> RowVerdict:
        """A verdict for what only has to be typed."""
        typing = self.typing()
        try:
            read(typing)
        except (Untyped, Unsupported, Misfit) as error:
            return self.failed(typing, error)
        return self.verdict(verdict, reason)

    def failed(self, typing: Statements, error: Exception) -> RowVerdict:
        """The verdict of what could not be typed."""
        if isinstance(error, Unsupported):
            return self.verdict("unsupported", error.what)
        if isinstance(error, Misfit):
            open_letters = [x for x in sorted(error.blamed) if not self.is_pinned(typing, x)]
            if not self.formula.display and self.said != "concluded":
                return self.verdict("unread", f"{error.says}; and the sentence does not say that it holds")
            if self.may_restrict_sizes():
                return self.verdict("unread", f"{error.says}; but the note says something of sizes before it")
            if open_letters:
                return self.verdict("unread", f"{error.says}; but the note does not say what {open_letters[0]} is")
            return self.verdict("ill-typed", error.says)
        return self.verdict("unread", str(error))

    def may_restrict_sizes(self) -> bool:
        """Whether the section has said something of sizes that may still hold, and is not used."""
        here = self.formula.span[0]
        since = max((start for start, _ in self.table.sections if start <= here), default=0)
        return may_restrict_sizes(self.ledger.conditions, self.table.sizes, since, here)

    def is_pinned(self, typing: Statements, found: str) -> bool:
        """Whether the note itself says what a letter is."""
        symbol = typing.used.get(found)
        if found in typing.projectors:
            return self.table.has_projections
        if symbol is None:
            return found in self.table.sizes
        return symbol.is_pinned and self.table.is_firm(symbol, self.formula.span[0])

    def is_restricted(self, case: Case, stated: Stated) -> bool:
        """Whether an earlier condition speaks of a letter of a statement that is tried without it."""
        if self.is_statement:
            here = self.formula.span[0]
            holding = [x for x in self.ledger.conditions if x.holds(here) and not self.is_range(x)]
            return {x.span for x in holding} != {span for _, span in case.extra}
        tried = {span for _, span in case.extra}
        letters = self.ledger.reached(stated.letters())
        letters = letters.union(*(x.letters() for x in self.ledger.conditions if x.span in tried))
        said = [f for symbol in case.typing.used.values() for f in symbol.facts if isinstance(f, Satisfies)]
        letters = letters.union(*(letters_in(x) for f in said for x in f.others)) - self.table.sizes
        return any(self.speaks_of(x, letters) for x in self.unused) or any(
            x.span not in tried and self.ledger.reached(x.letters()) & letters for x in self.ledger.conditions
        )

    def may_restrict(self, found: RowVerdict) -> bool:
        """Whether a formula that is not used may restrict letters: a problem, or no claim that is not understood."""
        if isinstance(self.formula.tree, Problem):
            return True
        if self.formula.display:
            return found.verdict in ("unread", "unsupported") and self.said in ("assumed", "problem")
        return found.verdict in ("unread", "unsupported", "undecided") and self.said not in ("concluded", "false")

    def speaks_of(self, formula: Formula, letters: frozenset[str]) -> bool:
        """Whether a formula has one of the letters, which is the same one still; of a problem the variables count."""
        start, end = formula.span
        match formula.tree:
            case Unread():
                shown = self.note.source.text[start:end]
                found = {x for x in letters if x.rpartition(" ")[2].lstrip("\\")[:1] in shown}
            case Problem(variables=variables, constraints=constraints):
                named = (variables, *constraints) if variables is not None else constraints
                found = {key(x) for node in named for x in nodes(node) if isinstance(x, Name)} & letters
            case tree:
                found = {key(x) for x in nodes(tree) if isinstance(x, Name)} & letters
        return any(not self.table.is_other(x, start, self.formula.span[0]) for x in found)

    def is_free(self, typing: Statements, found: str) -> bool:
        """Whether the note leaves a letter free, so that what is said of it is said of all its values."""
        symbol = typing.used.get(found)
        if found in typing.projectors:
            return self.table.has_projections
        if symbol is None:
            return True
        if any(isinstance(f, Satisfies) and f.hypothesis in UNTRIED for f in symbol.facts):
            return False
        if self.is_understood and symbol.kind != "random column" and is_declared_by_formula(symbol):
            return True
        here = self.formula.span[0]
        if not self.standing.is_free(symbol, here) or self.table.is_vague(key(symbol.name), here):
            return False
        said = any(isinstance(f, HasShape | HasKind) for f in symbol.facts) and symbol.kind != "random column"
        return not said or self.table.is_firm(symbol, self.formula.span[0])

    def is_range(self, condition: Stated) -> bool:
        """Whether a condition says only in what range an index is: 1 ≤ i, i ≤ n."""
        sides = [x for x in condition.sides if not isinstance(x, Num)]
        plain = all(isinstance(x, Name) and x == Name(x.base) for x in sides)
        keys = {key(x) for x in sides} - self.table.sizes
        indices = all(x in INDICES and not self.is_number(x) for x in keys)
        return condition.sign in ("≤", "<", "≥", ">") and plain and bool(keys) and indices

    def is_number(self, found: str) -> bool:
        """Whether a formula declares a letter, such as k ∈ ℝ, so that it is no index."""
        return any(isinstance(f, HasShape) and f.strength == "declared" for f in self.table.facts.get(found, ()))

    def is_let(self) -> bool:
        """Whether "let", "where", "with" or the like stands right before the formula."""
        return self.said == "assumed" and _LET.search(self.note.source.text[: self.formula.span[0]][-24:]) is not None

    def is_said_to_be(self, name: Name) -> bool:
        """Whether a sentence or a declaration says anything of a letter."""
        here = self.formula.span[0]
        facts = self.table.at(name, here).facts
        said = any(isinstance(f, HasShape | HasKind | Satisfies | IsFamily) for f in facts)
        return said or self.standing.is_described(name, here)

    def is_declared_free(self, name: Name) -> bool:
        """Whether the note declares a letter, or the family of which it is a member, and leaves it free."""
        if key(name) in self.table.sizes:
            return True
        symbols = [self.table.at(x, self.formula.span[0]) for x in (name, bare(name))]
        return any(symbol.facts and self.standing.is_free(symbol, self.formula.span[0]) for symbol in symbols)

    def is_array(self, name: Name) -> bool:
        """Whether a name is a coefficient with two running indices, so that an equation defines all of them."""
        both = two_indices(name)
        if both is None or key(bare(name)) not in self.table.arrays or both[0] == both[1]:
            return False
        return all(isinstance(x, Name) and key(x) not in self.table.sizes for x in both)

    def is_indexed(self, name: Name) -> bool:
        """Whether a name is a member of a family, so that an equation defines all of them."""
        index = index_of(name)
        if not isinstance(index, Name) or key(index) in self.table.sizes:
            return False
        return self.table.at(bare(name), self.formula.span[0]).is_family

    def related(self, typing: Statements, stated: Stated) -> Relation:
        """A statement as a typed relation. Raises Untyped, Unsupported, Misfit."""
        with ExitStack() as stack:
            if stated.quantified is not None:
                typing.quantify(stack, stated.quantified)
            return typing.relation(stated.left, stated.sign, stated.right, stated.span)

    def settle(self, case: Case, *, conditions: bool = False) -> Any:
        """What became of a case; what the language lacks is a verdict."""
        try:
            return case.settle_with_conditions() if conditions else case.settle()
        except Unsupported as error:
            return self.verdict("unsupported", error.what)
        except (TypeError, ValueError, NotImplementedError) as error:  # SymPy's, of what it cannot put together
            return self.verdict("unsupported", " ".join(str(error).split()))

    def proved(self, typing: Statements, settled: Settled) -> RowVerdict:
        """The kernel's verdict with what was used; what follows only from a false row is undecided."""
        result = settled.result
        if self.said == "false":
            return self.verdict("undecided", "proved as it is read, but the words beside it say that it is false")
        if (false := min(self.false.intersection(settled.used), default=None)) is not None:
            return self.verdict(
                "undecided", f"it follows from line {self.note.source.place(false[0]).line}, which is false"
            )
        uses = tuple(sorted({*typing.defined_by, *settled.used}))
        here = self.note.place(self.formula)
        found = [self.note.source.place(span[0]) for span in uses]
        places = sorted({place.line for place in found if (place.line, place.cell) != (here.line, here.cell)})
        reason = "all dimensions"
        if places:
            reason += f", by line{'s' if len(places) > 1 else ''} {', '.join(map(str, places))}"
        return RowVerdict(
            self.formula,
            "proved",
            reason,
            reading(result, typing.defaults),
            uses=uses,
            certificate=result,
        )

    def extra(self, typing: Statements, stated: Stated, without: Sequence[Stated] = ()) -> list[tuple[Relation, Span]]:
        """The earlier conditions that speak of the letters of a statement, typed with it."""
        out, defined_by = [], dict(typing.defined_by)
        for condition in self.ledger.about(stated, self.formula.span[0]):
            here, is_renewed = self.formula.span[0], self.table.is_renewed
            if self.table.is_over(condition.span[0], here):
                continue
            letters = self.ledger.reached(condition.letters())
            indices = indices_in(condition)
            letters -= indices
            if condition in without or self.is_range(condition):
                continue
            if any(is_renewed(x, condition.span[0], here) for x in letters):
                continue
            at_point = _derives(condition) and (stated.right == Num("0") or not _derives(stated))
            if condition.letters() & (self.parameters if at_point else typing.varied):
                continue
            try:
                with typing.sizes.attempt():
                    whole = typing.orthonormal(condition)
                    relation = whole or self.of_all(self.related(typing, condition), condition)
            except (Untyped, Unsupported, Misfit):
                continue
            if whole is None and not relation.of_all and any(is_renewed(x, condition.span[0], here) for x in indices):
                continue
            out.append((relation, condition.span))
        typing.defined_by = defined_by  # a condition that is used stands for the definitions in it
        return out

    def of_all(self, relation: Relation, condition: Stated) -> Relation:
        """A condition that holds for every value of its free indices; one with indices that words restrict stays."""
        found = free_indices(relation)
        if relation.sign != "=" or not found or set(found) & {x.partition(" ")[0] for x in self.table.sizes}:
            return relation
        lengths = {x: str(n) for x, n in found.items()}
        text = self.note.source.text
        if condition.until is not None or is_restricted(text, condition.span, list(found), lengths):
            return relation
        return replace(relation, of_all=tuple(found.items()))

    def opened(self, stated: Stated, typing: Statements) -> tuple[Node, ...]:
        """The sides of a relation, and what the names in it stand for."""
        bodies = (x.body for x in self.ledger.definitions.values() if x.span in typing.defined_by)
        return (*stated.sides, *bodies)

    def repair(self, stated: Stated) -> tuple[Node, Node] | None:
        """A change of one symbol with which a relation is proved: what is changed, and into what."""
        sizes = [x for x in sorted(self.table.sizes) if len(x) == 1]
        for old, new, changed in repairs(stated, sizes):
            typing = self.typing()
            try:
                settled = Case(typing, relation_of(self.related(typing, changed))).settle()
            except (Untyped, Unsupported, Misfit, TypeError, ValueError, NotImplementedError):
                continue
            if settled.result.verdict == "proved":
                return old, new
        return None

    def unproved(
        self, case: Case, typing: Statements, relation: Relation | frozenset[str], stated: Stated
    ) -> RowVerdict:
        """A refutation where every letter is pinned, else undecided; relation: or the letters of what is judged."""
        if self.is_from_words:
            return self.verdict("undecided", "not proved, and it follows from words")
        if not self.formula.display and self.said not in ("concluded", "false"):
            return self.verdict("undecided", "not proved, and the sentence does not say that it holds")
        names = names_in(stated).keys()
        if names and names <= self.table.sizes:  # what is said of matrices may restrict their sizes
            return self.verdict("undecided", "not proved, and it is about sizes alone")
        letters = letters_of(relation) if isinstance(relation, Relation) else relation - typing.varied
        open_letters = [x for x in sorted(letters) if not self.is_free(typing, x)]
        if open_letters:
            what = open_letters[0].removeprefix("family ")
            return self.verdict("undecided", f"not proved, and {what} may be more than the note says in formulas")
        if self.is_restricted(case, stated) or self.may_restrict_sizes():
            return self.verdict("undecided", "not proved, and the note restricts its letters in a way that is not read")
        if any(isinstance(x, Num) and "." in x.text for side in self.opened(stated, typing) for x in nodes(side)):
            return self.verdict("undecided", "not proved, and its decimals may be rounded")
        if isinstance(relation, Relation) and is_instance(relation):
            return self.verdict("undecided", "not proved, and it may say what its letters are")
        result = case.attack()
        read = reading(result, typing.defaults)
        if result.verdict == "refuted" and result.needs:
            reason = f"holds if {' or if '.join(result.needs)}, which the note does not say"
            return RowVerdict(self.formula, "needs", reason, read, result.needs, result.counterexample)
        if result.verdict == "refuted" and result.counterexample is not None:
            found = RowVerdict(
                self.formula, "refuted", result.counterexample.text(), read, counterexample=result.counterexample
            )
            if stated.sign == "∈" or (change := self.repair(stated)) is None:
                return found
            old, new = change
            repair = f"with {key(new)} in place of {key(old)} it is proved"
            return replace(found, reason=f"{found.reason}; {repair}", repair=repair, edit=(old.span, key(new)))
        return RowVerdict(self.formula, "undecided", "neither proved nor refuted", read)


def is_instance(relation: Relation) -> bool:
    """Whether a matrix with given entries is said to be equal to what has other matrices, or to letters."""
    sides = [list(terms(x)) for x in (relation.left, relation.right)]
    found = [x for side in sides for x in side]
    if not any(x.op in ("cells", "unit") for x in found):
        return False
    letters = [[x for x in side if x.op == "letter"] for side in sides]
    return any(x.shape != SCALAR for side in letters for x in side) or (any(letters) and not all(letters))


def _derives(stated: Stated) -> bool:
    """Whether a relation has a derivative on a side."""
    return any(isinstance(x, Gradient | Partial) for side in stated.sides for x in nodes(side))


def is_declared_by_formula(symbol: Symbol) -> bool:
    """Whether a formula says of what shape a letter is: X ∈ ℝ^{n×p}."""
    return any(isinstance(f, HasShape) and f.strength == "declared" for f in symbol.facts)


def relation_of(relation: Relation) -> Callable[[Any], Any]:
    """What builds a relation, as the conclusion of a case."""
    return lambda b: b.relation(relation)


def _mentions(note: Note, since: int, arrays: frozenset[str]) -> dict[str, list[int]]:
    """Where each name is used in a formula that says more than the name, in order; those from `since` on come first."""
    out: dict[str, list[int]] = {}
    for formula in sorted(note.formulas, key=lambda x: (x.span[0] < since, x.span)):
        tree = formula.tree
        if isinstance(tree, Unread | Name) or family_listed(tree) is not None:
            continue
        if isinstance(tree, Listed) and all(isinstance(x, Name) for x in tree.items):
            continue
        if isinstance(tree, Chain) and tree.signs[0] == "∈":
            continue
        if not formula.display and not any(isinstance(x, Chain | Problem) for x in nodes(tree)):
            continue
        for node in nodes(tree):
            if isinstance(node, Name | Power):
                out.setdefault(key(node), []).append(formula.span[0])
                if isinstance(node, Name) and (
                    key(bare(node)) in arrays or not isinstance(node.subscript, Product | Listed)
                ):
                    out.setdefault(key(bare(node)), []).append(formula.span[0])
    return out
