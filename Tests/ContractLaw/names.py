"""Whatever the names in a contract are: generated code loads, and each member sends what was meant.

    python3 names.py VIEWMODEL_GENERATE [--seeds 1..3] [--language NAME]... [--keep FOLDER]

Needs the languages' own tools (.ci/run installs them), and of Python mypy and basedpyright.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from languages import LANGUAGES, Job, check_all
from random_names import Names


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("generate", type=Path)
    parser.add_argument("--seeds", default="1..1")
    parser.add_argument("--view-models", type=int, default=40)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    first, _, last = options.seeds.partition("..")
    wrong = []
    for seed in range(int(first), int(last or first) + 1):
        with tempfile.TemporaryDirectory() as temporary:
            folder = (options.keep or Path(temporary)) / str(seed)
            folder.mkdir(parents=True)
            contract = Names(seed).contract(options.view_models)
            job = Job(options.generate.resolve(), folder, contract)
            wrong += [
                f"seed {seed}: {said}" for said in check_all(job, options.language or LANGUAGES)
            ]
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
