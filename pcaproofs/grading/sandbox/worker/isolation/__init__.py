"""The levels of isolation: which walls stand between a child and the machine, and building them.

From the top:

- `full`: `namespaces` and `landlock` together.
- `namespaces`: a child sees no process, network or file but its own and the interpreter's, and everything that it
  starts ends with it.
- `landlock`: it sees that other processes exist, but reads only the interpreter, writes only its scratch folder,
  opens no socket and signals only itself. Of a file elsewhere it can still ask whether it is there, how large it is
  and how old.
- `rlimits`: time, memory, file sizes and processes are limited; files and the network are open to it as to the user
  who started the grader (where that was root: as to nobody, but it may read all where the interpreter is root's own).
- `none`: only its time and its output are limited.
"""

import contextlib
import os
from collections.abc import Sequence

from . import identity, landlock, limits, namespaces, reaper, seccomp
from .limits import Limits
from .syscalls import LINUX, PR_SET_DUMPABLE, prctl

LEVELS = ("none", "rlimits", "landlock", "namespaces", "full")


def check_level(level: str) -> None:
    """Accept a level's name; raises ValueError."""
    if level not in LEVELS:
        raise ValueError(f"got isolation {level!r}, but should be one of {', '.join(LEVELS)}")


class Jail:
    """The walls of one level: `build` and `settle` once; for each run `open_run`, `enter`, `close_run`."""

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

    def build(self) -> None:
        """Build what all runs share; on the upper levels returns in a forked process; raises OSError."""
        if self._limited:
            self._user = identity.choose_user()
        if self._private:
            self._pids, self._size = namespaces.enter_world(self._readable, self._hidden, self._folder)
        else:
            os.mkdir(self._scratch, 0o700)
            if self._user is not None:
                os.chown(self._scratch, self._user, self._user)
            self._size = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC) if LINUX else -1
        if LINUX:
            prctl(PR_SET_DUMPABLE, 0)  # a child of the same user may not read or debug this process
            reaper.adopt_orphans()

    def settle(self) -> None:
        """Build what depends on what the zygote has loaded; raises OSError."""
        self._mapped = limits.address_space(self._size) if LINUX else 0
        if self._limited:
            identity.bar_capabilities()
            # only where no more than the interpreter can be seen, or where files are not guarded anyway; and only with
            # the filter, without which the right to read is also one to open files by number, outside of any view
            closed = not all(identity.is_open(path) for path in self._readable if os.path.exists(path))
            self._keep_reading = closed and (self._landlocked or not self._private)
        if self._limited and self._user is None:
            # the limit counts all processes of the user; a world of our own holds this process and the waiting parent
            self._others = 4 if self._private else limits.count_processes(os.getuid()) + 64
        if not self._landlocked:
            return
        self._rules = landlock.Ruleset()
        for path in self._readable:
            if os.path.exists(path):
                self._rules.readable(path, self._hidden)
        for device in namespaces.DEVICES:
            self._rules.writable(device)
        # where it is a mount point, the folder above: a rule on a mount point is not seen from inside the mount
        self._rules.writable(namespaces.RUNS if self._private else self._scratch)
        if self._private:
            self._filter = seccomp.program(1, private_root=True, private_pids=True)

    def open_scratch(self, scratch_bytes: int) -> str:
        """An empty folder for this process itself, until `close_run`; raises OSError."""
        if self._private:
            namespaces.open_scratch(None, scratch_bytes)
        return self._scratch

    def open_run(self, scratch_bytes: int) -> str:
        """An empty folder for the next run, which must be forked right after; raises OSError."""
        if self._private:
            namespaces.open_run(self._pids, self._user, scratch_bytes)
        elif os.listdir(self._scratch):
            raise OSError("it is not empty")
        return self._scratch

    def enter(self, allowed: Limits) -> None:
        """In the child: put up every wall, in an order in which none needs what an earlier one took; raises OSError."""
        if self._private:
            namespaces.enter_run()
        if self._limited:
            limits.apply(allowed, self._mapped, self._others)
            identity.drop(self._user, self._keep_reading)
        identity.seal()
        if self._rules:
            self._rules.enforce()
            seccomp.install(self._filter or seccomp.program(os.getpid(), private_root=False, private_pids=False))

    def close_run(self) -> bool:
        """End whatever the run left and empty its folder; whether the next run may follow in this zygote."""
        if self._private:
            namespaces.close_run()
            return True
        clean = reaper.kill_all(self._user)
        try:
            empty(self._scratch)
        except OSError:
            return False
        return clean

    def demolish(self) -> None:
        """Remove what `build` left on the machine; on the upper levels the waiting parent does that."""
        if not self._private:
            with contextlib.suppress(OSError):
                remove(self._folder)


def empty(folder: str) -> None:
    """Remove all that a student built in a folder, such as closed folders or a nest too deep for recursion.

    Follows no link; each inner folder is first moved up, so that no path grows long. Raises OSError.
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
                os.chmod(entry.path, 0o700)  # or it could not be moved
                waiting.append(f"{folder}.{moved}")
                os.rename(entry.path, waiting[-1])
        if inner != folder:
            os.rmdir(inner)


def remove(folder: str) -> None:
    """Remove a folder whatever a student built in it; raises OSError."""
    empty(folder)
    os.rmdir(folder)
