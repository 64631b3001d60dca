"""Sentences that cannot end what a note has supposed, because all their words are known not to.

No list of words that take an assumption back is complete: "So much for the toy world", "hmm, that asks for a lot", "the
second P in this story is a permutation". So a sentence between an assumption and a row must be inert: all its words
state, derive, compute, name or refer, and none denies, changes, contrasts, generalises or judges. A word with an ending
(-s, -ed, -ing) counts as its stem.
"""

from __future__ import annotations

import re

from pcaproofs.notes.prose.known_words import is_known

_NOUNS = (  # that a number may count, or "for every" may precede
    r"(?:vector|column|row|point|sample|scalar|number|integer|pair|eigenvector|eigenvalue|component|direction|term|factor|sum|step"
    r"|equation|line|side)s?|matri(?:x|ces)|ind(?:ex|ices)|(?:equal|ident)it(?:y|ies)"
)
_NUMBERED = r"(?:eq|equation|section|theorem|lemma|proposition|step|figure|fig|exercise|chapter|line)s?"
_PHRASES = re.compile(  # which are inert as a whole, although a word of theirs is not
    rf"""(?<![\w-])(?:(?:in|for)\ (?:this|that|each|both|either)\ cases?|in\ (?:the|this|our)\ (?:following|sequel)
    |in\ (?:other\ words|particular|fact|addition|short|practice|the\ end|turn|order\ to)
    |in\ real\ life|as\ (?:before|above|usual)|(?:at|in)\ the\ same\ time|at\ (?:once|least|most)|by\ hand
    |(?:but\ )?(?:under|without|with|by|from)\ \([a-z]\d\)(?:\ alone)?|a\ real\ (?:symmetric\ )?(?:matrix|vector|number)
    |a\ (?:common|frequent|typical)\ mistake\ is|a\ (?:lost|missing|wrong)\ (?:factor|sign|term)|rather\ than(?=\ ⟦)
    |it\ is\ (?:wrong|false)\ that(?=\ ⟦)|(?:without\ the\ (?:square|factor|sign)s?\ )?this\ is\ false(?=,?\ ⟦)
    |if\ and\ only\ if|used\ (?:in\ no|only\ in\ the)\ proofs?
    |as\ long\ as|of\ (?:course|all)|all\ the|so\ far|more\ than|(?:no|without(?:\ any)?)\ loss(?:\ of\ generality)?
    |w\.?l\.?o\.?g\.?|not\ (?:only|surprising(?:ly)?)|(?:do|does)\ not\ (?:depend|involve|contain)|up\ to
    |(?:over|again)\ and\ (?:over|again)
    |(?:all|any|every|each|an?\ arbitrary|arbitrary|be\ another)(?:\ [a-z-]+){{0,3}}(?=\ ⟦)|in\ (?:any|all)\ cases?
    |in\ (?:front\ of|general(?=,))|in\ the\ general\ case(?=\ ⟦)|but\ we\ (?:assumed|know|have)
    |for\ (?:all|any|every|each)\ (?:{_NOUNS})|(?:all|each)\ of\ (?:them|these)
    |(?:two|three|first|second|third|fourth|last)\ (?:principal\ )?(?:{_NOUNS})
    |{_NUMBERED}\.?\ ?\(?\d[\d.]*\)?|from\ the\ (?:left|right)|(?:left|right)[ -]hand
    |let's|i\.e|e\.g|etc|show(?:s|n)?\ up
    |(?:a|our|the)\ new\ (?:objective\ )?(?:function|objective|problem|variable|basis|coordinate|ax[ie]s|feature)s?
    |(?:project|approximat|represent|reconstruct|transform)\w*\ (?:all\ )?the\ original\ (?:data|points?|vectors?)
    |original\ (?:[a-z]+\ )?(?:space|problem|objective|function|features|variables|coordinates|basis)
    |from\ (?:the\ )?above|the\ above\ (?:equations?|expression|formula|result|identity)|gives?\ us\ back
    |(?:go|come|get|turn|return)(?:ing)?\ (?:back\ )?to\ (?:pca|(?:the|our)\ (?:problem|equation|proof|question))
    |with\ real\ (?:components|entries|coefficients)|otherwise,?\ (?:we\ )?(?:re)?(?:scale|normali[sz]e)\ it)(?![\w-])
    |(?:^|\ )\(?(?:\d+|[a-h]|[ivx]+)[.)](?=\ |$)|(?<=⟦)\ =\ ?\d+|@[\w:-]+
    |\(\d[\d.]*\)|\[\d+\]|(?:^|\ )\d+(?:\.\d+)+(?=\ |$)""",
    re.VERBOSE,
)
_INERT = """
    a accordingly across add adding addition aim algebra algorithm allow along also am amount an analog analogous
    analysis and angle answer appear application apply approach approximate approximation are argument around
    arrive as associate assume assumption at attain author average axes axis base bases basic basis be because
    become been begin being best better between big bigger bit both bottom bound bring build by calculate
    calculation calculus call can capture carry cauchy center centered centering centre centred centring chain
    chapter characteristic check choice choose chosen claim clear clearly close coefficient collect column
    combination combine come common compact compare complement complete complicated component compress compressed
    compression computation computational compute concentrate concept conclude conclusion condition configuration
    connect connection consequence consequently consider consist constant constrain constraint construct
    construction contain contribute contribution convenient convention convert convex coordinate correct correlate
    correlation correspond correspondence cosine cost count course covariance data dataset decoder decompose
    decomposition deduce define definite definition deflation degree deliver demand denote depend derivation
    derivative derive describe description desire detail determinant determine deviation diagonal diagonalisation
    diagonalise diagonalization diagonalize difference differentiate differentiation dimension dimensional
    dimensionality direct direction directly discuss display distance distribute distribution divide do does done
    dot e each easily easy efficient eigen eigenbasis eigendecomposition eigenpair eigenspace eigenvalue
    eigenvector element ellipse ellipsoid encoder energy enough ensure entries entry equal equality equation
    equivalence equivalent error essential establish estimate estimation estimator evaluate exactly example exist
    existence expand expansion expect expectation explain explained explicit explicitly express expression extract
    fact factor factorisation factorization feasible feature field figure final finally find finish finite first
    fit fix follow following foot for form formal formally formula formulate formulation found from function
    fundamental further furthermore g gather gaussian general-purpose geometric geometrically geometry get give
    given gives go goal good gradient gram greatest group guarantee had half handle happen has hat have having help
    helpful hence here hessian hold how hyperplane i idea idempotent identical identify identity if image immediate
    immediately implication imply importance important in include indeed independent index indices inequality
    information inner input insert insight instance interest interesting interpret interpretation into intuition
    intuitive intuitively inverse invertible invoke involve is isolate it its itself join just keep kernel key know
    knowledge known label lagrange lagrangian landmark large larger largest last lead leading learn learning least
    left lemma length less let lets lie line linear linearity linearly list little loading look loss low lower
    machine magnitude main make manipulate map mapping mathematical mathematically mathematics matrices matrix
    maximal maximisation maximise maximiser maximization maximize maximizer maximum may mean meaning measure
    measurement meet mention method metric minimal minimisation minimise minimiser minimization minimize minimizer
    minimum minus mode model moment more moreover most multiple multiplication multiplier multiply must name namely
    need news nice non-negative non-negativity nonnegative norm normal normalisation normalise normalization
    normalize notation note notice notion now number object objective observation observe obtain obvious obviously
    of often on one onto onwards operation operator optimal optimality optimisation optimise optimization optimize
    optimum or order origin orthogonal orthogonality orthonormal orthonormality our outer output over own pair
    parameter part partial particular pass pc pca pcs penalty per perform perpendicular picture plain plane play
    plot plug plus point positive possible power practice precise precisely predict prediction present preserve
    principal principle prior problem procedure proceed process produce product project projection projector proof
    property prove provide psd pseudoinverse purpose put pythagoras pythagorean quadratic quantity question quick
    quickly quite quotient range rank rate ratio rayleigh reach read reader ready reason recall recognise recognize
    reconstruct reconstruction reduce reduction refer regression relate relation relationship remain remainder
    remark remember repeat represent representation require residual respect respective respectively result rewrite
    rewriting rewritten right role root rotation row rss rule said sake same sample satisfy save say says scalar
    scale-free scatter schwarz score second section see seek seen semi-definite semidefinite separate set setting
    shall short show shown side sigma sign significant similar similarly simple simpler simplest simplification
    simplify simply since single singular size slope small smaller smallest smooth so solution solve some something
    space span spectral spectrum spread square squared standard start state statement stationarity stationary
    statistic statistics step straightforward structure student study subject subset subspace substitute
    substitution subtract such suffice sufficient suitable sum summarise summarize summary summation suppose
    surprise svd symmetric symmetry system take taken taking talk task technique tell term than that the their them
    then theorem theory there thereby therefore these they thing think third this those three through thus times to
    together too tool top total trace training transform transformation transpose transposition triangle trick
    trivial trivially true try turn turns two type unchanged underlying understand unique unit unit-length unknown
    upon us use useful using usual usually value vanish variable variance variation vary vector verify very via
    view visualise visualize want was way we weight well what when where whereby which while who whole whose why
    will wish with within word work worth write written wrote yes yield you your zero
"""
_WORDS = frozenset(_INERT.split())
_MISTYPED = frozenset("".join(sorted(x)) for x in _WORDS if len(x) > 6)  # "repsect": the same letters
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_PLACED = re.compile(r"⟦\d+⟧(?:-(?:th|st|nd|rd|dimensional|dim|vector|component)s?)?")
_ENDINGS = ("s", "es", "d", "ed", "ing", "ly")


