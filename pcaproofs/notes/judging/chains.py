"""Judging the links of chains, and derivatives that are set to zero."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from pcaproofs.notes.formulas.spelling import INDICES, bare, key
from pcaproofs.notes.formulas.surface import (
    Blank,
    Chain,
    Dots,
    Gradient,
    Listed,
    Matrix,
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
from pcaproofs.notes.formulas.unicode_printer import unicode
from pcaproofs.notes.judging.bounds import inverts_both, sizes_elsewhere
from pcaproofs.notes.judging.definitions import UNSOLVED, defined
from pcaproofs.notes.judging.optima import says_exactly
from pcaproofs.notes.judging.optimal_points import OptimalPoints
from pcaproofs.notes.judging.proofs import relation_of
from pcaproofs.notes.judging.proving import Case, Settled
from pcaproofs.notes.judging.state import Context
from pcaproofs.notes.judging.stationarity import Derived
from pcaproofs.notes.judging.strictness import settle_apart
from pcaproofs.notes.judging.verdicts import RowVerdict, worst
from pcaproofs.notes.prose.cues import is_decomposition, sentence_ends
from pcaproofs.notes.prose.facts import Satisfies
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.ledger import Stated, names_in
from pcaproofs.notes.typing.naming import Definition
from pcaproofs.notes.typing.shaping import Misfit
from pcaproofs.notes.typing.statements import RELATIONS, Statements
from pcaproofs.notes.typing.supposed_sizes import least_size
from pcaproofs.notes.typing.terms import Relation, Unsupported, Untyped
from pcaproofs.prover.result import Result

_WEAK = {"<": "≤", ">": "≥"}


class Chains(OptimalPoints):
    """Judges chains."""

    def chain(self, chain: Chain, quantified: tuple[Node, ...]) -> RowVerdict:
        """The links of a chain; a row that begins with a relation continues the last term of the row before."""
        terms, signs = list(chain.terms), list(chain.signs)
        if any(isinstance(term, Dots) for term in terms):
            self.ordered(chain)
            return self.verdict("condition", "an order of a family")
        begins = not isinstance(terms[0], Blank)
        if not begins and self.context.last is None and isinstance(terms[1], Problem):
            self.context.last = self.context.problem
        if self.optimiser is not None and begins and says_exactly(self.words_since(self.optimiser)):
            return self.optimum(self.optimiser, exactly=[chain])
        if not begins:
            if self.context.last is None:
                return self.without_left(terms, signs, quantified)
            terms[0] = self.context.last
        head = terms[0] if begins or self.context.head is None else self.context.head
        found: list[RowVerdict] = []
        links = [
            (k, stated_of(left, sign, terms[k + 1], self.formula.span, quantified[0] if quantified else None))
            for k, sign in enumerate(signs)
            if not isinstance(terms[k + 1], Blank)
            for left in (self.each(terms[k]) if sign in RELATIONS or sign == "⊥" else [terms[k]])
        ]
        before, self.links = self.links, tuple(stated for _, stated in links if stated.sign in RELATIONS)
        for k, stated in links:
            is_first = k == 0 or (self.said == "assumed" and isinstance(terms[-1], Num))  # with ‖u‖ = ‖v‖ = 1
            link = Chain(stated.sides, (stated.sign,), span=self.formula.span)
            found.append(replace(self.link(stated, head, begins=begins and is_first), link=link))
        imposed, self.links = self.links, before
        last = next((t for t in reversed(terms) if not isinstance(t, Blank)), None)
        membership = "∈" in signs
        self.context = Context(head=head, last=terms[0] if membership else last, imposed=imposed)
        claims = found
        if len(found) > 1 and found[0].verdict == "definition":
            if all(x.verdict == "proved" for x in found[1:]):
                self.computed(terms[0], terms[-1])
            claims = [x for x in found[1:] if x.verdict != "definition"] or found[:1]
        return worst(found, claims) if found else self.verdict("problem", "an expression, which asserts nothing")

    def without_left(self, terms: list[Node], signs: list[str], quantified: tuple[Node, ...]) -> RowVerdict:
        """The verdict of a row whose left side is not written, or not read: that of its other links."""
        if self.context.is_broken or signs[0] not in RELATIONS or isinstance(terms[1], Blank | Problem):
            why = "the row before is not read" if self.context.is_broken else "nothing stands before it"
            self.context = Context(head=None, last=terms[-1])
            return self.verdict("unread", f"got {signs[0]} at the beginning, but {why}")
        if len(signs) > 1:
            return self.chain(Chain(tuple(terms[1:]), tuple(signs[1:]), span=self.formula.span), quantified)
        self.context = Context(head=terms[1], last=terms[1])
        return self.typed(lambda t: t.expression(terms[1]), "an expression, whose left side is in words", "problem")

    def computed(self, name: Node, value: Node) -> None:
        """Let a letter stand for the matrix of numbers that it is proved to equal; its definition may be long."""
        known = self.ledger.definitions.get(name)
        is_written = isinstance(value, Matrix) and not any(isinstance(x, Dots) for x in nodes(value))
        if is_written and known is not None and not known.parameters and known.span == self.formula.span:
            self.ledger.definitions[name] = replace(known, body=value)

    @staticmethod
    def each(node: Node) -> Sequence[Node]:
        """The members of a list to which a relation applies: n and p in n, p ≥ 1."""
        plain = isinstance(node, Listed) and not any(isinstance(x, Dots) for x in node.items)
        return node.items if plain else (node,)  # type: ignore[attr-defined]

    def with_numbers(self, typing: Statements, relation: Relation, stated: Stated) -> tuple[Statements, Relation]:
        """A typed relation, typed again if it has sizes of other sections as numbers. Raises as related."""
        if not (elsewhere := sizes_elsewhere(typing, relation)):
            return typing, relation
        self.no_sizes |= elsewhere
        typing = self.typing()
        return typing, self.related(typing, stated)

    def link(self, stated: Stated, head: Node, *, begins: bool) -> RowVerdict:
        """One relation of a chain."""
        if isinstance(stated.left, Problem) or isinstance(stated.right, Problem):
            return self.beside_problem(stated)
        if stated.sign == "∈":
            return self.membership(stated)
        if stated.sign not in RELATIONS:
            return self.verdict("unsupported", f"the relation {stated.sign}")
        begins &= not self.is_about_premise(stated)
        if begins and self.need_not_hold(stated):
            return self.verdict("condition", UNSOLVED)
        if begins and (found := self.definition(stated)) is not None:
            return found
        if begins and (known := self.repeated(stated)) is not None:
            return self.verdict("definition", f"as in {self.note.source.place(known.span[0]).said}")
        if (restricts := self.of_indices(stated)) is not None:
            return restricts
        typing = self.typing()
        try:
            typing, relation = self.with_numbers(typing, self.related(typing, stated), stated)
        except (Untyped, Unsupported, Misfit) as error:
            return self.failed(typing, error)
        self.use_letters(typing, stated)
        if self.said == "assumed" and stated.sign in ("<", ">", "≠"):
            self.ledger.condition(replace(stated, until=self.until))
            return self.verdict("condition", "it restricts what it speaks of")
        if stated.sign in _WEAK:
            return self.strict(typing, relation, stated, head, begins=begins)
        if stated.sign == "≠":
            return self.different(typing, relation, stated, head)
        return self.settled(typing, relation, stated, head, begins=begins)

    def use_letters(self, typing: Statements, stated: Stated) -> None:
        """Have the letters of a theorem in a statement about sizes alone, which follows from what they are."""
        is_of_sizes = self.is_statement and names_in(stated).keys() <= self.table.sizes
        facts = [fact for found in self.table.facts.values() for fact in found] if is_of_sizes else []
        for fact in facts:
            if isinstance(fact, Satisfies):
                with suppress(Untyped, Unsupported, Misfit), typing.sizes.attempt():
                    typing.expression(fact.letter)

    def is_about_premise(self, stated: Stated) -> bool:
        """Whether an equation after an arrow is about a letter of what stands before it, which it does not define."""
        return isinstance(stated.left, Name) and any(key(stated.left) in x.letters() for x in self.concluded)

    def repeated(self, stated: Stated) -> Definition | None:
        """The definition that an equation repeats: S = XᵀX, XᵀX = S or s_i = xᵢᵀy; None if it repeats none."""
        for name, body in (stated.sides, stated.sides[::-1]) if stated.sign in ("=", ":=") else ():
            parameters: tuple[Node, ...] = ()
            known = self.ledger.definitions.get(name)
            if known is None and isinstance(name, Name) and isinstance(name.subscript, Name):
                known, parameters = self.ledger.definitions.get(bare(name)), (name.subscript,)
            if known is not None and known.parameters == parameters and known.body == body:
                return known
        return None

    def of_indices(self, stated: Stated) -> RowVerdict | None:
        """The verdict of a relation that only restricts indices or a size."""
        names = {key(stated.left), key(stated.right)}
        is_equal = stated.sign == "=" and is_of_indices_alone(stated) and not names & self.table.sizes
        if self.said == "assumed" and (is_equal or self.is_range(stated)):
            self.ledger.condition(replace(stated, until=self.until))
            return self.verdict("condition", "it restricts indices")
        if is_equal:
            return self.verdict("condition", "it restricts indices")
        if is_bound_of_sizes(stated, self.table.sizes) and not (self.is_statement and self.formula.display):
            if self.said == "assumed" and least_size(stated) > 1:
                self.ledger.condition(replace(stated, until=self.until))
            return self.verdict("condition", "it restricts sizes")
        return None

    def strict(self, typing: Statements, relation: Relation, stated: Stated, head: Node, *, begins: bool) -> RowVerdict:
        """The verdict of f > g: refuted if f ≥ g is, proved if it is proved and the sides differ."""
        sign = _WEAK[stated.sign]
        weak = replace(stated, sign=sign)
        before, self.is_part = self.is_part, True
        found = self.settled(typing, replace(relation, sign=sign), weak, head, begins=begins)
        self.is_part = before
        if found.verdict == "proved":
            return self.apart(typing, relation, stated, found) or self.verdict(
                "undecided", f"proved with {sign}; that the sides differ is not"
            )
        if found.verdict == "needs":
            return self.verdict("undecided", f"with {sign} it {found.reason}")
        return replace(found, repair="", edit=None, reason=found.reason.partition("; with ")[0])

    def different(self, typing: Statements, relation: Relation, stated: Stated, head: Node) -> RowVerdict:
        """The verdict of f ≠ g: proved, or a condition."""
        self.parameters = self.multiplied(head)
        typing.varied |= self.parameters
        found = None if is_of_indices_alone(stated) else self.apart(typing, relation, stated)
        if found is not None and found.verdict == "proved":
            return found
        if self.said == "concluded" and self.until is None:  # "because λ ≠ μ, it follows …", and no longer
            self.until = sentence_ends(self.note, self.formula) or self.formula.span[1]
        is_part = not isinstance(self.formula.tree, Chain | Sentence)  # "… = 0 for i ≠ j"
        self.ledger.condition(replace(stated, until=self.formula.span[1] if is_part else self.until))
        return self.verdict("condition", "it restricts what it speaks of")

    def apart(
        self, typing: Statements, relation: Relation, stated: Stated, weak: RowVerdict | None = None
    ) -> RowVerdict | None:
        """The verdict if the two sides are proved to differ; weak: of f ≥ g, which f > g also needs. Else None."""
        case = Case(typing, relation_of(relation), extra=self.extra(typing, stated))
        settled = settle_apart(case, relation)
        if settled is None or (found := self.proved(typing, settled)).verdict != "proved" or weak is None:
            return None if settled is None else found
        both = Result("proved", parts=(weak.certificate, found.certificate))
        using = tuple(dict.fromkeys((*weak.using, *found.using)))
        reason = max(weak.reason, found.reason, key=len)
        return replace(weak, reason=reason, reading=(*weak.reading, *found.reading), using=using, certificate=both)

    def settled(
        self, typing: Statements, relation: Relation, stated: Stated, head: Node, *, begins: bool
    ) -> RowVerdict:
        """The verdict of a typed relation."""
        self.parameters = self.multiplied(head)
        typing.varied |= self.parameters
        case = Case(typing, relation_of(relation), is_statement=self.is_statement and self.formula.display)
        if case.is_statement:
            case.extra = self.extra(typing, stated)
        if self.is_stationary(stated, head) and not case.is_statement:
            return self.stationary(case, typing, stated, head)
        if any(isinstance(x, Gradient | Partial) for x in nodes(head)):
            self.derivatives |= {stated.left, stated.right}
            self.doubted.add(stated.right)
        settled = self.of_every_value(typing, stated) or self.settle(case)
        if isinstance(settled, RowVerdict):
            return settled
        if settled.result.verdict == "proved" and inverts_both(relation, typing.sizes.same):
            return self.verdict("undecided", "proved for a square matrix only, as two inverses are taken")
        if settled.result.verdict == "proved":
            self.doubted.discard(stated.right)
            self.differentiated(stated, head)
            return self.proved(*self.with_fewest_definitions(typing, settled, stated))
        if settled.result.verdict in ("unsupported", "ill-typed"):
            return self.verdict("unsupported", settled.result.reason)
        if (other := self.of_members(stated) or self.abbreviated(stated)) is not None:
            return other
        if (imposed := self.taken(stated, begins=begins)) is not None:
            return imposed
        case.extra = case.extra or self.extra(typing, stated)
        if case.extra and (settled := self.settle(case, conditions=True)) is not None:
            return settled if isinstance(settled, RowVerdict) else self.proved(typing, settled)
        return self.unclaimed(stated, begins=begins) or self.unproved(case, typing, relation, stated)

    def of_every_value(self, of_example: Statements, stated: Stated) -> RowVerdict | None:
        """The verdict of a relation that is proved for all values of the letters that an example gives values or sizes.

        of_example: its typing with these.
        """
        if not self.examples(of_example) and not self.of_numeric_size(of_example):
            return None
        typing = self.typing(general=True)
        try:
            relation = self.related(typing, stated)
        except (Untyped, Unsupported, Misfit):
            return None
        case = Case(typing, relation_of(relation), extra=self.extra(typing, stated))
        settled = self.settle(case)
        if isinstance(settled, Settled) and settled.result.verdict != "proved" and case.extra:
            settled = self.settle(case, conditions=True)
        if not isinstance(settled, Settled) or settled.result.verdict != "proved":
            return None
        return None if inverts_both(relation, typing.sizes.same) else self.proved(typing, settled)

    def unclaimed(self, stated: Stated, *, begins: bool) -> RowVerdict | None:
        """The verdict of a relation that is not proved, if it is a premise or may give a letter another value."""
        if self.is_followed:
            self.ledger.condition(replace(stated, until=self.run_ends))
            return self.verdict("condition", "the premise of the row below")
        if begins and self.is_other_value(stated):
            del self.ledger.definitions[stated.left]
            return self.verdict("undecided", f"not proved, and {unicode(stated.left)} may be taken anew")
        return None

    def abbreviated(self, stated: Stated) -> RowVerdict | None:
        """The verdict of a relation that says what a letter abbreviates; no premise does, nor what may be false."""
        return None if self.is_premise or self.said == "false" else self.abbreviation(stated)

    def differentiated(self, stated: Stated, head: Node) -> None:
        """Record the value of a derivative, which may be set to zero below."""
        found = Derived(head, Stated(stated.right, "=", Num("0"), stated.span))
        if found.kinds:
            self.derived.setdefault(self.formula.span, []).append(found)

    def taken(self, stated: Stated, *, begins: bool) -> RowVerdict | None:
        """The verdict of a relation that is not a claim: another definition of a letter, a premise, a condition."""
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
        name, parameters = defined(head)
        if not isinstance(name, Name) or len(parameters) < 2 or name not in self.ledger.definitions:
            return frozenset()
        return frozenset(map(key, parameters))

    def is_stationary(self, stated: Stated, head: Node) -> bool:
        """Whether a relation sets a derivative to zero: ∂L/∂w = 0, or an expression that the note derived for one."""
        if stated.right != Num("0"):
            return False
        return any(isinstance(x, Gradient | Partial) for x in nodes(head)) or stated.left in self.derivatives

    def stationary(self, case: Case, typing: Statements, stated: Stated, head: Node) -> RowVerdict:
        """The verdict of a derivative that is set to zero: it follows from earlier conditions, or is a condition.

        Facts about the letters are not used: ‖w‖ = 1 holds at the point, but not where one differentiates. If an
        expression is not proved to be the derivative, the condition is imposed only on the derivative itself.
        """
        case.extra = self.extra(typing, stated)
        settled = self.settle(case, conditions=True) if case.extra else None
        if isinstance(settled, Settled) and settled.used:
            return self.proved(typing, settled)
        stated = replace(stated, until=self.run_ends) if self.is_premise else stated
        self.ledger.condition(replace(stated, left=head) if stated.left in self.doubted else stated)
        return self.verdict("condition", "a derivative is set to zero")


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
