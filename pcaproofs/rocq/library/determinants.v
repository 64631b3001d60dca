(* Theorems about determinants that statements rest on besides MathComp's own: *)
(*   det_opp == of -A                                                         *)
(*   det_sylvester == det (1 + U V) = det (1 + V U)                           *)
(*   det_rank1 == det (1 + u w) = 1 + w u of a column u and a row w           *)
(*   det_update1 == det (A + u w) = det A * (1 + w B u) where A B = 1         *)
(*   adj_mulmx_scaled, mulmx_adj_scaled == adj(A) A = A adj(A) = det A * 1    *)
(*   det2_traces, cayley2, adj2 == determinant, equation of Cayley and        *)
(*       Hamilton and adjugate of size 2                                      *)
(*   det3_traces == the determinant of size 3 by traces of powers             *)
(* The tactic ring needs a declared ring, so its identities are shown of any  *)
(* ring_theory first.                                                         *)
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Commutative.
Variables (T : Type) (zero one : T) (add mul sub : T -> T -> T) (opp : T -> T).
Hypothesis commutes : Ring_theory.ring_theory zero one add mul sub opp eq.
Add Ring commutative : commutes.
Local Infix "+" := add.
Local Infix "*" := mul.
Local Infix "-" := sub.

Lemma traces_2 a b c d : (a * d - b * c) + (a * d - b * c) =
  (a + d) * (a + d) - ((a * a + b * c) + (c * b + d * d)).
Proof. ring. Qed.

Lemma cayley_00 a b c d :
  (a * a + b * c) + (a * d - b * c) * one - (a + d) * a = zero.
Proof. ring. Qed.

Lemma cayley_01 a b c d :
  (a * b + b * d) + (a * d - b * c) * zero - (a + d) * b = zero.
Proof. ring. Qed.

Lemma cayley_10 a b c d :
  (c * a + d * c) + (a * d - b * c) * zero - (a + d) * c = zero.
Proof. ring. Qed.

Lemma cayley_11 a b c d :
  (c * b + d * d) + (a * d - b * c) * one - (a + d) * d = zero.
Proof. ring. Qed.
Lemma traces_3 a b c d e f g h i :
  let det := a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) in
  let t := a + e + i in
  let s := (a * a + b * d + c * g) + (d * b + e * e + f * h) +
    (g * c + h * f + i * i) in
  let q := ((a * a + b * d + c * g) * a + (a * b + b * e + c * h) * d +
      (a * c + b * f + c * i) * g) +
    ((d * a + e * d + f * g) * b + (d * b + e * e + f * h) * e +
      (d * c + e * f + f * i) * h) +
    ((g * a + h * d + i * g) * c + (g * b + h * e + i * h) * f +
      (g * c + h * f + i * i) * i) in
  det + det + det + (det + det + det) + (t * s + t * s + t * s) =
  t * t * t + (q + q).
Proof. by move=> /=; ring. Qed.
End Commutative.

Section Determinants.
Variable R : realFieldType.

