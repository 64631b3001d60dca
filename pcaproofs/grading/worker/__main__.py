"""Start the zygote: ``python __main__.py CONTROL_FD CONFIG``.

Loads this folder alone, as a package of its own name, so that pcaproofs itself is neither imported nor importable.
"""

import importlib.util
import json
import os
import sys

_NAME = "pcaproofs_worker"


def _main() -> None:
    control, config = int(sys.argv[1]), json.loads(sys.argv[2])
    sys.path += config["packages"]
    folder = os.path.dirname(os.path.abspath(__file__))
    place = os.path.join(folder, "__init__.py")
    spec = importlib.util.spec_from_file_location(_NAME, place, submodule_search_locations=[folder])
    assert spec is not None
    assert spec.loader is not None
    sys.modules[_NAME] = package = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    importlib.import_module(f"{_NAME}.zygote").main(control, config)


if __name__ == "__main__":
    _main()
