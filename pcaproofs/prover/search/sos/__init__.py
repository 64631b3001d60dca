"""Sums of squares: monomial bases, Gram matrices, multipliers."""
