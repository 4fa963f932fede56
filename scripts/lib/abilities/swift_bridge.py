# SPDX-License-Identifier: Apache-2.0
"""The C table that stands for a plugin's on this side: each function judges what it was lent, and sends a
message."""
from .header import VALUES
from .swift_functions import request_type
from .swift_text import WIDTH, called, closed, name, path

INDENT = " " * 8


def table(ability):
    lines = [f"extension {ability.table}: AbilityTable {{", f"  package static var id: String {{ {ability.macro} }}", "",
             "  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(",
             f"    BridgedTables.lasting({ability.table}(",
             f"      size: UInt32(MemoryLayout<{ability.table}>.size), reserved: 0,"]  # fmt: skip
    for it in ability.functions:
        lines.append(f"      {it.c.name}: {_thunk(it)},")
    lines[-1] = lines[-1].rstrip(",") + ")))"
    return [*lines, "}", ""]


def _thunk(it):
    receiver = "RemotePlugin" if it.object is None else "RemoteObject"
    if it.shape == "end":
        return "{ RemoteObject.end($0) }"
    if it.shape == "cancel" or it.c.result == "void":
        return f"{{ {receiver}.of($0).command(.{it.case}) }}"
    words = [name(parameter) for parameter in it.parameters]
    if it.shape == "own":
        return f"{{ {receiver}.of($0).{it.case}({', '.join(f'${index + 1}' for index in range(len(words)))}) }}"
    return "\n".join([f"{{ {', '.join(['it', *words])} in", *_body(it, f"{receiver}.of(it)", words), "      }"])


def _body(it, this, words):
    if it.shape == "fill":
        return [f"{INDENT}{this}.fill(.{it.case}, {', '.join(words)})"]
    if it.shape == "exchange":
        code, given = (name(it.code) if it.code else "0"), (name(it.input) if it.input else "imp_bytes()")
        return [f"{INDENT}{this}.exchange(.{it.case}, code: {code}, {given}, {name(it.buffer)})"]
    if it.shape == "list":
        made = called(it.type, ["list: $0", *_arguments(it)], "", INDENT + "  ") if it.parts else ["$0"]
        return closed(f"{this}.list(.{it.case}, {name(it.entries)}, {name(it.count)})", made, INDENT)
    if it.shape == "produce" and it.is_room_first:
        made = called(it.type, ["room: $0", *_arguments(it)], "", INDENT + "  ")
        call = closed(f"return {this}.produce(.{it.case}, {name(it.buffer)}, {name(it.info)})", made, INDENT)
        return [*_guard(it), *call]
    if it.shape == "each":
        values = name(it.parameter(it.filled[0][0].pointer))
        most = next(limit.most for limit in it.limits)
        made = called(it.type, _arguments(it, {it.gallery.name: "$0"}), "", INDENT + "  ")
        each = f"return {this}.each(.{it.case}, of: {name(it.gallery)}.pointee, most: {most}, {values})"
        return [*_guard(it), *closed(each, made, INDENT)]
    cuts = [limit for limit in it.limits if limit.is_cut]
    request = called(f"{'var' if cuts else 'let'} request = {request_type(it)}", _arguments(it), "", INDENT)
    request += [f"{INDENT}cut(&request.{path(limit.count)}, to: {limit.most})" for limit in cuts]
    request += _excess(it, this) + _array_guard(it)
    told = [f"answering: {name(it.answered[0][0])}"] if it.answered else []
    if it.shape == "make":
        lent = [f"lending: {path(it.lent.key)}".replace(".", ".pointee.", 1)] if it.lent else []
        made = [f".{it.case}", "request", name(it.handle), f"{it.makes.swift}.self", *told, *lent]
        call = called(f"return {this}.make", made, "", INDENT)
    elif it.shape == "produce":
        call = called(f"return {this}.fill", [f".{it.case}", name(it.buffer), name(it.info), "request"], "", INDENT)
    elif it.shape == "collect":
        call = _collected(it, this)
    else:
        call = called(f"return {this}.perform", [f".{it.case}", "request", *_patience(it), *told], "", INDENT)
    return [*_guard(it), *request, *call]


