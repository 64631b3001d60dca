(* Certificates: that a goal is a sum of multiples of facts, and of squares, is decided by computing normal forms.     *)
(*                                                                                                                    *)
(*   cofm i j, cofs == a multiple of a fact, as a term of an equation between matrices or between scalars             *)
(*               sq == a square times a weight                                                                        *)
(*         settle_m == a matrix that is a sum of multiples of what is zero is zero                                    *)
(*         settle_s == the same for a scalar                                                                          *)
(*        settle_ge == a scalar that is such a sum plus weighted squares is nonnegative                               *)
(*        settle_sq == if weighted squares add up to zero, each is zero                                               *)
(* The rest are small lemmas that generated proofs name.                                                              *)
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype path order bigop.
From mathcomp Require Import ssralg ssrnum zmodp matrix mxalgebra.
From PCA Require Export vocabulary expressions normal_forms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Inductive cofm (i j : nat) : Type :=
| CM (i' j' : nat) : mexpr i i' -> mexpr i' j' -> mexpr j' j -> cofm i j       (* left * fact * right *)
| CS : sexpr -> mexpr i j -> cofm i j                                          (* scalar fact times a matrix *)
| CTM (i' j' k : nat) : mexpr k i' -> mexpr i' j' -> mexpr j' k -> mexpr i j -> cofm i j.
Inductive cofs : Type :=
| CT (i' j' k : nat) : sexpr -> mexpr k i' -> mexpr i' j' -> mexpr j' k -> cofs  (* outer * tr(left * fact * right) *)
| CSS : sexpr -> sexpr -> cofs.
Inductive sq : Type :=
| SqM (i j : nat) : sexpr -> mexpr i j -> sq
| SqS : sexpr -> sexpr -> sq.
Definition cme i j (c : cofm i j) : mexpr i j :=
  match c with CM _ _ l f r => MMul (MMul l f) r | CS f r => MScale f r
  | CTM _ _ _ l f r o => MScale (STrace (MMul (MMul l f) r)) o end.
Definition cse (c : cofs) : sexpr :=
  match c with CT _ _ _ o l f r => SMul o (STrace (MMul (MMul l f) r)) | CSS f o => SMul f o end.
Definition sqe (q : sq) : sexpr :=
  match q with SqM _ _ w a => SMul w (STrace (MMul (MTr a) a)) | SqS w s => SMul w (SExp s 2) end.
Definition msum i j (cs : seq (cofm i j)) := foldr (fun c e => MAdd (cme c) e) (MZero i j) cs.
Definition ssum (cs : seq cofs) := foldr (fun c e => SAdd (cse c) e) SZero cs.
Definition sqsum (qs : seq sq) := foldr (fun c e => SAdd (sqe c) e) SZero qs.

Section Checks.
Variables (R : realFieldType) (ds : seq nat) (ms : seq (letter_of R ds)) (ss : seq R).
Variable h : hints.
Local Notation denm := (denm ms ss).
Local Notation dens := (dens ms ss).
Definition mfact i j (c : cofm i j) : Prop :=
  match c with CM _ _ _ f _ => denm f = 0 | CS f _ => dens f = 0 | CTM _ _ _ _ f _ _ => denm f = 0 end.
Definition sfact (c : cofs) : Prop :=
  match c with CT _ _ _ _ _ f _ => denm f = 0 | CSS f _ => dens f = 0 end.
Definition weight (q : sq) := match q with SqM _ _ w _ => w | SqS w _ => w end.
Definition sqfact (q : sq) : Prop := match q with SqM _ _ _ a => denm a = 0 | SqS _ s => dens s = 0 end.
Fixpoint each (T : Type) (P : T -> Prop) (l : seq T) : Prop := if l is x :: l' then P x /\ each P l' else True.
Hypothesis wf : well_formed ms ss h.

Theorem settle_m i j (g : mexpr i j) (cs : seq (cofm i j)) :
  mzero h (MAdd g (MOpp (msum cs))) = true -> each (@mfact i j) cs -> denm g = 0.
Proof.
move=> z H; have e : denm g - denm (msum cs) = 0 := mzero_eq0 wf z.
rewrite (subr0_eq e) {e z}.
elim: cs H => // c cs IH [Hc /IH E].
have -> : denm (msum (c :: cs)) = denm (cme c) + denm (msum cs) by [].
rewrite E addr0 {E IH}.
case: c Hc => [i' j' l f r|f r|i' j' k l f r o] e.
- have -> : denm (cme (CM l f r)) = denm l *m denm f *m denm r by [].
  by rewrite (e : denm f = 0) mulmx0 mul0mx.
- have -> : denm (cme (CS f r)) = dens f *: denm r by [].
  by rewrite (e : dens f = 0) scale0r.
