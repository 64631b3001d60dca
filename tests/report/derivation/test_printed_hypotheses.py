"""What is printed of a statement is what the kernel holds: every hypothesis, every letter, nothing else.

The printed formulas are read back by a reader of its own and compared with the kernel's as values at random points.
"""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from letters import A, X, d, k, p, t, w
from made_up_claims import made_up
from sympy import Eq, Identity, MatrixSymbol, Symbol

from pcaproofs.kernel import KernelError, Optimum, SameOptimisers, Scope
from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import Named, psd
from pcaproofs.language.nodes import inner, sample, sqnorm
from pcaproofs.language.readable_statement import factor_names
from pcaproofs.language.reader import read
from pcaproofs.report.derivation.hypotheses import Hypotheses, PrintedHypothesis
from pcaproofs.report.derivation.statements import StatementPrinter
from pcaproofs.report.derivation.wording import statement
from pcaproofs.report.latex.book import Book
from pcaproofs.report.sentences import OF_SEVERAL, Typed
from pcaproofs.verify.citations import resolve
from pcaproofs.verify.claim import Claim, Part
from pcaproofs.verify.discovery import chapters, find

from ..printed import in_tex, meant_in_tex, printed, sentence_of, shown_in_tex
from ..random_points import PRIME, is_inverse, plus, point, scaled, shape, transposed
from ..reading_back import Eye, Reader, spelled

sys.path.insert(0, str(Path(__file__).parents[2] / "prover"))

SEEDS = (1, 2)
ALL = ", all different"
SIGNS = {"=": "=", ">": ">", r"\ge": ">=", r"\ne": "!=", "<": ">", r"\le": ">="}


