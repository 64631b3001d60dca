#!/bin/sh
# scikit-learn 1.9.1: the default solver of PCA loses the variances of data far from the origin.
#
# With 2000 samples of 3 features PCA() chooses covariance_eigh, which subtracts the product of the means from X'X. At
# an offset of 1e8 with variances near 1 nothing is left of two of the three; "full", which centres first, is right.
# Seen: covariance_eigh [24.7 0. 0.], full [1.05 0.97 0.95]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check scikit-learn==1.9.1 numpy==2.4.6 scipy==1.17.1
"$folder/venv/bin/python" -W ignore - <<'END'
import sys
import numpy as np
from sklearn.decomposition import PCA

X = np.random.default_rng(0).standard_normal((2000, 3)) + 1e8
by_default, full = PCA().fit(X), PCA(svd_solver="full").fit(X)
print(by_default._fit_svd_solver, by_default.explained_variance_)
print("full", full.explained_variance_)
lost = by_default.explained_variance_[0] > 2 and (by_default.explained_variance_[1:] == 0).all()
sys.exit(not (lost and abs(full.explained_variance_ - 1).max() < 0.1))
END
