"""The packages of a host, installed as people do, and what they then do.

    python3 Tests/Packages/run.py FOLDER [PACK]

FOLDER has the packages of viewmodel-host, as `swift package pack --product viewmodel-host` writes
them. Python's own modules read the archives; dpkg, pip and npm install them without network, and
take them away again; the program runs in a root folder in which nothing else is but a shell that
needs no library, $STATIC_SHELL, for the transcripts and finders that run commands. With pyte
a user types to a finder there. PACK is a viewmodel-pack, which makes the same packages of the
program in the tarball once more. What is missing on this machine is skipped; with CI=true nothing
may be.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from finder import check_filter, check_screen

ROOT = Path(__file__).resolve().parents[2]
TRANSCRIPTS = [ROOT / "Tests/Transcripts", ROOT / "Tests/Transcripts/Scenarios"]
COMPLETIONS = [
    "bash-completion/completions/viewmodel-host",
    "fish/vendor_completions.d/viewmodel-host.fish",
    "zsh/vendor-completions/_viewmodel-host",
]
PYTHON = """
from viewmodel_host import Host
from viewmodel_host.view_models import CounterViewModel

with Host() as host, CounterViewModel.create(host) as counter:
    counter.calls.plusButtonDidTap()
    print(counter.state["count"], host.info["host"]["name"])
"""
NODE = """
import { Host } from "viewmodel-host";
import { CounterViewModel } from "viewmodel-host/viewModels";

