"""An assignment written from the instructor's own solution: it is run, and its outputs are recognised.

text of the solution  →  callables  →  calls, isolated (probe)  →  what each output is (recognise)  →  TOML (write)
"""

from .write import Draft, ProposalError, propose

__all__ = ["Draft", "ProposalError", "propose"]
