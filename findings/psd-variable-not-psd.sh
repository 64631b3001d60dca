#!/bin/sh
# cvxpy 1.9.3 with scs 3.3.1 and clarabel 0.11.1: a small semidefinite problem goes to the less exact solver.
#
# Both solvers are installed and can solve it. Without a name cvxpy takes SCS, whose result is four digits worse, and
# a variable declared PSD has an eigenvalue of -3e-5. The least trace of a positive semidefinite 2 x 2 matrix with 1
# off the diagonal is 2.
# Seen: SCS error 5.6e-05, least eigenvalue -2.8e-05; CLARABEL error 9.7e-09, least eigenvalue -4.8e-09
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check cvxpy==1.9.3 scs==3.3.1 clarabel==0.11.1 numpy==2.4.6 scipy==1.17.1
"$folder/venv/bin/python" -W ignore - <<'END'
import sys
import cvxpy as cp
import numpy as np

X = cp.Variable((2, 2), PSD=True)
problem = cp.Problem(cp.Minimize(cp.trace(X)), [X[0, 1] == 1])


def solved(**chosen):
    problem.solve(**chosen)
    name, error, least = problem.solver_stats.solver_name, abs(problem.value - 2), np.linalg.eigvalsh(X.value)[0]
    print(f"{name} error {error:.1e}, least eigenvalue {least:.1e}")
    return name, error, least


name, error, least = solved()
_, finer, _ = solved(solver=cp.CLARABEL)
both = {"SCS", "CLARABEL"} <= {*cp.installed_solvers()}
sys.exit(not (both and name == "SCS" and least < -1e-6 and finer < error / 100))
END
