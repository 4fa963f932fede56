# SPDX-License-Identifier: Apache-2.0
"""Where a call arrives: the message is read, the object found, and the plugin's function called."""
from .header import VALUES
from .names import camel
from .swift_functions import request_type
from .swift_text import called, closed, name, path

INDENT = " " * 4


def functions(ability):
    lines = ["extension CallExecutor {"]
    for it in (it for it in ability.functions if it.shape != "own"):
        lines += [
            f"  func {it.case}(",
            "    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter",
            "  ) throws(ExecutionFault) -> imp_status {",
            *_body(it), "  }", "",
        ]  # fmt: skip
    return [*lines[:-1], "}", ""] if len(lines) > 1 else []


def _found(it):
    if it.object is None:
        return f"{INDENT}let it = try provider(request, {it.ability.table}.self)"
    return f"{INDENT}let it = try object(request, {it.object.swift}.self)"


def _call(it, given, before):
    """The plugin's function with what it is given, in the closure of a shape."""
    return closed(before, _plain_call(it, given, INDENT + "  "), INDENT)


def _plain_call(it, given, indent, before=""):
    """The plugin's function; what may be null is lent for its length."""
    nullable = [p for p in it.parameters if p.nullable and p.is_lent and it.ability.header.is_sized(p.base)]
    arguments = ["it.object", *(name(p) if p in nullable else given[p.name] for p in it.parameters)]
    if not nullable:
        return called(f"{before}it.table.pointee.{it.c.name}", arguments, "", indent)
    lines = called(f"it.table.pointee.{it.c.name}", arguments, "", indent + "  ")
    for p in nullable:
        lines = [f"{indent}{before}withLent(message.{name(p)}) {{ {name(p)} in", *lines, f"{indent}}}"]
    return lines


def _body(it):
    if it.shape == "end":
        return [f"{INDENT}try end(request, body, {it.object.swift}.self)"]
    if it.shape == "cancel":
        return closed(f"try cancel(request, body, {it.object.swift}.self)", [f"{INDENT}  $0.table.pointee.{it.c.name}($0.object)"], INDENT)
    if it.shape in ("fill", "exchange"):
        lines = [f"{INDENT}let fields = try read({request_type(it)}.self, body).fields", _found(it)]
        if it.shape == "fill":
            given = {it.waits: "fields.timeout", it.buffer.name: "$0", it.info.name: "$1"}
        else:
            given = {it.buffer.name: "$0"}
            given |= {it.input.name: "fields.input"} if it.input else {}
            given |= {it.code.name: "fields.code"} if it.code else {}
        return [*lines, *_call(it, given, f"return try {it.shape}(fields, &reply)")]
    held = {p.name for p in it.held}
    kept = "let message" if held or it.shape == "list" else "_"
    lines = [f"{INDENT}{kept} = try read({request_type(it)}.self, body)"]
    # What is lent as a pointer to be read, or is filled with arrays.
    structs = [p for p in it.parameters if p.name in held and it.ability.header.is_sized(p.base) and not p.nullable
               and (p.is_lent or it.shape == "collect")]  # fmt: skip
    lines += [f"{INDENT}var {name(p)} = message.{name(p)}" for p in structs]
    lines.append(_found(it))
    given = {p.name: f"&{name(p)}" if p in structs else f"message.{name(p)}" for p in it.held}
    told = [_initial(it, held)] if it.answered and it.shape not in ("list", "produce") else []
    if it.shape == "list":
        given |= {it.entries.name: "$0", it.count.name: "$1"}
        return [*lines, *_call(it, given, f"return try list({'message.list' if it.parts else 'message'}, &reply)")]
    if it.shape == "produce":
        room = "message.room.fields" if it.is_room_first else f"message.{name(it.buffer)}, message.{name(it.info)}"
        nested = any(p.nullable and p.is_lent and it.ability.header.is_sized(p.base) for p in it.parameters)
        words = [name(it.buffer), name(it.info)] if nested else ["$0", "$1"]
        given |= {it.buffer.name: words[0], it.info.name: words[1]}
        call = _plain_call(it, given, INDENT + "  ")
        if nested:
            return [*lines, f"{INDENT}return try fill({room}, &reply) {{ {', '.join(words)} in", *call, f"{INDENT}}}"]
        return [*lines, *closed(f"return try fill({room}, &reply)", call, INDENT)]
    if it.shape == "collect":
        return [*lines, *_collected(it, given)]
    if it.shape == "each":
        values = it.filled[0][0].pointer
        given[values] = "$0"
        return [*lines, *_call(it, given, f"return try each(message.{name(it.gallery)}, message.{camel(values)}, &reply)")]
    if it.shape == "make":
        given |= {it.handle.name: "$0"} | ({it.answered[0][0].name: "$1"} if told else {})
        words = ["it", f"{it.makes.swift}.self", "&reply", *(f"answering: {word}" for word in told)]
        if it.lent:
            lines += [f"{INDENT}let memory = try lent(message.{path(it.lent.key)}, with: request)",
                      f"{INDENT}{path(it.lent.key)}.data = memory?.start"]  # fmt: skip
            words.append("lending: memory")
        return [*lines, *_call(it, given, f"return try make({', '.join(words)})")]
    if told:
        given[it.answered[0][0].name] = "$0"
        return [*lines, *_call(it, given, f"return try answering({told[0]}, &reply)")]
    arguments = ["it.object", *(given[p.name] for p in it.parameters)]
    call = called(f"{'' if it.c.result == 'void' else 'return '}it.table.pointee.{it.c.name}", arguments, "", INDENT)
    return [*lines, *call, *([f"{INDENT}return IMP_OK"] if it.c.result == "void" else [])]


def _collected(it, given):
    """Each array is filled where it lies in the reply."""
    lines, before = [f"{INDENT}let counts = try reply.reserve(UInt64(0))"], None
    for array, _ in it.filled:
        at, pointer = _part(array), path(array.pointer)
        sized = str(it.ability.header.is_sized(array.base)).lower()
        words = [f"of: {array.base}.self", path(array.room), f'"{array.pointer.partition(".")[2]}"', f"isSized: {sized}",
                 *([f"behind: {before}.part"] if before else [])]  # fmt: skip
        lines += called(f"let {at} = try reply.array", words, "", INDENT)
        lines.append(f"{INDENT}{f'if {pointer} != nil {{ ' if array.nullable else ''}{pointer} = {at}.start(){' }' if array.nullable else ''}")
        before = at
    lines += _plain_call(it, given, INDENT, "let status = ")
    told = [f"({_part(array)}, {path(array.count)})" for array, _ in it.filled]
    return lines + called("return try collected", ["status", *told, "at: counts", "&reply"], "", INDENT)


def _part(array):
    return camel(array.pointer.replace(".", "_"))


def _initial(it, held):
    """What an output is before the call: the caller's where it travels, else empty but for its size."""
    output = it.answered[0][0]
    if output.name in held:
        return f"message.{name(output)}"
    return f"{VALUES[output.base][0]}(0)" if output.base in VALUES else f"sized({output.base}())"
