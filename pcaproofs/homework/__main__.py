"""Judging derivations in a separate process with limits: reads requests as JSON, writes one line of JSON for each.

The first line of the output is READY. A submission can exhaust time, memory or the stack. Then this process ends, and
the answers that it has already written remain valid.
"""

from __future__ import annotations

import json
import resource
import sys
from typing import Any

READY = "ready"


def _limit(what: int, most: int) -> None:
    hard = resource.getrlimit(what)[1]
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _one(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request; an error affects only this request."""
    from pcaproofs.homework.answer import answer

    try:
        return answer(request)
    except RecursionError:
        return {"problem": "got formulas that are nested too deep to be judged"}
    except MemoryError:
        return {"problem": "got formulas that take too much memory to be judged"}
    except Exception as error:  # a bug that this text has triggered; other submissions are still judged
        return {"problem": f"got a text on which judging failed; please show it to the staff ({type(error).__name__})"}


def main() -> None:
    """Read {"cpu", "memory", "requests"} from standard input and write the answers to standard output."""
    asked = json.load(sys.stdin)
    _limit(resource.RLIMIT_AS, asked["memory"])
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    import pcaproofs.homework.answer  # noqa: F401 (imported here because it is slow, and because an error in it is not a submission's fault)

    print(json.dumps(READY), flush=True)
    for request in asked["requests"]:
        used = resource.getrusage(resource.RUSAGE_SELF)
        _limit(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime + asked["cpu"]) + 1)
        print(json.dumps(_one(request)), flush=True)


if __name__ == "__main__":
    main()
