# SPDX-License-Identifier: Apache-2.0
"""The message of a request: what is carried in the order that is stated, structs, views and values of eight
bytes by themselves, values of four bytes two by two; then the bytes of its views, as bulk."""
from .header import VIEWS
from .names import pascal
from .swift_text import called, name, path, swift_type, width


def message(it):
    """A struct for one function; nothing for one whose shape has a message for all."""
    if it.shape not in ("list", "make", "produce", "call") or not it.carried:
        return []
    parameters = [it.parameter(carried) for carried, _ in it.carried]
    fields = [f"{word}: {type_}" for word, type_ in _room(it)] + [f"{name(p)}: {swift_type(p)}" for p in parameters]
    lines = [f"/// The request of `{it.name}`.", f"struct {it.type} {{", *(f"  var {field}" for field in fields)]
    lines += [line for run in _runs(it) if len(run) > 1 for line in _head(it, run)] + ["}", ""]
    lines += [f"extension {it.type}: CallMessage {{", "  func encode(to sink: inout some BodySink) {", *_written(it), "  }", ""]
    lines += ["  init(from reader: inout BodyReader) throws(MalformedBody) {", *_read(it), "  }", "}", ""]
    return lines


def _room(it):
    """What is first: the room that there is for the answer."""
    if it.shape == "list":
        return [("list", "ListMessage")]
    return [("room", f"FillMessage<{it.info.base}>")] if it.shape == "produce" else []


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


def _runs(it):
    """Neighbours that are written and read at once: views and values of one content. A struct is by itself,
    as its size need not be a multiple of 8."""
    runs = []
    for parameters, content in _places(it):
        is_flat = parameters[0].base in VIEWS or width(parameters[0]) > 0
        # A view's header says lengths alone.
        key = "plain" if parameters[0].base in VIEWS else content
        if runs and is_flat and runs[-1][1] == (True, key):
            runs[-1][0].append((parameters, content))
        else:
            runs.append(([(parameters, content)], (is_flat, key)))
    return [places for places, _ in runs]


def _head_type(run):
    return pascal(name(run[0][0][0])) + "Head"


def _head_fields(run):
    """Name, type and what is written; an odd value of four bytes has zero beside it."""
    for parameters, _ in run:
        for p in parameters:
            yield name(p), swift_type(p), f"{name(p)}{'.header' if p.base in VIEWS else ''}"
        if width(parameters[0]) == 4 and len(parameters) == 1:
            yield name(parameters[0]) + "Rest", "UInt32", "0"


def _head(it, run):
    return ["", f"  private struct {_head_type(run)}: BitwiseCopyable {{",
            *(f"    var {word}: {type_}" for word, type_, _ in _head_fields(run)), "  }"]  # fmt: skip


def _views(it, parameter):
    """The views of a struct: field and whether it is carried."""
    return [(word.partition(".")[2], words is it.views) for words in (it.views, it.left_out) for word, _ in words
            if word.startswith(f"{parameter.name}.")]  # fmt: skip


def _written(it):
    lines = [f"    {word}.encode(to: &sink)" for word, _ in _room(it)]
    for run in _runs(it):
        parameters, content = run[0]
        first = name(parameters[0])
        if len(run) > 1:
            made = [f"{word}: {value}" for word, _, value in _head_fields(run)]
            key = "plain" if parameters[0].base in VIEWS else content
            lines += called(f"sink.put({_head_type(run)}", made, f", .{key})", "    ")
        elif parameters[0].base in VIEWS:
            lines.append(f"    sink.put({first}.header, .plain)")
        elif width(parameters[0]) == 4:
            whole = f"Halves({first}, {name(parameters[1])})" if len(parameters) == 2 else f"Half({first})"
            lines.append(f"    sink.put({whole}, .{content})")
        elif _views(it, parameters[0]):
            lines.append(f"    var {first}Header = {first}")
            lines += [f"    {first}Header.{field} = {f'{first}.{field}.header' if kept else f'{_field_type(it, parameters[0], field)}()'}"
                      for field, kept in _views(it, parameters[0])]  # fmt: skip
            lines.append(f"    sink.put({first}Header, .{content})")
        else:
            lines.append(f"    sink.put({first}, .{content})")
    return lines + [f"    sink.bulk({path(view)}.raw, .{content})" for view, content in it.views]


def _read(it):
    lines = [f"    {word} = try {type_}(from: &reader)" for word, type_ in _room(it)]
    for run in _runs(it):
        parameters, _ = run[0]
        first, type_ = name(parameters[0]), swift_type(parameters[0])
        if len(run) > 1:
            head = first + "Head"
            lines.append(f"    let {head} = try reader.take({_head_type(run)}.self)")
            lines += [f"    {word} = {head}.{word}" if value != "0" else f"    try expectZero({head}.{word})"
                      for word, _, value in _head_fields(run)]  # fmt: skip
            continue
        if width(parameters[0]) == 4:
            whole = f"Halves<{type_}, {swift_type(parameters[1])}>" if len(parameters) == 2 else f"Half<{type_}>"
            lines.append(f"    let {first}Half = try reader.take({whole}.self)")
            lines.append(f"    {first} = {first}Half.first")
            lines.append(f"    {name(parameters[1])} = {first}Half.second" if len(parameters) == 2 else f"    try expectZero({first}Half.rest)")
            continue
        lines.append(f"    {first} = try reader.take({type_}.self)")
        if not width(parameters[0]) and type_ not in VIEWS:
            lines.append(f"    try expectOwnSize({first})")
            lines += [f"    {first}.{field} = {_field_type(it, parameters[0], field)}()" for field, kept in _views(it, parameters[0]) if not kept]
    for view, _ in it.views:
        type_ = it.parameter(view).base if it.parameter(view) else _type_of(it, view)
        lines.append(f"    {path(view)} = try {type_}({path(view)}, from: &reader)")
    return lines


def _type_of(it, view):
    parameter, _, field = view.partition(".")
    return _field_type(it, it.parameter(parameter), field)


def _field_type(it, parameter, field):
    return dict(it.ability.header.fields(parameter.base))[field]
