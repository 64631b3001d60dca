"""Judging a note row by row, in order: chains, problems, implications, definitions, conditions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

from pcaproofs.notes.binding import index_names
from pcaproofs.notes.blocks import Formula, Note
from pcaproofs.notes.cues import conditions_behind, hypothesis_ends, is_decomposition, sets_to_zero
from pcaproofs.notes.declared import space_of
from pcaproofs.notes.facts import Cue, HasKind, HasShape, IsFamily, Satisfies
from pcaproofs.notes.grammar import Unread
from pcaproofs.notes.ledger import Ledger, Stated, differences, letters_in
from pcaproofs.notes.looks import INDICES, bare, family_listed, index_of, is_identity, is_kronecker, is_ones, key
from pcaproofs.notes.naming import Definition
from pcaproofs.notes.optima import Optimiser, optimiser, says_exactly, says_value
from pcaproofs.notes.optima import case as optimum_case
from pcaproofs.notes.proving import PATIENT, UNTRIED, Case, Settled, provable, reading
from pcaproofs.notes.repairs import repairs
from pcaproofs.notes.shaping import Misfit
from pcaproofs.notes.source import Span
from pcaproofs.notes.standing import Standing, alone
from pcaproofs.notes.statements import RELATIONS, Statements
from pcaproofs.notes.surface import (
    Arrow,
    Because,
    Big,
    Blank,
    Chain,
    Dots,
    Gradient,
    Group,
    Listed,
    Matrix,
    Name,
    Node,
    Num,
    Partial,
    Power,
    Problem,
    Product,
    Quantified,
    Sentence,
    SubjectTo,
    Transpose,
    Words,
    children,
    nodes,
)
from pcaproofs.notes.table import Symbol, Table
from pcaproofs.notes.terms import Optimisation, Relation, Unsupported, Untyped, letters_of
from pcaproofs.notes.verdicts import RowVerdict, worst

FAULT = "the reader failed"
NEAR = 800  # characters from the use of a letter to its definition behind it
_BEHIND = re.compile(r"\b(?:[Ww]here|[Hh]ere|[Ww]ith)\b[ ,:\n$]*$")
_LET = re.compile(r"(?<![\w-])(?:[Ll]et|[Ww]here|[Ww]ith|[Gg]iven|[Tt]ake|[Pp]ut)(?: now)?[ \n:,$]*$")
_ASSUMING = ("where", "with", "if", "for", "given", "such that", "when", "subject to", "whenever", "let")


_DERIVATIVES: tuple[tuple[str, Any], ...] = (("gradient", Gradient), ("derivative", Gradient | Partial))
_FOR_ONE_FORMULA = ("if", "for", "when", "whenever")


@dataclass
class Context:
    """What a row can go on from: the row before it in the same chain."""

    head: Node | None = None  # the first term of the chain
    last: Node | None = None  # its last term
    problem: Problem | None = None
    imposed: tuple[Stated, ...] = ()
    is_broken: bool = False  # the row before was not read


class Judge:
    """Judges the formulas of one note; since: where the theorem begins that is judged, which has its own letters."""

    def __init__(self, note: Note, table: Table, cue: Callable[[Note, Formula], Cue] | None = None, since: int = 0):
        self.note, self.table, self.ledger = note, table, Ledger(moments=table.moments)
        self.cue = cue or (lambda note, formula: "")
        self.mentions = _mentions(note, since)
        self.first = {found: places[0] for found, places in self.mentions.items()}
        self.standing = Standing(note, table)
        self.formula: Formula = note.formulas[0] if note.formulas else Formula(True, (0, 0), Blank())
        self.context = Context()
        self.said: Cue = ""
        self.constraints: set[Node] = set()
        self.derivatives: set[Node] = set()
        self.found: dict[str, Stated] = {}  # the last gradient and the last derivative that the note has found
        self.is_from_words = False  # whether the premise of an implication is said in words
        self.is_premise = False  # whether the statement that is judged is the premise of an implication
        self.concluded: tuple[Stated, ...] = ()  # the premises of the conclusion that is judged
        self.is_followed = False  # whether the row below draws a conclusion from it
        self.until: int | None = None  # where a hypothesis of the row that is judged ends
        self.run_ends = 0  # where the rows end that stand directly below each other
        self.unused: list[Formula] = []  # what may restrict letters and is not used
        self.false: set[Span] = set()  # the rows that are false
        self.optimiser: Optimiser | None = None  # the last statement that a point is optimal
        self.is_statement = False  # whether the rows are those of one theorem
        self.is_understood = False  # whether all words of the theorem are
        self.foresee()

    def foresee(self) -> None:
        """Record the definitions that the note gives right behind their first use: "where S = …", "here S = …"."""
        for formula in self.note.formulas:
            tree = formula.tree
            if not isinstance(tree, Chain) or isinstance(tree.terms[0], Blank) or tree.signs[0] not in ("=", ":="):
                continue
            said = self.note.source.text[max(0, formula.span[0] - 24) : formula.span[0]]
            if self.cue(self.note, formula) != "defined" and not _BEHIND.search(said):
                continue
            self.formula, self.said = formula, "defined"
            name = tree.terms[0]
            if isinstance(name, Name) and formula.span[0] - self.first.get(key(name), 0) < NEAR:
                self.definition(Stated(name, tree.signs[0], tree.terms[1], formula.span))

    def run(self) -> tuple[RowVerdict, ...]:
        """The verdicts of all formulas, in order."""
        return tuple(self.row(k) for k in range(len(self.note.formulas)))

    def row(self, k: int) -> RowVerdict:
        """The verdict of a formula; definitions and conditions of a row that fails are forgotten."""
        self.formula = formula = self.note.formulas[k]
        self.until = hypothesis_ends(self.note, formula)
        self.run_ends = self.end_of_run(k)
        self.renew()
        self.is_followed = self.is_premise_of_next(k)
        if isinstance(formula.tree, Unread):
            self.context = Context(is_broken=True)
            return RowVerdict(formula, "unread", f"got {formula.tree.got}, but should be {formula.tree.expected}")
        if not self.follows(k):
            self.context = Context()
        self.said = self.cue(self.note, formula)
        if (what := sets_to_zero(self.note, formula)) in self.found:
            self.ledger.condition(self.found[what])
        self.impose_behind()
        definitions, conditions = dict(self.ledger.definitions), list(self.ledger.conditions)
        try:
            found = self.tree(formula.tree, ())
        except RecursionError:
            found = self.verdict("unread", "got a formula that is nested too deep")
        except Exception as error:  # a fault of the reader, after which the rest of the note is still checked
            found = self.verdict("unread", f"{FAULT}: {error!r}")
        if found.verdict in ("ill-typed", "refuted", "unread"):
            self.ledger.definitions, self.ledger.conditions = definitions, conditions
        if found.verdict in ("ill-typed", "refuted"):
            self.false.add(formula.span)
        if self.may_restrict(found):
            self.unused.append(formula)
        self.context.is_broken = found.verdict == "unread"
        return replace(found, formula=formula)

    def follows(self, k: int) -> bool:
        """Whether nothing but space stands between a row and the one before it."""
        if k == 0 or not (self.note.formulas[k].display and self.note.formulas[k - 1].display):
            return False
        before, here = self.note.formulas[k - 1].fences, self.note.formulas[k].fences
        if set(before) & set(here):
            return True
        between = self.note.source.text[self.note.fences[before[-1]].whole[1] : self.note.fences[here[0]].whole[0]]
        return here[0] == before[-1] + 1 and not between.strip(" \n\t>.,;")

    def renew(self) -> None:
        """Forget the definitions of letters that the note has taken anew since, and the conditions on them."""
        here, is_other, definitions = self.formula.span[0], self.table.is_other, self.ledger.definitions
        self.ledger.definitions = {
            left: x for left, x in definitions.items() if not is_other(key(name_of(left)), x.span[0], here)
        }
        self.ledger.conditions = [
            x
            for x in self.ledger.conditions
            if not any(is_other(letter, x.span[0], here) for letter in self.ledger.reached(x.letters()))
        ]

    def is_premise_of_next(self, k: int) -> bool:
        """Whether a row is one relation that nothing stands directly above, and an arrow begins the row below."""
        tree = self.note.formulas[k].tree
        if not isinstance(tree, Chain) or len(tree.signs) != 1 or self.follows(k) or k + 1 == len(self.note.formulas):
            return False
        below = self.note.formulas[k + 1].tree
        return self.follows(k + 1) and isinstance(below, Arrow) and isinstance(below.terms[0], Blank)

    def end_of_run(self, k: int) -> int:
        """The offset where the rows end that follow a row with nothing but space between."""
        while k + 1 < len(self.note.formulas) and self.follows(k + 1):
            k += 1
        return self.note.formulas[k].span[1]

    def verdict(self, verdict: str, reason: str = "") -> RowVerdict:
        """A verdict of the row that is judged."""
        return RowVerdict(self.formula, verdict, reason)

    # -------------------------------------------------------------------------------------------------- statements
    def tree(self, tree: Node, quantified: tuple[Node, ...]) -> RowVerdict:
        """The verdict of a statement, or of several."""
        match tree:
            case Chain():
                return self.chain(tree, quantified)
            case Arrow():
                return self.arrow(tree, quantified)
            case Problem():
                return self.problem(tree, "")
            case Quantified(sign="∀", variables=variables, body=body) if not isinstance(body, Blank):
                return self.tree(body, (*quantified, variables))
            case Quantified(sign=sign):
                return self.verdict("unsupported", f"the quantifier {sign}")
            case Sentence(parts):
                return self.sentence(parts, quantified)
            case SubjectTo(body, constraints):
                return self.sentence((body, Words("with"), *constraints), quantified)
            case Because(body):
                return self.tree(body, quantified)
            case Words(text):
                return self.verdict("unread", f"got the words {text}, but should be a formula")
        return self.alone(tree)

    def alone(self, tree: Node) -> RowVerdict:
        """An expression that asserts nothing, or a value; the next row may go on from it."""
        if self.optimiser is not None and says_value(self.words_since(self.optimiser)):
            return self.optimum(self.optimiser, value=tree)
        self.context = Context(head=tree, last=tree)
        if self.formula.display:
            return self.typed(lambda t: t.expression(tree), "an expression, which asserts nothing", "problem")
        return self.verdict("problem", "an expression, which asserts nothing")

    def typed(self, read: Callable[[Statements], object], reason: str, verdict: str) -> RowVerdict:
        """A verdict for what only has to be typed."""
        typing = self.typing()
        try:
            read(typing)
        except (Untyped, Unsupported, Misfit) as error:
            return self.failed(typing, error)
        return self.verdict(verdict, reason)

    def typing(self) -> Statements:
        """The typing of a new statement."""
        typing = Statements(self.table, self.formula.span[0], self.note.source.text)
        typing.definitions = self.ledger.definitions
        typing.is_at_point = self.is_statement and self.formula.display
        return typing

    def failed(self, typing: Statements, error: Exception) -> RowVerdict:
        """The verdict of what could not be typed."""
        if isinstance(error, Unsupported):
            return self.verdict("unsupported", error.what)
        if isinstance(error, Misfit):
            open_letters = [x for x in sorted(error.blamed) if not self.is_pinned(typing, x)]
            if not self.formula.display and self.said != "concluded":
                return self.verdict("unread", f"{error.says}; and the sentence does not say that it holds")
            if open_letters:
                return self.verdict("unread", f"{error.says}; but the note does not say what {open_letters[0]} is")
            return self.verdict("ill-typed", error.says)
        return self.verdict("unread", str(error))

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

    def sentence(self, parts: tuple[Node, ...], quantified: tuple[Node, ...]) -> RowVerdict:
        """Several statements; what stands after "where" or "with" is imposed first."""
        main, imposed, assuming, here = list[Node](), list[Node](), False, self.until
        for part in parts:
            if isinstance(part, Words):
                said = part.text.strip(" ,:.~").lower()
                if any(said.startswith(word) or said.endswith(word) for word in _ASSUMING):
                    assuming = True
                    if any(said.startswith(word) or said.endswith(word) for word in _FOR_ONE_FORMULA):
                        self.until = self.formula.span[1]
                elif said not in ("and", "or", "", ",", "so", "then", "thus", "hence", "therefore", "i.e.", "we have"):
                    return self.verdict("unread", f"got the words {part.text.strip()}, but should be a formula")
            else:
                (imposed if assuming else main).append(part)
        if self.optimiser is not None and says_exactly(self.words_since(self.optimiser)):
            return self.optimum(self.optimiser, exactly=[x for x in main if isinstance(x, Chain)])
        found: list[RowVerdict] = []
        for part in imposed:
            found.append(self.imposed(part, quantified))
        self.until = here
        before = self.context
        for part in main:
            after = self.context
            self.context = before
            found.append(self.tree(part, quantified))
            self.context, before = (after, before) if isinstance(part, Because) else (self.context, Context())
        found = [x for x in found if x.verdict not in ("condition", "definition")] or found
        return worst(found) if found else self.verdict("problem", "words")

    def imposed(self, part: Node, quantified: tuple[Node, ...]) -> RowVerdict:
        """A statement that the note imposes."""
        before, self.said = self.said, "assumed"
        context, self.context = self.context, Context()
        out = self.tree(part, quantified)
        self.said, self.context = before, context
        return out

    def words_since(self, said: Optimiser) -> str:
        """What stands between an earlier statement and the display that is judged."""
        if not self.formula.display:
            return "inline"
        return self.note.source.text[said.end : self.note.fences[self.formula.fences[0]].whole[0]][:400]

    def optimum(self, said: Optimiser, value: Node | None = None, exactly: Sequence[Chain] = ()) -> RowVerdict:
        """The verdict of a statement about optimisers; those that follow it speak of the same problem."""
        typing = self.typing()
        try:
            case = optimum_case(typing, said, value, exactly)
        except (Untyped, Unsupported, Misfit) as error:
            return self.failed(typing, error)
        self.optimiser = replace(said, end=self.note.fences[self.formula.fences[-1]].whole[1])
        sides = (*said.points, said.problem.body, *said.problem.constraints)
        case.extra = self.extra(typing, Stated(Listed(sides), "=", value or Blank(), self.formula.span))
        case.is_statement = self.is_statement
        settled = self.settle(case)
        if isinstance(settled, Settled) and settled.result.verdict == "undecided" and case.extra:
            settled = self.settle(case, conditions=True) or settled
        if isinstance(settled, RowVerdict):
            return settled
        if settled.result.verdict == "proved":
            return self.proved(typing, settled)
        if settled.result.verdict in ("unsupported", "ill-typed"):
            return self.verdict("unsupported", settled.result.reason)
        if not self.is_understood:
            return self.verdict("undecided", "not proved that it is optimal")
        stated = Stated(Listed(sides), "∈", Blank(), self.formula.span)
        return self.unproved(case, typing, frozenset(typing.letters), stated)

    # ------------------------------------------------------------------------------------------------------ chains
    def chain(self, chain: Chain, quantified: tuple[Node, ...]) -> RowVerdict:
        """The links of a chain, from the last term of the row before where the row begins with a relation."""
        terms, signs = list(chain.terms), list(chain.signs)
        if any(isinstance(term, Dots) for term in terms):
            return self.verdict("condition", "an order of a family, which is not used")
        begins = not isinstance(terms[0], Blank)
        if not begins and self.context.last is None and isinstance(terms[1], Problem):
            self.context.last = self.context.problem
        if self.optimiser is not None and begins and says_exactly(self.words_since(self.optimiser)):
            return self.optimum(self.optimiser, exactly=[chain])
        if not begins:
            if self.context.last is None:
                why = "the row before is not read" if self.context.is_broken else "nothing stands before it"
                self.context = Context(head=None, last=terms[-1])
                return self.verdict("unread", f"got {signs[0]} at the beginning, but {why}")
            terms[0] = self.context.last
        head = terms[0] if begins or self.context.head is None else self.context.head
        found: list[RowVerdict] = []
        imposed: list[Stated] = []
        for k, sign in enumerate(signs):
            if isinstance(terms[k + 1], Blank):
                continue
            for left in self.each(terms[k]) if sign in RELATIONS else [terms[k]]:
                stated = Stated(left, sign, terms[k + 1], self.formula.span, quantified[0] if quantified else None)
                is_first = k == 0 or (self.said == "assumed" and isinstance(terms[-1], Num))  # with ‖u‖ = ‖v‖ = 1
                found.append(self.link(stated, head, begins=begins and is_first))
                if sign in RELATIONS:
                    imposed.append(stated)
        last = next((t for t in reversed(terms) if not isinstance(t, Blank)), None)
        membership = "∈" in signs
        self.context = Context(head=head, last=terms[0] if membership else last, imposed=tuple(imposed))
        if len(found) > 1 and found[0].verdict == "definition":
            found = [x for x in found[1:] if x.verdict != "definition"] or found[:1]
        return worst(found) if found else self.verdict("problem", "an expression, which asserts nothing")

    @staticmethod
    def each(node: Node) -> Sequence[Node]:
        """The members of a list, each of which a relation is about: n, p of n, p ≥ 1."""
        plain = isinstance(node, Listed) and not any(isinstance(x, Dots) for x in node.items)
        return node.items if plain else (node,)  # type: ignore[attr-defined]

    def link(self, stated: Stated, head: Node, *, begins: bool) -> RowVerdict:
        """One relation of a chain."""
        if isinstance(stated.left, Problem) or isinstance(stated.right, Problem):
            return self.beside_problem(stated)
        if stated.sign == "∈":
            return self.membership(stated)
        if stated.sign not in RELATIONS:
            return self.verdict("unsupported", f"the relation {stated.sign}")
        if begins and (defined := self.definition(stated)) is not None:
            return defined
        known = self.ledger.definitions.get(stated.left)
        if begins and known is not None and not known.parameters and known.body == stated.right:
            line = self.note.source.place(known.span[0]).line
            return self.verdict("definition", f"as in line {line}")
        if self.said == "assumed" and self.is_range(stated):
            self.ledger.condition(replace(stated, until=self.until))
            return self.verdict("condition", "it restricts indices")
        typing = self.typing()
        try:
            relation = self.related(typing, stated)
        except (Untyped, Unsupported, Misfit) as error:
            return self.failed(typing, error)
        if self.said == "assumed" and stated.sign in ("<", ">", "≠"):
            self.ledger.condition(replace(stated, until=self.until))
            return self.verdict("condition", "it restricts what it speaks of")
        return self.settled(typing, relation, stated, head, begins=begins)

    def related(self, typing: Statements, stated: Stated) -> Relation:
        """A statement as a typed relation. Raises Untyped, Unsupported, Misfit."""
        with ExitStack() as stack:
            if stated.quantified is not None:
                typing.quantify(stack, stated.quantified)
            return typing.relation(stated.left, stated.sign, stated.right, stated.span)

    def beside_problem(self, stated: Stated) -> RowVerdict:
        """x ∈ argmin f, argmin f = argmin g."""
        left, right = stated.left, stated.right
        if isinstance(right, Problem) and stated.sign == "∈":
            try:
                return self.optimum(optimiser(left, right, stated.span, 0))
            except Unsupported as error:
                return self.verdict("unsupported", error.what)
        both = isinstance(left, Problem) and isinstance(right, Problem) and stated.sign == "="
        if both and {left.sense, right.sense} <= {"argmin", "argmax"}:  # type: ignore[attr-defined]
            self.context = Context(problem=left)  # type: ignore[arg-type]
            return self.problem(right, "⇔")  # type: ignore[arg-type]
        return self.verdict("unread", "got a problem beside =, but its value and its objective are two things")

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

    def membership(self, stated: Stated) -> RowVerdict:
        """x ∈ ℝ^p declares x."""
        known = isinstance(stated.left, Name | Listed) or family_listed(stated.left) is not None
        if known and space_of(stated.right) is not None:
            return self.verdict("definition", "a declaration")
        if space_of(stated.right) is None:
            return self.verdict("unsupported", "membership in a set")
        return self.verdict("definition", "a declaration")

    def definition(self, stated: Stated) -> RowVerdict | None:
        """The verdict if an equation defines its left side, else None."""
        left, parameters = _defined(stated.left)
        if left is None or stated.sign not in ("=", ":=") or self.is_premise or self.until is not None:
            return None
        if self.said == "false":
            return None
        if left in self.ledger.definitions:
            same = self.ledger.definitions[left].span == stated.span
            return self.verdict("definition", f"{key(stated.left)} is defined") if same else None
        if not self.is_definable(left, stated.right):
            return None
        if _is_listed(stated.right):
            return self.verdict("definition", "a declaration")
        name = name_of(left)
        new = self.first.get(key(left), self.first.get(key(name), 0)) >= self.formula.span[0]
        if key(name) in letters_in(stated.right) or not (new or stated.sign == ":=" or self.said == "defined"):
            return None
        return self.define(left, parameters, stated)

    def definition_anew(self, stated: Stated) -> RowVerdict | None:
        """The verdict of another definition of a letter: words say so, or it is the first use in a new section."""
        left, parameters = _defined(stated.left)
        known = self.ledger.definitions.get(left) if left is not None else None
        if left is None or stated.sign not in ("=", ":=") or self.until is not None:
            return None
        if known is None and not (isinstance(left, Name) and self.is_let()):
            return None
        start = max((s for s, _ in self.table.sections if s <= stated.span[0]), default=0)
        places = self.mentions.get(key(left), [])
        is_first = known is not None and known.span[0] < start and not any(start <= x < stated.span[0] for x in places)
        if not (stated.sign == ":=" or self.said == "defined" or self.is_let() or (is_first and self.said == "")):
            return None
        if isinstance(stated.right, Num):
            return None
        letters = letters_in(stated.right) - self.table.sizes
        if self.said != "defined" and any(self.first.get(x, 0) >= stated.span[0] for x in letters):
            return None  # S = PΛP' says what P and Λ are
        found = self.define(left, parameters, stated)
        if found.verdict != "definition":
            return found
        letter = key(name_of(left))
        self.ledger.conditions = [x for x in self.ledger.conditions if letter not in x.letters()]
        if known is None:
            return found
        line = self.note.source.place(known.span[0]).line
        return self.verdict("definition", f"{key(stated.left)} is defined anew; line {line} says something else")

    def is_let(self) -> bool:
        """Whether "let", "where", "with" or the like stands right before the formula."""
        return self.said == "assumed" and _LET.search(self.note.source.text[: self.formula.span[0]][-24:]) is not None

    def is_definable(self, left: Name | Power, body: Node) -> bool:
        """Whether a name can stand for something: neither a constant, nor a power of a free letter, nor a premise's."""
        name = name_of(left)
        if is_ones(name) or is_identity(name) or is_kronecker(name) or is_kronecker(body):
            return False
        if isinstance(body, Num) and self.said != "defined":
            return False
        is_power = isinstance(left, Power)
        if is_power and self.is_declared_free(name):
            return False
        is_conclusion = self.is_statement and self.formula.display
        if is_conclusion and is_declared_by_formula(self.table.at(name, self.formula.span[0])):
            return False
        if is_power and self.is_said_to_be(name):
            return False
        return not any(key(name) in x.letters() for x in self.concluded)

    def define(self, left: Name | Power, parameters: tuple[Name, ...], stated: Stated) -> RowVerdict:
        """The verdict of a definition, which is recorded if it can be typed."""
        if isinstance(left, Name) and self.is_indexed(left):
            parameters = (left.subscript,)  # type: ignore[assignment]
            left = bare(left)
        typing = self.typing()
        try:
            with ExitStack() as stack:
                if stated.quantified is not None:
                    typing.quantify(stack, stated.quantified)
                is_whole = isinstance(stated.left, Name) and not self.is_indexed(stated.left)
                if is_whole and self.table.is_declared(stated.left, stated.span[0]):  # type: ignore[arg-type]
                    typing.relation(stated.left, "=", stated.right, stated.span)
                else:
                    typing.expression(stated.right)
        except (Untyped, Unsupported, Misfit) as error:
            return self.failed(typing, error)
        self.ledger.define(left, Definition(parameters, stated.right, stated.span[0], stated.span))
        return self.verdict("definition", f"{key(stated.left)} is defined")

    def is_indexed(self, name: Name) -> bool:
        """Whether a name is a member of a family, so that an equation defines all of them."""
        index = index_of(name)
        if not isinstance(index, Name) or key(index) in self.table.sizes:
            return False
        return self.table.at(bare(name), self.formula.span[0]).is_family

    # ---------------------------------------------------------------------------------------------------- verdicts
    def settled(
        self, typing: Statements, relation: Relation, stated: Stated, head: Node, *, begins: bool
    ) -> RowVerdict:
        """The verdict of a typed relation."""
        typing.varied |= self.multiplied(head)
        if stated.sign == "≠":
            is_part = not isinstance(self.formula.tree, Chain | Sentence)  # "… = 0 for i ≠ j"
            self.ledger.condition(replace(stated, until=self.formula.span[1] if is_part else self.until))
            return self.verdict("condition", "it restricts what it speaks of")
        case = Case(typing, _relation(relation), is_statement=self.is_statement and self.formula.display)
        if case.is_statement:
            case.extra = self.extra(typing, stated)
        if self.is_stationary(stated, head) and not case.is_statement:
            return self.stationary(case, typing, stated)
        if any(isinstance(x, Gradient | Partial) for x in nodes(head)):
            self.derivatives |= {stated.left, stated.right}
        settled = self.settle(case)
        if isinstance(settled, RowVerdict):
            return settled
        if settled.result.verdict == "proved":
            kinds = [kind for kind, node in _DERIVATIVES if any(isinstance(x, node) for x in nodes(head))]
            self.found |= dict.fromkeys(kinds, Stated(stated.right, "=", Num("0"), stated.span))
            return self.proved(typing, settled)
        if settled.result.verdict in ("unsupported", "ill-typed"):
            return self.verdict("unsupported", settled.result.reason)
        if not self.is_premise and (abbreviated := self.abbreviation(stated)) is not None:
            return abbreviated
        if (imposed := self.taken(stated, begins=begins)) is not None:
            return imposed
        case.extra = case.extra or self.extra(typing, stated)
        if case.extra and (settled := self.settle(case, conditions=True)) is not None:
            return settled if isinstance(settled, RowVerdict) else self.proved(typing, settled)
        if self.is_followed:
            self.ledger.condition(replace(stated, until=self.run_ends))
            return self.verdict("condition", "the premise of the row below")
        return self.unproved(case, typing, relation, stated)

    def taken(self, stated: Stated, *, begins: bool) -> RowVerdict | None:
        """The verdict of a relation that is no claim: another definition of a letter, a premise, a condition."""
        if self.is_premise:
            self.ledger.condition(replace(stated, until=self.run_ends))
            return self.verdict("condition", "the premise of an implication")
        if begins and (defined := self.definition_anew(stated)) is not None:
            return defined
        if self.is_condition(stated, begins=begins):
            if self.is_let() and isinstance(stated.left, Name) and not is_decomposition(self.note, self.formula):
                earlier = [x for x in self.ledger.conditions if x.left == stated.left and x.sign == "="]
                self.ledger.conditions = [x for x in self.ledger.conditions if x not in earlier]
            self.ledger.condition(replace(stated, until=self.until))
            return self.verdict("condition", "it restricts what it speaks of")
        return None

    def multiplied(self, head: Node) -> frozenset[str]:
        """The parameters of L(w, λ), for a chain that begins with it: a Lagrangian is about all w, feasible or not."""
        name, parameters = _defined(head)
        if not isinstance(name, Name) or len(parameters) < 2 or name not in self.ledger.definitions:
            return frozenset()
        return frozenset(map(key, parameters))

    def is_stationary(self, stated: Stated, head: Node) -> bool:
        """Whether a relation sets a derivative to zero: ∂L/∂w = 0, or what the note has found a derivative to be."""
        if stated.right != Num("0"):
            return False
        return any(isinstance(x, Gradient | Partial) for x in nodes(head)) or stated.left in self.derivatives

    def stationary(self, case: Case, typing: Statements, stated: Stated) -> RowVerdict:
        """The verdict where a derivative is set to zero: it follows from earlier conditions, or is one.

        What is said of the letters is not used: ‖w‖ = 1 holds at the point, and not where one differentiates.
        """
        case.extra = self.extra(typing, stated)
        settled = self.settle(case, conditions=True) if case.extra else None
        if isinstance(settled, Settled) and settled.used:
            return self.proved(typing, settled)
        self.ledger.condition(stated)
        return self.verdict("condition", "a derivative is set to zero")

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
            letters = self.ledger.reached(condition.letters())
            letters -= INDICES if is_kronecker(condition.right) else frozenset()  # it holds for all indices
            if condition in without or self.is_range(condition):
                continue
            if any(is_renewed(x, condition.span[0], here) for x in letters):
                continue
            derived = any(isinstance(x, Gradient | Partial) for side in condition.sides for x in nodes(side))
            if not derived and condition.letters() & typing.varied:
                continue
            try:
                with typing.sizes.attempt():
                    relation = typing.orthonormal(condition) or self.related(typing, condition)
            except (Untyped, Unsupported, Misfit):
                continue
            out.append((relation, condition.span))
        typing.defined_by = defined_by  # a condition that is used stands for the definitions in it
        return out

    def is_condition(self, stated: Stated, *, begins: bool) -> bool:
        """Whether a relation restricts letters and claims nothing.

        It does if the words before it impose it, if it is a relation of sizes or a constraint of an earlier problem,
        and if it is a display of its own that is the first to use a letter and looks like a condition.
        """
        letters = _open(stated)
        is_conclusion = self.is_statement and self.formula.display
        if (self.said == "assumed" and begins) or (letters.keys() <= self.table.sizes and not is_conclusion):
            return True
        if Chain((stated.left, stated.right), (stated.sign,)) in self.constraints:
            return True
        if self.said in ("concluded", "false") or self.concluded or is_conclusion:
            return False
        if not _is_restriction(stated):
            return False
        here = self.formula.span[0]
        bare_sides = [alone(side, self.table.sizes) for side in stated.sides]
        solved = {key(x) for side in bare_sides for x in side} if not all(bare_sides) else set()
        is_first = any(
            self.first.get(x, 0) >= here
            and self.is_introduced(letters[x])
            and (x in solved or not self.is_said_to_be(letters[x]))
            for x in letters
        )
        return begins and self.formula.display and is_first

    def abbreviation(self, stated: Stated) -> RowVerdict | None:
        """A letter that is new and stands in the one place where two sides differ is what stands there on the other."""
        places = differences(stated.left, stated.right)
        if stated.sign != "=" or len(places) != 1:
            return None
        body, name = places[0]
        if not isinstance(name, Name) or isinstance(body, Name | Num) or key(name) in letters_in(stated.left):
            return None
        if is_kronecker(name):
            return None
        if self.first.get(key(name), 0) < self.formula.span[0] or self.is_declared_free(name):
            return None
        self.ledger.define(name, Definition((), body, stated.span[0], stated.span))
        typing = self.typing()
        try:
            relation = typing.relation(stated.left, stated.sign, stated.right, stated.span)
        except (Untyped, Unsupported, Misfit):
            return None
        settled = self.settle(Case(typing, lambda b: b.relation(relation)))
        if isinstance(settled, RowVerdict) or settled.result.verdict != "proved":
            return None
        found = self.proved(typing, settled)
        return replace(found, reason=f"all dimensions, with {key(name)} = {key(body)}")

    def is_said_to_be(self, name: Name) -> bool:
        """Whether a sentence or a declaration says anything of a letter."""
        here = self.formula.span[0]
        facts = self.table.at(name, here).facts
        said = any(isinstance(f, HasShape | HasKind | Satisfies | IsFamily) for f in facts)
        return said or self.standing.is_described(name, here)

    def is_introduced(self, name: Name) -> bool:
        """Whether an equation can introduce a letter: the note neither leaves it free nor says what column it is."""
        here = self.formula.span[0]
        if self.is_declared_free(name) or key(name) in self.table.mentioned or is_kronecker(name):
            return False
        if self.table.unit_vectors(bare(name), here) is not None:
            return False
        symbol = self.table.at(name, self.formula.span[0])
        return not any(isinstance(f, Satisfies) and f.hypothesis in ("unit", "eigenpair") for f in symbol.facts)

    def is_declared_free(self, name: Name) -> bool:
        """Whether the note declares a letter, or the family of which it is a member, and leaves it free."""
        if key(name) in self.table.sizes:
            return True
        symbols = [self.table.at(x, self.formula.span[0]) for x in (name, bare(name))]
        return any(symbol.facts and self.standing.is_free(symbol, self.formula.span[0]) for symbol in symbols)

    def repair(self, stated: Stated) -> tuple[Node, Node] | None:
        """A change of one symbol with which a relation is proved: what is changed, and into what."""
        sizes = [x for x in sorted(self.table.sizes) if len(x) == 1]
        for old, new, changed in repairs(stated, sizes):
            typing = self.typing()
            try:
                settled = Case(typing, _relation(self.related(typing, changed))).settle()
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
        if _open(stated).keys() <= self.table.sizes:  # what is said of matrices may restrict their sizes
            return self.verdict("undecided", "not proved, and it is about sizes alone")
        letters = letters_of(relation) if isinstance(relation, Relation) else relation - typing.varied
        open_letters = [x for x in sorted(letters) if not self.is_free(typing, x)]
        if open_letters:
            what = open_letters[0].removeprefix("family ")
            return self.verdict("undecided", f"not proved, and {what} may be more than the note says in formulas")
        if self.is_restricted(case, stated):
            return self.verdict("undecided", "not proved, and the note restricts its letters in a way that is not read")
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

    # ------------------------------------------------------------------------------------------ arrows and problems
    def arrow(self, arrow: Arrow, quantified: tuple[Node, ...]) -> RowVerdict:
        """Statements with ⇒ or ⇔ between them: a premise, and what holds where the one before holds."""
        terms, signs = arrow.terms, arrow.signs
        if "⇐" in signs:
            if any(isinstance(term, Blank | Words) for term in terms) or {*signs} != {"⇐"}:
                return self.verdict("unsupported", "an arrow from right to left beside others")
            terms, signs = terms[::-1], ("⇒",) * len(signs)
        found: list[RowVerdict] = []
        for k, term in enumerate(terms):
            sign = signs[k - 1] if k else ""
            if isinstance(term, Blank):
                continue
            if isinstance(term, Problem):
                found.append(self.problem(term, sign))
                continue
            if sign and not isinstance(term, Words):
                self.impose(self.context.imposed)
            if isinstance(term, Sentence) and sign == "⇔" and len(term.parts) > 1:
                found.append(self.verdict("unsupported", "an equivalence with several statements"))
                self.context = Context()
                continue
            if isinstance(term, Words):
                self.is_from_words = True
                continue
            found += self.concluding(term, sign, quantified) if k else [self.premise(term, quantified)]
        self.is_from_words = False
        found = [x for x in found if x.verdict != "condition"] or found
        return worst(found) if found else self.verdict("problem", "words, and no formula")

    def concluding(self, term: Node, sign: str, quantified: tuple[Node, ...]) -> list[RowVerdict]:
        """The verdicts of what stands behind an arrow."""
        self.concluded = before = self.context.imposed
        try:
            found = [self.tree(term, quantified)]
        finally:
            self.concluded = ()
        if sign == "⇔" and found[0].verdict == "proved":
            found += self.converse(before, self.context.imposed)
        return found

    def premise(self, term: Node, quantified: tuple[Node, ...]) -> RowVerdict:
        """What stands before an arrow: it holds in its implication, unless it is proved."""
        self.is_premise = True
        try:
            return self.tree(term, quantified)
        finally:
            self.is_premise = False

    def converse(self, conclusions: tuple[Stated, ...], premises: tuple[Stated, ...]) -> Iterator[RowVerdict]:
        """The verdicts of what stands before ⇔, from what stands behind it."""
        for stated in conclusions:
            typing = self.typing()
            try:
                relation = self.related(typing, stated)
                extra = [(self.related(typing, x), x.span) for x in premises]
            except (Untyped, Unsupported, Misfit) as error:
                yield self.failed(typing, error)
                continue
            own = [x for x in self.ledger.conditions if x.until == self.run_ends]
            case = Case(typing, _relation(relation), extra=[*self.extra(typing, stated, without=own), *extra])
            settled = self.settle(case)
            if not isinstance(settled, RowVerdict) and settled.result.verdict == "undecided":
                settled = self.settle(case, conditions=True)
            if settled is None:
                found = self.unproved(case, typing, relation, stated)
                yield replace(found, reason=f"from right to left: {found.reason}", repair="", edit=None)
            else:
                yield settled if isinstance(settled, RowVerdict) else self.proved(typing, settled)

    def impose_behind(self) -> None:
        """Impose on the row what its sentence makes a condition behind it."""
        start, end = self.formula.span
        for formula in conditions_behind(self.note, self.formula):
            parts = formula.tree.parts if isinstance(formula.tree, Sentence) else (formula.tree,)
            for chain in parts:
                if isinstance(chain, Chain) and not any(isinstance(x, Blank | Dots) for x in chain.terms):
                    for k, sign in enumerate(chain.signs):
                        if sign in RELATIONS and sign != ":=":
                            sides = chain.terms[k], chain.terms[k + 1]
                            self.ledger.condition(
                                Stated(sides[0], sign, sides[1], formula.span, since=start, until=end)
                            )

    def impose(self, imposed: tuple[Stated, ...]) -> None:
        """Let statements hold to the end of the rows that stand directly below each other."""
        for stated in imposed:
            if stated not in self.ledger.conditions:
                self.ledger.condition(replace(stated, until=self.run_ends))

    def problem(self, node: Problem, sign: str) -> RowVerdict:
        """A problem, or a link between it and the one before."""
        before = self.context.problem
        self.context = Context(problem=node)
        self.constraints |= {*node.constraints}
        if before is None:
            return self.typed(lambda t: t.problem(node), "the statement of a problem", "problem")
        typing = self.typing()
        try:
            first, second = typing.problem(before), typing.problem(node)
        except (Untyped, Unsupported, Misfit) as error:
            alone = self.typed(lambda t: t.problem(node), "the statement of a problem", "problem")
            if alone.verdict != "problem" or sign:
                return alone if alone.verdict != "problem" else self.failed(typing, error)
            return alone
        return self.linked(typing, first, second, before, node)

    def linked(
        self, typing: Statements, first: Optimisation, second: Optimisation, before: Problem, node: Problem
    ) -> RowVerdict:
        """Whether two problems have the same optimisers."""
        variables = [frozenset(str(x.data[0]) for x in problem.variables) for problem in (first, second)]
        if not all(variables):
            return self.verdict("problem", "the statement of a problem, which does not say what varies")
        if variables[0] != variables[1]:
            return self.verdict("unsupported", "an equivalence of problems in different variables")
        if not self.is_one_feasible_set(typing, first, second):
            return self.verdict("unsupported", "an equivalence of problems with different constraints")
        case = Case(typing, lambda b: b.same(first, second), first.constraints)
        settled = self.settle(case)
        if isinstance(settled, RowVerdict):
            return settled
        if settled.result.verdict == "undecided":
            case.extra = self.extra(typing, Stated(before.body, "=", node.body, self.formula.span))
            settled = (self.settle(case, conditions=True) if case.extra else None) or settled
        if settled.result.verdict == "proved":
            return self.proved(typing, settled)
        if settled.result.verdict in ("unsupported", "ill-typed"):
            return self.verdict("unsupported", settled.result.reason)
        return self.verdict("undecided", "not proved that the two problems have the same optimisers")

    def is_one_feasible_set(self, typing: Statements, first: Optimisation, second: Optimisation) -> bool:
        """Whether each constraint of two problems is one of the other's or follows from them."""
        b = Case(typing, lambda b: b).builder()
        sets = [[b.relation(x) for x in problem.constraints] for problem in (first, second)]
        return all(
            relation in others or provable(relation, others, PATIENT)
            for mine, others in (sets, sets[::-1])
            for relation in mine
        )


