(* The definitions that statements use besides MathComp's own: all that a     *)
(* reader of a statement has to know.                                         *)
(*                                                                            *)
(*                      '1_n == the column of n ones                          *)
(*                      'e_i == the i-th standard basis vector, a column      *)
(*                  binary b == the number b, which is above 1000: written    *)
(*                              in binary, and locked, so that Rocq does not  *)
(*                              count to it                                   *)
(*                  sqnorm A == the squared Frobenius norm, the sum of the    *)
(*                              squares of all entries                        *)
(*                     psd A == A is symmetric positive semidefinite          *)
(*              is_min P f x == P x holds, and f x is the smallest value of   *)
(*                              f where P holds                               *)
(*              is_max P f x == P x holds, and f x is the largest value of f  *)
(*                              where P holds                                 *)
(*         first_order f a l == f t = a + t * l + t^2 * q t for all t, where  *)
(*                              q is a polynomial                             *)
(*    has_derivative f X H l == l is the derivative of f at the matrix X in   *)
(*                              the direction H                               *)
(* has_derivative_mx f X H L == the same for a matrix-valued f, entry by      *)
(*                              entry                                         *)
(*         is_gradient f X G == the derivative of f at X in every direction   *)
(*                              H is \tr (H^T *m G)                           *)
(*     is_derivative f x h l == l is the derivative at the scalar x, times h  *)
(*  is_derivative_mx f x h L == the same for a matrix-valued f, entry by      *)
(*                              entry                                         *)
(*                                                                            *)
(* The functions are polynomial ones; prelude.v shows that a derivative is    *)
(* unique.                                                                    *)
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation "''1_' n" := (const_mx 1 : 'cV_n) (at level 8, n at level 2,
  format "''1_' n") : ring_scope.
Notation "''e_' i" := (delta_mx i 0 : 'cV_ _) (at level 8, i at level 2,
  format "''e_' i") : ring_scope.

Definition binary (R : ringType) (b : BinNums.N) : R :=
  locked (nat_of_bin b)%:R.
Arguments binary {R} b%num.

Definition sqnorm (K : realFieldType) m n (A : 'M[K]_(m, n)) := \tr (A^T *m A).

Definition psd (K : realFieldType) n (A : 'M[K]_n) :=
  A^T = A /\ forall x : 'cV[K]_n, 0 <= (x^T *m A *m x) 0 0.

Section Optima.
Variables (K : realFieldType) (T : Type) (feasible : T -> Prop) (f : T -> K).

Definition is_min x := feasible x /\ forall y, feasible y -> f x <= f y.

Definition is_max x := feasible x /\ forall y, feasible y -> f y <= f x.

End Optima.

Section Derivatives.
Variable K : realFieldType.

Definition first_order (f : K -> K) (a l : K) :=
  exists q : {poly K}, forall t, f t = a + t * l + t ^+ 2 * q.[t].

Definition has_derivative m n (f : 'M[K]_(m, n) -> K) X H l :=
  first_order (fun t => f (X + t *: H)) (f X) l.

Definition is_gradient m n (f : 'M[K]_(m, n) -> K) X G :=
  forall H, has_derivative f X H (\tr (H^T *m G)).

Definition has_derivative_mx m n p q (f : 'M[K]_(m, n) -> 'M[K]_(p, q))
    X H (L : 'M_(p, q)) :=
  forall i j, has_derivative (fun Y => f Y i j) X H (L i j).

Definition is_derivative (f : K -> K) x h l :=
  first_order (fun t => f (x + t * h)) (f x) l.

Definition is_derivative_mx p q (f : K -> 'M[K]_(p, q)) x h (L : 'M_(p, q)) :=
  forall i j, is_derivative (fun y => f y i j) x h (L i j).

End Derivatives.
