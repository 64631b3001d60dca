"""`python -m pcaproofs`, which is the command `pcaproofs`."""

import sys


def main() -> None:
    """Runs the command line."""
    try:
        from pcaproofs.cli import main as run

        run()
    except KeyboardInterrupt:  # while the command line itself is imported
        sys.stderr.write("pcaproofs: got an interrupt, but should be the end of the command\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
