# SPDX-License-Identifier: Apache-2.0
"""Where a call arrives: the message is read, the object found, and the plugin's function called."""
from .header import VALUES
from .swift_functions import request_type
from .swift_text import name


def functions(ability):
    lines = ["extension CallExecutor {"]
    for it in (it for it in ability.functions if it.shape != "own"):
        lines += [
            f"  func {it.case}(",
            "    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter",
            "  ) throws(ExecutionFault) -> imp_status {",
            *(f"    {line}" for line in _body(it)), "  }", "",
        ]  # fmt: skip
    return [*lines[:-1], "}", ""] if len(lines) > 1 else []


def _found(it):
    if it.object is None:
        return f"let it = try provider(request, {it.ability.table}.self)"
    return f"let it = try object(request, {it.object.swift}.self)"


def _body(it):
    call = f"it.table.pointee.{it.c.name}"
    if it.shape == "end":
        return [f"return try end(request, body, {it.object.swift}.self)"]
    if it.shape == "cancel":
        return [f"return try cancel(request, body, {it.object.swift}.self) {{ $0.table.pointee.{it.c.name}($0.object) }}"]
    if it.shape in ("fill", "exchange"):
        lines = [f"let fields = try read({request_type(it)}.self, body).fields", _found(it)]
        if it.shape == "fill":
            return [*lines, f"return try fill(fields, &reply) {{ {call}(it.object, fields.timeout, $0, $1) }}"]
        given = {it.buffer.name: "$0"} | ({it.input.name: "fields.input"} if it.input else {}) | ({it.code.name: "fields.code"} if it.code else {})
        return [*lines, f"return try exchange(fields, &reply) {{ {call}({', '.join(['it.object', *(given[p.name] for p in it.parameters)])}) }}"]
    carried = {word for word, _ in it.carried}
    message = "message" if it.carried or it.shape == "list" else "_"
    lines = [f"let {message} = try read({request_type(it)}.self, body)".replace("let _ =", "_ =")]
    # What is lent as a pointer to be read.
    lines += [f"var {name(p)} = message.{name(p)}" for p in it.parameters if p.is_lent]
    lines.append(_found(it))
    given = {p.name: f"&{name(p)}" if p.is_lent else f"message.{name(p)}" for p in it.parameters if p.name in carried}
    if it.shape == "list":
        room = "message.list" if it.carried else "message"
        given |= {it.entries.name: "$0", it.count.name: "$1"}
        return [*lines, f"return try list({room}, &reply) {{ {call}({_given(it, given)}) }}"]
    if it.shape == "make":
        given[it.handle.name] = "$0"
        told = ""
        if it.answered:
            told = f", answering: {_initial(it, carried)}"
            given[it.answered[0][0].name] = "$1"
        return [*lines, f"return try make(it, {it.makes.swift}.self, &reply{told}) {{ {call}({_given(it, given)}) }}"]
    if it.answered:
        given[it.answered[0][0].name] = "$0"
        return [*lines, f"return try answering({_initial(it, carried)}, &reply) {{ {call}({_given(it, given)}) }}"]
    if it.c.result == "void":
        return [*lines, f"{call}({_given(it, given)})", "return IMP_OK"]
    return [*lines, f"return {call}({_given(it, given)})"]


def _given(it, given):
    return ", ".join(["it.object", *(given[p.name] for p in it.parameters)])


def _initial(it, carried):
    """What an output is before the call: the caller's where it travels, else empty but for its size."""
    output = it.answered[0][0]
    if output.name in carried:
        return f"message.{name(output)}"
    return f"{VALUES[output.base][0]}(0)" if output.base in VALUES else f"sized({output.base}())"
