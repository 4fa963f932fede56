# SPDX-License-Identifier: Apache-2.0
"""docs/reference/liveness.md, of the reports of `sdkctl evaluate pad --json`, by mode."""
import textwrap

import liveness_results

LEVELS = ["low", "medium", "high"]
ASKED = {
    "passive": "A turn of the head to both sides.",
    "active": "The head points at targets that nobody could have known.",
    "cr2d": "The same, and the person is compared at each target.",
    "blink": "Keeping still, then a blink. Levels are thresholds of the blink's score here. It has no bounds: it shows that "
             "somebody blinks before the camera, and stops neither who shows a film, nor all who move a picture.",
}


def wrapped(text):
    return textwrap.fill(text, 145, break_long_words=False, break_on_hyphens=False)


def percent(rate):
    return "0 %" if rate == 0 else f"{100 * rate:.1f} %" if rate >= 0.001 else f"{100 * rate:.2f} %"


def rate(measured):
    if measured["rate"] is None:
        return "–"
    ends = f"{100 * measured['lower']:.1f} to {100 * measured['upper']:.1f}"
    return f"**{percent(measured['rate'])}** ({measured['errors']} of {measured['trials']}; {ends})"


def refused_in_all(bona_fide):
    """Of all presentations of people: those that ended without being live, whether answered or not."""
    refused = bona_fide["bpcer"]["errors"] + bona_fide["bpnrr"]["errors"]
    return f"**{percent(refused / bona_fide['bpnrr']['trials'])}** ({refused} of {bona_fide['bpnrr']['trials']})"


def versions(reports):
    """Of every mode; those that all modes have in common once."""
    of = {mode: [f"{one['name']} {one['version']}" for one in report["runs"][0]["versions"]] for mode, report in reports.items()}
    common = [name for name in next(iter(of.values())) if all(name in names for names in of.values())]
    rows = [["versions", ", ".join(common)]]
    apart = {}
    for mode, names in of.items():
        if rest := [name for name in names if name not in common]:
            apart.setdefault(", ".join(rest), []).append(mode)
    return rows + [[f"besides, in {', '.join(modes)}", names] for names, modes in apart.items()]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def by_level(levels, word, value):
    return [word] + [value(level) for level in levels]


def measured(found):
    """What the method that decides a mode measured of people and of each species."""
    measure = found["measure"]
    if not measure:
        return []
    limits = ", ".join(f"{limit['limit']:.2f} at {limit['level']}" for limit in measure["limits"])
    return [
        wrapped(f"The measure that decides, of the method `{measure['method']}` (limits: {limits}; {measure['liveSide']} them a person's):"),
        table(["", "measured", "not measured", "lowest", "median", "highest"], [
            [group["species"] or "people", str(group["count"]), str(group["missing"])]
            + ["–" if group[key] is None else f"{group[key]:.2f}" for key in ("lowest", "median", "highest")]
            for group in measure["groups"]]),
    ]


def presented(levels, results):
    """How many were presented, and answered, of people; and what the build did not yet look at."""
    counts = [level["bonaFide"] for level in levels]
    total = max(one["bpnrr"]["trials"] for one in counts)
    answered = sorted({one["bpcer"]["trials"] for one in counts})
    lines = [f"{total} presentations of people; {' to '.join(map(str, answered[:1] + answered[1:][-1:]))} of them were answered, and the rates of "
             "refusals are of these."]
    looked = [one for one in results if one["findings"]]
    lines += [f"{count} of the {len(looked)} results with findings lack that of `{method}`: their build did not have that method yet, so the "
              "rates are of both builds." for method, count in liveness_results.lacking(looked).items()]
    return wrapped(" ".join(lines))


