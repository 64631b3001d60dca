"""The tokens of a derivation as LaTeX: prose, headings, references to claims and their verdicts, figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pcaproofs.report.documents.model import FigureBlock, Heading, Prose
from pcaproofs.report.documents.running_text import escape
from pcaproofs.report.latex.sentences import cite, place
from pcaproofs.report.verdict_style import style_of

if TYPE_CHECKING:
    from markdown_it.token import Token

_ENDS = {
    "paragraph_close": "\n",
    "bullet_list_open": "\\begin{itemize}\n",
    "bullet_list_close": "\\end{itemize}\n",
    "ordered_list_open": "\\begin{enumerate}\n",
    "ordered_list_close": "\\end{enumerate}\n",
    "list_item_open": r"\item ",
    "blockquote_open": "\\begin{quote}\n",
    "blockquote_close": "\\end{quote}\n",
    "em_open": r"\emph{",
    "strong_open": r"\textbf{",
    "em_close": "}",
    "strong_close": "}",
    "link_close": "}",
    "softbreak": "\n",
    "hardbreak": "\\\\\n",
}


class ProseLatex:
    """Converts documents; verdicts: claim of the run -> its verdict; linked: the claims that references link to."""

    def __init__(self, verdicts: Mapping[str, str], linked: Iterable[str]):
        self.verdicts, self.linked = verdicts, set(linked)

    def block(self, block: Heading | Prose | FigureBlock) -> str:
        """A block other than a claim."""
        match block:
            case Heading(level, _, tokens):
                return rf"\{'sub' * (level - 2)}section{{{self.latex(tokens)}}}" + "\n"
            case FigureBlock(name, caption):
                return self._figure(name, caption)
        return self.latex(block.tokens) + "\n"

    def latex(self, tokens: Iterable[Token]) -> str:
        return "".join(map(self._token, tokens))

    def reference(self, id: str, words: str = "") -> str:
        """A claim by its number, after the words for it, with a link if it is in the same report."""
        shown = _words(words)
        if id not in self.linked:
            return shown if words else rf"\texttt{{{escape(id)}}}"
        return rf"\pcaref[{{{shown}}}]{{{id}}}" if words else rf"\pcaref{{{id}}}"

    def verdict(self, id: str) -> str:
        """A verdict as it was computed in this run."""
        found = self.verdicts.get(id)
        return rf"\pcaverdict{{{style_of(found or '').name}}}{{{escape(found or 'not run')}}}"

    def _token(self, token: Token) -> str:
        match token.type:
            case "inline":
                return self.latex(token.children or ())
            case "text" | "text_special":
                return escape(token.content)
            case "math_inline":
                return f"${token.content}$"
            case "math_block" | "math_inline_double":
                return _display(token)
            case "code_inline":
                return rf"\texttt{{{escape(token.content)}}}"
            case "fence":
                return "".join(code_lines(token.content))
            case "link_open":
                address = str(token.attrs["href"])
                return rf"\href{{{escape(address)}}}{{"
            case "myst_role":
                return self._role(token.meta["name"], token.meta["id"], token.meta["text"])
            case "paragraph_open" | "list_item_close":
                return ""
        return _ENDS[token.type]

    def _role(self, name: str, id: str, text: str) -> str:
        from pcaproofs.report.values import values  # imports NumPy

        match name:
            case "claim":
                return self.reference(id, text)
            case "cite":
                return cite(id, text)
            case "place":
                return place(id)
            case "value":
                return f"${values()[id]}$"
        return self.verdict(id)

    def _figure(self, name: str, caption: Iterable[Token]) -> str:
        from pcaproofs.report.figures import FIGURES, tikz

        picture = FIGURES[name]()
        return f"\\pcafigure[{escape(picture.title)}]{{{tikz(picture)}}}\n{{{self.latex(caption)}}}{{{name}}}\n"


def _display(token: Token) -> str:
    """A formula on lines of its own, as in claims; within a paragraph in LaTeX's display style."""
    formula = token.content.strip()
    return f"\\pcafit{{{formula}}}\n" if token.type == "math_block" else f"\\[{formula}\\]\n"


def _words(text: str) -> str:
    """An author's words for a claim, possibly with formulas between dollars."""
    return "".join(f"${x}$" if k % 2 else escape(x) for k, x in enumerate(text.split("$")))


def code_lines(text: str) -> Iterator[str]:
    """Lines of code, every character as it stands."""
    yield "\\begin{pcacode}\n"
    for line in text.rstrip("\n").split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        yield "~" * indent + escape(line[indent:]) + r"\strut\\*" + "\n"
    yield "\\end{pcacode}\n"
