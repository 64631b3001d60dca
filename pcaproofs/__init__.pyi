"""The public names with their types; `pcaproofs/__init__.py` imports each when it is first used."""

from pcaproofs.language.conclusions import (
    ForAll as ForAll,
)
from pcaproofs.language.conclusions import (
    at_least as at_least,
)
from pcaproofs.language.conclusions import (
    equal as equal,
)
from pcaproofs.language.conclusions import (
    exists as exists,
)
from pcaproofs.language.conclusions import (
    iff as iff,
)
from pcaproofs.language.conclusions import (
    maximises as maximises,
)
from pcaproofs.language.conclusions import (
    minimises as minimises,
)
from pcaproofs.language.conclusions import (
    more_than as more_than,
)
from pcaproofs.language.conclusions import (
    same_optimisers as same_optimisers,
)
from pcaproofs.language.conclusions import (
    unequal as unequal,
)
from pcaproofs.language.hypotheses import (
    centered as centered,
)
from pcaproofs.language.hypotheses import (
    diagonal_matrix as diagonal_matrix,
)
from pcaproofs.language.hypotheses import (
    eigen as eigen,
)
from pcaproofs.language.hypotheses import (
    eigenpair as eigenpair,
)
from pcaproofs.language.hypotheses import (
    idempotent as idempotent,
)
from pcaproofs.language.hypotheses import (
    invertible as invertible,
)
from pcaproofs.language.hypotheses import (
    nonnegative as nonnegative,
)
from pcaproofs.language.hypotheses import (
    nonzero as nonzero,
)
from pcaproofs.language.hypotheses import (
    normal as normal,
)
from pcaproofs.language.hypotheses import (
    orthogonal as orthogonal,
)
from pcaproofs.language.hypotheses import (
    orthonormal as orthonormal,
)
from pcaproofs.language.hypotheses import (
    permutation as permutation,
)
from pcaproofs.language.hypotheses import (
    positive as positive,
)
from pcaproofs.language.hypotheses import (
    positive_definite as positive_definite,
)
from pcaproofs.language.hypotheses import (
    projector as projector,
)
from pcaproofs.language.hypotheses import (
    psd as psd,
)
from pcaproofs.language.hypotheses import (
    skew as skew,
)
from pcaproofs.language.hypotheses import (
    stochastic as stochastic,
)
from pcaproofs.language.hypotheses import (
    svd as svd,
)
from pcaproofs.language.hypotheses import (
    symmetric as symmetric,
)
from pcaproofs.language.hypotheses import (
    unit as unit,
)
from pcaproofs.language.nodes import (
    adjugate as adjugate,
)
from pcaproofs.language.nodes import (
    average as average,
)
from pcaproofs.language.nodes import (
    basis as basis,
)
from pcaproofs.language.nodes import (
    det as det,
)
from pcaproofs.language.nodes import (
    diagonal as diagonal,
)
from pcaproofs.language.nodes import (
    directional as directional,
)
from pcaproofs.language.nodes import (
    expectation as expectation,
)
from pcaproofs.language.nodes import (
    gradient as gradient,
)
from pcaproofs.language.nodes import (
    index as index,
)
from pcaproofs.language.nodes import (
    inner as inner,
)
from pcaproofs.language.nodes import (
    inverse as inverse,
)
from pcaproofs.language.nodes import (
    kron as kron,
)
from pcaproofs.language.nodes import (
    leading as leading,
)
from pcaproofs.language.nodes import (
    norm as norm,
)
from pcaproofs.language.nodes import (
    partial_total as partial_total,
)
from pcaproofs.language.nodes import (
    pinv as pinv,
)
from pcaproofs.language.nodes import (
    power_sum as power_sum,
)
from pcaproofs.language.nodes import (
    rank as rank,
)
from pcaproofs.language.nodes import (
    sample as sample,
)
from pcaproofs.language.nodes import (
    sqnorm as sqnorm,
)
from pcaproofs.language.nodes import (
    total as total,
)
from pcaproofs.language.nodes import (
    vec as vec,
)
from pcaproofs.prover.result import (
    Result as Result,
)
from pcaproofs.sampling import (
    matrix as matrix,
)
from pcaproofs.sampling import (
    vector as vector,
)
from pcaproofs.typed import (
    Answer as Answer,
)
from pcaproofs.typed import (
    WrongText as WrongText,
)
from pcaproofs.typed import (
    prove as prove,
)
from pcaproofs.verify.claim import (
    at_sizes as at_sizes,
)
from pcaproofs.verify.claim import (
    book as book,
)
from pcaproofs.verify.claim import (
    by as by,
)
from pcaproofs.verify.claim import (
    citing_only as citing_only,
)
from pcaproofs.verify.claim import (
    claim as claim,
)
from pcaproofs.verify.claim import (
    given as given,
)
from pcaproofs.verify.claim import (
    note as note,
)
from pcaproofs.verify.claim import (
    step as step,
)
from pcaproofs.verify.implementations import (
    Implementation as Implementation,
)
from pcaproofs.verify.implementations import (
    under_test as under_test,
)
from pcaproofs.verify.mutants import (
    citing as citing,
)
from pcaproofs.verify.mutants import (
    flip_sign as flip_sign,
)
from pcaproofs.verify.mutants import (
    other_sense as other_sense,
)
from pcaproofs.verify.mutants import (
    right_times as right_times,
)
from pcaproofs.verify.mutants import (
    swap as swap,
)
from pcaproofs.verify.mutants import (
    untransposed as untransposed,
)
from pcaproofs.verify.mutants import (
    without as without,
)
from pcaproofs.verify.mutants import (
    without_equation as without_equation,
)
from pcaproofs.verify.mutants import (
    without_last as without_last,
)

__version__: str
__all__: list[str]