- have -> : denm (cme (CTM l f r o)) = \tr (denm l *m denm f *m denm r) *: denm o by [].
  by rewrite (e : denm f = 0) mulmx0 mul0mx mxtrace0 scale0r.
Qed.
Theorem settle_s (g : sexpr) (cs : seq cofs) :
  szero h (SAdd g (SOpp (ssum cs))) = true -> each sfact cs -> dens g = 0.
Proof.
move=> z H; have e : dens g - dens (ssum cs) = 0 := szero_eq0 wf z.
rewrite (subr0_eq e) {e z}.
elim: cs H => // c cs IH [Hc /IH E].
have -> : dens (ssum (c :: cs)) = dens (cse c) + dens (ssum cs) by [].
rewrite E addr0 {E IH}.
case: c Hc => [i' j' k o l f r|f r] e.
- have -> : dens (cse (CT o l f r)) = dens o * \tr (denm l *m denm f *m denm r) by [].
  by rewrite (e : denm f = 0) mulmx0 mul0mx mxtrace0 mulr0.
- have -> : dens (cse (CSS f r)) = dens f * dens r by [].
  by rewrite (e : dens f = 0) mul0r.
Qed.
Lemma tr_sq_ge0 m n (A : 'M[R]_(m, n)) : 0 <= \tr (A^T *m A).
Proof.
rewrite /mxtrace; apply: sumr_ge0 => i _; rewrite mxE; apply: sumr_ge0 => k _.
by rewrite mxE -expr2 sqr_ge0.
Qed.
Lemma tr_sq_eq0 m n (A : 'M[R]_(m, n)) : \tr (A^T *m A) = 0 -> A = 0.
Proof.
rewrite /mxtrace => /eqP; rewrite psumr_eq0 => [/allP H|i _]; last first.
  by rewrite mxE; apply: sumr_ge0 => k _; rewrite mxE -expr2 sqr_ge0.
apply/matrixP => k i; have := H i; rewrite mem_index_enum => /(_ isT) /=.
rewrite mxE psumr_eq0 => [/allP /(_ k)|l _]; last by rewrite mxE -expr2 sqr_ge0.
by rewrite mem_index_enum => /(_ isT) /=; rewrite !mxE -expr2 sqrf_eq0 => /eqP.
Qed.
Lemma sqe_ge0 q : 0 <= dens (weight q) -> 0 <= dens (sqe q).
Proof.
case: q => [i j w a|w x] H.
- have -> : dens (sqe (SqM w a)) = dens w * \tr ((denm a)^T *m denm a) by [].
  exact: mulr_ge0 H (tr_sq_ge0 _).
- have -> : dens (sqe (SqS w x)) = dens w * dens x ^+ 2 by [].
  exact: mulr_ge0 H (sqr_ge0 _).
Qed.
Lemma sq_ge0 qs : each (fun q => 0 <= dens (weight q)) qs -> 0 <= dens (sqsum qs).
Proof.
elim: qs => // q qs IH [Hq /IH le].
have -> : dens (sqsum (q :: qs)) = dens (sqe q) + dens (sqsum qs) by [].
apply: addr_ge0 le; exact: sqe_ge0.
Qed.
Lemma sq_eq0 qs : each (fun q => 0 < dens (weight q)) qs -> dens (sqsum qs) = 0 -> each sqfact qs.
Proof.
elim: qs => // q qs IH [Hq Hs].
have -> : dens (sqsum (q :: qs)) = dens (sqe q) + dens (sqsum qs) by [].
have qs0 : each (fun q => 0 <= dens (weight q)) qs by elim: qs Hs {IH} => //= a l IH [/ltW ? /IH].
move/eqP; rewrite paddr_eq0 ?sq_ge0 ?sqe_ge0 // ?(ltW Hq) // => /andP [/eqP e1 /eqP /(IH Hs)]; split=> //.
case: q Hq e1 {qs0 IH Hs} => [i j w a|w x] /lt0r_neq0 w0.
- have -> : dens (sqe (SqM w a)) = dens w * \tr ((denm a)^T *m denm a) by [].
  by move/eqP; rewrite mulf_eq0 (negbTE (w0 : dens w != 0)) /= => /eqP /tr_sq_eq0.
- have -> : dens (sqe (SqS w x)) = dens w * dens x ^+ 2 by [].
  by move/eqP; rewrite mulf_eq0 (negbTE (w0 : dens w != 0)) /= sqrf_eq0 => /eqP.
Qed.
Theorem settle_ge (g : sexpr) (qs : seq sq) (cs : seq cofs) :
  szero h (SAdd (SAdd g (SOpp (sqsum qs))) (SOpp (ssum cs))) = true ->
  each (fun q => 0 <= dens (weight q)) qs -> each sfact cs -> 0 <= dens g.
Proof.
move=> z /sq_ge0 le H; have e : dens g - dens (sqsum qs) = 0 := settle_s z H.
by rewrite (subr0_eq e).
Qed.
Theorem settle_sq (qs : seq sq) (cs : seq cofs) :
  szero h (SAdd (sqsum qs) (SOpp (ssum cs))) = true ->
  each (fun q => 0 < dens (weight q)) qs -> each sfact cs -> each sqfact qs.
Proof. by move=> z lt H; apply: sq_eq0 => //; exact: settle_s z H. Qed.
End Checks.

Section Use.
Variable R : realFieldType.
Lemma sub0 (V : zmodType) (a b : V) : a = b -> a - b = 0. Proof. by move=> ->; rewrite subrr. Qed.
Lemma eq0 (V : zmodType) (a b : V) : a - b = 0 -> a = b. Proof. by move/eqP; rewrite subr_eq0 => /eqP. Qed.
Lemma tr0 m n (A : 'M[R]_(m, n)) : A = 0 -> A^T = 0. Proof. by move=> ->; rewrite trmx0. Qed.
Lemma gt0 (a b : R) : a > b -> 0 < a - b. Proof. by rewrite subr_gt0. Qed.
Lemma ge0 (a b : R) : a >= b -> 0 <= a - b. Proof. by rewrite subr_ge0. Qed.
Lemma ne0 (a b : R) : a != b -> a - b != 0. Proof. by rewrite subr_eq0. Qed.
Lemma ge0_ (a b : R) : 0 <= a - b -> a >= b. Proof. by rewrite subr_ge0. Qed.
Lemma gt0_ (a b : R) : 0 < a - b -> a > b. Proof. by rewrite subr_gt0. Qed.
Lemma ne0_ (a b : R) : a - b != 0 -> a != b. Proof. by rewrite subr_eq0. Qed.
Lemma absurd_s (a b : R) : a - b != 0 -> a <> b. Proof. by rewrite subr_eq0 => /eqP. Qed.
Lemma absurd_m m n (A B : 'M[R]_(m, n)) : A - B <> 0 -> A <> B. Proof. by move=> N /sub0. Qed.
Lemma absurd_ge (a b : R) : a - b < 0 -> ~ (a >= b). Proof. by rewrite subr_lt0 => lt; rewrite leNgt lt. Qed.
Lemma neg_neq0 (a : R) : 0 < a -> - a != 0. Proof. by rewrite oppr_eq0; exact: lt0r_neq0. Qed.
Lemma ge0_eq (a b : R) : a - b = 0 -> 0 <= b -> 0 <= a. Proof. by move/subr0_eq ->. Qed.
Lemma gt_ne (a : R) : 0 < a -> a != 0. Proof. exact: lt0r_neq0. Qed.
Lemma scale_eq0 (V : lmodType R) (a : R) (v : V) : a != 0 -> a *: v = 0 -> v = 0.
Proof. by move=> a0 /eqP; rewrite scaler_eq0 (negbTE a0) => /eqP. Qed.
Lemma mul_eq0 (a v : R) : a != 0 -> a * v = 0 -> v = 0.
Proof. by move=> a0 /eqP; rewrite mulf_eq0 (negbTE a0) => /eqP. Qed.
Lemma ones_fact n : \tr ((const_mx 1 : 'cV[R]_n)^T *m const_mx 1) - n%:R = 0.
Proof.
apply: sub0; rewrite trace_mx11 !mxE; under eq_bigr do rewrite !mxE mulr1.
by rewrite sumr_const card_ord.
Qed.
Lemma dim_gt0 n : (0 < n)%N -> 0 < n%:R :> R. Proof. by rewrite ltr0n. Qed.
Lemma dim_ge1 n : (0 < n)%N -> 0 <= n%:R - 1 :> R. Proof. by rewrite subr_ge0 ler1n. Qed.
Lemma dim_inv n : (0 < n)%N -> 0 < n%:R^-1 :> R. Proof. by rewrite invr_gt0 ltr0n. Qed.
Lemma exp_neq0 (a : R) k : a != 0 -> a ^+ k != 0. Proof. exact: expf_neq0. Qed.
Lemma half_gt0 (a b : nat) : 0 < a.+1%:R * b.+1%:R^-1 :> R. Proof. by rewrite divr_gt0 ?ltr0Sn. Qed.
Lemma inv_gt0 (b : nat) : 0 < b.+1%:R^-1 :> R. Proof. by rewrite invr_gt0 ltr0Sn. Qed.
End Use.
