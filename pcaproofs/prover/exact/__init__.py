"""Exact arithmetic over the rationals: matrices, linear algebra, polynomials in one unknown, linear programs."""
