r"""Macros of a note: its own definitions, those of packages, common ones that it leaves undefined; their expansion.

A definition inside a formula holds from there on in the whole note, as MathJax has it; so does one in the text. The
number of calls and of tokens is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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
    "binom": r"\operatorname{binom}(#1, #2)", "deriv": r"\frac{d #1}{d #2}", "ds": "",
    "pderiv": r"\frac{\partial #1}{\partial #2}", "half": r"\frac{1}{2}",
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


@dataclass(frozen=True)
class Macro:
    r"""A macro: the number of its parameters, its body, and the default of the first parameter if it is optional.

    is_formula: whether it is declared as a formula, \twice{x} = 2 x, so that \twice{a + b} is 2(a + b).
    """

    name: str
    parameters: int
    body: tuple[Token, ...]
    is_formula: bool = False
    default: tuple[Token, ...] | None = None


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


_PROVIDES = (r"\providecommand", r"\ProvideDocumentCommand")
_BY_COMMAND = {r"\newcommand", r"\renewcommand", r"\providecommand", r"\DeclareRobustCommand"}
_BY_DEF = {r"\def", r"\gdef", r"\edef", r"\xdef"}
_BY_XPARSE = {rf"\{how}DocumentCommand" for how in ("New", "Renew", "Provide", "Declare", "NewExpandable")}
_DELIMITER = r"\DeclarePairedDelimiter"
_OPERATOR = r"\DeclareMathOperator"
_DEFINING = {r"\let", _OPERATOR, f"{_OPERATOR}*", *_BY_COMMAND, *_BY_DEF, *_BY_XPARSE, _DELIMITER}
_DEFINING |= {f"{name}*" for name in _BY_COMMAND}
DEFINITION = (
    r"\\(?:(?:re)?newcommand|(?:re)?newenvironment|providecommand|DeclareMathOperator|DeclarePairedDelimiter|[gex]?def"
    r"|let|DeclareRobustCommand|(?:New(?:Expandable)?|Renew|Provide|Declare)Document(?:Command|Environment)|NewEnviron"
    r")(?![A-Za-z])"
)


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
    parameters, default = 0, None
    if command == _OPERATOR:
        operator = token.but(text=rf"\operatorname{'*' if token.text.endswith('*') else ''}")
        body = [operator, *braced(_argument(token, ahead), token)]
    elif command == _DELIMITER:  # its optional argument, its size, says nothing: \norm[\big]{x}
        left, right = _argument(token, ahead), _argument(token, ahead)
        parameters, default = 2, list[Token]()
        body = [*left, token.but(kind="symbol", text="#"), token.but(kind="digit", text="2"), *right]
    elif command in _BY_DEF:
        parameters = _plain(token, ahead.take(next((k for k, t in enumerate(ahead[::-1]) if t.kind == "open"), 0)))
        body = _argument(token, ahead)
    elif command in _BY_XPARSE:
        parameters = len(spec := _argument(token, ahead))
        if any(t.text != "m" for t in spec):
            raise Stop(token.span, "arguments of an unknown kind", "m")
        body = _argument(token, ahead)
    else:
        parameters, default = _number(ahead.optional()), ahead.optional()
        body = _argument(token, ahead)
    if any(t.text in macros.defined and [x.text for x in macros.defined[t.text].body] == [called] for t in body):
        return  # \let\old\sum and \renewcommand{\sum}{…\old…}: the same sign, set in another way
    if called not in macros.fixed and (not command.startswith(_PROVIDES) or called not in macros.defined):
        optional = None if default is None else tuple(default)
        macros.defined[called] = Macro(called, parameters, tuple(body), default=optional)


def _plain(token: Token, said: list[Token]) -> int:
    r"""The number of the parameters of \def\f#1#2{…}. Raises Stop if there are signs between them."""
    if text_of(said) != "".join(f"#{k + 1}" for k in range(len(said) // 2)):
        raise Stop(token.span, "signs between parameters", "parameters alone")
    return len(said) // 2


def _number(found: Sequence[Token] | None) -> int:
    return int(found[0].text) if found and len(found) == 1 and found[0].kind == "digit" else 0


def _called(token: Token, macro: Macro, ahead: Ahead) -> list[Token]:
    """The body of a macro with the arguments that follow its call."""
    if macro.parameters and ahead.text == "*" and ahead[-1].glued:
        ahead.pop()  # \norm*{…}, whose bars only grow
    arguments = list[list[Token]]()
    if macro.default is not None:
        arguments.append(found if (found := ahead.optional()) is not None else [*macro.default])
    arguments += [_argument(token, ahead) for _ in range(macro.parameters - len(arguments))]
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
