# SPDX-License-Identifier: Apache-2.0
"""The list of ranges, as it is committed and damaged."""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from ranges import PLACES, RangesError, parse, read  # noqa: E402


class Ranges(unittest.TestCase):
    def setUp(self):
        self.lines = [f"{place}\t{index + 1}" for index, place in enumerate(PLACES)]

    def refused(self, line):
        with self.assertRaises(RangesError) as refusal:
            parse("\n".join(self.lines))
        self.assertEqual(refusal.exception.line, line)

    def test_the_committed_list_has_each_place(self):
        largest = read(os.path.join(HERE, "..", "dlib-resnet29-ranges.tsv"))
        self.assertEqual(tuple(largest), PLACES)
        # A pixel stays the number that it is.
        self.assertEqual(largest["image"], 255)

    def test_comments_and_empty_lines_are_passed_over(self):
        self.assertEqual(parse("# What for\n\n" + "\n".join(self.lines))["pooling"], 2)

    def test_a_missing_place_is_named_by_its_line(self):
        del self.lines[5]
        self.refused(6)

    def test_a_list_that_ends_early_is_refused(self):
        del self.lines[-1]
        self.refused(len(PLACES))

    def test_places_beyond_the_last_are_refused(self):
        self.lines.append("block 15 middle\t1")
        self.refused(len(PLACES) + 1)

    def test_what_is_no_range_is_refused(self):
        for wrong in ("", "wide", "nan", "inf", "0", "-1"):
            self.lines[3] = f"{PLACES[3]}\t{wrong}"
            self.refused(4)


if __name__ == "__main__":
    unittest.main()
