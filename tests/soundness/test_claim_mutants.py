"""No claim with one thing of its statement changed is proved where it is false, and what is false is refuted.

One change of each claim, always the same ones; all of them in the thorough profile. The table of all is printed by
python tests/soundness/claim_mutants.py.
"""

from __future__ import annotations

from functools import cache

import pytest
from claim_mutants import KINDS, Outcome, mutants_of, outcome, rate, share, summary, table
from claim_survivors import SURVIVORS
from hypothesis import settings

from pcaproofs.verify.discovery import all_claims

THOROUGH = settings().max_examples > 100


CHAPTERS = list(dict.fromkeys(claim.chapter for claim in all_claims()))


@cache
def outcomes_of(chapter: str) -> list[Outcome]:
    """What came of the chosen mutants of the claims of a chapter."""
    chosen = (m for claim in all_claims() for m in mutants_of(claim)) if THOROUGH else share(1)
    outcomes: list[Outcome] = []
    for mutant in (m for m in chosen if m.claim.chapter == chapter):
        found = outcome(mutant) if THOROUGH else outcome(mutant, 1.0, looks=2)
        if found is not None and found.verdict in ("survivor", "false") and mutant.name not in SURVIVORS:
            found = outcome(mutant, 20.0)  # a slow machine is no reason
        if found is not None:
            outcomes.append(found)
    return outcomes


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_false_mutant_is_proved_and_what_is_not_refuted_is_listed(chapter: str) -> None:
    outcomes = outcomes_of(chapter)
    assert [o.mutant.name for o in outcomes if o.verdict == "false" and o.shown.startswith("proved")] == []
    left = [o for o in outcomes if o.verdict in ("survivor", "false") and o.mutant.name not in SURVIVORS]
    assert [f"{o.verdict}: {o.mutant.name} [{o.shown}]" for o in left] == [], summary(outcomes)


def test_most_false_mutants_are_refuted() -> None:
    """A table of all is printed."""
    outcomes = [o for chapter in CHAPTERS for o in outcomes_of(chapter)]
    print(table(outcomes))
    assert len(outcomes) > len(all_claims()) / 2
    assert rate(outcomes) >= 0.95


def test_every_survivor_is_still_a_mutant() -> None:
    """A change of a claim that is no longer made leaves the list."""
    ids = {name.split(" ")[0] for name in SURVIVORS}
    names = {m.name for claim in all_claims() if claim.id in ids for m in mutants_of(claim)}
    assert set(SURVIVORS) <= names, sorted(set(SURVIVORS) - names)


def test_every_kind_of_change_is_made() -> None:
    assert {m.kind for claim in all_claims()[::5] for m in mutants_of(claim)} == set(KINDS)


@pytest.mark.parametrize("claim", all_claims()[::9], ids=lambda claim: claim.id)
def test_a_mutant_differs_from_its_claim(claim) -> None:
    for mutant in list(mutants_of(claim, 1))[::5]:
        part, changed = claim.parts[mutant.number - 1], mutant.make()
        if changed is not None:
            assert changed.conclusion != part.conclusion or changed.assuming != part.assuming, mutant.name
