"""An assignment written from the instructor's own solution: it is run, and its outputs are recognised.

text of the solution  →  callables  →  calls that its names suggest (meanings, calls)  →  answers, isolated (probe,
explorer)  →  what each output is (recognise, readings, survey)  →  tasks (proposals, rubric)  →  TOML (write)
"""

from pcaproofs.grading.proposal.packages import packages_of
from pcaproofs.grading.proposal.probe import LoadError
from pcaproofs.grading.proposal.propose import Draft, ProposalError, propose

__all__ = ["Draft", "LoadError", "ProposalError", "packages_of", "propose"]
