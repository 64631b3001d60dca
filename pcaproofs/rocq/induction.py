"""A proof by induction as a definition that people read and a theorem that Rocq proves by induction on k.

A letter for the members of a sequence becomes a function of k; the theorem gives its first member and the step from
each member to the next. The steps of the certificate are proved for arbitrary members. Rocq's own induction then
extends the claims from 0 to every k.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from pcaproofs.goals import MAIN
from pcaproofs.kernel import Certificate, Compare, Expression, Family, Induction, KernelError, check
from pcaproofs.kernel import steps as statements
from pcaproofs.rocq.block import Extra, Translator
from pcaproofs.rocq.prepare import prepared
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.statement import Written, relation
from pcaproofs.rocq.steps import Steps
from pcaproofs.rocq.tactics import alone, conjunction, nested_right, step
from pcaproofs.rocq.theorem import Lemma
from pcaproofs.rocq.variants import EVERY, TheoremVariant, changed_certificates, changed_statements, number_of
from pcaproofs.terms import letters_in

Members = dict[str, Expression]  # what stands in place of the letters of sequences


class Inductive:
    """definition: the statement as text. data: definitions for the proof. proof: the script that proves it."""

    def __init__(self, family: Family, induction: Induction):
        self.sequences, self.claims = family.sequences, induction.claims
        self.names = [name for name, *_ in self.sequences]
        shown = statements(family, self.claims)
        self.problem = p = prepared(shown[-1])  # with the claims among its hypotheses
        self._refuse_what_has_no_text(induction.certificates)
        p.shared = {}
        self.index = p.names.fresh("k")
        given = [(name, h) for name, h in p.fixed if (name, h) in family.statement.hypotheses]
        mentions = [bool(letters_in(h.left, h.right) & set(self.names)) for _, h in given]
        self.fixed = [one for one, varies in zip(given, mentions, strict=True) if not varies]
        self.varying = [one for one, varies in zip(given, mentions, strict=True) if varies]
        self.written = _WrittenFamily(p, self.names)
        self.conclusion = family.statement.conclusion
        self.definition = self._definition()
        self.proof = self._proof(induction.certificates)
        self.data = p.data

    def lemma_texts(self) -> tuple[Lemma, ...]:
        """None: no sum is written in such a statement."""
        return ()

    def _refuse_what_has_no_text(self, certificates: Sequence[Certificate]) -> None:
        p, names = self.problem, set(self.names)
        if p.differentiated or p.differentials:
            raise NotTranslated("a derivative beside a proof by induction")
        if any(certificate.lets for certificate in certificates):
            raise NotTranslated("abbreviations in a proof by induction")
        members = letters_in(*(e for _, *pair in self.sequences for e in pair))
        roots = {root.letter for root in p.roots.values()}
        if roots & (members | names) or any(letters_in(root.square) & names for root in p.roots.values()):
            raise NotTranslated("a sequence of the root of a semidefinite matrix")
        if names & set(p.bases):
            raise NotTranslated("a sequence of basis vectors")

    # -------------------------------------------------------------------------------------------- the statement
    def _definition(self) -> str:
        p, written = self.problem, self.written
        head = f"forall (K : {p.types})" + (f" {written.sizes()}" if p.sizes else "")
        some = written.letters()
        lines = [head, f"  {some},"] if some else [f"{head},"]
        lines += [f"(0 < {p.names[n]})%N ->" for n in p.sizes]
        lines += [f"{text} ->" for name, h in self.fixed if (text := written.hypothesis(name, h))]
        functions = [f"({p.names[name]} : nat -> {p.letter_type(name)})" for name in self.names]
        lines.append(f"forall {' '.join(functions)},")
        lines += [f"{self._first(name, e)} ->" for name, e, _ in self.sequences]
        lines += [f"({self._next(name, e)}) ->" for name, _, e in self.sequences]
        lines.append(f"forall {self.index},")
        lines += [f"{self._at(self.index, h)} ->" for _, h in self.varying]
        assert isinstance(self.conclusion, Compare)
        return "\n  ".join([*lines, self._at(self.index, self.conclusion)])

    def _block(self, index: str) -> Translator:
        """A block in which the letters of sequences are their members with that index."""
        p = self.problem
        extra: dict[str, Extra] = {x: (f"({p.names[x]} {index})", *p.shapes[x]) for x in self.names}
        return Translator(p, extra=extra)

    def _at(self, index: str, c: Compare) -> str:
        return relation(self.problem, c, self._block(index))

    def _first(self, name: str, e: Expression) -> str:
        return f"{self.problem.names[name]} 0%N = {Translator(self.problem).term(e).text}"

    def _next(self, name: str, e: Expression) -> str:
        k = self.index
        return f"forall {k}, {self.problem.names[name]} {k}.+1 = {self._block(k).term(e).text}"

    # -------------------------------------------------------------------------------------------- the proof
    def _proof(self, certificates: Sequence[Certificate]) -> list[str]:
        p, count = self.problem, len(self.claims)
        unnamed = self.written.unnamed()
        intro = ["K", *(p.names[n] for n in p.sizes), *(p.names[x] for x in p.shapes if x not in unnamed)]
        intro += [*p.bases.values(), *(p.positive(n) for n in p.sizes)]
        intro += [p.hypothesis[name] for name, h in self.fixed if self.written.hypothesis(name, h)]
        lines = [f"move=> {' '.join(intro)}."]
        for name, root in p.roots.items():
            h = p.hypothesis[name]
            lines.append(f"have [{p.names[root.letter]} {h}_root] := psd_root {h}.")
        claims = [(f"claim {i}", c) for i, c in enumerate(self.claims)]
        for i, (c, one) in enumerate(zip(self.claims, certificates, strict=False)):
            lines += self._shown(f"pc_first{i}", [], c, {name: e for name, e, _ in self.sequences}, one)
        for i, (c, one) in enumerate(zip(self.claims, certificates[count:], strict=False)):
            lines += self._shown(f"pc_next{i}", claims, c, {name: e for name, _, e in self.sequences}, one)
        assert isinstance(self.conclusion, Compare)
        lines += self._shown("pc_last", [*self.varying, *claims], self.conclusion, {}, certificates[-1])
        return [*lines, *self._induction()]

    def _shown(
        self, name: str, given: Sequence[tuple[str, Compare]], c: Compare, members: Members, certificate: Certificate
    ) -> list[str]:
        """A comparison with these members in place of letters, proved from the facts about arbitrary members."""
        p, block = self.problem, Steps(self.problem)
        for fact, h in [*self.fixed, *given]:
            block.known[fact] = partial(block.hypothesis, fact, h, p.hypothesis[fact])
        proofs = dict(certificate.proofs)
        if list(proofs) != [str(MAIN)]:
            raise NotTranslated("a step of an induction with other goals than one")
        left, right = (block.term_with(members, e) for e in (c.left, c.right))
        block.prove(c.relation, left, right, proofs[str(MAIN)])
        letters = " ".join(f"({p.names[x]} : {p.letter_type(x)})" for x in self.names)
        premises = "".join(f"{relation(p, h)} ->\n  " for _, h in given)
        said = relation(p, c, Translator(p, members))
        intro = [*(p.names[x] for x in self.names), *(p.hypothesis[fact] for fact, _ in given)]
        return step(f"{name} : forall {letters},\n  {premises}{said}", f"move=> {' '.join(intro)}", block.finish())

    def _induction(self) -> list[str]:
        """The claims for every k, by induction, and from them the conclusion."""
        p, k, count = self.problem, self.index, len(self.claims)
        functions = [p.names[name] for name in self.names]
        firsts, nexts = ([f"pc_{kind}_{f}" for f in functions] for kind in ("first", "next"))
        lines = [f"move=> {' '.join([*functions, *firsts, *nexts])}."]
        facts = [f"pc_c{i}" for i in range(count)]
        if count:
            said = " /\\\n  ".join(self._at(k, c) for c in self.claims)
            at_0, at_k = (" ".join(f"({f} {x})" for f in functions) for x in ("0%N", k))
            first = conjunction([f"(pc_first{i} {at_0})" for i in range(count)])
            after = conjunction([f"(pc_next{i} {at_k} {' '.join(facts)})" for i in range(count)])
            lines.append(f"have pc_all : forall {k},\n  {said}.")
            lines += alone(
                f"elim=> [|{k} {nested_right(facts)}]",
                [
                    f"{{ rewrite {' '.join(f'?{x}' for x in firsts)}; exact {first}. }}",
                    f"rewrite {' '.join(f'?{x}' for x in nexts)}; exact {after}.",
                ],
            )
            lines.append(f"move=> {k}; move: (pc_all {k}) => {nested_right(facts)}.")
        else:
            lines.append(f"move=> {k}.")
        given = [p.hypothesis[name] for name, _ in self.varying]
        if given:
            lines.append(f"move=> {' '.join(given)}.")
        members = " ".join(f"({f} {k})" for f in functions)
        return [*lines, f"exact (pc_last {' '.join([members, *given, *facts])})."]


class _WrittenFamily(Written):
    """The pieces of a statement whose sequences are no letters."""

    def __init__(self, problem: object, sequences: Sequence[str]):
        super().__init__(problem)  # type: ignore[arg-type]
        self.sequences = set(sequences)

    def unnamed(self) -> set[str]:
        return super().unnamed() | self.sequences


def variant_by_induction(theorem: Inductive, family: Family, induction: Induction) -> TheoremVariant | None:
    """A wrong variant that this package's kernel refuses, for some theorems; which ones depends on their text alone."""
    number = number_of(theorem.definition)
    if number % EVERY:
        return None
    options = list(changed(family, induction))
    start = number // EVERY % max(len(options), 1)
    return next(variants([*options[start:], *options[:start]]), None)