_ACTS = re.compile(  # on something that no formula names: "We add the mean to each row.", "Enough of that."
    r"(?:^|(?<![\w-])(?:we|you|now|then) )(?:add|multiply|divide|subtract|transform|scale|shift|put|enough)(?![\w-])"
)
_COUNTERFACTUAL = re.compile(
    r"^(?:and |but )?if [^.;:]*(?<![\w-])(?:were|was|had|did) [^.;:]*(?<![\w-])would [^.;:]*[.]?$"
)


def _plain(text: str) -> str:
    """A text without inert phrases and formulas."""
    return _PHRASES.sub(" ", re.sub(r" {2,}", " ", _PLACED.sub(" ⟦ ", text)))


def is_inert(text: str, *, supposes: bool = False) -> bool:
    """Whether the words of a sentence, with placeholders ⟦k⟧ for its formulas, end nothing that a note has supposed.

    supposes: words with which notes declare letters are inert, too.
    """
    if _COUNTERFACTUAL.match(text):
        return True
    if "⟦" not in text and _ACTS.search(text):
        return False
    words = _WORD.findall(_plain(text))
    return all(_is_inert_word(x) or (supposes and (x == "case" or is_known(x))) for x in words)


def _is_inert_word(word: str) -> bool:
    word = re.sub(r"['’]s$", "", word)
    return (
        word in _WORDS
        or "".join(sorted(word)) in _MISTYPED
        or any(_has(word, ending) for ending in _ENDINGS)
        or all(x in _WORDS for x in word.split("-"))
    )


def _has(word: str, ending: str) -> bool:
    """Whether a word is one of the list with an ending."""
    stem = word.removesuffix(ending)
    if stem == word or len(stem) < 3:
        return False
    if stem in _WORDS or f"{stem}e" in _WORDS or (stem[-1] == "i" and f"{stem[:-1]}y" in _WORDS):
        return True
    return stem[-1] == stem[-2] and stem[:-1] in _WORDS
