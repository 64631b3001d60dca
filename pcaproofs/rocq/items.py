"""Exported items: the statements of claims and certificate files, with certificate or counterexample."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from pcaproofs.certificates import checked_certificate
from pcaproofs.kernel import Certificate, Expression, Family, Induction, Statement
from pcaproofs.language.derived import THEOREM
from pcaproofs.rocq.cited import existence
from pcaproofs.rocq.determinants import functions_of
from pcaproofs.rocq.induction import Inductive, variant_by_induction
from pcaproofs.rocq.names import comment, identifier
from pcaproofs.rocq.problem import NONE, Sum
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.refutation import Refutation
from pcaproofs.rocq.theorem import Lemma, Theorem
from pcaproofs.rocq.variants import TheoremVariant, variant_of
from pcaproofs.statement_text import write


@dataclass(frozen=True)
class RocqTheorem:
    """One theorem, or in `refused` the reason why there is none.

    source: the claim's id or the file. ours: the verdict of this package's own kernel.
    text, data, script: in Rocq's language; data: definitions for the script.
    lemmas: name, data, statement and script of each lemma that the script uses.
    same_as: the name of an earlier theorem with the same statement. wrong: a wrong variant, for some theorems.
    by_theorems: whether the proof uses theorems that no certificate proves.
    """

    source: str
    chapter: str
    name: str
    words: tuple[str, ...]
    ours: str
    text: str = ""
    data: tuple[str, ...] = ()
    script: tuple[str, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    wrong: TheoremVariant | None = None
    refused: str = ""
    same_as: str = ""
    by_theorems: bool = False

    @property
    def missing(self) -> bool:
        """Whether a statement with a complete certificate is not exported."""
        return not self.text and self.ours.startswith("proved") and not self.by_theorems


def items_of_claims(claims: Iterable[Any]) -> list[RocqTheorem]:
    """The theorems of claims, each part of a claim being one."""
    from pcaproofs.verify.proving import prove_parts

    out = []
    for claim in claims:
        proven = prove_parts(claim)
        if claim.declared == "cited":
            out.append(_cited(claim, [p.statement for p in proven]))
            continue
        for k, p in enumerate(proven, 1):
            suffix = f"_{k}" if len(proven) > 1 else ""
            name = identifier(claim.id) + suffix
            words = _words(claim) if k == 1 else (f"{claim.id}, part {k}",)
            by_theorems = any(x.startswith(THEOREM) for x in p.reading.assumed)
            item = RocqTheorem(claim.id, claim.chapter, name, words, p.verdict, by_theorems=by_theorems)
            if p.certificate is None:
                out.append(with_refutation(item, p.statement, p.counterexample))
            else:
                sums = [(e, Sum(k, n, body)) for e, k, n, body in p.reading.sums]
                out.append(with_theorem(item, p.statement, p.certificate, sums, p.reading))
    return out


def items_of_report(report: Any) -> list[RocqTheorem]:
    """The theorems of a claim; call this in the process that ran the claim."""
    return items_of_claims([report.claim])


def _cited(claim: Any, statements: list[Statement]) -> RocqTheorem:
    """The item of a cited claim, which the library may prove."""
    found = existence(claim, statements)
    item = RocqTheorem(claim.id, claim.chapter, identifier(claim.id), _words(claim), "cited")
    return (
        replace(item, refused="cited there too")
        if found is None
        else replace(item, text=found[0], script=tuple(found[1]))
    )


def item_of_file(path: Path) -> RocqTheorem:
    """The theorem of a certificate file; raises the exceptions of check_file if the kernel refuses it."""
    verdict, statement, certificate = checked_certificate(path)
    words = (str(path.name), *write(statement))
    item = RocqTheorem(str(path), "given", f"given_{identifier(path.stem)}", words, verdict)
    if isinstance(statement, Family):
        assert isinstance(certificate, Induction)
        return with_inductive_theorem(item, statement, certificate)
    assert isinstance(certificate, Certificate)
    return with_theorem(item, statement, certificate)


def with_inductive_theorem(item: RocqTheorem, family: Family, induction: Induction) -> RocqTheorem:
    """The item with the theorem of a statement about all members of sequences, or with the reason for none."""
    try:
        theorem = Inductive(family, induction)
    except NotTranslated as error:
        return replace(item, refused=f"not translated: {error}")
    return replace(
        item,
        text=theorem.definition,
        data=tuple(theorem.data),
        script=tuple(theorem.proof),
        wrong=variant_by_induction(theorem, family, induction),
    )


def with_theorem(
    item: RocqTheorem,
    statement: Statement,
    certificate: Certificate,
    sums: Sequence[tuple[Expression, Sum]] = (),
    reading: Any = None,
) -> RocqTheorem:
    """The item with the theorem of a statement and its certificate, or with the reason why there is none."""
    try:
        functions = NONE if reading is None else functions_of(statement, reading, certificate)
        theorem = Theorem(statement, certificate, sums, functions)
    except NotTranslated as error:
        return replace(item, refused=f"not translated: {error}")
    return replace(
        item,
        text=theorem.definition,
        data=tuple(theorem.data),
        script=tuple(theorem.proof),
        lemmas=theorem.lemma_texts(),
        wrong=variant_of(theorem, certificate, sums, functions),
    )


def with_refutation(item: RocqTheorem, statement: Statement, example: Any) -> RocqTheorem:
    """The item with the theorem that a statement is false, by the counterexample, or with the reason for none."""
    if example is None:
        return replace(item, refused="it has no certificate and no counterexample")
    try:
        found = Refutation(statement, example)
    except NotTranslated as error:
        return replace(item, refused=f"not translated: {error}")
    return replace(
        item, text=found.definition, data=tuple(found.data), script=tuple(found.proof), lemmas=tuple(found.lemmas)
    )


def distinct(items: Sequence[RocqTheorem]) -> list[RocqTheorem]:
    """The items with distinct names; an item with the statement of an earlier one refers to it."""
    out: dict[str, RocqTheorem] = {}
    said: dict[str, str] = {}
    for item in items:
        name, k = item.name, 2
        while name in out:
            name, k = f"{item.name}_{k}", k + 1
        out[name] = replace(item, name=name, same_as=said.get(item.text, "") if item.text else "")
        said.setdefault(item.text, name)
    return list(out.values())


def _words(claim: Any) -> tuple[str, ...]:
    number = numbers().get(claim.id)
    head = f"Claim {number}, {claim.id}" if number else claim.id
    return (head, claim.prose, *[f"said in {source}" for source in claim.sources])


@cache
def numbers() -> dict[str, str]:
    """The number of every claim in the book: its chapter's, and its own in the order of the chapter's derivation."""
    import pcaproofs
    from pcaproofs.verify.discovery import chapters

    package = Path(pcaproofs.__file__).parent
    folder = next((f for f in (package / "_derivations", package.parent / "derivations") if f.is_dir()), None)
    found: dict[str, str] = {}
    for i, chapter in enumerate(chapters() if folder else [], 1):
        path = folder / f"{chapter.replace('_', '-')}.md"  # type: ignore[operator]
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        homes = re.findall(r"^```\{claim\} *(\S+) *\n```", text, re.MULTILINE)
        found |= {id_: f"{i}.{k}" for k, id_ in enumerate(dict.fromkeys(homes), 1)}
    return found


def commented(words: Sequence[str]) -> str:
    """A comment that is wrapped."""
    import textwrap

    lines = [line for text in words for line in textwrap.wrap(comment(text), 112, break_long_words=False)]
    return "(* " + "\n   ".join(lines) + " *)"