class Printed:
    """One printed statement, read back: its hypotheses as relations with values, its letters, its ranges."""

    def __init__(self, statements: StatementPrinter, part: Part, reading: Any, origins: dict[str, Any]):
        self.reading, self.statement, self.origins = reading, reading.statement, origins
        self.given = f"{in_tex(statements.given())} {in_tex(statements.then())}"
        self.stated = printed(statements.stated(part))
        self.added = {spelled(name) for name, _, _ in statements.parts[id(part)].exist}
        self.shown = [x for x in self.stated.shown if x.place in ("above", "below")]
        self.points = [point(self.statement, seed) for seed in SEEDS]
        where = self.given.partition(". Here ")[2] or self.given
        self.definitions = dict(re.findall(r"\$(\\?\w+(?:_\{\w+\}|\s\w)?) = ([^$]*)\$", where))
        columns = re.findall(r"\$(\w)_\{\w\}\$ is the \$\w\$-th column of \$(\w)\$", where)
        self.definitions |= {f"column {b}": matrix for b, matrix in columns}
        self.sizes = {n for n in Scope(self.statement).sizes if not n.isdigit()}
        self.names = {spelled(name): name for name, _, _ in self.statement.letters} | {
            spelled(n): n for n in self.sizes
        }
        self.relations: list[tuple[str, tuple[Any, ...]]] = []
        self.invertible: list[tuple[Any, ...]] = []
        for x in self.shown:
            for formula in re.findall(r"\$([^$]*)\$", x.text) if x.place == "above" else [x.text]:
                self._read(formula, x.text)

    def _read(self, formula: str, text: str) -> None:
        for piece in formula.split(r",\ "):
            sides = re.split(r"\s(=|>|<|\\ge|\\le|\\ne)\s", piece)
            if len(sides) == 3:
                self._factors(sides, text)
                self.relations.append(
                    (SIGNS[sides[1]], self.values(*(sides[::-2] if sides[1] in ("<", r"\le") else sides[::2])))
                )
            elif "is invertible" in text:
                self.invertible.append(self.values(piece))
            elif not re.search(r" is | has | for some ", text):
                raise AssertionError(f"{piece!r} is no relation [{text}]")

    def _factors(self, sides: list[str], text: str) -> None:
        """In "S = FᵀF for some F" the letter F is new: it is the kernel's factor of the same S.

        "By Theorem 1, S = PΛPᵀ for some P, Λ" names just the letters that the axiom adds, not S.
        """
        match = re.search(r"for some \$(.+?)\$", text)
        if match is None:
            return
        if text.startswith("by "):
            assert set(match[1].split(", ")) == self.added
            return
        assert sides[2] == rf"{match[1]}^\top {match[1]}"
        of = self.values(sides[0])
        found = [h.right[2][1] for _, h in self.statement.hypotheses if _is_factor(h) and self.kernel(h.left) == of]
        assert found, f"{sides[0]} is no matrix that the kernel has a factor of"
        assert self.names.setdefault(match[1], found[0]) in found
        assert spelled(found[0]) not in self.given

    def values(self, left: str, right: str = "0") -> tuple[Any, ...]:
        return tuple(
            _difference(*(Reader(x, at, self.names, self.definitions).whole() for x in (left, right)))
            for at in self.points
        )

    def kernel(self, left: Any, right: Any = ("number", "0")) -> tuple[Any, ...]:
        return tuple(_difference(at.value(left), at.value(right)) for at in self.points)

    # ---------------------------------------------------------------------------------------------- the comparison
    def compare(self) -> None:
        """Fails where the kernel has a hypothesis that is not printed, or one is printed that it has not."""
        printed = {(sign, _sign_free(sign, values)) for sign, values in self.relations}
        basis_names = set(re.findall(r"e_\w+", " ".join(name for name, _, _ in self.statement.letters)))
        wanted = set()
        for name, h in self.statement.hypotheses:
            values = self.kernel(h.left, h.right)
            relation = (h.relation, _sign_free(h.relation, values))
            if relation in printed:
                wanted.add(relation)
            elif is_inverse(h) or is_inverse(_mirrored(h)):
                wanted |= self._invertible(h, printed)
            elif _is_root(h):
                wanted |= self._root(h, printed)
            elif name in self.origins and self.origins[name].declared != "cited":
                continue  # another claim's conclusion, which a proof that uses it names
            elif h.left[0] == "letter" and h.left[1].startswith("E["):
                assert re.search(r"let \$.*\$ be a random vector that has second moments", self.given), name
            elif _is_penrose(h):
                assert any("Moore--Penrose inverse" in x.text for x in self.shown), name
            elif h.relation == "=" and not any(x for at in values for row in at for x in row):
                continue  # a law of diag(x) or of rows of I, which have their meaning at the points
            elif (name.startswith("diag(") or "I[" in name) and basis_names & {*_letters((h.left, h.right))}:
                used = basis_names & {*_letters((h.left, h.right))}  # diag(x) e_i = (e_iᵀ x) e_i, of unit vectors
                assert all(re.search(rf"e_\{{{x[2:]}\}}.*unit vector", self.given) for x in used)
            elif basis_names and all(y in basis_names or y.startswith("1[") for y in _letters((h.left, h.right))):
                self._unit_vectors(h)
            else:
                raise AssertionError(f"the kernel has {name}, which is not printed")
        assert printed - wanted == set(), f"{len(printed - wanted)} hypotheses are printed that the kernel has not"

    def _invertible(self, h: Any, printed: set[Any]) -> set[Any]:
        """x · x⁻¹ = 1 is printed as x ≠ 0, or follows from something printed; of a matrix, as words."""
        mirrored = not is_inverse(h)
        of = h.left[2] if mirrored else h.left[1]
        values = self.kernel(of)
        if h.right[0] == "eye":
            assert values in self.invertible, h
            return set()
        if ("!=", _sign_free("!=", values)) in printed:
            return {("!=", _sign_free("!=", values))}
        match of:
            case ("tr", ("mul", ("t", a), b)) if a == b and ("!=", _sign_free("!=", self.kernel(a))) in printed:
                return {("!=", _sign_free("!=", self.kernel(a)))}
        for sign, other in self.relations:
            rest = {(v[0][0] - o[0][0]) % PRIME for v, o in zip(values, other, strict=True) if shape(o) == (1, 1)}
            if sign in (">", ">=") and len(rest) == 1 and (sign == ">" or 0 < min(rest) < 100) and min(rest) < 100:
                return set()
        raise AssertionError(f"nothing that is printed says that {of} is not zero")

    def _root(self, h: Any, printed: set[Any]) -> set[Any]:
        of = {k.left[1][1]: k.right for _, k in self.statement.hypotheses if k.left[0] == "pow"}
        inside = of[h.left[1] if h.left[0] == "letter" else h.left[1][1]]
        relation = (">=", self.kernel(inside))
        if relation in printed:
            return {relation}
        assert _is_nonnegative(inside), f"√{inside} is used, and nothing says that it is ≥ 0"
        return set()

    def _unit_vectors(self, h: Any) -> None:
        """eᵢ is introduced as a unit vector of its length, its index with its range, different ones as different."""
        names = sorted(x for x in _letters((h.left, h.right)) if not x.startswith("1["))
        lengths = {str(rows) for name, rows, _ in self.statement.letters if name in names}
        (length,) = lengths
        different = [x.text.removesuffix(ALL)[1:-1] for x in self.stated.shown if x.text.endswith(ALL)]
        ranges = [x.text for x in self.stated.shown if x.text.startswith((r"1 \le", f"{length} \\ge"))] + different
        for label in (name[2:] for name in names):
            assert re.search(rf"e_\{{{label}\}}.*unit vectors? of length \${re.escape(spelled(length))}\$", self.given)
            if label.isdigit() and "′" in length:  # e_0 and e_1 of length p′ + 1
                assert int(label) <= int(length.strip("()").split("+")[1])
            elif label.isdigit():
                assert length.isdigit() or any(rf"{length} \ge" in x for x in ranges)
            else:
                assert any(re.search(rf"1 \\le .*\b{label}\b.* \\le {re.escape(spelled(length))}", x) for x in ranges)
        if len(names) == 2:
            i, j = (name[2:] for name in names)
            both_numbers = i.isdigit() and j.isdigit()
            together = any(re.search(rf"\b{i}\b", x) and re.search(rf"\b{j}\b", x) for x in different)
            apart = any(rf"{a} \ne {b}" in x for x in ranges for a, b in ((i, j), (j, i)))
            assert both_numbers or apart or together
        places = [self.stated.ranges] + [x.text for x in self.shown]
        # the second entry of three, or the first of p′ + 1
        known = (length.isdigit() or "′" in length) and all(name[2:].isdigit() for name in names)
        assert known or any(f"for ${x}$" in words for x in ranges for words in places)

    def letters(self) -> None:
        """Every letter of the kernel is introduced with its shape, and nothing else is."""
        c = self.statement.conclusion
        bound = (
            {x for x, _ in c.at}
            if isinstance(c, Optimum)
            else set(c.variables)
            if isinstance(c, SameOptimisers)
            else set()
        )
        below = " ".join(formula for _, formula in self.stated.displays if "operatorname*" in formula)
        introduced = _spaces(self.given) | (
            _spaces(below.replace(r"\substack{", " ").replace(r" \\", " ")) if bound else {}
        )
        for name, rows, cols in self.statement.letters:
            if (
                re.match(r"√|e_|E\[|I\[|\(|(?:det|adj|diag|log)\(", name)
                or re.search(r"[⁻⁺]", name)
                or any(name in _letters((h.left, h.right)) and n in self.origins for n, h in self.statement.hypotheses)
            ):
                continue
            assert introduced.get(spelled(name)) == _space(rows, cols), f"{name} is not introduced in {self.given}"
        dims = set(re.search(r"integers? \$([^$]*) \\ge 1\$", self.given)[1].split(", ")) if self.sizes else set()
        assert {spelled(n) for n in self.sizes if not n.startswith("(")} <= dims
        for n in (n for n in self.sizes if n.startswith("(")):  # p = p′ + 1
            assert re.search(rf"\$\w+ = {re.escape(spelled(n))}\$", self.given) or "′" not in n


