"""What all tests share: a profile of Hypothesis (--hypothesis-profile=thorough looks fifty times as long), thrift."""

import gc
import os
import sys

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "thorough", max_examples=50 * settings().max_examples, deadline=None, suppress_health_check=list(HealthCheck)
)

# Processes are started by the hundred; where compiled code may not be kept, each would compile all of it again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was imported stays; to look it over for garbage again and again would be a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
