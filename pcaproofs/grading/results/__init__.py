"""Results: points, the signed result file, adjustments by staff."""
