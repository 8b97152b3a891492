"""What people use such a finder for every day, in a shell. Keys of shells are in test_shells.py."""

from __future__ import annotations

import os
import signal
import subprocess

from conftest import Place
from terminal import TerminalProgram
from test_find import DOWN, ENTER, SHIFT_TAB

FIND = '"$FIND" find --reverse --no-info'


def shell(place: Place, script: str) -> TerminalProgram:
    """A script in which $FIND is the program."""
    place.env["FIND"] = place.command[0]
    return place.start_as("/bin/sh", "-c", script, size=(100, 16))


def git(place: Place, *arguments: str) -> str:
    """What git says in the folder."""
    identity = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    return subprocess.run(
        ["git", *identity, *arguments],
        cwd=place.folder,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def repository(place: Place) -> None:
    """A repository with three commits and two branches."""
    git(place, "init", "-q", "-b", "main")
    for name in ("one", "two", "three"):
        place.files(name)
        git(place, "add", name)
        git(place, "commit", "-q", "-m", f"Adds {name}")
    git(place, "branch", "feature/other")


def test_open_files_in_an_editor(place: Place) -> None:
    place.files("src/main.c", "src/other.c", "readme")
    task = shell(place, f"cat $({FIND} -m --no-preview)")
    task.wait_for(lambda: "> readme" in task.lines)
    task.type(".c")
    task.wait_for(lambda: len(task.lines) == 3)
    task.type(SHIFT_TAB + DOWN + SHIFT_TAB + ENTER)
    status, output, _ = task.end()
    assert (status, sorted(output.split())) == (0, [b"src/main.c", b"src/other.c"])


def test_check_out_a_branch(place: Place) -> None:
    repository(place)
    task = shell(place, f"git branch --format='%(refname:short)' | {FIND} | xargs git switch -q")
    task.wait_for(lambda: "> feature/other" in task.lines)
    task.type("oth" + ENTER)
    assert task.end()[0] == 0
    assert git(place, "branch", "--show-current") == "feature/other\n"


def test_pick_a_commit_by_its_changes(place: Place) -> None:
    repository(place)
    task = shell(
        place,
        f"git log --oneline | {FIND} --preview 'git show --format=%s {{1}}' | cut -d ' ' -f 2-",
    )
    task.wait_for(lambda: any("+three" in line for line in task.lines))
    task.type("two")
    task.wait_for(lambda: any("+two" in line for line in task.lines))
    task.type(ENTER)
    assert task.end()[:2] == (0, b"Adds two\n")


def test_stage_changes(place: Place) -> None:
    repository(place)
    for name in ("one", "two", "three"):
        (place.folder / name).write_text("changed\n")
    task = shell(
        place,
        f"git diff --name-only | {FIND} -m --print0 --bind ctrl-a:select-all | xargs -0 git add",
    )
    task.wait_for(lambda: "> one" in task.lines)
    task.type("o\x01")
    task.wait_for(lambda: sum(line.startswith((">>", " >")) for line in task.lines) == 2)
    task.type(ENTER)
    assert task.end()[0] == 0
    assert git(place, "diff", "--name-only", "--cached") == "one\ntwo\n"


def test_kill_a_process(place: Place) -> None:
    with subprocess.Popen(["sleep", "100001"]) as process:
        task = shell(
            place, f"ps -eo pid=,args= | {FIND} --header 'Kill' | awk '{{print $1}}' | xargs kill"
        )
        task.wait_for(lambda: "  Kill" in task.lines)
        task.type("'sleep\\ 100001 !sh")
        task.wait_for(lambda: any(line.endswith("sleep 100001") for line in task.lines[2:3]))
        task.type(ENTER)
        assert task.end()[0] == 0
        assert process.wait() == -signal.SIGTERM


def test_search_in_files_at_each_key(place: Place) -> None:
    place.files("one", "two")
    (place.folder / "two").write_text("first\nneedle here\n")
    task = shell(
        place,
        f"{FIND} --disabled -c true --bind 'change:reload:grep -rn {{q}} .; echo all of {{q}}' "
        "-d : --preview 'cat {1}' --bind 'enter:become(echo {1} at {2})'",
    )
    task.type("needle")
    task.wait_for(lambda: any("  all of needle" in line for line in task.lines))
    task.wait_for(lambda: any("./two:2:needle here" in line for line in task.lines))
    task.wait_for(lambda: any("first" in line for line in task.lines))
    task.type(ENTER)
    assert task.end()[:2] == (0, b"./two at 2\n")


def test_choose_where_to_go(place: Place) -> None:
    place.files("deep/er/file", "other/file")
    folders = "find . -mindepth 1 -type d | cut -c 3-"
    task = shell(place, f'cd "$({FIND} -c "{folders}" -1 -q er$)" && pwd')
    task.wait_for(lambda: "> deep/er" in task.lines)
    task.type(ENTER)
    status, output, _ = task.end()
    assert (status, os.path.basename(output.strip())) == (0, b"er")


def test_the_only_one_without_a_question(place: Place) -> None:
    place.files("deep/er", "other")
    task = shell(place, f"{FIND} -1 -q deep; {FIND} -0 -q nothing; echo $?")
    assert task.end()[:2] == (0, b"deep/er\n1\n")


def test_look_into_variables(place: Place) -> None:
    place.env["SOME_NAME"] = "some value"
    task = shell(place, f"env | {FIND} -d = -n 1 --preview 'echo value: {{2..}}' | cut -d = -f 1")
    task.type("SOMENAME")
    task.wait_for(lambda: any("value: some value" in line for line in task.lines))
    task.type(ENTER)
    assert task.end()[:2] == (0, b"SOME_NAME\n")


def test_move_files_by_a_key(place: Place) -> None:
    place.files("keep", "away")
    (place.folder / "trash").mkdir()
    task = shell(
        place,
        f"{FIND} -c 'ls -p | grep -v /' "
        "--bind 'ctrl-x:execute-silent(mv {} trash)+reload(ls -p | grep -v /)'",
    )
    task.wait_for(lambda: "> away" in task.lines)
    task.type("\x18")
    task.wait_for(lambda: task.lines[1:] == ["> keep"])
    task.type(ENTER)
    assert task.end()[:2] == (0, b"keep\n")
    assert sorted(os.listdir(place.folder / "trash")) == ["away"]
