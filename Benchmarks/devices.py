# SPDX-License-Identifier: Apache-2.0
"""The rows of devices: cards, cameras, microphones. Each of our plugins runs beside a client with nothing
between."""

import array
import os
import pathlib
import statistics
import subprocess
import tempfile

from table import NotMeasured, REPOSITORY, Row, output_of

# YUYV: two bytes a pixel.
FRAME_BYTES = 640 * 480 * 2
# vivid's fastest, which it offers for its smallest frames alone, and how long it is watched.
FAST = (320, 180, 60)
FAST_S = 60
SOUND_RATE = 48000
# The ramp that the microphone plays, and how long it is heard.
SOUND_LOOP_S = 30
SOUND_S = 60


def lines_of(said):
    return {line.split()[0]: [float(v) for v in line.split()[1:]] for line in said.splitlines()}


def cards(built, stage, rounds, least_ratio, most_later_ms):
    """Through a pcscd of its own, with a card in software: the same daemon and the same card for both
    clients."""
    values = lines_of(output_of([REPOSITORY / "scripts/devices/cards", "--", built / "CardCall", stage,
                                 built / "bare-card", str(min(rounds, 15)), "3000", "10"]))
    rows = []
    ours, worker, bare = values["transaction"]
    what = "commands to a card, in a transaction"
    rows.append(Row(what, f"{ours:.0f}/s", f"bare C: {bare:.0f}/s", f"{ours / bare:.2f} x", f"≥ {least_ratio:g} x",
                    ours >= least_ratio * bare))
    rows.append(Row(f"{what}, the plugin in a worker", f"{worker:.0f}/s", f"bare C: {bare:.0f}/s", f"{worker / bare:.2f} x"))
    ours, worker, looking, waiting = values["single"]
    what = "commands to a card, each on its own"
    # Both ask first whether another has a transaction, so that they can say so.
    rows.append(Row(what, f"{ours:.0f}/s", f"bare C, that keeps the same promise: {looking:.0f}/s", f"{ours / looking:.2f} x",
                    f"≥ {least_ratio:g} x", ours >= least_ratio * looking))
    for where, value in (("", ours), (", the plugin in a worker", worker)):
        rows.append(Row(what + where, f"{value:.0f}/s", f"bare C, that may wait without end: {waiting:.0f}/s",
                        f"{value / waiting:.2f} x"))
    for name, what, peer in (("session-transaction", "in a transaction", "bare C"),
                             ("session-single", "each on its own", "bare C, a transaction around each")):
        ours, bare = values[name]
        rows.append(Row(f"commands to a card through a CardSession, {what}", f"{ours:.0f}/s", f"{peer}: {bare:.0f}/s",
                        f"{ours / bare:.2f} x"))
    usual, most = (v / 1e6 for v in values["notification"])
    rows.append(Row("a card put in or taken out, told later than to a bare C client", f"{usual:.2f} ms, at most {most:.2f} ms",
                    "bare C", f"{most:+.2f} ms", f"≤ +{most_later_ms:g} ms", most <= most_later_ms))
    return rows


def cameras(built, stage, least_ratio):
    """Of vivid, in the virtual machine, whose processor is emulated: only the ratio says something."""
    rows = []
    width, height, speed = FAST
    for what, (width, height, speed, rounds, frames), limit in (
            ("640x480 YUYV at 25 a second", (640, 480, 25, 3, 100), 300),
            (f"{width}x{height} YUYV at {speed} a second, {FAST_S} s", (width, height, speed, 1, speed * FAST_S), 600)):
        values = lines_of(output_of([
            REPOSITORY / "scripts/devices/vm", "--limit", str(limit), "--module", "vivid n_devs=1 node_types=0x1", "--",
            built / "CameraCall", stage, built / "bare-camera", "/dev/video0",
            *(str(number) for number in (width, height, speed, rounds, frames))]))
        bare_rate, bare_lost, _, bare_spent = values["bare"]
        bare = f"bare C: {bare_rate:.2f}, {bare_lost:.0f} lost"
        for name, where in (("ours", ""), ("worker", ", the plugin in a worker")):
            rate, lost, uncounted, spent = values[name]
            # What nobody counted would be missing in both: in the numbers of frames, and in their rate by the
            # clock.
            holds = rate >= least_ratio * bare_rate and rate >= least_ratio * speed and uncounted == 0
            judged = (None, True) if where else (f"≥ {least_ratio:g} x, none uncounted", holds)
            rows.append(Row(
                f"camera, {what}{where}: frames a second by its count",
                f"{rate:.2f}; {lost:.0f} lost and counted, {uncounted:.0f} not counted", bare, f"{rate / bare_rate:.2f} x",
                *judged))
            share = spent * speed / 1e7
            rows.append(Row(
                f"the same, share of a processor (emulated){where}", f"{share:.1f} %",
                f"bare C: {bare_spent * speed / 1e7:.1f} %", f"{spent / bare_spent:.2f} x"))
    copied, zeroed = (float(word) / 1e3 for word in output_of([built / "bare-camera", "copy", str(FRAME_BYTES)]).split())
    rows.append(Row(
        "what we do to each byte of a 640x480 YUYV frame: one copy, and its room zeroed before (not emulated)",
        f"{copied + zeroed:.1f} µs", f"one copy: {copied:.1f} µs", f"{(copied + zeroed) * 25 / 1e4:.2f} % at 25 a second"))
    return rows


class Heard:
    """What one reader heard of a microphone that plays a ramp by the monotonic clock."""

    def __init__(self, text):
        reads = [[int(word) for word in line.split()] for line in text.splitlines()]
        if len(reads) < 100:
            raise NotMeasured(f"a microphone was read {len(reads)} times")
        # How old the newest sample is, in ms. The ramp begins anew: what is nearest to none.
        loop = SOUND_LOOP_S * 10**9
        ages = [(read[0] - read[2] * 10**9 // SOUND_RATE + loop // 2) % loop - loop // 2 for read in reads]
        self.age = statistics.median(ages) / 1e6
        self.oldest = max(ages) / 1e6
        # Frames against the clock. A busy machine only ever makes a read late: of each second the promptest
        # counts.
        self.drift = drift([(read[0], read[1]) for read in reads])
        # The same by the frames' own timestamps, where the reader has them.
        self.stamped = drift([(read[3], read[1] - read[4]) for read in reads]) if len(reads[0]) > 3 else None


def drift(points):
    """By how many millionths frames come faster than their rate; points are nanoseconds and frames before
    them."""
    start = points[0]
    promptest = {}
    for time, frames in points:
        seconds, played = (time - start[0]) / 1e9, (frames - start[1]) / SOUND_RATE
        known = promptest.get(int(seconds))
        if known is None or seconds - played < known[0] - known[1]:
            promptest[int(seconds)] = (seconds, played)
    return (statistics.linear_regression(*zip(*promptest.values())).slope - 1) * 1e6


def sound(built, stage, most_later_ms):
    """The virtual microphone, live: each frame says when it sounded. All readers hear it at once."""
    with tempfile.TemporaryDirectory(prefix="imprint-bench.") as name:
        folder = pathlib.Path(name)
        array.array("i", range(SOUND_LOOP_S * SOUND_RATE)).tofile((folder / "ramp.raw").open("wb"))
        library = stage / "lib/alsa-lib/libasound_module_pcm_imprint.so"
        (folder / "asound.conf").write_text(
            f'pcm_type.imprint {{ lib "{library}" }}\nctl_type.imprint {{ lib "{library}" }}\n'
            f'pcm.mic {{ type imprint file "{folder}/ramp.raw" rate {SOUND_RATE} format S32_LE live yes }}\n', encoding="utf-8")
        environment = {**os.environ, "ALSA_CONFIG_PATH": str(folder / "asound.conf"), "HOME": name}
        own = [built / "SoundCall", stage]
        rest = ["mic", str(SOUND_RATE), str(SOUND_S)]
        readers = [subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE) for command in (
            [*own, "in-process", *rest, name], [*own, "process", *rest, name], [built / "bare-sound", *rest])]
        texts = [reader.communicate()[0] for reader in readers]
        if any(reader.returncode for reader in readers):
            raise NotMeasured("a reader of the microphone failed; its own words are above")
    ours, worker, bare = (Heard(text) for text in texts)
    rows = []
    for heard, where in ((ours, ""), (worker, ", the plugin in a worker")):
        later = heard.age - bare.age
        judged = (None, True) if where else (f"≤ +{most_later_ms:g} ms", later <= most_later_ms)
        rows.append(Row(
            f"sound{where}: the newest sample is so old when it is read, median; most", f"{heard.age:.2f} ms; {heard.oldest:.1f} ms",
            f"bare C: {bare.age:.2f} ms; {bare.oldest:.1f} ms", f"{later:+.2f} ms",
            *judged))
        rows.append(Row(
            f"sound{where}: frames against the monotonic clock in {SOUND_S} s; by their timestamps",
            f"{heard.drift:+.1f} ppm; {heard.stamped:+.1f} ppm", f"bare C: {bare.drift:+.1f} ppm",
            f"{heard.drift - bare.drift:+.1f} ppm"))
    return rows
