r"""Derivations as homework: checks whether a student's rows lead from what is given to the goal.

    task, note → letters → rows → statements → steps with verdicts → route → shares of criteria, feedback

- *task*: the facts that are given, declarations of letters, the goal (the statement to be shown), and milestones.
- *fact*: a formula that is given. Students may use nothing else: everything they write is proved or earns no credit.
- *row*: a formula of the student's note.
- *statement*: an assertion of a row: a relation, a link of two problems, or an optimum.
- *needs* of a statement: a set of facts from which it is proved, and no fact of which can be left out. A link of two
  problems with different objectives also needs EQUIVALENCE, which is not a formula.
- *step*: a statement that the kernel has proved from the facts.
- *size* of a step: the number of facts that it needs in addition to earlier steps.
- *established*: a step is established if its size is at most the largest allowed size, which is smaller for a step that
  restates the goal.
- *route*: the established steps from one side of the goal to the other, or those from which the goal follows.
- *mistake*: a row that is false or assumes something that is not given. A row that only follows from a mistake is not
  a mistake.

    read_task(payload) -> Task                        # task.py; raises WrongTask
    rows_of(note) -> (Row, …)                         # rows.py; the statements of each row
    renamed(note, task) -> Letters                    # task.py; matches letters: u is w, Σ is S
    Theory(table, …).typed(statement) -> Typed        # theory.py; types statements; proves and refutes them
    judged(task, note) -> Judged                      # judging.py; verdicts of the rows
    is_assumed(note, formula, statement)              # judging.py; whether words assume a statement
    form_of(theory, typed) -> key                     # normal_forms.py; which steps only restate the goal
    establish(judged)                                 # route.py; which steps are small enough
    routes(judged) -> (Route, …)                      # route.py; whether the goals are reached
    gap(judged, route) -> str, str                    # answer.py; the missing step
    answer(request) -> {…}                            # answer.py; the result as plain data, for __main__.py

An example: given x_1, …, x_n ∈ ℝ^p, ‖w‖ = 1, S = (1/n) Σ x_i x_iᵀ; show that
min over ‖w‖ = 1 of (1/n) Σ ‖x_i − (x_iᵀw)w‖² ⇔ max over ‖w‖ = 1 of wᵀSw.

1. The goal needs S = … and EQUIVALENCE; ‖w‖ = 1 is a constraint of its problems. A step may need one of the two.
2. ‖x_i − (x_iᵀu)u‖² = ‖x_i‖² − (x_iᵀu)²: u is declared as a unit vector, so it is w. It needs ‖w‖ = 1: size 1.
3. (1/n) Σ (x_iᵀu)² = uᵀSu: needs S = …: size 1.
4. min … ⇔ max …, as in the goal: given the rows before, it needs only EQUIVALENCE: size 1. The goal is reached.
"""
