# SPDX-License-Identifier: Apache-2.0
"""The message of a request. It holds the arguments as C has them. In its body what is carried lies in the
order that is stated, structs, views and values of eight bytes by themselves, values of four bytes two by two,
padded with zero; then the bytes of views and arrays, as bulk."""
import dataclasses

from .header import VALUES
from .names import camel, pascal
from .swift_text import called, name, path, swift_type

SHAPES = ("list", "make", "produce", "collect", "each", "call", "own")


@dataclasses.dataclass
class Word:
    """A value in the head: of four or eight bytes, or a view."""

    name: str
    type: str
    bytes: int
    value: str  # what is written
    content: str


def has_message(it):
    """Whether it has a message of its own."""
    return it.shape in SHAPES and bool(it.parts)


def message(it):
    """A struct for one function; nothing for one whose shape has a message for all."""
    if not has_message(it):
        return []
    fields = [f"{word}: {type_}" for word, type_ in _room(it)] + [f"{name(p)}: {_type(it, p)}" for p in it.held]
    lines = [f"/// The request of `{it.name}`.", f"struct {it.type} {{", *(f"  var {field}" for field in fields)]
    lines += [line for run in _runs(it) if _is_head(run) for line in _head(run)] + ["}", ""]
    lines += [f"extension {it.type}: CallMessage {{", "  func encode(to sink: inout some BodySink) {", *_written(it), "  }", ""]
    lines += ["  init(from reader: inout BodyReader) throws(MalformedBody) {", *_read(it), "  }", "}", ""]
    return lines


def _room(it):
    """What is first: the room that there is for the answer."""
    if it.shape == "list":
        return [("list", "ListMessage")]
    return [("room", f"FillMessage<{it.info.base}>")] if it.shape == "produce" and it.is_room_first else []


def _type(it, p):
    array = _array(it, p.name)
    if array:
        return f"Unsafe{'' if array.is_const else 'Mutable'}Pointer<{swift_type(p)}>?"
    return swift_type(p) + ("?" if p.nullable else "")


def _array(it, pointer):
    return next((array for array in it.arrays if array.pointer == pointer), None)


# ---- The layout ----


def _words(part):
    """The words of a part of the head; none of a struct, which is by itself."""
    p, at = part.parameter, path(part.path)
    if part.kind == "has":
        yield Word(_flag(part.path), "UInt32", 4, f"{at} == nil ? 0 : 1", "plain")
    elif part.kind == "room":
        yield Word(f"{at}Capacity", "UInt64", 8, f"UInt64({at}.room)", "plain")
        yield Word(f"{at}Length", "UInt64", 8, f"UInt64(UInt(bitPattern: {at}.length))", "plain")
        yield Word(_flag(part.path), "UInt32", 4, f"{at}.data == nil ? 0 : 1", "plain")
    elif part.kind == "view":
        # A view's header says lengths alone.
        yield Word(at, p.base, 16, f"{at}.header", "plain")
    elif part.kind == "field":
        type_, bytes_ = VALUES[part.type]
        yield Word(_flat(part.path), type_, bytes_, at, "plain")
    elif part.kind == "value":
        yield Word(at, swift_type(p), VALUES[p.base][1], at, part.content)


def _flat(dotted):
    return camel(dotted.replace(".", "_"))


def _flag(dotted):
    return "has" + pascal(dotted.replace(".", "_"))


def _runs(it):
    """Neighbours that are written and read at once: words of one content, padded to eight bytes. A struct is
    by itself, as its size need not be a multiple of 8."""
    runs, half = [], None  # half: the word of four bytes with nothing beside it yet

    def close():
        nonlocal half
        if half:
            runs[-1].append(Word(half.name + "Padding", "UInt32", 4, "0", half.content))
        half = None

    for part in it.head:
        if part.kind == "struct":
            close()
            runs.append(part)
        for word in _words(part):
            if half and (word.bytes != 4 or word.content != half.content):
                close()
            if not runs or not isinstance(runs[-1], list) or runs[-1][0].content != word.content:
                runs.append([])
            runs[-1].append(word)
            half = word if word.bytes == 4 and not half else None
    close()
    return runs


def _is_head(run):
    return isinstance(run, list) and len(run) > 1


def _head_type(run):
    return pascal(run[0].name) + "Head"


def _head(run):
    return ["", f"  private struct {_head_type(run)}: BitwiseCopyable {{", *(f"    var {word.name}: {word.type}" for word in run), "  }"]


# ---- Writing ----


def _written(it):
    lines = [f"    {word}.encode(to: &sink)" for word, _ in _room(it)]
    for run in _runs(it):
        if not isinstance(run, list):
            lines += _struct_written(it, run)
        elif _is_head(run):
            lines += called(f"sink.put({_head_type(run)}", [f"{word.name}: {word.value}" for word in run], f", .{run[0].content})", "    ")
        else:
            lines.append(f"    sink.put({run[0].value}, .{run[0].content})")
    for part in it.bulk:
        lines += _if_there(part, _bulk_written(it, part))
    return lines


def _struct_written(it, part):
    p, first = part.parameter, name(part.parameter)
    pointers = list(_pointers(it, p))
    if not pointers:
        return _if_there(part, f"sink.put({first}, .{part.content})")
    lines = [f"var {first}Header = {first}", *(f"{first}Header.{field} = {value}" for field, value in pointers)]
    return _if_there(part, *lines, f"sink.put({first}Header, .{part.content})")