def variants(options: Sequence[tuple[str, Family, Induction]]) -> Iterator[TheoremVariant]:
    """Those that this package's kernel refuses and that can be written."""
    for change, family, induction in options:
        try:
            check(family, induction)
        except KernelError:
            try:
                wrong = Inductive(family, induction)
            except (NotTranslated, KernelError):
                continue
            yield TheoremVariant(change, wrong.definition, tuple(wrong.data), tuple(wrong.proof), ())


def changed(family: Family, induction: Induction) -> Iterator[tuple[str, Family, Induction]]:
    """Changes of a proof, of the conclusion, and of the sequences."""
    for i, certificate in enumerate(induction.certificates):
        for change, other in changed_certificates(certificate):
            some = (*induction.certificates[:i], other, *induction.certificates[i + 1 :])
            yield f"step {i}: {change}", family, replace(induction, certificates=some)
    for change, statement in changed_statements(family.statement):
        yield change, replace(family, statement=statement), induction
    for i, (name, first, after) in enumerate(family.sequences):
        for change, other_ in (
            ("first", (name, after, after)),
            ("next", (name, first, ("mul", ("number", "2"), after))),
        ):
            some_ = (*family.sequences[:i], other_, *family.sequences[i + 1 :])
            yield f"another {change} member of {name}", replace(family, sequences=some_), induction
