"""The words with which notes declare letters, and the phrases that restrict nothing."""

from __future__ import annotations

import re

# phrases that restrict nothing
_PHRASES = re.compile(
    r"""(?<![\w-])(?:in\ (?:this|the\ (?:present|current))\ (?:sub)?(?:section|chapter|notes?|lecture|document|part
    |appendix|text|post|article|paper|proof|derivation)
    |in\ (?:pca|the\ (?:following|sequel|rest)|what\ follows|addition|particular|fact)|from\ (?:now|here)\ on(?:wards?)?
    |for\ (?:simplicity|convenience|brevity|concreteness|definiteness|now|(?:the|a)\ moment
    |(?:ease|simplicity|convenience)\ of\ \w+)(?:'s\ sake)?
    |to\ (?:begin|start|be)\ (?:with|specific)|to\ simplify(?:\ (?:notation|matters|things))?
    |without(?:\ any)?\ loss\ of\ generality|w\.?l\.?o\.?g\.?|as\ (?:before|usual|always|above)
    |by\ (?:assumption|hypothesis|definition|construction|convention|the\ spectral\ theorem)|of\ course|of\ the\ form
    |one\ by\ one|(?:one|a)\ sample\ per\ (?:row|column)|to\ this\ end|here\ and\ (?:below|in\ the\ sequel)
    |for\ the\ sake\ of\ (?!argument)\w+|(?:keep|bear)\ in\ mind|restrict\ (?:our(?:selves)?\ )?attention
    |(?:throughout|in|for\ the\ (?:rest|remainder)\ of)\ (?:this|these|our)
    \ (?:tutorial|notes?|text|lecture|chapter|course|document|post|article|report|handout|book|section)
    |there\ is\ no\ (?:loss|harm|restriction)\ (?:of\ generality\ )?in
    |it\ (?:is|will\ be|seems)\ (?:convenient|useful|helpful|natural)\ to
    |there\ (?:is|exists?)(?=\ an?\ )|there\ exist(?=\ (?:\w+\ ){0,3}(?:matrices|vectors))
    |in\ other\ words|at\ the\ same\ time|project\w*\ on
    |(?:what|all)\ we\ (?:want|need)(?:\ to\ do)?\ is|(?:we\ )?(?:want|wish|aim|try|need|are\ looking|look)\ (?:to|for)
    |(?:we|one)\ (?:may|can)\ (?:also\ |now\ |thus\ )?(?:assume|suppose|take)|it(?:'s|\ is)\ important\ to
    |not\ necessarily(?=\ [a-z])|(?:the|our)\ (?:goal|aim|idea|task|problem)\ is|with\ respect\ to
    |for\ the\ (?:first|second|third|last)\ (?:claim|part|statement|assertion|direction|inclusion))(?![\w-])""",
    re.VERBOSE,
)
_KNOWN = """
    a an the this that these those its their our each every all any both some two three one other another own same
    we we've i've us i it they let let's lets be is are being am has have having had contains contain denote denotes
    denoted denoting call called named define defined put set write written say suppose supposing assume assumed
    assuming assumption consider take taken choose chosen pick fix fixed given give find seek require required
    requiring impose restrict restricted constrained constrain constraint constraints constraining condition
    conditions introduce represent represents represented stands stand satisfy satisfies satisfying obtain obtained
    use used using get know recall remember note see observe observed observing collected collect stored normalise
    normalize normalised normalized scaled rescale scale compute perform apply work project projecting projected
    maximise maximize maximises maximizes minimise minimize minimises minimizes solve equivalent maximiser maximizer
    minimiser minimizer optimiser solution over now then also and again next first firstly second secondly third
    finally further furthermore moreover additionally so hence thus therefore but however yet still throughout
    always here where since because as such with of by to for if when whenever provided once while than instead just
    simply exactly already respectively subject which whose what into onto along real complex square rectangular
    arbitrary general generic unit random constant known unknown different distinct nonzero non-zero positive
    negative nonnegative non-negative semidefinite semi-definite definite positive-definite psd symmetric
    skew-symmetric orthogonal orthonormal diagonal invertible nonsingular non-singular singular centred centered
    mean-centred mean-centered zero zero-mean independent linearly identically distributed uncorrelated full thin
    compact truncated reduced economy new old original corresponding associated respective sample empirical training
    raw input output measured data largest leading smallest top principal principle maximal minimal optimal linear
    affine high-dimensional low-dimensional multivariate normal gaussian finite matrix matrices vector vectors
    column columns row rows point points sets dataset datasets family sequence list collection pair pairs triple
    observation observations snapshots images signals samples measurement measurements feature features variable
    variables attribute attributes response target targets label labels covariate covariates predictor predictors
    regressor regressors design covariance covariances correlation correlations scatter gram kernel weight weights
    loading loadings score scores code codes component components direction directions axis axes basis bases frame
    eigenvector eigenvectors eigenvalue eigenvalues eigenpair eigenpairs eigen value values decomposition svd pca
    evd eigendecomposition eigen-decomposition spectral factor factors factorisation factorization mean means
    average variance variances total moment moments number numbers scalar scalars coefficient coefficients parameter
    parameters constants multiplier multipliers lagrange size sizes shape dimension dimensions dimensional length
    lengths norm rank inverse root transpose part entries entry element elements coordinates coordinate noise error
    errors residual residuals projection projections projector projectors reconstruction reconstructions operator
    subspace space subspaces null line origin plane hyperplane spanned span through function functions equation
    equations form forms model index indices th i-th j-th k-th n m p d k x will enforce enforcing containing upper
    lower triangular left right meaning order ordered fact matricies diagonally organised organized sorted arranged
    notation belonging admits center centre subtract solves solved solving geometrically formally equivalently
    conversely generally decreasing increasing non-decreasing non-increasing mathematically specifically concretely
    standardise standardize
"""
_WORDS = frozenset(_KNOWN.split())
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[⟦,;:()]")
_LABEL = re.compile(r"(?<!\w)\((?:[ivx]+|[a-h]|\d)\)")
# "restricted to the null space, S is symmetric"
_RESTRICTED = re.compile(
    r"\W*(?:(?:when )?restricted to|on|over|within|inside|along|at|in) (?:the|an?|its|that|this|each)(?![\w-])[^,:;]*,"
)
# what begins a noun phrase, and what before it makes it a place or a condition: "in the null case"
_ARTICLES = frozenset({"the", "a", "an", "our", "its", "this", "each", "every", "any"})
_SINGULAR = frozenset({"a", "an", "this", "each", "every"})
_JOINS = frozenset({"with", "of"})
_RESTRICTS = frozenset({"in", "at", "on", "by", "for", "under", "after", "before", "within", "during", "without"})
_NOT_BETWEEN = "is are be being am has have had we us i it they that which who to and let in on as so not where when if"
_NO_ADJECTIVES = frozenset(_NOT_BETWEEN.split())
_OF_ASSUMING = re.compile(
    r"(?:assum|condition|constrain|hypothes|requir|restrict|claim|statement|premise|case|setting|convention|idea|version"
    r"|fact|that|is|are|equation)"
)


