"""What stands for something that is not there, and raises the reason as soon as it is used."""

from typing import Any, NoReturn

_USES = """
    call getitem setitem delitem iter next len contains bool int float complex index enter exit
    add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow matmul rmatmul
    neg pos abs invert lt le gt ge and rand or ror xor rxor
"""


class Missing:
    """Stands for a name that could not be bound. A class may have it as a base; that base then has nothing in it."""

    def __init__(self, kind: type[Exception], message: str) -> None:
        self.__dict__.update(_kind=kind, _message=message)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)  # whoever looks for a protocol does not use it yet
        reason(self)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        reason(self)

    def __repr__(self) -> str:
        return f"<missing: {self.__dict__['_message']}>"

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type]:
        message = self.__dict__["_message"]

        def absent(made: object, name: str) -> NoReturn:
            raise AttributeError(f"{type(made).__name__} has no {name} ({message})")

        return (type("MissingBase", (), {"__getattr__": absent}),)


def reason(missing: Missing, *arguments: object, **named: object) -> NoReturn:
    """Raise why something is missing."""
    raise missing.__dict__["_kind"](missing.__dict__["_message"])


for _use in _USES.split():
    setattr(Missing, f"__{_use}__", reason)


def stand_in(error: BaseException, message: str) -> Missing:
    """What stands for something whose making raised an error, which is told by a message."""
    kinds = (ModuleNotFoundError, ImportError, AttributeError, NameError)
    return Missing(next((kind for kind in kinds if isinstance(error, kind)), RuntimeError), message)
