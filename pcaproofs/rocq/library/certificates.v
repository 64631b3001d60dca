(* Certificates as data, their check, and that the check is sound. A          *)
(* certificate says how a goal is a sum of multiples of facts and of squares; *)
(* the check multiplies out and compares normal forms.                        *)
(*                                                                            *)
(*   tree == expressions without dimensions, as generated files spell them    *)
(*   expr == expressions with dimensions: Mat i j e, Sca s, or Bad where      *)
(*       the dimensions do not fit                                            *)
(*   typed v t == the tree t with dimensions; v lists those of the matrix     *)
(*       variables                                                            *)
(*   mx v i j t == the same of a known size;  sx v t == the same of a         *)
(*       scalar                                                               *)
(*   fact == an expression and its relation to 0; holds ms ss f says that     *)
(*       it has that relation                                                 *)
(*   cofactor == a multiple of a fact                                         *)
(*   body == what is squared: an expression, or a tensor of four indices      *)
(*   square == a body with a weight                                           *)
(*   lemma == a fact that is found on the way                                 *)
(*   certificate == lemmas, squares and cofactors                             *)
(*   check h v given c f == the certificate c proves the fact f from the      *)
(*       given ones                                                           *)
(*   certified == the theorem that it then holds                              *)
(*   formula == a comparison of two expressions; denf ms ss f is what it      *)
(*       means                                                                *)
(*   sequent == formulas that are given, and goals with their certificates    *)
(*   proves == if its certificates are accepted, a sequent holds              *)
(*                                                                            *)
(* The last section has small lemmas that generated proofs name.              *)
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(** Expressions without dimensions *)
Inductive tree :=
| TVar of nat | TScalar of nat | TDim of nat | TNum of nat | TOne | TId of nat |
  TZero of nat & nat
| TBin of BinNums.N | TInv of tree | TAdd of tree & tree | TOpp of tree | TMul of tree & tree |
  TTr of tree | TExp of tree & nat
| TTrace of tree | TElt of tree.

Inductive expr := Mat (i j : nat) of mexpr i j | Sca of sexpr | Bad.

Definition cast i j i' j' (e : mexpr i j) : option (mexpr i' j') :=
  match nateq i i', nateq j j' with
  | Some ei, Some ej =>
    Some match ei in _ = a, ej in _ = b return mexpr a b with erefl, erefl =>
      e end
  | _, _ => None
  end.

Definition eadd x y :=
  match x, y with
  | Mat i j a, Mat i' j' b => if cast i j b is Some b' then Mat (MAdd a b')
    else Bad
  | Sca a, Sca b => Sca (SAdd a b)
  | _, _ => Bad
  end.
Definition eopp x := match x with Mat i j a => Mat (MOpp a) | Sca a =>
  Sca (SOpp a) | Bad => Bad end.
Definition emul x y :=
  match x, y with
  | Mat i j a, Mat i' j' b => if cast j j' b is Some b' then Mat (MMul a b')
    else Bad
  | Sca s, Mat i j a | Mat i j a, Sca s => Mat (MScale s a)
  | Sca a, Sca b => Sca (SMul a b)
  | _, _ => Bad
  end.
Definition etr x := if x is Mat i j a then Mat (MTr a) else x.
Definition etrace x :=
  match x with
  | Mat i j a => if cast i i a is Some a' then Sca (STrace a') else Bad
  | _ => x
  end.
