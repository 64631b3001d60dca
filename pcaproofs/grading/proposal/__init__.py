r"""Writing an assignment from the instructor's solution: the solution is run, and its outputs are recognised.

1. `callables`: functions and classes in the text of the solution.
2. `callables`, `calls`: calls that the names of parameters suggest.
3. `probe`, `explorer`: the calls are made, isolated.
4. `readings`, `survey`: which role each output has.
5. `proposals`: tasks with criteria.
6. `propose`: the TOML file.
"""

from pcaproofs.grading.proposal.probe import LoadError
from pcaproofs.grading.proposal.propose import Draft, ProposalError, packages_of, propose

__all__ = ["Draft", "LoadError", "ProposalError", "packages_of", "propose"]
