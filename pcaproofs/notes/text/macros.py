r"""Macros of a note: its own definitions, those of packages, common ones that it leaves undefined; their expansion.

A definition inside a formula holds from there on in the whole note, as MathJax has it; so does one in the text. The
number of calls and of tokens is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from pcaproofs.notes.text.source import Span
from pcaproofs.notes.text.symbols import KNOWN, LETTERS, RELATIONS, SIGNS
from pcaproofs.notes.text.tokens import NESTS, Ahead, Stop, Token, braced, closing, text_of, tokens

MOST_TOKENS = 8_000  # of one formula after expansion
MOST_CALLS = 5_000  # in one formula
DEEPEST = 50  # braces in braces

# Macros that notes use and define elsewhere, by what their names usually mean.
_MEANINGS = {
    "norm": r"\lVert #1\rVert", "abs": r"\lvert #1\rvert", "pmod": r"(\operatorname{mod} #1)", "set": r"\{#1\}",
    "binom": r"\operatorname{binom}(#1, #2)", "deriv": r"\frac{d #1}{d #2}", "ds": "", "ket": r"|#1\rangle",
    "pderiv": r"\frac{\partial #1}{\partial #2}", "bra": r"\langle #1|", "half": r"\frac{1}{2}",
    "odv": r"\frac{d #1}{d #2}", "argmin": r"\operatorname*{argmin}", "argmax": r"\operatorname*{argmax}",
    "E": r"\mathbb{E}", "T": r"\top", "dd": r"\mathrm{d}", "pd": r"\frac{\partial #1}{\partial #2}",
    "pdv": r"\frac{\partial #1}{\partial #2}", "dv": r"\frac{d #1}{d #2}", "qty": "", "qq": r"\quad\text{#1}\quad",
    "qc": r",\quad", "Vec": r"\vec{#1}", "eqdef": ":=", "defeq": ":=", "st": r"\text{s.t.}",
}  # fmt: skip
_ALIKE = {  # meaning, with the name or the word for •: names, or name:word
    r"\langle #1, #2\rangle": "iprod inner innerprod inprod scalprod dotprod innerproduct ip",
    r"\operatorname{•}": "bmod:mod tr Tr:tr trace:tr rank diag Col:col Row:row Nul:null proj Span:span spn:span id "
    "Var var:Var Cov Cor:Corr Corr cov:Cov",
    r"\mathbb{•}": "R reals:R bbR:R RR:R Reals:R N Z",
    r"\mathbf{•}": "ones:1 one:1 1 bone:1 zeros:0",
    r"\mathbf{#1}": "mathbold Mat Vect matr mat mtx vect vectr vctr bvec bmat mvec vb mb mbf bs",
    "#1": "red blue green orange purple cyan magenta gray grey teal violet brown",
    r"\quad\text{•}\quad": "qand:and qor:or qif:if qthen:then qelse:else qotherwise:otherwise qfor:for qwith:with "
    "qwhere:where qgiven:given qsince:since qlet:let qas:as qthus:thus",
}
BEHIND = {r"\inv": "^{-1}", r"\pinv": "^+", r"\T": "^T"}  # \inv{A} and A\inv
BEHIND |= dict.fromkeys((r"\tp", r"\trans", r"\transp"), r"^\top")
_COMMON = {f"\\{name}": said for name, said in _MEANINGS.items()}
for _meaning, _words in _ALIKE.items():
    for _name, _, _word in (x.partition(":") for x in _words.split()):
        _COMMON[f"\\{_name}"] = _meaning.replace("•", _word or _name)
_COMMON |= BEHIND
COMMON = {name: (max((k for k in (1, 2) if f"#{k}" in said), default=0), said) for name, said in _COMMON.items()}
_LETTER = re.compile(  # \bx, \vx, \vbx, \bfx, \mX; \bm is no letter; \bbeta, \vtheta, \mSigma
    r"\\(?:v?b|v|bf|mb)(?P<letter>(?![befimqrs])[A-Za-z]|(?<=[^\\][bf])[A-Za-z])|\\m(?P<matrix>[A-Z])|\\[bvm](?P<greek>"
    r"alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|varphi|psi|omega"
    r"|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Phi|Psi|Omega)"
)
_NUMBERED = {r"\ones", r"\one", r"\1", r"\bone", r"\zeros", r"\id"}  # \ones{n}: a size; so have bold letters an index
_INDICES = frozenset("ijklmnpstdNKM")  # that an argument in braces may be

# Macros of packages: names, parameters, meaning; of braket always, of physics after \usepackage or \require.
_PACKAGES = {
    "physics": r"""
        braket innerproduct ip | s m g | \IfNoValueTF{#3}{\langle #2|#2\rangle}{\langle #2|#3\rangle}
        ketbra dyad outerproduct op | s m g | \IfNoValueTF{#3}{|#2\rangle\langle #2|}{|#2\rangle\langle #3|}
        mel matrixel matrixelement | s m m m | \langle #2|#3|#4\rangle
        ev expval expectationvalue | s m g | \IfNoValueTF{#3}{\langle #2\rangle}{\langle #3|#2|#3\rangle}
        comm commutator | s m m | \left((#2)(#3)-(#3)(#2)\right)
        acomm anticommutator | s m m | \left((#2)(#3)+(#3)(#2)\right)
        grad gradient | g | \nabla\IfValueT{#1}{ #1}
        vdot dotproduct | | \cdot
        cross crossproduct cp | | \times
        vb vectorbold | s m | \mathbf{#2}
        vu vectorunit | s m | \hat{\mathbf{#2}}
        va vectorarrow | s m | \vec{\mathbf{#2}}
        imat identitymatrix | m | I_{#1}
        dmat diagonalmatrix | m | \operatorname{diag}(#1)""",
    "braket": r"""
        braket | s m g | \langle #2\IfValueT{#3}{|#3}\rangle
        Braket | m | \langle #1\rangle
        Ket | m | |#1\rangle
        Bra | m | \langle #1|""",
}
_LOADS = re.compile(
    r"\\(?:usepackage|RequirePackage|require)\s*(?:\[[^\]]*\])?\s*\{(?P<packages>[^{}]*)\}"
    r"|\\(?:providecommand\*?|ProvideDocumentCommand)\s*\{?\s*(?P<provided>\\[A-Za-z]+)"
)


@dataclass(frozen=True)
class Slot:
    """A parameter of a macro, or a sign that has to stand between two.

    kind: m for the next group or token; s for the sign `said`, which may stand there; o for a group in the brackets
    `said`, which may lack; u for all up to `said`; = for the sign `said`, which must stand there and is no argument.
    """

    kind: str
    said: str = ""
    default: tuple[Token, ...] | None = None


@dataclass(frozen=True)
class Macro:
    r"""A macro: the number of its parameters, its body, and its parameters, if they are not plain.

    is_formula: whether it is declared as a formula, \twice{x} = 2 x, so that \twice{a + b} is 2(a + b).
    """

    name: str
    parameters: int
    body: tuple[Token, ...]
    is_formula: bool = False
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True)
class Guess:
    r"""A macro that nothing defines, by its first use. call: \norm{#1}; meaning: what it is taken for, as LaTeX."""

    span: Span
    call: str
    meaning: str


@dataclass
class Macros:
    """The macros that are defined up to some place in a note, and those that were guessed, each with its first use.

    fixed: macros that no definition changes.
    """

    defined: dict[str, Macro] = field(default_factory=dict)
    fixed: frozenset[str] = frozenset()
    guessed: dict[str, Guess] = field(default_factory=dict)

    def of(self, token: Token) -> Macro | None:
        """The macro that a token calls."""
        if token.kind != "command":
            return None
        if (known := self.defined.get(token.text)) is not None:
            return known
        return None if (usual := _usual(token.text)) is None else self.guess(token, *usual)

    def guess(self, token: Token, parameters: int, text: str) -> Macro:
        """A macro that a note uses and does not define, by what its name usually means."""
        call = token.text + "".join(f"{{#{k + 1}}}" for k in range(parameters))
        self.guessed.setdefault(token.text, Guess(token.span, call, text))
        return Macro(token.text, parameters, body_of(text))


@cache
def _usual(name: str) -> tuple[int, str] | None:
    """The number of parameters and the meaning that a name usually has."""
    if name in COMMON:
        return COMMON[name]
    if name in KNOWN or (found := _LETTER.fullmatch(name)) is None:
        return None
    greek = found["greek"]
    return 0, rf"\boldsymbol{{\{greek}}}" if greek else rf"\mathbf{{{found['letter'] or found['matrix']}}}"


@cache
def body_of(text: str) -> tuple[Token, ...]:
    """The tokens of a LaTeX text that is no part of a note."""
    return tuple(tokens(text))


_PROVIDING = {r"\providecommand", r"\ProvideDocumentCommand"}
_BY_COMMAND = {r"\newcommand", r"\renewcommand", r"\providecommand", r"\DeclareRobustCommand"}
_BY_DEF = {r"\def", r"\gdef", r"\edef", r"\xdef"}
_BY_XPARSE = {rf"\{how}DocumentCommand" for how in ("New", "Renew", "Provide", "Declare", "NewExpandable")}
_DELIMITERS = {r"\DeclarePairedDelimiter", r"\DeclarePairedDelimiterX"}
_OPERATOR = r"\DeclareMathOperator"
_DEFINING = {r"\let", _OPERATOR, f"{_OPERATOR}*", *_BY_COMMAND, *_BY_DEF, *_BY_XPARSE, *_DELIMITERS}
_DEFINING |= {f"{name}*" for name in _BY_COMMAND}
DEFINITION = (
    r"\\(?:(?:re)?newcommand|(?:re)?newenvironment|providecommand|DeclareMathOperator|DeclarePairedDelimiterX?|[gex]?def"
    r"|let|DeclareRobustCommand|(?:New(?:Expandable)?|Renew|Provide|Declare)Document(?:Command|Environment)|NewEnviron"
    r")(?![A-Za-z])"
)
_CASES = {r"\uppercase": str.upper, r"\MakeUppercase": str.upper, r"\lowercase": str.lower}
_CASES |= {r"\MakeLowercase": str.lower}
_TRUE, _FALSE, _NO_VALUE = r"\BooleanTrue", r"\BooleanFalse", r"\NoValue"
_HOLDS: dict[str, Callable[[str], bool]] = {
    r"\IfBoolean": lambda given: given == _TRUE,
    r"\IfValue": lambda given: given != _NO_VALUE,
    r"\IfNoValue": lambda given: given == _NO_VALUE,
}
_CHOICES = {name + ends: (holds, ends) for name, holds in _HOLDS.items() for ends in ("TF", "T", "F")}


def expanded(found: Sequence[Token], macros: Macros) -> list[Token]:
    """Tokens without definitions, which go into `macros`, and without calls. Raises Stop where they grow too large."""
    _at_most(found)
    ahead, out = Ahead(found), list[Token]()
    calls = moved = 0
    while ahead:
        token = ahead.pop()
        if token.kind != "command":
            out.append(token)
        elif token.text in _DEFINING:
            _define(token, ahead, macros)
        elif (token.text in _CASES or token.text in _CHOICES) and token.text not in macros.defined:
            ahead.put_back(_changed(token, ahead))
        elif (macro := macros.of(token)) is not None:
            before = len(ahead)
            if token.text not in macros.defined:
                macro = _by_context(token, macro, ahead, out, macros)
            if not macro.parameters and macro.body and macro.body[-1].text == "*" == ahead.text:
                ahead.pop()  # \norm* where \norm stands for \oldnorm*
            body = _called(token, macro, ahead)
            calls, moved = calls + 1, moved + before - len(ahead) + len(body)
            if max(calls - MOST_CALLS, moved - 10 * MOST_TOKENS, len(ahead) + len(out) + len(body) - MOST_TOKENS) > 0:
                raise Stop(token.span, f"{token.text}, which expands without end", f"at most {MOST_TOKENS} symbols")
            ahead.put_back(body)
        else:
            out.append(token)
    return out


def _by_context(token: Token, macro: Macro, ahead: Ahead, out: list[Token], macros: Macros) -> Macro:
    """What a macro that nothing defines means here, by what stands around it."""
    name = token.text
    _index_of_guessed(token, macro, ahead, macros)
    if name in BEHIND and ahead.kind == "open":
        return macros.guess(token, 1, f"(#1){BEHIND[name]}")
    if macro.body[:1] and macro.body[0].text == "^" and _is_raised(out):
        return replace(macro, body=macro.body[1:])  # X^{\inv} as X\inv
    if name == r"\qq" and ahead.text == "*":
        ahead.pop()
    is_argument = ahead.kind in ("open", "letter", "digit") or ahead.text in LETTERS
    if name == r"\vb" and not is_argument:
        return macros.guess(token, 0, r"\mathbf{b}")  # the column b, where \vb{x} is x in bold
    if name == r"\ip" and ahead.kind != "open":
        return macros.guess(token, 0, r"\cdot")  # between two vectors
    return macro


def _index_of_guessed(token: Token, macro: Macro, ahead: Ahead, macros: Macros) -> None:
    r"""Read the braces behind a guessed letter: \vx{} as \vx, \vx{i} as \vx_i, \vx{1} as \vx 1. Raises Stop for others.

    What such a macro does with an argument is not known: \mA{B} is no product.
    """
    if macro.parameters or ahead.kind != "open":
        return
    if len(ahead) > 1 and ahead[-2].kind == "close":
        del ahead[-2:]
        return
    if token.text in COMMON and token.text not in _NUMBERED:
        return
    end = closing(whole := ahead[::-1])
    inside = whole[1:end]
    if len(inside) == 1 and inside[0].kind == "letter" and inside[0].text in _INDICES:
        ahead.append(inside[0].but(kind="symbol", text="_"))
        guess = macros.guessed[token.text]
        if guess.call == token.text:
            macros.guessed[token.text] = replace(guess, call=f"{token.text}{{#1}}", meaning=f"{guess.meaning}_{{#1}}")
    elif any(t.kind != "digit" for t in inside):
        raise Stop((token.span[0], inside[-1].span[1]), f"{token.text} with an argument", "a macro that is defined")


def _is_raised(out: list[Token]) -> bool:
    """Whether what comes next is a superscript already, perhaps in braces."""
    last = out[-2:] if out and out[-1].kind == "open" else out[-1:]
    return bool(last) and last[0].text == "^"


def _changed(token: Token, ahead: Ahead) -> list[Token]:
    r"""What a command makes of its arguments: it changes their letters, or chooses one, as \IfBooleanTF does."""
    if (change := _CASES.get(token.text)) is not None:
        return [t.but(text=change(t.text)) if t.kind == "letter" else t for t in _argument(token, ahead)]
    holds, ends = _CHOICES[token.text]
    given, *groups = (_argument(token, ahead) for _ in range(1 + len(ends)))
    is_true = holds(given[0].text if given else "")
    chosen = "T" if is_true else "F"
    return groups[ends.index(chosen)] if chosen in ends else []


def _at_most(found: Sequence[Token]) -> None:
    """Refuse what is too long or too deep to be a formula, before anything is copied."""
    if len(found) > MOST_TOKENS:
        raise Stop(found[MOST_TOKENS].span, f"{len(found)} symbols", f"at most {MOST_TOKENS}")
    depth = 0
    for token in found:
        if token.kind in NESTS and (depth := depth + NESTS[token.kind]) > DEEPEST:
            raise Stop(token.span, "braces in braces", f"at most {DEEPEST} deep")


def _define(token: Token, ahead: Ahead, macros: Macros) -> None:
    command = token.text.removesuffix("*")
    name = _argument(token, ahead)
    if len(name) != 1 or name[0].kind != "command":
        raise Stop(token.span, "a definition of something else", "a command to define")
    called = name[0].text.removesuffix("*")
    if command == r"\let":
        if ahead.text == "=":
            ahead.pop()
        meaning = ahead.pop() if ahead else None
        if meaning is not None and meaning.text != called:
            known = macros.of(meaning)
            macros.defined[called] = replace(known, name=called) if known else Macro(called, 0, (meaning,))
        return
    slots: Sequence[Slot] = ()
    if command == _OPERATOR:
        operator = token.but(text=rf"\operatorname{'*' if token.text.endswith('*') else ''}")
        body = [operator, *braced(_argument(token, ahead), token)]
    elif command in _DELIMITERS:
        slots, body = _delimiter(token, ahead, own_body=command.endswith("X"))
    elif command in _BY_DEF:
        before = ahead.take(next((k for k, t in enumerate(reversed(ahead)) if t.kind == "open"), len(ahead)))
        slots, body = slots_of_def(before), _argument(token, ahead)
    elif command in _BY_XPARSE:
        slots, body = slots_of_spec(token, _argument(token, ahead)), _argument(token, ahead)
    else:
        slots = plain_slots(_number(ahead.optional()), ahead.optional())
        body = _argument(token, ahead)
    body = _without_star(body)
    if any(t.text in macros.defined and [x.text for x in macros.defined[t.text].body] == [called] for t in body):
        return  # \let\old\sum and \renewcommand{\sum}{…\old…}: the same sign, set in another way
    if called not in macros.fixed and (command not in _PROVIDING or called not in macros.defined):
        macros.defined[called] = macro(called, slots, body)


def macro(name: str, slots: Sequence[Slot], body: Iterable[Token]) -> Macro:
    """A macro with such parameters."""
    is_plain = all(x.kind == "m" for x in slots)
    return Macro(name, sum(x.kind != "=" for x in slots), tuple(body), slots=() if is_plain else tuple(slots))


def plain_slots(count: int, default: Iterable[Token] | None) -> list[Slot]:
    r"""The parameters of \newcommand, whose first one may have a default."""
    first = [] if default is None else [Slot("o", "[]", tuple(default))]
    return [*first, *[Slot("m")] * (count - len(first))]


def _number(found: Sequence[Token] | None) -> int:
    return int(found[0].text) if found and len(found) == 1 and found[0].kind == "digit" else 0


def _without_star(body: list[Token]) -> list[Token]:
    r"""Of \@ifstar{A}{B} what is meant without a star, which only changes sizes."""
    if not body or body[0].text != r"\@ifstar":
        return body
    rest = Ahead(body[1:])
    rest.group(body[0])
    return rest.group(body[0])


def _delimiter(token: Token, ahead: Ahead, *, own_body: bool) -> tuple[list[Slot], list[Token]]:
    r"""A paired delimiter, whose optional argument, its size, comes first and says nothing: \norm[\big]{x}."""
    parameters = (_number(ahead.optional()) if own_body else 0) or 1
    left, right = _argument(token, ahead), _argument(token, ahead)
    body = [token.but(kind="symbol", text="#"), token.but(kind="digit", text="1")]
    if own_body:
        body = [t for t in _argument(token, ahead) if t.text != r"\delimsize"]
    for k, part in enumerate(body):
        if part.kind == "digit" and k and body[k - 1].text == "#":
            body[k] = part.but(text=str(int(part.text) + 1))
    return plain_slots(parameters + 1, ()), [*left, *body, *right]


def slots_of_spec(token: Token, spec: Sequence[Token]) -> list[Slot]:
    """The parameters that xparse declares. Raises Stop if one is of a kind that is not known."""
    rest, out = Ahead(t for t in spec if t.text not in ("+", "!")), list[Slot]()
    while rest:
        kind = rest.pop().text
        if kind == "m":
            out.append(Slot("m"))
        elif kind == "s" or (kind == "t" and rest):
            out.append(Slot("s", "*" if kind == "s" else rest.pop().text))
        elif kind in ("o", "O", "d", "D", "r", "R", "g", "G"):
            pair = {"o": "[]", "g": "{}"}.get(kind.lower()) or text_of(rest.take(2))
            out.append(Slot("o", pair, tuple(rest.group(token)) if kind.isupper() else None))
        else:
            raise Stop(token.span, "arguments of an unknown kind", "m, s, t, o, d, r or g")
    return out


def slots_of_def(text: Sequence[Token]) -> list[Slot]:
    r"""The parameters of \def\f<#1,#2>{…} from the tokens before its body."""
    out, k = list[Slot](), 0
    while k < len(text):
        if text[k].text == "#" and k + 1 < len(text):
            out.append(Slot("m"))
            k += 2
            continue
        if out and out[-1].kind == "m":
            out[-1] = Slot("u", text[k].text)
        out.append(Slot("=", text[k].text))
        k += 1
    return out


def _called(token: Token, macro: Macro, ahead: Ahead) -> list[Token]:
    """The body of a macro with the arguments that follow its call."""
    slots = macro.slots or (Slot("m"),) * macro.parameters
    is_plain = bool(slots) and all(x.kind == "m" or x.said == "[]" for x in slots)
    if is_plain and ahead.text == "*" and ahead[-1].glued:
        ahead.pop()  # \norm*{…}, whose bars only grow
    arguments = [x for slot in slots if (x := _taken(slot, token, ahead)) is not None]
    start, end = token.span
    if arguments and token.call is None:
        end = max([end, *(t.end for argument in arguments for t in argument if t.call is None)])
    if macro.is_formula:
        arguments = [_as_factor(argument) for argument in arguments]
    out = list[Token]()
    body = iter(macro.body)
    for part in body:
        if part.text == "#" and (which := next(body, None)) is not None and which.kind == "digit":
            if 1 <= int(which.text) <= len(arguments):
                out += arguments[int(which.text) - 1]
        else:
            out.append(part.but(call=(start, end)))
    return out


def _taken(slot: Slot, caller: Token, ahead: Ahead) -> list[Token] | None:
    """The argument of a call for a parameter; None for a sign between two. Raises Stop if it lacks."""
    if slot.kind == "m":
        return _argument(caller, ahead)
    if slot.kind == "o":
        found = ahead.between(slot.said)
        return found if found is not None else [*(slot.default or ())] if slot.default is not None else _no(caller)
    if slot.kind == "s":
        is_there = ahead.text == slot.said
        if is_there:
            ahead.pop()
        return [caller.but(kind="command", text=_TRUE if is_there else _FALSE)]
    if slot.kind == "u" and (before := _before(slot.said, ahead)) is not None:
        return before
    if slot.kind == "=" and ahead.text == slot.said:
        ahead.pop()
        return None
    raise Stop(caller.span, caller.text, "followed by the signs of its definition")


def _no(caller: Token) -> list[Token]:
    return [caller.but(kind="command", text=_NO_VALUE)]


def _before(until: str, ahead: Ahead) -> list[Token] | None:
    """Take the tokens before the next one with a text outside of braces, which may be a group; None if none has it."""
    depth = 0
    for k, token in enumerate(reversed(ahead)):
        if token.text == until and not depth:
            found = ahead.take(k)
            return found[1:-1] if k > 1 and found[0].kind == "open" and closing(found) == k - 1 else found
        depth += NESTS.get(token.kind, 0)
        if depth < 0:
            return None
    return None


def _as_factor(argument: list[Token]) -> list[Token]:
    """A sum in brackets."""
    if not any(t.text in SIGNS for t in argument):
        return argument
    first, last = argument[0], argument[-1]
    return [first.but(kind="symbol", text="("), *argument, last.but(kind="symbol", text=")")]


def _argument(caller: Token, ahead: Ahead) -> list[Token]:
    """Take the next group, without its braces, or the next token; no relation, script or end of a row is one."""
    if ahead and (ahead.text in RELATIONS or ahead.kind == "break" or ahead.text in ("^", "_")):
        raise Stop(caller.span, caller.text, "followed by its argument")
    return ahead.group(caller)


def package_macros(texts: Sequence[str]) -> dict[str, Macro]:
    r"""The macros of the packages that texts load, and of \braket, which MathJax loads by itself."""
    matches = [m for text in texts for m in _LOADS.finditer(text)]
    names = {name.strip() for m in matches if m["packages"] for name in m["packages"].split(",")}
    loaded = [name for name in _PACKAGES if name in names or (name == "braket" and "physics" not in names)]
    provided = {m["provided"] for m in matches}
    return {name: x for said in loaded for name, x in _of_package(said).items() if name not in provided}


@cache
def _of_package(name: str) -> dict[str, Macro]:
    out = dict[str, Macro]()
    for line in _PACKAGES[name].split("\n")[1:]:
        names, spec, body = (x.strip() for x in line.split("|", 2))
        slots = slots_of_spec(Token("command", names, 0, 0), body_of(spec))
        out |= {f"\\{x}": macro(f"\\{x}", slots, body_of(body)) for x in names.split()}
    return out
