# SPDX-License-Identifier: Apache-2.0
"""Where a call arrives: the message is read, the object found, and the plugin's function called."""
from .header import VALUES
from .swift_functions import request_type
from .swift_text import called, closed, name

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
    arguments = ["it.object", *(given[p.name] for p in it.parameters)]
    return closed(before, called(f"it.table.pointee.{it.c.name}", arguments, "", INDENT + "  "), INDENT)


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
    carried = {word for word, _ in it.carried}
    kept = "let message" if it.carried or it.shape == "list" else "_"
    lines = [f"{INDENT}{kept} = try read({request_type(it)}.self, body)"]
    # What is lent as a pointer to be read.
    lines += [f"{INDENT}var {name(p)} = message.{name(p)}" for p in it.parameters if p.is_lent]
    lines.append(_found(it))
    given = {p.name: f"&{name(p)}" if p.is_lent else f"message.{name(p)}" for p in it.parameters if p.name in carried}
    told = [_initial(it, carried)] if it.answered and it.shape not in ("list", "produce") else []
    if it.shape == "list":
        given |= {it.entries.name: "$0", it.count.name: "$1"}
        return [*lines, *_call(it, given, f"return try list({'message.list' if it.carried else 'message'}, &reply)")]
    if it.shape == "produce":
        given |= {it.buffer.name: "$0", it.info.name: "$1"}
        return [*lines, *_call(it, given, "return try fill(message.room.fields, &reply)")]
    if it.shape == "make":
        given |= {it.handle.name: "$0"} | ({it.answered[0][0].name: "$1"} if told else {})
        words = ["it", f"{it.makes.swift}.self", "&reply", *(f"answering: {word}" for word in told)]
        return [*lines, *_call(it, given, f"return try make({', '.join(words)})")]
    if told:
        given[it.answered[0][0].name] = "$0"
        return [*lines, *_call(it, given, f"return try answering({told[0]}, &reply)")]
    arguments = ["it.object", *(given[p.name] for p in it.parameters)]
    call = called(f"{'' if it.c.result == 'void' else 'return '}it.table.pointee.{it.c.name}", arguments, "", INDENT)
    return [*lines, *call, *([f"{INDENT}return IMP_OK"] if it.c.result == "void" else [])]


def _initial(it, carried):
    """What an output is before the call: the caller's where it travels, else empty but for its size."""
    output = it.answered[0][0]
    if output.name in carried:
        return f"message.{name(output)}"
    return f"{VALUES[output.base][0]}(0)" if output.base in VALUES else f"sized({output.base}())"
