"""Whether a sentence supposes something here and now, in words that are known.

"In the notes of Smith, w is a unit vector", "some authors assume ‖w‖ = 1", "w is a unit vector for p = 1": no list of
words that take a statement back is complete. So the words of the clause before what is said, and the first ones behind
it, have to be among those with which notes declare letters. A supposition for one sentence ("if A, then B") is not
asked for this.
"""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.spelling import INDICES, key
from pcaproofs.notes.formulas.surface import Chain
from pcaproofs.notes.prose.sentences import Sentence

# phrases that restrict nothing
_OPENING = re.compile(
    r"""(?<![\w-])(?:in\ (?:this|the\ (?:present|current))\ (?:sub)?(?:section|chapter|notes?|lecture|document|part
    |appendix|text|paragraph|post|article|paper|proof|derivation)
    |in\ (?:the\ (?:following|sequel|rest)|what\ follows|addition|particular|fact)|from\ (?:now|here)\ on(?:wards?)?
    |for\ (?:simplicity|convenience|brevity|concreteness|definiteness|now|(?:the|a)\ moment
    |(?:ease|simplicity|convenience)\ of\ \w+)(?:'s\ sake)?
    |to\ (?:begin|start|be)\ (?:with|specific)|to\ simplify(?:\ (?:notation|matters|things))?
    |without(?:\ any)?\ loss\ of\ generality|w\.?l\.?o\.?g\.?|as\ (?:before|usual|always|above)
    |by\ (?:assumption|hypothesis|definition|construction|the\ spectral\ theorem)|of\ course|of\ the\ form|one\ by\ one
    |(?:one|a)\ sample\ per\ (?:row|column)|there\ (?:is|exists?)(?=\ an?\ )|at\ the\ same\ time
    |(?:what|all)\ we\ (?:want|need)(?:\ to\ do)?\ is|(?:we\ )?(?:want|wish|aim|try|need|are\ looking|look)\ (?:to|for)
    |(?:we|one)\ (?:may|can)\ (?:also\ |now\ |thus\ )?(?:assume|suppose|take)|it(?:'s|\ is)\ important\ to
    |not\ necessarily(?=\ [a-z])|(?:the|our)\ (?:goal|aim|idea|task|problem)\ is)(?![\w-])""",
    re.VERBOSE,
)
# words with which notes declare letters; what they are called, and what is said of them
_KNOWN = """
    a an the this that these those its their our each every all any both some two three one other another own same we
    us i it they let let's lets be is are being been am has have having had contains contain denote denotes denoted
    denoting call called named define defined put set write written say suppose supposing assume assumed assuming
    assumption consider take taken choose chosen pick fix fixed given give find seek require required requiring impose
    restrict restricted constrained constrain constraint constraints constraining condition conditions introduce
    represent represents represented stands stand satisfy satisfies satisfying obtain obtained use using used get know
    recall remember note see observe observed observing collected collect stored normalise normalize normalised
    normalized scaled rescale scale compute perform apply work project projecting projected maximise maximize
    maximises maximizes minimise minimize minimises minimizes solve equivalent maximiser maximizer minimiser minimizer
    optimiser solution over now then also and again next first firstly second secondly third finally further
    furthermore moreover additionally so hence thus therefore but however yet still throughout always here where since
    because as such with of by to for if when whenever provided once while than instead just simply exactly already
    respectively subject which whose what into onto along real complex square rectangular arbitrary general generic
    unit random constant known unknown different distinct nonzero non-zero positive negative nonnegative non-negative
    semidefinite semi-definite definite positive-definite psd symmetric skew-symmetric orthogonal orthonormal diagonal
    invertible nonsingular non-singular singular centred centered mean-centred mean-centered zero zero-mean
    independent linearly identically distributed uncorrelated full thin compact truncated reduced economy new old
    original corresponding associated respective sample empirical training raw input output measured data largest
    leading smallest top principal principle maximal minimal optimal linear affine high-dimensional low-dimensional
    multivariate normal gaussian finite matrix matrices vector vectors column columns row rows point points sets
    dataset datasets family sequence list collection pair pairs triple observation observations snapshots images
    signals samples measurement measurements feature features variable variables attribute attributes response target
    targets label labels covariate covariates predictor predictors regressor regressors design covariance covariances
    correlation correlations scatter gram kernel weight weights loading loadings score scores code codes component
    components direction directions axis axes basis bases frame eigenvector eigenvectors eigenvalue eigenvalues
    eigenpair eigenpairs eigen value values decomposition svd pca evd eigendecomposition eigen-decomposition spectral
    factor factors factorisation factorization mean means average variance variances total moment moments number
    numbers scalar scalars coefficient coefficients parameter parameters constants multiplier multipliers lagrange
    size sizes shape dimension dimensions dimensional length lengths norm rank inverse root transpose part entries
    entry element elements coordinates coordinate noise error errors residual residuals projection projections
    projector projectors reconstruction reconstructions operator subspace space subspaces null line origin plane
    hyperplane spanned span through function functions equation equations form forms model index indices th i-th j-th
    k-th n m p d k x will enforce enforcing containing upper lower triangular left right meaning order ordered fact
    matricies diagonally
"""
_WORDS = frozenset(_KNOWN.split())
_EQUATIONS = ("=", "≠", "<", ">", "≤", "≥", ":=")
_BOUNDARY = re.compile(r"[;:.]|(?<![\w-])(?:where|here|since|because)(?![\w-])|, (?:but |(?=and let))")
_SHORT = re.compile(r"(?:i\.e|e\.g|i\.i\.d|w\.l\.o\.g|s\.p\.d|p\.s\.d|resp|vs|cf|eq)\.?")
_RESTRICTING = re.compile(r"(?<![\w-])(?:for|at|in|on|case|under) $")
_PLACE = re.compile(r"⟦(\d+)⟧(?:'s)?")
_PLACED = re.compile(rf"(?:(?<![\w-])(?:in|on|at) )?{_PLACE.pattern}")
# of "a unit vector w" it does not matter what stands before, unless somebody else is said to use it
_INTRODUCED = re.compile(
    r"(?:an?|two|three|some|any|every|each|another|all) |(?:⟦\d+⟧ is )?(?:the |its )?(?:singular[ -]value decomposition"
    r"|svd|eigen\w*[ -]?(?:value )?decomposition|spectral decomposition|orthogonal diagonali)"
)
_OTHERS = re.compile(
    r"(?<![\w-])(?:authors?|books?|textbooks?|texts?|people|papers?|lectures?|students?|readers?|others|literature|many"
    r"|most|somebody|someone|would|could|might|were|had|(?!pca|which|that|it|this|one|analysis)\w+ (?:lets|takes"
    r"|chooses|picks|assumes|supposes|uses|denotes|writes|calls|requires|imposes|considers|defines"
    r"|puts|introduces))(?![\w-])"
    r"|\w's (?!write|let)"
)
_ELSEWHERE = re.compile(
    r"(?<![\w-])(?:will re-?define|later|elsewhere|often|usually|sometimes|in (?:section|chapter|part|lecture|example"
    r"|exercise|the (?:next|last|previous) \w+))(?![\w-])"
)
_BEHIND = re.compile(
    r"""^,?\ (?:(?:in|at|on|under|after|before|for|up
    |with\ (?:probability|respect|regard|high|few|some)|relative|modulo|during|within|inside|until|except|but\ not
    |most|nearly|approximately|sometimes|often|usually|once|per|if\ not|or|as\ in|as\ long|only|here\ and|then\ and)
    (?![\w-]))""",
    re.VERBOSE,
)
_BEHIND_HARMLESS = re.compile(
    r"""^,?\ (?:in\ (?:⟦|this\ (?:sub)?(?:section|chapter|notes?|lecture|text)|the\ (?:following|sequel)|what\ follows
    |which|addition)|on\ (?:⟦|which)|for\ (?:all|any|every|each|some|now|which|simplicity|convenience)|for\ ⟦
    |at\ ⟦|or\ equivalently|after\ which)""",
    re.VERBOSE,
)
_LATER = re.compile(r"^[^;:.⟦]*(?<![\w-])(?:or (?!equivalently)|would|could|might|reader|exercise|easy|trivial)")
_SAID_OF_IT = re.compile(
    r"^ (?:is|are|was|were|will|can|may|has|have|does|do)(?! (?:an?|the|any) (?!unit sphere|sphere|set|case)\w+"
    r"| arbitrary| symmetric| (?:inv|orth|diag|cent|posi|zero)\w+| ⟦| not necessarily| imposed| given)(?![\w-])"
)


