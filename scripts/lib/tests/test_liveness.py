# SPDX-License-Identifier: Apache-2.0
"""Results of liveness: with which ones an evaluation goes on, and what the page says of them."""

import contextlib
import io
import json
import lzma
import os
import pathlib
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import liveness_page  # noqa: E402
import liveness_results  # noqa: E402

OLD = [{"name": "imprint", "version": "0.1.0"}, {"name": "org.example.matcher", "version": "1.0.0"}]
NEW = [{"name": "imprint", "version": "0.1.0"}, {"name": "org.example.matcher", "version": "2.0.0"}]


def file(versions, *results):
    return "".join(json.dumps(line) + "\n" for line in ({"versions": versions}, *results)).encode()


def result(*methods):
    return {"findings": [{"method": method} for method in methods]}


class GoingOn(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.results = self.folder / "passive-9.jsonl"
        self.kept = self.folder / "kept.jsonl.xz"
        self.begun = self.folder / "begun" / "kept.jsonl.xz"

    def begin(self, versions):
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            liveness_results.begin(self.results, [self.kept, self.begun], versions)
        return told.getvalue()

    def test_kept_results_of_the_same_versions_are_restored(self):
        self.kept.write_bytes(lzma.compress(file(NEW, result("stream"))))
        self.assertEqual(self.begin(NEW), "")
        self.assertEqual(self.results.read_bytes(), file(NEW, result("stream")))

    def test_kept_results_of_other_versions_are_not_and_it_is_said(self):
        self.kept.write_bytes(lzma.compress(file(OLD)))
        self.assertIn("org.example.matcher 1.0.0, now 2.0.0): it is not gone on with", self.begin(NEW))
        self.assertFalse(self.results.exists())

    def test_begun_ones_are_gone_on_with_where_whole_ones_are_of_other_versions(self):
        self.kept.write_bytes(lzma.compress(file(OLD)))
        self.results.write_bytes(file(NEW, result("track")) + b'{"cut": ')
        liveness_results.keep(self.results, self.begun)
        self.results.unlink()
        self.assertIn("now 2.0.0): it is not gone on with", self.begin(NEW))
        self.assertEqual(self.results.read_bytes(), file(NEW, result("track")))

    def test_ones_own_of_the_same_versions_stay(self):
        self.results.write_bytes(file(NEW, result("track")))
        self.kept.write_bytes(lzma.compress(file(NEW)))
        self.assertEqual(self.begin(NEW), "")
        self.assertEqual(self.results.read_bytes(), file(NEW, result("track")))

    def test_ones_own_of_other_versions_are_put_aside_each_time(self):
        for number in (1, 2):
            self.results.write_bytes(file(OLD, result("track")))
            self.assertIn(f"is now passive-9.{number}.old", self.begin(NEW))
            self.assertFalse(self.results.exists())
            self.assertEqual((self.folder / f"passive-9.{number}.old").read_bytes(), file(OLD, result("track")))

    def test_where_nothing_is_presented_any_versions_will_do(self):
        self.kept.write_bytes(lzma.compress(file(OLD)))
        self.assertEqual(self.begin(None), "")
        self.assertEqual(self.results.read_bytes(), file(OLD))

    def test_without_any_it_begins(self):
        self.assertEqual(self.begin(NEW), "")
        self.assertFalse(self.results.exists())

    def test_a_file_of_which_no_line_is_whole_is_gone_on_with(self):
        self.results.write_bytes(b'{"versions": [')
        self.assertEqual(self.begin(NEW), "")
        self.assertTrue(self.results.exists())


class Versions(unittest.TestCase):
    def test_differences_name_what_came_and_went(self):
        there = OLD + [{"name": "org.example.old", "version": "1.0.0"}]
        now = OLD + [{"name": "org.example.new", "version": "3.0.0"}]
        self.assertEqual(liveness_results.differences(file(there), now), [
            "org.example.old 1.0.0, now not there", "org.example.new was not there, now 3.0.0"])
        self.assertEqual(liveness_results.differences(file(OLD), OLD), [])
        self.assertEqual(liveness_results.differences(file(OLD), OLD[::-1]), ["in another order"])

    def test_the_version_is_that_of_the_program(self):
        self.assertEqual(liveness_results.version("sdkctl 0.1.0 (release, x86_64, Swift 6.3); signatures"), "0.1.0")

    def test_the_page_has_those_of_each_mode(self):
        reports = {"passive": {"runs": [{"versions": OLD}]}, "active": {"runs": [{"versions": OLD}]}, "cr2d": {"runs": [{"versions": NEW}]}}
        self.assertEqual(liveness_page.versions(reports), [
            ["versions", "imprint 0.1.0"],
            ["besides, in passive, active", "org.example.matcher 1.0.0"],
            ["besides, in cr2d", "org.example.matcher 2.0.0"]])
        self.assertEqual(liveness_page.versions({"passive": {"runs": [{"versions": OLD}]}}), [
            ["versions", "imprint 0.1.0, org.example.matcher 1.0.0"]])


class Counts(unittest.TestCase):
    def test_results_without_a_finding_that_others_have_are_counted(self):
        results = [result("stream", "artefacts", "following"), result("stream"), result("stream"), result()]
        # A challenge need not have been done, and who was never seen has no findings.
        self.assertEqual(liveness_results.lacking(results), {"artefacts": 2})
        self.assertEqual(liveness_results.lacking([]), {})

    def test_a_line_that_was_cut_is_left_out(self):
        self.assertEqual(liveness_results.presentations(file(OLD, result("stream")) + b'{"find'), [result("stream")])

    def test_people_without_an_answer_are_counted_in(self):
        people = {"bpcer": {"errors": 1, "trials": 302}, "bpnrr": {"errors": 7, "trials": 309}}
        self.assertEqual(liveness_page.refused_in_all(people), "**2.6 %** (8 of 309)")

    def test_the_page_says_how_many_were_presented_and_answered_and_what_was_not_looked_at(self):
        levels = [{"bonaFide": {"bpcer": {"trials": answered}, "bpnrr": {"trials": 309}}} for answered in (302, 301, 302)]
        text = " ".join(liveness_page.presented(levels, [result("stream", "artefacts"), result("stream"), result()]).split())
        self.assertIn("309 presentations of people; 301 to 302 of them were answered", text)
        self.assertIn("1 of the 2 results with findings lack that of `artefacts`", text)


if __name__ == "__main__":
    unittest.main()
