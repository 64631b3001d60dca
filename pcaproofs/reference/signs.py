"""Signs: an axis is a line, so its direction is a convention, and a convention must not hang on rounding."""

import numpy as np

from pcaproofs.reference.validate import Array

# Entries this close to the largest count as tied with it; the first of them decides. Half of the digits: far above
# the rounding of an axis, far below what a reader would call different.
_TIED = float(np.sqrt(np.finfo(np.float64).eps))


def signs(components: Array) -> Array:
    """±1 for each column, making its largest entry positive (of tied entries, the first).

    Shapes: p×d → (d,). Multiply components and scores by it.
    """
    size = np.abs(components)
    leading = np.argmax(size >= (1 - _TIED) * size.max(axis=0), axis=0)
    return np.where(components[leading, np.arange(components.shape[1])] < 0, -1.0, 1.0)