Lemma det_opp n (A : 'M[R]_n) : \det (- A) = (- 1) ^+ n * \det A.
Proof. by rewrite -scaleN1r detZ. Qed.

Lemma det_sylvester m n (U : 'M[R]_(m, n)) (V : 'M[R]_(n, m)) :
  \det (1%:M + U *m V) = \det (1%:M + V *m U).
Proof.
have E1 : block_mx 1%:M (- U) V 1%:M *m block_mx 1%:M U 0 1%:M =
    block_mx 1%:M 0 V (1%:M + V *m U).
  by rewrite mulmx_block !(mul1mx, mulmx1, mulmx0, addr0) subrr addrC.
have E2 : block_mx 1%:M U 0 1%:M *m block_mx 1%:M (- U) V 1%:M =
    block_mx (1%:M + U *m V) 0 V 1%:M.
  by rewrite mulmx_block !(mul1mx, mulmx1, mul0mx, add0r) addNr.
have := det_mulmx (block_mx 1%:M (- U) V 1%:M) (block_mx 1%:M U 0 1%:M).
by rewrite mulrC -det_mulmx E1 E2 !det_lblock !det1 mul1r mulr1.
Qed.

Lemma det_rank1 n (u : 'cV[R]_n) (w : 'rV[R]_n) :
  \det (1%:M + u *m w) = 1 + (w *m u) 0 0.
Proof. by rewrite det_sylvester [LHS]det_mx11 !mxE eqxx. Qed.

Lemma det_update1 n (A B : 'M[R]_n) (u : 'cV[R]_n) (w : 'rV[R]_n) :
  A *m B = 1%:M -> \det (A + u *m w) = \det A * (1 + (w *m B *m u) 0 0).
Proof.
move=> AB; rewrite -mulmxA -det_rank1 -det_mulmx mulmxDr mulmx1.
by rewrite !mulmxA AB mul1mx.
Qed.

Lemma adj_mulmx_scaled n (A : 'M[R]_n) : \adj A *m A = \det A *: 1%:M.
Proof. by rewrite mul_adj_mx scalemx1. Qed.

Lemma mulmx_adj_scaled n (A : 'M[R]_n) : A *m \adj A = \det A *: 1%:M.
Proof. by rewrite mul_mx_adj scalemx1. Qed.

Lemma ring_of_field :
  Ring_theory.ring_theory (0 : R) 1 +%R *%R (fun a b => a - b) -%R eq.
Proof.
split=> *; rewrite ?add0r ?addrA ?mul1r ?mulrA ?mulrDl ?subrr //.
- exact: addrC.
- exact: mulrC.
Qed.

Lemma ord2 (k : 'I_2) : k = 0 \/ k = 1.
Proof. by case: k => -[|[|]] // ?; [left | right]; apply/val_inj. Qed.

Lemma lift2 : (lift 0 0 = 1 :> 'I_2) * (lift 1 0 = 0 :> 'I_2).
Proof. by split; apply/val_inj. Qed.

Lemma sum_ord2 (f : 'I_2 -> R) : \sum_i f i = f 0 + f 1.
Proof.
by rewrite !big_ord_recl big_ord0 addr0; congr (_ + f _); apply/val_inj.
Qed.

Lemma det2_entries (A : 'M[R]_2) : \det A = A 0 0 * A 1 1 - A 0 1 * A 1 0.
Proof.
rewrite (expand_det_row _ 0) sum_ord2 /cofactor !det_mx11 !mxE !lift2 /=.
by rewrite expr0 expr1 mul1r mulN1r mulrN.
Qed.

Lemma det2_traces (A : 'M[R]_2) :
  \det A + \det A = \tr A * \tr A - \tr (A *m A).
Proof.
rewrite det2_entries /mxtrace !sum_ord2 !mxE !sum_ord2.
exact: traces_2 ring_of_field _ _ _ _.
Qed.

Lemma cayley2 (A : 'M[R]_2) : A *m A + \det A *: 1%:M - \tr A *: A = 0.
Proof.
rewrite det2_entries /mxtrace !sum_ord2.
apply/matrixP => i j; rewrite !mxE sum_ord2.
case: (ord2 i) => ->; case: (ord2 j) => -> /=; rewrite ?mulr1n ?mulr0n.
- exact: cayley_00 ring_of_field _ _ _ _.
- exact: cayley_01 ring_of_field _ _ _ _.
- exact: cayley_10 ring_of_field _ _ _ _.
- exact: cayley_11 ring_of_field _ _ _ _.
Qed.

Lemma adj2 (A : 'M[R]_2) : \adj A = \tr A *: 1%:M - A.
Proof.
rewrite /mxtrace sum_ord2; apply/matrixP => i j.
rewrite !mxE /cofactor det_mx11 !mxE.
by case: (ord2 i) => ->; case: (ord2 j) => ->; rewrite ?lift2 /= ?mulr1 ?mulr0
  ?expr0 ?expr1 ?mul1r ?mulN1r ?sub0r ?addrK ?[_ + A 1 1]addrC ?addrK ?sqrrN
  ?expr1n ?mul1r.
Qed.

Lemma sum_ord3 (f : 'I_3 -> R) : \sum_i f i = f 0 + f 1 + f (inord 2).
Proof.
rewrite !big_ord_recl big_ord0 addr0 addrA.
by congr (_ + f _ + f _); apply/val_inj; rewrite /= ?inordK.
Qed.

Lemma lift3 : (lift 0 0 = 1 :> 'I_3) * (lift 0 1 = inord 2 :> 'I_3) *
  ((lift 1 0 = 0 :> 'I_3) * (lift 1 1 = inord 2 :> 'I_3)) *
  ((lift (inord 2) 0 = 0 :> 'I_3) * (lift (inord 2) 1 = 1 :> 'I_3)).
Proof. by do !split; apply/val_inj; rewrite /= /bump ?inordK. Qed.

Lemma det3_entries (A : 'M[R]_3) : let k : 'I_3 := inord 2 in
  \det A = A 0 0 * (A 1 1 * A k k - A 1 k * A k 1) -
    A 0 1 * (A 1 0 * A k k - A 1 k * A k 0) +
    A 0 k * (A 1 0 * A k 1 - A 1 1 * A k 0).
Proof.
rewrite /= (expand_det_row _ 0) sum_ord3 /cofactor !det2_entries !mxE !lift3.
rewrite inordK //= expr0 expr1; have -> : (- 1) ^+ (0 + 2) = 1 :> R by rewrite sqrrN expr1n.
by rewrite !mul1r mulN1r mulrN.
Qed.

Lemma det3_traces (A : 'M[R]_3) :
  \det A + \det A + \det A + (\det A + \det A + \det A) +
    (\tr A * \tr (A *m A) + \tr A * \tr (A *m A) + \tr A * \tr (A *m A)) =
  \tr A * \tr A * \tr A + (\tr (A *m A *m A) + \tr (A *m A *m A)).
Proof.
rewrite det3_entries /mxtrace; do 3![rewrite !sum_ord3 ?mxE].
exact: (traces_3 ring_of_field).
Qed.

End Determinants.
