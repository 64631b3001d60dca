(* Sums over the standard basis, term by term: the terms of degree 0, 1 and 2 in the running vector. *)
(*   sums_to f s == the f k, k running over 'I_n, add up to s *)
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From mathcomp Require Import ssralg ssrnum zmodp matrix mxalgebra.
From PCA Require Import vocabulary.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sums.
Variables (R : realFieldType) (n : nat).

Definition sums_to (V : zmodType) (f : 'I_n -> V) (s : V) := \sum_(k < n) f k = s.

Lemma sums_ext (V : zmodType) (f g : 'I_n -> V) s : (forall k, f k - g k = 0) -> sums_to g s -> sums_to f s.
Proof. by move=> E <-; apply: eq_bigr => k _; apply: subr0_eq. Qed.

Lemma sums0 (V : zmodType) : sums_to (fun _ => 0 : V) 0. Proof. exact: big1. Qed.

Lemma sumsD (V : zmodType) (f g : 'I_n -> V) s t : sums_to f s -> sums_to g t -> sums_to (fun k => f k + g k) (s + t).
Proof. by move=> <- <-; exact: big_split. Qed.

Lemma sums_const (c : R) : sums_to (fun _ => c) (n%:R * c).
Proof. by rewrite /sums_to sumr_const card_ord mulr_natl. Qed.

Lemma sums_const_mx p q (C : 'M[R]_(p, q)) : sums_to (fun _ => C) (n%:R *: C).
Proof. by rewrite /sums_to sumr_const card_ord scaler_nat. Qed.

Lemma sumsM (c : R) f s : sums_to f s -> sums_to (fun k => c * f k) (c * s).
Proof. by move=> <-; rewrite /sums_to mulr_sumr. Qed.

Lemma sumsZ (V : lmodType R) (c : R) (f : 'I_n -> V) s : sums_to f s -> sums_to (fun k => c *: f k) (c *: s).
Proof. by move=> <-; rewrite /sums_to scaler_sumr. Qed.

Lemma sums_scalar p q (f : 'I_n -> R) s (C : 'M[R]_(p, q)) : sums_to f s -> sums_to (fun k => f k *: C) (s *: C).
Proof. by move=> <-; rewrite /sums_to scaler_suml. Qed.

Lemma sums_mull p q r (U : 'M[R]_(p, q)) (f : 'I_n -> 'M_(q, r)) s :
  sums_to f s -> sums_to (fun k => U *m f k) (U *m s).
Proof. by move=> <-; rewrite /sums_to mulmx_sumr. Qed.

Lemma sums_mulr p q r (V : 'M[R]_(q, r)) (f : 'I_n -> 'M_(p, q)) s :
  sums_to f s -> sums_to (fun k => f k *m V) (s *m V).
Proof. by move=> <-; rewrite /sums_to mulmx_suml. Qed.

Lemma sums_tr p (f : 'I_n -> 'M[R]_p) s : sums_to f s -> sums_to (fun k => \tr (f k)) (\tr s).
Proof. by move=> <-; rewrite /sums_to raddf_sum. Qed.

Lemma sums_elt (f : 'I_n -> 'M[R]_1) s : sums_to f s -> sums_to (fun k => f k 0 0) (s 0 0).
Proof. by move=> <-; rewrite /sums_to summxE. Qed.

Lemma sums_e : sums_to (fun k => 'e_k : 'cV[R]_n) '1_n.
Proof.
apply/matrixP => i j; rewrite summxE !mxE (bigD1 i) //= !mxE eqxx [j]ord1 eqxx big1 ?addr0 // => k ki.
by rewrite !mxE eq_sym (negbTE ki).
Qed.

Lemma sums_eT : sums_to (fun k => ('e_k : 'cV[R]_n)^T) ('1_n)^T.
Proof. by rewrite -sums_e /sums_to raddf_sum. Qed.

Lemma sums_eeT : sums_to (fun k => ('e_k : 'cV[R]_n) *m ('e_k)^T) 1%:M.
Proof.
rewrite /sums_to [RHS]matrix_sum_delta; apply: eq_bigr => i _.
rewrite trmx_delta mul_delta_mx (bigD1 i) //= big1 ?addr0 => [|j ji]; last by rewrite mxE eq_sym (negbTE ji) scale0r.
by rewrite mxE eqxx scale1r.
Qed.

End Sums.

Section Basis.
Variable R : realFieldType.

Lemma basis_unit n (i : 'I_n) : (('e_i)^T *m 'e_i : 'M[R]_1) 0 0 = 1.
Proof. by rewrite trmx_delta mul_delta_mx mxE !eqxx. Qed.

Lemma basis_orthogonal n (i j : 'I_n) : i != j -> (('e_i)^T *m 'e_j : 'M[R]_1) 0 0 = 0.
Proof. by move=> ij; rewrite trmx_delta mul_delta_mx_cond (negbTE ij) mulr0n mxE. Qed.

Lemma basis_ones n (i : 'I_n) : (('e_i)^T *m '1_n : 'M[R]_1) 0 0 = 1.
Proof. by rewrite trmx_delta -rowE !mxE. Qed.

End Basis.
