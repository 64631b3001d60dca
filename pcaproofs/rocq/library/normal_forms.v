(* An expression and its normal form mean the same.                           *)
(*                                                                            *)
(*   letter_of R ds == a matrix over R with the codes of its dimensions,      *)
(*       which ds gives                                                       *)
(*   denm ms ss, dens ms ss == what an expression means, where ms and ss      *)
(*       are the values of the variables; it is convertible to the same       *)
(*       expression in MathComp's own notation                                *)
(*   pad A == A as the upper left block of one large square matrix, so that   *)
(*       words of any shape multiply                                          *)
(*   well_formed == what the hints say holds of the values                    *)
(*   mzero_eq0, szero_eq0 == an expression whose normal form is empty is      *)
(*       zero                                                                 *)
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rationals.
Variable R : numFieldType.
Import BinNums.
Definition p2r (p : positive) : R := (BinPos.Pos.to_nat p)%:R.
Definition z2r (z : Z) : R := match z with Z0 => 0 | Zpos p => p2r p | Zneg p =>
  - p2r p end.
Definition q2r (q : Q) : R := z2r (QArith_base.Qnum q) / p2r (QArith_base.Qden
  q).

Lemma p2r_neq0 p : p2r p != 0.
Proof.
rewrite /p2r pnatr_eq0 -lt0n; apply/ltP; exact: Pnat.Pos2Nat.is_pos.
Qed.

Lemma p2rM p q : p2r (BinPos.Pos.mul p q) = p2r p * p2r q.
Proof. by rewrite /p2r Pnat.Pos2Nat.inj_mul -natrM. Qed.

Lemma p2rD p q : p2r (BinPos.Pos.add p q) = p2r p + p2r q.
Proof. by rewrite /p2r Pnat.Pos2Nat.inj_add -natrD. Qed.

Lemma z2rM a b : z2r (BinInt.Z.mul a b) = z2r a * z2r b.
Proof.
by case: a => [|p|p]; case: b => [|q|q] //=; rewrite ?mul0r ?mulr0 ?p2rM ?mulrN
  ?mulNr ?opprK.
Qed.

Lemma z2r_sub p q : z2r (BinInt.Z.pos_sub p q) = p2r p - p2r q.
Proof.
case: (BinInt.Z.pos_sub_spec p q); case: (BinPos.Pos.compare_spec p q) =>
  [->|lt|lt] -> /=.
- by rewrite subrr.
- have h : p2r q = p2r p + p2r (BinPos.Pos.sub q p).
    by rewrite -p2rD BinPos.Pos.add_comm BinPos.Pos.sub_add.
  by rewrite h opprD addrA subrr add0r.
- have h : p2r p = p2r q + p2r (BinPos.Pos.sub p q).
    by rewrite -p2rD BinPos.Pos.add_comm BinPos.Pos.sub_add.
  by rewrite h addrAC subrr add0r.
Qed.

Lemma z2rD a b : z2r (BinInt.Z.add a b) = z2r a + z2r b.
Proof.
case: a => [|p|p]; case: b => [|q|q] //=; rewrite ?add0r ?addr0 ?p2rD ?z2r_sub
  ?opprD //.
by rewrite addrC.
Qed.

Lemma q2r_eq a b : QArith_base.Qeq a b -> q2r a = q2r b.
Proof.
rewrite /QArith_base.Qeq /q2r => /(congr1 z2r); rewrite !z2rM /= => h.
apply/eqP; rewrite eqr_div ?p2r_neq0 //; exact/eqP.
Qed.

Lemma q2rM a b : q2r (qmul a b) = q2r a * q2r b.
Proof.
rewrite /qmul (q2r_eq (Qreduction.Qred_correct _)) /q2r /= z2rM p2rM.
by rewrite invfM mulrACA.
Qed.

Lemma q2rD a b : q2r (qadd a b) = q2r a + q2r b.
Proof.
rewrite /qadd (q2r_eq (Qreduction.Qred_correct _)) /q2r /= z2rD !z2rM p2rM /=.
by rewrite addf_div ?p2r_neq0.
Qed.

Lemma q2rN a : q2r (qopp a) = - q2r a.
Proof. by case: a => [[|p|p] d]; rewrite /q2r /= ?mul0r ?oppr0 ?mulNr ?opprK.
  Qed.

Lemma q2r_nat n : q2r (qnat n) = n%:R.
Proof.
rewrite /q2r /qnat /= /p2r /= divr1.
by case: n => [|n] //=; rewrite /p2r Pnat.SuccNat2Pos.id_succ.
Qed.

Lemma q2r_invnat n : q2r (qinvnat n) = n%:R^-1.
Proof.
case: n => [|n]; first by rewrite q2r_nat invr0.
have -> : q2r (qinvnat n.+1) = p2r xH / p2r (BinPos.Pos.of_nat n.+1) by [].
by rewrite {2}/p2r Pnat.Nat2Pos.id // div1r.
Qed.

Lemma nat_of_posE p : nat_of_pos p = BinPos.Pos.to_nat p.
Proof.
elim: p => [p IH|p IH|] //; rewrite /= NatTrec.doubleE IH -mul2n.
  by rewrite Pnat.Pos2Nat.inj_xI.
by rewrite Pnat.Pos2Nat.inj_xO.
Qed.

Lemma q2r_bin b : q2r (qbin b) = (nat_of_bin b)%:R.
Proof.
case: b => [|p]; first by rewrite /q2r mul0r.
by rewrite /q2r /= /p2r divr1 nat_of_posE.
Qed.

Lemma q2r_invbin b : q2r (qinvbin b) = (nat_of_bin b)%:R^-1.
Proof.
case: b => [|p]; first by rewrite q2r_nat invr0.
by rewrite /q2r /= /p2r div1r nat_of_posE.
Qed.

Lemma q2r_zero a : qzero a -> q2r a = 0.
Proof. by case: a => [[|p|p] d] //= _; rewrite /q2r mul0r. Qed.
End Rationals.

Section Combine.
Variables (R : numFieldType) (V : lmodType R) (T : eqType).
Variables (le : rel T) (f : T -> V).
Definition lin (p : seq (Q * T)) : V := \sum_(t <- p) q2r R t.1 *: f t.2.
Lemma lin_cons t p : lin (t :: p) = q2r R t.1 *: f t.2 + lin p.
Proof. exact: big_cons. Qed.

Lemma lin_nil : lin [::] = 0. Proof. exact: big_nil. Qed.

Lemma lin_cat p r : lin (p ++ r) = lin p + lin r. Proof. exact: big_cat. Qed.

Lemma lin_neg p : lin (map neg p) = - lin p.
Proof. by rewrite /lin big_map -sumrN; apply: eq_bigr => t _;
  rewrite q2rN scaleNr. Qed.

Lemma lin_combine p : lin (combine p) = lin p.
Proof.
elim: p => //= t p; rewrite lin_cons; case: (combine p) => [|u r] IH.
  by rewrite lin_cons lin_nil -IH lin_nil.
case: eqP => [e|_]; last by rewrite lin_cons IH.
case: ifP => [z|_]; rewrite -IH !lin_cons ?e addrA -scalerDl -q2rD //=.
by rewrite (q2r_zero _ z) scale0r add0r.
Qed.

Lemma lin_split n p : (size p <= n)%N -> lin (msplit p).1 + lin (msplit p).2 =
  lin p.
Proof.
elim: n p => [|n IH] [|t [|u p]] //= sz; rewrite ?lin_nil ?addr0 //.
have /IH : (size p <= n)%N by exact: ltnW.
case: (msplit p) => x y /= e; rewrite !lin_cons -e.
by rewrite addrACA !addrA.
Qed.

Lemma lin_merge p r : lin (mmerge le p r) = lin p + lin r.
Proof.
elim: p r => [|t p IH] r /=; first by rewrite lin_nil add0r.
elim: r => [|u r IHr] /=; first by rewrite lin_nil addr0.
case: ifP => _; first by rewrite lin_cons IH [lin (t :: p)]lin_cons addrA.
by rewrite lin_cons IHr !lin_cons addrCA.
Qed.

Lemma lin_sort n p : lin (msort le n p) = lin p.
Proof.
elim: n p => // n IH [|t [|u p]] //; rewrite [LHS]/=.
rewrite -(lin_split (leqnn (size (t :: u :: p)))) [msplit (t :: u :: p)]/=.
by case: (msplit p) => x y /=; rewrite lin_merge !IH.
Qed.

Lemma lin_norm p : lin (norm le p) = lin p.
Proof. by rewrite /norm lin_combine lin_sort. Qed.
End Combine.

(** What the expressions mean *)
Definition dim (ds : seq nat) (i : nat) : nat := if i is i'.+1 then nth 1%N ds
  i' else 1%N.
Fixpoint nateq (i j : nat) : option (i = j) :=
  match i, j with
  | 0%N, 0%N => Some erefl
  | i'.+1, j'.+1 => if nateq i' j' is Some e then Some (f_equal S e) else None
  | _, _ => None
  end.
Record letter_of (R : Type) (ds : seq nat) := Letter { lrow : nat; lcol : nat;
  lmx : 'M[R]_(dim ds lrow, dim ds lcol) }.
Definition recast (R : ringType) ds (i j i' j' : nat) (A : 'M[R]_(dim ds i,
  dim ds j)) : 'M[R]_(dim ds i', dim ds j') :=
  match nateq i i', nateq j j' with
  | Some ei, Some ej => match ei in _ = a, ej in _ = b return 'M[R]_(dim ds a,
    dim ds b) with erefl, erefl => A end
  | _, _ => 0
  end.

