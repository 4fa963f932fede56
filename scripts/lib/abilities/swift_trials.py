# SPDX-License-Identifier: Apache-2.0
"""What the fuzzer and the tests of hostile input need of every function: a plugin that reads every buffer
that it is lent and fills every output, and a call of each function with buffers of its own."""
from .header import VALUES, VIEWS
from .names import camel, pascal
from .swift_text import SOURCE, banner, called, name

INDENT = " " * 6


def tables(abilities):
    """The tables of such a plugin."""
    lines = [banner(f"{SOURCE} and the headers") + "import CImprint", "import ContractTestSupport", "",
             "enum ReadingTables {", "  // Never written after they were made.",
             "  nonisolated(unsafe) static let all: [(id: String, table: UnsafeRawPointer)] = ["]  # fmt: skip
    lines += [f"    ({it.macro}, UnsafeRawPointer({camel(it.name)}))," for it in abilities]
    lines.append("  ]")
    for ability in abilities:
        lines += ["", f"  nonisolated(unsafe) private static let {camel(ability.name)} = lasting({ability.table}(",
                  f"    size: structSize({ability.table}.self), reserved: 0,"]  # fmt: skip
        lines += [f"    {it.c.name}: {_reading(it)}," for it in ability.functions]
        lines[-1] = lines[-1].rstrip(",") + "))"
    return "\n".join([*lines, "}", ""])


def calls(abilities):
    """A call of each function."""
    lines = [banner(f"{SOURCE} and the headers") + "import CImprint", "public import ImprintCalls", "",
             "extension LentCalls {", "  /// Makes a call on what a function is called on, with memory that is lent for it.",
             "  public func make(_ function: CallFunction, on it: OpaquePointer, _ lent: LentMemory) -> LentAnswer {",
             "    switch function {"]  # fmt: skip
    for ability in abilities:
        for it in ability.functions:
            lines.append(f"    case .{it.case}:")
            lines += [f"{INDENT}return {it.case}(it, lent)"] if ability.is_entry else _calling(it)
    return "\n".join([*lines, "    }", "  }", "}", ""])


# ---- The plugin ----


def _reading(it):
    if it.c.result not in ("imp_status", "void"):
        return f"{{ _ in {_told(it)} }}"
    lines, used = [], set()
    buffers = [p for p in it.parameters if p.type == "imp_buffer *"]
    for p in it.parameters:
        touched = _touched(it, p)
        lines += touched
        if touched or p in buffers:
            used.add(p.name)
    for array in it.arrays:
        done = _filling(it, array.base) if array.is_filled else "read"
        lines.append(f"Touch.{done}({_place(it, array.pointer)}, {_count(it, array)})")
        used |= {word.partition(".")[0] for word in (array.pointer, array.most)}
    lines += [f"{_place(it, array.count)} = {_place(it, array.room)}" for array in it.arrays if array.is_filled and array.room]
    if it.shape == "list":
        used |= {it.entries.name, it.count.name}
    words = ["_", *(name(p) if p.name in used else "_" for p in it.parameters)]
    # Each is filled, and the last one says whether it was there.
    lines += [f"_ = Touch.fill({name(p)})" for p in buffers[:-1]]
    if it.c.result == "imp_status":
        lines.append(f"return Touch.fill({name(buffers[-1])})" if buffers else "return IMP_OK")
    if len(lines) < 2:
        return f"{{ {', '.join(words)} in {''.join(lines).removeprefix('return ')} }}".replace("  ", " ")
    return "\n".join([f"{{ {', '.join(words)} in", *(INDENT + line for line in lines), "    }"])


def _touched(it, p):
    """What is done with an argument by itself."""
    if any(array.pointer == p.name for array in it.arrays) or p.type == "imp_buffer *":
        return []
    if it.shape == "list" and p in (it.entries, it.count):
        return [f"Touch.fillStructs({name(p)}, {name(it.count)}.pointee)"] if p is it.entries else []
    if p.stars == 2:
        return [f"Touch.make({name(p)})"]
    if p.stars == 0:
        return [f"Touch.read({name(p)})"] if p.type in VIEWS else []
    if not p.is_lent:
        # What holds an address is not filled as bytes.
        return [] if _fields(it, p) else [f"Touch.{_filling(it, p.base)}({name(p)}, 1)"]
    mark = "?" if p.nullable else ""
    views = [f"Touch.read({name(p)}{mark}.pointee.{field})" for field, type_ in _fields(it, p) if type_ in VIEWS]
    return [f"Touch.read({name(p)}, 1)", *views]