def judge(note: Note, table: Table, cue: Callable[[Note, Formula], Cue] | None = None) -> tuple[RowVerdict, ...]:
    """The verdicts of all formulas of a note, in order."""
    return Judge(note, table, cue).run()


def _defined(left: Node) -> tuple[Name | Power | None, tuple[Name, ...]]:
    """What an equation can define by its left side, and the parameters: S, σ², f of f(w)."""
    match left:
        case Name():
            return left, ()
        case Power(base=Name(), exponent=Num()):
            return left, ()
        case Product(factors=(Name() as name, Group(body, opening="(")), marks=("",)):
            arguments: Sequence[Node] = body.items if isinstance(body, Listed) else (body,)
            if all(isinstance(x, Name) for x in arguments):
                return name, tuple(x for x in arguments if isinstance(x, Name))
    return None, ()


def name_of(left: Node) -> Name:
    """The letter of what an equation defines: σ of σ²."""
    name = left.base if isinstance(left, Power) else left
    assert isinstance(name, Name)
    return name


def is_declared_by_formula(symbol: Symbol) -> bool:
    """Whether a formula says of what shape a letter is: X ∈ ℝ^{n×p}."""
    return any(isinstance(f, HasShape) and f.strength == "declared" for f in symbol.facts)


def _relation(relation: Relation) -> Callable[[Any], Any]:
    return lambda b: b.relation(relation)


