"""A world of its own: no network, no foreign processes, no foreign files but the interpreter's, read-only.

The zygote moves in once; each child then gets a process namespace of its own (whose end ends everything that the child
left running), System V queues of its own, and a scratch folder in memory that vanishes with the run.
"""

import contextlib
import os
import signal
from collections.abc import Iterable

from .syscalls import (
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    MNT_DETACH,
    MOUNT_ATTR_NODEV,
    MOUNT_ATTR_NOSUID,
    MOUNT_ATTR_RDONLY,
    MS_BIND,
    MS_NODEV,
    MS_NOSUID,
    MS_PRIVATE,
    MS_REC,
    PR_SET_PDEATHSIG,
    call,
    libc,
    mount,
    prctl,
    set_mount_attributes,
)

DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
RUNS = "/runs"
SCRATCH = "/runs/scratch"
_WORLD = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWPID


def enter_world(readable: Iterable[str], hidden: Iterable[str], folder: str) -> tuple[int, int]:
    """Move this process into its own world; return handles on its process namespace and its size; raises OSError.

    Forks, since a process keeps the process namespace that it was born in; the parent waits and passes on how it ended.
    """
    uid, gid = os.getuid(), os.getgid()
    above = os.open(os.path.dirname(folder), os.O_RDONLY | os.O_CLOEXEC)
    libc("unshare", _WORLD if uid == 0 else _WORLD | CLONE_NEWUSER)
    if uid != 0:
        for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    born = os.fork()
    if born:
        _, status = os.waitpid(born, 0)
        with contextlib.suppress(OSError):  # where the judge was killed, nobody else removes it
            os.rmdir(os.path.basename(folder), dir_fd=above)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    os.close(above)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    pids = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    size = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)  # the world has no /proc to open it from
    _build_root(readable, hidden, folder)
    return pids, size


def _build_root(readable: Iterable[str], hidden: Iterable[str], folder: str) -> None:
    mount("none", "/", "", MS_REC | MS_PRIVATE)
    mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m")
    for path in (*sorted(set(readable), key=len), *DEVICES):
        if os.path.exists(path):
            _mirror(path, folder)
    for path in hidden:
        if os.path.isdir(folder + path):
            mount("tmpfs", folder + path, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=4k")
        elif os.path.isfile(folder + path):
            mount(os.devnull, folder + path, "", MS_BIND)
    os.makedirs(folder + SCRATCH)
    os.makedirs(folder + "/tmp", exist_ok=True)
    libc("chdir", folder.encode())
    call("pivot_root", b".", b".")  # the old root now lies over the new one
    libc("umount2", b".", MNT_DETACH)
    os.chdir("/")
    set_mount_attributes("/", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID)
    # nodev would make the four devices useless, so it is set on the interpreter's files alone
    for path in readable:
        if os.path.ismount(path):
            set_mount_attributes(path, MOUNT_ATTR_NODEV)


def _mirror(path: str, folder: str) -> None:
    """Show a file or folder at its own place under the new root; a symbolic link on the way is copied as a link."""
    done = ""
    for part in path.strip("/").split("/"):
        done += "/" + part
        inside = folder + done
        if os.path.islink(done):
            if not os.path.lexists(inside):
                os.symlink(os.readlink(done), inside)
            _mirror(os.path.realpath(path), folder)
            return
        if os.path.lexists(inside):
            if os.path.ismount(inside):
                return  # shown already, with everything below it
        elif done != path:
            os.mkdir(inside, 0o755)
        elif os.path.isdir(path):
            os.mkdir(inside, 0o755)
            mount(path, inside, "", MS_BIND | MS_REC)
        else:
            os.close(os.open(inside, os.O_CREAT | os.O_WRONLY, 0o644))
            mount(path, inside, "", MS_BIND)


def open_run(pids: int, owner: int | None, scratch_bytes: int) -> None:
    """Prepare the next child: a fresh process namespace for it to be born in, and an empty scratch folder."""
    libc("setns", pids, CLONE_NEWPID)
    libc("unshare", CLONE_NEWPID)
    open_scratch(owner, scratch_bytes)


def open_scratch(owner: int | None, scratch_bytes: int) -> None:
    """Mount an empty scratch folder."""
    uid = os.getuid() if owner is None else owner
    gid = os.getgid() if owner is None else owner
    options = f"mode=700,uid={uid},gid={gid},size={scratch_bytes},nr_inodes=4096"
    mount("tmpfs", SCRATCH, "tmpfs", MS_NOSUID | MS_NODEV, options)


def enter_run() -> None:
    """In the child: queues and shared memory of its own, so that nothing passes from one run to the next."""
    libc("unshare", CLONE_NEWIPC)


def close_run() -> None:
    """Throw the scratch folder away."""
    libc("umount2", SCRATCH.encode(), MNT_DETACH)