def _filling(it, base):
    """The size of a struct stays (R-20)."""
    return "fillStructs" if it.ability.header.is_sized(base) else "fill"


def _fields(it, p):
    return list(it.ability.header.addresses(p.base)) if it.ability.header.is_sized(p.base) else []


def _place(it, path):
    """An argument, or a field of one."""
    first, _, field = path.partition(".")
    if not field:
        return camel(first)
    return f"{camel(first)}{'?' if it.parameter(first).nullable else ''}.pointee.{field}"


def _count(it, array):
    most = _place(it, array.most)
    count = f"Int(clamping: {most}{' ?? 0' if '?' in most else ''})"
    return f"{count} + {array.more}" if array.more else count


def _told(it):
    """A function that answers a struct: one that lasts, whose texts are there."""
    base = it.c.result.replace("const", "").replace("*", "").strip()
    texts = [f"\\{base}.{field}" for field, _ in it.ability.header.addresses(base)]
    return f"lasting({base}.self, texts: [{', '.join(texts)}])"


# ---- The calls ----


def _calling(it):
    table = f"table({it.ability.table}.self).{it.c.name}"
    before = [line for p in it.parameters for line in _set(it, p)]
    arguments = ["it", *(_lent(it, p) for p in it.parameters)]
    if it.c.result not in ("imp_status", "void"):
        base = it.c.result.replace("const", "").replace("*", "").strip()
        texts = [f"\\{base}.{field}" for field, _ in it.ability.header.addresses(base)]
        return called("return lent.told", [f"{table}({', '.join(arguments)})", f"texts: [{', '.join(texts)}]"], "", INDENT)
    call = called(f"{'let status = ' if it.c.result == 'imp_status' else ''}{table}", arguments, "", INDENT)
    if it.c.result == "void":
        return [*before, *call, f"{INDENT}return LentAnswer()"]
    makes = any(p.stars == 2 for p in it.parameters)
    made = [f"{INDENT}let made = lent.place()"] if makes else []
    return [*made, *before, *call, f"{INDENT}return LentAnswer(status{', made.pointee' if makes else ''})"]


def _lent(it, p):
    array = next((array for array in it.arrays if array.pointer == p.name), None)
    if array:
        return _many(it, array)
    if it.shape == "list" and p in (it.entries, it.count):
        return f"lent.structs({p.base}.self)" if p is it.entries else "lent.count()"
    if p.stars == 2:
        return "made"
    if p.type == "imp_buffer *":
        return "lent.buffer()"
    if p.type in VIEWS:
        return _view(p.type)
    if p.stars == 0:
        return ".init(LentMemory.entries)" if any(array.most == p.name for array in it.arrays) else "1"
    if p.base in VALUES:
        return f"lent.value({VALUES[p.base][0]}.self)"
    return _variable(p) if _set(it, p) else f"lent.one({p.base}.self)"


def _variable(p):
    return "lent" + pascal(p.name)


def _set(it, p):
    """A struct with more in it than values: its views, its arrays and how many of each there may be."""
    if p.stars != 1 or any(array.pointer == p.name for array in it.arrays):
        return []
    place = f"{INDENT}{_variable(p)}.pointee."
    lines = [f"{place}{field} = {_view(type_)}" for field, type_ in _fields(it, p) if type_ in VIEWS]
    counts = {}
    for array in it.arrays:
        first, _, field = array.pointer.partition(".")
        if field and first == p.name:
            many = _many(it, array)
            lines.append(f"{place}{field} = {f'UnsafePointer({many})' if array.is_const else many}")
        first, _, field = array.most.partition(".")
        if field and first == p.name:
            counts[field] = None
    lines += [f"{place}{field} = .init(LentMemory.entries)" for field in counts]
    return [f"{INDENT}let {_variable(p)} = lent.one({p.base}.self)", *lines] if lines else []


def _many(it, array):
    more = f", and: {array.more}" if array.more else ""
    if it.ability.header.is_sized(array.base):
        return f"lent.structs({array.base}.self{more})"
    return f"lent.values({array.base if array.base not in VALUES else VALUES[array.base][0]}.self{more})"


def _view(type_):
    return "lent.bytes()" if type_ == "imp_bytes" else "lent.text()"
