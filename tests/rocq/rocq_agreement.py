"""Statements with certificates, right and tampered with, on which the kernel and Rocq have to agree.

One process of Rocq reads all of them; what it refuses it says, and goes on with the next. As a script: how many, from
where.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

from sympy import MatrixSymbol, symbols

sys.path.insert(0, str(Path(__file__).parents[1] / "kernel"))
from kernel_proofs import CASES
from kernel_random import STATEMENT, expression, rewritten
from kernel_tampering import changed, changes

from pcaproofs import directional, equal, gradient, inner, minimises, prove, sqnorm, symmetric
from pcaproofs.certificates import from_json, to_json
from pcaproofs.kernel import Certificate, Compare, Expression, KernelError, Lemma, Proof, Statement, check
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.scripts import TheoremWriter
from pcaproofs.rocq.texts import OPENING
from pcaproofs.rocq.theorem import Theorem
from pcaproofs.rocq.variants import TheoremVariant

Case = tuple[str, Statement, Certificate]


def written() -> Iterator[Case]:
    """One for every rule of the kernel."""
    yield from ((name, *case) for name, case in CASES.items())


def negative_factors(cases: Iterable[Case]) -> Iterator[Case]:
    """Those that divide, with what is divided by times -2 on both sides."""
    for name, statement, certificate in cases:
        proofs = tuple(
            (goal, replace(proof, lemmas=tuple(map(_negative, proof.lemmas)))) for goal, proof in certificate.proofs
        )
        if proofs != certificate.proofs:
            yield f"{name}, by a negative factor", statement, replace(certificate, proofs=proofs)


def _negative(lemma: Lemma) -> Lemma:
    if lemma.value is None:
        return lemma
    cofactors = tuple(replace(c, left=("mul", ("number", "-2"), c.left)) for c in lemma.cofactors)
    return replace(lemma, cofactors=cofactors, factor=(str(-2 * Fraction(lemma.factor[0])), lemma.factor[1]))


def gradients() -> Iterator[Case]:
    """Gradients of gradients, of higher degree, and in optima."""
    n = symbols("n", positive=True, integer=True)
    A, w, x, h = MatrixSymbol("A", n, n), MatrixSymbol("w", n, 1), MatrixSymbol("x", n, 1), MatrixSymbol("h", n, 1)
    twice = equal(gradient(sqnorm(gradient(w.T * A * w, w)), w), 8 * A * A * w)
    slope = directional(sqnorm(gradient(sqnorm(w), w)), w, h)
    some = {
        "gradient of a gradient": (twice, [symmetric(A)]),
        "derivative of a gradient": (equal(slope, 8 * inner(w, h)), []),
        "sixth power": (equal(gradient(sqnorm(w) ** 3, w), 6 * sqnorm(w) ** 2 * w), []),
        "gradient in an optimum": (minimises(sqnorm(gradient(sqnorm(w - x), w)), {w: x}), []),
    }
    for name, (conclusion, assuming) in some.items():
        found = prove(conclusion, assuming=assuming)
        assert found.certificate is not None, name
        yield name, found.statement, found.certificate


def zeros() -> Iterator[Case]:
    """Zero matrices whose shape is seen only in the whole, and a certificate that proves more than was asked for."""
    row: Expression = ("zero", 1, "p")
    A, a, S = ("letter", "A"), ("letter", "a"), ("letter", "S")
    none: Expression = ("zero", "p", "p")
    same = {
        "row of zeros": (("mul", row, ("t", A), a), ("mul", ("t", ("t", row)), ("t", A), a)),
        "column of zeros": (("mul", ("letter", "q"), ("t", row)), ("number", "0")),
        "zeros alone": (("tr", ("t", ("mul", none, none))), ("number", "0")),
        "power of zeros": (("tr", ("mul", S, ("t", ("pow", none, 3)))), ("number", "0")),
    }
    for name, (left, right) in same.items():
        statement = replace(STATEMENT, conclusion=Compare(left, "=", right))
        yield name, statement, Certificate((("main", Proof()),))
    row = tuple((x, r, "n") if x == "u" else (x, r, c) for x, r, c in STATEMENT.letters)
    ill_typed = replace(statement, letters=row)  # u ≠ 0 stands among the hypotheses
    yield "a row that is not zero", ill_typed, Certificate((("main", Proof()),))
    yield "a proof too many", statement, Certificate((("main", Proof()), ("better", Proof())))


def random_identities(count: int, seed: int) -> Iterator[Case]:
    """An expression equals its rewriting; and one with a coefficient changed does not, as a rule."""
    rng = Random(seed)
    for k in range(count):
        rows, cols = rng.choice([(1, 1), ("n", "p"), ("p", "p"), ("n", 1)])
        left = expression(rng, rows, cols, 3)
        right = rewritten(left, rng)
        statement = Statement(STATEMENT.letters, Compare(left, "=", right), STATEMENT.hypotheses, STATEMENT.ones)
        yield f"identity {k}", statement, Certificate((("main", Proof()),))
        twice = ("mul", ("number", "2"), right)
        wrong = Statement(STATEMENT.letters, Compare(left, "=", twice), STATEMENT.hypotheses, STATEMENT.ones)
        yield f"identity {k}, doubled", wrong, Certificate((("main", Proof()),))


def tampered(cases: Iterable[Case], each: int, seed: int) -> Iterator[Case]:
    """The same with something changed in the statement or in the certificate."""
    rng = Random(seed)
    for name, statement, certificate in cases:
        data = {"statement": to_json(statement), "certificate": to_json(certificate)}
        names = {x: (r, c) for x, r, c in statement.letters}
        facts = [h for h, _ in statement.hypotheses]
        options = list(changes(data, names, facts))
        for kind, where, new in rng.sample(options, min(each, len(options))):
            other = changed(data, where, new)
            try:
                yield f"{name}, {kind} {where}", from_json(other["statement"]), from_json(other["certificate"])
            except (KernelError, TypeError):
                continue


def ours(statement: Statement, certificate: Certificate) -> bool:
    """Whether the kernel accepts."""
    try:
        return check(statement, certificate) == "proved"
    except KernelError:
        return False


def disagreements(cases: Iterable[Case], library: Path) -> tuple[dict[str, int], list[str]]:
    """How many there were of each kind, and those where one accepts what the other refuses."""
    counts = {"accepted": 0, "refused": 0, "not translated": 0}
    wanted: list[tuple[str, bool]] = []
    script = ["Set Silent.", OPENING]
    scripts = TheoremWriter(goes_on=True)
    bad = []
    for k, (name, statement, certificate) in enumerate(cases):
        accepted = ours(statement, certificate)
        try:
            theorem = Theorem(statement, certificate)
        except Exception as error:
            if accepted and not isinstance(error, NotTranslated):
                bad.append(f"{name}: {error!r}")
            counts["not translated" if accepted else "refused"] += 1
            continue
        as_text = TheoremVariant(
            "", theorem.definition, tuple(theorem.data), tuple(theorem.proof), theorem.lemma_texts()
        )
        script += [f"Definition case{k} : Prop :=\n  {theorem.definition}.", *scripts.theorem(f"case{k}", as_text)]
        script += [f"Check case{k}_holds."]
        wanted.append((f"case{k} {name}", accepted))
    text = "\n".join(script)
    done = subprocess.run(
        ["coqtop", "-q", "-w", "none", "-Q", str(library), "PCA"], input=text, capture_output=True, text=True
    )
    proved = set(re.findall(r"^(?:\w+ < )*(case\d+)_holds\s*\n?\s*: case\d+", done.stdout, re.MULTILINE))
    for name, accepted in wanted:
        counts["accepted" if accepted else "refused"] += 1
        if (name.split()[0] in proved) != accepted:
            bad.append(f"{name}: the kernel {'accepts' if accepted else 'refuses'} it, Rocq does not agree")
    return counts, bad


if __name__ == "__main__":
    count, library = int(sys.argv[1]), Path(sys.argv[2])
    right = [*written(), *negative_factors(written()), *gradients(), *zeros()]
    everything = [*right, *random_identities(count, 1), *tampered(right, 2, 1)]
    counts, bad = disagreements(everything, library)
    print(counts)
    print("\n".join(bad))
    sys.exit(bool(bad))
