r"""The isolation levels, and setting them up.

From the highest to the lowest:

- `full`: `namespaces` and `landlock` together.
- `namespaces`: a child sees only its own processes, network and files, and the interpreter's files. All processes that
it starts end with it.
- `landlock`: a child can see that other processes exist. It reads only the interpreter's files, writes only its scratch
folder, opens no socket and signals only itself. It can still query existence, size and age of other files.
- `rlimits`: time, memory, file sizes and number of processes are limited. Files and the network are accessible as to
the user who started the grader. (If that was root, children run as another user without rights, which may read all
files if the interpreter is readable for root only.)
- `none`: only time and output are limited.
"""

import contextlib
import os
from collections.abc import Sequence

from . import identity, landlock, limits, namespaces, reaper, seccomp
from .limits import ChildLimits
from .syscalls import LINUX, PR_SET_DUMPABLE, prctl

LEVELS = ("none", "rlimits", "landlock", "namespaces", "full")


def check_level(level: str) -> None:
    """Check the name of a level; raises ValueError."""
    if level not in LEVELS:
        raise ValueError(f"got isolation {level!r}, but should be one of {', '.join(LEVELS)}")


class Sandbox:
    """The sandbox of one level.

    Once: `set_up`, `finish_set_up`, `tear_down`; for each run: `open_run`, `enter`, `close_run`.
    """

    def __init__(self, level: str, readable: Sequence[str], hidden: Sequence[str], folder: str) -> None:
        height = LEVELS.index(level)
        self._limited = height >= LEVELS.index("rlimits")
        self._landlocked = level in ("landlock", "full")
        self._private = height >= LEVELS.index("namespaces")
        self._readable, self._hidden, self._folder = readable, hidden, folder
        self._scratch = namespaces.SCRATCH if self._private else os.path.join(folder, "scratch")
        self._pids = self._size = -1
        self._user: int | None = None
        self._others = self._mapped = 0
        self._rules: landlock.Ruleset | None = None
        self._filter = b""
        self._keep_reading = False

    def set_up(self) -> None:
        """Set up what all runs share. On the upper levels this forks, and returns in the child only. Raises OSError."""
        if self._limited:
            self._user = identity.choose_user()
        if self._private:
            self._pids, self._size = namespaces.enter_namespaces(self._readable, self._hidden, self._folder)
        else:
            os.mkdir(self._scratch, 0o700)
            if self._user is not None:
                os.chown(self._scratch, self._user, self._user)
            self._size = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC) if LINUX else -1
        if LINUX:
            prctl(PR_SET_DUMPABLE, 0)  # no process of the same user may read or debug this process
            reaper.adopt_orphans()

    def finish_set_up(self) -> None:
        """Set up what depends on the imported modules; raises OSError."""
        self._mapped = limits.address_space(self._size) if LINUX else 0
        if self._limited:
            identity.clear_capability_sets()
            # The right to read all files is kept only where nothing but the interpreter is visible, or where files are
            # not protected anyway; and only with the seccomp filter, because with this right files can also be opened
            # by handle, outside of the visible tree.
            closed = not all(identity.is_open(path) for path in self._readable if os.path.exists(path))
            self._keep_reading = closed and (self._landlocked or not self._private)
        if self._limited and self._user is None:
            # the limit counts all processes of the user; in a namespace these are this process and its waiting parent
            self._others = 4 if self._private else limits.count_processes(os.getuid()) + 64
        if not self._landlocked:
            return
        self._rules = landlock.Ruleset()
        for path in self._readable:
            if os.path.exists(path):
                self._rules.readable(path, self._hidden)
        for device in namespaces.DEVICES:
            self._rules.writable(device)
        # for a mount point the folder above it: a rule on a mount point does not hold inside the mount
        self._rules.writable(namespaces.RUNS if self._private else self._scratch)
        if self._private:
            self._filter = seccomp.program(1, private_root=True, private_pids=True)

    def open_scratch(self, scratch_bytes: int) -> str:
        """An empty folder for this process, until `close_run`; raises OSError."""
        if self._private:
            namespaces.open_scratch(None, scratch_bytes)
        return self._scratch

    def open_run(self, scratch_bytes: int) -> str:
        """An empty folder for the next run, which must be forked immediately after this; raises OSError."""
        if self._private:
            namespaces.open_run(self._pids, self._user, scratch_bytes)
        elif os.listdir(self._scratch):
            raise OSError("it is not empty")
        return self._scratch

    def enter(self, allowed: ChildLimits) -> None:
        """Isolate this process, a child.

        The steps are ordered so that none needs a right that an earlier one removed. Raises OSError.
        """
        if self._private:
            namespaces.enter_run()
        if self._limited:
            limits.apply(allowed, self._mapped, self._others)
            identity.drop(self._user, self._keep_reading)
        identity.lock_down()
        if self._rules:
            self._rules.enforce()
            seccomp.install(self._filter or seccomp.program(os.getpid(), private_root=False, private_pids=False))

    def close_run(self) -> bool:
        """End all processes of the run and empty its folder; whether this fork server can serve another run."""
        if self._private:
            namespaces.close_run()
            return True
        clean = reaper.kill_all(self._user)
        try:
            empty(self._scratch)
        except OSError:
            return False
        return clean

    def tear_down(self) -> None:
        """Remove the folder made by `set_up`; on the upper levels the waiting parent does this."""
        if not self._private:
            with contextlib.suppress(OSError):
                remove(self._folder)


def empty(folder: str) -> None:
    """Remove the contents of a folder, including unreadable folders and nests too deep for recursion.

    Follows no links. Each inner folder is first moved to the top, so that no path becomes long. Raises OSError.
    """
    moved = 0
    waiting = [folder]
    while waiting:
        inner = waiting.pop()
        os.chmod(inner, 0o700)
        with os.scandir(inner) as entries:
            for entry in list(entries):
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)
                    continue
                moved += 1
                os.chmod(entry.path, 0o700)  # otherwise it could not be moved
                waiting.append(f"{folder}.{moved}")
                os.rename(entry.path, waiting[-1])
        if inner != folder:
            os.rmdir(inner)


def remove(folder: str) -> None:
    """Remove a folder with any contents; raises OSError."""
    empty(folder)
    os.rmdir(folder)
