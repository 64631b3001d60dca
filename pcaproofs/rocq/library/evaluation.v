(* Expressions at matrices of rationals: what counterexamples are computed    *)
(* with.                                                                      *)
(*                                                                            *)
(*   qmatrix == a matrix of rationals as a list of rows; entries that are     *)
(*       missing are 0                                                        *)
(*   mx_of m n A == the m x n matrix over a field that it stands for          *)
(*   evm, evs == the value of an expression, where vs and qs are the values   *)
(*       of the variables, cs the codes of their dimensions                   *)
(*   values ms vs == the matrices ms are those that vs stands for             *)
(*   evm_sound, evs_sound == an expression means what its value stands for    *)
(*   apart == two problems with different optimisers, by a choice that is     *)
(*       best for one and, as not_min and not_max say, not for the other      *)
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Definition qmatrix := seq (seq Q).
Definition table (m n : nat) (f : nat -> nat -> Q) : qmatrix :=
  [seq [seq f i j | j <- iota 0 n] | i <- iota 0 m].
Definition entry (A : qmatrix) (i j : nat) : Q := nth (qnat 0) (nth [::] A i) j.
Definition qinv (a : Q) : Q := QArith_base.Qinv a.
Definition qpositive (a : Q) : bool := if QArith_base.Qnum a is BinNums.Zpos _
  then true else false.
Definition qnonnegative (a : Q) : bool := if QArith_base.Qnum a is BinNums.Zneg
  _ then false else true.

Section Values.
Variables (ds : seq nat) (cs : seq (nat * nat)) (vs : seq qmatrix) (qs : seq Q).
Local Notation d := (dim ds).

Definition evb (b : base) : Q := match b with BDim i => qnat (d i) | BVar k =>
  nth (qnat 0) qs k | BNat n => qnat n | BBin b => qbin b end.

Fixpoint evm (i j : nat) (e : mexpr i j) : qmatrix :=
  match e with
  | MVar i j k => if nth (0, 0)%N cs k == (i, j) then nth [::] vs k else [::]
  | MZero _ _ => [::]
  | MId i => table (d i) (d i) (fun x y => qnat (x == y))
  | MAdd i j a b => let A := evm a in let B :=
    evm b in table (d i) (d j) (fun x y => qadd (entry A x y) (entry B x y))
  | MOpp i j a => let A := evm a in table (d i) (d j)
    (fun x y => qopp (entry A x y))
  | MMul i j k a b => let A := evm a in let B := evm b in
      table (d i) (d k) (fun x y => foldr (fun z s =>
        qadd (qmul (entry A x z) (entry B z y)) s) (qnat 0) (iota 0 (d j)))
  | MTr i j a => let A := evm a in table (d j) (d i) (fun x y => entry A y x)
  | MScale i j s a => let q := evs s in let A :=
    evm a in table (d i) (d j) (fun x y => qmul q (entry A x y))
  end
with evs (s : sexpr) : Q :=
  match s with
  | SBase b => evb b
  | SInv b => qinv (evb b)
  | SZero => qnat 0
  | SOne => qnat 1
  | SAdd a b => qadd (evs a) (evs b)
  | SOpp a => qopp (evs a)
  | SMul a b => qmul (evs a) (evs b)
  | SExp a k => let q := evs a in iter k (qmul q) (qnat 1)
  | STrace i a => let A := evm a in foldr
    (fun z s => qadd (entry A z z) s) (qnat 0) (iota 0 (d i))
  | SElt a => entry (evm a) 0 0
  end.

Definition mzero_at i j (e : mexpr i j) : bool := all (all qzero) (evm e).

End Values.

Section Soundness.
Variables (R : realFieldType) (ds : seq nat) (cs : seq (nat * nat))
  (vs : seq qmatrix) (qs : seq Q).
Variable ms : seq (letter_of R ds).
Local Notation d := (dim ds).
Local Notation q2r := (q2r R).
Local Notation ss := (map q2r qs).

Definition mx_of m n (A : qmatrix) : 'M[R]_(m, n) :=
  \matrix_(i, j) q2r (entry A i j).