def is_plainly_said(sentence: Sentence, start: int, end: int, *, is_equation: bool = False) -> bool:
    """Whether a part of a sentence is supposed there, and for what follows, as far as the words around it say."""
    behind = sentence.text[end:]
    if (_BEHIND.match(behind) and not _is_harmless(sentence, end)) or _LATER.match(behind):
        return False
    if is_equation and _SAID_OF_IT.match(behind):
        return False
    if not is_equation and _INTRODUCED.match(sentence.text, start):
        return _OTHERS.search(sentence.text[:start]) is None
    lead = _lead(sentence, start)
    if any(_is_equation(sentence, m) for m in _PLACE.finditer(lead) if _RESTRICTING.search(lead[: m.start()])):
        return False
    words = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", _OPENING.sub(" ", _PLACED.sub(" ", lead)))
    return all(word in _WORDS for word in words) and not re.search(r"(?<![\w-])\w+'s (?!write)", lead)


def is_defined_elsewhere(sentence: Sentence, start: int) -> bool:
    """Whether what stands at a place is said to be defined so elsewhere: "Smith defines S = XᵀX"."""
    lead = _lead(sentence, start)
    return _OTHERS.search(lead) is not None or _ELSEWHERE.search(lead) is not None


def _lead(sentence: Sentence, start: int) -> str:
    """The words of the clause before a part of a sentence."""
    text = _SHORT.sub(lambda m: " " * len(m[0]), sentence.text[:start])
    return text[max((m.end() for m in _BOUNDARY.finditer(text)), default=0) :]


def _is_harmless(sentence: Sentence, end: int) -> bool:
    """Whether what stands right behind restricts nothing: "in ⟦ℝᵖ⟧", "for all ⟦i⟧"; not "for ⟦p = 1⟧"."""
    match = _BEHIND_HARMLESS.match(sentence.text[end:])
    if match is None:
        return False
    placed = _PLACE.match(sentence.text, end + len(match[0]) - 1) if match[0].endswith("⟦") else None
    return placed is None or match[0].strip(", ").startswith("with") or not _is_equation(sentence, placed)


def _is_equation(sentence: Sentence, placed: re.Match[str]) -> bool:
    """Whether a placeholder is an equation or an inequality, but for the range of an index, i = 1, …, n."""
    chains = [
        x for x in sentence.things[int(placed[1])].trees if isinstance(x, Chain) and key(x.terms[0]) not in INDICES
    ]
    return any(sign in _EQUATIONS for chain in chains for sign in chain.signs)
