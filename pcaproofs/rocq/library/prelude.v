(* All that generated proofs need, and the notation in which they spell trees and certificates: operators first,      *)
(* so that no parentheses are needed.                                                                                 *)
(*   [t: + x y ] == a sum;  - x == the negative;  * x y, *m x y == a product;  ~ x == the transpose;  % x == the trace *)
(*         ! x == the entry of a 1x1 matrix;  ^ x n == a power;  / x == an inverse;  # n == a number;  ? i j == zero   *)
(*     & x l, | == a list and its end;  <> r x l == a list of facts;  = f n l == a list of powers of facts             *)
(*     < f x y == the cofactor x * f * y;  > f x y == the same, f transposed;  @ x c == x times the trace of c         *)
(*     $ c l x == the square of x with the weight c times l                                                            *)
(*    := c l x k == x is zero, because c times l times x has the cofactors k                                           *)
(*    => q k == all that is squared in q is zero, because the sum has the cofactors k                                  *)
From mathcomp Require Export ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype path order bigop.
From mathcomp Require Export ssralg ssrnum zmodp poly matrix mxalgebra.
From PCA Require Export vocabulary expressions normal_forms certificates optima derivatives sums.
Export GRing.Theory Num.Theory Order.TTheory.

Declare Custom Entry tree.
Notation "[t: e ]" := e (e custom tree at level 0).
Notation "x" := x (in custom tree at level 0, x global).
Notation "# n" := (TNum n) (in custom tree at level 0, n bigint).
Notation "? i j" := (TZero i j) (in custom tree at level 0, i bigint, j bigint).
Notation "/ x" := (TInv x) (in custom tree at level 0, x custom tree at level 0).
Notation "+ x y" := (TAdd x y) (in custom tree at level 0, x custom tree at level 0, y custom tree at level 0).
Notation "- x" := (TOpp x) (in custom tree at level 0, x custom tree at level 0).
Notation "* x y" := (TMul x y) (in custom tree at level 0, x custom tree at level 0, y custom tree at level 0).
Notation "*m x y" := (TMul x y) (in custom tree at level 0, x custom tree at level 0, y custom tree at level 0).
Notation "~ x" := (TTr x) (in custom tree at level 0, x custom tree at level 0).
Notation "^ x n" := (TExp x n) (in custom tree at level 0, x custom tree at level 0, n bigint).
Notation "% x" := (TTrace x) (in custom tree at level 0, x custom tree at level 0).
Notation "! x" := (TElt x) (in custom tree at level 0, x custom tree at level 0).
Notation "|" := nil (in custom tree at level 0).
Notation "& x l" := (cons x l) (in custom tree at level 0, x custom tree at level 0, l custom tree at level 0).
Notation "<> r x l" := (@cons (relation * tree) (r, x) l)
  (in custom tree at level 0, r custom tree at level 0, x custom tree at level 0, l custom tree at level 0).
Notation "= f n l" := (@cons (nat * nat) (f, n%nat) l)
  (in custom tree at level 0, f custom tree at level 0, n bigint, l custom tree at level 0).
Notation "< f x y" := (Cof f false x y)
  (in custom tree at level 0, f custom tree at level 0, x custom tree at level 0, y custom tree at level 0).
Notation "> f x y" := (Cof f true x y)
  (in custom tree at level 0, f custom tree at level 0, x custom tree at level 0, y custom tree at level 0).
Notation "@ x c" := (Outer x c) (in custom tree at level 0, x custom tree at level 0, c custom tree at level 0).
Notation "$ c l x" := ((c, l), x)
  (in custom tree at level 0, c custom tree at level 0, l custom tree at level 0, x custom tree at level 0).
Notation ":= c l x k" := (Quotient (c, l) x k)
  (in custom tree at level 0, c custom tree at level 0, l custom tree at level 0, x custom tree at level 0,
   k custom tree at level 0).
Notation "=> q k" := (Vanish q k) (in custom tree at level 0, q custom tree at level 0, k custom tree at level 0).
