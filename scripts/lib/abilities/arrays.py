# SPDX-License-Identifier: Apache-2.0
"""How many elements a pointer points to, and how many there may be: C does not say.

`arrays` has `pointer: count`, `pointer: count + 1`, or `pointer: count of capacity`, where the count is
written once the array has been filled; of an array that is read, the capacity is the count. Each is an
argument, or a field of a struct: `faces.face_count`. `limits` has `count: at most limit`, and refuses a call
with more, or `count: cut to limit`.
"""
import dataclasses
import re

from .header import VALUES, VIEWS

NUMBERS = ("uint32_t", "uint64_t", "size_t")
NAME = r"[a-z_0-9]+(?:\.[a-z_0-9]+)?"
LIMIT = re.compile(r"(?P<what>at most|cut to) (?P<most>IMP_[A-Z0-9_]+|CallLimit\.[a-zA-Z]+)")
FORM = re.compile(rf"(?P<count>{NAME})(?P<more> \+ 1)?(?: of (?P<room>{NAME}))?")


@dataclasses.dataclass
class Array:
    pointer: str  # `landmarks`, or `faces.landmarks`
    base: str
    is_filled: bool  # by the function; else it is lent to be read
    is_const: bool  # the pointer is to what is const
    count: str
    more: int
    room: str | None  # the capacity, where the count says how many there are
    nullable: bool

    @property
    def most(self):
        return self.room if self.room and self.is_filled else self.count


@dataclasses.dataclass
class Limit:
    count: str  # an argument, or a field of one
    most: str  # as Swift has it
    is_cut: bool


def judged(function, node):
    """The arrays that are stated, once every pointer is to one struct or to a counted array."""
    header, pointers, needed = function.ability.header, {}, set()
    for it in function.parameters:
        if it.stars == 0 and (it.type in VALUES or it.type in VIEWS) or it.stars == 2 or it.type == "imp_buffer *":
            continue
        is_sized = header.is_sized(it.base)
        if it.stars != 1 or not (is_sized or it.base in VALUES or it.base in header.records):
            function.node.refuse(f"has an argument '{it.name}' of the type {it.type}, which cannot be lent ({function.place})")
        pointers[it.name] = (it.base, it.is_lent, not it.is_lent, it.nullable)
        if not is_sized and (it.base not in VALUES or it.is_lent or it.nullable):
            needed.add(it.name)
        for field, type_ in header.addresses(it.base) if is_sized else []:
            if "*" in type_:
                base = re.sub(r"\b(const|struct|_Nullable|_Nonnull)\b|\*", "", type_).strip()
                is_const = type_.startswith("const ")
                pointers[f"{it.name}.{field}"] = (base, is_const, not it.is_lent and not is_const, header.may_be_null(it.base, field))
                needed.add(f"{it.name}.{field}")
            elif type_ not in VIEWS or not it.is_lent or "." in field:
                function.node.refuse(f"has {it.base}.{field}, an address that cannot be lent ({function.place})")
    stated = node.mapping()
    for name in needed:
        if name not in stated:
            node.refuse(f"does not say how many '{name}' are: the argument or field that counts them")
    return [_array(function, name, below, pointers) for name, below in stated.items()]


def _array(function, name, node, pointers):
    header = function.ability.header
    if name not in pointers:
        node.refuse(f"is no pointer: {', '.join(pointers) or 'it has none'}")
    base, is_const, is_filled, nullable = pointers[name]
    if base not in VALUES and (base not in header.records or any(header.addresses(base))):
        node.refuse(f"is of {base}, which contains an address or is not defined in a header")
    form = FORM.fullmatch(node.text())
    if not form:
        node.refuse(f"is '{node.value}'; count, count + 1, or count of capacity belongs here")
    counts = {it.name for it in function.parameters if it.type in NUMBERS}
    structs = [it for it in function.parameters if it.stars == 1 and header.is_sized(it.base)]
    counts |= {f"{it.name}.{field}" for it in structs for field, type_ in header.fields(it.base)
               if type_ in NUMBERS and field != "size"}  # fmt: skip
    for word in filter(None, (form["count"], form["room"])):
        if word not in counts:
            node.refuse(f"names '{word}', which counts nothing: {', '.join(sorted(counts)) or 'there is no number'}")
    if form["room"] and not is_filled and "." not in name:
        node.refuse("has a capacity, but is lent read-only")
    return Array(name, base, is_filled, is_const, form["count"], 1 if form["more"] else 0, form["room"], nullable)


def limits(function, node):
    """How many there may be: of what room is made for, and of what is counted with one more."""
    counts = {it.most: None for it in function.arrays}
    for name, below in node.mapping().items():
        form = LIMIT.fullmatch(below.text())
        if name not in counts:
            below.refuse(f"counts none of 'arrays': {', '.join(counts) or 'there is none'}")
        if not form:
            below.refuse(f"is '{below.value}'; at most or cut to a limit, IMP_... or CallLimit..., belongs here")
        if form["most"].startswith("IMP_") and f"define {form['most']} ".encode() not in function.ability.header.text:
            below.refuse(f"names {form['most']}, which {function.ability.header.name} does not define")
        counts[name] = Limit(name, form["most"], form["what"] == "cut to")
    for it in function.arrays:
        if (it.is_filled or it.more) and not counts[it.most]:
            node.refuse(f"does not say how many '{it.most}' may be: at most or cut to a limit")
    return [it for it in counts.values() if it]
