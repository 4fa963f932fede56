# SPDX-License-Identifier: Apache-2.0
"""The C table of whoever provides an ability, by the Swift kit: each function judges what the host lent, and
calls what is written by hand: a static function of `<Ability>Table` for a call on the plugin, a method of
`Provided<Object>` for one on what it made."""
from .header import VALUES
from .names import camel, pascal
from .swift_text import SOURCE, WIDTH, banner, called, name

INDENT = " " * 6


def file_name(ability):
    return f"{table_name(ability)}+Thunks.swift"


def table_name(ability):
    return f"{pascal(ability.name)}Table"


def text(ability):
    lines = [banner(f"{SOURCE}/{ability.file} and {ability.header.name}") + "import CImprint", ""]
    for it in ability.objects.values():
        lines += [f"extension {provided(it)}: ProvidedObject {{}}", ""]
    lines += [f"/// The C table of `{ability.id}`; every plugin and opening shares it.", f"extension {table_name(ability)} {{",
              "  // Never written after it was made.",
              f"  nonisolated(unsafe) static let table = lasting({ability.table}(",
              f"    size: structSize({ability.table}.self), reserved: 0,"]  # fmt: skip
    for it in ability.functions:
        lines.append(f"    {it.c.name}: {_thunk(ability, it)},")
    lines[-1] = lines[-1].rstrip(",") + "))"
    return "\n".join([*lines, "}", ""])


def provided(it):
    return "Provided" + pascal(it.type.removeprefix("imp_"))


def _thunk(ability, it):
    receiver = provided(it.object) if it.object else "OpenedPlugin"
    if it.shape == "end":
        return f"{{ {receiver}.release($0) }}"
    if it.shape == "cancel":
        return f"{{ {receiver}.from($0).wasCancelled() }}"
    method = camel(it.c.name)
    if it.c.result == "void":
        return f"{{ {receiver}.from($0).{method}() }}"
    lines = [f"{{ {', '.join(['it', *map(name, it.parameters)])} in"]
    body = _body(f"{table_name(ability)}.{method}" if it.object is None else f"it.{method}", it)
    if it.shape == "list":
        call = f'{receiver}.from(it).list({name(it.entries)}, {name(it.count)}, \\.size, "{it.entries.name}")'
    elif it.makes:
        call = f'{receiver}.from(it).make({name(_handle(it))}, "{it.makes.noun}")'
    else:
        call = f"{receiver}.from(it).answer"
    before = f"{INDENT}{call} {{ it throws(PluginFailure) in"
    line = f"{before} {body[0].strip()} }}"
    closed = [line] if len(body) == 1 and len(line) <= WIDTH else [before, *body, f"{INDENT}}}"]
    return "\n".join([*lines, *closed, "    }"])


def _body(method, it):
    """What is lent is judged first; what comes back is written when all is well, and not at all otherwise
    (R-22)."""
    indent = INDENT + "  "
    told = [p for p in it.parameters if _is_told(it, p)]
    lists = {p.name: array for p in told for array in it.arrays if array.room and array.room.startswith(f"{p.name}.")}
    counted = {array.pointer: array.count for array in it.arrays if "." not in array.pointer and array.is_const}
    lines = []
    for p in told:
        lines.append(f"{indent}var {_told(told, p)} = try {_judged(p)}")
        if p.name in lists:
            # A list that is too short is told how many there are (R-01). What was lent is written back then.
            lines.append(f"{indent}defer {{ {name(p)}.pointee = {_told(told, p)} }}")
        for array in it.arrays:
            if array.room and array.room.startswith(f"{p.name}.") and it.ability.header.is_sized(array.base):
                field, room = array.pointer.partition(".")[2], array.room.partition(".")[2]
                lines.append(f'{indent}try checkSizes({_told(told, p)}.{field}, {_told(told, p)}.{room}, \\.size, "{p.name}")')
    arguments = ["it"] if it.object is None else []
    for p in it.parameters:
        if it.shape == "list" and p in (it.entries, it.count) or it.makes and p is _handle(it) or p.name in counted.values():
            continue
        if p.name in counted:
            count = next(other for other in it.parameters if other.name == counted[p.name])
            arguments.append(f'lentArray({name(p)}, {name(count)}, "{p.name}")')
        else:
            arguments.append(f"&{_told(told, p)}" if p in told else _judged(p))
    if it.waits and not isinstance(it.waits, tuple):
        lines += [f"{indent}let {name(p)} = try {_judged(p)}" for p in it.parameters if p.base == "imp_buffer"]
        arguments = [name(p) if p.base == "imp_buffer" else word for p, word in zip(it.parameters, arguments, strict=True)]
        lines.append(f'{indent}try it.checkNotCancelled("{it.object.noun}")')
    result = "let made = " if it.makes and told else ""
    lines += called(f"{result}try {method}", arguments, "", indent)
    lines += [f"{indent}{name(p)}.pointee = {_told(told, p)}" for p in told if p.name not in lists]
    return [*lines, f"{indent}return made"] if result else lines


def _handle(it):
    """Where the object that is made goes."""
    return next((p for p in it.parameters if p.stars == 2), None)


def _is_told(it, parameter):
    return (parameter.stars == 1 and not parameter.is_lent and parameter.base != "imp_buffer" and not _is_filled(it, parameter)
            and not (it.shape == "list" and parameter in (it.entries, it.count)))  # fmt: skip


def _is_filled(it, parameter):
    """Whether it is an array whose length only what is written by hand knows."""
    return any(array.pointer == parameter.name and not array.is_const for array in it.arrays)


def _told(told, parameter):
    return "told" if len(told) == 1 else f"told{pascal(name(parameter))}"


def _judged(parameter):
    word = name(parameter)
    if parameter.base == "imp_buffer":
        return f'LentBuffer({word}, "{parameter.name}")'
    if parameter.type == "imp_bytes":
        return f'lentBytes({word}, "{parameter.name}")'
    if not parameter.stars or parameter.nullable and not parameter.is_lent:
        return word
    size = "" if parameter.base in VALUES else ", \\.size"
    return f'lent({word}{size}, "{parameter.name}")'
