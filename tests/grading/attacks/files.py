"""Attacks on files and the network: reading, writing, reaching out."""

from .attack import LIMITED, PRIVATE, WALLED, Attack, breakout

ATTACKS = {
    # reading
    "read a file of the grader": breakout(
        """
        def attack(secret, **rest):
            print("tried")
            try:
                print("BREACH", open(secret).read())
            except OSError:
                pass
        """,
        WALLED,
    ),
    "list the folders of others": breakout(
        """
        import os
        def attack(outside, **rest):
            print("tried")
            for folder in (outside, "/home", "/var", "/etc/ssl", "/proc", "/sys"):
                try:
                    print("BREACH", folder, os.listdir(folder)[:3])
                except OSError:
                    pass
        """,
        WALLED,
    ),
    "read the right answers": breakout(
        """
        import sys
        def attack(package, **rest):
            print("tried")
            try:
                print("BREACH", len(open(package).read()))
            except OSError:
                pass
            try:
                import pcaproofs
                print("BREACH", pcaproofs.__file__)
            except ImportError:
                pass
            if [name for name in sys.modules if name.startswith("pcaproofs.")]:
                print("BREACH modules")
        """,
        WALLED,
    ),
    "import the right answers though they are set aside": breakout(
        """
        import importlib, os, sys
        def attack(package, **rest):
            print("tried")
            sys.modules.pop("pcaproofs", None)
            sys.path.append(os.path.dirname(os.path.dirname(package)))
            importlib.invalidate_caches()
            try:
                import pcaproofs.kernel
                print("BREACH", pcaproofs.kernel)
            except (ImportError, OSError):
                pass
            for folder in sys.path:
                try:
                    print("BREACH", len(open(folder + "/pcaproofs/kernel.py").read()))
                except OSError:
                    pass
        """,
        WALLED,
    ),
    "read the environment of the judge": breakout(
        """
        import os
        def attack(judge, victim, **rest):
            print("tried")
            for pid in (judge, victim, os.getppid(), "self"):
                try:
                    text = open(f"/proc/{pid}/environ").read()
                    print("BREACH" if "PCAPROOFS_SECRET" in text else "")
                except OSError:
                    pass
            print("BREACH" if "PCAPROOFS_SECRET" in os.environ else "")
        """,
        WALLED,
    ),
    "read the memory of another process": breakout(
        """
        import ctypes, os
        def attack(judge, victim, **rest):
            print("tried")
            for pid in (os.getppid(), judge, victim):
                try:
                    with open(f"/proc/{pid}/mem", "rb") as file:
                        first = open(f"/proc/{pid}/maps").readline().split("-")[0]
                        file.seek(int(first, 16))
                        print("BREACH", pid, len(file.read(64)))
                except OSError:
                    pass
        """,
        WALLED,
    ),
    "find an open descriptor": Attack("""
        import os
        def attack(**rest):
            print("tried")
            for fd in range(6, 1024):
                try:
                    os.fstat(fd)
                    print("BREACH", fd)
                except OSError:
                    pass
        """),
    # writing
    "write outside the scratch folder": breakout(
        """
        import os
        def attack(outside, **rest):
            print("tried")
            library = os.path.dirname(os.__file__)
            for folder in (outside, "/tmp", "/var/tmp", "/dev/shm", "/run", "/", "/runs", "..", library):
                path = f"{folder}/pcaproofs-breach-{os.path.basename(outside)}"
                try:
                    with open(path, "w"):
                        print("BREACH", path)
                    os.unlink(path)
                except OSError:
                    pass
        """,
        WALLED,
    ),
    "change, truncate, rename, link or remove what others own": Attack(
        """
        import os
        def attack(secret, outside, **rest):
            print("tried")
            for act in (
                lambda: os.chmod(secret, 0o777),
                lambda: os.utime(secret, (1, 1)),
                lambda: os.truncate(secret, 1),
                lambda: os.close(os.open(secret, os.O_RDONLY | os.O_TRUNC)),
                lambda: os.setxattr(secret, "user.breach", b"1"),
                lambda: os.link(secret, "link"),
                lambda: os.rename(secret, secret + "x"),
                lambda: os.mkdir(outside + "/folder"),
                lambda: os.mkfifo(outside + "/fifo"),
                lambda: os.unlink(secret),
            ):
                try:
                    act()
                    print("BREACH")
                except OSError:
                    pass
        """,
        holds=WALLED,
    ),
    "link out of the scratch folder": breakout(
        """
        import os
        def attack(secret, outside, **rest):
            print("tried")
            os.symlink(outside, "away")
            os.symlink(secret, "it")
            for act in (lambda: open("it").read(), lambda: open("away/breach", "w"), lambda: os.listdir("away")):
                try:
                    act()
                    print("BREACH")
                except OSError:
                    pass
        """,
        WALLED,
    ),
    "write one large file": breakout(
        """
        def attack(**rest):
            print("tried")
            try:
                with open("large", "wb") as file:
                    for _ in range(40):
                        file.write(bytes(1 << 20))
                print("BREACH")
            except OSError:
                pass
        """,
        LIMITED,
    ),
    "write many files": breakout(
        """
        def attack(**rest):
            print("tried")
            try:
                for number in range(100):
                    with open(f"file{number}", "wb") as file:
                        file.write(bytes(1 << 20))
                print("BREACH")
            except OSError:
                pass
        """,
        PRIVATE,
    ),
    "leave a nest of folders that is hard to remove": Attack(
        """
        import os
        def attack(**rest):
            print("tried")
            for _ in range(1100):
                os.mkdir("deep")
                os.chdir("deep")
        """,
        holds=("rlimits",),
    ),
    "leave a folder that is hard to remove": Attack("""
        import os
        def attack(**rest):
            print("tried")
            for _ in range(30):
                os.mkdir("long" * 50)
                os.chdir("long" * 50)
            os.mkdir("closed")
            os.open("closed/file", os.O_CREAT)
            try:
                os.chmod("closed", 0)
            except OSError:
                pass
        """),
    # the network
    "talk to the network": breakout(
        """
        import socket
        def attack(port, **rest):
            print("tried")
            for family, kind, address in (
                (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", port)),
                (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", port)),
                (socket.AF_UNIX, socket.SOCK_STREAM, "\\0pcaproofs-test-" + str(port)),
            ):
                try:
                    with socket.socket(family, kind) as link:
                        link.settimeout(1)
                        link.connect(address)
                        link.send(b"breach")
                        print("BREACH", family, kind)
                except OSError:
                    pass
        """,
        WALLED,
    ),
}
