# SPDX-License-Identifier: Apache-2.0
"""The C table that stands for a plugin's on this side: each function judges what it was lent, and sends a
message."""
from .header import VALUES, VIEWS
from .swift_functions import request_type
from .swift_text import called, closed, name

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
    if it.shape == "own" and it.c.result != "imp_status":
        # The import says that it never answers null, and there may be nothing else to answer.
        return f"BridgedTables.{it.case}"
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
        made = called(it.type, ["list: $0", *_arguments(it)], "", INDENT + "  ") if it.carried else ["$0"]
        return closed(f"{this}.list(.{it.case}, {name(it.entries)}, {name(it.count)})", made, INDENT)
    if it.shape == "produce":
        made = called(it.type, ["room: $0", *_arguments(it)], "", INDENT + "  ")
        call = closed(f"return {this}.produce(.{it.case}, {name(it.buffer)}, {name(it.info)})", made, INDENT)
        return [*_guard(it), *call]
    request = called(f"let request = {request_type(it)}", _arguments(it), "", INDENT)
    told = [f"answering: {name(it.answered[0][0])}"] if it.answered else []
    if it.shape == "make":
        call = called(f"return {this}.make", [f".{it.case}", "request", name(it.handle), f"{it.makes.swift}.self", *told], "", INDENT)
    else:
        waits = [f"patience: {name(it.parameter(it.waits))}"] if it.waits else []
        call = called(f"return {this}.perform", [f".{it.case}", "request", *waits, *told], "", INDENT)
    return [*_guard(it), *request, *call]


def _arguments(it):
    return [f"{name(p)}: {name(p)}{'.pointee' if p.stars else ''}" for p in map(it.parameter, (word for word, _ in it.carried))]


def _guard(it):
    """Structs are judged first (R-20), then what else must not be null."""
    pointers = [p for p in it.parameters if p.stars]
    # What a shape fills it judges itself.
    pointers = [p for p in pointers if it.shape != "produce" or p not in (it.buffer, it.info)]
    structs = [f"misfit({name(p)})" for p in pointers if p.stars == 1 and p.base not in VALUES and p.base not in VIEWS]
    others = [f"absence({name(p)})" for p in pointers if p.stars > 1 or p.base in VALUES]
    checks = " ?? ".join(structs + others)
    return [f"{INDENT}if let status = {checks} {{ return status }}"] if checks else []
