# SPDX-License-Identifier: Apache-2.0
"""Makes of the reports of `sdkctl evaluate` what is kept of them, and holds them to their bounds.

    accuracy_results.py FOLDER [RESULTS]

FOLDER has, of each plugin, PLUGIN-people.json and, where they were made, PLUGIN-pairs.json and
PLUGIN-fused-3.json.
What is kept, in RESULTS, are counts and rates: no path, no name, and nothing of one picture or person. So
keys are chosen one by one, and whatever a later report has more of is left out.
"""
import json
import pathlib
import sys

# Of Labeled Faces in the Wild, folds 1 to 5, of 45 speakers of LibriSpeech, and of 40 fingers of FVC: what is
# read of which report, and the most that it may be.
BOUNDS = [
    ("face-f6", "EER of the listed pairs", lambda kept: kept["listedPairs"]["eer"]["rate"], 0.0125),
    ("face-f6", "FNMR at FMR 1e-4 with three references, fused",
     lambda kept: next(point["fnmr"] for point in kept["threeFused"]["points"] if abs(point["fmr"] / 1e-4 - 1) < 0.1), 0.04),
    ("face-f5", "EER of the listed pairs", lambda kept: kept["listedPairs"]["eer"]["rate"], 0.016),
    ("voice-v1", "EER of every sound with every other one", lambda kept: kept["allAgainstAll"]["eer"]["rate"], 0.006),
    ("finger-edges", "EER within databases", lambda kept: kept["listedPairs"]["eer"]["rate"], 0.02),
    ("finger-edges-record", "EER within databases", lambda kept: kept["listedPairs"]["eer"]["rate"], 0.025),
    ("finger-edges-card", "EER within databases", lambda kept: kept["listedPairs"]["eer"]["rate"], 0.025),
]
CONDITIONS = ("plugin", "format", "versions", "dataSet", "population", "face", "processor", "date", "rateIntervals")
COUNTS = ("subjects", "images", "templates", "genuineComparisons", "impostorComparisons", "genuineLost", "impostorLost",
          "pairsUnread")
POINT = ("score", "promisedFmr", "extrapolated", "verdict", "threshold", "fmr", "fnmr", "fnmrWithLost")
SEARCH = ("origin", "fpirAtMost", "threshold", "score", "extrapolated", "fpir", "fnir", "verdict")
HALVING = ("score", "geometricMean", "typicalFactor", "lowest", "highest", "withoutErrors")


def only(keys, of):
    return {key: of[key] for key in keys if key in of}


def comparisons(report):
    """Rates of comparisons. How many pictures failed stays, and not which."""
    kept = only(COUNTS + ("fte", "fta", "eer"), report)
    kept["failures"] = {"noTemplate": sum(not failure["unread"] for failure in report["failures"]),
                        "unread": sum(failure["unread"] for failure in report["failures"])}
    kept["scores"] = [only(POINT, point) for point in report["scores"]]
    kept["points"] = [only(("fmrAtMost", "supported", "bound") + POINT, point) for point in report["points"]]
    kept["det"] = [[point["threshold"], point["fmr"]["rate"], point["fnmr"]["rate"]] for point in report["det"]]
    return kept


def searches(found):
    return only(("enrolled", "references", "candidates", "rankOne", "ranks"), found) | {
        "points": [only(SEARCH, point) for point in found["points"]]}


def halvings(tried):
    return only(("halvings", "seed"), tried) | {"scores": [only(HALVING, score) for score in tried["scores"]]}


def kept_of(folder, name):
    people, pairs, fused = (read(folder / f"{name}-{kind}.json") for kind in ("people", "pairs", "fused-3"))
    kept = only(CONDITIONS, people) | {
        "reportFormat": "imprint.accuracy-results", "reportVersion": 1, "allAgainstAll": comparisons(people)}
    if pairs:
        kept["listedPairs"] = comparisons(pairs)
    kept["identification"] = searches(people["identification"])
    if people["crossValidation"]:
        kept["crossValidation"] = halvings(people["crossValidation"])
    if fused:
        kept["threeFused"] = only(("references", "withoutReference", "impostorComparisons", "genuineComparisons", "points"), fused)
    return kept


def read(path):
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def line_each(value, depth=0):
    """JSON with a line for each entry of the outer levels, so that a difference can be read."""
    pad, end = "  " * (depth + 1), "\n" + "  " * depth
    if depth < 3 and isinstance(value, dict) and value:
        return "{\n" + ",\n".join(f"{pad}{json.dumps(key)}: {line_each(one, depth + 1)}" for key, one in value.items()) + end + "}"
    if depth < 3 and isinstance(value, list) and value and isinstance(value[0], (dict, list)):
        return "[\n" + ",\n".join(pad + json.dumps(one) for one in value) + end + "]"
    return json.dumps(value)


def main():
    folder = pathlib.Path(sys.argv[1])
    # Whose data are absent was not measured; one whose measurement failed has ended the script.
    names = [name for name in sorted({bound[0] for bound in BOUNDS}) if (folder / f"{name}-people.json").exists()]
    kept = {name: kept_of(folder, name) for name in names}
    for name in names if len(sys.argv) > 2 else []:
        path = pathlib.Path(sys.argv[2]) / f"accuracy-{name}.json"
        path.write_text(line_each(kept[name]) + "\n", encoding="utf-8")
        print(f"evaluate: {path} is written")
    missed = 0
    for name, what, read, most in BOUNDS:
        if name not in kept:
            continue
        rate = read(kept[name])
        missed += rate > most
        print(f"{name}: {what} {rate:.4f}, bound {most:g}: {'met' if rate <= most else 'MISSED'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
