r"""Macros of a note: its own definitions, common ones that it leaves undefined, and their bounded expansion.

A definition inside a formula holds from there on in the whole note, as MathJax has it; so does one in the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pcaproofs.notes.text.common_macros import BEHIND, BOLD_GREEK, BOLD_LETTER, COMMON, NUMBERED
from pcaproofs.notes.text.parameters import CHOICES, Slot, choice, slots_of_def, slots_of_spec, taken
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.text.symbols import KNOWN, LETTERS, RELATIONS, SIGNS
from pcaproofs.notes.text.tokens import Stop, Token, tokens

MOST_TOKENS = 8_000  # of one formula after expansion
MOST_CALLS = 5_000  # in one formula
DEEPEST = 50  # braces in braces

_INDICES = frozenset("ijklmnpstdNKM")  # that an argument in braces may be

_CASES = {
    r"\uppercase": str.upper,
    r"\MakeUppercase": str.upper,
    r"\lowercase": str.lower,
    r"\MakeLowercase": str.lower,
}


@dataclass(frozen=True)
class Macro:
    r"""A macro: the number of its parameters, its body, its optional argument's default.

    is_formula: whether it is declared as a formula, \twice{x} = 2 x, so that \twice{a + b} is 2(a + b). slots: its
    parameters, if they are not plain.
    """

    name: str
    parameters: int
    body: tuple[Token, ...]
    default: tuple[Token, ...] | None = None
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
        if token.text in self.defined:
            return self.defined[token.text]
        if token.text in COMMON:
            return self.guess(token, *COMMON[token.text])
        if token.text not in KNOWN and (letter := BOLD_LETTER.fullmatch(token.text)) is not None:
            return self.guess(token, 0, rf"\mathbf{{{letter[1] or letter[2]}}}")
        if token.text not in KNOWN and (greek := BOLD_GREEK.fullmatch(token.text)) is not None:
            return self.guess(token, 0, rf"\boldsymbol{{\{greek[1]}}}")
        return None

    def guess(self, token: Token, parameters: int, text: str) -> Macro:
        """A macro that a note uses and does not define, by what its name usually means."""
        call = token.text + "".join(f"{{#{k + 1}}}" for k in range(parameters))
        self.guessed.setdefault(token.text, Guess(token.span, call, text))
        return Macro(token.text, parameters, tuple(tokens(text, 0, len(text))))


_DEFINING = {r"\newcommand", r"\renewcommand", r"\providecommand", r"\DeclareMathOperator", r"\def", r"\gdef", r"\let"}
_DEFINING |= {r"\newcommand*", r"\renewcommand*", r"\providecommand*", r"\DeclareMathOperator*", r"\edef", r"\xdef"}
_DEFINING |= {r"\DeclarePairedDelimiter", r"\DeclarePairedDelimiterX", r"\DeclareRobustCommand"}
_DOCUMENT = {rf"\{how}DocumentCommand" for how in ("New", "Renew", "Provide", "Declare", "NewExpandable")}
_DEFINING |= _DOCUMENT
DEFINITION = (
    r"\\(?:(?:re)?newcommand|(?:re)?newenvironment|providecommand|DeclareMathOperator|DeclarePairedDelimiterX?|[gex]?def"
    r"|let|DeclareRobustCommand|(?:New(?:Expandable)?|Renew|Provide|Declare)Document(?:Command|Environment)|NewEnviron"
    r")(?![A-Za-z])"
)


def expanded(found: Sequence[Token], macros: Macros) -> list[Token]:
    """Tokens without definitions, which go into `macros`, and without calls. Raises Stop where they grow too large."""
    _at_most(found)
    stack: list[Token] = list(reversed(found))
    out: list[Token] = []
    calls = moved = 0
    while stack:
        token = stack.pop()
        if token.text in _DEFINING and token.kind == "command":
            _define(token, stack, macros)
        elif (token.text in _CASES or token.text in CHOICES) and token.text not in macros.defined:
            stack.extend(reversed(_changed(token, stack)))
        elif (macro := macros.of(token)) is not None:
            _index_of_guessed(token, macro, stack, macros)
            if token.text in BEHIND and token.text not in macros.defined and stack and stack[-1].kind == "open":
                macro = macros.guess(token, 1, f"(#1){BEHIND[token.text]}")
            if macro.name not in macros.defined and macro.body[:1] and macro.body[0].text == "^" and _is_raised(out):
                macro = replace(macro, body=macro.body[1:])  # X^{\inv} as X\inv
            if token.text == r"\qq" and stack and stack[-1].text == "*":
                stack.pop()
            if token.text == r"\vb" and token.text not in macros.defined and not (stack and _is_argument(stack[-1])):
                macro = macros.guess(token, 0, r"\mathbf{b}")  # the column b, where \vb{x} is x in bold
            if token.text == r"\ip" and token.text not in macros.defined and not (stack and stack[-1].kind == "open"):
                macro = macros.guess(token, 0, r"\cdot")  # between two vectors
            if not macro.parameters and macro.body and macro.body[-1].text == "*" and stack and stack[-1].text == "*":
                stack.pop()  # \norm* where \norm stands for \oldnorm*
            before = len(stack)
            body = _called(token, macro, stack)
            calls, moved = calls + 1, moved + before - len(stack) + len(body)
            if max(calls - MOST_CALLS, moved - 10 * MOST_TOKENS, len(stack) + len(out) + len(body) - MOST_TOKENS) > 0:
                raise Stop(token.span, f"{token.text}, which expands without end", f"at most {MOST_TOKENS} symbols")
            stack.extend(reversed(body))
        else:
            out.append(token)
    return out


def _index_of_guessed(token: Token, macro: Macro, stack: list[Token], macros: Macros) -> None:
    r"""Read the braces behind a guessed letter: \vx{} as \vx, \vx{i} as \vx_i, \vx{1} as \vx 1. Raises Stop for others.

    What such a macro does with an argument is not known: \mA{B} is no product.
    """
    if token.text in macros.defined or macro.parameters or not stack or stack[-1].kind != "open":
        return
    if len(stack) > 1 and stack[-2].kind == "close":
        del stack[-2:]
        return
    if token.text in COMMON and token.text not in NUMBERED:
        return
    inside = _argument(token, list(stack))
    if len(inside) == 1 and inside[0].kind == "letter" and inside[0].text in _INDICES:
        stack.append(replace(inside[0], kind="symbol", text="_"))
        guess = macros.guessed[token.text]
        if guess.call == token.text:
            macros.guessed[token.text] = replace(guess, call=f"{token.text}{{#1}}", meaning=f"{guess.meaning}_{{#1}}")
    elif any(t.kind != "digit" for t in inside):
        raise Stop((token.span[0], inside[-1].span[1]), f"{token.text} with an argument", "a macro that is defined")


def _changed(token: Token, stack: list[Token]) -> list[Token]:
    """What a command makes of its arguments that changes their letters or chooses one of them."""
    if token.text in CHOICES:
        return choice(token.text, [_argument(token, stack) for _ in range(1 + len(CHOICES[token.text][1]))])
    change = _CASES[token.text]
    return [replace(t, text=change(t.text)) if t.kind == "letter" else t for t in _argument(token, stack)]


def _at_most(found: Sequence[Token]) -> None:
    """Refuse what is too long or too deep to be a formula, before anything is copied."""
    if len(found) > MOST_TOKENS:
        raise Stop(found[MOST_TOKENS].span, f"{len(found)} symbols", f"at most {MOST_TOKENS}")
    depth = 0
    for token in found:
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if depth > DEEPEST:
            raise Stop(token.span, "braces in braces", f"at most {DEEPEST} deep")


def _define(token: Token, stack: list[Token], macros: Macros) -> None:
    command = token.text.removesuffix("*")
    name = _argument(token, stack)
    if len(name) != 1 or name[0].kind != "command":
        raise Stop(token.span, "a definition of something else", "a command to define")
    called = name[0].text.removesuffix("*")
    if command == r"\let":
        if stack and stack[-1].text == "=":
            stack.pop()
        meaning = stack.pop() if stack else None
        if meaning is not None and meaning.text != called:
            known = macros.of(meaning)
            macros.defined[called] = replace(known, name=called) if known else Macro(called, 0, (meaning,))
        return
    if command == r"\DeclareMathOperator":
        body = _argument(token, stack)
        star = "*" if token.text.endswith("*") else ""
        operator = [replace(token, text=rf"\operatorname{star}"), *_braced(body, token)]
        macros.defined[called] = Macro(called, 0, tuple(operator))
        return
    if command in (r"\DeclarePairedDelimiter", r"\DeclarePairedDelimiterX"):
        macros.defined[called] = _delimiter(token, called, stack, own_body=command.endswith("X"))
        return
    _define_anew(token, called, stack, macros)


def _define_anew(token: Token, called: str, stack: list[Token], macros: Macros) -> None:
    r"""Read the rest of a definition by \newcommand, \def or the like."""
    command = token.text.removesuffix("*")
    parameters, default = 0, None
    slots: tuple[Slot, ...] = ()
    if command in (r"\def", r"\gdef", r"\edef", r"\xdef"):
        before = list[Token]()
        while stack and stack[-1].kind != "open":
            before.append(stack.pop())
        parameters, slots = sum(t.text == "#" for t in before), slots_of_def(before)
    elif command in _DOCUMENT:
        found = slots_of_spec(_argument(token, stack))
        if found is None:
            raise Stop(token.span, "arguments of an unknown kind", "m, s, t, o, d, r or g")
        parameters, slots = len(found), found
    else:
        if (count := _optional(stack)) is not None:
            parameters = int(count[0].text) if len(count) == 1 and count[0].kind == "digit" else 0
        default = _optional(stack)
    body = _without_star(_argument(token, stack))
    if any(t.text in macros.defined and [x.text for x in macros.defined[t.text].body] == [called] for t in body):
        return  # \let\old\sum and \renewcommand{\sum}{…\old…}: the same sign, set in another way
    if called not in macros.fixed and ("rovide" not in command or called not in macros.defined):
        filled = None if default is None else tuple(default)
        macros.defined[called] = Macro(called, parameters, tuple(body), filled, slots=slots)


def _without_star(body: list[Token]) -> list[Token]:
    r"""Of \@ifstar{A}{B} what is meant without a star, which only changes sizes."""
    if not body or body[0].text != r"\@ifstar":
        return body
    rest = list(reversed(body[1:]))
    _argument(body[0], rest)
    return _argument(body[0], rest)


def _delimiter(token: Token, called: str, stack: list[Token], *, own_body: bool) -> Macro:
    r"""A paired delimiter, whose optional argument, its size, comes first and says nothing: \norm[\big]{x}."""
    count = _optional(stack) if own_body else None
    parameters = int(count[0].text) if count and count[0].kind == "digit" else 1
    left, right = _argument(token, stack), _argument(token, stack)
    body = [replace(token, kind="symbol", text="#"), replace(token, kind="digit", text="1")]
    if own_body:
        body = [t for t in _argument(token, stack) if t.text != r"\delimsize"]
    for k, part in enumerate(body):
        if part.kind == "digit" and k and body[k - 1].text == "#":
            body[k] = replace(part, text=str(int(part.text) + 1))
    return Macro(called, parameters + 1, (*left, *body, *right), default=())


def _called(token: Token, macro: Macro, stack: list[Token]) -> list[Token]:
    """The body of a macro with the arguments that follow its call."""
    if stack and stack[-1].text == "*" and stack[-1].glued and macro.parameters and not macro.slots:
        stack.pop()  # \norm*{…}, whose bars only grow
    arguments: list[list[Token]] = []
    if macro.slots:
        found = taken(macro.slots, token, stack, lambda: _argument(token, stack))
        if found is None:
            raise Stop(token.span, token.text, "followed by the signs of its definition")
        arguments = found
    elif macro.default is not None:
        given = _optional(stack)
        arguments.append(list(macro.default) if given is None else given)
    while len(arguments) < macro.parameters:
        arguments.append(_argument(token, stack))
    start, end = token.span
    if arguments and token.call is None:
        end = max([end, *(t.end for argument in arguments for t in argument if t.call is None)])
    if macro.is_formula:
        arguments = [_as_factor(argument) for argument in arguments]
    out: list[Token] = []
    body = iter(macro.body)
    for part in body:
        if part.text == "#" and (which := next(body, None)) is not None and which.kind == "digit":
            if 1 <= int(which.text) <= len(arguments):
                out += arguments[int(which.text) - 1]
        else:
            out.append(replace(part, call=(start, end)))
    return out


def _as_factor(argument: list[Token]) -> list[Token]:
    """A sum in brackets."""
    if not any(t.text in SIGNS for t in argument):
        return argument
    first, last = argument[0], argument[-1]
    return [replace(first, kind="symbol", text="("), *argument, replace(last, kind="symbol", text=")")]


def _is_raised(out: list[Token]) -> bool:
    """Whether what comes next is a superscript already, perhaps in braces."""
    last = out[-2:] if out and out[-1].kind == "open" else out[-1:]
    return bool(last) and last[0].text == "^"


def _is_argument(token: Token) -> bool:
    """Whether a token can be the argument of a macro that sets letters in a font."""
    return token.kind in ("open", "letter", "digit") or token.text in LETTERS


def _argument(caller: Token, stack: list[Token]) -> list[Token]:
    """The next group, without its braces, or the next token."""
    if not stack or stack[-1].kind == "close":
        raise Stop(caller.span, caller.text, "followed by its argument")
    if stack[-1].text in RELATIONS or stack[-1].kind == "break" or stack[-1].text in ("^", "_"):
        raise Stop(caller.span, caller.text, "followed by its argument")
    first = stack.pop()
    if first.kind != "open":
        return [first]
    out: list[Token] = []
    depth = 1
    while stack:
        token = stack.pop()
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if not depth:
            return out
        out.append(token)
    raise Stop(first.span, "{", "closed by }")


def _optional(stack: list[Token]) -> list[Token] | None:
    """The argument in square brackets that comes next, if one does."""
    if not stack or stack[-1].text != "[":
        return None
    opened = stack.pop()
    out: list[Token] = []
    depth = 0
    while stack:
        token = stack.pop()
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if token.text == "]" and not depth:
            return out
        out.append(token)
    raise Stop(opened.span, "[", "closed by ]")


def _braced(body: list[Token], like: Token) -> list[Token]:
    return [replace(like, kind="open", text="{"), *body, replace(like, kind="close", text="}")]
