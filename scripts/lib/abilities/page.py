# SPDX-License-Identifier: Apache-2.0
"""The reference page of the abilities' calls: what the headers do not say of them."""
HEAD = """# Abilities and their calls

<!-- Made by scripts/generate-abilities from Sources/CImprint/abilities; change that, not this. -->

What a call is beyond its C prototype, for those who read recordings, write carriers of [messages](calls.md) or ask what a
[worker](workers.md) is given and for how long. What each function does: [contract](contract.md). Where this comes from:
[abilities described once](../proposals/0004-abilities.md).

| column | says |
|---|---|
| number | how [messages](calls.md) and [recordings](recordings.md) name the call; it never gets another meaning |
| time | how long it may take in a worker: the [deadline](workers.md#deadlines) of this kind |
| left out | what a redacted recording does not keep; of a secret call no recording keeps it |
| replay | whether the call is [made again](recordings.md#replay) and its answers compared |

A call that *acts* does something in the world that a second one would do again: it is never repeated by itself.
"""


def text(abilities):
    return "\n".join([HEAD, *(line for ability in abilities for line in _section(ability))])


def _section(ability):
    header = ability.header.name
    anchor = "".join(it for it in header if it.isalnum() or it == "-")
    lines = [f"## {'The entry' if ability.is_entry else ability.id}", "", f"Table `{ability.table}` in [{header}](contract.md#{anchor}).", ""]
    for it in ability.objects.values():
        lines += [f"{it.noun.capitalize()} (`{it.type}`): made by `{it.made}`, ended by `{it.ended}`. When its process ends, {_loss(it)}.", ""]
    lines += ["| call | number | time | left out | replay |", "|---|---|---|---|---|"]
    for it in ability.functions:
        lines.append(f"| {_call(it)} | {it.number} | {_time(it)} | {_left_out(it)} | {_replay(it)} |")
    return [*lines, ""]


def _loss(it):
    return f"every call answers `{it.lost}` from then on" if it.lost else "it is made again at the next call"


def _call(it):
    marks = [word for word, holds in (("acts", it.acts), ("secret", it.secret)) if holds]
    return f"`{it.c.name}`" + (f" ({', '.join(marks)})" if marks else "")


def _time(it):
    if isinstance(it.waits, tuple):
        return f"{it.waits[0]} µs for each `{it.waits[1]}`, and {it.deadline}"
    return f"`{it.waits}`, and {it.deadline}" if it.waits else it.deadline


def _left_out(it):
    if it.shape in ("cancel", "end"):
        return ""
    # A struct's views have contents of their own; a view that is an argument has it beside its name.
    given = [part.key for part in it.parts if part.content != "plain" and part.kind not in ("lent", "left-out")]
    back = [parameter.name for parameter, content in it.answered if content != "plain"]
    back += [array.pointer for array, content in it.filled if content != "plain"]
    words = [f"`{name}`" for name in dict.fromkeys(given + back)]
    return ", ".join(words + (_of_own(it) if it.shape == "own" else []))


def _of_own(it):
    """Where what is written by hand says it."""
    kind, type_, content = it.reply
    words = [f"what `{it.message}` says"] if it.ability.is_entry and it.message != "EmptyMessage" else []
    if kind == "message":
        words.append(f"what `{type_}` says")
    elif content and content != "plain":
        words.append("what it answers")
    return words


def _replay(it):
    return {"repeated": "yes", "opening": "by opening the plugin anew", "never": "no"}[it.replay]
