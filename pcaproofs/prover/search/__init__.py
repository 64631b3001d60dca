"""The untrusted search for certificates: tactics over a proof context, rewriting, and sums of squares."""
