"""The tutorial's package, as a reader makes it, with the code of other pages for authors.

    python3 Tests/Todo/run.py

Builds the package beside this repository, in .build/todo, where a second run takes less long. The
tutorial's transcript passes as a test, and doc comments reach frontends with one command. A step
that fails says what was expected, and ends it. What is generated is checked as its language is.
Neovim, check-jsonschema (from PyPI) and those checkers are used if they are there; with CI=true
they must be.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build" / "todo"
PACKAGE = WORK / "todo"
HOST = PACKAGE / ".build" / "debug" / "todo-host"
VIEW_MODEL = PACKAGE / "Sources" / "todo-host" / "TodoViewModel.swift"
OLD = "Adds something at the end."
NEW = "Puts something below all others."
PAGES = ROOT / "Sources" / "ViewModelKit" / "ViewModelKit.docc"
SHIPPING = ROOT / "Sources" / "ViewModelHost" / "ViewModelHost.docc" / "ShipAHost.md"
TRANSCRIPT = PACKAGE / "Tests" / "TodoTests" / "Transcripts" / "toggle.transcript"
PAGE = "Sources/ViewModelHost/ViewModelHost.docc/WhenItDoesNotWork.md"
KIND = """
enum Kind { case one }
enum Letter: String { case a }
extension TodoViewModel {
  var kind: Kind { .one }
  func take(letter: Letter) {}
}
"""
MISTAKES = [
    ("\\.openCount", "\\.opneCount", "generic parameter 'Base' could not be inferred"),
    ("TodoViewModel.add,", "TodoViewModel.ad,", "generic parameter 'Sink' could not be inferred"),
    ("TodoViewModel.add,", "TodoViewModel.add(),", "'Value'"),
    ("\\.openCount", "\\.kind", "no exact matches in call to global function 'output'"),
    ("TodoViewModel.add,", "TodoViewModel.take,", "failed to produce diagnostic for expression"),
    ("TodoViewModel.init,", "TodoViewModel,", "generic parameter 'VM' could not be inferred"),
]
"""What an author may write for something in main.swift, and what the compiler says of that."""


def step(text: str) -> None:
    print(f"- {text}", flush=True)


def expect(condition: bool, text: str) -> None:
    if not condition:
        sys.exit(f"failed: {text}")


def run(*command: str, status: int = 0, **environment: str) -> str:
    """What a command prints. Warnings are no errors, as for a reader."""
    reader = {name: value for name, value in os.environ.items() if name != "CI"}
    done = subprocess.run(
        command, cwd=PACKAGE, env={**reader, **environment},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )
    expect(done.returncode == status, f"{' '.join(command)}: {done.returncode}\n{done.stdout}")
    return done.stdout


def describe_viewmodels(*options: str, status: int = 0) -> str:
    return run(
        "swift", "package", "--allow-writing-to-package-directory", "describe-viewmodels", *options,
        status=status,
    )


def schema(*options: str) -> dict[str, Any]:
    done = subprocess.run(
        [HOST, "schema", *options], stdout=subprocess.PIPE, text=True, check=True
    )
    contract: dict[str, Any] = json.loads(done.stdout)
    return contract


def write_package() -> None:
    """The files that the tutorial and the other pages show, as they stand there."""
    tutorial = (PAGES / "Tutorial.md").read_text(encoding="utf-8")
    pages = "".join(page.read_text(encoding="utf-8") for page in sorted(PAGES.glob("*.md")))
    files: list[tuple[str, str]] = re.findall(
        r"```swift\n// ((?:Sources/todo-host|Tests)/\S+)\n(.*?)```", pages, re.S
    )
    manifests = re.findall(r"```swift\n(// swift-tools-version.*?)```", tutorial, re.S)
    files += [("Package.swift", text) for text in manifests]
    expect(len(files) == 11, f"the pages have a package of 11 files, not {len(files)}")
    transcripts = re.findall(r"```transcript\n(.*?)```", tutorial, re.S)
    expect(len(transcripts) == 1, f"the tutorial has one transcript, not {len(transcripts)}")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for block in re.findall(r"```swift\n(.*?)```", readme, re.S):
        expect(any(block in text for _, text in files), f"the tutorial has the README's {block}")
    for folder in ("Sources", "Tests"):
        shutil.rmtree(PACKAGE / folder, ignore_errors=True)
    files.append((str(TRANSCRIPT.relative_to(PACKAGE)), transcripts[0]))
    for name, text in files:
        path = PACKAGE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    link = WORK / "viewmodel-host"
    if not link.is_symlink():
        link.symlink_to(ROOT)


def described(contract: dict[str, Any]) -> list[str]:
    """All descriptions of a contract, in order."""
    found: list[str] = []

    def look(value: Any) -> None:
        if isinstance(value, dict):
            for name, member in value.items():
                if name == "description" and isinstance(member, str):
                    found.append(member)
                look(member)
        elif isinstance(value, list):
            for member in value:
                look(member)

    look(contract)
    return found


def program(name: str) -> str:
    """A program that may be missing, but not in CI."""
    path = shutil.which(name) or ""
    if not path:
        expect(os.environ.get("CI") != "true", f"{name} is missing")
        print(f"  skipped: there is no {name}")
    return path


COMPLETION = """
import pydoc, rlcompleter, view_models
names = rlcompleter.Completer(vars(view_models))
print(names.complete("TodoInputs.a", 0))
print(pydoc.plain(pydoc.render_doc(view_models.TodoInputs.add)))
"""


def shown(sentence: str, other: str) -> None:
    """Whether frontends see what stands in the source now."""
    step("Python's completion and help")
    client = str(ROOT / "clients" / "python" / "src")
    said = run(sys.executable, "-c", COMPLETION, PYTHONPATH=client)
    expect("TodoInputs.add(" in said, f"the REPL completes add: {said}")
    expect(sentence in said and other not in said, f"help has the sentence: {said}")
    expect("`title`: what is to be done." in said, f"help has the argument: {said}")
    step("Neovim's :ViewModelHelp")
    nvim = program("nvim")
    if nvim:
        said = run(
            nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n",
            "--cmd", f"set runtimepath+={ROOT / 'clients' / 'neovim'}",
            "-c", "runtime plugin/viewmodel_host.lua",
            "-c", "ViewModelHelp todo", "-c", "%print", "-c", "qall!",
            VIEWMODEL_HOST=str(HOST),
        )
        expect(sentence in said and other not in said, f"it has the sentence: {said}")


def checked(folder: Path, pattern: str, *command: str) -> None:
    """Whether a checker, if it is there, finds nothing in the files that were generated."""
    files = sorted(str(path) for path in folder.glob(pattern))
    expect(files != [], f"there are files {pattern} in {folder}")
    if program(command[0]):
        said = run(*command, *files)
        expect("arning" not in said or "0 warnings" in said, f"{command[0]} warns: {said}")


def generated() -> None:
    """Generates everything, and has each language's own tools look at it."""
    languages = ["elisp", "javascript", "lua", "python", "python-asyncio", "typescript"]
    for language in languages:
        step(f"viewmodel-generate {language}")
        folder = WORK / "generated" / language
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        # A reader leaves out --skip-build; but looking for changes takes longer than generating.
        built = ["--skip-build"] if language != languages[0] else []
        generate = ["swift", "run", *built, "viewmodel-generate", language]
        run(*generate, "--output", str(folder), "--", str(HOST))
        clients = ROOT / "clients"
        if language == "elisp":
            strict = "(setq byte-compile-error-on-warn t)"
            checked(folder, "*.el", "emacs", "-Q", "--batch", "--eval", strict,
                    "-f", "batch-byte-compile")
            checkdoc = "(while command-line-args-left (checkdoc-file (pop command-line-args-left)))"
            checked(folder, "*.el", "emacs", "-Q", "--batch", "--eval", checkdoc)
        elif language == "lua":
            checked(folder, "*.lua", "luac", "-p")
            checked(folder, "*.lua", "luacheck", "--no-color", "--no-config", "--std", "luajit")
        elif language in ("javascript", "typescript"):
            (folder / "node_modules").mkdir()
            (folder / "node_modules" / "viewmodel-host").symlink_to(clients / "node")
            (folder / "package.json").write_text('{"type":"module"}', encoding="utf-8")
            options = {
                "strict": True, "noEmit": True, "types": [], "target": "es2022", "module": "node16",
                "moduleResolution": "node16", "preserveSymlinks": True,
            }
            typed = "viewModels.ts" if language == "typescript" else "viewModels.d.ts"
            settings = {"compilerOptions": options, "files": [typed]}
            (folder / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
            checked(folder, "tsconfig.json", "tsc", "-p")
        else:
            os.environ["MYPYPATH"] = str(clients / "python" / "src")
            checked(folder, "*.py", "mypy", "--strict", "--cache-dir", str(WORK / "mypy"))
            paths = {"extraPaths": [os.environ["MYPYPATH"]], "pythonVersion": "3.9"}
            (folder / "pyrightconfig.json").write_text(json.dumps(paths), encoding="utf-8")
            checked(folder, "pyrightconfig.json", "basedpyright", "--project")


def installed() -> None:
    """The program of the page on shipping, with the wheel of the package and nothing else."""
    packages, environment = WORK / "packages", WORK / "environment"
    for folder in (packages, environment):
        shutil.rmtree(folder, ignore_errors=True)
    run("swift", "run", "viewmodel-pack", str(HOST), "--clients", str(ROOT / "clients"),
        "--license", str(ROOT / "LICENSE"), "--only", "wheel", "--output", str(packages))
    run(sys.executable, "-m", "venv", str(environment))
    python = str(environment / "bin" / "python")
    run(python, "-m", "pip", "install", "--quiet", "--no-index", *map(str, packages.iterdir()))
    page = SHIPPING.read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(from todo_host .*?)```", page, re.S)
    expect(len(blocks) == 1, f"the page has a program with the package, not {len(blocks)}")
    said = run(python, "-I", "-c", blocks[0], VIEWMODEL_HOST="/no/such/host")
    expect("Sleep" in said, f"it prints the state: {said}")


def tested() -> None:
    """The tutorial's answers are the host's, and its test passes with them, and not with others."""
    tutorial = (PAGES / "Tutorial.md").read_text(encoding="utf-8")
    played = re.findall(r"```console\n\$ (printf [^\n]*)\n```.*?```text\n(.*?)```", tutorial, re.S)
    expect(len(played) == 1, f"the tutorial plays once, not {len(played)} times")
    said = run("sh", "-c", played[0][0])
    expect(played[0][1] in said, f"the tutorial has what play prints: {said}")
    answers = re.findall(r"```text\n(<-- .*?)```", tutorial, re.S)
    expect(len(answers) == 1, f"the tutorial has one block of answers, not {len(answers)}")
    run(str(HOST), "replay", "--update", str(TRANSCRIPT.parent))
    text = TRANSCRIPT.read_text(encoding="utf-8")
    expect(answers[0] in text, f"the tutorial has the host's answer: {text}")
    run("swift", "test")
    TRANSCRIPT.write_text(text.replace('"value":1}', '"value":2}', 1), encoding="utf-8")
    said = run("swift", "test", status=1)
    expect("/params/updates/0/patch/1/value: expected 2, got 1" in said, f"it differs: {said}")


def mistakes() -> None:
    """The page for authors has what the compiler says of lines that are wrong."""
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    main = VIEW_MODEL.with_name("main.swift").read_text(encoding="utf-8")
    others = [str(path) for path in VIEW_MODEL.parent.glob("*.swift") if path.name != "main.swift"]
    wrong = WORK / "mistake" / "main.swift"
    wrong.parent.mkdir(exist_ok=True)
    modules = str(HOST.parent / "Modules")
    check = ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules, str(wrong), *others]
    for right, mistake, words in [("", "", ""), *MISTAKES]:
        expect(right in main, f"main.swift has {right}")
        wrong.write_text(main.replace(right, mistake, 1) + KIND, encoding="utf-8")
        said = run(*check, status=1 if words else 0)
        expect(words in said, f"{mistake}: {words} is said: {said}")
        expect(words in page, f"the page has {words}")


def main() -> None:
    write_package()
    step("without the command everything but the descriptions works")
    run("swift", "build")
    plain = schema("--strict")
    expect(described(plain) == [], f"nothing is described: {described(plain)}")

    step("one command")
    describe_viewmodels("--generate", "python=.")
    contract = schema("--strict")
    expected = [
        "Things to do.", OLD, "what is to be done.",
        "All of them, in the order in which they were added.",
    ]
    expect(described(contract) == expected, f"{expected} are described: {described(contract)}")
    expect(contract["hash"] == plain["hash"], "a description is no change")
    describe_viewmodels("--check")
    shown(OLD, NEW)

    step("another comment")
    text = VIEW_MODEL.read_text(encoding="utf-8")
    VIEW_MODEL.write_text(text.replace(OLD, NEW), encoding="utf-8")
    said = describe_viewmodels("--check", status=1)
    expect("viewModels/todo/inputs/add" in said, f"the check names the place: {said}")
    (PACKAGE / "contract.json").write_text(json.dumps(contract), encoding="utf-8")
    describe_viewmodels("--generate", "python=.")
    shown(NEW, OLD)
    expect(schema()["hash"] == plain["hash"], "another description is no change")
    said = run(str(HOST), "schema", "check", "contract.json")
    expect(said == "", f"nothing has changed: {said}")

    step("the tutorial's transcript as a test")
    tested()

    generated()

    step("a wheel of it, installed without network")
    installed()

    step("the mistakes on the page for authors")
    mistakes()

    step("the metaschema of JSON Schema 2020-12")
    if program("check-jsonschema"):
        (PACKAGE / "contract.json").write_text(json.dumps(schema()), encoding="utf-8")
        run("check-jsonschema", "--check-metaschema", "contract.json")
    print("passed")


if __name__ == "__main__":
    main()
