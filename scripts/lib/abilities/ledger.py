# SPDX-License-Identifier: Apache-2.0
"""Every number that a call ever had: a recording of years ago must not be read as another call.

`numbers.txt` has a line for each, `16 camera.list`, or `16 camera.list retired` once the function is gone.
Lines are added by `scripts/generate-abilities`; none is ever taken away or given to another.
"""
from .keyed import Fault

HEAD = """\
# Every number that a call ever had, and whose it was. Lines are added by scripts/generate-abilities, and never
# taken away: a function that is gone is marked `retired`.
"""


def read(path):
    """Name and whether it is retired, by number."""
    rows = {}
    for line, text in enumerate(path.read_text().splitlines(), 1) if path.exists() else []:
        if text.startswith("#") or not text.strip():
            continue
        words = text.split()
        if len(words) not in (2, 3) or not words[0].isdecimal() or words[2:] not in ([], ["retired"]):
            raise Fault(f"{path.name}:{line}: '{text}' is not a row: number, name, and 'retired' or nothing")
        if int(words[0]) in rows:
            raise Fault(f"{path.name}:{line}: {words[0]} occurs twice")
        rows[int(words[0])] = (words[1], len(words) == 3)
    return rows


def judged(path, functions):
    """The ledger's text with the numbers of these functions."""
    rows = read(path)
    for function in functions:
        name, retired = rows.setdefault(function.number, (function.name, False))
        if name != function.name or retired:
            function.node.refuse(f"has the number {function.number}, which {name} had: a number is never used again. "
                                 f"Free: {max(rows) // 16 * 16 + 16} and above")  # fmt: skip
    living = {function.name: function for function in functions}
    for number, (name, retired) in rows.items():
        if not retired and name in living and living[name].number != number:
            living[name].node.refuse(f"has the number {living[name].number}, and had {number}: recordings know it by that")
        if not retired and name not in living:
            raise Fault(f"{path.name}: {number} is of '{name}', which is no longer described. Mark it: {number} {name} retired")
    return HEAD + "".join(
        f"{number} {name}{' retired' if retired else ''}\n" for number, (name, retired) in sorted(rows.items()))
