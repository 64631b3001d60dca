"""Signs of axes: a convention that does not depend on rounding, because an axis has no direction of its own."""

import numpy as np

from pcaproofs.reference.validate import Array

# Entries within this relative distance of the largest are tied with it; the first of them decides the sign. Half of the
# digits is far above the rounding error of an axis, and far below a visible difference.
_TIED = float(np.sqrt(np.finfo(np.float64).eps))


def signs(components: Array) -> Array:
    """±1 for each column, such that its largest entry becomes positive (of tied entries, the first).

    Shapes: p×d → (d,). Multiply components and scores by it.
    """
    size = np.abs(components)
    leading = np.argmax(size >= (1 - _TIED) * size.max(axis=0), axis=0)
    return np.where(components[leading, np.arange(components.shape[1])] < 0, -1.0, 1.0)
