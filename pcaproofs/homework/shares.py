"""Computes the shares of criteria from steps and routes."""

from __future__ import annotations

from collections.abc import Mapping

from pcaproofs.homework.route import Route, reaches
from pcaproofs.homework.steps import MISTAKES, Judged


def shares(found: Judged, routes: tuple[Route, ...]) -> Mapping[str, float]:
    """The share of each criterion that is earned, from 0 to 1.

    goal: 1 if all goals are reached. steps: the share of the needed facts that steps have used. sound: the same share,
    or 0 if a row is a mistake. milestones.NAME: 1 if it is among the steps or all goals are reached.
    """
    reached = all(route.reached for route in routes)
    steps = sum(route.share for route in routes) / len(routes)
    mistakes = any(step.verdict in MISTAKES for step in found.steps)
    out = {"goal": float(reached), "steps": steps, "sound": 0.0 if mistakes else steps}
    for milestone in found.task.milestones:
        passed = reached or reaches(found, milestone)
        out[f"milestones.{milestone.name}"] = float(passed)
    return out
