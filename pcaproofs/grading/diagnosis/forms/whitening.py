"""Wrong whitened scores and wrong ZCA-whitened data."""

from collections.abc import Iterator

import numpy as np

from pcaproofs.grading.diagnosis.forms.form import Case, Form, Forms
from pcaproofs.grading.judge.truth import Real


def _scalings(case: Case, variances: Real) -> Iterator[tuple[str, Real]]:
    """Wrong factors by which scores of these variances may be multiplied, with the mistake."""
    rule, roots, positive = case.conventions, np.sqrt(variances), np.where(variances > 0, variances, np.nan)
    for epsilon in dict.fromkeys((rule.epsilon, 0.0)):
        yield "whitened-by-variances", 1 / (positive + epsilon)
        yield "whitened-by-multiplying", np.sqrt(variances + epsilon)
    yield "not-whitened", np.ones_like(variances)
    yield "whitened-by-singular-values", 1 / np.sqrt(positive * (case.facts.n - 1))
    yield "whitened-by-singular-values", 1 / np.sqrt(positive * case.facts.n)
    if rule.epsilon:
        in_deviation = rule.epsilon_in == "deviation"
        yield "epsilon-left-out", 1 / np.sqrt(positive)
        yield "epsilon-elsewhere", 1 / (np.sqrt(variances + rule.epsilon) if in_deviation else roots + rule.epsilon)


def _right(case: Case, variances: Real) -> Real:
    rule = case.conventions
    with_root = np.sqrt(variances) + rule.epsilon
    divisor = with_root if rule.epsilon_in == "deviation" else np.sqrt(variances + rule.epsilon)
    return np.asarray(1 / np.where(divisor > 0, divisor, np.nan))


def _counts(case: Case) -> tuple[int, int]:
    """Possible divisors of variances; a wrong program need not use the requested divisor."""
    return case.facts.n - 1, case.facts.n


def whitened(case: Case) -> Forms:
    """Wrong whitened scores n×k, up to the signs of columns."""
    facts, k = case.facts, case.facts.k
    axes = facts.axes[:k].T
    scores = facts.centred @ axes
    for count in _counts(case):
        variances = facts.eigenvalues[:k] / max(count, 1)
        for name, factors in _scalings(case, variances):
            yield Form((name,), scores * factors)
        yield Form(("uncentred-projection",), (facts.X / facts.units) @ axes * _right(case, variances))
        if len(facts.axes) == facts.p:
            last = facts.axes[::-1][:k].T
            yield Form(
                ("smallest-components",), facts.centred @ last * _right(case, facts.eigenvalues[::-1][:k] / count)
            )


def along_all(case: Case) -> Iterator[Real]:
    """The right whitened scores along all axes, largest variances first."""
    facts = case.facts
    for count in _counts(case):
        yield facts.centred @ facts.axes.T * _right(case, facts.eigenvalues[: len(facts.axes)] / max(count, 1))


def zca(case: Case) -> Forms:
    """Wrong ZCA-whitened data n×p, up to the signs of columns where they are not turned back."""
    facts = case.facts
    axes = facts.axes.T
    scores = facts.centred @ axes
    for count in _counts(case):
        variances = facts.eigenvalues[: axes.shape[1]] / max(count, 1)
        right = _right(case, variances)
        yield from _of_all(case, ("not-turned-back",), scores * right)
        for name, factors in _scalings(case, variances):
            yield Form((name,), scores * factors @ axes.T)
            yield from _of_all(case, ("not-turned-back", name), scores * factors)
        yield Form(("uncentred-projection",), (facts.X / facts.units) @ axes * right @ axes.T)


def _of_all(case: Case, mistakes: tuple[str, ...], whitened: Real) -> Forms:
    """Whitened scores of all p axes, n×p, in falling and in rising order; along the null space they are 0."""
    n, known = whitened.shape
    whole = np.hstack([whitened, np.zeros((n, case.facts.p - known))])
    yield Form(mistakes, whole)
    yield Form(mistakes, whole[:, ::-1])
