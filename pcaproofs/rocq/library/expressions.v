(* Matrix expressions as data, and their normal forms. Nothing here has to be *)
(* trusted: normal_forms.v proves that an expression and its normal form mean *)
(* the same, and what is computed here only decides which proofs are found.   *)
(*                                                                            *)
(*   mexpr i j == expressions for matrices, typed by the codes of their       *)
(*       dimensions: code 0 is the dimension 1, code i.+1 the i-th            *)
(*       dimension of the environment                                         *)
(*   sexpr == expressions for scalars                                         *)
(*   word == a product of letters and transposed letters; the letter 0 is     *)
(*       an identity, 2k+1 the matrix variable k, 2k+2 its transpose; each    *)
(*       carries the codes of its dimensions                                  *)
(*   atom == a commuting factor: a dimension, a scalar variable, the          *)
(*       inverse of one, or the trace of a word                               *)
(*   mono == commuting factors times a word                                   *)
(*   hints == what the normal form may use: which dimensions are numbers,     *)
(*       which scalars are nonzero, and what the variables that are defined   *)
(*       are equal to, as normal forms                                        *)
(*   nfm, nfs == the normal form of an expression: sums of rational *         *)
(*       monomial, where products are multiplied out and every word that      *)
(*       starts in a row and ends in a column is pulled out as a scalar       *)

Inductive base := BDim of nat | BVar of nat | BNat of nat | BBin of BinNums.N.
Inductive mexpr : nat -> nat -> Type :=
| MVar (i j : nat) : nat -> mexpr i j
| MZero (i j : nat) : mexpr i j
| MId (i : nat) : mexpr i i
| MAdd (i j : nat) : mexpr i j -> mexpr i j -> mexpr i j
| MOpp (i j : nat) : mexpr i j -> mexpr i j
| MMul (i j k : nat) : mexpr i j -> mexpr j k -> mexpr i k
| MTr (i j : nat) : mexpr i j -> mexpr j i
| MScale (i j : nat) : sexpr -> mexpr i j -> mexpr i j
with sexpr : Type :=
| SBase : base -> sexpr
| SInv : base -> sexpr
| SZero : sexpr
| SOne : sexpr
| SAdd : sexpr -> sexpr -> sexpr
| SOpp : sexpr -> sexpr
| SMul : sexpr -> sexpr -> sexpr
| SExp : sexpr -> nat -> sexpr
| STrace (i : nat) : mexpr i i -> sexpr
| SElt : mexpr 0 0 -> sexpr.
Scheme mexpr_mut := Induction for mexpr Sort Prop with sexpr_mut :=
  Induction for sexpr Sort Prop.
Combined Scheme expr_mut from mexpr_mut, sexpr_mut.

Definition Q := QArith_base.Q.
(* id, rows, cols; 0: identity, 2k+1: letter k, 2k+2: its transpose           *)
Definition sym : Type := (nat * (nat * nat))%type.
Definition word := seq sym.
(* 0 dim, 1 1/dim, 2 scalar, 3 1/scalar, 4 trace of a word                    *)
Definition atom : Type := (nat * (nat * word))%type.
Definition mono : Type := (seq atom * word)%type.
Definition srow (s : sym) := s.2.1.
Definition scol (s : sym) := if s.1 is 0%N then s.2.1 else s.2.2.
Definition idm (i : nat) : sym := (0%N, (i, i)).
Definition fsym (s : sym) : sym :=
  if s.1 is k.+1 then ((if odd k then k else k.+2), (s.2.2, s.2.1)) else s.
Definition flip (w : word) : word := rev (map fsym w).

Fixpoint nle (a b : nat) := match a, b with 0%N, _ => true | a.+1, b.+1 =>
  nle a b | _, _ => false end.
Fixpoint cmpw (v w : word) : comparison :=
  match v, w with
  | [::], [::] => Eq | [::], _ => Lt | _, [::] => Gt
  | s :: v', t :: w' => match Nat.compare s.1 t.1 with Eq =>
      match Nat.compare s.2.1 t.2.1 with Eq => cmpw v' w' | c => c end | c =>
        c end
  end.
Definition cmpa (a b : atom) : comparison :=
  match Nat.compare (half a.1) (half b.1) with Eq =>
    match Nat.compare a.2.1 b.2.1 with Eq =>
      match Nat.compare a.1 b.1 with Eq => cmpw a.2.2 b.2.2 | c => c end | c =>
        c end | c => c end.
Fixpoint cmps (l m : seq atom) : comparison :=
  match l, m with
  | [::], [::] => Eq | [::], _ => Lt | _, [::] => Gt
  | a :: l', b :: m' => match cmpa a b with Eq => cmps l' m' | c => c end
  end.