def _is_restriction(stated: Stated) -> bool:
    """Whether a relation looks like a condition: a side is a constant, a letter, or a letter times a letter, as λw."""
    if stated.sign != "=":
        return {type(side) for side in stated.sides} <= {Name, Num}
    return any(
        isinstance(side, Num | Name)
        or (isinstance(side, Product) and len(side.factors) == 2 and all(isinstance(x, Name) for x in side.factors))
        for side in stated.sides
    )


def _is_listed(node: Node) -> bool:
    """Whether a node is a matrix by its columns or entries, or a set of letters: it declares and defines nothing."""
    node = node.base if isinstance(node, Transpose) else node
    return isinstance(node, Matrix) or (isinstance(node, Group) and isinstance(node.body, Listed))


def _open(stated: Stated) -> dict[str, Name]:
    """The letters of a relation by their keys, without constants and indices."""
    out: dict[str, Name] = {}

    def walk(node: Node, bound: frozenset[str]) -> None:
        if isinstance(node, Name):
            if not (is_ones(node) or is_identity(node) or node.base in bound):
                out[key(node)] = node
            return
        inside = bound | index_names(node) if isinstance(node, Big) else bound
        parts = (node.body,) if isinstance(node, Big) else children(node)
        for part in parts:
            walk(part, inside)

    for side in (stated.left, stated.right):
        walk(side, frozenset())
    return out


def _mentions(note: Note, since: int) -> dict[str, list[int]]:
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
                if isinstance(node, Name) and not isinstance(node.subscript, Product | Listed):
                    out.setdefault(key(bare(node)), []).append(formula.span[0])
    return out
