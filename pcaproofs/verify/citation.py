"""Citation of one claim by another: the rule of substitution, checked.

The letters of the cited claim become expressions of the citing part. Each hypothesis of the cited claim is proved again
in the citing part; only then may the part use the conclusion. The hypotheses are those of the cited claim's kernel
statement, so none is left out: those of its author, signs of symbols, and the conditions under which its expressions
have a meaning (t ≠ 0, n ≥ 2, i ≠ j, what is below a root is not negative).

An axiom may assert that letters exist. These become new letters of the citing part, of which nothing else is assumed:
the rule of existential elimination (Mendelson, Introduction to Mathematical Logic, §2.6, "rule C").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from pcaproofs.kernel import Compare, Dimension, Expression, KernelError, Optimum, SameOptimisers
from pcaproofs.language import nodes
from pcaproofs.language.conclusions import equal
from pcaproofs.language.derived import Naming, basis_name
from pcaproofs.language.express import text
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.reader import Reading, read
from pcaproofs.language.symbolic_parts import renamed
from pcaproofs.terms import is_ones, letters_in, substituted
from pcaproofs.verify.claim import Cites, Claim, Part
from pcaproofs.verify.extension import Extension, is_sign, named, reciprocal_of
from pcaproofs.verify.substitution import Refused, Substitution, names_of
from pcaproofs.verify.symbols import Symbols, symbols_in, written


@dataclass(frozen=True, eq=False)
class Existing:
    """The letters that an axiom adds to a part, and its equations about them.

    equations: SymPy's. facts: the names of the same equations among the hypotheses of the kernel's statement.
    """

    axiom: Claim
    letters: tuple[Any, ...]
    equations: tuple[Any, ...]
    facts: tuple[str, ...]


class Citation:
    """The citation of one claim by a part.

    extension: the reading of the citing part, which the citation extends. plain: the hypotheses that its author wrote.
    symbols: its symbols.
    """

    def __init__(self, h: Cites, extension: Extension, plain: tuple[Any, ...], symbols: Symbols):
        self.h, self.extension, self.plain, self.symbols = h, extension, plain, symbols
        self.axiom = h.claim.declared == "cited"
        self.renaming = {old: sp.sympify(value) for old, value in h.renaming.items()}
        numbers = range(1, len(h.claim.parts) + 1) if h.parts is None else h.parts
        if odd := [k for k in numbers if not 1 <= k <= len(h.claim.parts)]:
            raise Refused(f"its part {odd[0]}, but the parts are 1 to {len(h.claim.parts)}")
        self.parts = tuple(h.claim.parts[k - 1] for k in numbers)
        self.exists: tuple[Any, ...] = h.claim.exists if self.axiom else ()
        self.created: dict[Any, Any] = {}  # letter whose existence the axiom asserts -> new letter of the citing part

    def facts(self, stated: Mapping[Part, Reading]) -> list[str]:
        """Adds the conclusions of the cited claim to the extension, and gives the names of these hypotheses.

        stated: the reading of each cited part. Raises Refused if the citation would give more than was proved.
        """
        self._check_keys()
        every = [(part, stated[part], self._substitution(part, stated[part])) for part in self.parts]
        self._create(every)
        names = []
        for part, reading, substitution in every:
            self._check_needs(part, reading, substitution)
            for conclusion in _consequences(reading.statement.conclusion):
                h = substitution.compare(conclusion)
                self._check_variables(h)
                if (name := self.extension.fact(h)) is not None:
                    names.append(name)
        return names

    def equations(self) -> tuple[Any, ...]:
        """The conclusions in the letters of the citing part, as SymPy objects."""
        return tuple(renamed(part.conclusion, {**self.renaming, **self.created}) for part in self.parts)

    # ------------------------------------------------------------------------------------------- the substitution
    def _check_keys(self) -> None:
        known = set(symbols_in(_things(self.parts)))
        for old in self.renaming:
            if not isinstance(old, sp.MatrixSymbol | sp.Symbol | nodes.Basis):
                raise Refused(f"{old} renamed, but should be a letter or a dimension")
            if old in self.exists:
                raise Refused(f"{old} renamed, which exists there; it can only be given a new name, by new={{…}}")
            if old not in known:
                raise Refused(f"{old} renamed, which does not occur in it")
        for old in self.h.new:
            if old not in self.exists:
                raise Refused(f"{old} as a new letter, but it says of no {old} that it exists")

    def _substitution(self, part: Part, reading: Reading) -> Substitution:
        """The images of the letters that the cited claim's author wrote; `_check_needs` adds the derived letters."""
        statement = reading.statement
        names = {name for name, *_ in statement.letters}
        sizes = {n for _, *shape in statement.letters for n in shape} | set(statement.ones)
        found = Substitution({})
        symbols = list(symbols_in(_things([part])))
        for x in symbols:
            if isinstance(x, sp.Symbol) and (name := written(str(x.name))) in sizes:
                found.dimensions[name] = self._dimension(x, bool(_basis(reading)))
        for x in symbols:
            if x in self.exists:
                continue
            if isinstance(x, nodes.Basis):
                self._place(found, reading, x.name, x, self._basis_vector(x))
            elif (name := written(str(x.name))) in names:
                self._place(found, reading, name, x, self.renaming.get(x, x.xreplace(self.renaming)))
            elif basis_name(name) in names and basis_name(name) not in found.letters:
                self._place_index(found, reading, x)
            elif name not in found.dimensions and x in self.renaming:
                raise Refused(f"{x} renamed, which is bound there")
        return found

    def _dimension(self, x: Any, indexed: bool) -> Dimension:
        image = self.renaming.get(x, x)
        self.symbols.add([image])
        if isinstance(image, sp.Symbol) and (image == x or (image.is_integer and image.is_positive)):
            return written(str(image.name))
        if isinstance(image, sp.Integer) and image >= 1 and not indexed:
            return int(image)
        raise Refused(f"{image} for {x}, but should be a dimension")

    def _basis_vector(self, x: Any) -> Any:
        image = self.renaming.get(x, nodes.Basis(x.args[0].xreplace(self.renaming), x.args[1]))
        if not isinstance(image, nodes.Basis):
            raise Refused(f"{image} for {x}, but should be a basis vector")
        return image

    def _place(self, found: Substitution, reading: Reading, name: str, x: Any, image: Any) -> None:
        """Reads the image of a letter in the citing part, and checks that it has the letter's shape."""
        self.symbols.add([image])
        try:
            here = read(equal(image, image), self.plain)
        except KernelError as error:
            raise Refused(f"{image} for {x}: {error}") from None
        conclusion = here.statement.conclusion
        assert isinstance(conclusion, Compare)
        self._adopt(here, f"{image} for {x}")
        rows, cols = next(
            (found.dimension(r), found.dimension(c)) for y, r, c in reading.statement.letters if y == name
        )
        shape = self.extension.polynomial(conclusion.left).shape
        if shape != (rows, cols):
            raise Refused(f"{image} for {x}, but should be of its shape, {rows}×{cols}")
        found.letters[name] = conclusion.left

    def _adopt(self, here: Reading, what: str) -> None:
        """Adds the letters of an image that do not occur in the citing part, such as one for an inverse."""
        letters = {name: (r, c) for name, r, c in here.statement.letters}
        try:
            self.extension.define(letters, [h for _, h in here.statement.hypotheses], _basis(here))
        except Refused as error:
            raise Refused(f"{what}, which needs {error}") from None

    def _place_index(self, found: Substitution, reading: Reading, k: Any) -> None:
        """The image of the standard basis vector of a free index."""
        image = self.renaming.get(k, k)
        if not (isinstance(image, sp.Symbol) and (image == k or image.is_integer)):
            raise Refused(f"{image} for the index {k}, but should be an index")
        name = basis_name(written(str(k.name)))
        rows = next(found.dimension(r) for y, r, _ in reading.statement.letters if y == name)
        size: Any = sp.Integer(rows) if isinstance(rows, int) else sp.Symbol(rows, positive=True, integer=True)
        self._place(found, reading, name, k, nodes.Basis(size, str(image.name)))

    # ------------------------------------------------------------------------------------------------ the hypotheses
    def _check_needs(self, part: Part, reading: Reading, substitution: Substitution) -> None:
        """Proves each hypothesis of the cited part in the citing part. Raises Refused for one that does not follow.

        A derived letter of the cited part (a reciprocal, say) becomes one of the citing part, or a new one. Hypotheses
        about new letters are not proved: they define them, and `Extension.define` checks that such letters exist.
        """
        fresh: dict[str, tuple[Dimension, Dimension]] = {}
        for name, *shape in reading.statement.letters:
            if name not in substitution.letters:
                rows, cols = map(substitution.dimension, shape)
                substitution.letters[name] = self._found(name, (rows, cols), reading, substitution, fresh)
        needs = [(name, substitution.compare(h)) for name, h in reading.statement.hypotheses]
        created = {written(str(x.name)) for x in self.created.values()}
        later = []
        for name, h in needs:
            if names_of(h) & created:
                if not is_sign(h):
                    raise Refused(f"{named(h)}, which it does not say of what exists")
                self.extension.fact(h)
            elif names_of(h) & fresh.keys():
                later.append(h)
            elif not self.extension.follows(h):
                raise Refused(_Assumed(self._described(name, h, part, reading)))
        try:
            self.extension.define(fresh, later, [x for x in fresh if x in _basis(reading)])
        except Refused as error:
            said = {x for names in reading.said for x in names}
            mine = [self._described(name, h, part, reading) for name, h in needs if h in later and name in said]
            raise Refused(_Assumed(mine[0] if mine else str(error))) from None

    def _described(self, name: str, h: Compare, part: Part, reading: Reading) -> str:
        """A hypothesis in the letters of the citing part; a named hypothesis is shown as its author wrote it."""
        for item, names in zip(reading.hypotheses, reading.said, strict=False):
            if name in names and isinstance(item, Named):
                return str(renamed(item, {**self.renaming, **self.created}))
        return named(h)

    def _found(
        self,
        name: str,
        shape: tuple[Dimension, Dimension],
        reading: Reading,
        substitution: Substitution,
        fresh: dict[str, tuple[Dimension, Dimension]],
    ) -> Expression:
        """The image of a derived letter: a letter of the citing part with the same definition, or else a new one."""
        placed = {*substitution.letters, name}
        said = [h for _, h in reading.statement.hypotheses if name in names_of(h) and _plain_names(h) <= placed]
        letters = self.extension.letters
        for y in [name, *letters] if name in letters else [*letters]:
            if letters[y] == shape and y not in fresh and (said or y == name):
                trial = Substitution(substitution.dimensions, {**substitution.letters, name: ("letter", y)})
                images = [trial.compare(h) for h in said]
                if all(not names_of(h) & fresh.keys() and self.extension.known(h) for h in images):
                    return ("letter", y)
        new = _name(name, said, substitution)
        while new in letters or new in fresh:
            new += "′"
        fresh[new] = shape
        return ("letter", new)

    # -------------------------------------------------------------------------------------------------- existence
    def _create(self, every: list[tuple[Part, Reading, Substitution]]) -> None:
        """Adds a new letter for each whose existence the axiom asserts. Raises Refused if anything is known of it."""
        used = {name for h in self.extension.hypotheses.values() for name in names_of(h)}
        used |= {y for _, _, substitution in every for e in substitution.letters.values() for y in letters_in(e)}
        for old in self.exists:
            image = self.h.new.get(old, old.xreplace(self.renaming))
            if not isinstance(image, sp.MatrixSymbol | sp.Symbol) or isinstance(image, sp.MatrixSymbol) != isinstance(
                old, sp.MatrixSymbol
            ):
                raise Refused(f"{image} for {old}, but should be a new letter")
            if getattr(image, "shape", ()) != tuple(n.xreplace(self.renaming) for n in getattr(old, "shape", ())):
                raise Refused(f"{image} for {old}, but should be of its shape")
            if image.assumptions0 != old.assumptions0:
                raise Refused(f"{image} for {old}, but should be a symbol of which no more is known")
            name = written(str(image.name))
            if name in used:
                raise Refused(f"{image} for {old}, but should be a new letter, of which nothing is assumed")
            if name in self.extension.variables:
                raise Refused(f"{image} for {old}, but should be no variable")
            used.add(name)
            self.symbols.add([image])
            self.created[old] = image
            for _, reading, substitution in every:
                for y, *shape in reading.statement.letters:
                    if y == written(str(old.name)):
                        rows, cols = map(substitution.dimension, shape)
                        self.extension.free(name, (rows, cols))
                        substitution.letters[y] = ("letter", name)

    def _check_variables(self, h: Compare) -> None:
        """Raises Refused if an existing letter depends on a variable: the axiom gives one letter for each value."""
        created = {written(str(x.name)) for x in self.created.values()}
        if created & names_of(h) and (bad := names_of(h) & self.extension.variables):
            raise Refused(f"{min(created & names_of(h))}, which depends on the variable {min(bad)}")


