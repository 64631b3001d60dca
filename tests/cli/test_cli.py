"""The command line as a person or a script meets it: output and exit codes."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from command import run

from pcaproofs.cli import TASKS, main
from pcaproofs.verify.discovery import all_claims, select
from pcaproofs.verify.layer_registry import LAYERS

COMMAND = [sys.executable, "-c", "from pcaproofs.cli import main; main()"]


def process(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *args], capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("certificates")
    done = run("prove", "centering", "--layers", "kernel", "--certificates", str(directory))
    assert done.returncode == 0, done.stderr
    return directory


@pytest.mark.parametrize("args", [["--help"], ["prove", "--help"], ["claims", "--help"], ["verify", "--help"]])
def test_help_shows_examples(args: list[str]) -> None:
    done = run(*args)
    assert done.returncode == 0
    assert "Example" in done.stdout


def test_prove_prints_a_table_and_a_computed_summary() -> None:
    done = run("centering", "--layers", "kernel")
    assert done.returncode == 0
    assert "idempotent" in done.stdout
    declared = [claim.declared for claim in select(["centering"], all_claims())]
    assert f"{declared.count('proved')} proved in every dimension" in done.stdout
    assert "\x1b[" not in done.stdout  # no colour where there is no terminal


def test_json_is_the_contract() -> None:
    done = run("prove", "centering.idempotent", "--layers", "kernel", "--json")
    data = json.loads(done.stdout)
    (record,) = data["claims"]
    wanted = {"id", "chapter", "verdict", "dimensions", "hypotheses", "cites", "certificate", "layers", "sources"}
    assert wanted | {"seconds"} <= record.keys()
    assert record["verdict"] == "proved"
    assert record["dimensions"] == "all"
    assert record["certificate"]["steps"] >= 1
    assert len(record["certificate"]["sha256"]) == 64
    assert record["layers"]["kernel"]["status"] == "ok"
    assert record["sources"] == ["004 L69–71"]
    assert data["summary"]["proved"] == 1


def test_json_is_deterministic_but_for_timings() -> None:
    def untimed(text: str) -> object:
        data = json.loads(text)
        for record in data["claims"]:
            record.pop("seconds")
            for layer in record["layers"].values():
                layer.pop("seconds")
        return data

    arguments = ("prove", "centering", "projection", "--layers", "kernel", "--json", "-j")
    first, second = run(*arguments, "1").stdout, process(*arguments, "2").stdout  # the first is this process
    assert untimed(first) == untimed(second)


def test_claims_shows_one_in_full() -> None:
    done = run("claims", "affine.all-optima")
    assert done.returncode == 0
    for word in ("Statement 1", "given", "P² = P", "proof of", "using", "said in 000 L97", "sha256"):
        assert word in done.stdout


def test_conditions_taken_for_granted_are_below_the_table_in_json_and_on_the_page() -> None:
    granted = ["i ≠ j", "n ≥ 2 (entries i and j)"]
    claims = ("centering.entries", "centering.idempotent")
    assert "for granted" not in run("prove", *claims, "--layers", "kernel").stdout
    lines = run("prove", *claims, "--layers", "kernel", "-v").stdout.splitlines()
    assert [x for x in lines if "for granted" in x] == [f"centering.entries takes for granted: {'; '.join(granted)}"]
    data = json.loads(run("prove", *claims, "--layers", "kernel", "--json").stdout)
    assert {x["id"]: x["assumed"] for x in data["claims"]} == {claims[0]: granted, claims[1]: []}
    assert f"  taken for granted: {'; '.join(granted)}\n" in run("claims", claims[0]).stdout
    assert "for granted" not in run("claims", claims[1]).stdout


def test_claims_lists_ids_and_titles_in_eighty_columns() -> None:
    lines = run("claims").stdout.splitlines()
    assert "  centering.idempotent                H is idempotent" in lines
    listed = [line.split()[0] for line in lines if line.startswith("  ") and "." in line.split()[0]]
    assert listed == [claim.id for claim in all_claims()]
    assert max(map(len, lines)) <= 80
    (listed,) = json.loads(run("claims", "--json", "centering.idempotent").stdout)["claims"]
    assert (listed["id"], listed["title"], listed["declared"]) == ("centering.idempotent", "H is idempotent", "proved")
    assert len(json.loads(run("claims", "--json").stdout)["claims"]) == len(all_claims())


def test_the_table_has_a_legend_and_fits_eighty_columns() -> None:
    lines = run("prove", "moments", "centering", "--layers", "kernel").stdout.splitlines()
    assert max(len(line.rstrip()) for line in lines) <= 80
    assert "layers: k kernel" in lines
    assert "steps: of the certificates; 0 where both sides multiply out to the same" in lines
    assert "proved in every dimension" in lines[-1]
    every = [*(claim.id.split(".", 1)[1] for claim in all_claims())]
    layers = 3 * len(LAYERS)
    assert max(map(len, every)) + len("  ") + len("  proved at sizes") + len("  steps") + layers <= 80


def test_without_arguments_the_help_by_task_is_printed() -> None:
    assert run().stdout == run("--help").stdout
    for name, (_, said) in ((name, row) for rows in TASKS.values() for name, row in rows.items()):
        assert said == main.commands[name].get_short_help_str(1000)  # type: ignore[attr-defined]
    assert run().stdout.index("Prove:") < run().stdout.index("Check lecture notes:") < run().stdout.index("Grade code:")


def commands(group: click.Group, before: str) -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        yield f"{before} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{before} {name}")


@pytest.mark.parametrize(("name", "command"), [("pcaproofs", main), *commands(main, "pcaproofs")])  # type: ignore[arg-type]
def test_every_example_of_help_is_a_line_that_can_be_copied(name: str, command: click.Command) -> None:
    _, _, lines = run(*name.split()[1:], "--help").stdout.partition("Example")
    lines = [x.strip() for x in lines.splitlines()[1:] if x.strip()]
    assert lines or name in WITHOUT_EXAMPLES
    for line in lines:
        words = shlex.split(line.split(" && ")[0].split(" | ")[-1])
        if words[0] != "pcaproofs":
            continue
        called, args = main, words[1:]
        while isinstance(called, click.Group) and args and args[0] in called.commands:
            called, args = called.commands[args[0]], args[1:]
        made = called.make_context(line, list(args), resilient_parsing=False) if not EAGER & {*args} else None
        assert made is None or made.command is called


EAGER = {"--explain", "--names"}  # print something and end
WITHOUT_EXAMPLES = {"pcaproofs lsp"}


@pytest.mark.parametrize("args", [["--version"], ["--help"], [], ["prove", "--help"]], ids=" ".join)
def test_help_imports_nothing_heavy(args: list[str]) -> None:
    program = """
