(* Two problems with the same optimisers, because one objective is a monotone function of a power of the other. *)
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype order ssralg ssrnum.
From PCA Require Import vocabulary.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Monotone.
Variable R : realFieldType.
Lemma same_up (T : Type) (P : T -> Prop) (f g : T -> R) (w c : R) (k : nat) :
  0 < w -> (0 < k)%N -> (k = 1%N \/ forall x, P x -> 0 <= f x) -> (forall x, P x -> g x = w * f x ^+ k + c) ->
  forall x y, P x -> P y -> (g x <= g y) = (f x <= f y).
Proof.
move=> w0 k0 H E x y Px Py; rewrite !E // ler_add2r ler_pmul2l //.
case: H => [->|H]; first by rewrite !expr1.
by rewrite ler_pexpn2r // nnegrE H.
Qed.
Lemma same_down (T : Type) (P : T -> Prop) (f g : T -> R) (w c : R) (k : nat) :
  0 < w -> (0 < k)%N -> (k = 1%N \/ forall x, P x -> 0 <= f x) -> (forall x, P x -> g x = - (w * f x ^+ k) + c) ->
  forall x y, P x -> P y -> (g y <= g x) = (f x <= f y).
Proof.
move=> w0 k0 H E x y Px Py; rewrite !E // ler_add2r ler_opp2 ler_pmul2l //.
case: H => [->|H]; first by rewrite !expr1.
by rewrite ler_pexpn2r // nnegrE H.
Qed.
Section Same.
Variables (T : Type) (P : T -> Prop) (f g : T -> R).
Lemma same_min_min : (forall x y, P x -> P y -> (g x <= g y) = (f x <= f y)) -> forall x, is_min P f x <-> is_min P g x.
Proof. by move=> E x; split=> -[Px H]; split=> // y Py; move: (H y Py); rewrite E. Qed.
Lemma same_max_max : (forall x y, P x -> P y -> (g x <= g y) = (f x <= f y)) -> forall x, is_max P f x <-> is_max P g x.
Proof. by move=> E x; split=> -[Px H]; split=> // y Py; move: (H y Py); rewrite E. Qed.
Lemma same_min_max : (forall x y, P x -> P y -> (g y <= g x) = (f x <= f y)) -> forall x, is_min P f x <-> is_max P g x.
Proof. by move=> E x; split=> -[Px H]; split=> // y Py; move: (H y Py); rewrite E. Qed.
Lemma same_max_min : (forall x y, P x -> P y -> (g y <= g x) = (f x <= f y)) -> forall x, is_max P f x <-> is_min P g x.
Proof. by move=> E x; split=> -[Px H]; split=> // y Py; move: (H y Py); rewrite E. Qed.
End Same.
End Monotone.