def mode_section(mode, report, results):
    [found] = report["modes"]
    levels = sorted(found["levels"], key=lambda level: LEVELS.index(level["level"]) if level["level"] in LEVELS else -1)
    names = [level["level"] for level in levels]
    criteria = next(one for one in report["criteria"]["modes"] if one["mode"] == mode)
    rows = [
        by_level(levels, "people refused (BPCER)", lambda level: rate(level["bonaFide"]["bpcer"])),
        by_level(levels, "as fake", lambda level: rate(level["bonaFide"]["bpcerFake"])),
        by_level(levels, "as no decision", lambda level: rate(level["bonaFide"]["bpcerNoDecision"])),
        by_level(levels, "people without an answer (BPNRR)", lambda level: rate(level["bonaFide"]["bpnrr"])),
        by_level(levels, "people refused or without an answer", lambda level: refused_in_all(level["bonaFide"])),
    ]
    for species in [one["species"] for one in levels[0]["species"]]:
        of = [next(one for one in level["species"] if one["species"] == species) for level in levels]
        name = species if species in criteria["judged"] else f"{species} (no bound)"
        rows.append([f"{name} accepted (APCER)"] + [rate(one["apcer"]) for one in of])
    if criteria["judged"]:
        rows.append(["bounds: APCER, BPCER"] + [
            f"{percent(level['bounds']['apcer'])}, {percent(level['bounds']['bpcer'])}" for level in levels])
        rows.append(["verdict"] + [(level["verdict"] or "–").replace("-", " ") for level in levels])
    lines = [f"## {mode}", wrapped(ASKED[mode]), presented(levels, results), table(["", *names], rows)]
    rest = [(level["level"], one) for level in levels for one in level["species"] if one["apnrr"]["errors"]]
    if rest:
        most = {}
        for level, one in rest:
            most[one["species"]] = max(most.get(one["species"], 0), one["apnrr"]["errors"])
        lines.append(wrapped("Attacks without an answer, left out of the rates (at the level with most): "
                             + ", ".join(f"{name} {count}" for name, count in most.items()) + "."))
    shortfalls = {(one["kind"], one["species"] or "people", one["has"], one["needs"])
                  for level in levels for one in level["shortfalls"]}
    if shortfalls:
        lines.append(wrapped("Too few to show a bound: " + "; ".join(
            f"{who}, {has} of {needs} {'presentations' if kind == 'presentations' else 'identities'}"
            for kind, who, has, needs in sorted(shortfalls)) + "."))
    if criteria["judged"]:
        lines += measured(found)
    return lines


def page(reports, presentations):
    """- presentations: of each mode, what became of each presentation at each level."""
    first = next(iter(reports.values()))
    run = first["runs"][0]
    processors = sorted({one["processor"] for report in reports.values() for one in report["runs"]})
    days = sorted({one["date"] for report in reports.values() for one in report["runs"]})
    counts = [report["presentations"] for report in reports.values()]
    lines = [
        "# How well liveness tells people from instruments",
        wrapped("Written by `scripts/evaluate-liveness --write`, which makes [puppets](../guides/test-without-devices.md) of photographs, presents "
                "them to the bundled capture plugins, and counts in the terms of ISO/IEC 30107-3. How to read it, and what the words mean: "
                "[measure liveness](../guides/evaluate-liveness.md)."),
        "\n".join(f"- {line}" for line in map(
            lambda text: textwrap.fill(text, 143, subsequent_indent="  ", break_on_hyphens=False), first["statements"])),
        table(["", ""], [
            ["data set", run["dataSet"]["name"]],
            ["terms", run["dataSet"]["terms"]],
            *versions(reports),
            ["presentations", f"{sum(one['bonaFide'] for one in counts)} of people, {sum(one['attack'] for one in counts)} "
                              f"attacks, of {max(one['subjects'] for one in counts)} identities"],
            ["processor", "; ".join(processors)],
            ["days", "; ".join(days)],
        ]),
        wrapped("The limits that methods go by were chosen on renderings of people who were not recorded, so some may be among these. They were "
                "held against [60 people](liveness-limits.md) since, none of whom is among these, and left as they were. Results, which name "
                "nobody, are kept in [results](results/)."),
        wrapped("**Light was off**: no screen lit anybody, so the method [`light`](../guides/capture-faces.md#light) looked at nothing, and the rates "
                "are those of an application that does not light. One that lights at the level high refuses people besides in rooms too bright "
                "for their screen."),
        wrapped("Each cell has the observed rate, its counts, and its 95 % interval in percent. A presentation is rendered once and judged at all "
                "levels. Presentations without an answer (time-out, no face) are left out of BPCER and APCER, and stated apart; *refused or without "
                "an answer* counts both against all people presented, as somebody at the device meets them (no interval)."),
        wrapped("Verdicts are of the worst rate of a level. **met**: no observed rate is above its bound, but the 95 % interval of one reaches beyond "
                "it, so that more presentations could show another. **shown**: neither is. Only what is shown may be claimed, and only of as many as "
                "there were: where they are fewer than asked for, it stands below the table ([how to read "
                "it](../guides/evaluate-liveness.md#read-it))."),
        wrapped("Species, and how each is made:"),
        table(["species", "made"], [[one["name"], one["description"]] for one in run["species"]]),
    ]
    for mode, report in reports.items():
        lines += mode_section(mode, report, presentations[mode])
    return "\n\n".join(lines) + "\n"