def _consequences(conclusion: Compare | Optimum | SameOptimisers) -> list[Compare]:
    """The consequences of an optimum for one choice of its variables that satisfies the constraints.

    A choice is no better than the claimed optimum, whose objective is the claimed value. The constraints are among the
    hypotheses that a citation proves again.
    """
    match conclusion:
        case Compare():
            return [conclusion]
        case Optimum():
            best = substituted(conclusion.objective, dict(conclusion.at))
            sides = (conclusion.objective, best) if conclusion.sense == "min" else (best, conclusion.objective)
            value = [] if conclusion.value is None else [Compare(best, "=", conclusion.value)]
            return [Compare(sides[0], ">=", sides[1]), *value]
    raise Refused("a statement that two problems have the same solutions, which is not an equation or inequality")


class _Assumed(str):
    """A hypothesis of a cited claim that was not proved, as the text of a message."""


def reason(error: Refused) -> str:
    """The end of an error message, after the name of the cited claim."""
    return f", which assumes {error}" if isinstance(error.args[0], _Assumed) else f" with {error}"


def _plain_names(h: Compare) -> set[str]:
    return {name for name in names_of(h) if not is_ones(name)}


def _name(name: str, equations: list[Compare], substitution: Substitution) -> str:
    """The name of a new derived letter, made from its argument in the citing part."""
    for h in equations:
        if (f := reciprocal_of(h, ("letter", name))) is not None:
            return Naming.INVERSE.write(f"({text(substitution(f))})").replace(" ", "")
        if h.left == ("pow", ("letter", name), 2):
            return Naming.ROOT.write(f"({text(substitution(h.right))})").replace(" ", "")
    return name


def _basis(reading: Reading) -> list[str]:
    return [name for kind, names in reading.hints if kind == "basis" for name in names]


def _things(parts: Iterable[Part]) -> Iterator[Any]:
    """The conclusions and hypotheses of parts, without citations."""
    for part in parts:
        yield part.conclusion
        yield from part.plain
