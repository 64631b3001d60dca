"""The verdict of each row of a derivation, and which of its steps are established."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pcaproofs.homework import normal_forms
from pcaproofs.homework.normal_forms import form_of, of_fact
from pcaproofs.homework.route import ASSUMED, LEMMAS, MISTAKES, Judged, JudgedStep, establish, goal_of, line_of
from pcaproofs.homework.rows import (
    DerivationRow,
    WrittenStatement,
    in_index,
    is_derivative,
    rows_of,
    statements_of,
    summed,
)
from pcaproofs.homework.task import DerivationTask, Letters, more_alias, renamed, undeclared
from pcaproofs.homework.theory import EQUIVALENCE, Theory, TypedStatement, Untypable, length_of_ones, with_indices
from pcaproofs.language.reader import read
from pcaproofs.notes.checking import facts_of_note
from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.blocks import read as read_note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.spelling import INDICES, bare, key, letters_in, spelled
from pcaproofs.notes.formulas.surface import Name, Node, Num, Power, Product, nodes
from pcaproofs.notes.judging.definitions import defined, name_of
from pcaproofs.notes.judging.repairs import LIKELY, MOST_PROOFS, repairs, which
from pcaproofs.notes.prose.clauses import cue, sets_to_zero
from pcaproofs.notes.prose.facts import Fact, Satisfies
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.searching import may_hold, some_points
from pcaproofs.notes.text.source import Source
from pcaproofs.notes.typing.ledger import Stated, differences
from pcaproofs.notes.typing.letters import ROOT, base_of
from pcaproofs.notes.typing.types import Definition
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.counterexample import Counterexample, written

# what words say of a letter, as a formula
PROPERTIES = {
    "unit": r"\|{0}\| = 1",
    "symmetric": r"{0}^\top = {0}",
    "orthonormal": r"{0}^\top {0} = I",
    "idempotent": r"{0}^2 = {0}",
    "eigenpair": r"{1} {0} = {2} {0}",
}


def proposed(note: Note) -> tuple[list[str], str]:
    """The given facts and the goal as LaTeX; empty if the note does not contain them. The author should review them."""
    rows = rows_of(note)
    given = dict.fromkeys(" ".join(text.split()) for text in _given(note, rows))
    return list(given), _shown([x for row in rows if row.formula.display for x in row.statements])


def _given(note: Note, rows: Sequence[DerivationRow]) -> Iterator[str]:
    for row in rows:
        supposed = bool(row.statements) and cue(note, row.formula) in ("assumed", "defined")
        if row.remark == "a declaration" or supposed:
            yield note.latex(row.formula).strip(" .,;\n")
    for fact in facts_of_note(note):
        letter = latex(fact.letter)
        if isinstance(fact, Satisfies) and fact.hypothesis in PROPERTIES:
            yield PROPERTIES[fact.hypothesis].format(letter, *map(latex, fact.others))


def _shown(statements: Sequence[WrittenStatement]) -> str:
    """The statement that links the first and the last term of the last chain."""
    if not statements:
        return ""
    out = statements[-1]
    for before in reversed(statements[:-1]):
        if before.right != out.left or before.kind != out.kind or before.sign not in ("=", out.sign):
            break
        out = replace(out, left=before.left)
    return out.text()


# Whether the words before a statement assume it


MOST_WORDS = 120  # characters before a formula in which words of assumption are searched
_SUPPOSED = re.compile(
    r"\b(?:suppos|assum)\w*\b(?:(?!\b(?:show|prov|then|have|get|obtain|claim|hence|so|thus|therefore|follow)\w*)[^.])*$",
    re.IGNORECASE,
)
_SAYS_ASSUMED = re.compile(  # words that suppose, unlike "for each i", "taking traces" and "scaling with D"
    r"\b(?:let|suppos|assum|given|where|if|when|provided|without loss|w\.?l\.?o\.?g|choos|choice|pick|take\b|consider"
    r"|such that|so that|satisf|require|constraint|subject to|hypothesis|condition|wish|want|set\b|put\b|fix)",
    re.IGNORECASE,
)
_WHERE = re.compile(r"\b(?:for|at|when|if|where|by|with)\s*(?:\$|\\\()?$", re.IGNORECASE)
_LET = re.compile(r"\b(?:let|consider|take|if|given)\b[^.]*$", re.IGNORECASE)
_LET_BE = re.compile(  # "let b be the minimiser, that is, …"
    r"\blet\b[^.]*\bbe\b[^.]*\b(?:that is|i\.e\.|in other words|which means|meaning)[, ]*(?:that)?\s*[$\\\[]*$",
    re.IGNORECASE,
)


def is_assumed(note: Note, formula: Formula, statement: WrittenStatement) -> bool:
    """Whether words assume a statement; within a sentence “let n = 10” and “for n > p” only choose an example."""
    sides = statement.left, statement.right
    chooses = any(isinstance(x, Name) for x in sides) and all(isinstance(x, Name | Num) for x in sides)
    if not formula.display and (statement.sign != "=" or chooses):
        return False
    if formula.display and _SAYS_ASSUMED.search(_before(note, formula).rpartition(".")[2]) is None:
        return False
    return cue(note, formula) == "assumed"


def is_point(note: Note, formula: Formula) -> bool:
    """Whether an equation in a sentence only says where something happens: "it is least for a = b"."""
    return not formula.display and _WHERE.search(_before(note, formula)) is not None


def is_chosen(note: Note, formula: Formula) -> bool:
    """Whether words choose what a formula in a sentence says: "let S = I"."""
    return cue(note, formula) == "assumed"


def is_supposed(note: Note, formula: Formula, statement: WrittenStatement) -> bool:
    """Whether the sentence before a statement says that it is assumed, or declares a letter with this property."""
    said = _before(note, formula)
    return _SUPPOSED.search(said) is not None or (
        _LET.search(said) is not None and _is_property(note, formula, statement)
    )


def is_meaning_of_declaration(note: Note, formula: Formula) -> bool:
    """Whether a statement says what a declaration means: "let b be the minimiser, that is, …"."""
    return _LET_BE.search(_before(note, formula)) is not None


def _is_property(note: Note, formula: Formula, statement: WrittenStatement) -> bool:
    """Whether words before a statement say of a letter what it says: "let w be an eigenvector of S"."""
    start = formula.span[0]
    for fact in facts_of_note(note):
        is_near = start - MOST_WORDS <= fact.span[0] < start
        if is_near and isinstance(fact, Satisfies) and fact.hypothesis in PROPERTIES:
            said = PROPERTIES[fact.hypothesis].format(*map(latex, (fact.letter, *fact.others)))
            tree = read_note(Source("", f"$${said}$$")).formulas[0].tree
            found = () if isinstance(tree, Unread) else statements_of(tree).statements
            if any(normal_forms.of_writing(x) == normal_forms.of_writing(statement) for x in found):
                return True
    return False


def _before(note: Note, formula: Formula) -> str:
    start = formula.span[0]
    return note.source.text[max(0, start - MOST_WORDS) : start]


# The verdict of each row of a derivation, and which of its steps are established


def row_of_misfit(theory: Theory, before: Sequence[JudgedStep], step: JudgedStep) -> int | None:
    """The row of an earlier step whose sizes do not match, if a step contains its product or continues its chain."""
    if step.verdict != "ill-typed":
        return None
    left, right = step.statement.left, step.statement.right
    for earlier in (x for x in before if x.verdict == "ill-typed"):
        first, last = earlier.statement.left, earlier.statement.right
        wrong = [x for x in (first, last) if isinstance(x, Product) and not _has_type(theory, x)]
        if any(_contains(side, x) for side in (left, right) for x in wrong):
            return earlier.row
        if last == left and not _has_type(theory, left):
            return earlier.row
    return None


def _has_type(theory: Theory, term: Node) -> bool:
    return theory.attempt(WrittenStatement(term, "=", term, term.span)) is not None


def _contains(tree: Node, product: Product) -> bool:
    """Whether a formula contains the factors of a product, one after the other."""
    size = len(product.factors)
    return any(
        x.factors[k : k + size] == product.factors
        for x in nodes(tree)
        if isinstance(x, Product)
        for k in range(len(x.factors) - size + 1)
    )


def key_of_left(node: Node) -> str:
    """The key of the letter on the left of a definition."""
    return key(name_of(node)) if isinstance(node, Name | Power) else ""


def letters_defined(rows: Sequence[DerivationRow], task: DerivationTask) -> set[str]:
    """The keys of the letters and functions that rows define."""
    return {key_of_left(left) for left, _ in definitions_of(rows, task)}


def names_defined(rows: Sequence[DerivationRow], task: DerivationTask) -> list[tuple[Node, Node]]:
    """The letters that rows define, with their values; without functions."""
    return [(left, x.body) for left, x in definitions_of(rows, task) if not x.parameters]


def definitions_of(rows: Sequence[DerivationRow], task: DerivationTask) -> Iterator[tuple[Node, Definition]]:
    """The definitions of letters that the task lacks: a letter or a function alone on the left side."""
    seen: set[str] = set()
    numbered: set[str] = set()  # letters with a member that is defined by its number; they are not families
    for row in rows:
        for statement in row.statements[:1]:
            left, parameters = defined(statement.left)
            if left is None or statement.sign != "=" or statement.quantified is not None:
                continue
            name = name_of(left)
            plain, index = bare(name), name.subscript
            own = {key(name)} if isinstance(index, Num) else {key(name), key(plain)}
            if {key(name), key(plain)} & {*task.names, *seen} or own & letters_in(statement.right):
                continue
            if isinstance(index, Num):
                numbered.add(key(plain))
            elif key(plain) in numbered:
                continue
            seen |= own
            if isinstance(left, Name) and isinstance(index, Name) and index.base in INDICES and not parameters:
                left, parameters = plain, (index,)
            yield left, Definition(parameters, statement.right, 0, statement.span)


MOST_ROWS = 200  # rows of displays that are judged; further rows are ignored
MOST_INLINE = 100


def judged(task: DerivationTask, note: Note) -> Judged:
    """The verdicts of a note's rows."""
    return _Judge(task, note).run()


