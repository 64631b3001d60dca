"""Judging a note row by row, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from pcaproofs.notes.faults import fault
from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.letter_text import letter_text
from pcaproofs.notes.formulas.spelling import is_name_of_words, key
from pcaproofs.notes.formulas.surface import (
    Arrow,
    Because,
    Blank,
    Chain,
    Inner,
    Matrix,
    Name,
    Node,
    Norm,
    Problem,
    Quantified,
    Sentence,
    SubjectTo,
    Trace,
    Transpose,
    Words,
    nodes,
)
from pcaproofs.notes.judging.arrows import Arrows
from pcaproofs.notes.judging.optima import says_exactly, says_value
from pcaproofs.notes.judging.remarks import (
    ASSUMING,
    LABEL,
    connects,
    denies,
    is_restricting,
    remark_of,
    restricts,
    said,
    words_behind,
)
from pcaproofs.notes.judging.repeated_indices import Ledgered, with_repeated_summed
from pcaproofs.notes.judging.restrictions import is_of_indices, is_range_of_all, is_restriction, without_brackets
from pcaproofs.notes.judging.state import Context
from pcaproofs.notes.judging.stationarity import set_to_zero
from pcaproofs.notes.judging.unnamed_conditions import unnamed_condition
from pcaproofs.notes.judging.verdicts import RowVerdict, worst
from pcaproofs.notes.prose.cues import hypothesis_ends, place_in_sentence, sets_to_zero
from pcaproofs.notes.prose.facts import Cue
from pcaproofs.notes.prose.ranges import distinct
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.naming import with_name
from pcaproofs.notes.typing.terms import Unsupported

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
    return False


class Judge(Arrows):
    """Judges the formulas of one note; since: the offset of the current theorem, which has its own letters."""

    def run(self) -> tuple[RowVerdict, ...]:
        """The verdicts of all formulas, in order."""
        return tuple(self.row(k) for k in range(len(self.note.formulas)))

    def row(self, k: int) -> RowVerdict:
        """The verdict of a formula; `unread` if the reader has a bug."""
        try:
            return self.of_row(k)
        except Exception as error:
            self.context = Context(is_broken=True)
            return RowVerdict(self.note.formulas[k], "unread", f"got {fault(error)}, but should be a verdict")

    def of_row(self, k: int) -> RowVerdict:
        """The verdict of a formula; definitions and conditions of a row that fails are forgotten."""
        self.formula = formula = self.note.formulas[k]
        self.until = hypothesis_ends(self.note, formula)
        self.run_ends = self.end_of_run(k)
        self.parameters = self.no_sizes = frozenset()
        self.renew()
        self.is_followed = self.is_premise_of_next(k)
        if isinstance(formula.tree, Unread):
            self.context = Context(is_broken=True)
            return RowVerdict(formula, "unread", f"got {formula.tree.got}, but should be {formula.tree.expected}")
        if not self.follows(k):
            self.context = Context()
        self.said = self.cue(self.note, formula)
        if what := sets_to_zero(self.note, formula):
            for stated in set_to_zero(self.note, self.derived, k, what):
                self.ledger.condition(self.at_new_point(stated))
        self.impose_behind()
        definitions, conditions = dict(self.ledger.definitions), list(self.ledger.conditions)
        earlier = self.context
        self.is_misfit, self.lacks = False, ""
        found = self.judged(formula.tree)
        if found.verdict == "unread" and self.is_misfit:
            self.ledger.definitions, self.ledger.conditions = dict(definitions), list(conditions)
            after, self.context = self.context, earlier
            if (anew := self.anew(formula.tree)) is not None:
                found = anew
            else:
                self.context = after
                found = self.verdict("unsupported", self.lacks) if self.lacks else found
        found = with_repeated_summed(self, found, Ledgered(definitions, conditions, earlier))
        found = self.unless_free(found, formula.tree)
        carried = self.remarks if self.follows(k) and goes_on(formula.tree) else ()
        self.remarks = (*carried, *formula.comments, *remark_of(formula.tree))
        found = self.beside(self.beside(found, formula.comments), carried)
        found = self.under_condition(found)
        self.set_apart(formula.tree)
        if found.verdict in ("ill-typed", "refuted", "unread"):
            self.ledger.definitions, self.ledger.conditions = definitions, conditions
        if found.verdict in ("ill-typed", "refuted"):
            self.false.add(formula.span)
        if self.may_restrict(found):
            self.unused.append(formula)
        if self.context is earlier:  # the next row does not continue the row before this one
            self.context = Context()
        self.context.is_broken = found.verdict == "unread"
        return replace(found, formula=formula)

    def under_condition(self, found: RowVerdict) -> RowVerdict:
        """A verdict; `undecided` for what is false, but stands under a condition without letters, which is not read."""
        if found.verdict in ("refuted", "ill-typed", "needs") and (said := unnamed_condition(self.note, self.formula)):
            return self.verdict("undecided", f"not proved, and the condition “{said}” is not read")
        return found

    def set_apart(self, tree: Node) -> None:
        """Record that listed indices differ, if the sentence says so behind them: "1 ≤ i, j ≤ n, all different"."""
        if (found := place_in_sentence(self.note, self.formula)) is not None:
            sentence, start = found
            for first, second in distinct(sentence, sentence.text.index("⟧", start) + 1, tree):
                self.ledger.condition(Stated(first, "≠", second, self.formula.span, until=self.until))

    def judged(self, tree: Node) -> RowVerdict:
        """The verdict of a formula; `unread` if the reader fails."""
        try:
            return self.tree(tree, ())
        except Unsupported as error:
            return self.verdict("unsupported", error.what)
        except RecursionError:
            return self.verdict("unread", "got a formula that is nested too deep")
        except Exception as error:
            return self.verdict("unread", f"got {fault(error)}, but should be a verdict")

    def anew(self, tree: Node) -> RowVerdict | None:
        """The verdict with new letters in place of all letters; only a proof counts; None if it is not read so."""
        found = None
        definitions, conditions, context = self.ledger.definitions, self.ledger.conditions, self.context
        has_matrices = any(isinstance(x, Transpose | Trace | Norm | Inner | Matrix) for x in nodes(tree))
        for kind in ("", "column", "response" if has_matrices else "number", "blamed"):
            self.ledger.definitions, self.ledger.conditions, self.context = dict(definitions), list(conditions), context
            self.is_loose, self.other_kind = True, kind
            found = self.judged(tree)
            self.is_loose = False
            if found.verdict != "unread":
                break
        if found is None or found.verdict == "unread":
            return None
        if kind == "blamed" and found.verdict in ("proved", "definition", "condition"):
            self.ledger.definitions, self.ledger.conditions, self.context = definitions, conditions, context
            return self.verdict(
                "undecided", f"read only if {', '.join(map(letter_text, sorted(self.blamed)))} is a number"
            )
        if found.verdict in ("refuted", "ill-typed", "needs"):
            return self.verdict("undecided", "not proved, and the sizes that the note says do not fit")
        return found

    def unless_free(self, found: RowVerdict, tree: Node) -> RowVerdict:
        """A verdict; `undecided` for a formula in a sentence that is ill-typed, but proved for letters of other sizes.

        "(AB)⁻¹ = B⁻¹A⁻¹" may be about all matrices, although a theorem before it has an m×n matrix A.
        """
        if found.verdict != "ill-typed" or self.formula.display:
            return found
        definitions, conditions, context = self.ledger.definitions, self.ledger.conditions, self.context
        self.ledger.definitions, self.ledger.conditions, self.context = {}, [], Context()
        self.is_loose, self.other_kind = True, "free"
        anew = self.judged(tree)
        self.is_loose = False
        self.ledger.definitions, self.ledger.conditions, self.context = definitions, conditions, context
        if anew.verdict != "proved":
            return found
        return self.verdict("undecided", "it is true for letters of other sizes than those that the note says")

    def at_new_point(self, stated: Stated) -> Stated:
        """A condition on β as one on β̂, where the formula that is judged is the first one to write this letter.

        With a mark the letter that was varied is the point at which the derivative is zero.
        """
        assert not isinstance(self.formula.tree, Unread)
        for name in (x for x in nodes(self.formula.tree) if isinstance(x, Name)):
            plain = replace(name, accents=(), mark="", upper=None)
            if name != plain and self.first.get(key(name), 0) >= self.formula.span[0]:
                stated = replace(stated, left=with_name(stated.left, plain, name))
        return stated

    def follows(self, k: int) -> bool:
        """Whether only space separates a row from the one before it."""
        if k == 0 or not (self.note.formulas[k].display and self.note.formulas[k - 1].display):
            return False
        before, here = self.note.formulas[k - 1].fences, self.note.formulas[k].fences
        if set(before) & set(here):
            return True
        between = self.note.source.text[self.note.fences[before[-1]].whole[1] : self.note.fences[here[0]].whole[0]]
        return here[0] == before[-1] + 1 and not between.strip(" \n\t>.,;")

    def is_premise_of_next(self, k: int) -> bool:
        """Whether a row is a single relation without a row directly above, and the row below begins with an arrow."""
        tree = self.note.formulas[k].tree
        if not isinstance(tree, Chain) or len(tree.signs) != 1 or self.follows(k) or k + 1 == len(self.note.formulas):
            return False
        below = self.note.formulas[k + 1].tree
        return self.follows(k + 1) and isinstance(below, Arrow) and isinstance(below.terms[0], Blank)

    def end_of_run(self, k: int) -> int:
        """The end of the rows that continue a row: only space separates them, and each begins with a sign.

        A premise of the row holds in these rows; a separate statement may be meant without it.
        """
        while k + 1 < len(self.note.formulas) and self.follows(k + 1) and goes_on(self.note.formulas[k + 1].tree):
            k += 1
        return self.note.formulas[k].span[1]

    def tree(self, tree: Node, quantified: tuple[Node, ...]) -> RowVerdict:
        """The verdict of a statement, or of several."""
        match tree:
            case Chain(signs=(":", *_), terms=(first, *_)) if not isinstance(first, Blank):
                return self.verdict("unsupported", "the relation :")
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
            case Sentence(parts=(*_, Words("?"))):
                return self.verdict("problem", "a question")
            case Sentence(parts):
                return self.sentence(parts, quantified)
            case SubjectTo(body, constraints):
                return self.sentence((body, Words("with"), *constraints), quantified)
            case Because(body):
                return self.tree(body, quantified)
            case Words(text):
                return self.verdict("unsupported", f"the words “{text.strip()}”")
        return self.alone(tree)

    def alone(self, tree: Node) -> RowVerdict:
        """The verdict of an expression, which asserts nothing; the next row may continue it."""
        if self.optimiser is not None and says_value(self.words_since(self.optimiser)):
            return self.optimum(self.optimiser, value=tree)
        self.context = Context(head=tree, last=tree)
        if self.formula.display:
            return self.typed(lambda t: t.expression(tree), "an expression, which asserts nothing", "problem")
        return self.verdict("problem", "an expression, which asserts nothing")

    def sentence(self, parts: tuple[Node, ...], quantified: tuple[Node, ...]) -> RowVerdict:
        """Several statements; those after "where" or "with" are imposed first."""
        if (title := self.titled(parts, quantified)) is not None:
            return title
        parts = (parts[0], *map(without_brackets, parts[1:]))
        if (k := words_behind(parts)) is not None:
            return self.with_remark(parts[:k], parts[k:], quantified)
        main, imposed, assuming, strange, here = list[Node](), list[Node](), False, "", self.until
        ranges = tuple(x for x in parts if is_range_of_all(x))
        if ranges and not isinstance(parts[0], Words) and len(ranges) < len(parts):
            parts, quantified = tuple(x for x in parts if x not in ranges), (*quantified, *ranges)
        for part in parts:
            if isinstance(part, Words):
                said = part.text.strip(" ,:.~").lower()
                if any(said.startswith(word) or said.endswith(word) for word in ASSUMING):
                    assuming = True
                    if any(said.startswith(word) or said.endswith(word) for word in _FOR_ONE_FORMULA):
                        self.until = self.formula.span[1]
                elif not connects(part):
                    strange = strange or part.text
            else:
                (imposed if assuming else main).append(part)
        if strange:
            self.context = Context()
            return self.verdict("unsupported", f"the words “{strange.strip()}”")
        if self.optimiser is not None and says_exactly(self.words_since(self.optimiser)):
            return self.optimum(self.optimiser, exactly=[x for x in main if isinstance(x, Chain)])
        found: list[RowVerdict] = []
        restricting = [self.imposed(part, quantified) for part in imposed]
        self.until = self.run_ends  # i ≠ j beside a statement is for it and for what goes on from it
        restricting += [self.imposed(part, quantified) for part in main[1:] if is_of_indices(part)]
        main = main[:1] + [part for part in main[1:] if not is_of_indices(part)]
        self.until = here
        before = self.context
        is_part, self.is_part = self.is_part, self.is_part or len(main) > 1
        for part in main:
            after = self.context
            self.context = before
            (restricting if is_restriction(part) else found).append(self.tree(part, quantified))
            self.context, before = (after, before) if isinstance(part, Because) else (self.context, Context())
        self.is_part = is_part
        found += [x for x in restricting if x.verdict not in ("condition", "definition") or not found]
        return (
            worst(found, [x for x in found if x.verdict != "definition"] or found)
            if found
            else self.verdict("problem", "words")
        )

    def with_remark(self, stated: Sequence[Node], remark: Sequence[Node], quantified: tuple[Node, ...]) -> RowVerdict:
        """The verdict of statements with words behind them; only a proof counts, and none if they may restrict it."""
        definitions, conditions, context = dict(self.ledger.definitions), list(self.ledger.conditions), self.context
        found = self.sentence(tuple(stated), quantified) if len(stated) > 1 else self.tree(stated[0], quantified)
        if found.verdict != "proved":
            self.ledger.definitions, self.ledger.conditions, self.context = definitions, conditions, context
        if found.severity and restricts(remark):
            return self.verdict("undecided", f"not proved, and the words “{said(remark)}” may restrict it")
        return self.beside(found, remark)

    def beside(self, found: RowVerdict, remark: Sequence[Node | Unread]) -> RowVerdict:
        """A verdict where a remark stands beside a row, or an earlier row that it continues.

        Words that are no step keep what is found against the row a warning; words that deny the row undo a proof.
        """
        by = f"the words “{said(remark)}”" if said(remark) else "what stands"
        if found.severity == "error" and restricts(remark):
            return replace(found, is_warning=True, reason=f"{found.reason}; {by} beside it may restrict it")
        if found.verdict == "proved" and denies(remark):
            return self.verdict("undecided", f"{by} beside it may restrict it")
        return found

    def titled(self, parts: tuple[Node, ...], quantified: tuple[Node, ...]) -> RowVerdict | None:
        """The verdict of statements with words that name or explain them; None if there are none."""

        def rest(stated: Sequence[Node]) -> RowVerdict:
            return self.sentence(tuple(stated), quantified) if len(stated) > 1 else self.tree(stated[0], quantified)

        match parts:
            case (Words(said), Chain((Blank(), *others), ("=" | ":=", *_)) as chain) if is_name_of_words(said):
                name = Name(said.strip(), span=parts[0].span, how="text")
                return self.tree(replace(chain, terms=(name, *others)), quantified)
            case (Words(said), Chain((Blank(), *others), (":", *signs)) as chain, *more) if _names(said):
                return rest((replace(chain, terms=tuple(others), signs=tuple(signs)) if signs else others[0], *more))
            case (Words(said), *stated) if stated and (_names(said) or LABEL.fullmatch(said.strip())):
                return rest(stated)
            case (*stated, Words(said)) if stated and said.isascii() and _is_aside(said):
                return rest(stated)
        return None

    def imposed(self, part: Node, quantified: tuple[Node, ...]) -> RowVerdict:
        """A statement that the note imposes."""
        before, self.said = self.said, "assumed"
        context, self.context = self.context, Context()
        out = self.tree(part, quantified)
        self.said, self.context = before, context
        return out


def _names(words: str) -> bool:
    """Whether words before a statement, with a colon, only name it."""
    said = words.strip().removesuffix(":")
    return re.fullmatch(r"[A-Za-z ]+", said) is not None and not is_restricting(said)


def _is_aside(words: str) -> bool:
    """Whether words in brackets behind a statement neither deny nor restrict it."""
    return re.fullmatch(r"\([^()]*\)", words.strip()) is not None and not is_restricting(words)


def judge(note: Note, table: Table, cue: Callable[[Note, Formula], Cue] | None = None) -> tuple[RowVerdict, ...]:
    """The verdicts of all formulas of a note, in order."""
    return Judge(note, table, cue).run()
