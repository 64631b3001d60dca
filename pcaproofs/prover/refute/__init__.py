"""The search for exact counterexamples: small sizes and small rational entries."""

from pcaproofs.prover.refute.counterexample import Counterexample
from pcaproofs.prover.refute.evaluate import Point, evaluate
from pcaproofs.prover.refute.oracle import fails
from pcaproofs.prover.refute.search import Attack, least, points, refute, satisfiable

__all__ = ["Attack", "Counterexample", "Point", "evaluate", "fails", "least", "points", "refute", "satisfiable"]
