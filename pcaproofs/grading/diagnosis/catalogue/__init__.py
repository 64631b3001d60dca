"""The catalogue of misconceptions: wrong ways of computing PCA, and what to tell someone who goes them."""

from .axes import AXES
from .centring import CENTRING
from .kernels import KERNELS
from .model import Misconception, code_words
from .numbers import NUMBERS
from .reconstruction import RECONSTRUCTION
from .scores import SCORES
from .whitening import WHITENING

CATALOGUE: dict[str, Misconception] = {
    item.name: item for item in (*CENTRING, *AXES, *SCORES, *NUMBERS, *RECONSTRUCTION, *WHITENING, *KERNELS)
}
"""By name. Of two that fit equally well the earlier one is named."""

__all__ = ["CATALOGUE", "Misconception", "code_words"]
