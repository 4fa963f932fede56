# SPDX-License-Identifier: Apache-2.0
"""The message of a request: what is carried in the order that is stated, structs, views and values of eight
bytes by themselves, values of four bytes two by two; then the bytes of its views, as bulk."""
from .header import VIEWS
from .swift_text import name, path, swift_type, width


def message(it):
    """A struct for one function; nothing for one whose shape has a message for all."""
    if it.shape not in ("list", "make", "call") or not it.carried:
        return []
    parameters = [it.parameter(carried) for carried, _ in it.carried]
    fields = (["list: ListMessage"] if it.shape == "list" else []) + [f"{name(p)}: {swift_type(p)}" for p in parameters]
    lines = [f"/// The request of `{it.name}`.", f"struct {it.type} {{", *(f"  var {field}" for field in fields), "}", ""]
    lines += [f"extension {it.type}: CallMessage {{", "  func encode(to sink: inout some BodySink) {", *_written(it), "  }", ""]
    lines += ["  init(from reader: inout BodyReader) throws(MalformedBody) {", *_read(it), "  }", "}", ""]
    return lines


def _places(it):
    """What lies at a multiple of 8: one parameter, or one or two of four bytes, with the content."""
    places = []
    for carried, content in it.carried:
        parameter = it.parameter(carried)
        if width(parameter) == 4 and places and len(places[-1][0]) == 1 and width(places[-1][0][0]) == 4 and places[-1][1] == content:
            places[-1][0].append(parameter)
        else:
            places.append(([parameter], content))
    return places


def _views(it, parameter):
    """The views of a struct: field and whether it is carried."""
    return [(word.partition(".")[2], words is it.views) for words in (it.views, it.left_out) for word, _ in words
            if word.startswith(f"{parameter.name}.")]  # fmt: skip


def _written(it):
    lines = ["    list.encode(to: &sink)"] if it.shape == "list" else []
    for parameters, content in _places(it):
        first = name(parameters[0])
        if parameters[0].base in VIEWS:
            lines.append(f"    sink.put({first}.header, .plain)")
        elif width(parameters[0]) == 4:
            second = name(parameters[1]) if len(parameters) == 2 else "UInt32(0)"
            lines.append(f"    sink.put(Halves({first}, {second}), .{content})")
        elif _views(it, parameters[0]):
            lines.append(f"    var {first}Header = {first}")
            lines += [f"    {first}Header.{field} = {f'{first}.{field}.header' if kept else 'imp_text()'}"
                      for field, kept in _views(it, parameters[0])]  # fmt: skip
            lines.append(f"    sink.put({first}Header, .{content})")
        else:
            lines.append(f"    sink.put({first}, .{content})")
    return lines + [f"    sink.bulk({path(view)}.raw, .{content})" for view, content in it.views]


def _read(it):
    lines = ["    list = try ListMessage(from: &reader)"] if it.shape == "list" else []
    for parameters, _ in _places(it):
        first, type_ = name(parameters[0]), swift_type(parameters[0])
        if width(parameters[0]) == 4:
            second = swift_type(parameters[1]) if len(parameters) == 2 else "UInt32"
            lines.append(f"    let {first}Half = try reader.take(Halves<{type_}, {second}>.self)")
            lines.append(f"    {first} = {first}Half.first")
            lines.append(f"    {name(parameters[1])} = {first}Half.second" if len(parameters) == 2 else f"    try expectZero({first}Half.second)")
            continue
        lines.append(f"    {first} = try reader.take({type_}.self)")
        if not width(parameters[0]) and type_ not in VIEWS:
            lines.append(f"    try expectOwnSize({first})")
            lines += [f"    {first}.{field} = imp_text()" for field, kept in _views(it, parameters[0]) if not kept]
    for view, _ in it.views:
        type_ = it.parameter(view).base if it.parameter(view) else _type_of(it, view)
        lines.append(f"    {path(view)} = try {type_}({path(view)}, from: &reader)")
    return lines


def _type_of(it, view):
    parameter, _, field = view.partition(".")
    return dict(it.ability.header.fields(it.parameter(parameter).base))[field]