def theory_of(
    task: DerivationTask, letters: Letters, definitions: dict[Node, Definition], properties: Sequence[Fact] = ()
) -> Theory:
    """The theory in which the statements of a note are typed; the note cannot declare letters of the task.

    properties: what is said of the note's own letters besides their shapes.
    """
    table = Table(letters.note, (*task.said, *letters.facts, *properties))
    assert task.table is not None
    table.see(task.table, frozenset())
    table.ones -= frozenset(task.names)
    table.validity = table.validity.without_renewals()
    names = {found: spelled(x) for found, x in task.names.items() if not task.table.at(x, 0).is_family}
    theory = Theory(table, letters.note.source.text, {**definitions, **task.definitions}, task.given, names)
    return with_indices(replace(theory, ones=length_of_ones(theory)), task.restricted)


def counterexample_text(example: Counterexample, theory: Theory, letters: Letters) -> str:
    """A counterexample in the student's letters on one line; letters that others determine are left out.

    It says x_1 = 0, x_2 = 1 of the members of a family, and i = 2 of an index; formulas are between dollars.
    """
    keys = {name: found for found, name in theory.names.items()}
    values = [f"${letters.own(name)} = {size}$" for name, size in example.dimensions.items()]
    for name, matrix in example.letters.items():
        values += _value(name, keys.get(name), matrix, letters)
    where = ", ".join(dict.fromkeys(values))
    return f"{where}: {example.failure()}" if where else example.failure()


