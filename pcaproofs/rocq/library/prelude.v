(* All that generated proofs need: derivatives of polynomial functions,       *)
(* problems with the same optimisers, sums over the standard basis, and the   *)
(* notation in which trees and certificates are spelt.                        *)
(* * Derivatives and optima                                                   *)
(*   first_order_coefs == a function is f 0 + t * l + t^2 * q t where the     *)
(*       list c holds the coefficients of q                                   *)
(*   first_order_uniq == there is only one l; is_gradient_uniq and its like   *)
(*       follow                                                               *)
(*   same_min_min == g and f have the same minimisers where g is increasing   *)
(*       in f; same_min_max and the others where the one or both are          *)
(*       maximised                                                            *)
(*   same_up, same_down == g is increasing or decreasing in f where it is a   *)
(*       power of f times w plus c                                            *)
(* * Sums over the standard basis                                             *)
(*   sums_to f s == the f k, k running over 'I_n, add up to s; a lemma each   *)
(*       for terms of degree 0, 1 and 2 in 'e_k                               *)
(* * Environments                                                             *)
(*   add_size, add_letter, add_scalar == lists of the values of dimensions,   *)
(*       matrix variables and scalar variables                                *)
(* * Trees, operators first so that no parentheses are needed                 *)
(*   [t: + x y ] == a sum;  - x == the negative;  * x y, *m x y == a          *)
(*       product;  ~ x == the transpose;  % x == the trace                    *)
(*   ! x == the entry of a 1x1 matrix;  ^ x n == a power;  / x == an          *)
(*       inverse;  # n == a number;  #b n == a number in binary;              *)
(*       ? i j == zero                                                        *)
(*   & x l, | == a list and its end;  <> r x y l == a list of formulas;       *)
(*       = f n l == a list of powers of facts                                 *)
(*   |- r x y k q c l == a list of goals, each with the lemmas, squares and   *)
(*       cofactors of its certificate                                         *)
(*   < f x y == the cofactor x * f * y;  > f x y == the same, f transposed;   *)
(*       @ x c == x times the trace of c                                      *)
(*   $ c l x == the square of x with the weight c times l;  $* c l p == the   *)
(*       same of the tensor with the parts p, *k x y or, swapped, *s x y      *)
(*   := c l x k == x is zero, because c times l times x has the cofactors k   *)
(*   :>= c l x q k == x is >= 0, because c times l times x has the squares q  *)
(*       and the cofactors k                                                  *)
(*   => q k == all that is squared in q is zero, because the sum has the      *)
(*       cofactors k                                                          *)
Export GRing.Theory Num.Theory Order.TTheory.
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

Lemma first_order_uniq (f : R -> R) a l l' : first_order f a l ->
  first_order f a l' -> l = l'.
Proof.
move=> [q Hq] [r Hr]; have : 'X * (l%:P - l'%:P) + 'X ^+ 2 * (q - r) = 0.
  apply: poly_zero => t; have := Hq t; rewrite (Hr t) -!addrA => /addrI e.
  rewrite hornerD [('X * _).[_]]hornerM [('X ^+ 2 * _).[_]]hornerM hornerXn
    hornerX !hornerD !hornerN !hornerC.
  by rewrite !mulrBr addrACA -opprD -e subrr.
move/(congr1 (fun p : {poly R} => p`_1)); rewrite coefD coef0 expr2 -mulrA
  !coefXM /= addr0.
by rewrite coefB !coefC /= => /eqP; rewrite subr_eq0 => /eqP.
Qed.

(* c holds the coefficients of t^2, t^3, ... *)
Lemma first_order_coefs (f : R -> R) a l (c : seq R) :
  (forall t, f t = a + t * l + t ^+ 2 * horner_rec c t) -> first_order f a l.
Proof. by move=> E; exists (Poly c) => t; rewrite horner_Poly. Qed.

Fixpoint horner_mx m n (c : seq 'M[R]_(m, n)) (t : R) : 'M[R]_(m, n) :=
  if c is C :: c' then t *: horner_mx c' t + C else 0.

Lemma first_order_coefs_mx m n (f : R -> 'M[R]_(m, n)) A L c :
  (forall t, f t = A + t *: L + t ^+ 2 *: horner_mx c t) ->
    forall i j, first_order (fun t => f t i j) (A i j) (L i j).
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

Lemma has_derivative_mx_uniq m n p q (f : 'M[R]_(m, n) ->
  'M[R]_(p, q)) X H L L' :
  has_derivative_mx f X H L -> has_derivative_mx f X H L' -> L = L'.
Proof. by move=> D D'; apply/matrixP => i j; exact: has_derivative_uniq (D i j)
  (D' i j). Qed.

Lemma is_gradient_uniq m n (f : 'M[R]_(m, n) -> R) X G G' : is_gradient f X G ->
  is_gradient f X G' -> G = G'.
Proof.
move=> D D'; apply: subr0_eq; apply: tr_sq_eq0; rewrite mulmxBr.
by rewrite linearB /= (has_derivative_uniq (D _) (D' _)) subrr.
Qed.

Lemma is_derivative_uniq (f : R -> R) x h l l' : is_derivative f x h l ->
  is_derivative f x h l' -> l = l'.
Proof. exact: first_order_uniq. Qed.

Lemma is_derivative_mx_uniq p q (f : R -> 'M[R]_(p, q)) x h L L' :
  is_derivative_mx f x h L -> is_derivative_mx f x h L' -> L = L'.
Proof. by move=> D D'; apply/matrixP => i j; exact: is_derivative_uniq (D i j)
  (D' i j). Qed.

End Uniqueness.

Section Monotone.
Variable R : realFieldType.
Lemma same_up (T : Type) (P : T -> Prop) (f g : T -> R) (w c : R) (k : nat) :
  0 < w -> (0 < k)%N -> (k = 1%N \/ forall x, P x -> 0 <= f x) ->
    (forall x, P x -> g x = w * f x ^+ k + c) ->
  forall x y, P x -> P y -> (g x <= g y) = (f x <= f y).
Proof.
move=> w0 k0 H E x y Px Py; rewrite !E // ler_add2r ler_pmul2l //.
case: H => [->|H]; first by rewrite !expr1.
by rewrite ler_pexpn2r // nnegrE H.
Qed.

Lemma same_down (T : Type) (P : T -> Prop) (f g : T -> R) (w c : R) (k : nat) :
  0 < w -> (0 < k)%N -> (k = 1%N \/ forall x, P x -> 0 <= f x) ->
    (forall x, P x -> g x = - (w * f x ^+ k) + c) ->
  forall x y, P x -> P y -> (g y <= g x) = (f x <= f y).
Proof.
move=> w0 k0 H E x y Px Py; rewrite !E // ler_add2r ler_opp2 ler_pmul2l //.
case: H => [->|H]; first by rewrite !expr1.
by rewrite ler_pexpn2r // nnegrE H.
Qed.

Section Same.
Variables (T : Type) (P : T -> Prop) (f g : T -> R).
Lemma same_min_min : (forall x y, P x -> P y -> (g x <= g y) = (f x <= f y)) ->
  forall x, is_min P f x <-> is_min P g x.
Proof. by move=> E x; split=> -[Px H]; split=> // y Py; move: (H y Py);
  rewrite E. Qed.

Lemma same_max_max : (forall x y, P x -> P y -> (g x <= g y) = (f x <= f y)) ->
  forall x, is_max P f x <-> is_max P g x.
Proof. by move=> E x; split=> -[Px H]; split=> // y Py; move: (H y Py);
  rewrite E. Qed.

Lemma same_min_max : (forall x y, P x -> P y -> (g y <= g x) = (f x <= f y)) ->
  forall x, is_min P f x <-> is_max P g x.
Proof. by move=> E x; split=> -[Px H]; split=> // y Py; move: (H y Py);
  rewrite E. Qed.

Lemma same_max_min : (forall x y, P x -> P y -> (g y <= g x) = (f x <= f y)) ->
  forall x, is_max P f x <-> is_min P g x.
Proof. by move=> E x; split=> -[Px H]; split=> // y Py; move: (H y Py);
  rewrite E. Qed.
End Same.
End Monotone.

Section Sums.
Variables (R : realFieldType) (n : nat).

Definition sums_to (V : zmodType) (f : 'I_n -> V) (s : V) := \sum_(k < n) f k =
  s.

Lemma sums_ext (V : zmodType) (f g : 'I_n -> V) s : sums_to g s ->
  (forall k, f k = g k) -> sums_to f s.
Proof. by move=> <- E; apply: eq_bigr => k _. Qed.

Lemma sums0 (V : zmodType) : sums_to (fun _ => 0 : V) 0.
Proof. exact: big1. Qed.

Lemma sumsD (V : zmodType) (f g : 'I_n -> V) s t : sums_to f s -> sums_to g t ->
  sums_to (fun k => f k + g k) (s + t).
Proof. by move=> <- <-; exact: big_split. Qed.

Lemma sums_const (c : R) : sums_to (fun _ => c) (n%:R * c).
Proof. by rewrite /sums_to sumr_const card_ord mulr_natl. Qed.

Lemma sums_const_mx p q (C : 'M[R]_(p, q)) : sums_to (fun _ => C) (n%:R *: C).
Proof. by rewrite /sums_to sumr_const card_ord scaler_nat. Qed.

Lemma sumsM (c : R) f s : sums_to f s -> sums_to (fun k => c * f k) (c * s).
Proof. by move=> <-; rewrite /sums_to mulr_sumr. Qed.

Lemma sumsZ (V : lmodType R) (c : R) (f : 'I_n -> V) s : sums_to f s ->
  sums_to (fun k => c *: f k) (c *: s).
Proof. by move=> <-; rewrite /sums_to scaler_sumr. Qed.

Lemma sums_scalar p q (f : 'I_n -> R) s (C : 'M[R]_(p, q)) : sums_to f s ->
  sums_to (fun k => f k *: C) (s *: C).
Proof. by move=> <-; rewrite /sums_to scaler_suml. Qed.

Lemma sums_mull p q r (U : 'M[R]_(p, q)) (f : 'I_n -> 'M_(q, r)) s :
  sums_to f s -> sums_to (fun k => U *m f k) (U *m s).
Proof. by move=> <-; rewrite /sums_to mulmx_sumr. Qed.

Lemma sums_mulr p q r (V : 'M[R]_(q, r)) (f : 'I_n -> 'M_(p, q)) s :
  sums_to f s -> sums_to (fun k => f k *m V) (s *m V).
Proof. by move=> <-; rewrite /sums_to mulmx_suml. Qed.

Lemma sums_tr p (f : 'I_n -> 'M[R]_p) s : sums_to f s -> sums_to
  (fun k => \tr (f k)) (\tr s).
Proof. by move=> <-; rewrite /sums_to raddf_sum. Qed.

Lemma sums_elt (f : 'I_n -> 'M[R]_1) s : sums_to f s -> sums_to
  (fun k => f k 0 0) (s 0 0).
Proof. by move=> <-; rewrite /sums_to summxE. Qed.

Lemma sums_e : sums_to (fun k => 'e_k : 'cV[R]_n) '1_n.
Proof.
apply/matrixP => i j; rewrite summxE !mxE (bigD1 i) //= !mxE eqxx [j]ord1 eqxx
  big1 ?addr0 // => k ki.
by rewrite !mxE eq_sym (negbTE ki).
Qed.

Lemma sums_eT : sums_to (fun k => ('e_k : 'cV[R]_n)^T) ('1_n)^T.
Proof. by rewrite -sums_e /sums_to raddf_sum. Qed.

Lemma sums_eeT : sums_to (fun k => ('e_k : 'cV[R]_n) *m ('e_k)^T) 1%:M.
Proof.
rewrite /sums_to [RHS]matrix_sum_delta; apply: eq_bigr => i _.
rewrite trmx_delta mul_delta_mx (bigD1 i) //= big1 ?addr0 => [|j ji];
  last by rewrite mxE eq_sym (negbTE ji) scale0r.
by rewrite mxE eqxx scale1r.
Qed.

End Sums.

Section Basis.
Variable R : realFieldType.

Lemma basis_unit n (i : 'I_n) : (('e_i)^T *m 'e_i : 'M[R]_1) 0 0 = 1.
Proof. by rewrite trmx_delta mul_delta_mx mxE !eqxx. Qed.

Lemma basis_orthogonal n (i j : 'I_n) : i != j -> (('e_i)^T *m 'e_j : 'M[R]_1) 0
  0 = 0.
Proof. by move=> ij; rewrite trmx_delta mul_delta_mx_cond (negbTE ij) mulr0n
  mxE. Qed.

Lemma basis_ones n (i : 'I_n) : (('e_i)^T *m '1_n : 'M[R]_1) 0 0 = 1.
Proof. by rewrite trmx_delta -rowE !mxE. Qed.

End Basis.

(* Without anything that Rocq has to infer *)
Notation add_size n l := (@cons nat n l).
Notation no_sizes := (@nil nat).
Notation add_scalar K s l := (@cons (Num.RealField.sort K) s l).
Notation no_scalars K := (@nil (Num.RealField.sort K)).
Notation add_letter K ds i j A l :=
  (@cons (letter_of K ds) (@Letter K ds i j A) l).
Notation no_letters K ds := (@nil (letter_of K ds)).

Declare Custom Entry tree.
Notation "[t: e ]" := e (e custom tree at level 0).
Notation "x" := x (in custom tree at level 0, x global).
Notation "# n" := (TNum n) (in custom tree at level 0, n bigint).
Notation "#b n" := (TBin n%num) (in custom tree at level 0, n bigint).
Notation "? i j" := (TZero i j) (in custom tree at level 0, i bigint, j bigint).
Notation "/ x" := (TInv x) (in custom tree at level 0, x custom tree at level
  0).
Notation "+ x y" := (TAdd x y) (in custom tree at level 0, x custom tree at
  level 0, y custom tree at level 0).
Notation "- x" := (TOpp x) (in custom tree at level 0, x custom tree at level
  0).
Notation "* x y" := (TMul x y) (in custom tree at level 0, x custom tree at
  level 0, y custom tree at level 0).
Notation "*m x y" := (TMul x y) (in custom tree at level 0, x custom tree at
  level 0, y custom tree at level 0).
Notation "~ x" := (TTr x) (in custom tree at level 0, x custom tree at level 0).
Notation "^ x n" := (TExp x n) (in custom tree at level 0, x custom tree at
  level 0, n bigint).
Notation "% x" := (TTrace x) (in custom tree at level 0, x custom tree at level
  0).
Notation "! x" := (TElt x) (in custom tree at level 0, x custom tree at level
  0).
Notation "|" := nil (in custom tree at level 0).
Notation "& x l" := (cons x l) (in custom tree at level 0, x custom tree at
  level 0, l custom tree at level 0).
Notation "<> r x y l" := (@cons sides (r, (x, y)) l)
  (in custom tree at level 0, r custom tree at level 0, x custom tree at level
    0, y custom tree at level 0, l custom tree at level 0).
Notation "|- r x y k q c l" := (@cons (sides * certificate)
  ((r, (x, y)), Certificate k q c) l)
  (in custom tree at level 0, r custom tree at level 0, x custom tree at level
    0, y custom tree at level 0, k custom tree at level 0, q custom tree at
    level 0, c custom tree at level 0, l custom tree at level 0).
Notation "= f n l" := (@cons (nat * nat) (f, n%nat) l)
  (in custom tree at level 0, f custom tree at level 0, n bigint, l custom tree
    at level 0).
Notation "< f x y" := (Cof f false x y)
  (in custom tree at level 0, f custom tree at level 0, x custom tree at level
    0, y custom tree at level 0).
Notation "> f x y" := (Cof f true x y)
  (in custom tree at level 0, f custom tree at level 0, x custom tree at level
    0, y custom tree at level 0).
Notation "@ x c" := (Outer x c) (in custom tree at level 0, x custom tree at
  level 0, c custom tree at level 0).
Notation "$ c l x" := ((c, l), Plain x)
  (in custom tree at level 0, c custom tree at level 0, l custom tree at level
    0, x custom tree at level 0).
Notation "$* c l p" := ((c, l), Tensor p)
  (in custom tree at level 0, c custom tree at level 0, l custom tree at level
    0, p custom tree at level 0).
Notation "*k x y" := (false, (x, y)) (in custom tree at level 0, x custom tree
  at level 0, y custom tree at level 0).
Notation "*s x y" := (true, (x, y)) (in custom tree at level 0, x custom tree
  at level 0, y custom tree at level 0).
Notation ":>= c l x q k" := (Bound (c, l) x q k)
  (in custom tree at level 0, c custom tree at level 0, l custom tree at level
    0, x custom tree at level 0, q custom tree at level 0,
   k custom tree at level 0).
Notation ":= c l x k" := (Quotient (c, l) x k)
  (in custom tree at level 0, c custom tree at level 0, l custom tree at level
    0, x custom tree at level 0,
   k custom tree at level 0).
Notation "=> q k" := (Vanish q k) (in custom tree at level 0, q custom tree at
  level 0, k custom tree at level 0).