def _patience(it):
    if not it.waits:
        return []
    if isinstance(it.waits, tuple):
        return [f"patience: UInt64(request.{path(it.waits[1])}) * {it.waits[0]}_000"]
    return [f"patience: {name(it.parameter(it.waits))}"]


def _collected(it, this):
    arrays = [array for array, _ in it.filled]
    rooms = [called("CollectedArray", [f"request.{path(array.pointer)}", f"request.{path(array.room)}", f'"{array.pointer.partition(".")[2]}"'], "", "")[0]
             for array in arrays]  # fmt: skip
    # Where the header says so, a short array is told how long it has to be.
    short = "IMP_RETRY_SHORT_BUFFER" in it.c.comment
    arguments = [f".{it.case}", "request", *_patience(it), f"isToldIfShort: {str(short).lower()}", *rooms]
    words = ["count", "_"] if len(arrays) == 1 else ["first", "second"]
    call = called(f"return {this}.collect", arguments, f" {{ {', '.join(words)} in", INDENT)
    counts = [f"{name(it.info)}.pointee.{array.count.partition('.')[2]} = {word}" for array, word in zip(arrays, words, strict=False)]
    return [*call, *(f"{INDENT}  {line}" for line in counts), f"{INDENT}}}"]


def _arguments(it, instead=()):
    return [f"{name(p)}: {instead[p.name] if p.name in instead else _value(it, p)}" for p in it.held]


def _value(it, p):
    if not p.stars or any(array.pointer == p.name for array in it.arrays):
        return name(p)
    return f"{name(p)}{'?' if p.nullable else ''}.pointee"


def _guard(it):
    """Structs are judged first (R-20), then what else must not be null."""
    # Arrays are judged with their counts; what a shape fills it judges itself.
    arrays = {array.pointer for array in it.arrays}
    pointers = [p for p in it.parameters if p.stars and p.name not in arrays]
    pointers = [p for p in pointers if it.shape != "produce" or not it.is_room_first or p not in (it.buffer, it.info)]
    others = [p for p in pointers if p.stars > 1 or p.base in VALUES or p.base == "imp_buffer"]
    structs = [f"misfit({'orNull: ' if p.nullable else ''}{name(p)})" for p in pointers if p not in others]
    return _refusal(structs + [f"absence({name(p)})" for p in others])


def _excess(it, this):
    """Counts of what is more than any message has."""
    return _refusal([f'{this}.excess(.{it.case}, request.{path(limit.count)}, most: {limit.most}, "{limit.count}")'
                     for limit in it.limits if not limit.is_cut])  # fmt: skip


def _array_guard(it):
    """Arrays that must not be null, then the sizes of their elements."""
    there = [_element(array, it) for array in it.arrays if "." in array.pointer and not _may_be_null(it, array)]
    sized = [f"misfit(request.{path(array.pointer)}, request.{path(array.most)})" for array in it.arrays
             if it.ability.header.is_sized(array.base)]  # fmt: skip
    return _refusal(there + sized)


def _may_be_null(it, array):
    """Whether null has a meaning of its own: the message says that it is."""
    return any(part.path == array.pointer and part.kind == "has" for part in it.parts) or any(
        part.kind == "struct" and part.parameter.name == array.pointer.partition(".")[0] for part in it.parts)


def _element(array, it):
    if not array.nullable:
        return f"absence(request.{path(array.pointer)})"
    return f"absence(request.{path(array.pointer)}, request.{path(array.count)})"


def _refusal(checks):
    line = f"{INDENT}if let status = {' ?? '.join(checks)} {{ return status }}"
    if len(line) <= WIDTH or not checks:
        return [line] if checks else []
    return [f"{INDENT}if let status = {checks[0]}", *(f"{INDENT}  ?? {check}" for check in checks[1:]), f"{INDENT}{{ return status }}"]
