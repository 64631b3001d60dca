"""Claims with sums as they are written: nested, over a fixed number of samples, with a denominator, in a gradient."""

from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, Trace, symbols

from pcaproofs import average, book, claim, equal, gradient, index, inner, nonzero, right_times, sample, sqnorm, total

n, p = symbols("n p", positive=True, integer=True)
c = Symbol("c", real=True)
X, Y, w = MatrixSymbol("X", 3, p), MatrixSymbol("Y", n, p), MatrixSymbol("w", p, 1)
i, j, k = index("i"), index("j"), index("k")
three, one = OneMatrix(3, 1), OneMatrix(n, 1)
scatter = Y.T * (Identity(n) - one * one.T / n) * Y
xi, yi, yj = sample(X, i), sample(Y, i), sample(Y, j)
middle = average(yj, j)
more = {
    "prose": "A sum over samples is what it adds up to.",
    "sources": [book("Pearson, On Lines and Planes of Closest Fit, 1901")],
    "numeric": "the theorem alone is looked at",
    "mutants": [right_times(2)],
}
residuals = Trace(X.T * X) - 2 * inner(X.T * three, w) + 3 * sqnorm(w)
fixed = claim("rocq-sums.fixed", show=equal(total(sqnorm(xi - w), i), residuals), **more)
constant = claim("rocq-sums.constant", show=equal(total(7 * c, i, 3), 21 * c), **more)
slope = claim("rocq-sums.slope", show=equal(gradient(average(inner(yi, w) ** 2, i), w), 2 * Y.T * Y * w / n), **more)
shares = equal(total(inner(yi, w) / c, i), inner(Y.T * one, w) / c)
quotient = claim("rocq-sums.quotient", show=shares, assuming=[nonzero(c)], **more)
apart = equal(total(total(sqnorm(yi - yj), j), i), 2 * n * Trace(scatter))
distances = claim("rocq-sums.distances", show=apart, **more)
products = total(total(c + inner(yi, w) * inner(yj, w), j), i)
mixed = claim("rocq-sums.mixed", show=equal(products, n**2 * c + inner(Y.T * one, w) ** 2), **more)
inside = claim("rocq-sums.inside", show=equal(total((yi - middle) * (yi - middle).T, i), scatter), **more)
path = total(total(total(inner(yi, yj) * inner(yj, sample(Y, k)), k), j), i)
triple = claim("rocq-sums.triple", show=equal(path, sqnorm(Y * Y.T * one)), **more)
