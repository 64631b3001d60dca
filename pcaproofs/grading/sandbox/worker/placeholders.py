"""Placeholders for names that could not be bound; they raise the reason when used."""

from typing import Any, NoReturn

_USES = """
    call getitem setitem delitem iter next len contains bool int float complex index enter exit
    add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow matmul rmatmul
    neg pos abs invert lt le gt ge and rand or ror xor rxor
"""


class Placeholder:
    """A placeholder for a name that could not be bound. As a base class it adds an empty base."""

    def __init__(self, kind: type[Exception], message: str) -> None:
        self.__dict__.update(_kind=kind, _message=message)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)  # looking up a protocol method is not yet a use
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


def reason(missing: Placeholder, *arguments: object, **named: object) -> NoReturn:
    """Raise the error that a placeholder stands for."""
    raise missing.__dict__["_kind"](missing.__dict__["_message"])


for _use in _USES.split():
    setattr(Placeholder, f"__{_use}__", reason)


def placeholder(error: BaseException, message: str) -> Placeholder:
    """The placeholder for something whose creation raised an error, with the message to raise."""
    kinds = (ModuleNotFoundError, ImportError, AttributeError, NameError)
    return Placeholder(next((kind for kind in kinds if isinstance(error, kind)), RuntimeError), message)
