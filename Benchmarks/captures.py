# SPDX-License-Identifier: Apache-2.0
"""The rows of whole captures with liveness: what they take of a core, how old frames are when they are shown,
and what stays resident."""

import pathlib
import tempfile

from table import Row, output_of

FRAMES_A_SECOND = 30
WHERE = {"in-process": "", "process": ", the plugins in workers"}


def captures(built, stage, runtime, models, photograph, rounds, most_percent, most_age_ms):
    """Of a recording of the puppet camera, made before, so that drawing the puppet is not measured."""
    with tempfile.TemporaryDirectory(prefix="imprint-bench.") as name:
        puppet, recording = pathlib.Path(name) / "person.puppet", pathlib.Path(name) / "person.mjpeg"
        output_of([stage / "bin" / "sdkctl", "puppet", "make", photograph, "--output", puppet])
        output_of([built / "CapturePipeline", "record", stage, puppet, recording])
        said = output_of([built / "CapturePipeline", "measure", stage, recording, str(rounds), built / "bare-capture",
                          runtime, models])
    values = {line.split()[0]: [int(word) for word in line.split()[1:]] for line in said.splitlines()}
    bare = values["bare"][0] * FRAMES_A_SECOND / 1e7
    rows = []
    for name, where in WHERE.items():
        spent, median, late, most, frames, shown, _, _ = values[name]
        percent = spent * FRAMES_A_SECOND / 1e7
        rows.append(Row(
            f"a capture with liveness, 640x480 at {FRAMES_A_SECOND} a second{where}: of one core, median of {rounds}",
            f"{percent:.1f} %", f"bare C, same networks: {bare:.1f} %", f"{percent / bare:.2f} x", f"≤ {most_percent:g} %",
            percent <= most_percent))
        ages = [age / 1e6 for age in (median, late, most)]
        rows.append(Row(
            f"the same{where}: how old a frame is when it is shown, median, 99 %, most of {shown} of {frames}",
            ", ".join(f"{age:.1f}" for age in ages) + " ms", "none", "-", f"≤ {most_age_ms:g} ms", ages[-1] <= most_age_ms))
    # One process has both, so the last line says it of all.
    first, last = (kibibytes / 1024 for kibibytes in values["process"][-2:])
    rows.append(Row(
        f"resident of the process and its workers after {2 * rounds} captures", f"{last:.0f} MiB",
        f"after the first two: {first:.0f} MiB", f"{last - first:+.0f} MiB"))
    return rows