Section Meaning.
Variables (R : realFieldType) (ds : seq nat) (ms : seq (letter_of R ds))
  (ss : seq R).
Local Notation d := (dim ds).
Definition menv (i j k : nat) : 'M[R]_(d i, d j) :=
  if ohead (drop k ms) is Some l then recast i j (lmx l) else 0.
Definition senv (k : nat) : R := nth 0 ss k.
Definition denb (b : base) : R := match b with BDim i => (d i)%:R | BVar k =>
  senv k | BNat n => n%:R | BBin b => binary b end.
Fixpoint denm (i j : nat) (e : mexpr i j) : 'M[R]_(d i, d j) :=
  match e in mexpr i j return 'M[R]_(d i, d j) with
  | MVar i j k => menv i j k
  | MZero i j => 0
  | MId i => 1%:M
  | MAdd i j a b => denm a + denm b
  | MOpp i j a => - denm a
  | MMul i j k a b => denm a *m denm b
  | MTr i j a => (denm a)^T
  | MScale i j s a => dens s *: denm a
  end
with dens (s : sexpr) : R :=
  match s with
  | SBase b => denb b
  | SInv b => (denb b)^-1
  | SZero => 0
  | SOne => 1
  | SAdd a b => dens a + dens b
  | SOpp a => - dens a
  | SMul a b => dens a * dens b
  | SExp a k => dens a ^+ k
  | STrace i a => \tr (denm a)
  | SElt a => (denm a : 'M[R]_1) 0 0
  end.

(** Every matrix inside one large square *)
Definition big : nat := (foldr maxn 1 ds)%N.
Lemma dim_big i : (d i <= big)%N.
Proof.
rewrite /big; case: i => [|i] /=; first by elim: ds => //= a s IH;
  rewrite leq_max IH orbT.
elim: ds i => [|a s IH] [|i] //=; rewrite leq_max ?leqnn //;
  first by rewrite IH orbT.
Qed.

Definition inc m : 'M[R]_(m, big) := pid_mx m.
Lemma incK i : inc (d i) *m (inc (d i))^T = 1%:M.
Proof. by rewrite /inc tr_pid_mx mul_pid_mx minnn (minn_idPr (dim_big i))
  pid_mx_1. Qed.

Definition pad i j (A : 'M[R]_(d i, d j)) : 'M[R]_big :=
  (inc (d i))^T *m A *m inc (d j).
Lemma padK i j (A : 'M[R]_(d i, d j)) : inc (d i) *m pad A *m (inc (d j))^T = A.
Proof. by rewrite /pad !mulmxA incK mul1mx -mulmxA incK mulmx1. Qed.

Lemma padM i j k (A : 'M[R]_(d i, d j)) (B : 'M[R]_(d j, d k)) : pad (A *m B) =
  pad A *m pad B.
Proof. by rewrite /pad !mulmxA -[_ *m inc (d j) *m _]mulmxA incK mulmx1. Qed.

Lemma padD i j (A B : 'M[R]_(d i, d j)) : pad (A + B) = pad A + pad B.
Proof. by rewrite /pad mulmxDr mulmxDl. Qed.

Lemma padN i j (A : 'M[R]_(d i, d j)) : pad (- A) = - pad A.
Proof. by rewrite /pad mulmxN mulNmx. Qed.

Lemma padZ i j a (A : 'M[R]_(d i, d j)) : pad (a *: A) = a *: pad A.
Proof. by rewrite /pad -scalemxAr -scalemxAl. Qed.

Lemma pad0 i j : pad (0 : 'M[R]_(d i, d j)) = 0.
Proof. by rewrite /pad mulmx0 mul0mx. Qed.

Lemma padT i j (A : 'M[R]_(d i, d j)) : pad A^T = (pad A)^T.
Proof. by rewrite /pad !trmx_mul trmxK mulmxA. Qed.

Lemma pad_tr i (A : 'M[R]_(d i)) : \tr (pad A) = \tr A.
Proof. by rewrite /pad mxtrace_mulC mulmxA incK mul1mx. Qed.

(** What the normal forms mean *)
Definition unit i : 'M[R]_big := pad (1%:M : 'M_(d i)).
Definition dsym (s : sym) : 'M[R]_big :=
  let: (id, (i, j)) := s in
  if id is k.+1 then if odd k then (pad (menv j i k./2))^T else pad (menv i j
    k./2) else unit i.
Definition dw (w : word) : 'M[R]_big := foldr (fun s A => dsym s *m A) 1%:M w.
Definition da (a : atom) : R :=
  let: (kind, (i, w)) := a in
  match kind with 0 => (d i)%:R | 1 => (d i)%:R^-1 | 2 => senv i | 3 =>
    (senv i)^-1 | _ => \tr (dw w) end%N.
Definition dl (l : seq atom) : R := foldr (fun a x => da a * x) 1 l.
Definition dm (m : mono) : 'M[R]_big := dl m.1 *: dw m.2.

Lemma unitl i j (A : 'M[R]_(d i, d j)) : unit i *m pad A = pad A.
Proof. by rewrite /unit -padM mul1mx. Qed.

Lemma unitr i j (A : 'M[R]_(d i, d j)) : pad A *m unit j = pad A.
Proof. by rewrite /unit -padM mulmx1. Qed.

Lemma unitT i : (unit i)^T = unit i. Proof. by rewrite /unit -padT trmx1. Qed.

Lemma dsym_row s : unit (srow s) *m dsym s = dsym s.
Proof. by case: s => [[|k] [i j]]; rewrite /srow /=; [|case: ifP => _];
  rewrite -?padT unitl. Qed.

Lemma dsym_col s : dsym s *m unit (scol s) = dsym s.
Proof. by case: s => [[|k] [i j]]; rewrite /scol /=; [|case: ifP => _];
  rewrite -?padT unitr. Qed.

Lemma dsym_flip s : dsym (fsym s) = (dsym s)^T.
Proof.
case: s => [[|k] [i j]]; rewrite /fsym /=; first by rewrite unitT.
case: ifP => odk /=; last by rewrite odk /= uphalf_half odk.
case: k odk => //= k; rewrite trmxK => odk; rewrite (negbTE odk).
by rewrite uphalf_half (negbTE odk).
Qed.

Lemma dw_cons s w : dw (s :: w) = dsym s *m dw w. Proof. by []. Qed.

Lemma dw_cat v w : dw (v ++ w) = dw v *m dw w.
Proof. by elim: v => [|s v IH] /=; rewrite ?mul1mx // IH mulmxA. Qed.

Lemma dw_flip w : dw (flip w) = (dw w)^T.
Proof.
rewrite /flip; elim: w => [|s w IH] /=; first by rewrite trmx1.
by rewrite rev_cons -cats1 dw_cat IH /= mulmx1 dsym_flip trmx_mul.
Qed.

Lemma dw_wcons s w : dw (wcons s w) = dsym s *m dw w.
Proof.
case: w => [|t w] //=; case: ifP => [/andP [/eqP s0 /eqP e]|_] /=.
  case: s s0 e => [id [i j]] /= -> <-.
  by rewrite mulmxA dsym_row.
case: ifP => [/andP [/eqP t0 /eqP e]|_] //=.
case: t t0 e => [id [i j]] /= -> e; rewrite /srow /= in e.
by rewrite mulmxA -e dsym_col.
Qed.

Lemma dw_wcat v w : dw (wcat v w) = dw v *m dw w.
Proof. by elim: v => [|s v IH] /=; rewrite ?mul1mx // dw_wcons IH mulmxA. Qed.

(* words from 1 to 1 are scalars *)
Lemma unit0_scalar (A : 'M[R]_big) : unit 0 *m A *m unit 0 = \tr (unit 0 *m A *m
  unit 0) *: unit 0.
Proof.
rewrite /unit /pad /= mulmx1; have ee : inc 1 *m (inc 1)^T = 1%:M by exact:
  (incK 0).
move: (inc 1) ee => e ee.
have -> : e^T *m e *m A *m (e^T *m e) = e^T *m (e *m A *m e^T) *m e by rewrite
  !mulmxA.
move: (e *m A *m e^T) => B.
rewrite mxtrace_mulC mulmxA ee mul1mx [B]mx11_scalar mxtrace_scalar mulr1n.
by rewrite mul_mx_scalar -scalemxAl.
Qed.

Lemma dw_unitl s w : unit (srow s) *m dw (s :: w) = dw (s :: w).
Proof. by rewrite dw_cons mulmxA dsym_row. Qed.

Lemma dw_unitr s w : dw (s :: w) *m unit (scol (last s w)) = dw (s :: w).
Proof.
elim: w s => [|t w IH] s; first by rewrite /= mulmx1 dsym_col.
by rewrite dw_cons -mulmxA IH.
Qed.

Lemma piece_scalar p : scalar_piece p -> dw p = \tr (dw p) *: unit 0.
Proof.
case: p => // s p; rewrite [scalar_piece _]/= => /andP [/eqP r0 /eqP c0].
have e : dw (s :: p) = unit 0 *m dw (s :: p) *m unit 0 by rewrite -{1}r0
  dw_unitl -c0 dw_unitr.
by rewrite e; exact: unit0_scalar.
Qed.

Lemma flatten_pieces w : flatten (pieces w) = w.
Proof.
elim: w => //= s w IH; rewrite /pieces /= -/(pieces w) -[in RHS]IH.
by case: (pieces w) => [|h t] /=; case: ifP.
Qed.

Lemma tr_unit0 : \tr (unit 0) = 1. Proof. by rewrite /unit pad_tr mxtrace1. Qed.

Lemma tr_flip w : \tr (dw (flip w)) = \tr (dw w).
Proof. by rewrite dw_flip mxtrace_tr. Qed.

Lemma tr_wmin2 v w x : \tr (dw v) = x -> \tr (dw w) = x -> \tr (dw (wmin v w)) =
  x.
Proof. by rewrite /wmin; case: ifP. Qed.

Lemma pull_sound w : dw w = dl (pull w).1 *: dw (pull w).2.
Proof.
rewrite -{1}[w]flatten_pieces /pull; elim: (pieces w) => [|p ps IH];
  first by rewrite /= scale1r.
rewrite /= dw_cat IH; set acc := foldr _ _ ps.
case: ifP => [sp|_]; last by rewrite /= dw_wcat scalemxAr.
rewrite (piece_scalar sp) -scalemxAl /=.
case: eqP => [->|_] /=; first by rewrite dw_wcons mulmx1 tr_unit0 scale1r
  scalemxAr.
rewrite dw_wcons (@tr_wmin2 _ _ (\tr (dw p))) ?tr_flip // -scalerA;
  congr (_ *: _).
by rewrite scalemxAr.
Qed.

Lemma tr_rot k w : \tr (dw (rot k w)) = \tr (dw w).
Proof. by rewrite /rot dw_cat mxtrace_mulC -dw_cat cat_take_drop. Qed.

Lemma canon_sound w : \tr (dw (canon w)) = \tr (dw w).
Proof.
have H : forall v, v \in turns w -> \tr (dw v) = \tr (dw w).
  move=> v; rewrite /turns; case E : [seq _ <- _ | _] => [|a l];
    last rewrite -E mem_filter => /andP [_].
    by move=> /mapP [k _ ->]; rewrite tr_rot.
  by move=> /mapP [k _ ->]; rewrite tr_rot.
have : forall v, v \in turns w ++ map flip (turns w) -> \tr (dw v) = \tr (dw w).
  by move=> v; rewrite mem_cat => /orP [/H //|/mapP [u /H <- ->]];
    rewrite tr_flip.
have h : \tr (dw (head w (turns w))) = \tr (dw w) by case: (turns w) H =>
  //= v vs H; apply: H; rewrite inE eqxx.
rewrite /canon; move: (head w _) h => u0 h; elim: (_ ++ _) => [|v vs IH] //= K.
apply: tr_wmin2; first by apply: K; rewrite inE eqxx.
by apply: IH => u uvs; apply: K; rewrite inE uvs orbT.
Qed.

(** The commutative part *)
Local Notation linm := (lin (V := [lmodType R of 'M[R]_big]) dm).
Local Notation lins := (lin (V := [lmodType R of R^o]) (dl : _ -> R^o)).
Variable h : hints.
Definition well_formed : Prop :=
  [/\ all (fun n => 0 < n)%N ds,
      all (fun i => if litd h i is Some n then d i == n else true) (iota 0 (size
        (literal h)).+1),
      foldr (fun k P => senv k != 0 /\ P) True (nonzero h),
      forall k p, sdef h k = Some p -> senv k = lins p
    & forall i j k p, mdef h i j k = Some p -> pad (menv i j k) = linm p].
Hypothesis wf : well_formed.
Lemma dim_neq0 i : (d i)%:R != 0 :> R.
Proof.
case: wf => /allP H _ _ _ _; rewrite pnatr_eq0 -lt0n; case: i => //= i.
by case: (ltnP i (size ds)) => lt; [exact/H/mem_nth | rewrite nth_default].
Qed.

Lemma litdP i n : litd h i = Some n -> d i = n.
Proof.
case: wf => _ /allP H _ _ _ e; have := H i; rewrite e mem_iota add0n ltnS =>
  /(_ _)/eqP -> //.
case: i e {H} => //= i; case: (ltnP i (size (literal h))) => // ge;
  by rewrite nth_default.
Qed.

Lemma nzP k : k \in nonzero h -> senv k != 0.
Proof.
case: wf => _ _ + _ _; elim: (nonzero h) => //= a l IH [Ha /IH {}IH];
  rewrite inE => /orP [/eqP -> //|]; exact: IH.
Qed.

Lemma cancels_sound a b : cancels h a b -> da a * da b = 1.
Proof.
case: a b => [ka [ia wa]] [kb [ib wb]] /andP [/= /eqP -> {ia}].
case: ka => [|[|[|[|ka]]]]; case: kb => [|[|[|[|kb]]]] //= hk.
- by rewrite divff // dim_neq0.
- by rewrite mulVf // dim_neq0.
- by rewrite divff // nzP.
- by rewrite mulVf // nzP.
Qed.

Lemma ains_sound a l : dl (ains h a l) = da a * dl l.
Proof.
elim: l => [|b l IH] //=; case: ifP => [/cancels_sound e|_];
  first by rewrite mulrA e mul1r.
by case: ifP => _ //=; rewrite IH mulrCA.
Qed.

Lemma amul_sound l m : dl (amul h l m) = dl l * dl m.
Proof. by rewrite /amul; elim: l => [|a l IH] /=;
  rewrite ?mul1r // ains_sound IH mulrA. Qed.

Lemma trace_sound w : q2r R (trace_of h w).1 * dl (trace_of h w).2 = \tr (dw w).
Proof.
rewrite [in RHS]pull_sound mxtraceZ /trace_of; case: (pull w) => as_ r /=.
have gen : q2r R (qnat 1) * dl (ains h (4%N, (0%N, canon r)) as_) = dl as_ * \tr
  (dw r).
  by rewrite q2r_nat mul1r ains_sound /= canon_sound mulrC.
case: r gen => [|[[|k] [i j]] [|t r]] gen //.
case E : (litd h i) => [n|] /=; rewrite mulmx1 /unit pad_tr mxtrace1.
  by rewrite q2r_nat mulrC (litdP E).
by rewrite q2r_nat mul1r ains_sound mulrC.
Qed.

Lemma lin_allpairs_mul (T1 T2 T3 : eqType) (V1 V2 V3 : lmodType R) (f1 : T1 ->
  V1) (f2 : T2 -> V2) (f3 : T3 -> V3)
  (op : V1 -> V2 -> V3) (t : Q * T1 -> Q * T2 -> Q * T3) (p : seq (Q * T1))
    (r : seq (Q * T2)) :
  (forall x, op 0 x = 0) -> (forall x y z, op (x + y) z = op x z + op y z) ->
  (forall x, op x 0 = 0) -> (forall x y z, op x (y + z) = op x y + op x z) ->
  (forall x y, q2r R (t x y).1 *: f3 (t x y).2 = op (q2r R x.1 *: f1 x.2) (q2r R
    y.1 *: f2 y.2)) ->
  lin f3 [seq t x y | x <- p, y <- r] = op (lin f1 p) (lin f2 r).
Proof.
move=> op0 opDl op0r opDr H; elim: p => [|x p IH] /=;
  first by rewrite !lin_nil op0.
rewrite lin_cat {}IH lin_cons opDl; congr (_ + _).
elim: r => [|y r IHr] /=; first by rewrite !lin_nil op0r.
by rewrite !lin_cons opDr IHr H.
Qed.

Lemma tmul_sound x y : q2r R (tmul h x y).1 *: dm (tmul h x y).2 =
  (q2r R x.1 *: dm x.2) *m (q2r R y.1 *: dm y.2).
Proof.
case: x y => [q [a v]] [q' [a' v']]; rewrite /tmul /=.
have := pull_sound (wcat v v'); case: (pull _) => as_ w /= e.
rewrite /dm /= q2rM !amul_sound -!scalemxAl -!scalemxAr -dw_wcat e !scalerA;
  congr (_ *: _).
by rewrite [dl as_ * _]mulrC mulrA [q2r R q * dl a * _]mulrACA.
Qed.

Lemma lins_mul p r :
  lins [seq ssmul h x y | x <- p, y <- r] = lins p * lins r.
Proof.
apply: (@lin_allpairs_mul _ _ _ _ _ _ _ _ (dl : _ -> R^o) *%R).
- exact: mul0r.
- by move=> x y z; rewrite mulrDl.
- exact: mulr0.
- by move=> x y z; rewrite mulrDr.
by move=> [q a] [q' a']; rewrite /= q2rM amul_sound /GRing.scale /= mulrACA.
Qed.

Lemma lins_trace p : lins (map (ttrace h) p) = \tr (linm p).
Proof.
elim: p => [|[q [a w]] p IH]; first by rewrite !lin_nil mxtrace0.
rewrite map_cons !lin_cons IH mxtraceD; congr (_ + _).
rewrite /ttrace /=; have := trace_sound w; case: (trace_of _ w) => q' a' /= e.
rewrite /dm /= !mxtraceZ -e q2rM amul_sound /GRing.scale /=.
by rewrite mulrACA mulrC -mulrA.
Qed.

Lemma lins_term q l : lins [:: (q, l)] = q2r R q * dl l.
Proof. by rewrite lin_cons lin_nil addr0. Qed.

Lemma lins_nat n : lins [:: (qnat n, [::])] = n%:R.
Proof. by rewrite lins_term q2r_nat mulr1. Qed.

Lemma lins_invnat n : lins [:: (qinvnat n, [::])] = n%:R^-1.
Proof. by rewrite lins_term q2r_invnat mulr1. Qed.

Lemma lins_bin b : lins [:: (qbin b, [::])] = binary b.
Proof. by rewrite lins_term q2r_bin mulr1 /binary -lock. Qed.

Lemma lins_invbin b : lins [:: (qinvbin b, [::])] = (binary b)^-1.
Proof. by rewrite lins_term q2r_invbin mulr1 /binary -lock. Qed.

Lemma lins_atom a : lins [:: (qnat 1, [:: a])] = da a.
Proof. by rewrite lins_term q2r_nat mul1r /= mulr1. Qed.

Lemma linm_word w : linm [:: (qnat 1, ([::], w))] = dw w.
Proof. by rewrite lin_cons lin_nil addr0 q2r_nat scale1r /dm /= scale1r. Qed.

Lemma linm_mul p r : linm [seq tmul h x y | x <- p, y <- r] = linm p *m linm r.
Proof.
apply: (@lin_allpairs_mul _ _ _ _ _ _ dm dm dm (@mulmx R big big big)).
- exact: mul0mx.
- by move=> x y z; rewrite mulmxDl.
- exact: mulmx0.
- by move=> x y z; rewrite mulmxDr.
exact: tmul_sound.
Qed.

Lemma linm_scale p r :
  linm [seq stmul h x y | x <- p, y <- r] = lins p *: linm r.
Proof.
apply: (@lin_allpairs_mul _ _ _ [lmodType R of R^o] _ _ dl dm dm
         (fun a B => a *: B)).
- exact: scale0r.
- by move=> x y z; exact: scalerDl.
- by move=> x; exact: scaler0.
- by move=> x y z; exact: scalerDr.
move=> [q l] [q' [l' w]].
rewrite /stmul /dm /= q2rM amul_sound !scalerA /GRing.scale /=; congr (_ *: _).
by rewrite mulrACA !mulrA.
Qed.

Lemma linm_tr p :
  linm [seq (x.1, (x.2.1, flip x.2.2)) | x <- p] = (linm p)^T.
Proof.
have trD k (A B : 'M[R]_k) : (A + B)^T = A^T + B^T.
  by apply/matrixP => x y; rewrite !mxE.
have trZ k a (A : 'M[R]_k) : (a *: A)^T = a *: A^T.
  by apply/matrixP => x y; rewrite !mxE.
elim: p => [|[q [l w]] p IH]; first by rewrite /= !lin_nil trmx0.
by rewrite map_cons !lin_cons IH trD trZ /dm /= trZ dw_flip.
Qed.

Lemma nfbase_sound b : denb b = lins (nfbase h b).
Proof.
case: b => [i|k|n|b] /=; [| |by rewrite lins_nat|by rewrite lins_bin].
  case E : (litd h i) => [n|]; last by rewrite lins_atom.
  by rewrite lins_nat (litdP E).
case E : (sdef h k) => [p|]; last by rewrite lins_atom.
by have [_ _ _ defs _] := wf; exact: defs E.
Qed.

Lemma nfinv_sound b : (denb b)^-1 = lins (nfinv h b).
Proof.
case: b => [i|k|n|b] /=; [| |by rewrite lins_invnat|by rewrite lins_invbin].
  case E : (litd h i) => [n|]; last by rewrite lins_atom.
  by rewrite lins_invnat (litdP E).
by rewrite lins_atom.
Qed.

Lemma sound :
  (forall i j (e : mexpr i j), pad (denm e) = linm (nfm h e)) /\
  (forall s, dens s = lins (nfs h s)).
Proof.
apply: expr_mut.
- move=> i j k; rewrite -[nfm h _]/(if mdef h i j k is Some p then p
    else [:: (qnat 1, ([::], [:: (k.*2.+1, (i, j))]))]).
  case E : (mdef h i j k) => [p|].
    by have [_ _ _ _ defs] := wf; exact: defs E.
  by rewrite linm_word /= odd_double doubleK mulmx1.
- by move=> i j; rewrite -[nfm h _]/[::] lin_nil pad0.
- move=> i; rewrite -[nfm h _]/[:: (qnat 1, ([::], [:: idm i]))].
  by rewrite linm_word /= mulmx1.
- move=> i j a IHa b IHb; rewrite -[nfm h _]/(nfm h a ++ nfm h b).
  by rewrite lin_cat -IHa -IHb -padD.
- move=> i j a IHa; rewrite -[nfm h _]/(map neg (nfm h a)).
  by rewrite lin_neg -IHa -padN.
- move=> i j k a IHa b IHb.
  rewrite -[nfm h _]/(mnorm [seq tmul h x y | x <- nfm h a, y <- nfm h b]).
  by rewrite lin_norm linm_mul -IHa -IHb -padM.
- move=> i j a IHa.
  rewrite -[nfm h _]/[seq (x.1, (x.2.1, flip x.2.2)) | x <- nfm h a].
  by rewrite linm_tr -IHa -padT.
- move=> i j s IHs a IHa.
  rewrite -[nfm h _]/(mnorm [seq stmul h x y | x <- nfs h s, y <- nfm h a]).
  by rewrite lin_norm linm_scale -IHs -IHa -padZ.
- exact: nfbase_sound.
- exact: nfinv_sound.
- by rewrite -[nfs h _]/[::] lin_nil.
- by rewrite -[nfs h _]/[:: (qnat 1, [::])] lins_nat.
- move=> a IHa b IHb; rewrite -[nfs h _]/(nfs h a ++ nfs h b).
  by rewrite lin_cat -IHa -IHb.
- move=> a IHa; rewrite -[nfs h _]/(map neg (nfs h a)).
  by rewrite lin_neg -IHa.
- move=> a IHa b IHb.
  rewrite -[nfs h _]/(snorm [seq ssmul h x y | x <- nfs h a, y <- nfs h b]).
  by rewrite lin_norm lins_mul -IHa -IHb.
- move=> a IHa k; rewrite -[LHS]/(dens a ^+ k) -[nfs h _]/(iter k (fun r =>
    snorm [seq ssmul h x y | x <- nfs h a, y <- r]) [:: (qnat 1, [::])]).
  elim: k => [|k IH]; first by rewrite lins_nat.
  by rewrite exprS IH IHa iterS lin_norm lins_mul.
- move=> i a IHa; rewrite -[nfs h _]/(snorm (map (ttrace h) (nfm h a))).
  by rewrite lin_norm lins_trace -IHa pad_tr.
move=> a IHa; rewrite -[nfs h _]/(snorm (map (ttrace h) (nfm h a))).
by rewrite lin_norm lins_trace -IHa pad_tr trace_mx11.
Qed.

Lemma mzero_eq0 i j (e : mexpr i j) : mzero h e -> denm e = 0.
Proof.
move=> /nilP e0; have := (sound.1 _ _ e); rewrite -(lin_norm lem) -/(mnorm _) e0
  lin_nil => p0.
by rewrite -[denm e]padK p0 mulmx0 mul0mx.
Qed.

Lemma szero_eq0 s : szero h s -> dens s = 0.
Proof. by move=> /nilP e0; rewrite (sound.2 s) -(lin_norm les) -/(snorm _) e0
  lin_nil. Qed.
End Meaning.

(* a hypothesis that a variable is equal to an expression becomes a hint *)
Section Definitions.
Variables (R : realFieldType) (ds : seq nat) (ms : seq (letter_of R ds))
  (ss : seq R).

Definition define_scalar (h : hints) (k : nat) (e : sexpr) : hints :=
  Hints (literal h) (nonzero h) (set_nth None (scalar_def h) k (Some (snorm
    (nfs h e)))) (matrix_def h).
Definition define_matrix (h : hints) (k i j : nat) (e : mexpr i j) : hints :=
  Hints (literal h) (nonzero h) (scalar_def h) (set_nth None (matrix_def h) k
    (Some (i, j, mnorm (nfm h e)))).

Lemma well_formed_plain lit nz : all (fun n => 0 < n)%N ds ->
  all (fun i => if litd (Hints lit nz [::] [::]) i is Some n then dim ds i == n
    else true) (iota 0 (size lit).+1) ->
  foldr (fun k P => senv ss k != 0 /\ P) True nz ->
    well_formed ms ss (Hints lit nz [::] [::]).
Proof.
move=> ds0 litP nzP; split=> // [k p|i j k p]; first by rewrite /sdef nth_nil.
by rewrite /mdef nth_nil.
Qed.

Lemma positive0 : all (fun m => 0 < m)%N [::]. Proof. by []. Qed.

Lemma positive n ns : (0 < n)%N -> all (fun m => 0 < m)%N ns -> all
  (fun m => 0 < m)%N (n :: ns).
Proof. by move=> n0 /= ->; rewrite n0. Qed.

Lemma define_scalar_wf h k e :
  well_formed ms ss h -> senv ss k = dens ms ss e ->
    well_formed ms ss (define_scalar h k e).
Proof.
move=> wf ek; have [pos litP nzP sP mP] := wf; split=> // k' p.
rewrite /sdef nth_set_nth /=; case: eqP => [-> [<-]|_]; last exact: sP.
by rewrite /snorm lin_norm -(sound wf).2.
Qed.

Lemma define_matrix_wf h k i j (e : mexpr i j) :
  well_formed ms ss h -> menv ms i j k = denm ms ss e ->
    well_formed ms ss (define_matrix h k e).
Proof.
move=> wf ek; have [pos litP nzP sP mP] := wf; split=> // i' j' k' p.
rewrite /mdef nth_set_nth /=; case: eqP => [->|_] => [|E]; last exact: mP.
case: ifP => // /andP [/eqP -> /eqP ->] [<-].
by rewrite /mnorm lin_norm -(sound wf).1 ek.
Qed.
End Definitions.