Fixpoint values (ms : seq (letter_of R ds)) (cs : seq (nat * nat))
  (vs : seq qmatrix) : Prop :=
  match ms, cs, vs with
  | a :: ms', c :: cs', v :: vs' => [/\ c = (lrow a, lcol a), lmx a =
    mx_of _ _ v & values ms' cs' vs']
  | [::], [::], [::] => True
  | _, _, _ => False
  end.

Lemma q2r0 : q2r (qnat 0) = 0. Proof. exact: q2r_nat. Qed.

Lemma mx_of0 m n : mx_of m n [::] = 0.
Proof. by apply/matrixP => i j; rewrite !mxE /entry !nth_nil q2r0. Qed.

Lemma mx_table m n f : mx_of m n (table m n f) = \matrix_(i, j) q2r (f i j).
Proof.
apply/matrixP => i j; rewrite !mxE /entry /table (nth_map 0%N) ?size_iota //
  (nth_map 0%N) ?size_iota //.
by rewrite !nth_iota.
Qed.

Lemma q2r_sum (f : nat -> Q) n : q2r (foldr
  (fun z s => qadd (f z) s) (qnat 0) (iota 0 n)) = \sum_(i < n) q2r (f i).
Proof.
rewrite -(big_mkord xpredT (fun i => q2r (f i))) /index_iota subn0.
elim: (iota 0 n) => [|i s IH] /=; first by rewrite big_nil q2r0.
by rewrite big_cons q2rD IH.
Qed.

Lemma q2r_inv a : q2r (qinv a) = (q2r a)^-1.
Proof.
case: a => [[|p|p] b]; rewrite /normal_forms.q2r /qinv /QArith_base.Qinv /=
  ?mul0r ?invr0 ?mul0r //.
  by rewrite invf_div.
by rewrite !mulNr invrN invf_div.
Qed.

Lemma nateq_refl i : exists e : i = i, nateq i i = Some e.
Proof. by elim: i => [|i [e IH]] /=; [exists erefl | exists (f_equal S e);
  rewrite IH]. Qed.

Lemma nateq_neq i j : i != j -> nateq i j = None.
Proof. by elim: i j => [|i IH] [|j] //=; rewrite eqSS => /IH ->. Qed.

