(* The library, compiled as one file, so that MathComp is loaded once:        *)
(*                                                                            *)
(*   vocabulary == the definitions that statements use                        *)
(*   determinants == what statements about determinants rest on               *)
(*   expressions, normal_forms, certificates == proofs by computation         *)
(*   tensors == squares of tensors of four indices                            *)
(*   prelude == what else generated proofs name                               *)
(*   spectral == the spectral theorem                                         *)
(*   evaluation == counterexamples by computation                             *)
From Coq Require ZArith QArith_base Qreduction Ring_theory Ring.
From mathcomp Require Export ssreflect ssrfun ssrbool eqtype ssrnat seq choice
  fintype path order bigop.
From mathcomp Require Export ssralg ssrnum zmodp poly matrix mxalgebra.
From mathcomp Require Import div tuple finfun mxpoly.
From mathcomp.real_closed Require Import complex.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Module vocabulary.
Load vocabulary.
End vocabulary.
Export vocabulary.

Module determinants.
Load determinants.
End determinants.
Export determinants.

Module expressions.
Load expressions.
End expressions.
Export expressions.

Module normal_forms.
Load normal_forms.
End normal_forms.
Export normal_forms.

Module tensors.
Load tensors.
End tensors.
Export tensors.

Module certificates.
Load certificates.
End certificates.
Export certificates.

Module prelude.
Load prelude.
End prelude.
Export prelude.

Module spectral.
Load spectral.
End spectral.
Export spectral.

Module evaluation.
Load evaluation.
End evaluation.
Export evaluation.
