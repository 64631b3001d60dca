(* Squares of tensors of four indices, as polynomials in traces.              *)
(*                                                                            *)
(*   part a b c d == a summand of a tensor with an index of each of four      *)
(*       dimensions: Kron M N stands for M_ik N_lj, Swap M N for M_il N_kj    *)
(*   inner_product p q == the sum of the products of their entries            *)
(*   tensor_square l == the sum of the squares of the entries of the sum      *)
(*       of l; it is >= 0                                                     *)
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Inductive part (a b c d : nat) :=
| Kron of mexpr a b & mexpr c d
| Swap of mexpr a c & mexpr b d.

Section Tensors.
Variables a b c d : nat.
Local Notation part := (part a b c d).

Definition inner_product (p q : part) : sexpr :=
  match p, q with
  | Kron m n, Kron m' n' => SMul (STrace (MMul (MTr m) m'))
      (STrace (MMul (MTr n) n'))
  | Swap m n, Swap m' n' => SMul (STrace (MMul (MTr m) m'))
      (STrace (MMul (MTr n) n'))
  | Kron m n, Swap m' n' => STrace (MMul (MTr (MMul m n')) (MMul m' n))
  | Swap m n, Kron m' n' => STrace (MMul (MTr (MMul m n')) (MMul m' n))
  end.
Definition tensor_square (l : seq part) : sexpr :=
  foldr (fun p => SAdd (foldr (fun q => SAdd (inner_product p q)) SZero l))
    SZero l.

Variables (R : realFieldType) (ds : seq nat) (ms : seq (letter_of R ds))
  (ss : seq R).
Local Notation denm := (denm ms ss).
Local Notation dens := (dens ms ss).
Local Notation index := ('I_(dim ds a) * 'I_(dim ds b) * ('I_(dim ds c) *
  'I_(dim ds d)))%type.

Definition tensor_entry (p : part) (x : index) : R :=
  match p with
  | Kron m n => denm m x.1.1 x.1.2 * denm n x.2.1 x.2.2
  | Swap m n => denm m x.1.1 x.2.1 * denm n x.1.2 x.2.2
  end.

Lemma trace_of_product m n (A B : 'M[R]_(m, n)) :
  \tr (A^T *m B) = \sum_i \sum_j A i j * B i j.
Proof.
rewrite /mxtrace exchange_big; apply: eq_bigr => j _ /=.
by rewrite mxE; apply: eq_bigr => i _; rewrite mxE.
Qed.

Lemma sum_over_index (f : index -> R) :
  \sum_x f x = \sum_i \sum_k \sum_l \sum_j f (i, k, (l, j)).
Proof.
rewrite (eq_bigr (fun x => f (x.1, x.2))) => [|[] //].
rewrite -(pair_bigA _ (fun y z => f (y, z))) /=.
rewrite (eq_bigr (fun y => \sum_z f (y.1, y.2, z))) => [|[] //].
rewrite -(pair_bigA _ (fun i k => \sum_z f (i, k, z))) /=.
apply: eq_bigr => i _; apply: eq_bigr => k _.
rewrite (eq_bigr (fun z => f (i, k, (z.1, z.2)))) => [|[] //].
by rewrite -(pair_bigA _ (fun l j => f (i, k, (l, j)))).
Qed.

Lemma inner_productP p q :
  dens (inner_product p q) = \sum_x tensor_entry p x * tensor_entry q x.
Proof.
rewrite sum_over_index; case: p q => [m n|m n] [m' n'|m' n'] /=.
- rewrite -[dens _]/(\tr ((denm m)^T *m denm m') *
    \tr ((denm n)^T *m denm n')) !trace_of_product big_distrl.
  apply: eq_bigr => i _ /=.
  rewrite big_distrl; apply: eq_bigr => k _ /=.
  rewrite big_distrr; apply: eq_bigr => l _ /=.
  by rewrite big_distrr; apply: eq_bigr => j _ /=; rewrite mulrACA.
- rewrite -[dens _]/(\tr ((denm m *m denm n')^T *m (denm m' *m denm n))).
  rewrite trace_of_product; apply: eq_bigr => i _ /=.
  under [RHS]eq_bigr do rewrite exchange_big.
  rewrite exchange_big; apply: eq_bigr => j _ /=.
  rewrite !mxE big_distrl; apply: eq_bigr => k _ /=.
  rewrite big_distrr; apply: eq_bigr => l _ /=.
  by rewrite -!mulrA; congr (_ * _); rewrite mulrCA mulrA mulrC mulrA.
- rewrite -[dens _]/(\tr ((denm m *m denm n')^T *m (denm m' *m denm n))).
  rewrite trace_of_product; apply: eq_bigr => i _ /=.
  under [RHS]eq_bigr do rewrite exchange_big.
  rewrite exchange_big; apply: eq_bigr => j _ /=.
  rewrite !mxE big_distrr; apply: eq_bigr => k _ /=.
  rewrite big_distrl; apply: eq_bigr => l _ /=.
  by rewrite mulrACA [denm n' _ _ * _]mulrC mulrACA.
- rewrite -[dens _]/(\tr ((denm m)^T *m denm m') *
    \tr ((denm n)^T *m denm n')) !trace_of_product big_distrl.
  apply: eq_bigr => i _ /=.
  rewrite [RHS]exchange_big big_distrl; apply: eq_bigr => l _ /=.
  rewrite big_distrr; apply: eq_bigr => k _ /=.
  by rewrite big_distrr; apply: eq_bigr => j _ /=; rewrite mulrACA.
Qed.

Lemma tensor_square_ge0 l : 0 <= dens (tensor_square l).
Proof.
pose total x := \sum_(p <- l) tensor_entry p x.
suff ->: dens (tensor_square l) = \sum_x total x ^+ 2.
  by apply: sumr_ge0 => x _; exact: sqr_ge0.
have fold (f : part -> sexpr) s :
    dens (foldr (fun p => SAdd (f p)) SZero s) = \sum_(p <- s) dens (f p).
  by elim: s => [|p s IH]; rewrite ?big_nil ?big_cons //= -IH.
rewrite /tensor_square fold.
under eq_bigr => p _ do rewrite fold.
under eq_bigr => p _ do under eq_bigr => q _ do rewrite inner_productP.
under eq_bigr => p _ do rewrite exchange_big.
rewrite exchange_big; apply: eq_bigr => x _ /=.
rewrite expr2 /total big_distrl; apply: eq_bigr => p _ /=.
by rewrite big_distrr.
Qed.
End Tensors.
