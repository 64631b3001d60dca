"""A small pattern language over the words and formulas of sentences.

Words that mean the same are first replaced by one of them, see VOCABULARY: "⟦0⟧ is assumed to be mean-free" becomes
"⟦0⟧ is centred". In a pattern `[x] y` is optional, `(x|y)` are alternatives, `{side:x|y}` are alternatives with a name,
`<L>` is a list of letters, `<m>` one formula and `<n>` a number; NP is a noun phrase, ADJS are adjectives. Words that
are not listed stay as they are, so that "geometric mean" and "almost unit vector" match no pattern.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from pcaproofs.notes.formulas.surface import Group
from pcaproofs.notes.prose.letters import runs, size
from pcaproofs.notes.prose.sentences import Sentence, Thing

LETTER = r"⟦\d+⟧"
_SIZED = r"⟪\d+⟫"  # a formula that is a size, n × p, or a space ℝ^p
PROPERTIES = (
    "unit|centred|symmetric|psd|orthonormal|orthogonal|invertible|diagonal|idempotent|skew|square|nonzero|positive"
    "|nonnegative|distinct"
)
NOUNS = (
    "eigenvector|datamatrix|matrix|covariance|scatter|kernel|vector|basis|sample|number|eigenvalue|subspace|projector"
)
# a word, and the words that are replaced by it; a hyphen may be a space; nothing is written for those that say nothing
VOCABULARY = {
    "": "the|a|an|our|even|also|again|already|now|here|just|simply|itself|always|real and|mutually|pairwise|strictly"
    "|further"
    "|by assumption|by definition|by construction|throughout|in addition|euclidean|real|real-valued|given|fixed|certain"
    "|known|each|all|both|thus|moreover|beforehand|assumed to be|meant to be|supposed to be|taken to be"
    "|chosen to be|required to be|constrained to be|known to be|assumed|taken as|restricted to be"
    "|normalised to be|fixed to be",
    "is": "are|be|being|was|were|to be|has been|have been|will be|shall be|denotes|denote|denoting|to denote|represents"
    "|represent|remains|form|forms|constitute|stands for|stand for|as|=|is called|are called|is known as|is defined as"
    "|are defined as|make up|should denote",
    "namely": "i.e.,|i.e.",
    "which": "that|they|it",
    "has": "have|having|with|had|admits",
    "called": "named|denoted by|denoted as|denoted|which is denoted by|given by|by|say|known as",
    "its": "their|whose",
    "any": "some|every|arbitrary|another|general|generic",
    "unit": "unit-norm|unit-length|unit-magnitude|normalised|norm-one|length-one|norm-1|length-1|norm equal to one"
    "|length equal to one|magnitude-one|norm equal to 1|length equal to 1",
    "centred": "zero-centred|mean-centred|column-centred|zero-mean|mean-zero|mean-free|mean-removed|mean-subtracted"
    "|mean-adjusted|demeaned|de-meaned|mean of zero|mean 0|mean equal to zero|mean vector zero|sample mean zero"
    "|zero sample mean|empirical mean zero",
    "psd": "symmetric positive-semidefinite|symmetric, positive-semidefinite|symmetric positive-definite"
    "|symmetric, positive-definite|symmetric positive semi-definite|positive-semidefinite|positive semi-definite"
    "|nonnegative-definite|positive-definite|p.s.d.|spd|s.p.d.",
    "symmetric": "symmetrical|hermitian|self-adjoint",
    "orthogonal": "unitary",
    "invertible": "nonsingular|non-singular|full-rank|full column-rank",
    "skew": "skew-symmetric|antisymmetric|anti-symmetric",
    "nonzero": "non-zero",
    "nonnegative": "non-negative",
    "distinct": "different|two distinct|two different",
    "zero": "0|equal to zero|equal to 0|zero vector",
    "one": "1|unity|equal to one|equal to 1",
    "norm": "norms|length|lengths|magnitude",
    "neutral": "rectangular-diagonal|rectangular|optimal|first|second|third|new|original|corresponding|associated"
    "|respective|constant|single|same|linear|finite|two|three|raw|input|dense|small|large|other|principal|leading"
    "|largest|smallest|top|maximal|independent, and identically distributed|independent|iid|i.i.d.|observed"
    "|independent and identically distributed|uncorrelated|mutually independent|pairwise independent|complete|training"
    "|maximum|greatest|biggest|minimum",
    "matrix": "matrices|weight matrix|loading matrix|loadings matrix|rotation matrix|transformation matrix|basis matrix"
    "|transform matrix|coefficient matrix|score matrix|scores matrix|eigenvector matrix|change-of-basis matrix"
    "|correlation matrix|feature matrix|hat matrix",
    "datamatrix": "data matrix|design matrix|observation matrix|sample matrix|data matrices",
    "covariance": "covariance matrix|variance matrix|variance-covariance matrix|dispersion matrix|sample covariance"
    "|sample covariance matrix|empirical covariance matrix|empirical covariance|co-variance matrix"
    "|population covariance matrix|true covariance matrix|covariance matrices",
    "scatter": "within-class scatter matrix|between-class scatter matrix|total scatter matrix"
    "|scatter matrix|scatter matrices|unnormalised covariance matrix|unnormalised sample covariance matrix",
    "kernel": "kernel matrix|gram matrix",
    "vector": "vectors|column vector|column vectors|weight vector|weight vectors|direction vector|direction|directions"
    "|axis|axes|feature vector|basis vector|basis vectors|loading vector|row vector|row vectors|feature vectors"
    "|data vector|data vectors",
    "basis": "bases|set of vectors|system of vectors|family of vectors|collection of vectors",
    "sample": "samples|data sample|data samples|observation|observations|point|points|data point|data points|datapoint"
    "|datapoints|example|examples|instance|instances|measurement|measurements|record|records|training sample|datum"
    "|training samples|realisation|realisations|individual|individuals|image|images|data|data set|data sets|dataset"
    "|datasets|training data|sample points|object|objects|draws|subjects|patients",
    "number": "scalar|scalars|constants|multiplier|multipliers|lagrange multiplier|lagrange multipliers|numbers"
    "|coefficient|coefficients|indices|real numbers|real number",
    "eigenvalue": "eigenvalues",
    "eigenvector": "eigenvectors",
    "eigenpair": "eigenpairs",
    "subspace": "subspaces|linear subspace|space|vector space|linear space|affine subspace",
    "projector": "projectors|projection|projections|projection matrix|projection operator|projector matrix",
    "mean": "mean vector|average|centroid|expectation|expected value|barycentre|barycenter|sample mean"
    "|empirical expectation|sample average"
    "|empirical mean|population mean|overall mean|global mean|arithmetic mean|true mean",
    "feature": "features|variable|variables|attribute|attributes|predictor|predictors|covariate|covariates|dimensions"
    "|components|coordinates",
    "column": "columns",
    "row": "rows",
    "svd": "singular-value decomposition|thin svd|compact svd|reduced svd|full svd|economy svd"
    "|thin singular-value decomposition|compact singular-value decomposition|reduced singular-value decomposition",
    "eigendecomposition": "spectral decomposition|eigenvalue decomposition|eigen-decomposition"
    "|orthogonal diagonalisation|orthogonal decomposition",
    "size": "shape|order|format|sizes",
    "dimension": "dimensionality|dimensional|dim",
    "count": "number of|total number of|amount of|no. of",
}


def _spelled(words: str) -> str:
    """The regular expression of words: hyphens may be spaces, and endings British or American."""
    words = re.escape(words).replace(r"\-", "[ -]?").replace("ised", "i[sz]ed").replace("isation", "i[sz]ation")
    return words.replace("centred", "cent(?:red|ered)").replace(r"\ ", " ")


# a random variable with a size is a random column
_VARIABLE = "(?<=random )feature(?= (?:in|has values in|taking values in) [⟦⟪])|(?<=dimension random )feature"
_BY_WORDS = {x: said for said, words in VOCABULARY.items() for x in (*words.split("|"), *((said,) if said else ()))}
_GROUPS = [
    (said, sorted((x for x, its in _BY_WORDS.items() if its == said), key=len, reverse=True)) for said in VOCABULARY
]
_LISTED_WORDS = "|".join(_spelled(x) for x in sorted(_BY_WORDS, key=len, reverse=True))
_TOKEN = re.compile(rf"{LETTER}|(?<![\w])(?:(?P<said>{_LISTED_WORDS})(?![\w]|-[a-z]))|[^\W_]+(?:['’-][^\W_]+)*|[^\s\w]")
_MEANING = {said: re.compile("|".join(map(_spelled, words))) for said, words in _GROUPS}


class Words:
    """The words of a text in the vocabulary, each with its place in the text."""

    def __init__(self, sentence: Sentence):
        sized = {f"⟦{k}⟧" for k, thing in enumerate(sentence.things) if _is_size(thing)}
        text = sentence.text
        for _, (start, end) in runs(sentence):  # what is said of x_i, i = 1, …, n, is said of x_i
            text = text[:start] + " " * (end - start) + text[end:]
        text = re.sub("⟧-(?!vector)", "⟧ ", text).replace("-⟦", " ⟦")
        text = re.sub(r"(?<= )\(([a-z]+(?: [a-z]+)?)\)(?= )", r" \1 ", text)  # the (symmetric) matrix
        self.starts, self.places, parts, length = list[int](), list[tuple[int, int]](), list[str](), 0
        for match in _TOKEN.finditer(text):
            word = _meaning(match[0]) if match["said"] else match[0]
            word = f"⟪{word[1:-1]}⟫" if word in sized else word
            word = "d" if word == "-" and match.string[match.start() - 1] == "⟧" else word  # an n-vector
            if word:
                self.starts.append(length)
                self.places.append(match.span())
                parts.append(word)
                length += len(word) + 1
        self.text = " ".join(parts)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The place in the text of a part of the words."""
        first, last = (bisect_right(self.starts, k) - 1 for k in (start, end - 1))
        return self.places[first][0], self.places[last][1]


