"""The verdict does not depend on the names of letters, the order of hypotheses, or the order and transpose of sides.

A dozen statements whose proof an order of letters can hide; in the thorough profile every true statement of the tables.
"""

from __future__ import annotations

import pytest
from changed_statements import reversed_hypotheses, swapped, transposed, with_names
from hypothesis import settings
from test_prove import TRUE

from pcaproofs.cookbook.pseudo_inverse_updates import BOTH, DEFINITIONS, is_pseudo_inverse, w, z
from pcaproofs.kernel import Compare, Statement
from pcaproofs.language.conclusions import more_than
from pcaproofs.language.nodes import sqnorm
from pcaproofs.prover.prove import prove
from pcaproofs.prover.search.letter_orders import orders

CHANGES = {
    "names reversed": lambda x: with_names(x, lambda names: names[::-1]),
    "names rotated": lambda x: with_names(x, lambda names: names[1:] + names[:1]),
    "sides swapped": swapped,
    "hypotheses reversed": reversed_hypotheses,
    "sides transposed": transposed,
}
UPDATE = is_pseudo_inverse(BOTH)[0], [*DEFINITIONS, more_than(sqnorm(w)), more_than(sqnorm(z))]
STATEMENTS = {name: (conclusion, list(assuming)) for name, conclusion, assuming in TRUE} | {"rank-one update": UPDATE}
CHOSEN = [
    ("methods.nearest-skew", "names rotated"),
    ("optimiser.symmetric-part", "names reversed"),
    ("ky-fan.subspace", "names reversed"),
    ("rank-one update", "names reversed"),
    ("inverse.woodbury", "names reversed"),
    ("inverse.woodbury", "sides transposed"),
    ("regression.joseph", "names rotated"),
    ("subspaces.gen-eig", "hypotheses reversed"),
    ("subspaces.rot-between-bases", "sides swapped"),
    ("inequality.psd-ridge", "names reversed"),
    ("eigen.involution-eigenvalue", "names rotated"),
    ("norm.norm-of-a-transpose", "names reversed"),
]
ALL = [(name, change) for name in STATEMENTS for change in CHANGES]


@pytest.mark.parametrize(("name", "change"), ALL if settings().max_examples > 100 else CHOSEN)
def test_a_changed_statement_is_proved_as_well(name, change):
    conclusion, assuming = CHANGES[change](STATEMENTS[name])
    found = prove(conclusion, assuming, refute=False, needs=False)
    assert (found.verdict, found.reason) == ("proved", "")


def test_renaming_keeps_all_but_the_names():
    conclusion, assuming = STATEMENTS["rank-one update"]
    renamed, more = CHANGES["names reversed"]((conclusion, assuming))
    assert renamed != conclusion
    assert CHANGES["names reversed"]((renamed, more)) == (conclusion, assuming)


@pytest.mark.parametrize("names", ["QRP", "QPR", "RPQ"])
def test_orders_of_letters_do_not_depend_on_their_names(names):
    """Nor on the order of summands, which SymPy sorts by names."""
    a, b, c = (("letter", name) for name in names)
    letters = tuple((name, "n", "n") for name in "PQR")
    for e in (("add", ("mul", a, b, c), ("t", c)), ("add", ("t", c), ("mul", a, b, c))):
        (order,) = orders(Statement(letters, Compare(e, "=", e)))
        assert list(order.given.values()) == list(names)


def test_an_order_that_the_names_have_already_is_no_other_order():
    e = ("mul", ("letter", "A"), ("letter", "B"))
    statement = Statement((("A", "n", "n"), ("B", "n", "n")), Compare(e, "=", e))
    assert list(orders(statement)) == []


def test_new_names_are_none_that_a_dimension_has():
    e = ("mul", ("letter", "B"), ("letter", "A"))
    statement = Statement((("A", "A0", "A0"), ("B", "A0", "A0")), Compare(e, "=", e))
    (order,) = orders(statement)
    assert [name for name, *_ in order.statement.letters] == ["AA1", "AA0"]
    assert order.given == {"AA0": "B", "AA1": "A"}