def _value(name: str, found: str | None, matrix: Matrix, letters: Letters) -> Iterator[str]:
    if found is not None and found.startswith("family "):
        base = letters.own(found.removeprefix("family "))
        yield from (f"${base}_{{{k}}}$ = {written(tuple((x,) for x in row))}" for k, row in enumerate(matrix, 1))
    elif found is not None and found.startswith(ROOT):
        base, is_inverse = base_of(found)
        yield f"${letters.own(base)}^{{{'-' * is_inverse}1/2}}$ = {written(matrix)}"
    elif found is not None:
        yield f"${letters.own(found)}$ = {written(matrix)}"
    elif name.startswith("e_") and name[2:].isalpha() and sum(row[0] for row in matrix) == 1:
        yield f"${name[2:]} = {[row[0] for row in matrix].index(1) + 1}$"
    elif "(" not in name and not name.startswith("√"):  # the names of diag(λ) and of √S say their values
        yield f"{name} = {written(matrix)}"


class _Judge:
    def __init__(self, task: DerivationTask, note: Note):
        self.task, self.note = task, note
        self.definitions: dict[Node, Definition] = {}
        self.rows_without_step: dict[int, tuple[str, str]] = {}
        self.steps: list[JudgedStep] = []

    def run(self) -> Judged:
        letters = renamed(self.note, self.task, frozenset(letters_defined(rows_of(self.note), self.task)))
        letters = self.with_other_names(letters)
        self.letters, self.rows = letters, rows_of(letters.note)
        self.define()
        self.theory = theory_of(self.task, letters, self.definitions)
        self.given = [self.theory.typed(x) for x in self.task.given]
        # what follows from a derivative that is zero has the same normal form, and is a step nevertheless
        plain = [x for x in self.given if not x.statement.is_set_to_zero()]
        self.given_keys = [normal_forms.of_relation(x) for x in plain]
        self.fact_keys = {of_fact(x) for x in plain} - {()}
        self.zero_keys = {normal_forms.of_writing(x.statement) for x in self.given if x not in plain}
        goals = [self.goal(x) for x in self.task.goals]
        self.goal_keys = {x.key for x in goals}
        out = Judged(self.task, letters, self.theory, self.rows, self.steps, self.rows_without_step, goals)
        self.collect()
        for k in range(len(self.steps)):
            self.judge(k)
        establish(out)
        for step in self.steps:
            if step.verdict == "too large" and (
                is_assumed(*self.place(step)) or is_meaning_of_declaration(*self.place(step)[:2])
            ):
                step.verdict, step.reason = "assumed", ASSUMED
        return out

    def with_other_names(self, letters: Letters) -> Letters:
        """Matches letters by their definitions: Σ = (1/n) Σ x_i x_iᵀ is S if S is given with the same right side."""
        for statement in self.task.given:
            if statement.sign != "=" or not isinstance(statement.left, Name):
                continue
            for name, body in names_defined(rows_of(letters.note), self.task):
                if not isinstance(name, Name) or name.subscript is not None:
                    continue
                theory = theory_of(self.task, letters, {})
                typed = theory.attempt(WrittenStatement(body, "=", statement.right, (0, 0)))
                if typed is not None and typed.holds(()):
                    letters = more_alias(letters, name, statement.left)
                    break
        return letters

    def define(self) -> None:
        """Record the definitions of the student's own letters; the first definition of a letter counts."""
        for left, definition in definitions_of(self.rows, self.task):
            self.definitions.setdefault(left, definition)

    def goal(self, statement: WrittenStatement) -> JudgedStep:
        typed = self.theory.typed(statement)
        return replace(goal_of(self.theory, typed), needs=typed.needs())

    def collect(self) -> None:
        """Collect the steps of all rows, and the feedback on rows without steps."""
        counts = {True: 0, False: 0}
        for k, row in enumerate(self.rows):
            counts[row.formula.display] += 1
            if counts[row.formula.display] > (MOST_ROWS if row.formula.display else MOST_INLINE):
                self.rows_without_step[k] = ("unread", f"only the first {MOST_ROWS} displays are judged")
                continue
            said = cue(self.letters.note, row.formula)
            if said == "false":
                self.rows_without_step[k] = ("remark", "the words beside it say that it does not hold")
                continue
            found = [x for x in row.statements if not self.is_definition(x)]
            if len(found) < len(row.statements) and not found:
                self.rows_without_step[k] = ("definition", "")
            elif not found:
                harmless = row.remark in ("a declaration", "an expression", "a problem", "words")
                self.rows_without_step[k] = ("remark" if harmless else "unread", row.remark)
            for statement in row.imposed:
                self.steps.append(JudgedStep(statement, k, verdict="assumed", reason="condition"))
            self.steps += (JudgedStep(statement, k) for statement in found)

    def is_definition(self, statement: WrittenStatement) -> bool:
        left, parameters = defined(statement.left)
        if left is None or statement.sign != "=":
            return False
        known = self.definitions.get(left)
        return known is not None and known.parameters == parameters and known.body == statement.right

    def judge(self, k: int) -> None:
        """The verdict of a step, from the facts and the steps before it."""
        step = self.steps[k]
        is_condition = step.reason == "condition"
        step.verdict, step.reason = "unproved", ""
        self.decide(k, step)
        if step.is_proved and not (step.key in self.goal_keys and is_supposed(*self.place(step))):
            return
        if step.is_proved or (
            step.verdict in ("unproved", "wrong", "follows") and (is_condition or is_assumed(*self.place(step)))
        ):
            step.verdict, step.reason = "assumed", ASSUMED
        elif not self.rows[step.row].formula.display and not (step.verdict == "wrong" and self.is_concluded(step)):
            step.chosen = step.verdict != "unread" and is_chosen(*self.place(step)[:2])
            step.verdict, step.reason, step.example = "remark", "", ""

    def decide(self, k: int, step: JudgedStep) -> None:
        """Whether a step is proved, wrong or neither, regardless of the words around it."""
        open_letters = undeclared(
            step.statement, self.task, self.letters, frozenset(map(key_of_left, self.definitions))
        )
        if open_letters and not self.abbreviated(step, k, open_letters):
            step.reason = self.about(open_letters[0])
            return
        try:
            step.typed = typed = self.theory.typed(step.statement, self.lemmas(k))
        except Untypable as error:
            step.verdict, step.reason = error.verdict, str(error)
            if (row := row_of_misfit(self.theory, self.steps[:k], step)) is not None:
                self.follow(step, row, "the sizes do not match, as in {}")
            return
        statement = in_index(step.statement, self.task.index, self.theory.restricted)
        if statement is not step.statement:
            step.typed = self.theory.typed(statement, self.lemmas(k))
        step.key, step.trivial = normal_forms.of_relation(step.typed), normal_forms.is_trivial(step.typed)
        step.form, step.restates_fact = form_of(self.theory, step.typed), of_fact(step.typed) in self.fact_keys
        if not typed.one_feasible_set:
            step.reason = "the constraints of the two problems are not the same"
            return
        self.prove(k, step, step.typed)
        if not step.is_proved:
            self.fault(k, step, typed)
        elif step.verdict == "proved" and self.is_given(step):
            step.verdict = "given"
        elif (row := self.goes_on_from_wrong(k, step)) is not None:
            self.follow(step, row, "it goes on from {}, which is wrong")

    def is_given(self, step: JudgedStep) -> bool:
        """Whether a step says what a fact says; of a derivative that is zero, with the same terms."""
        if step.statement.kind != "relation":
            return False
        return step.key in self.given_keys or normal_forms.of_writing(step.statement) in self.zero_keys

    def place(self, step: JudgedStep) -> tuple[Note, Formula, WrittenStatement]:
        return self.letters.note, self.rows[step.row].formula, step.statement

    def is_concluded(self, step: JudgedStep) -> bool:
        note, formula, _ = self.place(step)
        return cue(note, formula) == "concluded" and not is_point(note, formula)

    def holds_at_zero(self, k: int, step: JudgedStep) -> bool:
        """Whether a step follows from a derivative before it that the student sets to zero, which is not given."""
        before = [x.statement for x in self.steps[:k] if x.is_at_zero]
        if not (before or step.statement.right == Num("0") or sets_to_zero(*self.place(step)[:2])):
            return False
        derived = [x.statement for x in self.steps[:k] if x.is_proved and is_derivative(x.statement.left)]
        zero = [WrittenStatement(x.left, "=", Num("0"), x.span) for x in derived if x.sign == "="]
        if not zero:
            return False
        typed = self.theory.attempt(step.statement, (*zero, *before))
        step.is_at_zero = typed is not None and typed.holds(typed.facts, typed.lemmas)
        return step.is_at_zero

    def lemmas(self, k: int) -> tuple[WrittenStatement, ...]:
        """The last proved steps before a step; a step with an index also in summed form."""
        out: list[WrittenStatement] = []
        for step in reversed(self.steps[:k]):
            if step.verdict == "proved" and not step.trivial and step.statement.kind == "relation":
                total = summed(step.statement)
                out += [step.statement, *([total] if total is not None else [])]
            if len(out) >= LEMMAS:
                break
        return tuple(out)

    def prove(self, k: int, step: JudgedStep, typed: TypedStatement) -> None:
        """Let the kernel prove a step, from the facts alone or with the steps before it."""
        needs = typed.needs()
        lemmas: tuple[int, ...] = ()
        if needs is None and typed.lemmas:
            lemmas = tuple(typed.lemmas)
            needs = typed.needs(lemmas)
        if needs is None:
            return
        result = typed.proof(needs - {EQUIVALENCE}, lemmas)
        if result.verdict != "proved":
            step.reason = result.reason
            return
        before = (x for x in self.steps[:k] if x.is_proved and not (x.restates_fact and x.verdict == "given"))
        earlier = next((x for x in before if x.form == step.form), None)
        step.verdict = "proved" if earlier is None else "repeated"
        step.needs = needs if not lemmas else needs.union(*(x.needs or () for x in self.steps[:k] if x.is_proved))

    def fault(self, k: int, step: JudgedStep, typed: TypedStatement) -> None:
        """Classify a step that is not proved: it is wrong, follows from a wrong step, or is only not proved."""
        earlier = next((x for x in self.steps[:k] if x.key == step.key and x.verdict in MISTAKES), None)
        if earlier is not None:
            self.follow(step, earlier.row, "as in {}")
            return
        if (row := self.follows_from_wrong(k, step)) is not None:
            self.follow(step, row, "it is right given {}, which is wrong")
            return
        if (row := self.is_back(k, step)) is not None:
            self.follow(step, row, "what stands here is right again; the mistake is in {}")
            return
        if self.holds_at_zero(k, step):
            step.reason = "it holds only where the derivative is zero, and the task does not say that it is zero"
            return
        special = self.special(step)
        if special is not None and special.holds(special.facts):
            step.reason = "it holds for the letters that the note declares, of which the task says nothing"
            return
        example = (special or typed).counterexample()
        if example is None:
            step.reason = step.reason or "not proved from what is given and the steps before it"
            return
        step.verdict, step.example = "wrong", counterexample_text(example, self.theory, self.letters)
        step.repair = self.repair(special or typed, example)

    def special(self, step: JudgedStep) -> TypedStatement | None:
        """The statement of a step with what the note says of its own letters, if it says that one is a unit vector."""
        if not {key(bare(f.letter)) for f in self.letters.properties} & step.statement.letters():
            return None
        theory = theory_of(self.task, self.letters, self.definitions, self.letters.properties)
        return replace(theory, names=self.theory.names).attempt(step.statement)

    def follow(self, step: JudgedStep, row: int, reason: str) -> None:
        """Record that a step follows from a mistake; the reason has a gap for its place."""
        assumed = any(x.row == row and x.verdict == "assumed" for x in self.steps)
        said = reason.replace("which is wrong", "which is not given") if assumed else reason
        step.verdict, step.reason, step.origin = "follows", said.format(self.line(row)), row

    def abbreviated(self, step: JudgedStep, k: int, open_letters: Sequence[str]) -> bool:
        """Whether the only new letter of a step abbreviates the corresponding part of the other side: C − wᵀSw."""
        places = differences(step.statement.left, step.statement.right)
        if step.statement.sign != "=" or len(places) != 1 or len(open_letters) != 1:
            return False
        body, name = places[0]
        if not isinstance(name, Name) or key(name) != open_letters[0] or isinstance(body, Name | Num):
            return False
        before = (x.statement for x in self.steps[:k])
        if key(name) in letters_in(body) or any(key(name) in x.letters() for x in before):
            return False
        self.definitions[name] = Definition((), body, 0, step.statement.span)
        self.theory = replace(self.theory, definitions={**self.theory.definitions, name: self.definitions[name]})
        return True

    def about(self, letter: str) -> str:
        """The feedback on a letter that nothing declares."""
        like = self.letters.like.get(letter)
        asked = f"; if it is ${like}$, say so, as in “let ${letter} = {like}$”" if like else ""
        return f"${letter}$ is no letter of the task, and the note does not say what it is{asked}"

    def line(self, row: int) -> str:
        return line_of(self.note, self.rows[row])

    def follows_from_wrong(self, k: int, step: JudgedStep) -> int | None:
        """The row of an earlier mistake from which a step follows, perhaps with others; None if there is none."""
        wrong = list(self.wrong_before(k))[::-1][:LEMMAS]
        if (found := next((x for x in wrong if self.follows_from([x[0]], step)), None)) is not None:
            used = [found]
        elif len(wrong) > 1 and self.follows_from([x for x, _ in wrong], step):
            used = wrong
            for each in wrong:
                rest = [x for x in used if x is not each]
                used = rest if rest and self.follows_from([x for x, _ in rest], step) else used
        else:
            return None
        for earlier in self.steps[:k]:
            if earlier.chosen and any(earlier.statement == x for x, _ in used):
                earlier.verdict, earlier.reason = "assumed", ASSUMED
        return used[0][1]

    def follows_from(self, wrong: Sequence[WrittenStatement], step: JudgedStep) -> bool:
        """Whether a step follows from the facts and some wrong relations."""
        lemmas = [x for statement in wrong for x in (statement, summed(statement)) if x is not None]
        typed = self.theory.attempt(step.statement, lemmas)
        return typed is not None and bool(typed.lemmas) and typed.holds(typed.facts, typed.lemmas)

    def wrong_before(self, k: int) -> Iterator[tuple[WrittenStatement, int]]:
        """The relations before a step that are wrong or chosen for an example, each with its row.

        A chain of relations whose links have no type also states that its ends are equal: H = XX⁻¹ = I.
        """
        first: WrittenStatement | None = None
        for number, step in enumerate(self.steps[:k]):
            statement = step.statement
            if statement.kind != "relation":
                continue
            if first is None or self.steps[number - 1].statement.right != statement.left:
                first = statement
            if step.verdict in MISTAKES or step.chosen:
                yield statement, step.row
            elif step.verdict == "follows" and step.origin is not None:
                if step.typed is not None:
                    yield statement, step.origin
                elif first != statement:
                    yield replace(statement, left=first.left), step.origin

    def is_back(self, k: int, step: JudgedStep) -> int | None:
        """The row of the mistake in a chain, if this link returns to a correct term."""
        wrong: int | None = None
        before = step.statement.left
        for earlier in reversed(self.steps[:k]):
            if earlier.statement.right != before or earlier.statement.kind != step.statement.kind:
                break
            before = earlier.statement.left
            if earlier.verdict in (*MISTAKES, "follows"):
                wrong = earlier.row if earlier.origin is None else earlier.origin
            if wrong is None:
                continue
            typed = self.theory.attempt(replace(step.statement, left=before))
            if typed is None:
                return None
            if typed.one_feasible_set and typed.needs() is not None:
                return wrong
        return None

    def goes_on_from_wrong(self, k: int, step: JudgedStep) -> int | None:
        """The row of the mistake that led a chain to the left side of a step; None if this side is correct."""
        before = step.statement.left
        for earlier in reversed(self.steps[:k]):
            if earlier.statement.right != before or earlier.statement.kind != step.statement.kind:
                return None
            before = earlier.statement.left
            if earlier.verdict in MISTAKES:
                back = self.theory.attempt(replace(step.statement, left=before, right=step.statement.left))
                returns = back is not None and back.one_feasible_set and back.needs() is not None
                return None if returns else earlier.row
        return None

    def repair(self, typed: TypedStatement, example: Counterexample) -> str:
        """A change of one symbol that makes a relation provable, in words. example: one at which the relation fails."""
        statement = typed.statement
        if statement.kind != "relation":
            return ""
        at = some_points(read(*typed.in_full()), example)
        sizes = [x for x in sorted(self.theory.table.sizes) if len(x) == 1 and x in example.dimensions]
        proofs = 0
        stated = Stated(statement.left, statement.sign, statement.right, statement.span, statement.quantified)
        for rank, old, new, changed in repairs(stated, sizes):
            if rank > LIKELY:
                break
            mended = self.theory.attempt(replace(statement, left=changed.left, right=changed.right))
            if mended is None:
                continue
            if proofs == MOST_PROOFS or not may_hold(*mended.in_full(), at):
                continue
            proofs += 1
            if mended.holds(mended.facts):
                return f"with ${latex(new)}$ in place of {which(old, stated)}${latex(old)}$ it is right"
        return ""