def _is_size(thing: Thing) -> bool:
    return size(thing) is not None and not isinstance(thing.trees[0], Group)


def _meaning(words: str) -> str:
    if (found := _BY_WORDS.get(words)) is not None:
        return found
    return next(said for said, pattern in _MEANING.items() if pattern.fullmatch(words))


_NUMBER = rf"(?:{LETTER}|\d+)"
SIZE = rf"{_NUMBER} (?:×|x|called) {_NUMBER}"
_ADJECTIVE = rf"(?:{PROPERTIES}|random|row|neutral|{SIZE}|{_NUMBER} (?:dimension|d)|{_SIZED})"
_JOINED = "(?:,? and |, | )"
MACROS = {
    "WORD": "[a-z]+",
    "VANISHING": "(?:which (?:has centred|sums? to zero|averages? to zero|adds? up to zero|is centred)|its (?:mean|sum)"
    " (?:vanishes|is zero|equals zero))",
    "HOLDS": "(?:is|contains?|containing|holds?|holding|corresponds? to|corresponding to|stores?|storing|consists? of"
    "|comprises?|gives?|representing)",
    "STORED": "(?:stored|arranged|stacked|collected|put|placed|written|organi[sz]ed|laid out|stack"
    "|collect|store|arrange)",
    "TO": "(?:, )?(?:has|for|to|and|belonging to|(?:which )?corresponds? to|corresponding to|neutral to"
    "|associated has|its)(?: its)?(?: neutral)?",
    "VALUES": "(?:(?:its|neutral|distinct|positive|biggest|greatest|maximum|second) )*eigenvalue",
    "OF": "(?:of|for)(?: (?:random vector|sample|datamatrix|matrix|vector|centred sample))?(?: <of>|(?<!of)(?<!for))",
    "CONN": "(?:is|is called|called|:|, called|, which is called|which is called|, is called"
    "|, which we called|which we called)",
    "VECTORS": "(?:(?:any|its|neutral|unit|two|distinct|nonzero) )*(?:(?P<are>orthonormal) )?(?:(?P<basis>basis) of )?"
    "eigenvector",
    "ORDINALS": r"⟦\d+⟧ (?:th|st|nd|rd)(?:(?: , and| and| ,) ⟦\d+⟧ (?:th|st|nd|rd))*",
    "ONES": "(?:matrix (?:of|has) (?:only )?(?:ones|1s|one)|all[- ]ones matrix|matrix (?:of )?its entries is one)",
    "NP": rf"(?P<np>(?:any |its )?(?:{_ADJECTIVE}(?: , and| and| ,)? )*(?:{NOUNS}|{_VARIABLE}))",
    "ADJS": rf"(?P<adjs>(?:any |its )?{_ADJECTIVE}(?:(?: , and| and| ,)? {_ADJECTIVE})*)",
    "SIZE": f"(?P<size>{SIZE}|{_SIZED})",
    "MATRIX": rf"(?:(?:any|{PROPERTIES}|covariance|scatter|kernel|matrix|datamatrix|{_SIZED}) )*",
}
_LISTED = rf"{LETTER}(?:(?: , and| and| ,| &) {LETTER})*"