import sys
from pcaproofs.cli import main
try:
    main()
finally:
    heavy = {'sympy', 'numpy', 'hypothesis', 'markdown_it', 'pytest'} & sys.modules.keys()
    assert not heavy, heavy
"""
    done = subprocess.run([sys.executable, "-c", program, *args], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_exported_certificates_are_accepted(certificates: Path) -> None:
    files = sorted(map(str, certificates.glob("*.json")))
    assert len(files) >= 5
    done = run("verify", *files)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(": proved") == len(files)


def test_a_tampered_certificate_is_refused_in_one_line(certificates: Path, tmp_path: Path) -> None:
    text = (certificates / "centering.idempotent.json").read_text(encoding="utf-8")
    data = json.loads(text)
    (proof,) = data["certificate"]["proofs"]
    proof[1]["cofactors"][0]["transposed"] = True
    proof[1]["cofactors"][0]["left"] = ["number", "7"]
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(data), encoding="utf-8")
    done = run("verify", str(bad))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "bad.json" in done.stderr


BAD = [
    (["prove", "centering.idempotant"], 2, "centering.idempotent"),
    (["prove", "centring"], 2, "the nearest is"),
    (["claims", "nothing.here"], 2, "got nothing.here, but should be a claim or a chapter"),
    (["prov"], 2, "; there is a command prove"),
    (["prove", "--layers", "kernal"], 2, "kernal"),
    (["verify", "no-such-file.json"], 2, "No such file"),
    (["prove", "centering.idempotent", "--layers", "kernel", "--certificates", "/proc/none"], 2, "cannot write"),
]


@pytest.mark.parametrize(("args", "code", "words"), BAD, ids=[" ".join(args) for args, _, _ in BAD])
def test_bad_input_is_one_line_without_a_traceback(args: list[str], code: int, words: str) -> None:
    done = run(*args)
    assert done.returncode == code
    assert words in done.stderr
    assert "Traceback" not in done.stderr


GARBAGE = [b"", b"{}", b"[1, 2", b"\xff\xfe", b"[" * 100_000, b"9" * 5000]


@pytest.mark.parametrize("content", GARBAGE, ids=[repr(c[:20]) for c in GARBAGE])
def test_corrupt_files_are_refused_in_one_line(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    done = run("verify", str(path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_file_name_prints_no_line_of_its_own(certificates: Path, tmp_path: Path) -> None:
    good = (certificates / "centering.idempotent.json").read_bytes()
    for name, content in (("a: proved\nb.json", good), ("\x1b[2Jc.json", b"{}")):
        (tmp_path / name).write_bytes(content)
        done = run("verify", str(tmp_path / name))
        assert (done.stdout + done.stderr).count("\n") == 1
        assert (done.stdout + done.stderr).strip().isprintable()
    assert run("verify", "no\nsuch.json").stderr.count("\n") == 1
    assert run("check", "no\nsuch.md").stderr.count("\n") == 1


def test_a_rejected_certificate_weighs_more_than_a_missing_one(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"format": "pcaproofs certificate 1"}', encoding="utf-8")
    assert run("verify", str(path), "no-such-file.json").returncode == 1


def test_a_claim_that_cites_an_axiom_says_so() -> None:
    assert (
        "spectral.trace-is-sum cites spectral.spectral-theorem"
        in run("prove", "spectral.trace-is-sum", "--layers", "kernel").stdout
    )
    shown = run("claims", "spectral.trace-is-sum").stdout
    assert "cites spectral.spectral-theorem" in shown
    assert "cites spectral.spectral-theorem" in shown
    assert "Horn and Johnson" in run("claims", "spectral.spectral-theorem").stdout


def test_verify_prints_the_proved_statement_and_not_the_name_in_the_file(tmp_path: Path) -> None:
    """The names of hypotheses are the file's own; what counts is what they say."""
    run(
        "prove",
        "projection.pythagoras",
        "trace-objective.ky-fan",
        "--layers",
        "kernel",
        "--certificates",
        str(tmp_path),
    )
    path = tmp_path / "projection.pythagoras.json"
    path = path if path.exists() else tmp_path / "projection.pythagoras.1.json"
    path.write_text(path.read_text(encoding="utf-8").replace("P² = P", "nothing"), encoding="utf-8")
    shown = run("verify", "--statement", *map(str, sorted(tmp_path.glob("*.json")))).stdout
    assert "given P·P = P" in shown or "given P^2 = P" in shown
    assert "nothing" not in shown
    assert "the max of tr(Bᵀ·A·B) over B is at B = Q1" in shown


