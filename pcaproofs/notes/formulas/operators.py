"""Large operators, optimisation problems, and named functions."""

from __future__ import annotations

from pcaproofs.notes.formulas.brackets import CLOSING
from pcaproofs.notes.formulas.names import Names
from pcaproofs.notes.formulas.surface import (
    Big,
    Blank,
    Group,
    Listed,
    Moment,
    Name,
    Node,
    Operator,
    Problem,
    Product,
    Sum,
    Trace,
)
from pcaproofs.notes.text.symbols import (
    BIG,
    FUNCTIONS,
    MOMENTS,
    PROBLEMS,
    SIGNS,
    TRACES,
)

FUNCTION_NAMES = frozenset(MOMENTS) | TRACES | FUNCTIONS
_ENDS = {r"\quad", r"\qquad"}


class Operators(Names):
    """Reads operators and functions with their arguments."""

    def term(self) -> Node:
        """A product or less."""
        raise NotImplementedError

    def factor(self) -> Node:
        """An atom with its scripts."""
        raise NotImplementedError

    def starts(self, ahead: int = 0) -> bool:
        """Whether a factor comes next."""
        raise NotImplementedError

    def ends(self) -> bool:
        """Whether no factor follows."""
        raise NotImplementedError

    def big(self) -> Node:
        """A large operator with the term that follows it."""
        start = self.start()
        sign = BIG[self.next().text]
        lower = upper = None
        while self.text() in ("_", "^"):
            if self.next().text == "_":
                lower = self.argument()
            else:
                upper = self.argument()
        leading = SIGNS.get(self.text(), "")
        if leading:
            self.next()
        body = self.term()
        if leading:
            body = Sum((body,), (leading,), span=self.since(body.span[0]))
        return Big(sign, body, lower, upper, span=self.since(start))

    def sense(self) -> str | None:
        r"""`min`, `\argmax`, `\text{maximize}`, `\mathbf{min}`, `\arg\max`: the next tokens, which are read."""
        token = self.token
        if token is None:
            return None
        said, n = token.text, 1
        if token.kind == "command":
            said = said.removeprefix("\\")
        elif token.kind == "letter":
            said = self.run()
            n = len(said)
        elif token.kind not in ("word", "words"):
            return None
        said = said.strip(" :")
        if said in ("arg", "Arg") and (self.k + n < len(self.tokens)):
            after = self.tokens[self.k + n].text.removeprefix("\\")
            if after in ("min", "max"):
                self.k += n + 1
                return f"arg{after}"
        if said not in PROBLEMS:
            return None
        self.k += n
        return PROBLEMS[said]

    def problem(self, sense: str) -> Node:
        """A problem without its constraints; the minimum of several numbers is a function."""
        start = self.tokens[self.k - 1].span[0]
        variables = None
        while self.text() in ("_", "^"):
            if self.next().text == "^":
                self.stop("the variables of the problem below it")
            variables = self.argument()
        while self.text() in _ENDS or self.text() == ":":
            self.next()
        if self.token is None or self.ends() or not (self.starts() or self.text() in SIGNS):
            if variables is None:
                return Name(sense, span=self.since(start), how="word")
            return Problem(sense, Blank(), variables, span=self.since(start))
        if variables is None and self.text() in (r"\{", "("):
            before = self.k
            listed = self.group()
            if isinstance(listed, Group) and isinstance(listed.body, Listed):
                return Operator(sense, listed, span=self.since(start))
            self.k = before
        return Problem(sense, self.expression(), variables, span=self.since(start))

    def function(self, name: str, length: int) -> Node:
        """A function with its argument: in brackets, or the factors up to a sign; without an argument, a name."""
        start = self.start()
        named = self.next()
        self.k += length - 1
        known = name in FUNCTION_NAMES
        if not known:
            return Name(name, font=named.font, span=self.since(start), how="text" if named.kind == "words" else "word")
        before = self.k
        subscript = self.argument() if self.take("_") else None
        if self.text() not in CLOSING and (not self.starts() or self.ends() or self.is_bar_behind(name)):
            self.k = before
            return Name(name, font=named.font, span=self.since(start), how="word")
        how = self.text() if self.text() in CLOSING else ""
        body = self.group() if how else self.bare()
        if isinstance(body, Group):
            body = body.body if body.opening != "{" else body
        span = self.since(start)
        if name in TRACES:
            if subscript is not None:
                self.stop("the trace of something")
            return Trace(body, span=span, how=how)
        if name in MOMENTS:
            return Moment(MOMENTS[name], body, subscript, span=span, how=how)
        return Operator(name, body, subscript, span=span, how=how)

    def is_bar_behind(self, name: str) -> bool:
        """Whether the next bar does not begin an argument: only a logarithm takes a determinant in bars."""
        return self.text() == "|" and name not in ("log", "ln")

    def bare(self) -> Node:
        """The argument of a function without brackets: factors up to a sign, a mark or another function."""
        start = self.start()
        factors = [self.factor()]
        while self.starts() and not self.ends() and not self.names_function():
            factors.append(self.factor())
        if len(factors) == 1:
            return factors[0]
        return Product(tuple(factors), ("",) * (len(factors) - 1), span=self.since(start))

    def names_function(self) -> bool:
        """Whether the next token is a function."""
        text = self.text().removeprefix("\\")
        return (self.kind() in ("word", "command") and text in FUNCTION_NAMES) or (
            self.kind() == "letter" and text == "E" and self.tokens[self.k].font in ("blackboard", "roman")
        )