def _is_factor(h: Any) -> bool:
    return h.relation == "=" and h.right[:1] == ("mul",) and len(h.right) == 3 and h.right[1] == ("t", h.right[2])


def _mirrored(h: Any) -> Any:
    """ba = c for ab = c."""
    return replace(h, left=("mul", *h.left[:0:-1])) if h.left[0] == "mul" else h


def _is_penrose(h: Any) -> bool:
    """One of the four equations of x = a⁺."""
    match h.left, h.right:
        case ("mul", a, ("letter", x), b), c:
            return (a == b == c and "⁺" in x) or (a == c == b and a[0] == "letter" and "⁺" in a[1])
        case ("mul", ("letter", x), _, ("letter", y)), ("letter", z):
            return x == y == z and "⁺" in x
        case ("t", ("mul", a, b)), ("mul", c, e):
            return (a, b) == (c, e) and any(y[0] == "letter" and "⁺" in y[1] for y in (a, b))
    return False


def _is_root(h: Any) -> bool:
    inside = h.left[1] if h.left[0] == "pow" else h.left
    return isinstance(inside, tuple) and inside[0] == "letter" and inside[1].startswith("√(")


def _is_nonnegative(e: Any) -> bool:
    """A sum of squares as it stands."""
    match e:
        case ("tr", ("mul", ("t", a), b)):
            return a == b
        case ("pow", _, k):
            return k % 2 == 0
        case ("add", *terms):
            return all(map(_is_nonnegative, terms))
    return False