Definition eelt x := if x is Mat i j a then if cast 0 0 a is Some a' then Sca
  (SElt a') else Bad else x.
(* a 1x1 matrix is a scalar                                                   *)
Definition entry x := match x with Mat 0%N 0%N _ => eelt x | _ => x end.
Definition einv x := if x is Sca (SBase b) then Sca (SInv b) else Bad.
Definition eexp x k := if x is Sca s then Sca (SExp s k) else Bad.
Definition esquare x : sexpr :=
  match x with Mat i j a => STrace (MMul (MTr a) a) | Sca s => SExp s 2 | Bad =>
    SZero end.
Definition matrix_of i j x : option (mexpr i j) :=
  match x with
  | Mat i' j' a => cast i j a
  | Sca s => cast i j (MScale s (MId 0))
  | Bad => None
  end.
Definition shape x : nat * nat := if x is Mat i j _ then (i, j) else (0, 0)%N.
Definition part_of a b c d (p : bool * (expr * expr)) : option (part a b c d) :=
  match p with
  | (false, (x, y)) =>
    match matrix_of a b x, matrix_of c d y with
    | Some m, Some n => Some (Kron m n)
    | _, _ => None
    end
  | (true, (x, y)) =>
    match matrix_of a c x, matrix_of b d y with
    | Some m, Some n => Some (Swap m n)
    | _, _ => None
    end
  end.
Definition parts_of a b c d (l : seq (bool * (expr * expr))) :=
  foldr (fun p r => match part_of a b c d p, r with
    | Some q, Some s => Some (q :: s) | _, _ => None end) (Some [::]) l.
Definition etensor (l : seq (bool * (expr * expr))) : sexpr :=
  if l is (swapped, (x, y)) :: _ then
    let: ((i, j), (i', j')) := (shape x, shape y) in
    let: (b, c) := if swapped then (i', j) else (j, i') in
    if parts_of i b c j' l is Some ps then tensor_square ps else SZero
  else SZero.

Section Typing.
Variable v : seq (nat * nat).

Fixpoint typed (t : tree) : expr :=
  match t with
  | TVar k => let: (i, j) := nth (0, 0)%N v k in Mat (MVar i j k)
  | TScalar k => Sca (SBase (BVar k))
  | TDim i => Sca (SBase (BDim i))
  | TNum n => Sca (if n is 0%N then SZero else SBase (BNat n))
  | TBin b => Sca (SBase (BBin b))
  | TOne => Sca SOne
  | TId i => Mat (MId i)
  | TZero i j => Mat (MZero i j)
  | TInv a => einv (typed a)
  | TAdd a b => eadd (typed a) (typed b)
  | TOpp a => eopp (typed a)
  | TMul a b => emul (typed a) (typed b)
  | TTr a => etr (typed a)
  | TExp a k => eexp (typed a) k
  | TTrace a => etrace (typed a)
  | TElt a => eelt (typed a)
  end.

Definition mx i j (t : tree) : mexpr i j :=
  if typed t is Mat i' j' a then if cast i j a is Some a' then a' else MZero i j
    else MZero i j.
Definition sx (t : tree) : sexpr := if typed t is Sca s then s else SZero.
End Typing.

(** Certificates *)
Inductive relation := Eq0 | Ne0 | Ge0 | Gt0.
Definition fact : Type := relation * expr.
Definition facts v (l : seq (relation * tree)) : seq fact :=
  [seq (f.1, typed v f.2) | f <- l].

(* left * fact * right, the fact as it is or transposed, or outer times its   *)
(* trace; an even number 2k names the k-th given fact, an odd one a fact      *)
(* found on the way                                                           *)
Inductive cofactor := Cof of nat & bool & tree & tree |
  Outer of tree & cofactor.
(* a rational number times powers of facts *)
Definition weight : Type := tree * seq (nat * nat).
(* the parts of a tensor: whether the rows of the second are swapped with the *)
(* columns of the first, and both                                             *)
Inductive body := Plain of tree | Tensor of seq (bool * (tree * tree)).
Definition square : Type := weight * body.
(* factor * value is a sum of cofactors and the factor is not zero; the same  *)
(* with squares, and the factor is > 0, or the first square is that of the    *)
(* value; or squares that are a sum of cofactors                              *)
Inductive lemma := Quotient of weight & tree & seq cofactor |
  Bound of weight & tree & seq square & seq cofactor |
  Vanish of seq square & seq cofactor.
Record certificate := Certificate { lemmas : seq lemma; squares : seq square;
  cofactors : seq cofactor }.

Section Check.
Variables (h : hints) (v : seq (nat * nat)) (given : seq fact).

Definition ezero x := match x with Mat i j e => mzero h e | Sca s => szero h s |
  Bad => false end.
Definition implies (r r' : relation) :=
  match r, r' with Gt0, (Gt0 | Ge0 | Ne0) | Ge0, Ge0 | Ne0, Ne0 => true |
    _, _ => false end.
Definition constant_sign (s : sexpr) : relation :=
  match nfs h s with
  | [::] => Ge0
  | [:: (q, [::])] =>
    match QArith_base.Qnum q with BinNums.Z0 => Ge0 | BinNums.Zpos _ => Gt0 |
      BinNums.Zneg _ => Ne0 end
  | _ => Eq0
  end.

Section Found.
Variable found : seq fact.

Definition fact_at (r : nat) : fact := nth (Eq0, Bad) (if odd r then found
  else given) r./2.
Fixpoint cofactor_expr (c : cofactor) : expr :=
  match c with
  | Cof r turned l m =>
    if fact_at r is (Eq0, f)
    then entry (emul (entry (emul (typed v l) (if turned then etr f else f)))
      (typed v m)) else Bad
  | Outer o c => emul (etrace (cofactor_expr c)) (typed v o)
  end.
Definition minus_cofactors (x : expr) := foldr
  (fun c y => eadd (eopp (cofactor_expr c)) y) x.
Definition factor (f : nat * nat) : sexpr := if (fact_at f.1).2 is Sca s
  then SExp s f.2 else SOne.
Definition weight_expr (w : weight) : sexpr := foldr
  (fun f s => SMul (factor f) s) (sx v w.1) w.2.
Definition weighs (r : relation) (w : weight) : bool :=
  implies (constant_sign (sx v w.1)) r && all
    (fun f => implies (fact_at f.1).1 r) w.2.
Definition body_square (b : body) : sexpr :=
  match b with
  | Plain t => esquare (typed v t)
  | Tensor l => etensor [seq (p.1, (typed v p.2.1, typed v p.2.2)) | p <- l]
  end.
Definition square_expr (q : square) : sexpr :=
  SMul (weight_expr q.1) (body_square q.2).
Definition minus_squares (s : sexpr) := foldr
  (fun q t => SAdd (SOpp (square_expr q)) t) s.
Definition sum_squares := foldr (fun q t => SAdd (square_expr q) t) SZero.
Definition vanished (q : square) : fact :=
  if q.2 is Plain t then
    (Eq0, if weighs Gt0 q.1 then typed v t
          else emul (Sca (weight_expr q.1)) (typed v t))
  else (Eq0, Bad).
Definition is_square_of (x : expr) (q : square) : bool :=
  if q.2 is Plain t then weighs Gt0 q.1 && ezero (eadd (eopp (typed v t)) x)
    else false.
End Found.

Fixpoint derive (found : seq fact) (ls : seq lemma) : option (seq fact) :=
  match ls with
  | [::] => Some found
  | Quotient w t cs :: ls' =>
    let x := typed v t in
    if weighs found Ne0 w && ezero (minus_cofactors found (emul
      (Sca (weight_expr found w)) x) cs)
    then derive (rcons found (Eq0, x)) ls' else None
  | Bound w t qs cs :: ls' =>
    let x := typed v t in
    if [&& weighs found Ge0 w, all (fun q => weighs found Ge0 q.1) qs,
        weighs found Gt0 w || (if qs is q :: _ then is_square_of found x q
          else false) &
        ezero (minus_cofactors found (eadd (Sca (SOpp (sum_squares found qs)))
          (emul (Sca (weight_expr found w)) x)) cs)]
    then derive (rcons found (Ge0, x)) ls' else None
  | Vanish qs cs :: ls' =>
    if all (fun q => weighs found Ge0 q.1) qs && ezero (minus_cofactors found
      (Sca (sum_squares found qs)) cs)
    then derive (found ++ map (vanished found) qs) ls' else None
  end.

Definition check (c : certificate) (goal : fact) : bool :=
  if derive [::] (lemmas c) is Some found then
    match goal with
    | (Eq0, x) => ezero (minus_cofactors found x (cofactors c))
    | (Ge0, Sca s) => all (fun q => weighs found Ge0 q.1) (squares c) &&
                      ezero (minus_cofactors found (Sca (minus_squares found s
                        (squares c))) (cofactors c))
    | _ => false
    end
  else false.
End Check.

(** Squares *)
Section Squares.
Variable R : realFieldType.

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
End Squares.

(** Soundness *)
Fixpoint each (T : Type) (P : T -> Prop) (l : seq T) : Prop :=
  if l is x :: l' then P x /\ each P l' else True.

Section Soundness.
Variables (R : realFieldType) (ds : seq nat) (ms : seq (letter_of R ds))
  (ss : seq R).
Local Notation denm := (denm ms ss).
Local Notation dens := (dens ms ss).

Definition holds (f : fact) : Prop :=
  match f with
  | (Eq0, Mat i j e) => denm e = 0
  | (Eq0, Sca s) => dens s = 0
  | (Ne0, Sca s) => dens s != 0
  | (Ge0, Sca s) => 0 <= dens s
  | (Gt0, Sca s) => 0 < dens s
  | _ => True
  end.

Variables (h : hints) (v : seq (nat * nat)) (given : seq fact).
Hypotheses (wf : well_formed ms ss h) (givenP : each holds given).

(* x is zero, and its dimensions fit *)
Definition vanishes x := match x with Mat i j e => denm e = 0 | Sca s =>
  dens s = 0 | Bad => False end.

Lemma ezeroP x : ezero h x -> vanishes x.
Proof. by case: x => [i j e|s|] //=; [exact: mzero_eq0 | exact: szero_eq0]. Qed.

Lemma castP (P : forall i j, mexpr i j -> Prop) i j (e : mexpr i j) i' j' e' :
  cast i' j' e = Some e' -> P i j e <-> P i' j' e'.
Proof. by rewrite /cast; case: (nateq i i') => // ei; case: (nateq j j') =>
  // ej [<-]; case: _ / ei; case: _ / ej. Qed.

Lemma cast_eq0 i j (e : mexpr i j) i' j' e' : cast i' j' e = Some e' ->
  denm e = 0 <-> denm e' = 0.
Proof. exact: (@castP (fun i j e => denm e = 0)). Qed.

Lemma denm_add i j (a b : mexpr i j) : denm (MAdd a b) = denm a + denm b.
Proof. by []. Qed.

Lemma denm_opp i j (a : mexpr i j) : denm (MOpp a) = - denm a.
Proof. by []. Qed.

Lemma denm_mul i j k (a : mexpr i j) (b : mexpr j k) : denm (MMul a b) =
  denm a *m denm b.
Proof. by []. Qed.

Lemma denm_tr i j (a : mexpr i j) : denm (MTr a) = (denm a)^T.
Proof. by []. Qed.

Lemma denm_scale i j s (a : mexpr i j) : denm (MScale s a) = dens s *: denm a.
Proof. by []. Qed.

Lemma dens_add a b : dens (SAdd a b) = dens a + dens b. Proof. by []. Qed.

Lemma dens_opp a : dens (SOpp a) = - dens a. Proof. by []. Qed.

Lemma dens_mul a b : dens (SMul a b) = dens a * dens b. Proof. by []. Qed.

Lemma dens_exp a k : dens (SExp a k) = dens a ^+ k. Proof. by []. Qed.

Lemma dens_trace i (a : mexpr i i) : dens (STrace a) = \tr (denm a).
Proof. by []. Qed.

Lemma emul_zero x y : holds (Eq0, x) \/ holds (Eq0, y) -> holds (Eq0, emul x y).
Proof.
case: x y => [i j a|s|] [i' j' b|t|] //= [] e;
  rewrite -?[dens (SMul _ _)]dens_mul.
all: try by rewrite ?denm_scale ?dens_mul e ?(scale0r, scaler0, mul0r, mulr0).
  by case: (cast _ _ _) => //= b'; rewrite denm_mul e mul0mx.
by case E: (cast _ _ _) => //= [b']; rewrite denm_mul ((cast_eq0 E).1 e) mulmx0.
Qed.

Lemma etr_zero x : holds (Eq0, x) -> holds (Eq0, etr x).
Proof. by case: x => [i j a|s|] //= e; rewrite denm_tr e trmx0. Qed.

Lemma etrace_zero x : holds (Eq0, x) -> holds (Eq0, etrace x).
Proof.
case: x => [i j a|s|] //= e; case E: (cast _ _ _) => [a'|] //=.
by rewrite dens_trace ((cast_eq0 E).1 e) mxtrace0.
Qed.

Lemma entry_zero x : holds (Eq0, x) -> holds (Eq0, entry x).
Proof. by case: x => [[|i] [|j] a|s|] //= e;
  rewrite -[dens _]/((denm a : 'M_1) 0 0) e mxE. Qed.

Lemma eadd_zero x y : holds (Eq0, x) -> vanishes (eadd (eopp x) y) ->
  vanishes y.
Proof.
case: x y => [i j a|s|] [i' j' b|t|] //= e; last by rewrite dens_add dens_opp e
  oppr0 add0r.
case E: (cast _ _ _) => [b'|] //=; rewrite denm_add denm_opp e oppr0 add0r.
exact: (cast_eq0 E).2.
Qed.

Lemma each_nth (T : Type) (P : T -> Prop) d l k : P d -> each P l ->
  P (nth d l k).
Proof. by move=> Pd; elim: l k => [|x l IH] [|k] //= [Px /IH]; exact. Qed.

Lemma etensor_ge0 l : 0 <= dens (etensor l).
Proof.
rewrite /etensor; case: l => [|[swapped [x y]] l]; first exact: lexx.
case: (shape x) => i j; case: (shape y) => i' j'.
case: (if swapped then _ else _) => b c.
by case: (parts_of _ _ _ _ _) => [ps|]; [exact: tensor_square_ge0|exact: lexx].
Qed.

Section Found.
Variable found : seq fact.
Hypothesis foundP : each holds found.
Local Notation fact_at := (fact_at given found).

Lemma fact_atP r : holds (fact_at r).
Proof. by rewrite /fact_at; case: ifP => _; apply: each_nth. Qed.

Lemma cofactor_zero c : holds (Eq0, cofactor_expr v given found c).
Proof.
elim: c => [r turned l m|o c IH] /=.
  have := fact_atP r; case: (fact_at r) => [[] f] // f0.
  apply: entry_zero; apply: emul_zero; left; apply: entry_zero;
    apply: emul_zero; right.
  by case: turned; [apply: etr_zero|].
by apply: emul_zero; left; apply: etrace_zero.
Qed.

Lemma minus_cofactorsP x cs : vanishes (minus_cofactors v given found x cs) ->
  vanishes x.
Proof. by elim: cs => //= c cs IH /(eadd_zero (cofactor_zero c)) /IH. Qed.

Lemma impliesP r r' s : implies r r' -> holds (r, Sca s) -> holds (r', Sca s).
Proof. by case: r r' => [] [] //= _; [exact: lt0r_neq0 | exact: ltW]. Qed.

Lemma constant_signP s : holds (constant_sign h s, Sca s) \/ constant_sign h s =
  Eq0.
Proof.
have e := (sound wf).2 s; rewrite /constant_sign; case: (nfs h s) e =>
  [|[q [|a l]] [|t p]] e; try by right.
  by left; rewrite /= e lin_nil.
left; have {e} : dens s = q2r R q by rewrite e lin_cons lin_nil addr0 /=
  /GRing.scale /= mulr1.
case: q => [[|n|n] d] /= ->; rewrite /q2r /= ?mul0r // ?mulNr ?oppr_eq0
  ?mulf_neq0 ?invr_eq0 ?p2r_neq0 //.
by rewrite divr_gt0 // lt0r p2r_neq0 ler0n.
Qed.

Lemma factorP r f : implies (fact_at f.1).1 r ->
  holds (r, Sca (factor given found f)).
Proof.
case: f => k n /=; rewrite /factor /=; have := fact_atP k; case: (fact_at k) =>
  r' [i j e|s|] /= H imp.
- by case: r' r imp {H} => [] [] //= _; rewrite ?oner_neq0 ?ler01 ?ltr01.
- have := impliesP imp H; case: r imp {H} => [|||] imp; rewrite /= ?dens_exp.
  + by case: r' imp.
  + by move=> s0; rewrite expf_neq0.
  + exact: exprn_ge0.
  + exact: exprn_gt0.
by case: r' r imp {H} => [] [] //= _; rewrite ?oner_neq0 ?ler01 ?ltr01.
Qed.

Lemma weighsP r w : weighs h v given found r w ->
  holds (r, Sca (weight_expr v given found w)).
Proof.
case: w => c fs /andP [/= imp]; rewrite /weight_expr /=.
have : holds (r, Sca (sx v c)).
  by have [H|E] := constant_signP (sx v c); [exact: impliesP H |
    rewrite E in imp; case: r imp].
move: (sx v c) => s0 Hs; elim: fs => //= f fs IH /andP [/factorP Hf /IH];
  move: Hf.
move: (foldr _ _ _) (factor _ _ _) => t s; case: r {imp Hs IH} => //=;
  rewrite dens_mul.
- by move=> -> ->; rewrite mulr0.
- exact: mulf_neq0.
- exact: mulr_ge0.
- exact: mulr_gt0.
Qed.

Lemma square_ge0 r q : weighs h v given found r q.1 -> implies r Ge0 ->
  0 <= dens (square_expr v given found q).
Proof.
move=> /weighsP W imp; rewrite /square_expr dens_mul mulr_ge0 ?(impliesP imp W)
  //.
case: q.2 => [t|l] /=; last exact: etensor_ge0.
by case: (typed v t) => [i j a|s|] /=; [exact: tr_sq_ge0 | exact: sqr_ge0 |].
Qed.

Lemma esquare_eq0 x : dens (esquare x) = 0 -> holds (Eq0, x).
Proof.
case: x => [i j a|s|] //=; first exact: tr_sq_eq0.
by rewrite dens_exp => /eqP; rewrite sqrf_eq0 => /eqP.
Qed.

Lemma square_eq0 q : dens (square_expr v given found q) = 0 ->
  holds (vanished h v given found q).
Proof.
case: q => w [t|l] //; rewrite /square_expr dens_mul => /eqP; rewrite mulf_eq0.
move=> e; suff: holds (Eq0, if weighs h v given found Gt0 w then typed v t
    else emul (Sca (weight_expr v given found w)) (typed v t)) by [].
case: ifP => [/weighsP /= /lt0r_neq0 w0|_].
  by move: e; rewrite (negbTE w0) => /eqP; exact: esquare_eq0.
apply: emul_zero; case/orP: e => /eqP e; first by left.
by right; exact: esquare_eq0.
Qed.

Lemma is_square_ofP s q : is_square_of h v given found (Sca s) q ->
  dens (square_expr v given found q) = 0 -> dens s = 0.
Proof.
case: q => w [t|l] //= /andP [/weighsP /= /lt0r_neq0 w0 /ezeroP z].
rewrite /square_expr dens_mul => /eqP; rewrite mulf_eq0 (negbTE w0) /=.
by move=> /eqP /esquare_eq0 /eadd_zero /(_ z).
Qed.

Lemma minus_squares_ge0 s qs : all (fun q => weighs h v given found Ge0 q.1) qs
  ->
  0 <= dens (minus_squares v given found s qs) -> 0 <= dens s.
Proof.
elim: qs => //= q qs IH /andP [/square_ge0 /(_ isT) q0 /IH {}IH];
  rewrite dens_add dens_opp addrC subr_ge0.
by move=> /(le_trans q0).
Qed.

Lemma sum_squares_ge0 qs : all (fun q => weighs h v given found Ge0 q.1) qs ->
  0 <= dens (sum_squares v given found qs).
Proof. by elim: qs => //= q qs IH /andP [/square_ge0 /(_ isT) q0 /IH];
  rewrite dens_add; exact: addr_ge0. Qed.

Lemma sum_squares_eq0 qs : all (fun q => weighs h v given found Ge0 q.1) qs ->
  dens (sum_squares v given found qs) = 0 ->
  each (fun q => dens (square_expr v given found q) = 0) qs.
Proof.
elim: qs => //= q qs IH /andP [Wq Ws] /eqP;
  rewrite dens_add paddr_eq0 ?(square_ge0 Wq) ?sum_squares_ge0 //.
by move=> /andP [/eqP e /eqP /(IH Ws)].
Qed.

Lemma vanishedP qs : each (fun q => dens (square_expr v given found q) = 0) qs
  -> each holds (map (vanished h v given found) qs).
Proof. by elim: qs => //= q qs IH [/square_eq0 e /IH]. Qed.

Lemma boundP w s qs : weighs h v given found Ge0 w ->
  all (fun q => weighs h v given found Ge0 q.1) qs ->
  weighs h v given found Gt0 w || (if qs is q :: _ then
    is_square_of h v given found (Sca s) q else false) ->
  dens (weight_expr v given found w) * dens s =
    dens (sum_squares v given found qs) -> 0 <= dens s.
Proof.
move=> /weighsP /= w0 W own e; have S0 := sum_squares_ge0 W.
case/orP: own => [/weighsP /= wp|own]; first by rewrite -(pmulr_rge0 _ wp) e.
rewrite leNgt; apply/negP => s0; have z : dens (sum_squares v given found qs) = 0.
  by apply/eqP; rewrite eq_le S0 andbT -e mulr_ge0_le0 // ltW.
case: qs W own z {e S0} => // q qs W own /(sum_squares_eq0 W) [/(is_square_ofP own) e _].
by rewrite e ltxx in s0.
Qed.
End Found.

Lemma each_cat (T : Type) (P : T -> Prop) l l' : each P l -> each P l' ->
  each P (l ++ l').
Proof. by move=> + Pl'; elim: l => //= x l IH [Px /IH]. Qed.

Lemma deriveP found ls found' : each holds found -> derive h v given found ls =
  Some found' -> each holds found'.
Proof.
elim: ls found => [|[w t cs|w t qs cs|qs cs] ls IH] found F /=;
  first by case=> <-.
- case: ifP => // /andP [/(weighsP F) /= w0 /ezeroP /(minus_cofactorsP F) z];
  apply: IH; rewrite -cats1.
  apply: each_cat => //; split=> //=; case: (typed v t) z => [i j a|s|] //=.
    by rewrite denm_scale => /eqP; rewrite scaler_eq0 (negbTE w0) => /eqP.
  by rewrite dens_mul => /eqP; rewrite mulf_eq0 (negbTE w0) => /eqP.
- case: ifP => // /and4P [w0 W own /ezeroP /(minus_cofactorsP F) z]; apply: IH;
  rewrite -cats1.
  apply: each_cat => //; split=> //; case: (typed v t) own z => [i j a|s|] // own z.
  apply: (boundP F w0 W own); move: z => /=; rewrite dens_add dens_opp dens_mul.
  by move=> /eqP; rewrite addrC subr_eq0 => /eqP.
case: ifP => // /andP [W /ezeroP /(minus_cofactorsP F) z]; apply: IH;
  apply: each_cat => //.
exact: (vanishedP F (sum_squares_eq0 F W z)).
Qed.

Theorem certified c goal : check h v given c goal = true -> holds goal.
Proof.
rewrite /check; case D: (derive _ _ _ _ _) => [found|] //; have F :=
  @deriveP [::] _ _ I D.
case: goal => [[] x] // => [/ezeroP /(minus_cofactorsP F)|]; first by case: x.
by case: x => // s /andP [W /ezeroP /(minus_cofactorsP F) /= z];
  apply: (minus_squares_ge0 F W); rewrite z.
Qed.
End Soundness.

(** Sequents *)
Inductive formula :=
| EqMx (i j : nat) of mexpr i j & mexpr i j
| Rel of relation & sexpr & sexpr
| IllTyped.

(* two sides and how they compare, as generated files spell a formula *)
Definition sides : Type := relation * (tree * tree).

Definition typed_formula v (f : sides) : formula :=
  match typed v f.2.1, typed v f.2.2 with
  | Mat i j a, Mat i' j' b =>
    if (f.1, cast i j b) is (Eq0, Some b') then EqMx a b' else IllTyped
  | Sca a, Sca b => Rel f.1 a b
  | _, _ => IllTyped
  end.

Definition difference (f : formula) : fact :=
  match f with
  | EqMx i j a b => (Eq0, Mat (MAdd a (MOpp b)))
  | Rel r a b => (r, Sca (SAdd a (SOpp b)))
  | IllTyped => (Eq0, Bad)
  end.

(* var of the dimensions of the matrix variables; number of those dimensions  *)
(* that are numbers; nonzero scalar variables; variables that are equal to an *)
(* expression; facts; goals *)
Record sequent := Sequent { var : seq (nat * nat); number : seq (option nat);
  divisors : seq nat; definitions : seq formula; premises : seq formula;
  goals : seq (formula * certificate) }.

Definition typed_sequent v number divisors (ds fs : seq sides)
    (gs : seq (sides * certificate)) :=
  Sequent v number divisors (map (typed_formula v) ds)
    (map (typed_formula v) fs) [seq (typed_formula v g.1, g.2) | g <- gs].

Definition variable i j (a : mexpr i j) := if a is MVar _ _ k then Some k
  else None.
Definition define (h : hints) (f : formula) : hints :=
  match f with
  | EqMx i j a b => if variable a is Some k then define_matrix h k b else h
  | Rel Eq0 (SBase (BVar k)) b => define_scalar h k b
  | _ => h
  end.
Definition sequent_hints q :=
  foldl define (Hints (number q) (divisors q) [::] [::]) (definitions q).
Definition accepted (q : sequent) : bool :=
  let given := map difference (premises q) in
  let h := sequent_hints q in
  all (fun g => check h (var q) given g.2 (difference g.1)) (goals q).

Section Sequents.
Variables (R : realFieldType) (ds : seq nat) (ms : seq (letter_of R ds))
  (ss : seq R).

Definition denf (f : formula) : Prop :=
  match f with
  | EqMx i j a b => denm ms ss a = denm ms ss b
  | Rel Eq0 a b => dens ms ss a = dens ms ss b
  | Rel Ne0 a b => dens ms ss a != dens ms ss b
  | Rel Ge0 a b => dens ms ss a >= dens ms ss b
  | Rel Gt0 a b => dens ms ss a > dens ms ss b
  | IllTyped => True
  end.

Lemma differenceP f : denf f <-> holds ms ss (difference f).
Proof.
case: f => [i j a b|r a b|] //=.
  by rewrite denm_add denm_opp; split=> [->|/subr0_eq //]; rewrite subrr.
case: r; rewrite /= dens_add dens_opp ?subr_eq0 ?subr_ge0 ?subr_gt0 //.
by split=> [->|/subr0_eq //]; rewrite subrr.
Qed.

Lemma define_wf h f : well_formed ms ss h -> denf f ->
  well_formed ms ss (define h f).
Proof.
case: f => [i j a b|[] [[]|||||||||] //= k b|] //= wf.
  by case E: (variable a) => [k|] //; case: a b E => //= i' j' k' b [->];
    exact: define_matrix_wf.
exact: define_scalar_wf.
Qed.

(* P where the premises hold, one arrow each *)
Fixpoint where_positive (l : seq nat) (P : Prop) : Prop :=
  if l is n :: l' then (0 < n)%N -> where_positive l' P else P.
Fixpoint where_nonzero (l : seq nat) (P : Prop) : Prop :=
  if l is k :: l' then senv ss k != 0 -> where_nonzero l' P else P.
Fixpoint where_holds (l : seq formula) (P : Prop) : Prop :=
  if l is f :: l' then denf f -> where_holds l' P else P.
Fixpoint conclusion (l : seq (formula * certificate)) : Prop :=
  match l with
  | [::] => True
  | [:: g] => denf g.1
  | g :: l' => denf g.1 /\ conclusion l'
  end.

Lemma where_positiveP l (P : Prop) : (all (fun n => 0 < n)%N l -> P) -> where_positive l P.
Proof. by elim: l => [|n l IH] /= H; [exact: H | move=> n0; apply: IH => l0;
  apply: H; rewrite n0]. Qed.

Lemma where_nonzeroP l (P : Prop) : (foldr (fun k P => senv ss k != 0 /\ P) True l -> P)
  -> where_nonzero l P.
Proof. by elim: l => [|k l IH] /= H; [exact: H | move=> k0; apply: IH => l0;
  apply: H]. Qed.

Lemma where_holdsP l (P : Prop) : (each denf l -> P) -> where_holds l P.
Proof. by elim: l => [|f l IH] /= H; [exact: H | move=> f0; apply: IH => l0;
  apply: H]. Qed.

Lemma definitions_wf fs h : well_formed ms ss h -> each denf fs ->
  well_formed ms ss (foldl define h fs).
Proof. by elim: fs h => //= f fs IH h wf [/(define_wf wf) {}wf]; exact: IH. Qed.

Definition numbers_fit (l : seq (option nat)) : bool :=
  all (fun i => if litd (Hints l [::] [::] [::]) i is Some n then dim ds i == n
    else true) (iota 0 (size l).+1).

Theorem proves q : accepted q = true -> numbers_fit (number q) = true ->
  where_positive ds (where_nonzero (divisors q) (where_holds (definitions q)
    (where_holds (premises q) (conclusion (goals q))))).
Proof.
move=> ok fit; apply: where_positiveP => ds0; apply: where_nonzeroP => nz.
apply: where_holdsP => defs; apply: where_holdsP => given.
have wf := definitions_wf (@well_formed_plain _ _ ms ss _ (divisors q) ds0 fit nz) defs.
have {}given : each (holds ms ss) (map difference (premises q)).
  by elim: (premises q) given => //= f l IH [/differenceP Pf /IH].
have {ok} : each (fun g => denf g.1) (goals q).
  move: ok; rewrite /accepted; elim: (goals q) => //= g l IH.
  by move=> /andP [ok /IH]; split; first exact/differenceP/(certified wf given ok).
by elim: (goals q) => //= g [|g' l] IH [// Pg /IH].
Qed.
End Sequents.

Section Use.
Variable R : realFieldType.
Lemma gt_subr0 (a b : R) : a > b -> 0 < a - b. Proof. by rewrite subr_gt0. Qed.

Lemma ge_subr0 (a b : R) : a >= b -> 0 <= a - b.
Proof. by rewrite subr_ge0. Qed.

Lemma neq_subr0 (a b : R) : a != b -> a - b != 0.
Proof. by rewrite subr_eq0. Qed.

Lemma subr0_ge (a b : R) : 0 <= a - b -> a >= b.
Proof. by rewrite subr_ge0. Qed.

Lemma subr0_gt (a b : R) : 0 < a - b -> a > b. Proof. by rewrite subr_gt0. Qed.

Lemma subr0_neq (a b : R) : a - b != 0 -> a != b.
Proof. by rewrite subr_eq0. Qed.

Lemma subr_neq0 (a b : R) : a - b != 0 -> a <> b.
Proof. by rewrite subr_eq0 => /eqP. Qed.

Lemma submx_neq0 m n (A B : 'M[R]_(m, n)) : A - B <> 0 -> A <> B.
Proof. by move=> N AB; apply: N; rewrite AB subrr. Qed.

Lemma subr_lt0_nge (a b : R) : a - b < 0 -> ~ (a >= b).
Proof. by rewrite subr_lt0 => lt; rewrite leNgt lt. Qed.

Lemma oppr_lt0_neq0 (a : R) : 0 < a -> - a != 0.
Proof. by rewrite oppr_eq0; exact: lt0r_neq0. Qed.

Lemma sqnorm_ones n : \tr ((const_mx 1 : 'cV[R]_n)^T *m const_mx 1) = n%:R.
Proof.
rewrite trace_mx11 !mxE; under eq_bigr do rewrite !mxE mulr1.
by rewrite sumr_const card_ord.
Qed.

Lemma natr_gt0 n : (0 < n)%N -> 0 < n%:R :> R. Proof. by rewrite ltr0n. Qed.

Lemma natr_ge1 n : (0 < n)%N -> 1 <= n%:R :> R. Proof. by rewrite ler1n. Qed.

Lemma invr_natr_gt0 n : (0 < n)%N -> 0 < n%:R^-1 :> R.
Proof. by rewrite invr_gt0 ltr0n. Qed.

Lemma exprn_neq0 (a : R) k : a != 0 -> a ^+ k != 0.
Proof. exact: expf_neq0. Qed.

Lemma natr_div_gt0 (a b : nat) : 0 < a.+1%:R * b.+1%:R^-1 :> R.
Proof. by rewrite divr_gt0 ?ltr0Sn. Qed.

Lemma binary_gt0 b : b != BinNums.N0 -> 0 < binary b :> R.
Proof.
case: b => // p _; rewrite /binary -lock ltr0n /= nat_of_posE; apply/ssrnat.ltP.
exact: Pnat.Pos2Nat.is_pos.
Qed.

Lemma binary_inv_gt0 b : b != BinNums.N0 -> 0 < (binary b)^-1 :> R.
Proof. by rewrite invr_gt0; exact: binary_gt0. Qed.

Lemma natr_inv_gt0 (b : nat) : 0 < b.+1%:R^-1 :> R.
Proof. by rewrite invr_gt0 ltr0Sn. Qed.
End Use.