Definition cmpm (x y : mono) := match cmpw x.2 y.2 with Eq => cmps x.1 y.1 |
  c => c end.
Definition lew v w := if cmpw v w is Gt then false else true.
Definition lea v w := if cmpa v w is Gt then false else true.
Definition les v w := if cmps v w is Gt then false else true.
Definition lem v w := if cmpm v w is Gt then false else true.

Definition wcons (s : sym) (w : word) : word :=
  if w is t :: w' then
    if (s.1 == 0%N) && (srow t == s.2.1) then w
    else if (t.1 == 0%N) && (scol s == t.2.1) then s :: w' else s :: w
  else [:: s].
Definition wcat (v w : word) := foldr wcons w v.
Definition wmin (v w : word) := if lew v w then v else w.

Definition pieces (w : word) : seq word :=
  foldr (fun s acc => if srow s == 0%N then [::] :: (s :: head [::] acc) ::
    behead acc
                      else (s :: head [::] acc) :: behead acc) [:: [::]] w.
Definition scalar_piece (p : word) := if p is s :: p' then (srow s == 0%N) &&
  (scol (last s p') == 0%N) else false.
Definition pull (w : word) : seq atom * word :=
  foldr (fun p (acc : seq atom * word) =>
           if scalar_piece p
           then ((if p == [:: idm 0] then acc.1 else (4, (0, wmin p (flip p)))%N
             :: acc.1), wcat [:: idm 0] acc.2)
           else (acc.1, wcat p acc.2)) ([::], [::]) (pieces w).
Definition turns (w : word) : seq word :=
  let all := [seq rot i w | i <- iota 0 (size w)] in
  let good := [seq v <- all | if v is s :: _ then srow s == 0%N else false] in
  if good is [::] then all else good.
Definition canon (w : word) : word := foldr wmin (head w (turns w)) (turns w ++
  map flip (turns w)).

Definition mpoly := seq (Q * mono).
Definition spoly := seq (Q * seq atom).

Record hints := Hints {
(* the value of the dimension i, where it is a number                         *)
  literal : seq (option nat);
(* scalar variables that are not zero                                         *)
  nonzero : seq nat;
(* what the scalar variable k is equal to                                     *)
  scalar_def : seq (option spoly);
(* what the i x j matrix variable k is equal to                               *)
  matrix_def : seq (option (nat * nat * mpoly)) }.

Section Algebra.
Variable h : hints.

Definition litd (i : nat) : option nat := if i is i'.+1 then nth None (literal
  h) i' else Some 1%N.
Definition sdef (k : nat) : option spoly := nth None (scalar_def h) k.
Definition mdef (i j k : nat) : option mpoly :=
  if nth None (matrix_def h) k is Some (i', j', p) then if (i == i') && (j ==
    j') then Some p else None else None.
Definition cancels (a b : atom) : bool :=
  [&& a.2.1 == b.2.1 &
  match a.1, b.1 with
  | 0, 1 | 1, 0 => true
  | 2, 3 | 3, 2 => a.2.1 \in nonzero h
  | _, _ => false end%N].
Fixpoint ains (a : atom) (l : seq atom) : seq atom :=
  if l is b :: l' then if cancels a b then l' else if lea a b then a :: l
    else b :: ains a l' else [:: a].
Definition amul (l m : seq atom) := foldr ains m l.

Definition qnat (n : nat) : Q := QArith_base.Qmake (BinInt.Z.of_nat n)
  BinNums.xH.
Definition qmul (a b : Q) : Q := Qreduction.Qred (QArith_base.Qmult a b).
Definition qadd (a b : Q) : Q := Qreduction.Qred (QArith_base.Qplus a b).
Definition qopp (a : Q) : Q := QArith_base.Qopp a.
Definition qinvnat (n : nat) : Q := if n is 0%N then qnat 0
  else QArith_base.Qmake (BinNums.Zpos BinNums.xH) (BinPos.Pos.of_nat n).
(* a number in binary, for what is too large for a nat                        *)
Definition qbin (b : BinNums.N) : Q := QArith_base.Qmake (BinInt.Z.of_N b)
  BinNums.xH.
Definition qinvbin (b : BinNums.N) : Q := if b is BinNums.Npos p
  then QArith_base.Qmake (BinNums.Zpos BinNums.xH) p else qnat 0.
Definition qzero (a : Q) : bool := if QArith_base.Qnum a is BinNums.Z0 then true
  else false.

Definition trace_of (w : word) : Q * seq atom :=
  let '(as_, r) := pull w in
  if r is [:: (0%N, (i, _))] then
    if litd i is Some n then (qnat n, as_) else (qnat 1, ains (0, (i, [::]))%N
      as_)
  else (qnat 1, ains (4, (0, canon r))%N as_).

Section Combine.
Variables (T : eqType) (le : rel T).
Fixpoint combine (p : seq (Q * T)) : seq (Q * T) :=
  if p is t :: p' then
    if combine p' is u :: r then
      if t.2 == u.2 then let q := qadd t.1 u.1 in if qzero q then r else (q,
        t.2) :: r
      else t :: u :: r
    else [:: t]
  else [::].
Fixpoint msplit (p : seq (Q * T)) : seq (Q * T) * seq (Q * T) :=
  match p with [::] => ([::], [::]) | [:: t] => ([:: t], [::])
  | t :: u :: r => let '(x, y) := msplit r in (t :: x, u :: y) end.
Fixpoint mmerge (p : seq (Q * T)) : seq (Q * T) -> seq (Q * T) :=
  if p is t :: p' then
    fix inner r := if r is u :: r' then if le t.2 u.2 then t :: mmerge p' r
      else u :: inner r' else p
  else id.
Fixpoint msort (n : nat) (p : seq (Q * T)) : seq (Q * T) :=
  if n is n'.+1 then
    match p with [::] | [:: _] => p | _ => let '(x, y) :=
      msplit p in mmerge (msort n' x) (msort n' y) end
  else p.
Definition norm (p : seq (Q * T)) := combine (msort (size p) p).
End Combine.

Definition tmul (x y : Q * mono) : Q * mono :=
  let '(as_, w) := pull (wcat x.2.2 y.2.2) in (qmul x.1 y.1,
    (amul as_ (amul x.2.1 y.2.1), w)).
Definition stmul (x : Q * seq atom) (y : Q * mono) : Q * mono :=
  (qmul x.1 y.1, (amul x.2 y.2.1, y.2.2)).
Definition ssmul (x y : Q * seq atom) : Q * seq atom :=
  (qmul x.1 y.1, amul x.2 y.2).
Definition neg {T} (x : Q * T) : Q * T := (qopp x.1, x.2).
Definition mnorm : mpoly -> mpoly := norm lem.
Definition snorm : spoly -> spoly := norm les.
Definition ttrace (x : Q * mono) : Q * seq atom :=
  let '(q, a) := trace_of x.2.2 in (qmul q x.1, amul a x.2.1).
Definition nfbase (b : base) : spoly :=
  match b with
  | BDim i => if litd i is Some n then [:: (qnat n, [::])] else [:: (qnat 1,
    [:: (0, (i, [::]))%N])]
  | BVar k => if sdef k is Some p then p else [:: (qnat 1,
    [:: (2, (k, [::]))%N])]
  | BNat n => [:: (qnat n, [::])]
  | BBin b => [:: (qbin b, [::])] end.
Definition nfinv (b : base) : spoly :=
  match b with
  | BDim i => if litd i is Some n then [:: (qinvnat n, [::])] else [:: (qnat 1,
    [:: (1, (i, [::]))%N])]
  | BVar k => [:: (qnat 1, [:: (3, (k, [::]))%N])]
  | BNat n => [:: (qinvnat n, [::])]
  | BBin b => [:: (qinvbin b, [::])] end.

Fixpoint nfm (i j : nat) (e : mexpr i j) : mpoly :=
  match e with
  | MVar i j k => if mdef i j k is Some p then p else [:: (qnat 1, ([::],
    [:: (k.*2.+1, (i, j))]))]
  | MZero _ _ => [::]
  | MId i => [:: (qnat 1, ([::], [:: idm i]))]
  | MAdd _ _ a b => nfm a ++ nfm b
  | MOpp _ _ a => map neg (nfm a)
  | MMul _ _ _ a b => mnorm [seq tmul x y | x <- nfm a, y <- nfm b]
  | MTr _ _ a => [seq (x.1, (x.2.1, flip x.2.2)) | x <- nfm a]
  | MScale _ _ s a => mnorm [seq stmul x y | x <- nfs s, y <- nfm a]
  end
with nfs (s : sexpr) : spoly :=
  match s with
  | SBase b => nfbase b
  | SInv b => nfinv b
  | SZero => [::]
  | SOne => [:: (qnat 1, [::])]
  | SAdd a b => nfs a ++ nfs b
  | SOpp a => map neg (nfs a)
  | SMul a b => snorm [seq ssmul x y | x <- nfs a, y <- nfs b]
  | SExp a k => let p := nfs a in iter k (fun r => snorm [seq ssmul x y |
    x <- p, y <- r]) [:: (qnat 1, [::])]
  | STrace _ a => snorm (map ttrace (nfm a))
  | SElt a => snorm (map ttrace (nfm a))
  end.
Definition mzero i j (e : mexpr i j) : bool := nilp (mnorm (nfm e)).
Definition szero (s : sexpr) : bool := nilp (snorm (nfs s)).
End Algebra.