def test_verify_compares_with_a_statement_that_its_reader_owns(certificates: Path, tmp_path: Path) -> None:
    file = str(certificates / "centering.idempotent.json")
    own = tmp_path / "own.txt"
    own.write_text("\n".join(run("verify", "--statement", file).stdout.splitlines()[1:]), encoding="utf-8")
    other = tmp_path / "other.txt"
    other.write_text(own.read_text(encoding="utf-8").replace("n^-1", "n^-2"), encoding="utf-8")
    text = Path(file).read_text(encoding="utf-8")
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps(json.loads(text)["statement"]), encoding="utf-8")
    for given in ("centering.idempotent", str(own), file, str(bare)):
        done = run("verify", "--against", given, file)
        assert done.returncode == 0, done.stderr
        assert "proved, as" in done.stdout
    for given in ("centering.action", str(other)):
        done = run("verify", "--against", given, file)
        assert done.returncode == 1
        assert done.stdout == ""
        assert done.stderr.count("\n") == 1
        assert f"another statement than {given}: the file says" in done.stderr


def test_verify_against_each_claim_of_a_chapter(certificates: Path) -> None:
    """Every part's certificate proves what the claim's own reading says, or an equivalent form of it."""
    for path in sorted(certificates.glob("*.json")):
        claim, *part = path.name.removesuffix(".json").rsplit(".", 1) if path.name.count(".") > 2 else (path.stem,)
        done = run("verify", "--against", claim, str(path))
        assert done.returncode == 0, done.stderr
        assert (f"part {part[0]} of {claim}" if part else claim) in done.stdout


NOTHING_TO_COMPARE = ["no.such-claim", "no-such-file.txt"]


@pytest.mark.parametrize("given", NOTHING_TO_COMPARE)
def test_nothing_to_compare_with(given: str, certificates: Path) -> None:
    done = run("verify", "--against", given, str(certificates / "centering.idempotent.json"))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("content", ["", "w = v", "[]", "{}", '{"is": "Statement"}', '{"statement": 7}', "\x00"])
def test_a_statement_that_is_none(content: str, certificates: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text(content, encoding="utf-8")
    done = run("verify", "--against", str(own), str(certificates / "centering.idempotent.json"))
    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1


def test_verify_twice_and_as_json(certificates: Path, tmp_path: Path) -> None:
    good = certificates / "centering.idempotent.json"
    bad = tmp_path / "bad.json"
    bad.write_text(good.read_text(encoding="utf-8").replace('"1[n]"', '"2[n]"'), encoding="utf-8")
    done = run("verify", "--twice", "--json", str(good), str(bad), str(tmp_path / "none.json"))
    assert done.returncode == 1
    accepted, refused, none = json.loads(done.stdout)["files"]
    assert accepted["verdict"] == "proved"
    assert accepted["twice"] is True
    assert accepted["statement"][-1].endswith("eye(n)")
    assert f": proved, sha256 {accepted['sha256']}\n" in run("verify", str(good)).stdout
    assert (refused["verdict"], none["verdict"]) == ("refused", "refused")
    assert refused["reason"]
    assert "also by the second checker" in run("verify", "--twice", str(good)).stdout
