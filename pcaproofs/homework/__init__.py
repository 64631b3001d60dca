r"""Derivations as homework: whether a student's rows lead from what is given to what is to be shown.

    task, note → letters → rows → statements → steps with verdicts → route → shares of criteria, feedback

- *task*: what is given (facts), what the letters are, what is to be shown (the goal), milestones.
- *fact*: a formula that is given. Nothing else is: whatever a student writes is proved or gives no credit.
- *row*: a formula of the student's note. *statement*: what a row asserts: a relation, a link of two problems, an
  optimum.
- *needs* of a statement: facts without any of which it is not proved any more. Two problems with the same optimisers
  and different objectives need a fact more, EQUIVALENCE, which is no formula.
- *step*: a statement that the kernel has proved from the facts. *size*: how many facts it needs beside earlier steps.
- *established*: of a step: its size is at most the largest that is allowed.
- *route*: the established steps from one side of the goal to the other, or those from which the goal follows.
- *mistake*: a row that is false, or assumes what is not given; what follows from one only is none.

    read_task(payload) -> Task                        # task.py; raises WrongTask
    rows_of(note) -> (Row, …)                         # rows.py; the statements of each row
    renamed(note, task) -> Letters                    # letters.py; u is w, Σ is S, what is undeclared
    Theory(table, …).typed(statement) -> Typed        # theory.py; typed, with its hypotheses; proves and refutes
    judged(task, note) -> Judged                      # judging.py; verdicts of the rows
    establish(judged)                                 # establishing.py; which steps are small enough
    routes(judged) -> (Route, …)                      # route.py; whether the goals are reached
    gap(judged, route) -> str, str                    # gaps.py; what is missing
    answer(request) -> {…}                            # answer.py; all of it as plain data, for __main__.py

A derivation on its way: given x_1, …, x_n ∈ ℝ^p, ‖w‖ = 1, S = (1/n) Σ x_i x_iᵀ; show that
min over ‖w‖ = 1 of (1/n) Σ ‖x_i − (x_iᵀw)w‖² ⇔ max over ‖w‖ = 1 of wᵀSw.

1. The goal needs S = … and EQUIVALENCE; ‖w‖ = 1 is a constraint of its problems. A step may need one of the two.
2. ‖x_i − (x_iᵀu)u‖² = ‖x_i‖² − (x_iᵀu)²: u is declared as a unit vector, so it is w. It needs ‖w‖ = 1: size 1.
3. (1/n) Σ (x_iᵀu)² = uᵀSu: needs S = …: size 1.
4. min … ⇔ max …, as in the goal: with the rows before it needs EQUIVALENCE alone: size 1. The goal is reached.
"""
