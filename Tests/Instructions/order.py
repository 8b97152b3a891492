#!/usr/bin/env python3
"""Prints the functions that a host uses, for a linker's `--symbol-ordering-file`: see README.md."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from counting import message
from rows import BEGINNING, INPUT

USUAL = BEGINNING + [INPUT] * 100 + [message("viewModel/dispose", 2, id="c")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="a release build")
    parser.add_argument(
        "lines", nargs="?", type=Path, help="what a frontend sends; left out, what counts"
    )
    options = parser.parse_args()
    sent = options.lines.read_bytes() if options.lines else b"".join(USUAL)
    print("\n".join(sorted(functions(options.host, sent))))
    return 0


def functions(host: str, sent: bytes) -> set[str]:
    """The names, as the linker knows them, of what runs while a host answers some lines."""
    with tempfile.NamedTemporaryFile() as profile:
        command = [
            "valgrind",
            "--quiet",
            "--tool=callgrind",
            "--demangle=no",
            f"--callgrind-out-file={profile.name}",
            host,
        ]
        subprocess.run(command, input=sent, stdout=subprocess.DEVNULL, check=True)
        lines = Path(profile.name).read_bytes()
    # A name stands where it comes first: fn=(12) name; with 'n behind it if it calls itself.
    found = re.findall(rb"^c?fn=\(\d+\) (\S+?)(?:'\d+)?$", lines, re.MULTILINE)
    return {name.decode() for name in found}


if __name__ == "__main__":
    sys.exit(main())
