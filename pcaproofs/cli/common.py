"""Functions shared by the commands: exiting with an error, selecting claims and layers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pcaproofs.cli.messages import complain

if TYPE_CHECKING:
    from pcaproofs.verify.claim import Claim
    from pcaproofs.verify.discovery import Project

CLAIMS_METAVAR = "[FOLDER|FILE|MODULE] [ID|CHAPTER]…"
jobs_option = click.option(
    "-j", "--jobs", metavar="N", type=click.IntRange(1), help="number of processes  [default: one for each core]"
)
output_option = click.option(
    "-o",
    "--output",
    "directory",
    metavar="DIR",
    required=True,
    type=click.Path(path_type=Path),
    help="the directory to write to",
)


def examples(*lines: str) -> str:
    """The end of a help page: command lines, each on its own line, so that it can be copied."""
    title = "Examples" if len(lines) > 1 else "Example"
    return "\n".join(["\b", f"{title}:", *(f"  {line}" for line in lines)])


def json_schema(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option --json-schema of a command, which prints the JSON Schema of what --json prints, and ends."""

    def show(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
        if value:
            click.echo(schema_text(name), nl=False)
            ctx.exit()

    words = "print the JSON Schema of what --json prints"
    return click.option("--json-schema", is_flag=True, callback=show, is_eager=True, expose_value=False, help=words)


def schema_text(name: str) -> str:
    """The JSON Schema of what a command prints, or of a certificate; name: an entry of its $defs."""
    import json
    from importlib.resources import files

    found = json.loads(files("pcaproofs").joinpath("output.schema.json").read_text(encoding="utf-8"))
    head = {"$schema": found["$schema"], "title": f"pcaproofs {name}", "$ref": f"#/$defs/{name}"}
    return json.dumps({**head, "$defs": found["$defs"]}, ensure_ascii=False, indent=1) + "\n"


def fail(message: object, code: int = 2) -> NoReturn:
    """Prints one line on the error stream and ends the program with the exit code."""
    complain(message)
    sys.exit(code)


DASK = click.option("--dask", "address", metavar="ADDRESS", help="work on the workers of a dask scheduler")


@contextmanager
def workers(address: str | None) -> Iterator[Any]:
    """The workers of a dask scheduler as an executor, None without an address; exits if they cannot be used."""
    if address is None:
        yield None
        return
    from pcaproofs.grading.dask_executor import ClusterError, connect
    from pcaproofs.kept import OtherWorker

    try:
        with connect(address) as executor:
            yield executor
    except (ClusterError, OtherWorker) as error:
        fail(error)


def near_command(name: str) -> str:
    """The end of a message if a word is nearly the name of a command, or a file, which is a note then."""
    import difflib

    if os.path.isfile(name):
        return f"; `pcaproofs check {name}` checks a note"
    commands = click.get_current_context().find_root().command.commands  # type: ignore[attr-defined]
    near = difflib.get_close_matches(name, commands, 1, 0.7)
    return f"; there is a command {near[0]}" if near else ""


def layers_of(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    """Reads the names of layers, separated by commas; raises BadParameter for another name."""
    from pcaproofs.verify.layer_registry import EXTERNAL, LAYERS

    names = tuple(part.strip() for part in value.split(",") if part.strip())
    for name in names:
        if name not in (*LAYERS, *EXTERNAL):
            raise click.BadParameter(f"got {name}, but should be one of {', '.join((*LAYERS, *EXTERNAL))}")
    return names


def is_own(names: Sequence[str]) -> bool:
    """Whether all names certainly belong to pcaproofs itself, so that its chapters may be imported early."""
    return not any("/" in name or name.endswith(".py") or os.path.isdir(name) for name in names)


def selected(names: Sequence[str]) -> tuple[Project, list[Claim]]:
    """The project and the claims that the names select; exits if there are none.

    names: at most one folder, Python file or module with claims (default: pcaproofs itself), and ids and chapters of
    this project (default: all of its claims).
    """
    from pcaproofs.language.evaluated import remember
    from pcaproofs.verify.claim import ClaimError
    from pcaproofs.verify.discovery import NoProject, UnknownClaim, chapters, own_project, project_at

    remember()
    known = [chapter.replace("_", "-") for chapter in chapters()]
    projects: list[Project] = []
    chosen: list[str] = []
    try:
        for name in names:
            own = name.split(".")[0] in known and "/" not in name and not name.endswith(".py")
            project = None if own or (projects and is_own([name])) else project_at(name)
            if project is None:
                chosen.append(name)
            else:
                projects.append(project)
        if len(projects) > 1:
            fail(f"got two projects, {projects[0].title} and {projects[1].title}, but should be one")
        project = projects[0] if projects else own_project()
        return project, project.select(chosen)
    except UnknownClaim as error:
        fail(f"{error}{near_command(names[0])}")
    except (NoProject, ClaimError) as error:
        fail(error)


def selected_claims(names: Sequence[str]) -> list[Any]:
    """The claims that the names select."""
    return list(selected(names)[1])
