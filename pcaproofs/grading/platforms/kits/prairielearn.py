"""PrairieLearn: a question with an external grader, and its container image (docs, "External grading").

The question's `tests` are in `/grade/tests` during grading and invisible to students. The image has Python, this
package and the packages of the assignment, so it can be shared by all assignments without further packages.
"""

import hashlib
import json
import shlex
import uuid
from html import escape

from pcaproofs.grading.assignment.model import Derivation
from pcaproofs.grading.assignment.names import title_of
from pcaproofs.grading.platforms.kits.kit import File, Kit, Platform, points_of

_MOST_SECONDS = 600
"""PrairieLearn's maximum."""
_DOCKERFILE = """\
FROM python:3.12-slim
COPY {wheel} /tmp/
RUN pip install --no-cache-dir {requirements} && rm /tmp/{wheel}
ENV PYTHONDONTWRITEBYTECODE=1
"""
_RUN = """\
#!/bin/sh
# A fault of the grader's own leaves no results.json: PrairieLearn then reports it, and nobody loses an attempt.
set -e
rm -rf /tmp/graded
pcaproofs grade /grade/student --single -a /grade/tests/{toml} -o /tmp/graded --format prairielearn
mkdir -p /grade/results
cp /tmp/graded/*/prairielearn.json /grade/results/results.json
"""
_QUESTION = """\
<pl-question-panel>
  <p>{title}</p>
  <p>Hand in {handed_in}.</p>
{calls}
{derivations}
  <p>It is judged by these criteria:</p>
  <ul>
{criteria}
  </ul>
</pl-question-panel>

<pl-file-upload file-names="{files}"></pl-file-upload>

<pl-submission-panel>
  <pl-external-grader-results></pl-external-grader-results>
  <pl-file-preview></pl-file-preview>
</pl-submission-panel>
"""


def _files(kit: Kit) -> dict[str, File]:
    question = f"questions/{kit.stem}/"
    requirements = " ".join(map(shlex.quote, [f"/tmp/{kit.wheel[0]}", *kit.assignment.packages]))
    return {
        "image/Dockerfile": File(_DOCKERFILE.format(wheel=kit.wheel[0], requirements=requirements).encode()),
        **kit.wheel_file("image/"),
        f"{question}info.json": File((json.dumps(_info(kit), indent=2, ensure_ascii=False) + "\n").encode()),
        f"{question}question.html": File(_question(kit).encode(), for_students=True),
        f"{question}tests/run.sh": File(_RUN.format(toml=shlex.quote(kit.toml_name)).encode(), executable=True),
        **kit.staff_files(f"{question}tests/"),
    }


def _info(kit: Kit) -> dict[str, object]:
    limits = kit.assignment.limits
    derivations = limits.derivation * len(kit.assignment.derivations)
    digest = hashlib.sha256(f"{kit.assignment.title}\0{kit.stem}\0{kit.assignment.file}".encode()).digest()
    return {
        "uuid": str(uuid.UUID(bytes=digest[:16], version=4)),
        "title": kit.assignment.title,
        "topic": "Principal component analysis",
        "type": "v3",
        "singleVariant": True,
        "gradingMethod": "External",
        "externalGradingOptions": {
            "enabled": True,
            "image": kit.image,
            "entrypoint": "/grade/tests/run.sh",
            "timeout": int(min(_MOST_SECONDS, limits.total + limits.diagnosis + derivations + 60)),
        },
    }


def _question(kit: Kit) -> str:
    asked = kit.assignment.for_students()
    items = [(f"{task.name}: " if task.name else "", item) for task, item in asked.rubrics]
    files = [*([asked.file] if asked.tasks else []), *(task.file for task in asked.derivations)]
    calls = [f"  <pre>{_html(task.call.strip())}</pre>" for task in asked.tasks]
    return _QUESTION.format(
        title=_html(asked.title),
        handed_in=" and ".join(f"<code>{_html(file)}</code>" for file in dict.fromkeys(files)),
        files=_html(", ".join(dict.fromkeys(files))),
        calls="\n".join(["  <p>Your code is called as follows.</p>", *calls] if calls else []),
        derivations="\n".join(map(_derivation, asked.derivations)),
        criteria="\n".join(
            f"    <li>{_html(f'{task}{title_of(item.criterion)} ({item.points:g})')}</li>" for task, item in items
        ),
    )


def _derivation(task: Derivation) -> str:
    given = "".join(f"<li>${_html(formula)}$</li>" for formula in task.given)
    return (
        f"  <p>{_html(task.name)}: given</p>\n  <ul>{given}</ul>\n  <p>show that</p>\n  <p>$${_html(task.show)}$$</p>"
    )


def _html(text: str) -> str:
    """Text escaped for HTML and for Mustache, which PrairieLearn applies to questions."""
    return escape(text).replace("{", "&#123;").replace("}", "&#125;")


def _steps(kit: Kit) -> list[str]:
    return [
        f"Build the image and push it where PrairieLearn finds it: docker build -t {kit.image} image && "
        f"docker push {kit.image} (its name is in info.json; --image sets it).",
        f"Copy questions/{kit.stem} into your course, and put it into an assessment: "
        f'{{"id": "{kit.stem}", "points": {kit.assignment.max_points:g}}}, as it is worth {points_of(kit)}.',
    ]


PLATFORM = Platform("a question of PrairieLearn", _files, _steps)
