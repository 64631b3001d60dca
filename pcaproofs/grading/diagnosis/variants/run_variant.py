"""The last steps of a variant: the values of all roles."""

from functools import cached_property

import numpy as np

from pcaproofs.grading.diagnosis.variants.axes import Axes
from pcaproofs.grading.diagnosis.variants.stage import UndeterminedError, nonzero
from pcaproofs.grading.diagnosis.variants.variant import Failed, Value, clashing
from pcaproofs.grading.judge.truth import Real

_SLACK = 1e-12
"""Rounding of a sum of shares."""


class VariantRun(Axes):
    """A variant computed on one data set n×p for k components."""

    def role(self, name: str) -> Value:
        """The value of a role in the shape that the variant returns; Failed if it raises, None if rounding decides.

        Samples are in rows and components in columns, even if the variant returns the transpose.
        """
        try:
            with np.errstate(all="ignore"):
                value: Real | None = getattr(self, f"_{name}", None)
        except UndeterminedError:
            return None
        except (ValueError, IndexError, np.linalg.LinAlgError) as error:
            return Failed(clashing(str(error)))
        if value is None:
            return None
        return self._finish(np.asarray(value))

    def _finish(self, value: Real) -> Real:
        kind, _, digits = self.variant.finish.partition(" ")
        if kind == "rounded":
            return np.round(value, int(digits))
        return np.abs(value) if kind == "absolute" else value

    @cached_property
    def _used(self) -> Real:
        """The matrix for projection and reconstruction: the axes, or rows of the eigenvector matrix."""
        return self._eigen[1][: self.k].T if self.variant.project == "rows" else self._W

    @cached_property
    def _Z(self) -> Real:
        """The scores as the program goes on with them."""
        A, W = self.data, self._used
        kind = self.variant.project
        if kind == "raw":
            Z = self.X @ W
        elif kind == "uncentred throughout":  # an SVD of its own, of data that were not centred
            Z = self.X @ np.linalg.svd(self.X, full_matrices=False)[2][: self.k].T
        elif kind == "centred only":  # where the data are standardised
            Z = (self.X - self._shift) @ W
        elif kind == "less sample means":  # where the components are those of data that np.cov centred
            Z = (self.X - self.X.mean(axis=1, keepdims=True)) @ W
        elif kind == "transposed":
            Z = A @ W.T
        elif kind.startswith("covariance"):
            M, count = self._decomposed
            divisor = {"covariance by n": count, "covariance by n-1": max(count - 1, 1)}.get(kind, 1)
            Z = M @ W / divisor
        elif kind == "mean added":
            Z = (self.X + self._shift) @ W
        else:
            Z = A @ W
        return self._rescaled(np.asarray(Z))

    def _rescaled(self, Z: Real) -> Real:
        kind = self.variant.rescale
        if kind == "not":
            return Z
        sizes = nonzero(np.sqrt(np.maximum(self._chosen[0], 0.0)))
        others = {
            "left": lambda: Z / sizes,
            "whitened": lambda: Z / sizes * np.sqrt(max(self.n - 1, 1)),
            "whitened n": lambda: Z / sizes * np.sqrt(self.n),
            "times singular values": lambda: Z * sizes,
            "times variances": lambda: Z * self._chosen[0] / max(self.n - 1, 1),
            "over n": lambda: Z / self.n,
            "over n-1": lambda: Z / max(self.n - 1, 1),
            "over root n": lambda: Z / np.sqrt(self.n),
            "over root n-1": lambda: Z / np.sqrt(max(self.n - 1, 1)),
            "unit samples": lambda: Z / nonzero(np.linalg.norm(Z, axis=1))[:, None],
            "absolute": lambda: np.abs(Z),
        }
        return np.asarray(others[kind]())

    @property
    def _mean(self) -> Real | None:
        if self.variant.mean == "by axis 1":
            return self.X.mean(axis=1)
        if self.variant.mean == "sum":
            return self.X.sum(axis=0)
        return None if self.variant.centre == "never" else np.squeeze(self._shift)

    @property
    def _centered(self) -> Real:
        return self.data

    @property
    def _covariance(self) -> Real:
        M, count = self._decomposed
        kind = self.variant.covariance
        if self.variant.matrix == "correlation":
            return M / self.n
        divisor = {"n-1": count - 1, "n": count, "scatter": 1}[self.divisors.covariance]
        divisor = {"divided": divisor, "by n": count, "by n-1": count - 1, "undivided": 1, "by p": self.p}.get(
            kind, self.p - 1 if kind == "by p-1" else divisor
        )
        if kind.startswith("divided twice"):
            divisor = divisor * (self.n if kind == "divided twice" else max(self.n - 1, 1))
        if kind == "variances only":
            return np.diag(np.diag(M)) / divisor
        if kind == "square root":
            return np.sqrt(np.abs(M / divisor))
        return M / (divisor or np.nan)

    @property
    def _components(self) -> Real:
        return self._changed(self.variant.show, self._chosen[0], self._W)

    @property
    def _scores(self) -> Real:
        if self.variant.extent == "chosen":
            return self._Z
        vectors = self._eigen[1]
        return np.asarray(self.data @ (vectors.T if self.variant.extent == "all, transposed" else vectors))

    @property
    def _explained_variance(self) -> Real:
        values, kind = self._chosen[0], self.variant.variances
        if " of all" in kind:
            kind, _, thin = kind.partition(" of all")
            values = self._eigen[0][: min(self.n, self.p) if thin else None]
        count = self._decomposed[1]
        singular = np.sqrt(np.maximum(values, 0.0))
        if self.divisors.scale == "singular":
            plain = singular
        elif self.variant.matrix == "correlation":  # it is divided already, by whatever the deviations were
            plain = values / count
        else:
            plain = values / ({"n-1": count - 1, "n": count, "scatter": 1}[self.divisors.scale] or np.nan)
        if kind.startswith("of features"):
            return self.data.var(axis=0, ddof=0 if kind == "of features by n" else 1)[: self.k]
        if kind == "of all":
            return self._eigen[0] * (plain[0] / values[0])
        if kind == "of uncentred":
            squares = np.linalg.svd(self.X, compute_uv=False)[: self.k] ** 2
            return np.asarray(
                squares * (plain[0] / values[0]) if self.divisors.scale != "singular" else np.sqrt(squares)
            )
        if kind == "of scores uncentred":
            return np.asarray((self._Z**2).sum(axis=0) / max(count - 1, 1))
        other = {
            "eigenvalues": plain,
            "by n": values / count,
            "by n-1": values / max(count - 1, 1),
            "by p": values / self.p,
            "by p-1": values / ((self.p - 1) or np.nan),
            "undivided": values,
            "singular": singular,
            "deviations": np.sqrt(np.maximum(plain, 0.0)),
            "squared": plain**2,
            "singular over n-1": singular / max(count - 1, 1),
            "shares": values / self._eigen[0].sum(),
            "divided twice": plain / self.n,
            "divided twice by n-1": plain / max(self.n - 1, 1),
            "negative": -plain,
        }
        return np.asarray(other[kind])

    @property
    def _explained_variance_ratio(self) -> Real:
        values, every = self._chosen[0], self._eigen[0]
        singular, all_singular = (np.sqrt(np.maximum(array, 0.0)) for array in (values, every))
        kind = self.variant.ratio
        kept = {
            "of all": values / every.sum(),
            "all p": every / every.sum(),
            "of the kept": values / values.sum(),
            "singular": singular / all_singular.sum(),
            "singular, of the kept": singular / singular.sum(),
            "squared": values**2 / (every**2).sum(),
            "running total": np.cumsum(values) / every.sum(),
            "percent": 100 * values / every.sum(),
            "share for percent": values / every.sum() / 100,
            "of the first": values / every[0],
            "of the count": values / self.p / max(self.n - 1, 1),
            "not divided": values / max(self.n - 1, 1),
            "what is left": 1 - values / every.sum(),
            "total of the kept": np.asarray(values.sum() / every.sum()),
        }
        return np.asarray(kept[kind])

    @property
    def _component_count(self) -> Real:
        values = np.maximum(self._eigen[0], 0.0)
        kind = self.variant.count
        sizes = {"singular": np.sqrt(values), "squared": values**2}.get(kind, values)
        enough = np.cumsum(sizes) / sizes.sum() >= self.divisors.share - _SLACK
        least = int(np.argmax(enough)) + 1
        given = {
            "more": least + 1,
            "more, at most p": min(least + 1, self.p),
            "more, at most n and p": min(least + 1, self.n, self.p),
            "fewer": least - 1,
        }
        return np.asarray(float(given.get(kind, least)))

    @property
    def _projection(self) -> Real:
        W, kind = self._W, self.variant.projection
        if kind == "inner":
            return W.T @ W
        if kind == "the rest":
            return np.eye(len(W)) - W @ W.T
        if kind == "square of all":
            vectors = self._eigen[1]
            return vectors @ vectors.T
        if kind == "axes":
            return W
        return np.asarray(W @ W.T)

    @property
    def _reconstruction(self) -> Real:
        W, Z, kind = self._used, self._Z, self.variant.reconstruct
        inner = Z @ (W if kind == "not transposed" else W.T)
        if kind == "no mean":
            return inner * self._units
        if kind == "neither":
            return inner
        if kind == "scaled only after":
            return (inner + self._shift) * self._units
        if kind == "not scaled back":
            return inner + self._shift
        if kind == "mean twice":
            return inner * self._units + 2 * self._shift
        if kind == "mean off":
            return inner * self._units - self._shift
        if kind == "mean of everything":
            return inner * self._units + self.X.mean()
        if kind == "from raw":
            return self.X @ W @ W.T + self._shift
        if kind == "raw, no mean":
            return self.X @ W @ W.T
        if kind == "the data":
            return self.X
        return np.asarray(inner * self._units + self._shift)
