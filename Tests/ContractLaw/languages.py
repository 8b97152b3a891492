"""What is generated for each language loads, its checkers have no remark, and all members send what
they stand for.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from talks import Talk

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
CLIENTS = ROOT / "clients"

Sent = list[Any]


class Failed(Exception):
    """What a program has said that should have had nothing to say."""


def run(
    *command: str | Path,
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    is_silent: bool = False,
) -> str:
    """What a program says on its standard output; it must end with 0, and say nothing if silent."""
    words = [str(word) for word in command]
    ended = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=cwd,
        timeout=200,
        env={**os.environ, **(env or {})},
        check=False,
    )
    said = ended.stdout.decode(errors="replace")
    errors = ended.stderr.decode(errors="replace")
    if ended.returncode or (is_silent and (said + errors).strip()):
        text = (said + errors)[-4000:]
        raise Failed(f"{' '.join(words)[:300]}: {ended.returncode}\n{text}")
    return said


def run_silent(*command: str | Path, cwd: Path | None = None) -> None:
    run(*command, cwd=cwd, is_silent=True)


def expected(contract: dict[str, Any], *, created: bool, sent: bool) -> set[str]:
    """What is sent when each member is called with the numbers of its arguments.

    They stand in their order, of parameters and of arguments; or those that are required first.
    """

    def numbered(arguments: list[dict[str, Any]], in_order: bool) -> dict[str, int]:
        optional = [each for each in arguments if not each["required"]]
        ordered = (
            arguments if in_order else [each for each in arguments if each["required"]] + optional
        )
        return {each["name"]: number for number, each in enumerate(ordered)}

    messages: set[str] = set()
    for each in contract["viewModels"]:
        uses = {role["name"]: "other" for role in each["uses"]}
        parameters = numbered(each["parameters"], created)
        messages.add(line(["create", each["name"], parameters, uses]))
        for entry in each["inputs"]:
            arguments = numbered(entry["arguments"], sent)
            messages.add(line([each["name"], entry["name"], arguments, {}]))
    return messages


def line(sent: Sent) -> str:
    return json.dumps(sent, sort_keys=True)


def compare(path: Path, wanted: set[str]) -> int:
    """How many messages there were; they must be the wanted ones."""
    found = {line(json.loads(each)) for each in path.read_text(encoding="utf-8").splitlines()}
    if found != wanted:
        missing, unknown = sorted(wanted - found)[:4], sorted(found - wanted)[:4]
        raise Failed(
            "not sent: " + "\n  ".join(missing) + "\nsent instead: " + "\n  ".join(unknown)
        )
    return len(found)


class Job:
    """A contract, a folder for each language, and the host that writes down what it is sent.

    Where not all arguments are numbers there is a talk, with the host that the contract is of.
    """

    def __init__(
        self,
        generate: Path,
        folder: Path,
        contract: dict[str, Any],
        talk: Talk | None = None,
        host: Path | None = None,
    ) -> None:
        self.talk = talk
        self.talking_host = str(host)
        self.generate = generate
        self.folder = folder
        self.contract = contract
        self.path = folder / "contract.json"
        self.path.write_text(json.dumps(contract), encoding="utf-8")

    def write(self, language: str, *more: str) -> Path:
        folder = self.folder / language
        folder.mkdir()
        run(self.generate, language, self.path, "--output", folder, *more)
        return folder

    def host(self, folder: Path) -> list[str]:
        return [
            sys.executable,
            str(HERE / "recording_host.py"),
            str(self.path),
            str(folder / "record"),
        ]

    def talked_with(self, folder: Path, said: str) -> int:
        """How many ViewModels a program has talked with, if it said of them what is expected."""
        assert self.talk
        path = folder / "said"
        path.write_text(said, encoding="utf-8")
        wrong = self.talk.compare(path)
        if wrong:
            raise Failed(wrong)
        return len(self.talk.steps)


def python(job: Job) -> int:
    folder = job.write("python")
    (folder / "async_view_models.py").write_bytes(
        (job.write("python-asyncio") / "async_view_models.py").read_bytes()
    )
    source = str(CLIENTS / "python" / "src")
    settings = {"extraPaths": [source], "pythonVersion": "3.9", "typeCheckingMode": "strict"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    files = [folder / "view_models.py", folder / "async_view_models.py"]
    env = {"MYPYPATH": source, "PYTHONPATH": f"{source}:{folder}"}
    run(sys.executable, "-m", "mypy", "--strict", *files, cwd=folder, env=env)
    run(sys.executable, "-m", "basedpyright", "--project", folder, cwd=folder)
    if job.talk:
        command: list[str | Path] = [
            sys.executable,
            HERE / "talk.py",
            job.talk.path,
            job.talking_host,
        ]
        return job.talked_with(folder, run(*command, cwd=folder, env=env))
    run(sys.executable, HERE / "drive.py", *job.host(folder), cwd=folder, env=env)
    return compare(folder / "record", expected(job.contract, created=False, sent=False))


def typescript(job: Job) -> int:
    return in_node(job, job.write("typescript"), "viewModels.ts")


def javascript(job: Job) -> int:
    return in_node(job, job.write("javascript"), "viewModels.d.ts")


def in_node(job: Job, folder: Path, typed: str) -> int:
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "viewmodel-host").symlink_to(CLIENTS / "node")
    (folder / "package.json").write_text('{"type": "module"}')
    options = {
        "target": "es2022",
        "module": "node16",
        "moduleResolution": "node16",
        "lib": ["es2022"],
        "strict": True,
        "types": [],
        "exactOptionalPropertyTypes": True,
        "noUncheckedIndexedAccess": True,
        "outDir": str(folder),
        "preserveSymlinks": True,
    }
    (folder / "tsconfig.json").write_text(
        json.dumps({"compilerOptions": options, "files": [typed]})
    )
    run_silent("tsc", "-p", folder, cwd=folder)
    if job.talk:
        command: list[str | Path] = [
            "node",
            HERE / "talk.mjs",
            folder,
            job.talk.path,
            job.talking_host,
        ]
        return job.talked_with(folder, run(*command, cwd=folder))
    run("node", HERE / "drive.mjs", folder, job.path, *job.host(folder), cwd=folder)
    return compare(folder / "record", expected(job.contract, created=True, sent=True))


def lua(job: Job) -> int:
    folder = job.write("lua")
    files = sorted(folder.glob("*.lua"))
    run_silent("luac", "-p", *files)
    run("luacheck", "--quiet", "--no-config", "--std", "luajit", "--no-self", *files)
    host = [job.talking_host] if job.talk else job.host(folder)
    (folder / "host.json").write_text(json.dumps(host))
    nvim = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n"]
    path = f"set rtp+={CLIENTS / 'neovim'}"
    env = {"FOLDER": str(folder), "TALK": str(job.talk.path) if job.talk else ""}
    program = HERE / ("talk.lua" if job.talk else "drive.lua")
    run(*nvim, "--cmd", path, "-c", f"luafile {program}", env=env)
    if job.talk:
        return job.talked_with(folder, (folder / "said").read_text(encoding="utf-8"))
    return compare(folder / "record", expected(job.contract, created=True, sent=True))


def definitions(text: str, begin: str, end: str) -> list[tuple[str, list[str]]]:
    """The functions between two comments of Emacs Lisp, with their parameters."""
    part = text[text.index(begin) :].split(end)[0] if begin in text else ""
    return [
        (name, parameters.split())
        for name, parameters in re.findall(r"^\((?:cl-)?defun (\S+)\s+\(([^)]*)\)", part, re.M)
    ]


def called(name: str, parameters: list[str], first: str, leave: set[str]) -> str:
    """A call with the number of each argument."""
    words = [f"({name} {first}"]
    number, is_keyed = 0, False
    for parameter in parameters:
        if parameter.startswith("&"):
            is_keyed = parameter == "&key"
        elif parameter not in leave:
            words.append(f":{parameter} {number}" if is_keyed else str(number))
            number += 1
    return " ".join(words) + ")"


def elisp(job: Job) -> int:
    folder = job.write("elisp")
    files = sorted(folder.glob("*.el"))
    path = ["-Q", "--batch", "-L", str(CLIENTS / "emacs" / "lisp")]
    run_silent(
        "emacs",
        *path,
        "--eval",
        "(setq byte-compile-error-on-warn t)",
        "-f",
        "batch-byte-compile",
        *files,
    )
    check = "(while command-line-args-left (checkdoc-file (pop command-line-args-left)))"
    run_silent("emacs", "-Q", "--batch", "--eval", check, *files)
    loads = [word for file in files for word in ("-l", str(file))]
    if job.talk:
        program = HERE / "talk.el"
        command: list[str | Path] = ["emacs", *path, *loads, "-l", program, job.talk.path]
        return job.talked_with(folder, run(*command, job.talking_host))
    calls: list[str] = []
    named = {each["name"]: each for each in job.contract["viewModels"]}
    for file in files:
        text = file.read_text(encoding="utf-8")
        [(create, parameters)] = definitions(text, ";;; Creation", "\0")[:1]
        name = next(
            each
            for each in named
            if f"(viewmodel-host-typed-create\n   host {quoted(each)} " in text
        )
        # The roles stand last, and are another instance.
        roles = len(named[name]["uses"])
        keys = parameters[parameters.index("&key") + 1 : -1] if "&key" in parameters else []
        plain, uses = keys[: len(keys) - roles], keys[len(keys) - roles :]
        given = " ".join(
            [f":{key} {n}" for n, key in enumerate(plain)] + [f':{key} "other"' for key in uses]
        )
        calls.append(f"(let ((i ({create} host {given})))")
        for function, taken in definitions(text, ";;; Inputs", "\n;;; Events"):
            leave = {"instance", "success-fn", "error-fn"}
            calls.append(f"  (viewmodel-host-await {called(function, taken, 'i', leave)})")
        calls.append(")")
    host = " ".join(json.dumps(word) for word in job.host(folder))
    (folder / "drive").write_text(
        "(require 'viewmodel-host)\n"
        f"(let ((host (viewmodel-host-start (list {host}))))\n"
        + "\n".join(calls)
        + "\n(viewmodel-host-close host))\n"
    )
    run("emacs", *path, *loads, "-l", folder / "drive")
    return compare(folder / "record", expected(job.contract, created=True, sent=False))


def quoted(text: str) -> str:
    """A string in Emacs Lisp."""
    return (
        '"'
        + "".join(
            f"\\{c}" if c in '"\\' else f"\\x{ord(c):x}\\ " if ord(c) < 32 else c for c in text
        )
        + '"'
    )


LANGUAGES: dict[str, Callable[[Job], int]] = {
    "javascript": javascript, "python": python, "typescript": typescript, "lua": lua,
    "elisp": elisp,
}  # fmt: skip


def check_all(job: Job, languages: Iterable[str]) -> list[str]:
    """What is wrong, of each language."""
    wrong = []
    for name in languages:
        try:
            count = LANGUAGES[name](job)
        except Failed as failed:
            wrong.append(f"{name}: {failed}")
        else:
            print(
                f"{name}: {count} {'conversations' if job.talk else 'messages'} as they were meant"
            )
    return wrong
