"""checker.js: it accepts and refuses the files that the kernel accepts and refuses, and names the same failing step."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "kernel"))
from certificate_bombs import BOMBS
from checker_mutations import MUTATIONS
from kernel_families import FAMILIES
from kernel_near_misses import REJECTED
from kernel_proofs import CASES
from kernel_tampering import changed, changes, some
from seeded_edits import CASES_OF, edits
from test_certificate_files import BAD
from test_kernel_json import tampered
from three_checkers import CHECKER, NODE, NOWHERE, by_kernel, by_second, in_javascript, needs_node, said, text_of

from pcaproofs.certificates import digest, to_json
from pcaproofs.kernel import RULES
from pcaproofs.plain_names import plain
from pcaproofs.statement_text import write
from pcaproofs.verify.discovery import all_claims, cookbook
from pcaproofs.verify.proving import prove_parts

if TYPE_CHECKING:
    from pcaproofs.verify.claim import Claim

pytestmark = needs_node
SECONDS, MEGABYTES = 5, 500  # of processor time and of memory, for a bomb
BATCHES = 8


def json_rows() -> dict[str, str]:
    """The near misses that JSON can hold."""
    found = {}
    for row, (statement, certificate, _) in REJECTED.items():
        try:
            found[row] = text_of(statement, certificate)
        except (TypeError, RecursionError):
            continue
    return found


def agreed(texts: dict[str, str | bytes], folder: Path) -> Counter[bool]:
    """How many are accepted and refused; the verdict, exit code and step of each are those of the kernel."""
    answers = in_javascript(texts.values(), folder)
    wrong = {
        name: (answer, kernel)
        for (name, text), answer in zip(texts.items(), answers, strict=True)
        if said(answer) != (kernel := by_kernel(text))
    }
    assert wrong == {}
    assert [answer for answer in answers if answer.get("fault")] == []
    over = {name for name, answer in zip(texts, answers, strict=True) if "steps, but" in answer.get("reason", "")}
    assert over <= {"expression: many terms"}  # the near miss that is a bomb
    return Counter(answer["verdict"] == "proved" for answer in answers)


def test_sound_certificates_are_accepted(tmp_path: Path) -> None:
    texts = {name: text_of(*case) for name, case in {**CASES, **FAMILIES}.items()}
    assert agreed(texts, tmp_path) == {True: len(texts)}


def test_near_misses_are_refused(tmp_path: Path) -> None:
    texts = json_rows()
    assert len(texts) > len(REJECTED) - 20
    assert agreed(texts, tmp_path) == {False: len(texts)}


def test_files_of_strangers_are_refused(tmp_path: Path) -> None:
    texts = {name: content for name, (content, _) in BAD.items() if not name.startswith("a power of a large")}
    assert agreed(texts, tmp_path) == {False: len(texts)}


# ------------------------------------------------------------------------------------------------------------- edits
@pytest.mark.parametrize("rule", CASES_OF)
def test_edits_are_accepted_and_refused_as_by_the_kernel(rule: str, tmp_path: Path) -> None:
    texts = {f"{rule} {k}": text_of(*both) for k, both in enumerate(edits(rule, 435))}
    found = agreed(texts, tmp_path)
    assert found[True] >= 10
    assert found[False] >= 10


def test_the_edits_are_of_every_rule() -> None:
    assert list(CASES_OF) == [name for name, *_ in RULES]
    assert 435 * len(CASES_OF) > 10_000


# what the second checker accepts and the kernel does not: the beginning of the kernel's refusal, and why
ACCEPTED_BY_SECOND = {
    "got a word of": "it multiplies numbers, and words have no length for it",
    "should be at most 10⁵ together": "it multiplies numbers, and polynomials have no terms for it",
    "got the name": "the names of letters are looked at by the reader of files alone",
    "look alike": "the names of letters are looked at by the reader of files alone",
    "got data nested too deeply": "it has no limit of depth but Python's",
}


@pytest.mark.parametrize("rule", CASES_OF)
def test_the_second_checker_accepts_what_the_kernel_accepts(rule: str) -> None:
    """Of every tenth edit; where it accepts more, the reason is listed."""
    for both in list(edits(rule, 435))[::10]:
        text = text_of(*both)
        if by_kernel(text)[0] != by_second(text):
            assert by_second(text), both
            assert any(part in _refusal(text) for part in ACCEPTED_BY_SECOND), (_refusal(text), both)


def _refusal(text: str) -> str:
    from three_checkers import InMemory

    from pcaproofs.certificates import check_file
    from pcaproofs.kernel import KernelError

    with pytest.raises(KernelError) as error:
        check_file(InMemory(text.encode()))  # type: ignore[arg-type]
    return str(error.value)


# --------------------------------------------------------------------------------------------------- certificates
def _proved(claims: list[Claim]) -> dict[str, tuple[Any, Any]]:
    parts = {f"{c.id} {k}": p for c in claims for k, p in enumerate(prove_parts(c))}
    return {name: plain(p.statement, p.certificate) for name, p in parts.items() if p.certificate is not None}


def _accepted_as_printed(proofs: dict[str, tuple[Any, Any]], folder: Path) -> None:
    """All are accepted, with the digest and the statement that `pcaproofs verify` prints."""
    answers = in_javascript([text_of(*proof) for proof in proofs.values()], folder)
    for (name, (statement, certificate)), answer in zip(proofs.items(), answers, strict=True):
        assert answer["verdict"] == "proved", (name, answer)
        assert (name, answer["sha256"]) == (name, digest(statement, certificate))
        assert (name, answer["statement"]) == (name, write(statement))


def test_the_catalogue_is_accepted_as_printed(proven: None, tmp_path: Path) -> None:
    found = _proved(list(all_claims()))
    assert len(found) > 400
    _accepted_as_printed(found, tmp_path)


@pytest.mark.parametrize("chapter", {claim.chapter: 1 for claim in cookbook().claims()})
def test_the_cookbook_is_accepted_as_printed(
    chapter: str, proved_once: Callable[[list[Claim]], None], tmp_path: Path
) -> None:
    claims = [claim for claim in cookbook().claims() if claim.chapter == chapter]
    proved_once(claims)
    found = _proved(claims)
    with_certificate = {name.partition(" ")[0] for name in found}
    assert [x.id for x in claims if x.declared == "proved" and x.id not in with_certificate] == []
    _accepted_as_printed(found, tmp_path)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_certificates_of_the_catalogue_are_tampered_with(batch: int, proven: None, tmp_path: Path) -> None:
    texts: dict[str, str | bytes] = {}
    for name, (statement, certificate) in list(_proved(list(all_claims())).items())[batch::BATCHES]:
        if not hasattr(statement, "letters"):
            continue
        random, both = Random(name), [to_json(statement), to_json(certificate)]
        both = json.loads(json.dumps(both))
        shapes = {letter: shape for letter, *shape in statement.letters}
        facts = [*(fact for fact, _ in statement.hypotheses), *(f"ones {n}" for n in statement.ones)]
        for side in (0, 1):
            for kind, where, new in some(list(changes(both[side], shapes, facts)), random, 2)[:2]:
                one = [*both]
                one[side] = changed(both[side], where, new)
                texts[f"{name}: {kind} at {where}"] = text_of(*one)
        texts[f"{name}: tampered"] = text_of(both[0], tampered(both[1], random))
    found = agreed(texts, tmp_path)
    assert found[False] > found[True]


# ----------------------------------------------------------------------------------------------------------- budget
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_ends_with_a_sentence(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(BOMBS[name](), encoding="utf-8")
    code, megabytes, out, err = _limited([str(path)], tmp_path)
    assert code in (1, 2), (code, err[-300:])
    assert out == ""
    assert err.startswith("checker.js: ")
    assert err.count("\n") == 1
    assert err[:-1].isprintable()
    assert len(err) < 1000
    assert megabytes < MEGABYTES


# a small process starts it: memory is measured from the fork on, and a process of tests may have more than the limit
LIMITED = (
    "import json, os, resource, sys\n"
    "seconds, used = int(sys.argv[1]), sys.argv[2]\n"
    "resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))\n"
    "_, status, usage = os.wait4(os.spawnv(os.P_NOWAIT, sys.argv[3], sys.argv[3:]), 0)\n"
    "json.dump([os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1000], open(used, 'w'))\n"
)


def _limited(args: list[str], folder: Path) -> tuple[int, float, str, str]:
    """Exit code, memory, output and errors of checker.js within SECONDS of processor time."""
    used = folder / "used"
    with (folder / "out").open("w") as out, (folder / "err").open("w") as err:
        started = [sys.executable, "-I", "-c", LIMITED, str(SECONDS), str(used), str(NODE), str(CHECKER), *args]
        subprocess.run(started, stdout=out, stderr=err, check=True)
    code, megabytes = json.loads(used.read_text(encoding="utf-8"))
    out_text, err_text = ((folder / name).read_text(encoding="utf-8") for name in ("out", "err"))
    return code, megabytes, out_text, err_text


# -------------------------------------------------------------------------------------------------------- mutations
def test_every_rule_has_a_mutation() -> None:
    assert list(MUTATIONS) == [name for name, *_ in RULES]


@pytest.mark.parametrize("rule", MUTATIONS)
def test_a_mutation_of_a_rule_is_caught(rule: str, tmp_path: Path) -> None:
    before, after, both = MUTATIONS[rule]
    source, text = CHECKER.read_text(encoding="utf-8"), text_of(*both)
    assert source.count(before) == 1
    wrong = tmp_path / "wrong.js"
    wrong.write_text(source.replace(before, after), encoding="utf-8")
    (right,), (mutated,) = in_javascript([text], tmp_path), in_javascript([text], tmp_path, wrong)
    assert said(right) == by_kernel(text)
    assert mutated["verdict"] != right["verdict"]
    assert mutated.get("fault") is None


# ---------------------------------------------------------------------------------------------------------- command
def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(NODE), str(CHECKER), *args], capture_output=True, text=True, check=False)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """A file that is accepted, one that is refused, one that is no certificate."""
    made = {"good": text_of(*CASES["lemma"]), "bad": text_of(*REJECTED["lemma by itself"][:2]), "none": "{}"}
    for name, text in made.items():
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.json") for name in made}


def test_an_accepted_file_is_printed_with_its_digest_and_statement(files: dict[str, str]) -> None:
    done = run("--statement", files["good"])
    statement, certificate = CASES["lemma"]
    wanted = [f"{files['good']}: proved, sha256 {digest(statement, certificate)}", *write(statement)]
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n  ".join(wanted) + "\n", "")


def test_a_refused_file_is_one_line_with_its_step(files: dict[str, str]) -> None:
    done = run(files["bad"])
    assert done.returncode == 1
    assert done.stderr == f'checker.js: {files["bad"]}: got fact "same", but there is no such equation [main, same]\n'


def test_exit_codes(files: dict[str, str], tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.json")
    assert run(files["good"], files["good"]).returncode == 0
    assert run(files["good"], files["none"]).returncode == 2
    assert run(files["none"], files["bad"], files["good"]).returncode == 1
    assert run(missing).returncode == 2
    assert run(missing).stderr == f"checker.js: {missing}: no such file or directory\n"
    assert run(str(tmp_path)).returncode == 2
    assert run().returncode == 2
    assert run("--twice", files["good"]).returncode == 2
    assert run("--help").stdout.startswith("Usage: node checker.js")


def test_it_is_short_and_shares_no_code() -> None:
    """It requires nothing but node's file system."""
    source = CHECKER.read_text(encoding="utf-8")
    assert source.count("\n") < 900
    assert max(map(len, source.splitlines())) <= 120
    assert re.findall(r"require\((.*?)\)", source) == ['"node:fs"']
    assert not re.search(r"\bimport\b|fetch\(|eval\(|XMLHttpRequest", source)


def test_no_step_is_named_of_an_accepted_file() -> None:
    assert by_kernel(text_of(*CASES["lemma"])) == (True, 0, NOWHERE)
