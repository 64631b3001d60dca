(* The spectral theorem for symmetric matrices over a real closed field, and  *)
(* what follows from it: that a positive semidefinite matrix has a root. Over *)
(* the algebraic closure R[i] there is an eigenvector; symmetry makes its     *)
(* eigenvalue real; a reflection moves it to the first basis vector, and the  *)
(* rest is smaller.                                                           *)
(*                                                                            *)
(*   symmetric_eigenvector == a symmetric matrix has an eigenvector (a row)   *)
(*       of length 1                                                          *)
(*   spectral == a symmetric matrix is Q *m diag_mx d *m Q^T with Q           *)
(*       orthogonal                                                           *)
(*   psd_root == a positive semidefinite matrix is F^T *m F for some square   *)
(*       F                                                                    *)
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope complex_scope.

Section Spectral.
Variable R : rcfType.

Local Notation re := (@complex.Re R).
Local Notation im := (@complex.Im R).
Let sqn n (u : 'rV[R]_n) : R := (u *m u^T) 0 0.

Lemma sqn_ge0 n (u : 'rV[R]_n) : 0 <= sqn u.
Proof. by rewrite /sqn mxE; apply: sumr_ge0 => k _; rewrite mxE -expr2 sqr_ge0.
  Qed.

Lemma sqn_eq0 n (u : 'rV[R]_n) : (sqn u == 0) = (u == 0).
Proof.
apply/idP/eqP => [|->]; last by rewrite /sqn mul0mx mxE.
rewrite /sqn mxE psumr_eq0 => [/allP H|k _]; last by rewrite mxE -expr2 sqr_ge0.
apply/rowP => k; have := H k; rewrite mem_index_enum => /(_ isT) /=.
by rewrite !mxE -expr2 sqrf_eq0 => /eqP.
Qed.

Lemma sqn_gt0 n (u : 'rV[R]_n) : u != 0 -> 0 < sqn u.
Proof. by rewrite lt_def sqn_ge0 sqn_eq0 => ->. Qed.

Let entD (M N : 'M[R]_1) : (M + N) 0 0 = M 0 0 + N 0 0.
Proof. by rewrite mxE. Qed.
Let entB (M N : 'M[R]_1) : (M - N) 0 0 = M 0 0 - N 0 0.
Proof. by rewrite !mxE. Qed.
Let entZ c (M : 'M[R]_1) : (c *: M) 0 0 = c * M 0 0. Proof. by rewrite mxE. Qed.

Lemma dotC n (u v : 'rV[R]_n) : (u *m v^T) 0 0 = (v *m u^T) 0 0.
Proof. by rewrite !mxE; apply: eq_bigr => k _; rewrite !mxE mulrC. Qed.

Lemma ReMr (z : R[i]) (r : R) : re (z * real_complex R r) = re z * r.
Proof. by case: z => a b /=; rewrite mulr0 subr0. Qed.

Lemma ImMr (z : R[i]) (r : R) : im (z * real_complex R r) = im z * r.
Proof. by case: z => a b /=; rewrite mulr0 add0r. Qed.

Lemma symmetric_eigenvector n (A : 'M[R]_n.+1) :
  A^T = A -> exists u : 'rV[R]_n.+1, exists a, u *m A = a *: u /\
    (u *m u^T) 0 0 = 1.
Proof.
move=> symA; pose AC := map_mx (real_complex R) A.
have /PreClosedField.closed_rootP [] : size (char_poly AC) != 1%N by rewrite
  size_char_poly.
  exact: complex_acf_axiom.
move=> z; rewrite -eigenvalue_root_char => /eigenvalueP [v vA v0].
pose x := map_mx (@complex.Re R) v; pose y := map_mx (@complex.Im R) v.
have xA : x *m A = re z *: x - im z *: y.
  apply/rowP => j; have /rowP /(_ j) /(congr1 (@complex.Re R)) := vA.
  rewrite !mxE raddf_sum /= => e; rewrite (_ : re z * _ - _ = re (z * v 0 j));
    last by case: (z) (v 0 j) => [? ?] [? ?].
  by rewrite -e; apply: eq_bigr => k _; rewrite !mxE ReMr.
have yA : y *m A = im z *: x + re z *: y.
  apply/rowP => j; have /rowP /(_ j) /(congr1 (@complex.Im R)) := vA.
  rewrite !mxE raddf_sum /= => e; rewrite (_ : im z * _ + _ = im (z * v 0 j)).
    by rewrite -e; apply: eq_bigr => k _; rewrite !mxE ImMr.
  by case: (z) (v 0 j) => [a b] [c d] /=; rewrite addrC.
have xy0 : (x != 0) || (y != 0).
  rewrite -negb_and; apply: contra v0 => /andP [/eqP x0 /eqP y0];
    apply/eqP/rowP => j.
  move/rowP/(_ j): x0; move/rowP/(_ j): y0; rewrite !mxE.
  by case: (v 0 j) => a b /= -> ->.
have im0 : im z = 0.
  have : x *m A *m y^T = (y *m A *m x^T)^T by rewrite !trmx_mul trmxK symA
    mulmxA.
  rewrite xA yA mulmxBl mulmxDl -!scalemxAl => /(congr1
    (fun M : 'M_1 => M 0 0)).
  rewrite [RHS]mxE entB entD !entZ (dotC y x) [LHS]addrC => /addIr.
  move/eqP; rewrite -subr_eq0 -opprD oppr_eq0 -mulrDr mulf_eq0 =>
    /orP [/eqP //|].
  rewrite addrC paddr_eq0 ?sqn_ge0 // !sqn_eq0 => /andP [/eqP x0 /eqP y0].
  by move: xy0; rewrite x0 y0 eqxx.
have [u u0 uA] : exists2 u : 'rV[R]_n.+1, u != 0 & u *m A = re z *: u.
  case/orP: xy0 => [x0|y0]; [exists x => // | exists y => //].
    by rewrite xA im0 scale0r subr0.
  by rewrite yA im0 scale0r add0r.
have s0 := sqn_gt0 u0; pose c := (Num.sqrt (sqn u))^-1.
exists (c *: u), (re z); split; first by rewrite -scalemxAl uA !scalerA mulrC.
rewrite linearZ /= -scalemxAl -scalemxAr scalerA mxE -expr2 /c exprVn sqr_sqrtr
  ?ltW //.
by rewrite mulVf // gt_eqF.
Qed.

(* the reflection that moves a vector of length 1 to the first basis vector *)
Lemma reflection n (u : 'rV[R]_n.+1) : (u *m u^T) 0 0 = 1 ->
  exists2 H : 'M[R]_n.+1, H^T = H & H *m H = 1%:M /\ u *m H = delta_mx 0 0.
Proof.
move=> u1; pose e : 'rV[R]_n.+1 := delta_mx 0 0; have [w wE] : exists w, w =
  u - e by exists (u - e).
have [w0|w0] := eqVneq w 0.
  by exists 1%:M; rewrite ?trmx1 // !mulmx1; split=> //; apply/eqP;
    rewrite -subr_eq0 -/e -wE w0.
have s0 := sqn_gt0 w0; pose c := 2%:R / sqn w.
have e1 : (e *m e^T) 0 0 = 1 by rewrite trmx_delta mul_delta_mx mxE.
have sE : sqn w = 2%:R * (u *m w^T) 0 0.
  rewrite /sqn wE linearB /= mulmxBl !mulmxBr !entB u1 e1 (dotC e u) opprB.
  by rewrite mulr_natl mulr2n.
exists (1%:M - c *: (w^T *m w)); first by rewrite linearB /= trmx1 linearZ /=
  trmx_mul trmxK.
split.
  have ww : (w^T *m w) *m (w^T *m w) = sqn w *: (w^T *m w).
    by rewrite mulmxA -[w^T *m w *m w^T]mulmxA [w *m w^T]mx11_scalar
      mul_mx_scalar -scalemxAl.
  have cs : c * sqn w = 2%:R by rewrite /c divfK ?gt_eqF.
  rewrite mulmxBl mul1mx mulmxBr mulmx1 -scalemxAl -scalemxAr ww !scalerA -mulrA
    cs mulr_natr mulr2n scalerDl.
  by rewrite opprB addrK subrK.
rewrite mulmxBr mulmx1 -scalemxAr mulmxA [u *m w^T]mx11_scalar mul_scalar_mx
  scalerA /c sE.
rewrite invfM mulrA divff ?pnatr_eq0 // mul1r mulVf.
  by rewrite scale1r wE opprB addrC subrK.
by have := s0; rewrite sE pmulr_rgt0 ?ltr0n // => /gt_eqF ->.
Qed.

Theorem spectral n (A : 'M[R]_n) :
  A^T = A -> exists Q : 'M[R]_n, exists d : 'rV[R]_n,
    [/\ Q^T *m Q = 1%:M, Q *m Q^T = 1%:M & A = Q *m diag_mx d *m Q^T].
Proof.
elim: n A => [|n IH] A symA.
  by exists 0, 0; split; apply/matrixP => -[].
have [u [a [uA u1]]] := symmetric_eigenvector symA.
have [H symH [HH uH]] := reflection u1.
pose B := H *m A *m H.
have symB : B^T = B by rewrite /B !trmx_mul symH symA mulmxA.
have rowB : row 0 B = a *: delta_mx 0 0.
  rewrite rowE /B !mulmxA -uH -(mulmxA u) HH mulmx1 uA -scalemxAl.
  by [].
have [B' B'E] : exists B' : 'M[R]_(1 + n), B' = B by exists B.
pose C := drsubmx B'.
have symB' : B'^T = B' by rewrite B'E; exact: symB.
have rB' (k : 'I_(1 + n)) : B' 0 k = a * (k == 0)%:R.
  by rewrite B'E; have /rowP /(_ k) := rowB; rewrite mxE => ->; rewrite !mxE.
have symC : C^T = C by rewrite /C trmx_drsub symB'.
have ur0 : ursubmx B' = 0.
  apply/matrixP => k j; rewrite [k]ord1 !mxE lshift0 rB'.
  by rewrite (_ : (rshift 1 j == 0) = false) // mulr0.
have ul : ulsubmx B' = a%:M.
  by apply/matrixP => k j; rewrite [k]ord1 [j]ord1 !mxE !lshift0 rB' !eqxx mulr1
    mulr1n.
have dl0 : dlsubmx B' = 0 by rewrite -[dlsubmx B']trmxK trmx_dlsub symB' ur0
  trmx0.
have BE : B' = block_mx a%:M 0 0 C by rewrite -[LHS]submxK ul ur0 dl0.
have [Q [d [QQ QQ' CE]]] := IH C symC.
pose P : 'M[R]_(1 + n) := block_mx 1%:M 0 0 Q.
have PP : P^T *m P = 1%:M.
  by rewrite tr_block_mx mulmx_block !trmx0 trmx1 !(mulmx0, mul0mx, mulmx1) QQ
    !addr0 add0r -scalar_mx_block.
have PP' : P *m P^T = 1%:M.
  by rewrite tr_block_mx mulmx_block !trmx0 trmx1 !(mulmx0, mul0mx, mulmx1) QQ'
    !addr0 add0r -scalar_mx_block.
have BP : B = P *m diag_mx (row_mx a%:M d) *m P^T.
  rewrite -B'E BE diag_mx_row tr_block_mx !mulmx_block !trmx0 trmx1 !(mulmx0,
    mul0mx, mulmx1, mul1mx) !(addr0, add0r).
  suff -> : diag_mx (a%:M : 'rV_1) = a%:M by rewrite mul0mx CE.
  by apply/matrixP => k j; rewrite [k]ord1 [j]ord1 !mxE.
exists (H *m P), (row_mx a%:M d); split.
- by rewrite trmx_mul symH mulmxA -(mulmxA P^T) HH mulmx1 PP.
- by rewrite trmx_mul symH mulmxA -(mulmxA H) PP' mulmx1 HH.
by rewrite trmx_mul symH !mulmxA -2!(mulmxA H) -BP /B !mulmxA HH mul1mx -mulmxA
  HH mulmx1.
Qed.

Lemma basis_entry n (A : 'M[R]_n) (i : 'I_n) : ('e_i^T *m A *m 'e_i : 'M_1) 0 0
  = A i i.
Proof. by rewrite trmx_delta -rowE -colE !mxE. Qed.

Lemma diagonal_basis n (d : 'rV[R]_n) (i : 'I_n) : diag_mx d *m 'e_i =
  ('e_i^T *m diag_mx d *m 'e_i) 0 0 *: 'e_i.
Proof.
rewrite basis_entry; apply/matrixP => j k; rewrite [k]ord1 !mxE (bigD1 i) //=
  big1 => [|l li]; last first.
  by rewrite !mxE (negbTE li) mulr0.
by rewrite !mxE !eqxx mulr1 addr0; case: (eqVneq j i) => [->|];
  rewrite ?mulr1n ?mulr0n ?mulr1 ?mulr0.
Qed.

Lemma psd_root n (A : 'M[R]_n) : psd A -> exists F : 'M[R]_n, A = F^T *m F.
Proof.
move=> [symA A0]; have [Q [d [QQ QQ' AE]]] := spectral symA.
have d0 i : 0 <= d 0 i.
  have := A0 (col i Q); rewrite AE colE trmx_mul !mulmxA.
  do 2 rewrite -(mulmxA _ Q^T Q) QQ mulmx1.
  by rewrite trmx_delta -rowE -colE !mxE eqxx mulr1n.
exists (diag_mx (map_mx Num.sqrt d) *m Q^T).
rewrite trmx_mul trmxK tr_diag_mx mulmxA -(mulmxA Q) mulmx_diag AE;
  congr (_ *m diag_mx _ *m _).
by apply/rowP => i; rewrite !mxE -expr2 sqr_sqrtr.
Qed.
End Spectral.