def _difference(a: Any, b: Any) -> Any:
    if isinstance(a, Eye) and isinstance(b, Eye):
        return [[(a.c - b.c) % PRIME]]
    if isinstance(a, Eye):
        a, b = b, a
        return _frozen(plus(scaled(-1, a), [[b.c * (i == j) for j in range(len(a))] for i in range(len(a))]))
    if isinstance(b, Eye):
        b = [[b.c * (i == j) for j in range(len(a))] for i in range(len(a))]
    return _frozen(plus(a, scaled(-1, b)))


def _frozen(a: Any) -> Any:
    return tuple(map(tuple, a))


def _sign_free(sign: str, values: Any) -> Any:
    """a = b and b = a are one hypothesis, and so are M = 0 and Mᵀ = 0; a ≠ b likewise."""
    if sign not in ("=", "!="):
        return values
    forms = []
    for c in (1, -1):
        forms.append(tuple(_frozen(scaled(c, v)) for v in values))
        forms.append(tuple(_frozen(transposed(scaled(c, v))) for v in values))
    return min(forms)


def _letters(e: Any) -> set[str]:
    if isinstance(e, tuple) and len(e) == 2 and e[0] == "letter":
        return {e[1]}
    return {x for part in e if isinstance(part, tuple) for x in _letters(part)} if isinstance(e, tuple) else set()


def _space(rows: Any, cols: Any) -> str:
    r, c = (spelled(str(x)) if isinstance(x, str) else str(x) for x in (rows, cols))
    if r == c == "1":
        return r"\mathbb{R}"
    if c != "1" and "+" in r + c:
        r, c = (f"({x})" if "+" in x else x for x in (r, c))
        return rf"\mathbb{{R}}^{{{r}\times{'' if c[0] == '(' else ' '}{c}}}"
    return rf"\mathbb{{R}}^{{{r}}}" if c == "1" else rf"\mathbb{{R}}^{{{r}\times {c}}}"


def _spaces(text: str) -> dict[str, str]:
    """Letter -> space, of every "A, B \\in ℝ^{p×d}"."""
    letter = r"\\?[A-Za-z]+(?:\{\w+\})?(?:_\{\w+\})?"
    space = r"\\mathbb\{R\}(?:\^\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})?"
    found = re.findall(rf"((?:{letter}, )*{letter}) \\in ({space})", text.replace("$, $", ", "))
    return {x: where for letters, where in found for x in letters.split(", ")}


def check(claim: Claim) -> None:
    resolved = [resolve(part, claim.id) for part in claim.parts]
    statements = StatementPrinter(
        claim, factor_names([x.reading.statement for x in resolved]), [x.reading for x in resolved]
    )
    for part in claim.parts:
        statements.stated(part)  # so that every abbreviation is known
    for part, x in zip(claim.parts, resolved, strict=True):
        printed = Printed(statements, part, x.reading, dict(x.origins))
        printed.compare()
        printed.letters()


# ------------------------------------------------------------------------------------------------ the tests
# tables with what the readers of these tests do not know: in the first one the value that was found is printed; the
# second and third one have ⊗, ∘, adj, log and blocks, as have rows with log elsewhere; the last one, as rows
# "following.…", has norms and inverses of a variable, which vary with it and are not printed beside it
LEFT_OUT = ("prove_existence", "prove_peers", "prove_true_entries.FALSE_TABLE", "prove_false_norms")
TABLES = ("TABLE", "FALSE_TABLE", "NEEDS", "UNDECIDED", "CONTRADICTORY")


def tables() -> list[Any]:
    """The statements of the prover's tables, the false and undecided ones too; without properties as conclusions."""
    import importlib

    rows = []
    for path in sorted((Path(__file__).parents[2] / "prover").glob("prove_*.py")):
        if path.stem in LEFT_OUT:
            continue
        module = importlib.import_module(path.stem)
        names = [name for name in TABLES if f"{path.stem}.{name}" not in LEFT_OUT]
        found = [row for name in names for row in getattr(module, name, ())]
        found = [row for row in found if not isinstance(row[1], Named) and not row[0].startswith("following.")]
        found = [row for row in found if "log(" not in str(row[1])]
        rows += [pytest.param(found, id=path.stem)] if found else []
    return rows


def readable(row: Any) -> bool:
    """Whether a row is a statement at all; a few of the tables show what is refused."""
    try:
        read(row[1], tuple(row[2]))
    except KernelError:
        return False
    return True


