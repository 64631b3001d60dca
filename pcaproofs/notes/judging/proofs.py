"""Typing, proving and refuting a single statement of a note."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pcaproofs.kernel import Statement
from pcaproofs.language.derived import THEOREM
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import key, letter_text
from pcaproofs.notes.formulas.surface import Chain, Node, Norm, Num, Sum, nodes
from pcaproofs.notes.judging.bounds import (
    inverted_columns,
    inverted_numbers,
    matrices_as_numbers,
    small_matrices,
    unsaid_numbers,
)
from pcaproofs.notes.judging.inferred import inferred
from pcaproofs.notes.judging.misfits import Misfits
from pcaproofs.notes.judging.proving import HINT, Case, Settled, reading
from pcaproofs.notes.judging.repairs import MOST_PROOFS, repairs, which
from pcaproofs.notes.judging.said_elsewhere import said_elsewhere
from pcaproofs.notes.judging.unsaid_sizes import make_equal, may_be_restricted, may_differ, unsaid
from pcaproofs.notes.judging.using import Using, of_definition, of_hypotheses
from pcaproofs.notes.judging.verdicts import UNSAID, RowVerdict
from pcaproofs.notes.prose.cues import is_of_equivalence, place_in_sentence
from pcaproofs.notes.prose.recalled import is_recalled
from pcaproofs.notes.prose.used_equations import uses_equation
from pcaproofs.notes.scope.norms import names_frobenius
from pcaproofs.notes.scope.unnamed import is_at_optimum
from pcaproofs.notes.text.command_spans import whole_commands
from pcaproofs.notes.typing.functions import FROBENIUS
from pcaproofs.notes.typing.ledger import Stated, names_in
from pcaproofs.notes.typing.lengths import AVERAGES, has_unsaid_length
from pcaproofs.notes.typing.shaping import SCALAR, Misfit
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.supposed_sizes import sizes_to_try
from pcaproofs.notes.typing.terms import Relation, Unsupported, Untyped, letters_of, terms
from pcaproofs.prover.refute import Point
from pcaproofs.prover.result import Result, example_text

_LET = re.compile(r"(?<![\w-])(?:[Ll]et|[Ww]here|[Ww]ith|[Gg]iven|[Tt]ake|[Pp]ut)(?: now)?[ \n:,$]*$")


class Proofs(Misfits):
    """Proves and refutes the statements of one note."""

    def settle(self, case: Case, *, conditions: bool = False) -> Any:
        """The result for a case; if the language lacks something, the verdict says so."""
        try:
            return case.settle_with_conditions() if conditions else case.settle()
        except Unsupported as error:
            return self.verdict("unsupported", error.what)
        except (
            TypeError,
            ValueError,
            NotImplementedError,
        ) as error:  # raised by SymPy for expressions that it cannot combine
            return self.verdict("unsupported", " ".join(str(error).split()))

    def proved(self, typing: Statements, settled: Settled) -> RowVerdict:
        """The kernel's verdict with the conditions used; a conclusion that needs a false row is undecided."""
        result = settled.result
        if (why := self.denied_by_words(settled)) is not None:
            return self.verdict("undecided", why)
        assert result.statement is not None
        reason = extent(result.statement, typing.supposed)
        if values := self.written_values(typing):
            if self.may_be_general(typing):
                return self.verdict("undecided", f"proved for {values} alone, but the sentence may be about all values")
            reason += f", for {values} alone"
        unsaid = list(map(letter_text, unsaid_numbers(typing.used)))
        tree = self.formula.tree
        inverted = [] if isinstance(tree, Unread) else inverted_numbers(typing.used, tree)
        if unlikely := matrices_as_numbers(typing.used) or inverted:
            which = letter_text(unlikely[0])
            return self.verdict("undecided", f"proved only if {which} is a number, which the note does not say")
        if small := small_matrices(typing.used):
            which = letter_text(small[0])
            return self.verdict("undecided", f"proved only if {which} is a matrix, which the note does not say")
        if not isinstance(tree, Unread) and (columns := inverted_columns(typing.used, tree)):
            which = letter_text(columns[0])
            return self.verdict("undecided", f"proved only if {which} is a column, which the note does not say")
        if unsaid and not result.statement.letters and not typing.defined_by:
            return self.verdict("undecided", f"the note does not say what {unsaid[0]} is, and nothing is left of it")
        if theorems := [x for x in result.assumed if x.startswith(THEOREM)]:
            reason += f", by {', '.join(theorems)}"
        return RowVerdict(
            self.formula,
            "proved",
            reason,
            reading(
                result,
                (*typing.defaults, *(f"{x} is a number, which the note does not say" for x in unsaid)),
            ),
            using=self.using(typing, settled),
            certificate=result,
        )

    def using(self, typing: Statements, settled: Settled) -> tuple[Using, ...]:
        """What a proof has used and its own row does not say: hypotheses, definitions, what is taken for granted."""
        start, end = self.formula.span
        known = typing.definitions.items()
        found = [*of_hypotheses(settled.result, settled.using)]
        found = [self.as_written(x) for x in found]
        found += [of_definition(left, x) for left, x in known if x.span in typing.defined_by]
        found = [x for x in found if x.place is None or not start <= x.place[0] < end]
        found.sort(key=lambda x: (x.place is None, x.place or (0, 0)))
        return (*found, *(Using(x) for x in settled.result.assumed if not x.startswith(THEOREM)))

    def as_written(self, using: Using) -> Using:
        """A condition as the note writes it, if its place has only one; else as the kernel has it."""
        said = {unicode(Chain(x.sides, (x.sign,))) for x in self.ledger.conditions if x.span == using.place}
        return replace(using, text=said.pop()) if len(said) == 1 else using

    def with_fewest_definitions(
        self, typing: Statements, settled: Settled, stated: Stated
    ) -> tuple[Statements, Settled]:
        """A proof in which letters are not what their definitions say, as far as there is one.

        So a statement about all H does not rest on what H was in another section.
        """
        kept = list(typing.defined_by) if not self.examples(typing) else []
        for left_out in [kept, *([x] for x in kept if len(kept) > 1)]:
            rest = [x for x in kept if x not in left_out]
            other = self.typing()
            other.definitions = {x: d for x, d in other.definitions.items() if d.span in rest}
            other.varied |= typing.varied
            try:
                found = Case(other, relation_of(self.related(other, stated))).settle()
            except (Untyped, Unsupported, Misfit, TypeError, ValueError, NotImplementedError):
                continue
            supposed = {*typing.supposed, *typing.defaults, *unsaid_numbers(typing.used), *settled.result.assumed}
            if (
                found.result.verdict == "proved"
                and {*other.supposed, *other.defaults, *unsaid_numbers(other.used), *found.result.assumed} <= supposed
                and self.proved(other, found).verdict == "proved"
            ):
                typing, settled, kept = other, found, rest
            if not kept:
                break
        return typing, settled

    def denied_by_words(self, settled: Settled) -> str | None:
        """The reason why a proof does not support its row: words deny the row, or it follows from a false one."""
        place = self.note.source.place
        if self.said == "false":
            is_side = is_of_equivalence(self.note, self.formula)
            says = "the sentence says when it holds" if is_side else "the words beside it say that it is false"
            return f"proved as it is read, but {says}"
        if not (self.is_in_english or self.formula.display or self.said == "concluded"):
            return "proved as it is read, but the sentence, which is not read, may deny it"
        if (false := min(self.false.intersection(settled.used), default=None)) is not None:
            return f"it follows from {place(false[0]).said}, which is false"
        return None

    def opened(self, stated: Stated, typing: Statements) -> tuple[Node, ...]:
        """The sides of a relation, and the definitions of the names in it."""
        bodies = (x.body for x in self.ledger.definitions.values() if x.span in typing.defined_by)
        return (*stated.sides, *bodies)

    def it(self, stated: Stated) -> str:
        """What a hint is about: "it" for the only statement of a row, else the statement."""
        if self.is_part or len(self.links) > 1:
            return f"{unicode(stated.left)} {stated.sign} {unicode(stated.right)}"
        return "it"

    def repair(self, stated: Stated, at: Sequence[Point]) -> tuple[Node, Node, Stated] | None:
        """A change of one symbol that makes a relation provable: the old part, the new part, the changed relation.

        at: points at which all hypotheses hold; no proof of a relation that fails there is tried.
        """
        sizes = [x for x in sorted(self.table.sizes) if len(x) == 1 and x in at[0].dimensions]
        proofs = 0
        for old, new, changed in repairs(stated, sizes):
            if proofs < MOST_PROOFS and (case := self.case_of(changed, at)) is not None:
                proofs += 1
                if is_proved(case):
                    return old, new, changed
        return None

    def case_of(self, stated: Stated, at: Sequence[Point] = ()) -> Case | None:
        """The case of a changed relation; None if it has no type or fails at one of the points."""
        typing = self.typing()
        try:
            case = Case(typing, relation_of(self.related(typing, stated)), extra=self.extra(typing, stated))
            return case if case.may_hold(at) else None
        except (Untyped, Unsupported, Misfit, TypeError, ValueError, NotImplementedError):
            return None

    def mends_row(self, stated: Stated, changed: Stated) -> bool:
        """Whether the other links of a chain are proved too when a change is made in one of its links."""
        sides = dict(zip(map(id, stated.sides), changed.sides, strict=True))
        for other in self.links:
            if other.sides != stated.sides:
                left, right = (sides.get(id(x), x) for x in other.sides)
                case = self.case_of(replace(other, left=left, right=right))
                if case is None or not is_proved(case):
                    return False
        return True

    def left_open(self, typing: Statements, relation: object, stated: Stated) -> str | None:
        """The reason why a statement about free letters is nevertheless not refuted; None if it may be refuted."""
        if not self.is_in_english:
            return "the sentences of the note are not in English"
        if self.is_processed():
            return "the note may centre or normalise its letters"
        found = place_in_sentence(self.note, self.formula)
        if found is not None and stated.sign == "=" and is_at_optimum(*found):
            return "the sentence may suppose that its letters solve a problem"
        if (why := inferred(typing)) is not None:
            return why
        if FROBENIUS in typing.defaults and not names_frobenius(self.note.source.text):
            return "the note does not say which norm of matrices it means"
        if any(isinstance(x, Num) and "." in x.text for side in self.opened(stated, typing) for x in nodes(side)):
            return "its decimals may be rounded"
        if stated.left in self.ledger.definitions and not names_in(Stated(stated.right, "=", stated.right, (0, 0))):
            return "its letter may be taken anew"
        if isinstance(relation, Relation) and is_instance(relation):
            return "it may say what its letters are"
        if AVERAGES in typing.defaults or (
            isinstance(relation, Relation) and has_unsaid_length(relation, typing.sizes)
        ):
            return "the note does not say how many entries 𝟏 has"
        return None

    def takes_sizes(
        self, typing: Statements, relation: Relation | frozenset[str], stated: Stated, matrices: list[str]
    ) -> bool:
        """Whether a statement may be refuted although the note does not say the sizes of some matrices.

        If the formulas of the note do not admit that its sizes differ, they are made equal.
        """
        if not isinstance(relation, Relation) or self.unused_sizes():
            return False
        if may_be_restricted(self.note, self.table, stated.letters() - self.table.sizes, self.formula.span):
            return False
        together = self.typing()
        self.related(together, stated)
        if not may_differ(self.note, together, matrices):
            make_equal(typing)
        return True

    def unproved(
        self, case: Case, typing: Statements, relation: Relation | frozenset[str], stated: Stated
    ) -> RowVerdict:
        """A refutation where every letter is pinned, else undecided; relation: or the letters of what is judged."""
        if self.is_from_words:
            return self.verdict("undecided", "not proved, and it follows from words")
        if is_of_equivalence(self.note, self.formula):
            return self.verdict("undecided", "not proved, and the sentence says when it holds")
        if not self.formula.display and self.said not in ("concluded", "false"):
            return self.verdict("undecided", "not proved, and the sentence does not say that it holds")
        if not self.formula.display and is_recalled(self.note, self.formula):
            return self.verdict("undecided", "not proved, and the sentence takes it as known")
        names = names_in(stated).keys()
        if not names and (not self.formula.display or all(map(_is_number, stated.sides))):
            return self.verdict("undecided", "not proved, and it may be about other numbers or say what cannot be")
        is_whole = self.is_statement and self.is_understood and self.formula.display
        known = self.table.sizes - self.no_sizes
        if names and names <= known and not is_whole:  # what is said of matrices may restrict their sizes
            return self.verdict("undecided", "not proved, and it is about sizes alone")
        letters = letters_of(relation) if isinstance(relation, Relation) else relation - typing.varied
        open_letters = [x for x in sorted(letters) if not self.is_free(typing, x)]
        sizes = sizes_to_try(typing, self.unused_sizes())
        why = self.left_open(typing, relation, stated)
        is_restricted = self.is_restricted(case, stated) or not sizes or self.has_sizes_in_words()
        if open_letters:
            symbol = typing.used.get(open_letters[0])
            what = unicode(symbol.name) if symbol is not None else letter_text(open_letters[0])
            reason = f"not proved, and {what} may be more than the note says in formulas"
            if is_restricted or why is not None or not self.is_hinted(typing, open_letters):
                return self.verdict("undecided", reason)
            is_denied = any(self.table.validity.is_denied(x, self.formula.span[0]) for x in open_letters)
            hint = failure(case.attack(sizes, HINT), self.it(stated), denied=is_denied)
            return self.verdict("undecided", f"{reason}{hint}")
        if is_restricted:
            return self.verdict("undecided", "not proved, and the note restricts its letters in a way that is not read")
        if why is not None:
            return self.verdict("undecided", f"not proved, and {why}")
        if self.may_be_general(typing):
            reason = f"not proved for {self.written_values(typing)}, and the sentence may be about all values"
            return self.verdict("undecided", reason)
        return self.attacked(case, relation, stated, sizes)

    def uses_equation(self) -> bool:
        """Whether the sentence of the row uses an equation for it."""
        found = place_in_sentence(self.note, self.formula)
        return found is not None and uses_equation(*found)

    def attacked(
        self, case: Case, relation: Relation | frozenset[str], stated: Stated, sizes: tuple[int, ...]
    ) -> RowVerdict:
        """The verdict of a statement about free letters: refuted or undecided."""
        typing = case.typing
        matrices = [x for x in unsaid(typing) if x not in self.existential]
        if matrices and not self.takes_sizes(typing, relation, stated, matrices):
            return self.verdict("undecided", "not proved, and the note does not say of what sizes its matrices are")
        result = case.attack(sizes)
        read = reading(result, typing.defaults)
        of = f", for {values}" if (values := self.written_values(typing)) else ""
        if result.verdict == "refuted" and result.counterexample is not None:
            is_of_sizes = names_in(stated).keys() <= self.table.sizes  # a factor p is no mend of np = n
            is_fixed = stated.sign == "∈" or is_of_sizes
            change = None if is_fixed else self.repair(stated, case.points(result.counterexample))
            # a unit vector makes ‖y‖² out of ‖y‖; but where ‖y‖² is enough, the square was forgotten
            needs = () if change is not None and isinstance(change[0], Norm) else result.needs
            said = example_text(result.statement, result.counterexample)
            if needs and self.uses_equation():
                return self.verdict("undecided", "not proved, and it may lack the equation that its sentence uses")
            if needs:
                lacking, others = " or if ".join(needs), said_elsewhere(needs, *self.whole)
                if lasting := [x.place for x in others if x.is_for_all and x.place < self.formula.span[0]]:
                    line = self.note.source.place(lasting[-1]).said
                    what = self.it(stated)
                    said = f"{what} holds if {lacking}".removeprefix("it ")
                    return self.verdict("undecided", f"{said}, which {line} says for all that follows")
                only = others and f", which the note says only in {self.note.source.place(others[0].place).said}"
                said = f"holds if {lacking}{only or UNSAID}"
            found = RowVerdict(
                self.formula,
                "needs" if needs else "refuted",
                said + of,
                read,
                needs,
                result.counterexample,
                statement=result.statement,
            )
            if change is None:
                return found
            old, new, changed = change
            what = self.it(stated)
            is_whole = what == "it" or (not self.is_part and self.mends_row(stated, changed))
            means = " it is proved" if is_whole else f", of the row only {what} is then proved"
            repair = f"with {unicode(new)} in place of {which(old, stated)}{unicode(old)}{means}"
            place = whole_commands(self.note.source.text, old.span)
            return replace(found, reason=f"{found.reason}; {repair}", repair=repair, edit=(place, key(new)))
        return RowVerdict(self.formula, "undecided", "neither proved nor refuted", read, statement=result.statement)