def compiled(pattern: str) -> re.Pattern[str]:
    """The regular expression of a pattern, which matches whole words."""
    while (optional := _OPTIONAL.search(pattern)) is not None:
        start, end = optional.span()
        is_first = start == 0 or pattern[start - 1] in "(|[" or pattern[:start].endswith((" )?", "(?:"))
        inside = f"(?:(?:{optional[1]}) )?" if is_first else f"(?: (?:{optional[1]}))?"
        pattern = pattern[: start - (not is_first)] + inside + pattern[end + is_first :]
    pattern = re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern)
    pattern = re.sub(r"\{(\w+):([^{}]*)\}", r"(?P<\1>\2)", pattern)
    for name, words in MACROS.items():
        pattern = re.sub(rf"(?<![A-Z<]){name}(?![A-Z>])", words.replace("\\", r"\\"), pattern)
    return re.compile(rf"(?<!\S)(?:{_SLOT.sub(_slot, pattern)})(?!\S)")


_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"(?<!P)<(\w+)>")
_SLOTS = {"members": _LISTED, "np": f"(?:{_NUMBER}|{_SIZED})", "space": _SIZED, "domain": _SIZED, "range": _SIZED}


def _slot(match: re.Match[str]) -> str:
    name = match[1]
    usual = _LISTED if name[0].isupper() else _NUMBER if name[0] == "n" else _SIZED if name == "size" else LETTER
    return f"(?P<{name}>{_SLOTS.get(name, usual)})"
