"""The files of the library, which are data of this package, and the names that they define."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

COMPILED = "all_pca"  # the file that reads the others
LIBRARY = (
    COMPILED,
    "vocabulary",
    "expressions",
    "normal_forms",
    "tensors",
    "certificates",
    "prelude",
    "spectral",
    "determinants",
    "evaluation",
)

# BinNat, for numbers in binary, comes first, because the library gives some of its names another meaning
OPENING = """From Coq Require Import BinNat.
From PCA Require Import all_pca.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq fintype bigop order.
From mathcomp Require Import ssralg ssrnum zmodp poly matrix.
Import vocabulary GRing.Theory Num.Theory.
Local Open Scope ring_scope.
"""


def library_text(name: str) -> str:
    """A file of the library."""
    return (files("pcaproofs.rocq") / "library" / f"{name}.v").read_text(encoding="utf-8")


@cache
def defined_names() -> frozenset[str]:
    """Every name of two or more letters that the library defines; generated proofs use it for nothing else."""
    kinds = "Definition|Lemma|Theorem|Fixpoint|Inductive|Record|Notation|with"
    return frozenset(
        x for name in LIBRARY for x in re.findall(rf"^(?:{kinds}) (\w\w+)", library_text(name), re.MULTILINE)
    )
