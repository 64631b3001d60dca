"""Rich display in IPython itself: what a notebook gets of a claim, a report, a result and a certificate."""

import re
import subprocess
import sys

import pytest
from letters import A, M, p, w, x
from made_up_claims import made_up
from sympy import Identity, Integer, MatrixSymbol

from pcaproofs import equal, inner, minimises, prove, same_optimisers, sqnorm, unit
from pcaproofs.jupyter import SHOWN, load_ipython_extension
from pcaproofs.language.nodes import inverse
from pcaproofs.prover.result import Result
from pcaproofs.report.notebook import claim_markdown
from pcaproofs.verify.claim import Part

LINE = equal(sqnorm(x - inner(x, w) * w), sqnorm(x) - inner(x, w) ** 2)


@pytest.fixture(scope="module")
def shown():
    """What the display of a shell that knows of pcaproofs makes of an object."""
    formatters = pytest.importorskip("IPython.core.formatters", reason="IPython is not installed")

    class Shell:
        display_formatter = formatters.DisplayFormatter()

        @staticmethod
        def register_magic_function(*_, **__):
            """Magics are of no interest here."""

    load_ipython_extension(Shell)
    return lambda x: Shell.display_formatter.format(x)[0].get("text/markdown", "")


def test_a_claim_is_displayed_as_mathematics(shown, reports):
    (report,) = [r for r in reports if r.claim.id == "affine.cross-term"]
    text = shown(report.claim)
    assert text.startswith("### The cross terms vanish · ")
    assert "**proved**" in text
    step = r"\sum_{k=1}^{n} ((I - P) x_{k} - (I - P) \mu) = \sum_{k=1}^{n} (I - P) (x_{k} - \mu)"
    assert r"$$" + "\n" + step in text
    assert "**Proof of (1).**" in text
    assert text == shown(report)


def test_a_refuted_claim_shows_its_counterexample(shown):
    text = shown(made_up(Part(equal(A * M, M * A))))
    assert "**Refuted.** Take $p = 2$" in text


def test_a_refuted_result_shows_its_counterexample(shown):
    text = shown(prove(LINE))
    assert r"= \lVert x\rVert^{2} - (x^\top w)^2" in text
    assert "**refuted**" in text
    assert "Take $p = 1$" in text
    assert text.endswith("It holds if w is a unit vector.\n")


def test_a_proved_result_is_displayed_as_mathematics(shown):
    text = shown(prove(LINE, assuming=[unit(w)]))
    assert "**proved**</span> · 1 step" in text
    assert "Take" not in text


def test_a_result_says_what_it_takes_for_granted_and_that_no_example_was_found(shown):
    result = prove(equal(inverse(A) * A, Identity(p)))
    assert shown(result).endswith("\n\nAssumed: A is invertible.\n")
    skew = MatrixSymbol("A", 3, 3)
    without = prove(equal(inverse(skew) * skew, Identity(3)), [equal(skew.T, -skew)])
    assert shown(without).endswith("\n\nAssumed: A is invertible.\n\nNo example of the hypotheses was found.\n")


def test_the_result_for_an_optimum_is_written_as_in_the_report(shown):
    best = minimises(sqnorm(x - w), {x: w}, value=Integer(0), exactly=[equal(x, w)])
    least, value, exactly = re.findall(r"\$\$\n(.*)\n\$\$", text := shown(prove(best)))
    assert least == r"w \;\in\; \operatorname*{arg\,min}_{x \in \mathbb{R}^{p}}\ \lVert x - w\rVert^{2}"
    assert (value, exactly) == ("0", "x = w")
    assert "with minimum\n" in text
    assert "attained exactly where\n" in text
    same = same_optimisers([w], ("min", inner(w, x)), ("max", -inner(w, x)))
    (line,) = re.findall(r"\$\$\n(.*)\n\$\$", shown(prove(same, [unit(w)])))
    one = r"_{\substack{w \in \mathbb{R}^{p} \\ \lVert w\rVert^{2} = 1}}\ "
    assert line == rf"\operatorname*{{arg\,min}}{one}w^\top x \;=\; \operatorname*{{arg\,max}}{one}-w^\top x"


def test_a_result_without_a_statement(shown):
    text = shown(Result("ill-typed", "got p×1, but should be 1×p <here>"))
    assert "**ill-typed**" in text
    assert "&lt;here&gt;" in text


def test_a_certificate_is_displayed_as_mathematics(shown):
    text = shown(prove(LINE, assuming=[unit(w)]).certificate)
    assert text.startswith("**Certificate**, 1 step\n")
    assert "- `‖w‖² = 1`: on the left $" in text


def test_dollars_are_paired_and_words_escaped():
    text = claim_markdown(made_up(Part(equal(A, A)), prose="A <script>sneaky</script> $w$ claim that it is."))
    assert "<script>" not in text
    assert len(re.findall(r"(?<!\\)\$", text)) % 2 == 0


def test_every_displayed_class_is_in_its_named_module():
    from importlib import import_module

    from pcaproofs.report import notebook

    for (module, name), function in SHOWN.items():
        assert hasattr(import_module(module), name)
        assert callable(getattr(notebook, function))


def test_the_integration_is_active_in_a_running_shell_and_imports_nothing_heavy():
    pytest.importorskip("IPython", reason="IPython is not installed")
    code = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import pcaproofs
print({"sympy", "numpy"} & set(sys.modules))
print([m for m, _ in shell.display_formatter.formatters["text/markdown"].deferred_printers])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["set()", str([module for module, _ in SHOWN])]
