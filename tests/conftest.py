"""Profiles of Hypothesis: pytest --hypothesis-profile=thorough looks fifty times as long as usual."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "thorough", max_examples=50 * settings().max_examples, deadline=None, suppress_health_check=list(HealthCheck)
)

WHOLE = {"reports", "report_text"}  # fixtures that prove the whole catalogue, once in a process


@pytest.hookimpl(tryfirst=True)  # before xdist looks for groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of the whole catalogue go to one process where there are several."""
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            if WHOLE & set(getattr(item, "fixturenames", ())):
                item.add_marker(pytest.mark.xdist_group("catalogue"))
