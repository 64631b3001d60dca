"""Identifiers of Rocq for names of letters and dimensions."""

from __future__ import annotations

import re
import unicodedata

from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.texts import defined_names

_GREEK_NAMES = """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma_ sigma
tau upsilon phi chi psi omega"""
_GREEK = {chr(0x3B1 + i): name for i, name in enumerate(_GREEK_NAMES.split())}
_GREEK |= {c.upper(): name.capitalize() for c, name in _GREEK.items() if name != "sigma_"}
_SIGNS = {"√": "root_", "⁻¹": "_inv", "⁺": "_pinv", "ᵀ": "T", "²": "2", "𝟏": "ones", "‖": "_", "′": "'", "/": "_over_"}
# names with another meaning in Rocq, ssreflect or the generated text
_RESERVED_WORDS = """
K I O S T Type Prop Set SProp in let fun forall exists exists2 as at if then else match with end return fix cofix using
where is by of mod for do have suff wlog pose set move case elim apply exact rewrite rev last first nosimpl feasible f g
y ones psd sqnorm is_min is_max is_gradient is_derivative is_derivative_mx has_derivative has_derivative_mx first_order
Definition Theorem Lemma Proof Qed left right tt true false nat bool eq conj
erefl esym seq And3 isT proj1 proj2 eq_ind Ordinal expr1n mulr_gt0 mulr_ge0 mulf_neq0 lt0r_neq0 subr0_eq exprn_gt0
exprn_ge0 ltr01 ltr0Sn ltn0Sn lexx ltW Some None Letter Axiom CoFixpoint Fixpoint Hypothesis Parameter Variable using
isn't SsrSyntax_is_Imported
"""
RESERVED = frozenset(_RESERVED_WORDS.split())


class Identifiers:
    """One identifier for each name; no two names share one."""

    def __init__(self) -> None:
        self.identifiers: dict[str, str] = {}
        self.taken: set[str] = set()

    def __getitem__(self, name: str) -> str:
        if name not in self.identifiers:
            self.identifiers[name] = self.fresh(name)
        return self.identifiers[name]

    def fresh(self, wish: str) -> str:
        """An unused identifier similar to `wish`."""
        found = identifier(wish)
        found = f"x{found}" if found.startswith("pc_") else found
        while found in RESERVED or found in defined_names() or found in self.taken:
            found += "_"
        self.taken.add(found)
        return found


def identifier(name: str) -> str:
    """Letters, digits, underscores and primes for any name."""
    if len(name) > 200:
        raise NotTranslated(f"a name of {len(name)} characters")
    for sign, word in _SIGNS.items():
        name = name.replace(sign, word)
    plain = unicodedata.normalize("NFKD", "".join(_GREEK.get(c, c) for c in name))
    found = re.sub(r"[^A-Za-z0-9_']+", "_", plain).strip("_'") or "x"
    return found if found[0].isalpha() else f"x{found}"


def comment(text: str) -> str:
    """Text for a comment, without the characters that end it."""
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "''")
