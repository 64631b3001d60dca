"""Noncommutative rewriting by the hypotheses: term order, rules, matches, critical pairs."""