def _pointers(it, p):
    """The pointers of a struct, as they travel: whether there is something."""
    at = name(p)
    for part in it.parts:
        if part.parameter is p and part.field and part.kind == "array":
            yield part.field, f"{at}.{part.field} == nil ? nil : .present"
        elif part.parameter is p and part.field and part.kind in ("bytes", "lent"):
            yield part.field, f"{at}.{part.field}.header"
        elif part.parameter is p and part.kind == "left-out":
            yield part.field, f"{_field_type(it, part)}()"


def _bulk_written(it, part):
    if part.kind == "array":
        return f"sink.array({', '.join(_counted(it, part))}, .{part.content})"
    return f"sink.bulk({path(part.key)}.raw, .{part.content})"


def _counted(it, part):
    array = _array(it, part.key)
    return [path(array.pointer), path(array.count), *([f"and: {array.more}"] if array.more else [])]


def _if_there(part, *lines):
    """What is done with a struct, or a view in one, that may be null."""
    p = part.parameter
    if not p.nullable or part.kind == "array" and not part.field:
        return [f"    {line}" for line in lines]
    return [f"    if let {name(p)} {{", *(f"      {line}" for line in lines), "    }"]


# ---- Reading ----


def _read(it):
    lines = [f"    {word} = try {type_}(from: &reader)" for word, type_ in _room(it)]
    taken = {}  # where each word is, once it is read
    for run in _runs(it):
        if not isinstance(run, list):
            lines += _struct_read(it, run, taken)
        elif _is_head(run):
            head = run[0].name + "Head"
            lines.append(f"    let {head} = try reader.take({_head_type(run)}.self)")
            taken |= {word.name: f"{head}.{word.name}" for word in run}
            lines += [f"    try expectZero({head}.{word.name})" for word in run if word.value == "0"]
        else:
            word = run[0]
            is_held = word.name in {name(p) for p in it.held}
            lines.append(f"    {'' if is_held else 'let '}{word.name} = try reader.take({word.type}.self)")
            taken[word.name] = word.name
    for p in it.held:
        lines += _assigned(it, p, taken)
    lines += [f'    try expectAtMost({limit.most}, {path(limit.count)}, "{limit.count}")' for limit in it.limits]
    for part in it.bulk:
        lines += _bulk_read(it, part)
    return lines


def _struct_read(it, part, taken):
    p, first, type_ = part.parameter, name(part.parameter), part.parameter.base
    if p.nullable:
        return [f"    {first} = {taken[_flag(p.name)]} == 0 ? nil : try reader.take({type_}.self)",
                f"    if let {first} {{ try expectOwnSize({first}) }}"]  # fmt: skip
    lines = [f"    {first} = try reader.take({type_}.self)", f"    try expectOwnSize({first})"]
    return lines + [f"    {first}.{out.field} = {_field_type(it, out)}()" for out in it.parts
                    if out.kind == "left-out" and out.parameter is p]  # fmt: skip


def _assigned(it, p, taken):
    """An argument of what was read before."""
    first = name(p)
    kinds = {part.kind for part in it.head if part.parameter is p}
    if "struct" in kinds:
        return []
    if "room" in kinds:
        words = [taken[word] for word in (f"{first}Capacity", f"{first}Length", _flag(p.name))]
        return called(f"{first} = try imp_buffer", [f"capacity: {words[0]}", f"length: {words[1]}", f"isThere: {words[2]}"], "", "    ")
    if _array(it, p.name):
        return [f"    {first} = {taken[_flag(p.name)]} == 0 ? nil : .present"]
    if kinds & {"value", "view"}:
        return [f"    {first} = {taken[first]}"] if taken[first] != first else []
    fields = [f"{field}: {_field(it, p, field, type_, taken)}" for field, type_ in it.ability.header.fields(p.base)]
    return called(f"{first} = {p.base}", fields, "", "    ")


def _field(it, p, field, type_, taken):
    """A field of a struct that was sent field by field."""
    dotted = f"{p.name}.{field}"
    array = _array(it, dotted)
    if array and not array.nullable:
        return ".present"
    if array:
        return f"{taken[_flag(dotted) if array.is_filled else _flat(array.count)]} == 0 ? nil : .present"
    if field == "size":
        return f"UInt32(MemoryLayout<{p.base}>.size)"
    # An array that is read is as long as it may be.
    read = next((array for array in it.arrays if array.room == dotted and not array.is_filled), None)
    return taken.get(_flat(read.count if read else dotted), "0" if type_ in VALUES else ".init()")


def _bulk_read(it, part):
    at, p = path(part.key), part.parameter
    if part.kind == "array":
        array = _array(it, part.key)
        taken = f"try reader.array({', '.join(_counted(it, part))})"
        lines = [f"    {at} = {taken}" if array.is_const else f"    {at} = UnsafeMutablePointer(mutating: {taken})"]
        return lines + ([f"    try expectOwnSizes({at}, {path(array.count)})"] if it.ability.header.is_sized(array.base) else [])
    type_ = _field_type(it, part) if part.field else p.base
    if p.nullable:
        return [f"    if let header = {name(p)} {{", f"      {name(p)}?.{part.field} = try {type_}(header.{part.field}, from: &reader)", "    }"]
    return [f"    {at} = try {type_}({at}, from: &reader)"]


def _field_type(it, part):
    return dict(it.ability.header.fields(part.parameter.base))[part.field]
