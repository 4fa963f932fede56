# SPDX-License-Identifier: Apache-2.0
"""Reads how large the numbers between a network's layers become: dlib-resnet29-ranges.tsv.

Only the standard library is used, so the tests need nothing installed.
"""

from math import isfinite

BLOCKS = 14

# Where numbers pass from layer to layer, from input to output.
PLACES = ("image", "pooling") + tuple(f"block {block} {end}" for block in range(1, BLOCKS + 1) for end in ("middle", "end"))


class RangesError(ValueError):
    """The file is not the list it should be: place (line), reason, remedy."""

    def __init__(self, line, reason):
        self.line = line
        super().__init__(f"line {line}: {reason}. Restore the file, or measure it again with measure_ranges.py.")


def parse(text):
    """{place: the largest number there}, for each of PLACES, in their order."""
    largest = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        place, _, value = line.partition("\t")
        wanted = PLACES[len(largest)] if len(largest) < len(PLACES) else None
        if place != wanted:
            raise RangesError(number, f"'{place}' stands where '{wanted or 'nothing'}' is due")
        try:
            largest[place] = float(value)
        except ValueError:
            raise RangesError(number, f"'{value}' is no number") from None
        if not (isfinite(largest[place]) and largest[place] > 0):
            raise RangesError(number, f"'{value}' is not above 0")
    if len(largest) < len(PLACES):
        raise RangesError(len(text.splitlines()) + 1, f"'{PLACES[len(largest)]}' is missing")
    return largest


def read(path):
    with open(path, encoding="utf-8") as file:
        return parse(file.read())
