(* All that generated proofs need. *)
From mathcomp Require Export ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype path order bigop.
From mathcomp Require Export ssralg ssrnum zmodp poly matrix mxalgebra.
From PCA Require Export vocabulary expressions normal_forms certificates optima derivatives sums.
Export GRing.Theory Num.Theory Order.TTheory.
