"""Kits: an assignment prepared for a platform, with the files to upload, hand out or build into an image.

One registry, and a module for each platform. A kit contains a wheel of this package and the packages and files that the
assignment names. Students' files are made from the student's version.
"""

from collections.abc import Mapping

from pcaproofs.grading.platforms.kits import github, gradescope, nbgrader, otter, prairielearn
from pcaproofs.grading.platforms.kits.kit import File, Kit, KitError, Platform, kit_of, write

PLATFORMS: Mapping[str, Platform] = {
    "gradescope": gradescope.PLATFORM,
    "prairielearn": prairielearn.PLATFORM,
    "github": github.PLATFORM,
    "otter": otter.PLATFORM,
    "nbgrader": nbgrader.PLATFORM,
}

__all__ = ["PLATFORMS", "File", "Kit", "KitError", "Platform", "kit_of", "write"]
