"""Letters, words and numbers with everything attached to them: accents, primes, indices, powers, transposes."""

from __future__ import annotations

from dataclasses import replace

from pcaproofs.notes.formulas.brackets import Brackets
from pcaproofs.notes.formulas.spelling import is_name_of_words
from pcaproofs.notes.formulas.surface import (
    Accented,
    Blank,
    Dots,
    Group,
    Indexed,
    Listed,
    Marked,
    Name,
    Node,
    Num,
    Power,
    Product,
    Sum,
    Transpose,
    Words,
)
from pcaproofs.notes.text.symbols import ABOVE, ACCENTS, BARE, DOTS, LETTERS, NAMED, PROBLEMS, RELATIONS, SIGNS

_STOPPING = {
    "and",
    "or",
    "where",
    "with",
    "for",
    "if",
    "when",
    "otherwise",
    "since",
    "because",
    "as",
    "so",
    "hence",
    "let",
}
_STOPPING |= {
    "thus",
    "then",
    "but",
    "by",
    "are",
    "is",
    "in",
    "s.t.",
    "given",
    "therefore",
    "else",
    "of",
    "iff",
    "also",
    "set",
}


_FACTORS = (r"\cdot", r"\times")  # between names of several words


class Names(Brackets):
    """Reads letters, words and numbers."""

    def attached(self, base: Node) -> Node:
        """A base with its scripts; the index is applied before the superscript, in whatever order they are written."""
        start = base.span[0]
        primes, subscript, above = 0, None, list[Node]()
        while True:
            if self.text() == "'" or self.text() == "’":
                self.next()
                primes += 1
            elif self.text() == "_" and subscript is None:
                self.next()
                subscript = self.argument()
            elif self.text() == "^":
                self.next()
                primes += self.above(above)
            else:
                break
        if subscript is not None:
            base = self.indexed(base, subscript)
        if primes:
            if isinstance(base, Name) and not base.primes:
                base = replace(base, primes=primes)
            else:
                base = Marked(base, "'" * primes)
        for mark in above:
            base = self.raised(base, mark)
        return replace(base, span=(start, self.since(start)[1]))

    def indexed(self, base: Node, subscript: Node) -> Node:
        """A base with its subscript."""
        if isinstance(base, Name) and base.subscript is None and not (base.primes or base.mark or base.upper):
            return replace(base, subscript=subscript)
        return Indexed(base, subscript, span=base.span)

    def above(self, out: list[Node]) -> int:
        """Read the superscript into `out`, marks and transposes one by one; the number of primes in it."""
        if self.kind() != "open":
            if self.text() == r"\prime":
                self.next()
                return 1
            out.append(self.mark() or self.one())
            return 0
        self.next()
        primes = 0
        while self.text() != "}":
            if self.text() in (r"\prime", "'"):
                self.next()
                primes += 1
            elif (mark := self.mark()) is not None:
                out.append(mark)
            else:
                out.append(self.enclosed("}", what="} or an operator"))
                return primes
        self.next()
        return primes

    def mark(self) -> Node | None:
        """A transpose or another mark, if the next token is one and does not begin a formula."""
        token, after = self.token, self.text(1)
        if token is None:
            return None
        ends = after in ("}", r"\prime", "'") or after in ABOVE or self.transposes(1) or self.kind(1) == "close"
        ends = ends or (after == "(" and token.text in ABOVE and token.text not in "+-")
        alone = self.k > 0 and self.tokens[self.k - 1].text == "^"
        braced = self.k > 0 and self.tokens[self.k - 1].kind == "open"
        if token.text == "-" and braced and self.transposes(1):
            self.next()
            return Sum((Num("1"),), ("-",), span=token.span)
        if token.text == "-" and (after in ("}", "") or after in RELATIONS) and (braced or alone):
            self.next()
            return Marked(Blank(), "-", span=token.span)
        if not (ends or (alone and not braced)):
            return None
        if self.transposes(0):
            self.next()
            return Transpose(
                Blank(), span=token.span, how=token.text if token.font == "" else f"{token.font} {token.text}"
            )
        is_minus = token.text == "-" and (after != "}" if braced else self.kind(1) == "digit")
        if token.text in ABOVE and token.kind in ("symbol", "command") and not is_minus:
            self.next()
            return Marked(Blank(), ABOVE[token.text], span=token.span)
        return None

    def transposes(self, ahead: int) -> bool:
        """Whether a superscript token denotes a transpose."""
        k = self.k + ahead
        if k >= len(self.tokens):
            return False
        token = self.tokens[k]
        if token.kind == "words":
            return token.text in ("T", "t", "⊤")
        if token.kind == "letter":
            return token.text == "T" or (token.text in ("t", "H") and token.font in ("roman", "sans"))
        return token.text in (r"\top", r"\intercal")

    def raised(self, base: Node, above: Node) -> Node:
        """A base with a superscript."""
        match above:
            case Transpose(Blank()):
                return Transpose(base, span=base.span, how=above.how)
            case Transpose(Group(opening="(") as index) if isinstance(base, Name) and not base.upper:
                return Transpose(self.raised(base, index), span=base.span, how=above.how)
            case Product((Group(opening="(") as index, Name() as sign), ("",)) if _transposes(sign):
                return Transpose(self.raised(base, index), span=base.span, how=sign.base)
            case Product((Group(opening="(") as index, Num() as exponent), ("",)) if isinstance(base, Name):
                return Power(self.raised(base, index), exponent, span=base.span)
            case Name(base="T" | "H", font="roman" | "sans") if above == Name(above.base, font=above.font):
                return Transpose(base, span=base.span, how=f"{above.font} {above.base}")  # in braces of its own
            case Marked(Blank()):
                if isinstance(base, Name) and not base.mark and not base.upper:
                    return replace(base, mark=above.mark)
                return Marked(base, above.mark, span=base.span)
            case Marked(Group(opening="(") as index) if isinstance(base, Name) and not base.upper:
                if {*above.mark} == {"'"} and not base.primes:
                    return replace(base, upper=index, primes=len(above.mark))
                return Marked(self.raised(base, index), above.mark, span=base.span)
            case Group(opening="(") if isinstance(base, Name) and not base.upper:
                return replace(base, upper=above)
        return Power(base, above, span=base.span)

    def number(self) -> Node:
        """Digits with a point between them."""
        start = self.start()
        first = self.next()
        text = first.text
        while self.kind() == "digit" and self.tokens[self.k].glued and self.tokens[self.k].font == first.font:
            if first.font and self.tokens[self.k].start != self.tokens[self.k - 1].end:
                break  # 𝟏𝟏ᵀ, written as two
            text += self.next().text
        if (
            self.text() == "."
            and self.kind(1) == "digit"
            and self.tokens[self.k].glued
            and self.tokens[self.k + 1].glued
        ):
            self.next()
            text += "."
            while self.kind() == "digit" and self.tokens[self.k].glued:
                text += self.next().text
        if first.font and text in ("0", "1"):
            return Name(text, font=first.font, span=self.since(start))
        return Num(text, span=self.since(start))

    def letter(self) -> Node:
        """A letter, or a run of letters that is a word."""
        token = self.next()
        run = token.text
        if token.kind == "letter":
            while self.kind() == "letter" and self.tokens[self.k].glued and self.tokens[self.k].font == token.font:
                run += self.next().text
            if not self.is_word(run) and not (run in NAMED and self.text() in RELATIONS):
                self.k -= len(run) - 1
                run = token.text
        base = LETTERS.get(run, run)
        return Name(base, font=token.font if len(run) == 1 or base != run else "", span=self.since(token.span[0]))

    def is_word(self, run: str) -> bool:
        """Whether adjacent letters are a word: a known one, or one of three letters or more that the prose contains."""
        return len(run) > 1 and (run in BARE or (len(run) > 2 and run in self.words))

    def run(self) -> str:
        """The next adjacent letters of the same font."""
        k, out = self.k, ""
        while k < len(self.tokens) and self.tokens[k].kind == "letter":
            if out and not (self.tokens[k].glued and self.tokens[k].font == self.tokens[self.k].font):
                break
            out += self.tokens[k].text
            k += 1
        return out

    def accented(self) -> Node:
        """Something with an accent, which goes into the name of a letter."""
        start = self.start()
        how = self.next().text
        body = self.argument()
        accent = ACCENTS[how]
        if isinstance(body, Name):
            return replace(body, accents=(*body.accents, accent), span=self.since(start), how=how)
        return Accented(accent, body, span=self.since(start), how=how)

    def dots(self) -> Node:
        r"""\dots and its like, or points one after the other."""
        start = self.start()
        if self.text() in DOTS or self.text() == "…":
            how = self.next().text
        else:
            how = "..."
            while self.text() == ".":
                self.next()
        return Dots(span=self.since(start), how=how)

    def is_name_in_words(self) -> bool:
        r"""Whether \text{…} is one word that is used as a name, as in \text{MSE} = …, x_{\text{max}}."""
        token = self.token
        if token is None or token.kind != "words":
            return False
        if " " in token.text:
            return self.is_operand_in_words(token.text)
        if not token.text.replace("-", "").replace("_", "").isalnum():
            return False
        if token.text.lower() in _STOPPING or token.text in PROBLEMS or token.text[0].isdigit():
            return False
        after = self.text(1)
        last = self.k + 1 == len(self.tokens) or (after == "." and self.k + 2 == len(self.tokens))
        return (
            bool(self.closers)
            or last
            or after
            in ("(", "[", "_", "^", "=", "}", "&", ",", ")", "+", "-", r"\le", r"\ge", r"\{", r"\cdot", r"\times")
        )

    def is_operand_in_words(self, words: str) -> bool:
        """Whether several words are a name where an operand is expected or has a script."""
        after = self.text(1)
        if not is_name_of_words(words) or after in ("_", "^"):
            return after in ("_", "^") and is_name_of_words(words)
        before = self.tokens[self.k - 1] if self.k else None
        is_end = self.k + 1 == len(self.tokens) or self.kind(1) == "close"
        if before is not None and before.text in _FACTORS:
            return is_end or after in ("+", "-", *_FACTORS) or after in RELATIONS
        lacks_left = before is None or before.text in RELATIONS or before.text in SIGNS or before.kind == "open"
        return lacks_left and (after in ("(", "+", "-", *_FACTORS) or (is_end and before is not None))

    def name_in_words(self) -> Node:
        """See `is_name_in_words`."""
        token = self.next()
        return Name(token.text, span=token.span, how="text")

    def words_inside(self) -> Node:
        """Words in a place where a formula could be."""
        token = self.next()
        return Words(token.text, span=token.span)

    def items(self, first: Node) -> Node:
        """The further items, separated by commas, in the arguments of a function."""
        found = [first]
        while self.take(","):
            found.append(self.expression())
        return first if len(found) == 1 else Listed(tuple(found), span=self.since(first.span[0]))


def _transposes(name: Name) -> bool:
    """Whether a letter behind an index in brackets above a name denotes a transpose: x^{(i)T}."""
    if name.base == "T":
        return name in [Name("T", font=font) for font in ("", "roman", "sans")]
    return name == Name("⊤")
