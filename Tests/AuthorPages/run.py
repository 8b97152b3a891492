"""The code on the pages for authors, as a reader puts it together.

    python3 Tests/AuthorPages/run.py

The Swift of the pages on apps is files of one app and one package, which are written beside each
other in .build/author-pages; a second run takes less long. The package has the link that a page
asks for. It is built, and plays the transcript of a page. All other Swift of these pages is
built by Tests/Todo/run.py.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "Sources" / "ViewModelKit" / "ViewModelKit.docc"
WORK = ROOT / ".build" / "author-pages"
TUTORIAL = "Tutorial.md"
MANIFEST = "host/Package.swift"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def run(*command: str | Path) -> None:
    """Runs a command in the folder of the app and the package; shows what it prints if it fails."""
    done = subprocess.run(
        [str(word) for word in command], cwd=WORK, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False,
    )
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, command))}: {done.returncode}\n{done.stdout}")


def blocks() -> dict[str, list[str]]:
    """What the pages on apps show, by language."""
    found: dict[str, list[str]] = {}
    for page in sorted(PAGES.glob("*.md")):
        for language, text in BLOCK.findall(page.read_text(encoding="utf-8")):
            if page.name != TUTORIAL and not text.startswith("// Sources/todo-host/"):
                found.setdefault(language, []).append(text)
    return found


def write(files: list[str]) -> None:
    """Each block of Swift is a file, whose path stands in its first line."""
    for folder in ("Posts", "host/Sources"):
        shutil.rmtree(WORK / folder, ignore_errors=True)
    for text in files:
        if text.startswith("// swift-tools-version"):  # has to be the first line
            text = f"// {MANIFEST}\n{text}"
        head, _, body = text.partition("\n")
        match = re.fullmatch(r"// ((?:Posts|host)/\S+\.swift)", head)
        if match is None:
            sys.exit(f"failed: a block of Swift begins with {head!r}, and not with the file's path")
        path = WORK / match[1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, encoding="utf-8")
    clone = WORK / "viewmodel-host"
    if not clone.is_symlink():
        clone.symlink_to(ROOT)


def main() -> None:
    found = blocks()
    # A page whose code is not found would be a test of nothing.
    counts = {language: len(found.get(language, [])) for language in ("swift", "sh", "transcript")}
    if counts != {"swift": 7, "sh": 1, "transcript": 1}:
        sys.exit(f"failed: the pages have {counts}")
    WORK.mkdir(parents=True, exist_ok=True)
    write(found["swift"])
    run("sh", "-ec", found["sh"][0])
    print("- the package of the pages builds", flush=True)
    run("swift", "build", "--package-path", "host")
    print("- it does what the transcript says", flush=True)
    (WORK / "page.transcript").write_text(found["transcript"][0], encoding="utf-8")
    run("host/.build/debug/posts-host", "replay", "page.transcript")
    print("passed")


if __name__ == "__main__":
    main()
