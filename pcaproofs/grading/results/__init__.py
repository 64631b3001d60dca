"""What a submission got: points, the signed result file, adjustments by staff."""
