r"""The parameters of macros beyond {…} and one […]: \NewDocumentCommand{\f}{s O{2} m}{…} and \def\ip<#1,#2>{…}.

\IfBooleanTF, \IfNoValueTF and \IfValueTF choose between two groups by an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pcaproofs.notes.text.tokens import Token

TRUE, FALSE, NO_VALUE = r"\BooleanTrue", r"\BooleanFalse", r"\NoValue"
_PAIRS = {"o": "[]", "O": "[]", "d": "", "D": "", "r": "", "R": "", "g": "{}", "G": "{}"}
_CHOICES = {"Boolean": lambda given: given == TRUE, "Value": lambda given: given != NO_VALUE}
_CHOICES |= {"NoValue": lambda given: given == NO_VALUE}
CHOICES = {rf"\If{name}{ends}": (chosen, ends) for name, chosen in _CHOICES.items() for ends in ("TF", "T", "F")}


@dataclass(frozen=True)
class Slot:
    """A parameter, or a sign that has to stand between two.

    kind: m for the next group or token; s for a star or another sign that may stand there; o for a group in the
    brackets `pair`, which may lack; u for all up to `until`; = for a sign that must stand there.
    """

    kind: str
    pair: str = ""
    default: tuple[Token, ...] | None = None
    until: str = ""

    @property
    def is_argument(self) -> bool:
        """Whether it has a number, #1."""
        return self.kind != "="


def slots_of_spec(spec: Sequence[Token]) -> tuple[Slot, ...] | None:
    """The parameters that xparse declares; None if one is of a kind that is not known."""
    rest, out = [t for t in spec if t.text not in ("+", "!")], list[Slot]()
    while rest:
        kind = rest.pop(0).text
        if kind in ("m", "s"):
            out.append(Slot(kind, "*" if kind == "s" else ""))
        elif kind == "t" and rest:
            out.append(Slot("s", rest.pop(0).text))
        elif kind in _PAIRS:
            pair = _PAIRS[kind]
            if not pair and len(rest) > 1:
                pair = rest.pop(0).text + rest.pop(0).text
            default = None
            if kind.isupper():
                if not rest or rest[0].kind != "open" or (end := _closing(rest)) is None:
                    return None
                default, rest = tuple(rest[1:end]), rest[end + 1 :]
            out.append(Slot("o", pair, default))
        else:
            return None
    return tuple(out)


def slots_of_def(text: Sequence[Token]) -> tuple[Slot, ...]:
    r"""The parameters of \def\f<#1,#2>{…} from the tokens before its body; none if they are plain, #1#2."""
    out, k = list[Slot](), 0
    while k < len(text):
        if text[k].text == "#" and k + 1 < len(text):
            out.append(Slot("m"))
            k += 2
            continue
        if out and out[-1].kind == "m":
            out[-1] = Slot("u", until=text[k].text)
        out.append(Slot("=", until=text[k].text))
        k += 1
    return tuple(out) if any(x.kind != "m" for x in out) else ()


def taken(
    slots: Sequence[Slot], caller: Token, stack: list[Token], argument: Callable[[], list[Token]]
) -> list[list[Token]] | None:
    """The arguments of a call, taken from the stack of what follows it; None if a sign lacks that must stand there."""
    out = list[list[Token]]()
    for slot in slots:
        match slot.kind:
            case "m":
                out.append(argument())
            case "s":
                is_there = bool(stack) and stack[-1].text == slot.pair
                if is_there:
                    stack.pop()
                out.append([replace(caller, kind="command", text=TRUE if is_there else FALSE)])
            case "o":
                default = (
                    slot.default if slot.default is not None else (replace(caller, kind="command", text=NO_VALUE),)
                )
                found = _between(slot.pair, stack)
                out.append(list(default) if found is None else found)
            case "u":
                before = _before(slot.until, stack)
                if before is None:
                    return None
                out.append(before)
            case _:
                if not stack or stack.pop().text != slot.until:
                    return None
    return out


def choice(name: str, arguments: Sequence[list[Token]]) -> list[Token]:
    r"""What \IfBooleanTF{#1}{…}{…} or the like chooses; arguments: the condition and the groups."""
    chosen, ends = CHOICES[name]
    holds = chosen(arguments[0][0].text if arguments[0] else "")
    if holds:
        return arguments[1] if ends.startswith("T") else []
    return arguments[-1] if ends.endswith("F") else []


def _between(pair: str, stack: list[Token]) -> list[Token] | None:
    """The tokens between two brackets that come next, taken away with them; None if they do not come next."""
    if not stack or stack[-1].text != pair[0]:
        return None
    depth = 0
    for k in range(len(stack) - 1, -1, -1):
        text = stack[k].text
        depth += (text == pair[0]) - (text == pair[1] and pair[0] != pair[1])
        if not depth:
            found = stack[k + 1 : -1][::-1]
            del stack[k:]
            return found
    return None


def _before(until: str, stack: list[Token]) -> list[Token] | None:
    """The tokens before the next one with a text outside of braces, taken away; None if there is none."""
    depth = 0
    for k in range(len(stack) - 1, -1, -1):
        if stack[k].text == until and not depth:
            found = stack[k + 1 :][::-1]
            del stack[k + 1 :]
            return (
                found[1:-1]
                if len(found) > 1 and found[0].kind == "open" and _closing(found) == len(found) - 1
                else found
            )
        depth += {"open": 1, "close": -1}.get(stack[k].kind, 0)
        if depth < 0:
            return None
    return None


def _closing(found: Sequence[Token]) -> int | None:
    depth = 0
    for k, token in enumerate(found):
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if not depth:
            return k
    return None
