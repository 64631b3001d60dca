"""The Kalman filter: the gain that gives least variance, the forms of the covariance, and the information form."""

from sympy import Identity, MatrixSymbol, Trace, Transpose, symbols

from pcaproofs import (
    at_least,
    book,
    claim,
    equal,
    gradient,
    inner,
    inverse,
    minimises,
    other_sense,
    psd,
    right_times,
    swap,
    symmetric,
    without,
)

ANDERSON = book("Anderson and Moore, Optimal Filtering, chapters 3 and 6")
NONE = "there is no program to test"

n, m = symbols("n m", positive=True, integer=True)
P, A, Q, S = (MatrixSymbol(name, n, n) for name in "PAQS")
R = MatrixSymbol("R", m, m)
H = MatrixSymbol("H", m, n)
K = MatrixSymbol("K", n, m)
x, z = MatrixSymbol("x", n, 1), MatrixSymbol("z", m, 1)
I = Identity(n)

innovation = H * P * H.T + R
gain = P * H.T * inverse(innovation)
joseph = (I - K * H) * P * Transpose(I - K * H) + K * R * K.T

complete_square = claim(
    "kalman.complete-square",
    show=lambda: equal(
        joseph,
        P - gain * innovation * Transpose(gain) + (K - gain) * innovation * Transpose(K - gain),
    ),
    assuming=[symmetric(P), symmetric(R)],
    prose="For any gain K the covariance of the estimate is that of the Kalman gain plus a square in the difference.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(K - gain, K + gain), without("symmetric")],
)

least_variance = claim(
    "kalman.least-variance",
    show=lambda: minimises(Trace(joseph), {K: gain}),
    assuming=[psd(P), psd(R)],
    prose="The gain PHᵀ(HPHᵀ + R)⁻¹ gives the least sum of variances.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [other_sense(), swap(gain, 2 * gain), without("psd")],
)

stationary = claim(
    "kalman.stationary",
    show=lambda: equal(gradient(Trace(joseph), K), 2 * (K * innovation - P * H.T)),
    assuming=[symmetric(P), symmetric(R)],
    prose="The gradient of the sum of variances with respect to the gain vanishes where K(HPHᵀ + R) = PHᵀ.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(R, 2 * R, right=True), without("symmetric")],
)

short_form = claim(
    "kalman.short-form",
    show=lambda: equal(
        (I - gain * H) * P * Transpose(I - gain * H) + gain * R * Transpose(gain),
        (I - gain * H) * P,
    ),
    assuming=[symmetric(P), symmetric(R)],
    prose="With the Kalman gain, and no other, the covariance has the short form (I − KH)P.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(R, 2 * R, right=True)],
)

information_form = claim(
    "kalman.information-form",
    show=lambda: equal((I - gain * H) * P, inverse(inverse(P) + H.T * inverse(R) * H)),
    prose="The inverse of the covariance after a measurement is P⁻¹ + HᵀR⁻¹H.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(inverse(R), R)],
)

gain_in_two_forms = claim(
    "kalman.gain",
    show=lambda: equal(gain, inverse(inverse(P) + H.T * inverse(R) * H) * H.T * inverse(R)),
    prose="The gain, with inverses of the size of the measurement or of the state.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(inverse(P) + H.T * inverse(R) * H, P + H.T * inverse(R) * H)],
)

gain_after_update = claim(
    "kalman.gain-after-update",
    show=lambda: equal(gain, (I - gain * H) * P * H.T * inverse(R)),
    prose="The gain is the covariance after the measurement times HᵀR⁻¹.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [right_times(2), swap(inverse(R), R)],
)

measurement_helps = claim(
    "kalman.measurement-helps",
    show=lambda: at_least(inner(x, P * x), inner(x, (P - gain * innovation * Transpose(gain)) * x)),
    assuming=[psd(P), psd(R)],
    prose="A measurement makes no variance larger, in no direction.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [other_sense()],
)

prediction = claim(
    "kalman.prediction",
    show=lambda: at_least(inner(x, (A * P * A.T + Q) * x), inner(x, Q * x)),
    assuming=[psd(P), psd(Q)],
    prose="The covariance of a prediction, APAᵀ + Q, is at least that of the noise.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [other_sense(), without("psd")],
)

joint_least_squares = claim(
    "kalman.least-squares",
    show=lambda: minimises(
        inner(x, inverse(P) * x) + inner(z - H * x, inverse(R) * (z - H * x)),
        {x: gain * z},
    ),
    assuming=[psd(P), psd(R)],
    prose="The update Kz minimises the sum of the squares of what changes and of what the measurement leaves over.",
    sources=[ANDERSON],
    numeric=NONE,
    mutants=lambda: [other_sense(), swap(gain * z, 2 * gain * z)],
)