def are_known(words: str) -> bool:
    """Whether all words are known, but for a noun or adjective in a noun phrase: "the hat matrix H"."""
    rest = _LABEL.sub(" ", _PHRASES.sub(" ", words))
    if _RESTRICTED.match(rest):
        return False
    found = _WORD.findall(rest)
    return all(not word[0].isalpha() or word in _WORDS or _is_name(found, k) for k, word in enumerate(found))


def is_known(word: str) -> bool:
    """Whether a word is one of those with which notes declare letters."""
    return word in _WORDS


def _is_name(words: list[str], k: int) -> bool:
    """Whether an unknown word names something in a noun phrase, and neither judges nor places an assumption."""
    start = next((j for j in range(k - 1, max(k - 4, -1), -1) if words[j] in _ARTICLES | _JOINS), None)
    if start is None or words[k].endswith("ly") or not {*words[start + 1 : k]} <= _WORDS - _NO_ADJECTIVES:
        return False
    if start and words[start - 1] in _RESTRICTS:
        return False
    behind = words[k + 1] if k + 1 < len(words) else ""
    is_verb = words[k].endswith("s") and words[start] in _SINGULAR  # "this rule excludes": a noun would be one
    if is_verb and not words[k].endswith(("ss", "us", "is")):
        return False
    if behind in _ARTICLES:  # "prevents the": a verb and its object
        return False
    if behind == "⟦":
        return words[start] in _ARTICLES
    return behind in _WORDS and _OF_ASSUMING.match(behind) is None
