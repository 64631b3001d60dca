"""Namespaces: no network, no other processes, and no files but the interpreter's, which are read-only.

The fork server enters the shared namespaces once. Each child gets its own process namespace (which ends with all
processes that the child left running), its own System V queues, and a scratch folder in memory that exists only during
the run.
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
_NAMESPACES = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWPID


def enter_namespaces(readable: Iterable[str], hidden: Iterable[str], folder: str) -> tuple[int, int]:
    """Enter new namespaces; gives descriptors of the process namespace and of `/proc/self/statm`. Raises OSError.

    Forks, since a process keeps the process namespace in which it was created. The parent waits and passes on the exit
    code.
    """
    uid, gid = os.getuid(), os.getgid()
    above = os.open(os.path.dirname(folder), os.O_RDONLY | os.O_CLOEXEC)
    libc("unshare", _NAMESPACES if uid == 0 else _NAMESPACES | CLONE_NEWUSER)
    if uid != 0:
        for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        with contextlib.suppress(OSError):  # if the judge was killed, no other process removes it
            os.rmdir(os.path.basename(folder), dir_fd=above)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    os.close(above)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    pids = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    size = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)  # the namespace has no /proc
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
    call("pivot_root", b".", b".")  # the old root is now mounted over the new one
    libc("umount2", b".", MNT_DETACH)
    os.chdir("/")
    set_mount_attributes("/", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID)
    # nodev would disable the four devices, so it is set on the interpreter's files only
    for path in readable:
        if os.path.ismount(path):
            set_mount_attributes(path, MOUNT_ATTR_NODEV)


def _mirror(path: str, folder: str) -> None:
    """Mount a file or folder at its own path under the new root; symbolic links on the path are copied as links."""
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
                return  # already mounted, with everything below it
        elif done != path:
            os.mkdir(inside, 0o755)
        elif os.path.isdir(path):
            os.mkdir(inside, 0o755)
            mount(path, inside, "", MS_BIND | MS_REC)
        else:
            os.close(os.open(inside, os.O_CREAT | os.O_WRONLY, 0o644))
            mount(path, inside, "", MS_BIND)


def open_run(pids: int, owner: int | None, scratch_bytes: int) -> None:
    """Prepare the next child: a new process namespace and an empty scratch folder."""
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
    """Give this process, a child, its own message queues and shared memory, so that runs cannot communicate."""
    libc("unshare", CLONE_NEWIPC)


def close_run() -> None:
    """Unmount the scratch folder."""
    libc("umount2", SCRATCH.encode(), MNT_DETACH)
