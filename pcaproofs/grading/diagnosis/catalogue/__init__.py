"""The catalogue of misconceptions: wrong variants of PCA, with hints for students."""

from pcaproofs.grading.diagnosis.catalogue.axes import AXES
from pcaproofs.grading.diagnosis.catalogue.centring import CENTRING
from pcaproofs.grading.diagnosis.catalogue.kernels import KERNELS
from pcaproofs.grading.diagnosis.catalogue.lines import LINES
from pcaproofs.grading.diagnosis.catalogue.methods import METHODS
from pcaproofs.grading.diagnosis.catalogue.model import Misconception, code_words
from pcaproofs.grading.diagnosis.catalogue.numbers import NUMBERS
from pcaproofs.grading.diagnosis.catalogue.reconstruction import RECONSTRUCTION
from pcaproofs.grading.diagnosis.catalogue.scores import SCORES
from pcaproofs.grading.diagnosis.catalogue.whitening import WHITENING

CATALOGUE: dict[str, Misconception] = {
    item.name: item
    for item in (*CENTRING, *AXES, *SCORES, *NUMBERS, *RECONSTRUCTION, *WHITENING, *KERNELS, *LINES, *METHODS)
}
"""Name -> misconception. If two fit equally well, the earlier one is named."""

__all__ = ["CATALOGUE", "Misconception", "code_words"]