const host = await Host.start();
const counter = await CounterViewModel.create(host);
await counter.calls.plusButtonDidTap();
console.log(counter.state.count, host.info.name);
await host.close();
"""


def expect(condition: bool, text: str) -> None:
    if not condition:
        sys.exit(f"failed: {text}")


def run(*command: object, cwd: Path) -> str:
    """What a command prints. It finds no host but the one of its package, and no Swift."""
    node = Path(shutil.which("node") or "/").parent
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VIEWMODEL")}
    path = f"/usr/sbin:/usr/bin:/bin:{node}"
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env={**kept, "PATH": path},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    expect(done.returncode == 0, f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout}")
    return done.stdout


def there_is(*names: str) -> bool:
    missing = [name for name in names if shutil.which(name) is None]
    if missing:
        expect(os.environ.get("CI") != "true", f"{missing[0]} is missing")
        print(f"  skipped: there is no {missing[0]}")
    return not missing


def there_is_module(name: str) -> bool:
    if importlib.util.find_spec(name) is not None:
        return True
    expect(os.environ.get("CI") != "true", f"the module {name} is missing")
    print(f"  skipped: Python has no module {name}")
    return False


def only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    expect(len(found) == 1, f"{pattern}: expected one file in {folder}, found {found}")
    return found[0]


def tarball(path: Path, work: Path) -> None:
    print(f"- {path.name}, in a root folder with nothing else in it")
    with tarfile.open(path) as archive:
        members = archive.getmembers()
        expect(all(each.mtime == members[0].mtime and each.uid == 0 for each in members), "times")
        archive.extractall(work, filter="data")
    folder = work / path.name.removesuffix(".tar.gz")
    sums = folder / "share/doc/viewmodel-host/SHA256SUMS"
    said = run("sha256sum", "--check", "--quiet", sums, cwd=folder)
    expect(said == "", said)
    lines = sums.read_text(encoding="utf-8").splitlines()
    files = {str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file()}
    listed = {line.split("  ")[1] for line in lines}
    expect(files - listed == {"share/doc/viewmodel-host/SHA256SUMS"}, f"{files} and {listed}")
    bytes = (folder / "bin/viewmodel-host").read_bytes()
    expect(b"_StringProcessing" not in bytes, "the engine for regular expressions is linked in")
    for name, transcripts in zip(("samples", "scenarios"), TRANSCRIPTS):
        (folder / name).mkdir()
        for each in transcripts.glob("*.transcript"):
            shutil.copy(each, folder / name)
    space = ["unshare", "--mount", "--pid", "--fork"]
    if os.geteuid() != 0 or subprocess.run([*space, "true"], check=False).returncode != 0:
        print("  skipped: this user may not change the root folder here")
        return
    # What the kernel gives each process: the runtime of Swift asks it where the program is.
    (folder / "proc").mkdir()
    (folder / "dev").mkdir()
    os.mknod(folder / "dev/null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    # Some transcripts have the finder run commands.
    if shell := os.environ.get("STATIC_SHELL"):
        shutil.copy(shell, folder / "bin/sh")
    else:
        expect(os.environ.get("CI") != "true", "STATIC_SHELL is missing")
        print("  skipped: finder.transcript: STATIC_SHELL names no shell")
        (folder / "samples/finder.transcript").unlink()
    program = [*space, f"--mount-proc={folder}/proc", "chroot", folder, "/bin/viewmodel-host"]
    said = run(*program, "--version", cwd=folder)
    expect(re.fullmatch(r"viewmodel-host \d+\.\d+\.\d+\n", said) is not None, said)
    for distance in ("memory", "pipe"):
        said = run(*program, "replay", "--distance", distance, "samples", "scenarios", cwd=folder)
        expect("differs" not in said, said)
        print(f"  {distance}: {said.splitlines()[-1]}")
    command = [str(word) for word in program]
    check_filter(command, folder)
    if not os.environ.get("STATIC_SHELL") or not there_is_module("pyte"):
        return
    check_screen(command, folder, "samples", "counter.transcript")
    print("  find: without a screen, and in a terminal")


def debian(path: Path, work: Path) -> None:
    print(f"- {path.name}")
    if not there_is("dpkg-deb"):
        return
    fields = run("dpkg-deb", "--field", path, "Package", "Architecture", cwd=work)
    expect("Package: viewmodel-host" in fields, fields)
    if not there_is("dpkg"):
        return
    # A folder in which nothing is installed.
    system = work / "debian"
    for folder in ("info", "updates"):
        (system / "var/lib/dpkg" / folder).mkdir(parents=True)
    (system / "var/lib/dpkg/status").touch()
    dpkg = ["dpkg", "--force-not-root", f"--root={system}", f"--log={work}/log"]
    run(*dpkg, "--install", path, cwd=work)
    expect("Status: install ok installed" in run(*dpkg, "-s", "viewmodel-host", cwd=work), "dpkg")
    program = system / "usr/bin/viewmodel-host"
    expect(run(program, "--version", cwd=work).startswith("viewmodel-host "), "its version")
    expect((system / "usr/share/man/man1/viewmodel-host.1.gz").is_file(), "its manual")
    for name in COMPLETIONS:
        expect((system / "usr/share" / name).is_file(), name)
    run(*dpkg, "--purge", "viewmodel-host", cwd=work)
    left = [str(each) for each in system.rglob("*") if system / "var" not in [each, *each.parents]]
    expect(left == [], f"left behind: {left}")


def wheel(path: Path, work: Path) -> None:
    print(f"- {path.name}")
    with zipfile.ZipFile(path) as archive:
        expect(archive.testzip() is None, "its sums")
    run(sys.executable, "-m", "venv", "environment", cwd=work)
    python = work / "environment/bin/python"
    run(python, "-m", "pip", "install", "--quiet", "--no-index", path, cwd=work)
    said = run(python, "-c", PYTHON, cwd=work)
    expect(said == "1 viewmodel-host\n", said)
    said = run(work / "environment/bin/viewmodel-host", "--version", cwd=work)
    expect(said.startswith("viewmodel-host "), said)
    run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "viewmodel-host", cwd=work)
    left = [each for each in (work / "environment").rglob("*viewmodel*host*")]
    expect(left == [], f"left behind: {left}")


def node(folder: Path, work: Path) -> None:
    paths = sorted(folder.glob("*.tgz"))
    print(f"- {', '.join(path.name for path in paths)}")
    expect(len(paths) == 2, "there are two packages for npm")
    if not there_is("node", "npm"):
        return
    (work / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    run("npm", "install", "--offline", "--no-audit", "--no-fund", *paths, cwd=work)
    (work / "program.mjs").write_text(NODE, encoding="utf-8")
    said = run("node", "program.mjs", cwd=work)
    expect(said == "1 viewmodel-host\n", said)
    said = run("npx", "--offline", "viewmodel-host", "--version", cwd=work)
    expect(said.startswith("viewmodel-host "), said)


def again(folder: Path, program: Path, pack: Path, work: Path) -> None:
    print("- once more, the same bytes")
    run(
        pack, program, "--clients", ROOT / "clients", "--license", ROOT / "LICENSE",
        "--output", work, cwd=work,
    )  # fmt: skip
    names = sorted(path.name for path in folder.iterdir())
    expect(names == sorted(path.name for path in work.iterdir()), f"{names}")
    for name in names:
        expect((folder / name).read_bytes() == (work / name).read_bytes(), f"{name} differs")


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        for part in ("tar", "deb", "wheel", "node", "again"):
            (work / part).mkdir()
        tarball(only(folder, "*.tar.gz"), work / "tar")
        debian(only(folder, "*.deb"), work / "deb")
        wheel(only(folder, "*.whl"), work / "wheel")
        node(folder, work / "node")
        if len(sys.argv) > 2:
            program = only(work / "tar", "*/bin/viewmodel-host")
            again(folder, program, Path(sys.argv[2]).resolve(), work / "again")
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size:>12,} bytes: {path.name}")


if __name__ == "__main__":
    main()
