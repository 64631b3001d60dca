"""Profiles of Hypothesis: pytest --hypothesis-profile=thorough looks fifty times as long as usual."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "thorough", max_examples=50 * settings().max_examples, deadline=None, suppress_health_check=list(HealthCheck)
)
