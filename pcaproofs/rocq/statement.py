"""A statement as text for people to read and audit."""

from __future__ import annotations

from pcaproofs.kernel import Compare, Expression, Optimum, SameOptimisers
from pcaproofs.rocq import derivatives
from pcaproofs.rocq.block import Translator
from pcaproofs.rocq.problem import Problem
from pcaproofs.rocq.refusal import NotTranslated


class Written:
    """A problem in MathComp's notation, in pieces: binders, hypotheses, conclusion."""

    def __init__(self, problem: Problem):
        self.problem, self.conclusion = problem, problem.statement.conclusion

    def definition(self) -> str:
        """The statement over every field."""
        p = self.problem
        first = f"forall (K : {p.types})" + (f" {self.sizes()}" if p.sizes else "")
        some = self.letters()
        return "\n  ".join([first, f"  {some},", *self.body()] if some else [f"{first},", *self.body()])

    def negation(self) -> str:
        """The statement that it holds over no field."""
        some = " ".join(x for x in (self.sizes(), self.letters()) if x)
        lines = [f"forall {some},", *self.body()] if some else self.body()
        return "forall K : realFieldType, ~ (\n  " + "\n  ".join(lines) + ")"

    def sizes(self) -> str:
        """The dimensions, as binders."""
        p = self.problem
        return f"({' '.join(p.names[n] for n in p.sizes)} : nat)" if p.sizes else ""

    def unnamed(self) -> set[str]:
        """The letters that the text does not name: roots, variables of an optimum, basis vectors, determinants."""
        p = self.problem
        roots = {root.letter for root in p.roots.values()}
        return {*roots, *p.variables, *p.bases, *p.functions.letters}

    def letters(self) -> str:
        """The letters as binders; neighbours of one type share a binder."""
        p, unnamed = self.problem, self.unnamed()
        by_type: list[tuple[list[str], str]] = []
        for name in p.shapes:
            if name not in unnamed:
                if by_type and by_type[-1][1] == p.letter_type(name):
                    by_type[-1][0].append(p.names[name])
                else:
                    by_type.append(([p.names[name]], p.letter_type(name)))
        some = [f"({' '.join(names)} : {type_})" for names, type_ in by_type]
        some += [f"({i} : 'I_{p.size(p.shapes[e][0])})" for e, i in p.bases.items()]
        return " ".join([*some, *(derivatives.binder(p, e)[0] for e in p.differentials)])

    def body(self) -> list[str]:
        """Abbreviations, hypotheses and conclusion."""
        p = self.problem
        lines = [f"(0 < {p.names[n]})%N ->" for n in p.sizes]
        for e, name in p.shared.items():
            a = Translator(p).unshared(e)
            lines.append(f"let {name} : {p.type_of(a.rows, a.cols)} := {a.text} in")
        lines += [f"{derivatives.binder(p, e)[1]} ->" for e in p.differentials]
        given = [f"{text} ->" for name, h in p.fixed if (text := self.hypothesis(name, h))]
        conclusion = self._conclusion()
        if p.shared and not given and not p.differentials and self.is_boolean():
            # Rocq would read `let … in a <= b` as one boolean, is_true (let … in a <= b).
            conclusion = [f"(({conclusion[0]})%R : Prop)"]
        return [*lines, *given, *conclusion]

    def is_boolean(self) -> bool:
        """Whether the conclusion is an inequality, which is a boolean in MathComp."""
        return isinstance(self.conclusion, Compare) and self.conclusion.relation != "="

    def hypothesis(self, name: str, h: Compare) -> str:
        """A hypothesis as text; "" if the type of a letter implies it."""
        p = self.problem
        if name in p.functions.laws:
            return ""
        if name in p.roots:
            return f"psd {Translator(p).typed_argument(Translator(p).term(p.roots[name].square))}"
        if (basis := p.basis_fact(h)) is not None:
            return f"{p.bases[basis[1]]} != {p.bases[basis[2]]}" if basis[0] == "distinct" else ""
        return relation(p, h)

    def _conclusion(self) -> list[str]:
        p, c = self.problem, self.conclusion
        if isinstance(c, Compare):
            return [relation(p, c)]
        feasible = " /\\ ".join(relation(p, h) for _, h in p.constraints) or "True"
        bind = self.function()
        lines = [f"let feasible := {bind} {feasible} in"]
        if isinstance(c, Optimum):
            lines.append(f"let f := {bind} {self._objective(c.objective)} in")
            at = self.witness()
            parts = [f"is_{c.sense} feasible f {at}"]
            if c.value is not None:
                parts.append(f"f {at} = {Translator(p).term(c.value).text}")
            if c.exactly:
                equations = " /\\ ".join(relation(p, h) for h in c.exactly)
                parts.append(f"(forall y, feasible y -> (f y = f {at} <-> ({bind} {equations}) y))")
            return [*lines, " /\\\n  ".join(parts)]
        assert isinstance(c, SameOptimisers)
        (a, f), (b, g) = c.first, c.second
        lines.append(f"let f := {bind} {self._objective(f)} in")
        lines.append(f"let g := {bind} {self._objective(g)} in")
        return [*lines, f"forall y, is_{a} feasible f y <-> is_{b} feasible g y"]

    def _objective(self, e: Expression) -> str:
        """The objective, with its type if the text does not determine it."""
        block = Translator(self.problem)
        a = block.term(e)
        return block.typed(a) if a.open else a.text

    def function(self) -> str:
        """fun X : T =>, or of a tuple."""
        p = self.problem
        names, types = [p.names[x] for x in p.variables], [p.letter_type(x) for x in p.variables]
        if len(names) == 1:
            return f"fun {names[0]} : {types[0]} =>"
        return f"fun pc_z : ({' * '.join(types)})%type => let '({', '.join(names)}) := pc_z in"

    def witness(self) -> str:
        """The optimum, as one argument."""
        c, block = self.conclusion, Translator(self.problem)
        assert isinstance(c, Optimum)
        return (
            "(" + ", ".join(block.typed(block.term(e)) if len(c.at) > 1 else block.term(e).text for _, e in c.at) + ")"
        )


RELATIONS = ("=", ">=", ">", "!=")


def relation(p: Problem, h: Compare, block: Translator | None = None) -> str:
    """A comparison as text."""
    block = block or Translator(p)
    if p.says_derivative(h):
        return derivatives.relation_text(block, h.left, block.typed_argument(block.term(h.right)))
    left, right = block.term(h.left), block.term(h.right)
    assert h.relation in RELATIONS
    if h.relation != "=" and (left.rows, left.cols) != (
        1,
        1,
    ):  # Rocq would compare a matrix with 0, the kernel does not
        raise NotTranslated(f"{h.relation} between matrices")
    return f"{block.typed(left) if left.open else left.text} {h.relation} {right.text}"
