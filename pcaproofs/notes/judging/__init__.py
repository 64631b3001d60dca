"""The verdict of each row of a note.

A Judge (state.py) is a record: the note, its table, what rows so far define and impose, and the row that is judged. All
else is functions of it, from the outside in:

    ScopedJudge(note, table).run() -> (RowVerdict, …)   # scoped.py; each theorem has its own letters
    row(judge, k) -> RowVerdict                         # rows.py; impose what holds before, judge, commit
    chain(judge, chain, quantified) -> RowVerdict       # chains.py; a verdict for each link, the worst is shown
    definition(judge, stated) -> RowVerdict | None      # definitions.py, conditions.py: what claims nothing
    problem(judge, node, sign) -> RowVerdict            # problems.py, transfers.py, witnesses.py
    settle(judge, case) -> Settled                      # proofs.py, proving.py: a proof and the hypotheses that it used
    unproved(judge, case, …) -> RowVerdict              # proofs.py: a counterexample: an error or a warning

A doubt is a reason why the note may say more of a letter than was read (state.py, scope/standing.py). verdicts.py and
using.py say how a verdict and what it rests on are shown.
"""