Lemma recast_id i j (A : 'M[R]_(d i, d j)) : recast i j A = A.
Proof.
rewrite /recast; have [e ->] := nateq_refl i; have [e' ->] := nateq_refl j.
by rewrite (eq_irrelevance e erefl) (eq_irrelevance e' erefl).
Qed.

Lemma menv_values : values ms cs vs -> forall i j k,
  menv ms i j k = mx_of (d i) (d j) (if nth (0, 0)%N cs k == (i, j) then nth
    [::] vs k else [::]).
Proof.
move=> H i j k; rewrite /menv; elim: ms cs vs k H =>
  [|a l IH] [|c cs'] [|v vs'] // k.
  by rewrite !nth_nil if_same mx_of0.
move=> [E V H]; case: k => [|k]; last exact: IH.
rewrite drop0 /= E; case: a E V => i' j' A /= _ ->.
case: eqP => [[-> ->]|N]; first exact: recast_id.
rewrite mx_of0 /recast; case: (eqVneq i' i) N => [->|ni] N;
  last by rewrite nateq_neq.
by case: (eqVneq j' j) N => [->|nj] //; rewrite (nateq_neq nj); case: nateq.
Qed.

Hypothesis given : values ms cs vs.
Local Notation evm := (evm ds cs vs qs).
Local Notation evs := (evs ds cs vs qs).

Lemma evb_sound b : denb ds ss b = q2r (evb ds qs b).
Proof.
case: b => [i|k|n|b] /=; rewrite ?q2r_nat //; last by rewrite q2r_bin /binary -lock.
rewrite /senv; case: (ltnP k (size qs)) => h.
  by rewrite (nth_map (qnat 0)).
by rewrite !nth_default ?size_map // q2r0.
Qed.

Local Notation D := (denm ms ss).

Lemma ev_sound :
  (forall i j (e : mexpr i j), denm ms ss e = mx_of (d i) (d j) (evm e)) /\
    (forall s, dens ms ss s = q2r (evs s)).
Proof.
apply: expr_mut.
- by move=> i j k; exact: menv_values.
- by move=> i j; rewrite -[evm (MZero i j)]/[::] mx_of0.
- move=> i; rewrite -[evm (MId i)]/(table (d i) (d i)
  (fun x y => qnat (x == y))) mx_table.
  by apply/matrixP => x y; rewrite !mxE q2r_nat.
- move=> i j a IHa b IHb; rewrite -[LHS]/(D a + D b) IHa IHb.
  rewrite -[evm (MAdd a b)]/(table (d i) (d j)
    (fun x y => qadd (entry (evm a) x y) (entry (evm b) x y))) mx_table.
  by apply/matrixP => x y; rewrite !mxE q2rD.
- move=> i j a IHa; rewrite -[LHS]/(- D a) IHa.
  rewrite -[evm (MOpp a)]/(table (d i) (d j)
    (fun x y => qopp (entry (evm a) x y))) mx_table.
  by apply/matrixP => x y; rewrite !mxE q2rN.
- move=> i j k a IHa b IHb; rewrite -[LHS]/(D a *m D b) IHa IHb.
  pose f x y z := qmul (entry (evm a) x z) (entry (evm b) z y).
  rewrite -[evm (MMul a b)]/(table (d i) (d k) (fun x y => foldr
    (fun z s => qadd (f x y z) s) (qnat 0) (iota 0 (d j)))).
  rewrite mx_table; apply/matrixP => x y; rewrite !mxE (q2r_sum (f x y)).
  by apply: eq_bigr => z _; rewrite !mxE q2rM.
- move=> i j a IHa; rewrite -[LHS]/(D a)^T IHa.
  rewrite -[evm (MTr a)]/(table (d j) (d i) (fun x y => entry (evm a) y x))
    mx_table.
  by apply/matrixP => x y; rewrite !mxE.
- move=> i j s IHs a IHa; rewrite -[LHS]/(dens ms ss s *: D a) IHs IHa.
  rewrite -[evm (MScale s a)]/(table (d i) (d j)
    (fun x y => qmul (evs s) (entry (evm a) x y))) mx_table.
  by apply/matrixP => x y; rewrite !mxE q2rM.
- exact: evb_sound.
- by move=> b; rewrite -[evs (SInv b)]/(qinv (evb ds qs b)) q2r_inv -evb_sound.
- by rewrite -[LHS]/(0 : R) -[evs SZero]/(qnat 0) q2r0.
- by rewrite -[evs SOne]/(qnat 1) q2r_nat.
- by move=> a IHa b IHb; rewrite -[LHS]/(dens ms ss a + dens ms ss b) IHa IHb
  -q2rD.
- by move=> a IHa; rewrite -[LHS]/(- dens ms ss a) IHa -q2rN.
- by move=> a IHa b IHb; rewrite -[LHS]/(dens ms ss a * dens ms ss b) IHa IHb
  -q2rM.
- move=> a IHa k; rewrite -[LHS]/(dens ms ss a ^+ k) IHa -[evs (SExp a k)]/(iter
  k (qmul (evs a)) (qnat 1)).
  by elim: k => [|k IH] /=; [rewrite q2r_nat | rewrite exprS IH q2rM].
- move=> i a IHa; rewrite -[LHS]/(\tr (D a)) IHa.
  rewrite -[evs (STrace a)]/(foldr (fun z s => qadd (entry (evm a) z z) s) (qnat
    0) (iota 0 (d i))).
  by rewrite (q2r_sum (fun z => entry (evm a) z z)); apply: eq_bigr => z _;
    rewrite !mxE.
- by move=> a IHa; rewrite -[LHS]/((D a : 'M_1) 0 0) IHa !mxE.
Qed.

Lemma q2r_gt0 a : qpositive a -> 0 < q2r a.
Proof. by case: a => [[|p|p] b] //= _; rewrite divr_gt0 // lt0r p2r_neq0 ler0n.
  Qed.

Lemma q2r_ge0 a : qnonnegative a -> 0 <= q2r a.
Proof. by case: a => [[|p|p] b] //= _; rewrite ?divr_ge0 ?ler0n. Qed.

(* A comparison at these values, as Boolean tests. *)
Lemma zero_m i j (e : mexpr i j) : mzero_at ds cs vs qs e -> denm ms ss e = 0.
Proof.
move=> /(all_nthP [::]) z; rewrite ev_sound.1; apply/matrixP => x y;
  rewrite !mxE /entry.
case: (ltnP x (size (evm e))) => hx; last by rewrite [nth [::] _ _]nth_default
  // nth_nil q2r0.
case: (ltnP y (size (nth [::] (evm e) x))) => hy; last by rewrite nth_default //
  q2r0.
by apply: q2r_zero; move/(all_nthP (qnat 0)): (z _ hx); exact.
Qed.

Lemma nonzero_m i j (x : 'I_(d i)) (y : 'I_(d j)) (e : mexpr i j) :
  ~~ qzero (entry (evm e) x y) -> denm ms ss e <> 0.
Proof.
move=> z; rewrite ev_sound.1 => /matrixP /(_ x y); rewrite !mxE => E; move: z.
case: (entry _ _ _) E => [[|p|p] b] //= /eqP;
  rewrite /normal_forms.q2r /= ?mulNr ?oppr_eq0 mulf_eq0 invr_eq0.
  by rewrite !(negbTE (p2r_neq0 _ _)).
by rewrite !(negbTE (p2r_neq0 _ _)).
Qed.

Lemma zero_s s : qzero (evs s) -> dens ms ss s = 0.
Proof. by rewrite ev_sound.2; exact: q2r_zero. Qed.

Lemma positive_s s : qpositive (evs s) -> 0 < dens ms ss s.
Proof. by rewrite ev_sound.2; exact: q2r_gt0. Qed.

Lemma nonnegative_s s : qnonnegative (evs s) -> 0 <= dens ms ss s.
Proof. by rewrite ev_sound.2; exact: q2r_ge0. Qed.

Lemma negative_s s : qpositive (qopp (evs s)) -> dens ms ss s < 0.
Proof. by move=> /q2r_gt0; rewrite q2rN -ev_sound.2 oppr_gt0. Qed.

Lemma nonzero_s s : ~~ qzero (evs s) -> dens ms ss s != 0.
Proof.
rewrite ev_sound.2; case: (evs s) => [[|p|p] b] //= _;
  rewrite /normal_forms.q2r /= ?mulNr ?oppr_eq0 mulf_eq0 invr_eq0.
  by rewrite !(negbTE (p2r_neq0 _ _)).
by rewrite !(negbTE (p2r_neq0 _ _)).
Qed.

End Soundness.

Section Letters.
Variable R : realFieldType.

Lemma ones_value n : ('1_n : 'cV[R]_n) = mx_of R n 1 (table n 1
  (fun _ _ => qnat 1)).
Proof. by rewrite mx_table; apply/matrixP => i j; rewrite !mxE q2r_nat. Qed.

Lemma basis_value n (i : 'I_n) : ('e_i : 'cV[R]_n) = mx_of R n 1 (table n 1
  (fun x _ => qnat (x == i))).
Proof. by rewrite mx_table; apply/matrixP => x j;
  rewrite !mxE q2r_nat [j]ord1 eqxx andbT. Qed.

Lemma psd_square n (A F : 'M[R]_n) : A - F^T *m F = 0 -> psd A.
Proof.
move=> /subr0_eq ->; split=> [|x]; first by rewrite trmx_mul trmxK.
have -> : x^T *m (F^T *m F) *m x = (F *m x)^T *m (F *m x) by rewrite trmx_mul
  !mulmxA.
by rewrite -trace_mx11; exact: tr_sq_ge0.
Qed.

End Letters.

(* Two problems that have not the same optimisers *)
Lemma apart (A B : Prop) : (A <-> B) -> A -> ~ B -> False.
Proof. by move=> AB a nb; apply/nb/AB. Qed.

Section Rivals.
Variables (R : realFieldType) (T : Type) (P : T -> Prop) (f : T -> R).
Implicit Types x y : T.

Lemma not_min x y : P y -> f x > f y -> ~ is_min P f x.
Proof. by move=> Py lt [_ /(_ y Py)]; rewrite leNgt lt. Qed.

Lemma not_max x y : P y -> f y > f x -> ~ is_max P f x.
Proof. by move=> Py lt [_ /(_ y Py)]; rewrite leNgt lt. Qed.

Lemma min_bound (a b v : R) : a = v -> b >= v -> a <= b. Proof. by move=> ->. Qed.

Lemma max_bound (a b v : R) : a = v -> v >= b -> b <= a. Proof. by move=> ->. Qed.
End Rivals.
