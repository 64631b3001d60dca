"""JUnit XML, which most build servers read: a suite for each submission, a case for each criterion."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.results.result import UNGRADED, Result, explanations_once, message_of, name_of
from pcaproofs.grading.results.store import TABLES
from pcaproofs.grading.sandbox.codec import clean

_NOT_XML = re.compile("[\ufffe\uffff]")


def junit(results: Sequence[Result], assignment: Assignment) -> dict[str, str]:
    """`junit.xml`."""
    root = ElementTree.Element("testsuites", name=_text(assignment.title))
    for result in results:
        root.append(_suite(result))
    for name in ("tests", "failures", "errors", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    root.set("time", f"{sum(result.seconds for result in results):.3f}")
    ElementTree.indent(root)
    return {TABLES["junit"]: ElementTree.tostring(root, "unicode", xml_declaration=True) + "\n"}


def _suite(result: Result) -> ElementTree.Element:
    name = _text(result.submission)
    suite = ElementTree.Element("testsuite", name=name, time=f"{result.seconds:.3f}")
    failures = errors = 0
    texts = explanations_once(result)
    for number, item in enumerate(result.criteria, 1):
        case = ElementTree.SubElement(suite, "testcase", classname=name, name=_text(name_of(item, number)), time="0")
        if item.is_full:
            continue
        # a run that did not end is an error, a wrong result a failure
        kind = "failure" if result.status == "ok" else "error"
        failures, errors = failures + (kind == "failure"), errors + (kind == "error")
        found = ElementTree.SubElement(case, kind, message=_text(message_of(item)))
        if result.diagnosis and item.visible:
            found.set("type", _text(result.diagnosis.name))
        found.text = _text(texts[number - 1])
    if not result.criteria:
        errors = 1
        case = ElementTree.SubElement(suite, "testcase", classname=name, name="the submission is graded", time="0")
        why = UNGRADED if not result.gradable else "; ".join(result.problems)
        ElementTree.SubElement(case, "error", message=_text(why))
    counts = {"tests": len(result.criteria) or 1, "failures": failures, "errors": errors, "skipped": 0}
    for key, count in counts.items():
        suite.set(key, str(count))
    return suite


def _text(text: str) -> str:
    return _NOT_XML.sub("�", clean(text))
