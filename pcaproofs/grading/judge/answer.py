"""An answer in canonical form, and the error bounds that its criteria share."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from pcaproofs.grading.judge.truth import Conventions, Facts, Real


@dataclass(frozen=True)
class Case:
    """An answer in canonical form: real, with its role's shape, components in columns, largest first."""

    facts: Facts
    conventions: Conventions
    roles: Mapping[str, Real]
    eps: float
    """Rounding unit of the least precise value that the criterion is about; other values do not widen bounds."""

    @property
    def error(self) -> float:
        """Error bound of a right program's scatter matrix."""
        return self.facts.scatter_error(self.eps)

    @property
    def data_error(self) -> float:
        """Error bound of a right program's centred data."""
        return self.facts.data_error(self.eps)

    @property
    def new_error(self) -> float:
        """Error bound of a right program's new samples after centring."""
        facts = self.facts
        share = float(np.linalg.norm(facts.new_data / facts.units)) / (facts.size or 1.0)
        reach = float(np.linalg.norm(facts.new)) / (float(np.sqrt(facts.eigenvalues[0])) or 1.0)
        return 2 * self.data_error * max(1.0, share, reach)

    def stored_error(self, role: str) -> float:
        """Error of a role's values from their element type alone, which matters for data far from 0."""
        return self.eps * (self.facts.size if role == "reconstruction" else float(np.linalg.norm(self.facts.mean)))

    @property
    def unit_error(self) -> float:
        """Error bound of products of unit vectors."""
        return 4 * (self.facts.p + self.facts.k) * self.eps + 2 * self.facts.accuracy

    @property
    def scores_error(self) -> float:
        """Error bound of products of columns of scores."""
        return self.error + 2 * float(np.sqrt(self.facts.eigenvalues[0])) * self.data_error

    @property
    def skewness(self) -> Real:
        """Allowed deviation of each pair of axes from a right angle in addition to `unit_error`, k×k."""
        if self.conventions.ties == "orthonormal":
            return np.zeros((self.facts.k, self.facts.k))
        return self.facts.skewness(self.eps)

    def units(self) -> tuple[Real, Real]:
        """The components scaled to length 1 (0 stays 0), and the scatter along each, in the requested order."""
        W = self.roles["components"]
        lengths = np.linalg.norm(W, axis=0)
        W = W / np.where(lengths > 0, lengths, 1.0)
        along = np.einsum("ij,ij->j", W, self.facts.scattered(W))
        if self.conventions.order == "any":
            order = np.argsort(-along, kind="stable")
            return W[:, order], along[order]
        return W, along

    def prepared(self) -> tuple[Real, ...]:
        """The possible standardised data: constant features 0 or unchanged."""
        facts, asked = self.facts, self.conventions.constant
        unchanged = np.where(facts.constant, facts.X, facts.centred)
        if facts.standardise == "no" or asked == "zero":
            return (facts.centred,)
        return (unchanged,) if asked == "unchanged" else (facts.centred, unchanged)

    def scores(self) -> Real:
        """The scores minus their means, in the requested order.

        One criterion checks that the means are 0.
        """
        Z = self.roles["scores"]
        Z = Z - Z.mean(axis=0)
        if self.conventions.order == "any":
            Z = Z[:, np.argsort(-(Z**2).sum(axis=0), kind="stable")]
        return np.asarray(Z)

    def without_direction(self, roles: Collection[str]) -> str:
        """A message if a component or its scores are zero: many equations hold then, but it is no direction."""
        if "components" in roles:
            lengths = np.linalg.norm(self.roles["components"], axis=0)
            if not lengths.all():
                return f"component {int(np.argmin(lengths)) + 1} is 0 throughout, which is no direction"
        if "scores" in roles:
            zero = np.flatnonzero(np.linalg.norm(self.roles["scores"], axis=0) == 0)
            flat = np.count_nonzero(self.facts.leading <= self.scores_error)  # 0 is right for these
            if len(zero) > flat:
                return f"the scores of component {zero[0] + 1} are 0 throughout, though the data vary along it"
        return ""

    def falling(self, role: str) -> Real:
        """One number for each component, largest first if the order is free."""
        values = self.roles[role]
        return np.sort(values)[::-1] if self.conventions.order == "any" else values