# Methods whose limits are held against what `--choose` presents, and what each measures.
CHOSEN = {
    "shape": "How much of the relief of a head is seen in the turn; above the limit it is a person's.",
    "background": "How much of the face's movement is seen beside it; above the limit it is an instrument's.",
}


def method_section(method, presentations):
    groups, limits = {}, {}
    for one in presentations:
        for finding in one["findings"]:
            if finding["method"] == method:
                groups.setdefault(one.get("species", "people"), []).append((one["level"], finding))
                limits[one["level"]] = finding["limit"]
    rows = []
    for name, found in groups.items():
        asked = [finding["measure"] for level, finding in found if level == "high"]
        measures = sorted(one for one in asked if one != 0)
        count = {(level, verdict): sum(1 for at, finding in found if (at, finding["verdict"]) == (level, verdict))
                 for level in LEVELS for verdict in ("live", "fake")}
        spread = [f"{one:.2f}" for one in (measures[0], measures[len(measures) // 2], measures[-1])] if measures else ["–"] * 3
        rows.append([name, str(len(asked)), str(len(asked) - len(measures)), *spread,
                     *(", ".join(str(count[level, verdict]) for level in LEVELS) for verdict in ("live", "fake"))])
    return [
        f"## {method}",
        wrapped(f"{CHOSEN[method]} Limits: {', '.join(f'{limits[level]:.2f} at {level}' for level in LEVELS)}."),
        table(["", "presented", "saw too little", "lowest", "median", "highest", "found live at low, medium, high", "found fake"], rows),
    ]


def limits(report, presentations):
    """docs/reference/liveness-limits.md, of the report on the people whom limits are held against, and its
    results."""
    run, counts = report["runs"][0], report["presentations"]
    lines = [
        "# What the limits of liveness are held against",
        wrapped("Written by `scripts/evaluate-liveness --choose --write`. A limit lies between what people and what instruments reached, and is the "
                "nearer to what people did the stricter its level is. Limits were chosen before, on renderings of people who were not recorded; "
                "they hold on these people, none of whom is among those that [the report](liveness.md) is about, and were left as they were. "
                "How the methods work, and what they were tried on before: [face capture](../proposals/0006-face-capture.md#methods)."),
        table(["", ""], [
            ["data set", run["dataSet"]["name"]],
            ["terms", run["dataSet"]["terms"]],
            ["presentations", f"{counts['bonaFide']} of people, {counts['attack']} attacks, of {counts['subjects']} identities"],
            ["processor", "; ".join(sorted({one["processor"] for one in report["runs"]}))],
            ["days", "; ".join(sorted({one["date"] for one in report["runs"]}))],
        ]),
    ]
    for method in CHOSEN:
        lines += method_section(method, presentations)
    return "\n\n".join(lines) + "\n"