def extent(statement: Statement, supposed: Sequence[str]) -> str:
    """The range of a proof: all dimensions, all values of its letters, or a calculation."""
    letters = [(name, *shape) for name, *shape in statement.letters if not _is_unit(name)]
    if any(isinstance(size, str) for size in (*statement.ones, *(x for _, *shape in letters for x in shape))):
        return "all dimensions" + (f" with {' and '.join(supposed)}" if supposed else "")
    out = "all values" if letters else "by calculation"
    return out + (f", for {' and '.join(supposed)}" if supposed else "")


def failure(result: Result, what: str = "it", *, denied: bool = False) -> str:
    """A hint against a statement whose letters may have further properties; this is not a refutation.

    what: the statement, in words. denied: whether the note denies a property of one of them.
    """
    if result.verdict != "refuted":
        return ""
    if result.needs:
        return f"; else {what} holds if {' or if '.join(result.needs)}{', which the note may deny' * denied}"
    example = result.counterexample
    return f"; else it fails at {example_text(result.statement, example)}" if example is not None else ""


def is_proved(case: Case) -> bool:
    """Whether a case is proved, from the facts about its letters or from earlier conditions too."""
    try:
        settled: Settled | None = case.settle()
        if settled is not None and settled.result.verdict != "proved" and case.extra:
            settled = case.settle_with_conditions()
    except (Unsupported, TypeError, ValueError, NotImplementedError):
        return False
    return settled is not None and settled.result.verdict == "proved"


def _is_unit(name: str) -> bool:
    """Whether a letter is a column of an identity matrix, from which matrices of numbers are built."""
    return re.fullmatch(r"e_\d+(?:of\d+)?", name) is not None


def is_instance(relation: Relation) -> bool:
    """Whether a matrix with given entries is equated with letters or with an expression of other matrices."""
    sides = [list(terms(x)) for x in (relation.left, relation.right)]
    found = [x for side in sides for x in side]
    if not any(x.op in ("cells", "unit") for x in found):
        return False
    letters = [[x for x in side if x.op == "letter"] for side in sides]
    return any(x.shape != SCALAR for side in letters for x in side) or (any(letters) and not all(letters))


def _is_number(node: Node) -> bool:
    """Whether a side is one number, as in 0 = 1."""
    return isinstance(node, Num) or (isinstance(node, Sum) and len(node.terms) == 1 and isinstance(node.terms[0], Num))


def relation_of(relation: Relation) -> Callable[[Any], Any]:
    """The function that builds a relation as the conclusion of a case."""
    return lambda b: b.relation(relation)
