# SPDX-License-Identifier: Apache-2.0
"""What every measurement shares: a row of the table, and the words of a program."""

import pathlib
import subprocess

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent


class NotMeasured(Exception):
    """A row that cannot be measured; the others still are."""


class Row:
    """One line of the table; `ok` says whether the bound holds. Without a bound the row is reported, and that
    is all."""

    def __init__(self, what, value, peer, ratio, bound=None, ok=True):
        self.cells = [what, value, peer, ratio, bound or "none", "yes" if ok else "**no**"]
        if bound is None:
            self.cells[-1] = "reported"
        self.ok = ok


def output_of(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise NotMeasured(f"{command[0]} failed: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout
