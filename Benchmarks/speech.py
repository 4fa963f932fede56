#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the bundled speech recogniser on the development data: words wrong in strings of four digits,
slots right in spoken commands, phrases spotted and spotted where they are not, time and memory.

    Benchmarks/speech.py STAGE [DATA]

STAGE is a staged build with Swift's libraries in the loader's path; DATA has the folders `voice-fsdd`,
`voice-commands`, `voice-wakeword` and `voice-librispeech`, and is ../shared/data unless it is given. Needs
clang, numpy and soundfile. Prints aggregate figures alone, with intervals of 95 % (Wilson's; words of one
string are not independent, so those of word errors are too narrow).
"""
import collections
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
import soundfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
RATE = 16000
DIGITS = "zero one two three four five six seven eight nine".split()
PLUGIN = "dev.imprint.speech-sphinx"
# How an order begins, before what the slots say.
BEGINNINGS = ["", "can i get", "can i have", "could i get", "could i have", "may i have", "i'd like", "i would like",
              "i want", "i need", "i'll have", "i'll take", "give me", "get me", "make me", "let me get",
              "please get me", "please make me"]


def interval(errors, trials):
    """Wilson's, in percent."""
    if not trials:
        return "-"
    z, rate = 1.96, errors / trials
    middle = (rate + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    return f"{100 * rate:.1f} % ({errors} of {trials}; {100 * (middle - half):.1f}-{100 * (middle + half):.1f})"


def resampled(samples, rate):
    """At 16 kHz: of 8 kHz each second sample is made, by a sinc in a Hamming window."""
    if rate == RATE:
        return samples
    assert rate == 8000, rate
    wide = numpy.zeros(2 * len(samples))
    wide[::2] = samples
    taps = numpy.arange(-63, 64)
    return numpy.convolve(wide, numpy.sinc(taps / 2) * numpy.hamming(127), "same")


class Bench:
    def __init__(self, stage, data, folder):
        self.stage, self.data, self.folder = stage, data, folder
        plugin = stage / "plugins" / PLUGIN
        self.models = plugin / "models"
        self.listen = folder / "listen"
        subprocess.run(["clang", "-O2", "-std=gnu11", f"-I{ROOT}/Sources/CImprint/include",
                        ROOT / "Benchmarks/speech/listen.c", "-o", self.listen, "-ldl"], check=True)
        self.library = plugin / "libSpeechSphinx.so"
        (folder / "graphs").mkdir(mode=0o700)

    def graph(self, name, kind, lines):
        """Builds one as an application's author does."""
        text = self.folder / f"{name}.txt"
        text.write_text("\n".join(lines) + "\n")
        subprocess.run([self.stage / "bin/sdkctl", "speech", "graph", "build", name, f"--{kind}", text, "--dictionary",
                        self.models / "en-us.dict", "--folder", self.folder / "graphs"],
                       check=True, capture_output=True)
        return self.folder / "graphs" / f"{name}.impg"

    def sound(self, name, samples):
        path = self.folder / f"{name}.raw"
        numpy.clip(numpy.round(samples), -32768, 32767).astype("<i2").tofile(path)
        return path

    def recordings(self, paths):
        """Files of the data as raw sound, by their names."""
        made = {}
        for path in paths:
            samples, rate = soundfile.read(path)
            made[self.sound(f"{path.parent.name}-{path.stem}", resampled(samples, rate) * 32768)] = path
        return made

    def heard(self, graph, paths):
        """Of each path its words and the places of the phrases that were spotted; and what it took."""
        run = subprocess.run([self.listen, self.library, self.models, graph], check=True, text=True,
                             capture_output=True, input="".join(f"{path}\n" for path in paths))
        found = {}
        for line in run.stdout.splitlines():
            path, *rest = line.split("\t")
            if path == "total":
                sound, used, made, memory = map(float, rest)
                cost = (f"create {made:.0f} ms, {used / sound:.3f} s of a processor for each second of {sound:.0f} s, "
                        f"{memory / 1024:.0f} MiB at most")
                continue
            words = [word.rsplit("/", 1) for word in rest[0].split()]
            found[path] = ([(word, float(sure)) for word, sure in words],
                           [int(hit.split("@")[0]) for hit in rest[1].split()])
        return found, cost


def edits(said, heard):
    """Errors, insertions, substitutions and deletions of the alignment with the fewest errors."""
    rows = [[(j, j, 0, 0) for j in range(len(heard) + 1)]]
    for i in range(1, len(said) + 1):
        row = [(i, 0, 0, i)]
        for j in range(1, len(heard) + 1):
            wrong = said[i - 1] != heard[j - 1]
            both, left, up = rows[-1][j - 1], row[-1], rows[-1][j]
            row.append(min((both[0] + wrong, both[1], both[2] + wrong, both[3]),
                           (left[0] + 1, left[1] + 1, left[2], left[3]), (up[0] + 1, up[1], up[2], up[3] + 1)))
        rows.append(row)
    return rows[-1][-1]


def digits(bench):
    """Strings of four digits, joined of takes 8 to 24, 120 a speaker, with faint noise between them."""
    drawn, noise = random.Random(7), numpy.random.default_rng(7)
    paths, said = [], {}
    for speaker in ("george", "lucas", "nicolas"):
        takes = {(digit, take): resampled(*soundfile.read(
            bench.data / f"voice-fsdd/{speaker}/{digit}_{speaker}_{take}.flac")) * 32768
            for digit in range(10) for take in range(8, 25)}
        for number in range(120):
            string = [drawn.randrange(10) for _ in range(4)]
            parts = [noise.normal(0, 6, 3200)]
            for digit in string:
                parts += [takes[digit, drawn.randrange(8, 25)], noise.normal(0, 6, drawn.randint(1600, 3200))]
            path = bench.sound(f"{speaker}-{number}", numpy.concatenate([*parts, noise.normal(0, 6, 1600)]))
            paths.append(path)
            said[str(path)] = (speaker, [DIGITS[digit] for digit in string])
    # Of 2,000 of the 10,000 strings.
    phrases = [" ".join(DIGITS[digit] for digit in drawn.sample(range(10), 1) + [drawn.randrange(10) for _ in range(3)])
               for _ in range(2000)]
    found, cost = bench.heard(bench.graph("digits", "phrases", sorted(set(phrases))), paths)
    counts = collections.defaultdict(lambda: [0] * 7)
    sure = {True: [], False: []}
    for path, (speaker, words) in said.items():
        heard = found[path][0]
        result = edits(words, [word for word, _ in heard])
        for key in ("all", speaker):
            count = counts[key]
            for place, value in enumerate([len(words), *result, result[0] > 0, 1]):
                count[place] += value
        if len(heard) == len(words):
            for (word, confidence), right in zip(heard, words):
                sure[word == right].append(confidence)
    print(f"digits: {cost}")
    for key, (words, wrong, inserted, replaced, missing, sentences, strings) in sorted(counts.items()):
        print(f"  {key}: words wrong {interval(wrong, words)}: {inserted} inserted, {replaced} replaced, {missing} missing; "
              f"strings wrong {interval(sentences, strings)}")
    wrongs = sorted(sure[False])
    above = sum(sum(one > other for other in wrongs) + sum(one == other for other in wrongs) / 2 for one in sure[True])
    print(f"  a right word is surer than a wrong one: {100 * above / (len(wrongs) * len(sure[True])):.1f} % of pairs")


def orders(slots):
    """Phrases of what may be ordered, of the slots' values alone."""
    def with_article(words):
        return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"

    made, drawn = set(), random.Random(1)
    drinks, sizes, roasts = slots["coffeeDrink"], slots["size"], slots["roast"]
    shots, milks, sugars = slots["numberOfShots"], slots["milkAmount"], slots["sugarAmount"]
    for begin in BEGINNINGS:
        made |= {f"{begin} {with_article(drink)}" for drink in drinks}
        made |= {f"{begin} {with_article(size)} coffee" for size in sizes}
    for drink in drinks:
        for size in [*sizes, ""]:
            sized = f"{size} {drink}".strip()
            made |= {with_article(sized)} | {with_article(f"{size} {roast} {drink}".strip()) for roast in roasts}
            made |= {with_article(f"{size} {shot} {drink}".strip()) for shot in shots}
            made |= {f"{with_article(sized)} with a {shot}" for shot in shots}
        made |= {f"{drink} with {part}" for part in [*milks, *sugars]}
    for roast in roasts:
        for shot in shots:
            made |= {f"a {roast} {shot} espresso", f"a {shot} {roast} coffee", f"{shot} {roast} latte"}
    for milk in milks:
        for sugar in sugars:
            if drawn.random() < 0.25:
                made |= {f"coffee with {milk} and {sugar}", f"latte with {sugar} and {milk}"}
    return sorted(phrase.strip() for phrase in made)


def commands(bench):
    folder = bench.data / "voice-commands"
    labels = json.loads((folder / "labels.json").read_text())
    slots = {slot: sorted({value.strip() for value in values})
             for slot, values in json.loads((folder / "slot-values.json").read_text())["slots"].items()}
    phrases = orders(slots)
    found, cost = bench.heard(bench.graph("orders", "phrases", phrases),
                              recorded := bench.recordings(folder / name for name in sorted(labels)))
    right = asked = whole = 0
    for path, source in recorded.items():
        text = f" {' '.join(word for word, _ in found[str(path)][0])} "
        hits = [f" {value.strip()} " in text for value in labels[source.name]["slots"].values()]
        right, asked, whole = right + sum(hits), asked + len(hits), whole + all(hits)
    print(f"commands: a graph of {len(phrases)} phrases; {cost}")
    print(f"  slots right {interval(right, asked)}; commands of which all are {interval(whole, len(recorded))}")


def triggers(bench):
    phrases = ["alexa", "computer", "jarvis"]
    said = bench.recordings(sorted((bench.data / "voice-wakeword").glob("*/*.flac")))
    others = bench.recordings([*sorted((bench.data / "voice-librispeech").rglob("*.flac")),
                               *sorted((bench.data / "voice-commands").glob("*.flac"))])
    for threshold in (-10, -20, -30, -40):
        graph = bench.graph(f"wake{-threshold}", "triggers", [f"{phrase} /1e{threshold}/" for phrase in phrases])
        found, cost = bench.heard(graph, [*said, *others])
        if threshold == -10:
            seconds = sum(path.stat().st_size for path in others) / 2 / RATE
            print(f"triggers: {cost}; speech without them: {seconds:.0f} s")
        print(f"  threshold {threshold}:")
        for place, phrase in enumerate(phrases):
            own = [path for path, source in said.items() if source.parent.name == phrase]
            hits = sum(place in found[str(path)][1] for path in own)
            false = sum(found[str(path)][1].count(place) for path in [*said, *others] if path not in own)
            elsewhere = sum(path.stat().st_size for path in [*said, *others] if path not in own) / 2 / RATE
            print(f"    {phrase}: spotted {interval(hits, len(own))}, falsely {false} times in {elsewhere:.0f} s")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    data = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT.parent / "shared/data")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(sys.argv[1]).resolve(), data, pathlib.Path(folder))
        about = pathlib.Path("/proc/cpuinfo").read_text()
        model, family = (next(line.split(":")[1].strip() for line in about.splitlines() if line.startswith(name))
                         for name in ("model name", "cpu family"))
        print(f"{model}, family {family}")
        for part in (digits, commands, triggers):
            part(bench)


if __name__ == "__main__":
    main()
