# SPDX-License-Identifier: Apache-2.0
"""The files of results that `sdkctl evaluate pad` writes: JSON Lines, the first of which says what they are
of."""
import json
import lzma
import re

# Methods that name a finding of every presentation that they look at. The others speak only of a challenge
# that was done, or missed.
ALWAYS = {"stream", "track", "background", "artefacts", "shape", "person"}


def version(text):
    """The version in what `sdkctl --version` prints."""
    return re.match(r"sdkctl (\d+\.\d+\.\d+[^ ]*)", text)[1]


def differences(results, versions):
    """How the versions that results are of differ from those of today, in words; none where they are the
    same.

    - results: the file's bytes."""
    if b"\n" not in results:  # Nothing was written whole.
        return []
    of = json.loads(results.split(b"\n", 1)[0])["versions"]
    if of == versions:
        return []
    before, now = ({one["name"]: one["version"] for one in some} for some in (of, versions))
    words = [f"{name} {before.get(name, 'was not there')}, now {now.get(name, 'not there')}"
             for name in dict.fromkeys([*before, *now]) if before.get(name) != now.get(name)]
    return words or ["in another order"]


def begin(results, kept, versions):
    """Restores the results that are kept, where there are none of one's own, and puts those of other versions
    aside: none is added to them.

    - kept: where they are, whole or begun: the first that will do is taken.
    - versions: those of today; None, where nothing is presented: then any will do."""
    def different_from(found):
        return [] if versions is None else differences(found, versions)

    if results.exists():
        different = different_from(results.read_bytes())
        if not different:
            return
        aside = next(name for name in (results.with_suffix(f".{number}.old") for number in range(1, 10_000)) if not name.exists())
        results.rename(aside)
        print(f"evaluate-liveness: {results} is of other versions ({'; '.join(different)}), and is now {aside.name}")
    for place in kept:
        if not place.exists():
            continue
        found = lzma.decompress(place.read_bytes())
        different = different_from(found)
        if not different:
            results.write_bytes(found)
            return
        print(f"evaluate-liveness: {place.parent.name}/{place.name} is of other versions ({'; '.join(different)}): it is not gone on with")


def keep(results, place):
    """Writes results to where they are restored from. The last line is left out where it was cut."""
    whole = results.read_bytes()
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(lzma.compress(whole[:whole.rfind(b"\n") + 1], preset=9))


def presentations(results):
    """What became of each presentation at each level; a last line that was cut is left out."""
    lines = results.split(b"\n")[1:-1]
    return [json.loads(line) for line in lines]


def lacking(results):
    """How many results lack a finding that others of the mode have, by method: they are of a build without
    it."""
    having = [{finding["method"] for finding in one["findings"]} for one in results if one["findings"]]
    named = set().union(*having) & ALWAYS
    counts = {method: sum(1 for methods in having if method not in methods) for method in sorted(named)}
    return {method: count for method, count in counts.items() if count}
