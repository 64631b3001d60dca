"""Words about norms: which norm a note writes without a subscript."""

from __future__ import annotations

import re
from functools import lru_cache

# these make ‖A‖ of a matrix another norm than Frobenius's; in English, Spanish, Portuguese, French and German
_OTHER_OF_MATRICES = re.compile(
    r"(?<![\w-])(?:(?:operator|spectral|induced|subordinate|natural|nuclear|trace|matrix|consistent)[- ]norms?"
    r"|matrix (?:2|p|two|1|\$[^$]{1,9}\$)-norms?|norms? (?:\w+ )?induced|(?:sub-?)multiplicative|condition number"
    r"|norma (?:matricial|inducida|subordinada|espectral|induzida)|n[úu]mero de condici[óo]n"
    r"|norme (?:matricielle|subordonn[ée]e|d'op[ée]rateur|spectrale)|(?:operator|spektral|matrix)norm|konditionszahl"
    r"|(?:largest|maxim(?:um|al)|biggest|greatest) singular value)(?!\w)",
    re.IGNORECASE,
)
_FROBENIUS = re.compile(r"frobenius|hilbert[- –]+schmidt|entry-?wise norm", re.IGNORECASE)


@lru_cache(maxsize=4)
def has_other_norms(text: str) -> bool:
    """Whether a note speaks of norms of matrices that are not Frobenius's."""
    return _OTHER_OF_MATRICES.search(text) is not None


@lru_cache(maxsize=4)
def names_frobenius(text: str) -> bool:
    """Whether a note names Frobenius's norm."""
    return _FROBENIUS.search(text) is not None
