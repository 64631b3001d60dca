"""Wrong z-scores, and wrong standard deviations of features and along components."""

from collections.abc import Iterator

import numpy as np

from pcaproofs.grading.diagnosis.forms.form import Case, Form, Forms
from pcaproofs.grading.judge.truth import Real


def _counts(case: Case) -> Iterator[int]:
    """Possible divisors of squares; a wrong program need not use the requested divisor."""
    yield from dict.fromkeys((max(case.facts.n - 1, 1), case.facts.n))


def _variances(case: Case, count: int) -> Real:
    """The variances of the features, (p,); that of a constant feature is 0."""
    squares = np.linalg.norm(case.facts.X - case.facts.mean, axis=0) ** 2 / count
    return np.where(case.facts.constant, 0.0, squares)


def _other_units(case: Case) -> Iterator[Real]:
    """Wrong divisors of features, instead of their standard deviations, (p,)."""
    X, p = case.facts.X, case.facts.p
    centred = X - case.facts.mean
    for entries in (X, centred):
        yield np.full(p, entries.std())
        yield np.full(p, entries.std(ddof=1))
    yield np.ptp(X, axis=0)
    yield np.abs(X).max(axis=0)
    yield np.linalg.norm(centred, axis=0)


def standardised(case: Case) -> Forms:
    """Wrong z-scores n×p."""
    facts = case.facts
    X, centred = facts.X, facts.X - facts.mean
    yield Form(("not-standardised",), centred)
    for count in _counts(case):
        variances = np.where(facts.constant, 1.0, _variances(case, count))
        deviations = np.sqrt(variances)
        yield Form(("divided-but-not-centred",), X / deviations)
        yield Form(("divides-the-mean-alone",), X - facts.mean / deviations)
        yield Form(("grand-mean",), (X - X.mean()) / deviations)
        yield Form(("scaled-otherwise",), centred / variances)
    for units in _other_units(case):
        yield Form(("scaled-otherwise",), centred / np.where(facts.constant, 1.0, units))
    for ddof in (0, 1):
        yield Form(("grand-mean", "scaled-otherwise"), (X - X.mean()) / X.std(ddof=ddof))
        of_samples = X.std(axis=1, ddof=ddof, keepdims=True)
        yield Form(("samples-standardised",), (X - X.mean(axis=1, keepdims=True)) / of_samples)
    yield Form(("scaled-to-unit-range",), (X - X.min(axis=0)) / np.where(facts.constant, 1.0, np.ptp(X, axis=0)))


def feature_deviations(case: Case) -> Forms:
    """Wrong standard deviations of the features, (p,)."""
    for count in _counts(case):
        yield Form(("variances-for-deviations",), _variances(case, count))
    for units in _other_units(case):
        yield Form(("scaled-otherwise",), units)


def standard_deviations(case: Case) -> Forms:
    """Wrong standard deviations along the components, (k,)."""
    for count in _counts(case):
        yield Form(("variances-for-deviations",), case.facts.leading / count)
    yield Form(("singular-values-for-deviations",), np.sqrt(case.facts.leading))
