# SPDX-License-Identifier: Apache-2.0
"""What a request carries: each key of `carries`, validated by the C prototype.

A key is an argument; a view or an array behind it (`image.pixels`, `landmarks`), whose bytes lie behind the
head; a field of a struct that is not carried as a whole (`events.capacity`); or `has image`, the presence
flag of what may be null.
"""
import dataclasses

from .header import VALUES, VIEWS, Parameter

CONTENTS = ["plain", "bytes", "numbers", "text", "faces"]
HELP = f"what its request carries, in this order, each with its content: {', '.join(CONTENTS)}"
HEAD = ("value", "view", "struct", "room", "field", "has")
BULK = ("bytes", "array")


@dataclasses.dataclass
class Part:
    key: str  # as the description has it
    content: str
    parameter: Parameter
    field: str  # empty for the argument itself
    kind: str  # one of HEAD or BULK; lent, left-out: a view that is not in the message
    type: str = ""  # of a field, in C

    @property
    def path(self):
        return self.key.removeprefix("has ")


def judged(function, node, parameters):
    """The parts of a request, once every input is stated."""
    return _Judge(function, node, parameters).parts()


def content(node, type_):
    if node.choice(CONTENTS) == "faces" and type_ != "imp_face":
        node.refuse(f"is faces, and what it says that of is {type_}, no imp_face")
    return node.value


class _Judge:
    def __init__(self, function, node, parameters):
        self.function, self.node, self.header = function, node, function.ability.header
        self.known = {it.name: it for it in parameters}
        self.stated = node.mapping()
        self.arrays = {it.pointer: it for it in function.arrays}
        structs = [it for it in parameters if it.stars == 1 and self.header.is_sized(it.base)]
        self.addresses = {f"{it.name}.{field}": it for it in structs for field, _ in self.header.addresses(it.base)}
        # Sent field by field.
        self.apart = {it.name: it for it in structs if it.name not in self.stated
                      and any(pointer.startswith(f"{it.name}.") for pointer in self.arrays)}  # fmt: skip

    def parts(self):
        for it in self.known.values():
            self._judge_argument(it)
        parts = [part for key, below in self.stated.items() for part in self._part(key, below)]
        for name, words in self._needed():
            if name not in self.stated:
                self.node.refuse(f"does not say what '{name}' is: {HELP}{words}")
        return parts

    def _judge_argument(self, p):
        function = self.function
        if p.type == "imp_buffer *" or p.name in self.arrays:
            return
        value = p.stars == 0 and (p.type in VALUES or p.type in VIEWS)
        struct = p.stars == 1 and self.header.is_sized(p.base)
        output = p.stars == 1 and not p.is_lent and p.base in VALUES
        nullable = p.nullable and not (struct and p.is_lent and function.has_arrays)
        if nullable or not (value or struct or output):
            null = " or null" if p.nullable else ""
            function.node.refuse(f"has the shape {function.shape}, and '{p.name}' is {p.type}{null}: its shape is own ({function.place})")
        for field, type_ in self.header.addresses(p.base) if struct else []:
            # A view of a struct that is read travels; any other address means nothing on the other side.
            if f"{p.name}.{field}" not in self.arrays and (not p.is_lent or type_ not in VIEWS or "." in field):
                function.refuse_address(p.base, field)

    def _part(self, key, below):
        path = key.removeprefix("has ")
        name, _, field = path.partition(".")
        p = self.known.get(name)
        array = self.arrays.get(path)
        if key != path:
            if p is None or not self._has_flag(path):
                below.refuse(f"is no flag: {', '.join(f'has {it}' for it in [*self.known, *self.arrays] if self._has_flag(it)) or 'there is none'}")
            below.choice(["plain"])
            return [Part(key, "plain", p, field, "has")]
        if array and not array.is_filled:
            if name in self.known and field and name not in self.stated and name not in self.apart:
                self._refuse_view(below, name)
            return [Part(key, content(below, array.base), p, field, "array")]
        if path in self.addresses and not array:
            if name not in self.stated:
                self._refuse_view(below, name)
            words = below.choice([*CONTENTS, "left-out", *(["lent"] if self.function.shape == "make" else [])])
            return [Part(key, words, p, field, words if words in ("left-out", "lent") else "bytes")]
        if field and name in self.apart and dict(self.header.fields(p.base)).get(field) in VALUES and field != "size":
            below.choice(["plain"])
            return [Part(key, "plain", p, field, "field", dict(self.header.fields(p.base))[field])]
        if field or p is None or array:
            below.refuse(f"is nothing that it can carry: {', '.join([*self.known, *self.addresses]) or 'it has no argument'}")
        words = content(below, p.base)
        if p.type == "imp_buffer *":
            return [Part(key, below.choice(["plain"]), p, "", "room")]
        if p.type in VIEWS:
            return [Part(key, words, p, "", "view"), Part(key, words, p, "", "bytes")]
        return [Part(key, words, p, "", "struct" if p.stars and p.base not in VALUES else "value")]

    def _refuse_view(self, below, name):
        below.refuse(f"is a view of '{name}', which is not carried")

    def _has_flag(self, path):
        """Whether nothing else in the message says that it is null."""
        array = self.arrays.get(path)
        if "." in path:
            return array is not None and array.is_filled and array.nullable and path.partition(".")[0] in self.apart
        p = self.known.get(path)
        return p is not None and p.nullable and p.stars == 1

    def _needed(self):
        """What has to be stated, each with what may be said beside a content."""
        for it in self.known.values():
            if self._has_flag(it.name):
                yield f"has {it.name}", ""
            if it.name in self.apart:
                yield from ((name, "") for name in self._fields(it))
            elif it.type == "imp_buffer *" or it.name in self.arrays:
                continue
            elif it.stars == 0 or it.is_lent:
                yield it.name, ""
        for path, it in self.addresses.items():
            if it.name in self.stated and path not in self.arrays:
                yield path, ", or left-out"
        yield from ((path, "") for path, array in self.arrays.items() if not array.is_filled)

    def _fields(self, p):
        """The fields of a struct that is sent field by field: all that its arrays do not imply."""
        arrays = [it for it in self.arrays.values() if it.pointer.startswith(f"{p.name}.")]
        implied = {it.room for it in arrays if not it.is_filled} | {it.count for it in arrays if it.room and it.is_filled}
        yield from (f"has {it.pointer}" for it in arrays if self._has_flag(it.pointer))
        for field, _ in self.header.fields(p.base):
            path = f"{p.name}.{field}"
            if field not in ("size", "reserved") and path not in implied and path not in self.arrays:
                yield path
