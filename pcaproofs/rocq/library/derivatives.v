(* Derivatives of polynomial functions: how one is shown, and that it is unique. *)
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype order bigop.
From mathcomp Require Import ssralg ssrnum zmodp poly matrix mxalgebra.
From PCA Require Import vocabulary certificates.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section FirstOrder.
Variable R : realFieldType.

Lemma poly_zero (p : {poly R}) : (forall t, p.[t] = 0) -> p = 0.
Proof.
move=> H; apply: (@roots_geq_poly_eq0 _ p [seq i%:R | i <- iota 0 (size p)]).
- by apply/allP => x _; apply/rootP.
- by rewrite map_inj_uniq ?iota_uniq // => i j /eqP; rewrite eqr_nat => /eqP.
- by rewrite size_map size_iota.
Qed.

Lemma first_order_uniq (f : R -> R) a l l' : first_order f a l -> first_order f a l' -> l = l'.
Proof.
move=> [q Hq] [r Hr]; have : 'X * (l%:P - l'%:P) + 'X ^+ 2 * (q - r) = 0.
  apply: poly_zero => t; have := Hq t; rewrite (Hr t) -!addrA => /addrI e.
  rewrite hornerD [('X * _).[_]]hornerM [('X ^+ 2 * _).[_]]hornerM hornerXn hornerX !hornerD !hornerN !hornerC.
  by rewrite !mulrBr addrACA -opprD -e subrr.
move/(congr1 (fun p : {poly R} => p`_1)); rewrite coefD coef0 expr2 -mulrA !coefXM /= addr0.
by rewrite coefB !coefC /= => /eqP; rewrite subr_eq0 => /eqP.
Qed.

(* c holds the coefficients of t^2, t^3, ... *)
Lemma first_order_coefs (f : R -> R) a l (c : seq R) :
  (forall t, f t - (a + t * l + t ^+ 2 * horner_rec c t) = 0) -> first_order f a l.
Proof. by move=> E; exists (Poly c) => t; rewrite horner_Poly; apply: subr0_eq. Qed.

Fixpoint horner_mx m n (c : seq 'M[R]_(m, n)) (t : R) : 'M[R]_(m, n) :=
  if c is C :: c' then t *: horner_mx c' t + C else 0.

Lemma first_order_coefs_mx m n (f : R -> 'M[R]_(m, n)) A L c :
  (forall t, f t - (A + t *: L + t ^+ 2 *: horner_mx c t) = 0) -> forall i j, first_order (fun t => f t i j) (A i j) (L i j).
Proof.
move=> E i j; set d := [seq C i j | C : 'M_(m, n) <- c].
apply: (first_order_coefs (c := d)) => t; rewrite {}/d.
have -> : horner_rec [seq C i j | C : 'M_(m, n) <- c] t = horner_mx c t i j.
  by elim: c {E} => [|C c IH] /=; rewrite !mxE // IH mulrC.
by have := congr1 (fun M : 'M_(m, n) => M i j) (E t); rewrite !mxE.
Qed.

End FirstOrder.

Section Uniqueness.
Variable R : realFieldType.

Lemma has_derivative_uniq m n (f : 'M[R]_(m, n) -> R) X H l l' :
  has_derivative f X H l -> has_derivative f X H l' -> l = l'.
Proof. exact: first_order_uniq. Qed.

Lemma has_derivative_mx_uniq m n p q (f : 'M[R]_(m, n) -> 'M[R]_(p, q)) X H L L' :
  has_derivative_mx f X H L -> has_derivative_mx f X H L' -> L = L'.
Proof. by move=> D D'; apply/matrixP => i j; exact: has_derivative_uniq (D i j) (D' i j). Qed.

Lemma is_gradient_uniq m n (f : 'M[R]_(m, n) -> R) X G G' : is_gradient f X G -> is_gradient f X G' -> G = G'.
Proof.
move=> D D'; apply: subr0_eq; apply: tr_sq_eq0; rewrite mulmxBr.
by rewrite linearB /= (has_derivative_uniq (D _) (D' _)) subrr.
Qed.

Lemma is_derivative_uniq (f : R -> R) x h l l' : is_derivative f x h l -> is_derivative f x h l' -> l = l'.
Proof. exact: first_order_uniq. Qed.

Lemma is_derivative_mx_uniq p q (f : R -> 'M[R]_(p, q)) x h L L' :
  is_derivative_mx f x h L -> is_derivative_mx f x h L' -> L = L'.
Proof. by move=> D D'; apply/matrixP => i j; exact: is_derivative_uniq (D i j) (D' i j). Qed.

End Uniqueness.
