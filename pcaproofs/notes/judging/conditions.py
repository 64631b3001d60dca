"""Relations of a note that restrict letters and claim nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pcaproofs.language.hypotheses import KINDS, Named
from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import INDICES, bare, is_identity, is_kronecker, is_ones, key, spelled
from pcaproofs.notes.formulas.surface import (
    Chain,
    Dots,
    Group,
    Listed,
    Matrix,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Product,
    Sentence,
    Sum,
    Transpose,
    Words,
    nodes,
)
from pcaproofs.notes.judging.state import Judge
from pcaproofs.notes.prose.clauses import FALSE, place_in_sentence
from pcaproofs.notes.prose.facts import Fact, Satisfies, Stands
from pcaproofs.notes.prose.population import is_of_population
from pcaproofs.notes.prose.scopes import KEEPS
from pcaproofs.notes.scope.standing import alone
from pcaproofs.notes.scope.uses import two_indices
from pcaproofs.notes.typing.expressions import MOMENTS
from pcaproofs.notes.typing.ledger import Stated, names_in

# Statements that only restrict letters beside another statement: ranges of indices, i ≠ j, ‖w‖ = 1


def is_range_of_all(node: Node) -> bool:
    """Whether a statement gives the range of an index: i = 1, …, n."""
    match node:
        case Chain(terms=(Name(subscript=None), Listed(items)), signs=("=",)):
            return items[0] == Num("1") and any(isinstance(x, Dots) for x in items) and isinstance(items[-1], Name)
    return False


def without_brackets(node: Node) -> Node:
    """(i ≠ j) after a statement as i ≠ j; anything else unchanged."""
    match node:
        case Group(Chain() as body, "(" | "[") if is_of_indices(body) or is_range_of_all(body) or with_bound(body):
            return body
    return node


def with_bound(node: Node) -> Chain | None:
    """j ≤ k for j = 1, …, k, and k < j for j = k + 1, …, n; None for other formulas."""
    match node:
        case Chain((Name(subscript=None) as index, Listed((first, *inner, Name() as last))), ("=",)):
            is_run = any(isinstance(x, Dots) for x in inner)
            match first:
                case Num("1") if is_run:
                    return replace(node, terms=(index, last), signs=("≤",))
                case Sum((Name() as after, Num("1")), ("", "+")) if is_run:
                    return replace(node, terms=(after, index), signs=("<",))
    return None


def is_of_indices(node: Node) -> bool:
    """Whether a statement restricts letters by an order or by ≠, or equates two indices."""
    if not isinstance(node, Chain) or not all(isinstance(x, Name | Num | Dots) for x in node.terms):
        return False
    if set(node.signs) <= {"≠", "<", ">", "≤", "≥"}:
        return True
    return node.signs == ("=",) and all(isinstance(x, Name) and key(x) in INDICES for x in node.terms)


def is_restriction(node: Node) -> bool:
    """Whether a statement only restricts letters beside another one: i ≠ j, 1 ≤ i ≤ n, λ > 0, ‖w‖ = 1, wᵀw = 1."""
    return isinstance(node, Chain) and all(map(_is_small, node.terms))


def _is_small(node: Node) -> bool:
    match node:
        case Name() | Num() | Dots() | Listed():
            return True
        case Norm(body) | Power(Norm(body)):
            return isinstance(body, Name)
        case Product((Transpose(Name() as first), Name() as second)):
            return first == second
        case Sum(terms):
            return all(isinstance(x, Name | Num) for x in terms)
    return False


# Conditions of a sentence that name no letter: "if they are orthogonal, then ⟦0⟧", "⟦0⟧ whenever both are diagonal"

_IF = (
    r"(?<!even )(?:only |at least |exactly |precisely |except |but )*"
    r"(?:if|when|whenever|unless|provid(?:ed|ing)|(?:as|so) long as|in case|once|given that|assuming|supposing"
    r"|on (?:the )?condition that|under the (?:condition|assumption) that)"
)
_WITH = r"(?:with|given) (?=[^⟦⟧,;:.]*, ?$)"
_BEING = r"(?:both |each )?being (?=[^⟦⟧,;:.]*, (?:they|both|these|it)(?![\w-]))"
_AS = (  # also inverted: "should they commute"
    r"(?:since|because|as|where|should|were|had) "
    r"(?=(?:they|it|both|these|those|each|either|neither|all of|one of|none of)(?![\w-]))"
)
_KINDS = (
    r"(?:vectors|matrices|columns|rows|numbers|scalars|samples|points|variables|functions|maps|subspaces"
    r"|ones|pairs)"
)
_FREE = rf"(?:all|any|arbitrary|both|two|these|such|our|the|real|{_KINDS}|of|and|or|this|that|size|shape|n|p|m|d)"
_FOR = rf"for (?=(?:[\w-]+ ){{0,5}}{_KINDS}(?![\w-]))(?!(?:{_FREE}(?![\w-])[ ,.]*)+(?:$|[,.:;]|we |it |one |⟦))"
_CASE = r"in the (?!general |same )(?:[\w-]+ ){1,2}case"
_CONDITION = rf"(?P<said>(?:(?:{_IF}|{_CASE})(?![\w-])|{_AS}|{_WITH}|{_BEING}|{_FOR})[^⟦,;:.]*)"
_BEFORE = re.compile(rf"(?:^|[,;:] |(?<![\w-])(?:and|but|that|then|thus|hence|so|have|holds) ){_CONDITION}")
_HOLDS = r"(?:(?:which |this |that )?(?:holds?|is|are|follows?|remains?)(?: [\w-]+){0,3}? )?"  # "is true if"
_BEHIND = re.compile(rf"(?:,? (?:and )?⟦\d+⟧)*[,;]? ?(?:but (?:only )?)?{_HOLDS}{_CONDITION}(?P<next>.?)")
_AGAIN = re.compile(r"; |(?<![\w-])(?:but|otherwise|in general|conversely)(?![\w-])")  # what follows is said without it
_CONJUNCTION = re.compile(rf"(?:{_IF}|{_AS}|{_WITH}) ?(?:(?:we|one|you) )?")
_MAIN = re.compile(r" (?:then|(?:we|one) (?:have|has|gets?|obtains?|sees?|finds?)|it (?:holds|follows))(?![\w-])")
_EMPTY = re.compile(r"(?:not|in doubt|necessary|needed|required|possible|desired)?(?: then)? *")


def unnamed_condition(note: Note, formula: Formula) -> str:
    """The words of a condition without letters under which a sentence states a formula; "" if there is none."""
    if (found := place_in_sentence(note, formula)) is None:
        return ""
    sentence, start = found
    text = sentence.text
    end = text.index("⟧", start) + 1
    anew = max((m.end() for m in _AGAIN.finditer(text, 0, start)), default=0)
    before = [m for m in _BEFORE.finditer(text, anew, start) if text[m.end() : m.end() + 1] != "⟦" or m.end() == start]
    behind = _BEHIND.match(text, end)
    for match in [*before, *([behind] if behind is not None and behind["next"] != "⟦" else [])]:
        said = re.split(r" (?:then|we (?:have|get|obtain|see|find)|it (?:holds|follows))(?![\w-])", match["said"])[
            0
        ].strip()
        rest = _CONJUNCTION.sub("", said, count=1)
        if not _EMPTY.fullmatch(rest):
            return said
    return ""


# Words and conditions beside the statements of a row, in the same cell or in columns of their own

ASSUMING = ("where", "with", "if", "for", "given", "such that", "when", "subject to", "whenever", "let")
LABEL = re.compile(r"\(?(?:[a-z]|\d{1,2}|[ivx]{1,4})[).:]+")  # "a)", "(ii)", "3."
_CONNECTING = re.compile(  # all words between statements, in English, German, Spanish, French and Portuguese
    r"(?:(?:and|or|und|oder|sowie|y|et|ou|e|so|then|thus|hence|therefore|i\.?e|we|have|get|obtain|equivalently|finally"
    r"|also|similarly|likewise|namely|that is|which gives|this gives)[ ,.:]*)*"
)
_DENIES = re.compile(rf"(?<![\w-])(?:not|{FALSE}|never|no|unless|except|cannot|\w+n't)(?![\w-])", re.IGNORECASE)
_RESTRICTS = re.compile(
    rf"{_DENIES.pattern}|(?<![\w-])(?:nor|neither|without|if|when|whenever|where|only|but|let|given|with|for|provided"
    r"|assum\w*|suppos\w*|would|could|might|may|as (?:if|though|long))(?![\w-])",
    re.IGNORECASE,
)
_STEM = 6  # letters that the forms of a word share: orthogonal, orthogonality; centred, centring


def connects(words: Words) -> bool:
    """Whether words connect statements or introduce assumptions."""
    said = words.text.strip(" ,:.~").lower()
    assumes = any(said.startswith(word) or said.endswith(word) for word in ASSUMING)
    return assumes or _CONNECTING.fullmatch(said) is not None


def words_behind(parts: Sequence[Node]) -> int | None:
    """Where a remark begins behind statements: at the first words that do not connect them; None if there is none.

    Words with "if" that no formula follows are a remark, and so is "if ⟦A⟧ is symmetric".
    """
    if isinstance(parts[0], Words):
        return None
    words = {k: x for k, x in enumerate(parts) if isinstance(x, Words)}
    supposing = [k for k, x in words.items() if _SUPPOSES.match(x.text)]
    last = len(parts) - 1
    first = next((k for k, x in words.items() if not connects(x) or (k == last and k in supposing)), None)
    if first is not None and first - 2 in supposing and isinstance(parts[first - 1], Name):
        return first - 2
    return first


_SUPPOSES = re.compile(r"[ ,:.~(]*(?:if|when|provided|for(?! (?:all|any|every|each)\b))(?![a-z])", re.IGNORECASE)


def remark_of(tree: Node | Unread) -> tuple[Node, ...]:
    """The remark behind the statements of a row."""
    if not isinstance(tree, Sentence) or (k := words_behind(tree.parts)) is None:
        return ()
    return tree.parts[k:]


def denies(parts: Sequence[Node | Unread]) -> bool:
    """Whether the words of a remark may deny what stands beside them."""
    return any(_DENIES.search(x) for x in _texts(parts))


def restricts(parts: Sequence[Node | Unread]) -> bool:
    """Whether a remark may restrict what stands beside it: it has formulas, or words of conditions or denials."""
    if any(not isinstance(x, Words | Num | Name) or (isinstance(x, Name) and x.how != "text") for x in parts):
        return True
    return any(is_restricting(x) or "$" in x for x in _texts(parts))


def names(parts: Sequence[Node | Unread], needs: Sequence[str]) -> bool:
    """Whether a remark has a word of a missing hypothesis, up to its ending: "by orthogonality"."""
    text = said(parts).lower()
    return any(word[:_STEM] in text for need in needs for word in re.findall(r"[a-z]{6,}", need))


def is_restricting(words: str) -> bool:
    """Whether a text has words of conditions or denials."""
    return _RESTRICTS.search(words) is not None


def said(parts: Sequence[Node | Unread]) -> str:
    """The words of a remark."""
    return " ".join(x.strip() for x in _texts(parts))


def _texts(parts: Sequence[Node | Unread]) -> list[str]:
    """The words in a remark; a single word in text is a name."""
    found = [x for part in parts if not isinstance(part, Unread) for x in nodes(part)]
    return [x.text if isinstance(x, Words) else x.base for x in found if isinstance(x, Words | Name) and _is_text(x)]


def _is_text(node: Words | Name) -> bool:
    return isinstance(node, Words) or node.how == "text"


# Missing hypotheses that a note has in another place: in a later section, or in the text around a theorem


def said_elsewhere(hypotheses: Iterable[str], facts: Iterable[Fact]) -> list[int]:
    """The offsets at which a note says one of the hypotheses that each make a row true: "S is symmetric and λ ≠ μ"."""
    parts = [part for x in hypotheses for part in x.split(" and ")]
    found = [f for f in facts if isinstance(f, Satisfies) and any(_says(f, part) for part in parts)]
    return sorted(f.span[0] for f in found)


def is_for_all_that_follows(text: str, place: int) -> bool:
    """Whether the sentence around a place of a text says that it holds from there on: "Throughout, w is …"."""
    start = max(text.rfind(". ", 0, place), text.rfind("\n\n", 0, place), 0)
    return KEEPS.search(text[start : text.find(".", place)].lower()) is not None


def _says(fact: Satisfies, words: str) -> bool:
    """Whether a fact is a property of a letter in words, "w is a unit vector", or of the members of its family."""
    if fact.hypothesis not in KINDS or fact.others:
        return False
    names = [re.escape(spelled(fact.letter))]
    if fact.letter.subscript is not None:
        names.append(re.escape(spelled(bare(fact.letter))) + r"_\w+")
    pattern = re.escape(Named(fact.hypothesis, ("⟦⟧",)).words()).replace("⟦⟧", f"(?:{'|'.join(names)})")
    return re.fullmatch(pattern, words) is not None


# Relations of a note that restrict letters and claim nothing

ORDERS = ("≤", "<", "≥", ">")


def is_condition(judge: Judge, stated: Stated, *, begins: bool) -> bool:
    """Whether a relation restricts letters and claims nothing.

    It does if the words before it impose it, if it is a relation of sizes or a constraint of an earlier problem, or
    if it is a separate display that looks like a condition and is the first to use a letter.
    """
    letters = names_in(stated)
    is_conclusion = judge.is_statement and judge.formula.display
    has_constants = any(
        is_ones(x) or is_identity(x) for side in stated.sides for x in nodes(side) if isinstance(x, Name)
    )
    is_of_sizes = not has_constants and stated.letters() <= judge.table.sizes - judge.no_sizes
    if not stated.letters():
        return False
    if (judge.said == "assumed" and (begins or stated.sign in ORDERS)) or (is_of_sizes and not is_conclusion):
        return True
    if Chain((stated.left, stated.right), (stated.sign,)) in judge.constraints:
        return True
    if judge.said in ("concluded", "false") or judge.concluded or is_conclusion:
        return False
    if not _is_restriction(stated) or _is_update(stated):
        return False
    here = judge.formula.span[0]
    bare_sides = [alone(side, judge.table.sizes) for side in stated.sides]
    solved = {key(x) for side in bare_sides for x in side} if not all(bare_sides) else set()
    is_first = any(
        judge.first.get(x, 0) >= here
        and x not in INDICES
        and letters[x].base not in MOMENTS
        and bare(letters[x]) not in judge.ledger.definitions
        and is_introduced(judge, letters[x], letters.values())
        and (x in solved or not judge.is_said_to_be(letters[x]))
        for x in letters
    )
    return begins and judge.formula.display and is_first


def is_introduced(judge: Judge, name: Name, letters: Iterable[Name]) -> bool:
    """Whether an equation can introduce one of its letters: the note neither leaves it free nor defines it."""
    here = judge.formula.span[0]
    if judge.is_declared_free(name) or key(name) in judge.table.mentioned or is_kronecker(name):
        return False
    if two_indices(name) is not None and judge.table.capital_of(bare(name), here) is not None:
        return False  # an entry of a matrix that is known
    if judge.table.unit_vectors(bare(name), here) is not None or judge.table.is_held(bare(name), here):
        return False
    symbol = judge.table.at(name, judge.formula.span[0])
    said = [f for f in symbol.facts if isinstance(f, Stands) and f.role in ("mean", "covariance")]
    if any(f.role == "mean" or is_of_population(judge.note, f, x) for f in said for x in letters):
        return False
    return not any(isinstance(f, Satisfies) and f.hypothesis in ("unit", "eigenpair") for f in symbol.facts)


def _is_restriction(stated: Stated) -> bool:
    """Whether a relation looks like a condition: a side is constant, a letter, or a product of two letters (λw)."""
    if stated.sign != "=":
        return {type(side) for side in stated.sides} <= {Name, Num}
    return any(
        isinstance(side, Num | Name)
        or (isinstance(side, Matrix) and all(isinstance(x, Num) for row in side.rows for x in row))
        or (isinstance(side, Product) and len(side.factors) == 2 and all(isinstance(x, Name) for x in side.factors))
        for side in stated.sides
    )


def _is_update(stated: Stated) -> bool:
    """Whether a letter equals an expression that contains it, as in a step of an algorithm: w = Sw."""
    pairs = (stated.sides, stated.sides[::-1])
    return stated.sign == "=" and any(isinstance(x, Name) and x != y and x in nodes(y) for x, y in pairs)
