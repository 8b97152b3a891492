"""The keys of shells, in the shells."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import Place
from terminal import TerminalProgram
from test_find import ENTER, SHIFT_TAB, TAB

SHELLS = [name for name in ("bash", "zsh", "fish") if shutil.which(name)]
CONTROL_T, CONTROL_R, ALT_C = "\x14", "\x12", "\x1bc"


def start(place: Place, shell: str) -> TerminalProgram:
    """A shell with the keys, and a command that says where it is and what it is given."""
    programs = place.folder.parent / "programs"
    programs.mkdir()
    (programs / "viewmodel-host").symlink_to(place.command[0])
    say = programs / "say"
    say.write_text('#!/bin/sh\necho "at ${PWD##*/}:"\nfor word; do echo "<$word>"; done\n')
    say.chmod(0o755)
    place.env |= {
        "PATH": f"{programs}:{place.env['PATH']}",
        "HOME": str(place.folder.parent),
        "HISTFILE": str(place.folder.parent / "history"),
        "XDG_CONFIG_HOME": str(place.folder.parent / "config"),
        "XDG_DATA_HOME": str(place.folder.parent / "data"),
        "VIEWMODEL_FIND_HEIGHT": "8",
    }
    keys = place.folder.parent / "keys"
    if shell == "bash":
        keys.write_text('PS1="$ "; eval "$(viewmodel-host find --shell bash)"\n')
        command = ["bash", "--noprofile", "--rcfile", str(keys)]
    elif shell == "zsh":
        (place.folder.parent / ".zshrc").write_text(
            'PS1="$ "; unsetopt PROMPT_SP; eval "$(viewmodel-host find --shell zsh)"\n'
        )
        command = ["zsh", "-d"]
    else:
        config = Path(place.env["XDG_CONFIG_HOME"]) / "fish"
        config.mkdir(parents=True)
        # It makes completions of all manual pages where there are none.
        (Path(place.env["XDG_DATA_HOME"]) / "fish" / "generated_completions").mkdir(parents=True)
        (config / "config.fish").write_text(
            "set -g fish_greeting; function fish_prompt; echo '$ '; end\n"
            "viewmodel-host find --shell fish | source\n"
        )
        command = ["fish"]
    on_terminal = ["/bin/sh", "-c", 'exec "$0" "$@" >/dev/tty 2>&1']
    shell_program = place.start_as(*on_terminal, *command, size=(60, 20))
    says(shell_program)
    return shell_program


def says(shell: TerminalProgram, *lines: str) -> None:
    """Waits until lines are shown one below the other, and the next prompt.

    Before that the terminal is not the shell's, and would take a key for one of its own.
    """
    shell.wait_for(lambda: "\n".join(lines) in "\n".join(shell.lines) and shell.lines[-1:] == ["$"])


@pytest.mark.parametrize("shell", SHELLS)
def test_files_are_put_into_the_line(place: Place, shell: str) -> None:
    place.files("it's one", "two")
    program = start(place, shell)
    program.type("say x " + CONTROL_T)
    program.wait_for(lambda: "  two" in program.lines)
    program.type(SHIFT_TAB + SHIFT_TAB + ENTER)
    program.wait_for(lambda: not any("2/2" in line for line in program.lines))
    program.type(ENTER)
    says(program, f"at {place.folder.name}:", "<x>", "<it's one>", "<two>")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_line_of_before(place: Place, shell: str) -> None:
    program = start(place, shell)
    for word in ("first", "second", "third"):
        program.type(f"say {word}{ENTER}")
        says(program, f"at {place.folder.name}:", f"<{word}>")
    program.type("ecnd" + CONTROL_R)
    program.wait_for(lambda: any("say second" in line and line[0] == ">" for line in program.lines))
    program.type(ENTER)
    program.wait_for(lambda: not any("/" in line for line in program.lines))
    program.type(f" again{ENTER}")
    says(program, f"at {place.folder.name}:", "<second>", "<again>")


@pytest.mark.parametrize("shell", SHELLS)
def test_another_folder(place: Place, shell: str) -> None:
    place.files("a folder/deep/file", "other/file", ".git/a/file", "ignored/a/file")
    (place.folder / ".gitignore").write_text("ignored\n")
    program = start(place, shell)
    program.type(ALT_C)
    program.wait_for(lambda: any("3/3" in line for line in program.lines))
    program.type("deep" + ENTER)
    program.wait_for(lambda: not any("/3" in line for line in program.lines))
    program.type(f"say{ENTER}")
    says(program, "at deep:")


@pytest.mark.parametrize("shell", SHELLS)
def test_tab_behind_two_stars(place: Place, shell: str) -> None:
    place.files("sub/one file", "sub/two", "three")
    program = start(place, shell)
    program.type("say sub/on**" + TAB)
    program.wait_for(lambda: any(line.startswith("> one file") for line in program.lines))
    program.type(ENTER)
    program.wait_for(lambda: not any("1/2" in line for line in program.lines))
    program.type(ENTER)
    says(program, f"at {place.folder.name}:", "<sub/one file>")
    program.type("say thr**" + TAB)
    program.wait_for(lambda: any(line.startswith("> three") for line in program.lines))
    program.type(ENTER)
    program.wait_for(lambda: any("say three" in line for line in program.lines))
    program.type(ENTER)
    says(program, f"at {place.folder.name}:", "<three>")
    # Tab alone does what it did.
    program.type("say thr" + TAB)
    program.wait_for(lambda: any("say three" in line for line in program.lines))


@pytest.mark.skipif("zsh" not in SHELLS, reason="there is no zsh")
def test_zsh_completes_by_the_file_of_a_package(place: Place) -> None:
    said = subprocess.run(
        [place.command[0], "completions", "zsh"], capture_output=True, text=True, check=True
    )
    folder = place.folder.parent / "site-functions"
    folder.mkdir()
    (folder / "_viewmodel-host").write_text(said.stdout)
    (place.folder.parent / ".zshenv").write_text(
        f"fpath=({folder} $fpath); autoload -U compinit && compinit -u -D\n"
    )
    program = start(place, "zsh")
    program.type("viewmodel-host compl\t ba\t")
    program.wait_for(lambda: program.lines[-1:] == ["$ viewmodel-host completions bash"])
