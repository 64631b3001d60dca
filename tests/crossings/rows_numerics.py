"""Conventions of PCA in other libraries, and what a submission that follows them earns."""

from .row import Row
from .ways import far_away, graded

SKLEARN = "https://scikit-learn.org/stable/modules/generated/sklearn.decomposition.PCA.html"
TRUNCATED = "https://scikit-learn.org/stable/modules/generated/sklearn.decomposition.TruncatedSVD.html"
R = "https://stat.ethz.ch/R-manual/R-devel/library/stats/html/prcomp.html"
OCTAVE = "https://gnu-octave.github.io/statistics/pca.html"
TORCH = "https://docs.pytorch.org/docs/stable/generated/torch.pca_lowrank.html"
STATSMODELS = "https://www.statsmodels.org/stable/generated/statsmodels.multivariate.pca.PCA.html"
AXES = "0.73618 0.67679 -0.67679 0.73618 "
SCORES = " -4.5921 -1.7662 1.7365 4.6218 -0.19301 -0.074235 0.78072 -0.51347"
RIGHT = "    return W, s[:k]**2 / (len(X) - 1), Xc @ W\n"
FIT = "W, lam, Z = m.components_.T, m.explained_variance_, m.transform(D)"
FULL = "10 of 10"

ROWS = (
    Row(
        "scikit-learn: solver `full`", "scikit-learn", "1", SKLEARN, f"m = PCA(2, svd_solver='full').fit(D); {FIT}",
        f"{AXES}16.195 0.30531{SCORES}", "Divisor n − 1; the largest entry of each component is positive.",
        graded(RIGHT), FULL, "Full points.",
    ),
    Row(
        "scikit-learn: solver `covariance_eigh`", "scikit-learn", "1", SKLEARN,
        f"m = PCA(2, svd_solver='covariance_eigh').fit(D); {FIT}", f"{AXES}16.195 0.30531{SCORES}",
        "The same convention.",
        graded("    lam, V = np.linalg.eigh(Xc.T @ Xc / (len(X) - 1)); V = V[:, ::-1][:, :k]\n"
               "    V = V * np.sign(V[np.abs(V).argmax(axis=0), range(V.shape[1])])\n"
               "    return V, np.maximum(lam[::-1][:k], 0), Xc @ V\n"),
        FULL, "Full points.",
    ),
    Row(
        "scikit-learn: solver `randomized`, entries of equal size", "scikit-learn", "1", SKLEARN,
        "E = np.array([[1., -1], [-1, 1], [2, -2], [-2, 2], [1, 1], [-1, -1]])\n"
        "signs = lambda s: np.sign(PCA(1, svd_solver=s, random_state=0).fit(E).components_[0])\n"
        "W, lam, Z = signs('full'), signs('arpack'), signs('randomized')",
        "1 -1 1 -1 -1 1", "If two entries are equally large, rounding decides the sign, and solvers differ.",
        graded("    return -W, s[:k]**2 / (len(X) - 1), Xc @ -W\n", compared=False),
        FULL, "Signs are free, as long as the scores follow the components.",
    ),
    Row(
        "scikit-learn: `whiten=True`", "scikit-learn", "1", SKLEARN, f"m = PCA(2, whiten=True).fit(D); {FIT}",
        f"{AXES}16.195 0.30531 -1.1411 -0.43889 0.43151 1.1485 -0.34931 -0.13435 1.4129 -0.92927",
        "Scores are divided by their standard deviations; the variances are not.",
        graded("    lam = s[:k]**2 / (len(X) - 1)\n    return W, lam, Xc @ W / np.sqrt(np.maximum(lam, 1e-12))\n"),
        "8 of 10: whitened", "The points of the scores are lost, and the mistake is named.",
    ),
    Row(
        "scikit-learn: `TruncatedSVD`", "scikit-learn", "1", TRUNCATED,
        f"m = TruncatedSVD(2, random_state=0).fit(D); {FIT}\n"
        "signs = np.sign(W[np.abs(W).argmax(0), range(2)]); W, Z = W * signs, Z * signs",
        "0.65239 0.75788 0.75788 -0.65239 11.985 0.39046 2.1682 4.9887 8.5671 11.282 -0.5469 -0.33593 -0.77734 0.84391",
        "The data are not centred; variances are those of the scores, with divisor n.",
        graded("import numpy as np\ndef pca(X, k):\n    V = np.linalg.svd(X)[2].T\n"
               "    V = (V * np.sign(V[np.abs(V).argmax(axis=0), range(len(V))]))[:, :k]\n"
               "    return V, (X @ V).var(axis=0), X @ V\n"),
        "2 of 10: never-centred", "The mistake is named.",
    ),
    Row(
        "scikit-learn: data far from the origin", "scikit-learn", "1", SKLEARN,
        "Y = np.random.default_rng(0).standard_normal((2000, 3)) + 1e8\n"
        "lam = PCA().fit(Y).explained_variance_\nW, lam, Z = lam[:0], (lam[0] > 10, lam[1] == 0), ()",
        "1 1", "The default solver forms XᵀX before it centres: here the first variance is 24.7, and the others are 0.",
        far_away, "1.05 0.97 0.95", "`pcaproofs.reference` centres first.",
    ),
    Row(
        "R: `prcomp`", "R", "4", R, "p <- prcomp(D); W <- p$rotation; lam <- p$sdev^2; Z <- p$x",
        f"{AXES}16.195 0.30531{SCORES}", "Divisor n − 1, signs as LAPACK leaves them.", graded(RIGHT), FULL,
        "Full points.",
    ),
    Row(
        "R: `princomp`", "R", "4", "https://stat.ethz.ch/R-manual/R-devel/library/stats/html/princomp.html",
        "p <- princomp(D); W <- unclass(p$loadings); lam <- p$sdev^2; Z <- p$scores",
        "0.73618 0.67679 0.67679 -0.73618 12.146 0.22898 -4.5921 -1.7662 1.7365 4.6218 0.19301 0.074235 "
        "-0.78072 0.51347",
        "Divisor n; the first entry of each component is positive.",
        graded("    W = W * np.where(W[0] < 0, -1, 1)\n    return W, s[:k]**2 / len(X), Xc @ W\n"), FULL,
        'Full points with `scale = "any"`.',
    ),
    Row(
        "R: `sdev`", "R", "4", R, "p <- prcomp(D); W <- p$rotation; lam <- p$sdev; Z <- p$x",
        f"{AXES}4.0243 0.55255{SCORES}", "Standard deviations, not variances.",
        graded("    return W, s[:k] / np.sqrt(len(X) - 1), Xc @ W\n"), "7 of 10: deviations-for-variances",
        "The mistake is named.",
    ),
    Row(
        "R: `rank.`", "R", "4", R,
        "p <- prcomp(D, rank. = 1); W <- dim(p$rotation); lam <- dim(p$x); Z <- length(p$sdev)",
        "2 1 4 1 2", "`rank.` shortens the components and the scores, but not `sdev`.",
        graded("    return W, s**2 / (len(X) - 1), Xc @ W\n", compared=False), "7 of 10: all-variances",
        "The variances are said to be too many.",
    ),
    Row(
        "Octave: `pca`", "Octave", "7", OCTAVE, "[W, Z, lam] = pca(D);", f"{AXES}16.195 0.30531{SCORES}",
        "Divisor n − 1; the largest entry of each component is positive.", graded(RIGHT), FULL, "Full points.",
    ),
    Row(
        "statsmodels: normalised factors", "statsmodels", "0", STATSMODELS,
        "m = PCA(D, standardize=False); s = np.sign(m.loadings[0] * [1, -1])\n"
        "W, lam, Z = m.loadings * s, m.eigenvals, m.factors * s",
        f"{AXES}48.584 0.91594 -0.65882 -0.25339 0.24913 0.66308 -0.20167 -0.077567 0.81576 -0.53652",
        "Eigenvalues of XᵀX without a divisor; the factors have length 1.", graded("    return W, s[:k]**2, U\n"),
        "8 of 10: scores-without-singular-values", "The points of the scores are lost, and the mistake is named.",
    ),
    Row(
        "torch: `pca_lowrank`", "torch", "2", TORCH,
        "torch.manual_seed(0)\nU, S, V = torch.pca_lowrank(torch.tensor(D), 2)\n"
        "V, X = V.numpy(), D - D.mean(0)\nV = V * np.sign(V[np.abs(V).argmax(0), range(2)])\nW, lam, Z = V, "
        "S.numpy(), X @ V",
        f"{AXES}6.9702 0.95705{SCORES}", "Components in columns; S has the singular values of the centred data.",
        graded("    return W, s[:k], Xc @ W\n"), "7 of 10: singular-values-for-variances",
        'Singular values are no variances: `scale = "singular"` asks for them.',
    ),
)  # fmt: skip
