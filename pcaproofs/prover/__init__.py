"""The untrusted search for certificates and counterexamples; the kernel checks every certificate."""
