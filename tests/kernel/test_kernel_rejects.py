"""Every near-miss is rejected, by an error of the kernel in one line that names what is wrong."""

import pytest
from kernel_near_misses import REJECTED

from pcaproofs.kernel import KernelError, check


@pytest.mark.parametrize("row", REJECTED)
def test_the_kernel_rejects_wrong_certificates(row: str) -> None:
    statement, certificate, says = REJECTED[row]
    with pytest.raises(KernelError) as error:
        check(statement, certificate)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
