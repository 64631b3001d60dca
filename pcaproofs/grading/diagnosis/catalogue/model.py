"""The data model of misconceptions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class Misconception:
    """A common mistake, with the variants of PCA that contain it.

    `title` says what was done, `hint` says what to do, `why` says what is wrong with it; the hint may contain
    words of `code_words` in braces, and code between backticks.
    """

    name: str
    title: str
    hint: str
    why: str
    claim: str
    """Id of the claim that states the correct fact."""
    at: tuple[str, ...]
    """The roles in which the mistake occurs; values that follow from them are correct given the mistake."""
    variants: tuple[Mapping[str, str], ...] = ()
    """Each changes some steps of a correct `Variant`. Empty if the mistake is found by a change of the code."""
    breaks: tuple[str, ...] = ()
    """Criteria about the step that the mistake omits; they never earn points by follow-through."""
    when: Literal["always", "plain", "standardised"] = "always"
    """Whether it is a mistake regardless of the convention on standardisation."""

    def hint_with(self, words: Mapping[str, str]) -> str:
        """The hint with its placeholders filled; code is in backticks."""
        parts = self.hint.split("`")  # every second one is code
        for word, code in words.items():
            place, quoted = "{" + word + "}", code if word in _PLAIN else f"`{code}`"
            parts = [part.replace(place, code if i % 2 else quoted) for i, part in enumerate(parts)]
        return "`".join(parts)


_PLAIN = ("sample", "feature", "right_vectors", "left_vectors")


def code_words(samples: str, components: str) -> dict[str, str]:
    """The words of hints, for samples in rows or columns and components in columns or rows."""
    if samples == "rows":
        words = {
            "mean": "X.mean(axis=0)",
            "wrong_mean": "X.mean(axis=1)",
            "cov": "np.cov(X, rowvar=False)",
            "wrong_cov": "np.cov(X)",
            "scores": "(X - mean) @ W",
            "raw_scores": "X @ W",
            "reconstruction": "Z @ W.T + mean",
            "sample": "row",
            "feature": "column",
            "n": "X.shape[0]",
            "feature_axis": "1",
            "right_vectors": "rows of Vt",
            "left_vectors": "columns of U",
            "scatter": "Xc.T @ Xc",
            "gram": "Xc @ Xc.T",
            "from_gram": "Xc.T @ v",
        }
    else:
        words = {
            "mean": "X.mean(axis=1, keepdims=True)",
            "wrong_mean": "X.mean(axis=0)",
            "cov": "np.cov(X)",
            "wrong_cov": "np.cov(X, rowvar=False)",
            "scores": "W.T @ (X - mean)",
            "raw_scores": "W.T @ X",
            "reconstruction": "W @ Z + mean",
            "sample": "column",
            "feature": "row",
            "n": "X.shape[1]",
            "feature_axis": "0",
            "right_vectors": "columns of U",
            "left_vectors": "rows of Vt",
            "scatter": "Xc @ Xc.T",
            "gram": "Xc.T @ Xc",
            "from_gram": "Xc @ v",
        }
    words["W"] = "V[:, :k].T" if components == "rows" else "V[:, :k]"
    words["wrong_W"] = "V[:k]" if components == "rows" else "V[:k].T"
    words["eigh_W"] = "V[:, ::-1][:, :k].T" if components == "rows" else "V[:, ::-1][:, :k]"
    words["svd_W"] = "Vt[:k]" if components == "rows" else "Vt[:k].T"
    words["wrong_svd_W"] = "Vt[:, :k].T" if components == "rows" else "Vt[:, :k]"
    words["call"] = "…"
    return words
