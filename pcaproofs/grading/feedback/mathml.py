"""MathML made from a student's LaTeX, rebuilt from known elements and attributes before it goes into a page."""

from xml.etree import ElementTree

_ELEMENTS = frozenset(
    [
        *("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "ms", "mfrac", "msqrt", "mroot", "mstyle", "mpadded"),
        *("msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mprescripts"),
        *("mtable", "mtr", "mtd"),
    ]
)
"""Elements that show all that is in them; mphantom, which hides it, is none."""
_ATTRIBUTES = frozenset(
    ("display", "displaystyle", "mathvariant", "stretchy", "form", "accent", "accentunder", "linethickness")
)


def mathml_of(text: str) -> str:
    """MathML of known elements only; empty if there is none, or another one."""
    try:
        root = ElementTree.fromstring(text) if text else None
        return "" if root is None else ElementTree.tostring(_rebuilt(root), encoding="unicode")
    except (ElementTree.ParseError, RecursionError, _UnknownError):
        return ""


class _UnknownError(ValueError):
    """An element that is not known."""


def _rebuilt(element: ElementTree.Element) -> ElementTree.Element:
    if element.tag == "semantics" and len(element):  # its other children are annotations, which are not shown
        return _rebuilt(element[0])
    if element.tag not in _ELEMENTS:
        raise _UnknownError(element.tag)
    made = ElementTree.Element(element.tag, {k: v for k, v in element.attrib.items() if k in _ATTRIBUTES})
    made.text = element.text
    made.extend([_rebuilt(inner) for inner in element])
    return made