@pytest.mark.parametrize("chapter", chapters())
def test_every_claim_is_printed_with_the_hypotheses_and_letters_of_the_kernel(chapter):
    for claim in find([chapter.replace("_", "-")]):
        check(claim)


@pytest.mark.parametrize("rows", tables())
def test_every_statement_of_the_tables_is(rows):
    kept = [row for row in rows if readable(row)]
    assert len(kept) >= 0.9 * len(rows)
    for name, conclusion, assuming, *_ in kept:
        check(made_up(Part(conclusion, tuple(assuming)), name=f"made-up.{name}"))


def test_every_printed_statement_is_on_its_page(pages):
    """Each formula that was read back above stands in the LaTeX of the claim, and in what notebooks and pages show."""
    for page in pages:
        if page.about_others:
            continue
        text = Book([page], []).claim(page.id)
        words = " ".join(map(in_tex, statement(page)))
        for part in page.parts:
            alike = {y for given in (page.shared, part.stated.assuming) for y in given} - {*page.hypotheses}
            alike -= {y for group in page.groups for y in group.assuming}
            for x in part.stated.shown:
                said = _unlinked(shown_in_tex(x))
                if x.text in alike:  # "w is a unit vector" is in "w and z are unit vectors"
                    (letter, _), given = x.text.runs, (*page.hypotheses, *(y for g in page.groups for y in g.assuming))
                    many = OF_SEVERAL[x.text.runs[1]]
                    said = next(_unlinked(in_tex(y)) for y in given if letter in y.runs and y.runs[-1] == many)
                for place in (text, words) if x.text and x.place in ("above", "below", "index") else ():
                    assert said in _unlinked(place), (page.id, said)
            assert all(in_tex(page.given) in place for place in (text, words))


def test_a_statement_that_is_only_named_is_printed_like_the_one_that_was_proved_again(pages):
    printed = {page.id: page.parts for page in pages}
    seen = 0
    for part in (part for page in pages if page.about_others for part in page.parts):
        id, number = part.of
        other = printed[id][int(number.strip("()") or "1") - 1]
        assert part.stated.displays == other.stated.displays
        assert {x.text for x in part.stated.shown if x.text} <= {x.text for x in other.stated.shown if x.text}
        seen += 1
    assert seen > 20


def _unlinked(text: str) -> str:
    return re.sub(r"\\(?:pcaref|texttt)\{([a-z0-9.-]+)\}", r"\1", text)


B, x = MatrixSymbol("B", p, d), MatrixSymbol("x", p, 1)
g = Symbol("g", positive=True)


def test_the_comparison_fails_for_a_lost_added_or_changed_hypothesis(monkeypatch):
    part = Part(
        at_least(g * sqnorm(B) / sqnorm(w), inner(sample(X, k), x)),
        (psd(A - (g + t) * Identity(p)), Eq(A * w, t * w), inner(w, x) > 0),
    )
    claim = made_up(part)
    check(claim)
    whole = Hypotheses.shown

    def changed(change):
        monkeypatch.setattr(Hypotheses, "shown", lambda self: change(whole(self)))
        with pytest.raises(AssertionError):
            check(claim)

    count = len(StatementPrinter(claim, {}).stated(part).shown)
    assert count == 6
    for lost in range(count):
        changed(lambda shown, lost=lost: shown[:lost] + shown[lost + 1 :])
    changed(lambda shown: (*shown, PrintedHypothesis(sentence_of(Typed(r"$t > 0$")), ())))
    changed(lambda shown: (*shown, PrintedHypothesis(sentence_of(Typed(r"$x \ne 0$")), ())))
    for old, new in (
        ("(g + t) I", "g I"),
        ("> 0", r"\ge 0"),
        ("t w", "g w"),
        (r"\ne 0", "= 0"),
        (r"1 \le k", r"1 \le j"),
    ):
        changed(lambda shown, old=old, new=new: tuple(_changed(x, old, new) for x in shown))


def _changed(x, old, new):
    said = sentence_of(Typed(meant_in_tex(x).replace(old, new)))
    return replace(x, text=said, formula=None, introduces=None)


def test_a_letter_that_is_not_introduced_is_found(monkeypatch):
    claim = made_up(Part(equal(A * x, t * x), (Eq(x, w),)))
    whole = Hypotheses.free
    monkeypatch.setattr(Hypotheses, "free", lambda self: [y for y in whole(self) if y[0] != "t"])
    with pytest.raises(AssertionError, match="t is not introduced"):
        check(claim)
