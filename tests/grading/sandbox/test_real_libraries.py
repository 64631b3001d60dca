"""What people import works behind the highest walls: the list of system calls is long enough."""

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable

import pytest

from pcaproofs.grading.protocol import Job, Limits
from pcaproofs.grading.sandbox.pool import Pool

ROOM = Limits(wall=60.0, cpu=30.0, memory=2 << 30)
USES = {
    "numpy": """
        import os, numpy as np
        rng = np.random.default_rng()
        X = rng.normal(size=(300, 40))
        np.linalg.eigh(X.T @ X), np.linalg.svd(X), np.fft.fft(X), np.linalg.lstsq(X, X[:, 0], rcond=None)
        np.save("a.npy", X); Y = np.load("a.npy", mmap_mode="r"); np.savetxt("a.txt", X); np.loadtxt("a.txt")
        np.savez_compressed("a.npz", X=X); np.load("a.npz")["X"]
    """,
    "standard library": """
        import asyncio, concurrent.futures, json, logging, multiprocessing, pathlib, pickle, platform, queue, random
        import secrets, shutil, signal, sqlite3, subprocess, sys, tempfile, threading, time, uuid, warnings, zipfile
        async def main(): await asyncio.sleep(0.01)
        asyncio.new_event_loop  # which needs no network, but a pair of sockets
        asyncio.run(main())
        with concurrent.futures.ThreadPoolExecutor(2) as threads: list(threads.map(abs, [1, -2]))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a"); path.write_text("x"); shutil.copyfile(path, path.with_name("b"))
            path.rename(path.with_name("c")); list(pathlib.Path(folder).iterdir())
        connection = sqlite3.connect("a.db"); connection.execute("create table t (x)"); connection.commit()
        uuid.uuid4(), secrets.token_hex(), time.perf_counter(), platform.platform(), random.SystemRandom().random()
        done = threading.Event(); threading.Timer(0.01, done.set).start(); done.wait(5)
    """,
    "scipy": """
        import numpy as np, scipy.linalg, scipy.sparse.linalg, scipy.optimize, scipy.stats, scipy.spatial, scipy.io
        X = np.random.normal(size=(60, 8)); C = X.T @ X
        scipy.linalg.eigh(C), scipy.linalg.svd(X), scipy.sparse.linalg.eigsh(C, k=2), scipy.sparse.linalg.svds(X, k=2)
        scipy.optimize.minimize(lambda v: (v @ C @ v), np.ones(8)); scipy.stats.zscore(X)
        scipy.io.savemat("a.mat", {"X": X}); scipy.io.loadmat("a.mat")
    """,
    "sklearn": """
        import numpy as np
        from sklearn.datasets import load_digits, load_iris
        from sklearn.decomposition import PCA, IncrementalPCA, KernelPCA, TruncatedSVD
        from sklearn.preprocessing import StandardScaler
        X = StandardScaler().fit_transform(load_iris().data)
        for solver in ("full", "randomized", "arpack", "covariance_eigh"):
            PCA(n_components=2, svd_solver=solver).fit_transform(X)
        IncrementalPCA(2).fit(X), KernelPCA(2, kernel="rbf").fit_transform(X), TruncatedSVD(2).fit_transform(X)
    """,
    "matplotlib": """
        import matplotlib; matplotlib.use("Agg")
        import matplotlib.pyplot as plt
        plt.plot([1, 2]); plt.savefig("a.png"); plt.savefig("a.pdf"); plt.show()
    """,
    "pandas": """
        import pandas as pd
        pd.DataFrame({"a": [1, 2]}).to_csv("a.csv"); pd.read_csv("a.csv").describe()
    """,
    "joblib": """
        from joblib import Parallel, delayed
        Parallel(n_jobs=2, backend="threading")(delayed(abs)(i) for i in range(4))
    """,
}


@pytest.mark.parametrize("level", ["landlock", "full"])
@pytest.mark.parametrize("library", USES)
def test_each_library_works_in_the_sandbox(library: str, level: str, pool_on: Callable[[str], Pool]) -> None:
    if library != "standard library" and importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    lines = "\n".join(line.removeprefix("        ") for line in USES[library].splitlines())
    outcome = pool_on(level).run(Job(source=lines, call="", roles={}), ROOM)
    assert outcome.status == "ok", outcome.error.trace if outcome.error else outcome


@pytest.mark.skipif(not shutil.which("unshare"), reason="no unshare here")
def test_where_root_is_the_only_user_landlock_holds() -> None:
    """As in ``unshare -Ur`` or ``apptainer --fakeroot``, where there is nobody else to become."""
    trial = subprocess.run(["unshare", "-Ur", "true"], capture_output=True, check=False)
    if trial.returncode:
        pytest.skip("no user namespaces here")
    code = (
        "from pcaproofs.grading.sandbox.levels import probe, LEVELS\n"
        "from pcaproofs.grading.sandbox.pool import Pool\nfrom pcaproofs.grading.protocol import Job\n"
        "found = probe()\nassert LEVELS.index(found.level) >= LEVELS.index('landlock'), found\n"
        "with Pool(level='landlock') as pool:\n"
        "    outcome = pool.run(Job(source='import os', call='', roles={'it': 'os.listdir(\"/root\")'}))\n"
        "assert outcome.status == 'ok' and 'PermissionError' in str(outcome.roles), outcome\n"
    )
    done = subprocess.run(["unshare", "-Ur", sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
