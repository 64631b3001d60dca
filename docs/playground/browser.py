"""What the page of the playground calls: verdicts as the terminal prints them, as lines with a colour each."""

from __future__ import annotations

COLOURS = {"proved": "good", "refuted": "bad", "ill-typed": "bad", "error": "bad", "warning": "open", "needs": "open"}


def prove(text: str, given: str) -> list[tuple[str, str]]:
    """The verdict on a statement, as `pcaproofs prove` prints it: lines with their classes."""
    from pcaproofs.typed import WrongText, ask

    try:
        answer = ask(text, [x for x in given.split("\n") if x.strip()])
    except WrongText as error:
        return [("bad", str(error))]
    out = [(COLOURS.get(answer.verdict, "open"), f"{answer.verdict}  {answer.formula}")]
    out += [("", f"  {x}") for x in (*(f"read as: {x}" for x in answer.read_as), *answer.lines())]
    if answer.needs:
        out.append(("", f"  try it with this given: {answer.needs[0]}"))
    if answer.conventions:
        out.append(("", f"  conventions: {'; '.join(answer.conventions)}"))
    return out


def check(text: str, is_tex: bool) -> list[tuple[str, str]]:
    """The verdicts on a note, as `pcaproofs check --all --readings` prints them: lines with their classes."""
    from collections import Counter

    from pcaproofs.notes.checking import check_note, conventions_of
    from pcaproofs.notes.findings import columns, report
    from pcaproofs.notes.formulas.blocks import read
    from pcaproofs.notes.rules import totals
    from pcaproofs.notes.scope.scope_file import WrongScope
    from pcaproofs.notes.text.source import NoNote, Source

    try:
        note = read(Source("note.tex" if is_tex else "note.md", text, "tex" if is_tex else "markdown"))
        table, verdicts = check_note(note)
    except (NoNote, WrongScope) as error:
        return [("bad", str(error))]
    found = report(note, verdicts)
    out = []
    for x, (place, word, said) in zip(found.kept, columns(found, found.kept), strict=True):
        out.append((COLOURS.get(x.word, "open" if x.word == "undecided" else ""), f"{place}  {word}  {said}".rstrip()))
        out += [("quiet", f"    {line}") for line in (x.row.reading if x.row is not None else ())]
    if conventions := conventions_of(note, table):
        out.append(("quiet", f"conventions: {'; '.join(conventions)}"))
    return [*out, ("", totals(Counter(found.counts()), is_all=True))]


def unpack(path: str) -> None:
    """Writes the data of an archive beside the modules that read it."""
    import zipfile

    with zipfile.ZipFile(path) as archive:
        archive.extractall("/sources", [x for x in archive.namelist() if not x.endswith(".py")])


EXAMPLES = (  # what is run when the page is built, to see which modules are needed first
    lambda: prove("tr(AB) = tr(BA)", ""),
    lambda: prove("AB = BA", ""),
    lambda: prove("||x - (x'w) w||^2 = ||x||^2 - (x'w)^2", "w is a unit vector"),
    lambda: check("Let $x, y \\in \\mathbb{R}^p$.\n\n$$\\|x + y\\|^2 = \\|x\\|^2 + \\|y\\|^2$$\n", False),
    lambda: check("Let $w \\in \\mathbb{R}^p$ be a unit vector.\n\\[ w^\\top w = 1 \\]\n", True),
)
