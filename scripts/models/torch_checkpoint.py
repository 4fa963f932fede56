# SPDX-License-Identifier: Apache-2.0
"""Reads the tensors of a PyTorch checkpoint (.pt, the format before zip archives) without PyTorch.

Such a file is five pickles and the tensors' bytes: a magic number, a version, the
sizes of types, the value that was saved, and the names of the storages, in the
order in which their bytes follow. A pickle is a program, and Python's own reader
runs whatever it names. Here a machine of the few opcodes that checkpoints of
tensors have makes numbers, texts, tuples, lists, dictionaries and descriptions of
tensors, and nothing else: three names are known, and none of them is looked up.

Only the standard library is used, so the tests need nothing installed.
"""

import struct
from math import isfinite, prod
from typing import NamedTuple

MAGIC = 0x1950A86A20F9469CFC6C
VERSION = 1001

# What a checkpoint may name, and what the machine takes it for.
_DICTIONARY, _TENSOR, _FLOATS = "an ordered dictionary", "a tensor", "floats"
_NAMES = {
    ("collections", "OrderedDict"): _DICTIONARY,
    ("torch._utils", "_rebuild_tensor_v2"): _TENSOR,
    ("torch", "FloatStorage"): _FLOATS,
}

# More than any checkpoint of a few tensors has, and little for a machine.
_MOST_VALUES = 1 << 16
_LONGEST_TEXT = 256
_LONGEST_INTEGER = 16  # bytes
_MOST_DIMENSIONS = 8


class CheckpointError(ValueError):
    """The file is not the checkpoint it should be: place (byte offset), reason, remedy."""

    def __init__(self, code, offset, reason):
        self.code = code
        self.offset = offset
        super().__init__(f"byte {offset}: {reason}. Fetch the file again; its SHA-256 is in sources.tsv.")


class Tensor(NamedTuple):
    """Numbers in C order; `values` holds little-endian float32 bytes."""

    shape: tuple
    values: memoryview


class _Name(NamedTuple):
    meaning: str


class _Storage(NamedTuple):
    key: str
    count: int


class _Described(NamedTuple):
    storage: _Storage
    start: int
    shape: tuple
    offset: int  # in the file, for errors


class _Mark:
    pass


class _Cursor:
    def __init__(self, data):
        self.data = memoryview(data)
        self.at = 0

    def take(self, count, what):
        left = len(self.data) - self.at
        if count > left:
            raise CheckpointError("truncated", self.at, f"the file ends inside {what}: {count} bytes wanted, {left} left")
        piece = self.data[self.at : self.at + count]
        self.at += count
        return piece

    def number(self, form, what):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form), what))[0]

    def line(self, what):
        start = self.at
        for length in range(_LONGEST_TEXT + 1):
            if self.take(1, what)[0] == 0x0A:
                return bytes(self.data[start : start + length]).decode("latin-1")
        raise CheckpointError("bad-text", start, f"{what} is longer than {_LONGEST_TEXT} bytes")


class _Machine:
    """Runs one pickle. Whatever it meets that a checkpoint of tensors does not have is an error."""

    def __init__(self, cursor):
        self.cursor = cursor
        self.stack = []
        self.memo = {}
        self.at = 0

    def fail(self, code, reason):
        raise CheckpointError(code, self.at, reason)

    def run(self):
        for _ in range(_MOST_VALUES):
            self.at = self.cursor.at
            opcode = self.cursor.take(1, "a pickle")[0]
            if opcode == 0x2E:  # STOP
                value = self.pop()
                if self.stack:
                    self.fail("bad-pickle", f"{len(self.stack)} values are left where the pickle ends")
                return value
            step = _STEPS.get(opcode)
            if step is None:
                self.fail("bad-opcode", f"the opcode 0x{opcode:02x} is none that a checkpoint of tensors has")
            step(self)
        self.fail("too-long", f"the pickle has more than {_MOST_VALUES} steps")

    # The stack. Only what lies above the last mark is a value.

    def push(self, value):
        self.stack.append(value)

    def pop(self, *kinds):
        if not self.stack or self.stack[-1] is _Mark:
            self.fail("bad-pickle", "a value is wanted, and there is none")
        value = self.stack.pop()
        if kinds and type(value) not in kinds:
            wanted = " or ".join(kind.__name__.strip("_") for kind in kinds)
            self.fail("bad-pickle", f"{type(value).__name__} stands where {wanted} is due")
        return value

    def pop_to_mark(self):
        for index in range(len(self.stack) - 1, -1, -1):
            if self.stack[index] is _Mark:
                values = self.stack[index + 1 :]
                del self.stack[index:]
                return values
        self.fail("bad-pickle", "a mark is wanted, and there is none")

    def top(self, kind):
        value = self.pop(kind)
        self.push(value)
        return value

    def put(self, place):
        if place >= _MOST_VALUES:
            self.fail("bad-pickle", f"the place {place} is beyond what is remembered")
        value = self.pop()
        self.memo[place] = value
        self.push(value)

    def recall(self, place):
        if place not in self.memo:
            self.fail("bad-pickle", f"nothing is remembered at the place {place}")
        self.push(self.memo[place])

    # What it makes.

    def text(self):
        length = self.cursor.number("I", "the length of a text")
        if length > _LONGEST_TEXT:
            self.fail("bad-text", f"a text claims {length} bytes")
        try:
            self.push(bytes(self.cursor.take(length, "a text")).decode("utf-8"))
        except UnicodeDecodeError:
            self.fail("bad-text", "a text is no UTF-8")

    def integer(self):
        length = self.cursor.take(1, "the length of an integer")[0]
        if length > _LONGEST_INTEGER:
            self.fail("bad-pickle", f"an integer claims {length} bytes")
        self.push(int.from_bytes(self.cursor.take(length, "an integer"), "little", signed=True))

    def real(self):
        value = struct.unpack(">d", self.cursor.take(8, "a number"))[0]
        if not isfinite(value):
            self.fail("bad-pickle", "a number is not finite")
        self.push(value)

    def name(self):
        module, name = self.cursor.line("the name of a module"), self.cursor.line("a name")
        if (module, name) not in _NAMES:
            self.fail("unknown-name", f"'{module}.{name}' is none of the three names that are known")
        self.push(_Name(_NAMES[module, name]))

    def tuple_of(self, count):
        values = [self.pop() for _ in range(count)]
        self.push(tuple(reversed(values)))

    def set_items(self, values):
        if len(values) % 2:
            self.fail("bad-pickle", "a key has no value")
        into = self.top(dict)
        for key, value in zip(values[::2], values[1::2]):
            # No others, as to hash a tuple walks through all of it.
            if type(key) not in (str, int):
                self.fail("bad-pickle", f"{type(key).__name__} is the key of a dictionary")
            into[key] = value

    def append(self, values):
        self.top(list).extend(values)

    def storage(self):
        told = self.pop(tuple)
        # ("storage", kind, key, place of the numbers, count, view)
        if len(told) != 6 or told[0] != "storage" or told[1] != _Name(_FLOATS) or told[5] is not None:
            self.fail("bad-storage", "a storage is described in another way, or is not of float32")
        if type(told[2]) is not str or type(told[4]) is not int or told[4] < 0:
            self.fail("bad-storage", "a storage has no name, or no count")
        self.push(_Storage(told[2], told[4]))

    def reduce(self):
        arguments, name = self.pop(tuple), self.pop(_Name)
        if name.meaning == _DICTIONARY and arguments == ():
            self.push({})
        elif name.meaning == _TENSOR:
            self.push(self.tensor(arguments))
        else:
            self.fail("bad-pickle", f"{name.meaning} is made of {len(arguments)} arguments")

    def tensor(self, arguments):
        # (storage, start, shape, strides, whether it is trained, hooks)
        if len(arguments) != 6 or type(arguments[0]) is not _Storage:
            self.fail("bad-tensor", "a tensor is described in another way")
        storage, start, shape, strides = arguments[:4]
        if type(shape) is not tuple or type(strides) is not tuple or len(shape) != len(strides) or len(shape) > _MOST_DIMENSIONS:
            self.fail("bad-tensor", "a tensor has no shape")
        if any(type(number) is not int or not 0 <= number <= storage.count for number in (start, *shape, *strides)):
            self.fail("bad-tensor", "a tensor's shape has a number that is none of its storage's")
        if start + prod(shape) > storage.count:
            self.fail("bad-tensor", f"a tensor of {prod(shape)} numbers from {start} on is longer than its storage, {storage.count}")
        following = 1
        for number, stride in zip(reversed(shape), reversed(strides)):
            if number > 1 and stride != following:
                self.fail("bad-tensor", "a tensor's numbers do not follow each other")
            following *= number
        return _Described(storage, start, shape, self.at)

    def state(self):
        # Of a dictionary: which versions of modules wrote it.
        self.pop(dict)
        self.top(dict)


_STEPS = {
    0x80: lambda it: it.cursor.take(1, "the pickle's version"),  # PROTO: the opcodes say all
    0x28: lambda it: it.push(_Mark),  # MARK
    0x4E: lambda it: it.push(None),  # NONE
    0x88: lambda it: it.push(True),  # NEWTRUE
    0x89: lambda it: it.push(False),  # NEWFALSE
    0x4B: lambda it: it.push(it.cursor.number("B", "an integer")),  # BININT1
    0x4D: lambda it: it.push(it.cursor.number("H", "an integer")),  # BININT2
    0x4A: lambda it: it.push(it.cursor.number("i", "an integer")),  # BININT
    0x8A: _Machine.integer,  # LONG1
    0x47: _Machine.real,  # BINFLOAT
    0x58: _Machine.text,  # BINUNICODE
    0x29: lambda it: it.push(()),  # EMPTY_TUPLE
    0x85: lambda it: it.tuple_of(1),  # TUPLE1
    0x86: lambda it: it.tuple_of(2),  # TUPLE2
    0x87: lambda it: it.tuple_of(3),  # TUPLE3
    0x74: lambda it: it.push(tuple(it.pop_to_mark())),  # TUPLE
    0x5D: lambda it: it.push([]),  # EMPTY_LIST
    0x61: lambda it: it.append([it.pop()]),  # APPEND
    0x65: lambda it: it.append(it.pop_to_mark()),  # APPENDS
    0x7D: lambda it: it.push({}),  # EMPTY_DICT
    0x73: lambda it: it.set_items([it.pop(), it.pop()][::-1]),  # SETITEM
    0x75: lambda it: it.set_items(it.pop_to_mark()),  # SETITEMS
    0x71: lambda it: it.put(it.cursor.number("B", "a place")),  # BINPUT
    0x72: lambda it: it.put(it.cursor.number("I", "a place")),  # LONG_BINPUT
    0x68: lambda it: it.recall(it.cursor.number("B", "a place")),  # BINGET
    0x6A: lambda it: it.recall(it.cursor.number("I", "a place")),  # LONG_BINGET
    0x63: _Machine.name,  # GLOBAL
    0x51: _Machine.storage,  # BINPERSID
    0x52: _Machine.reduce,  # REDUCE
    0x62: _Machine.state,  # BUILD
}


def _expect(cursor, wanted, what):
    at = cursor.at
    found = _Machine(cursor).run()
    if type(found) is not type(wanted) or found != wanted:
        raise CheckpointError("wrong-format", at, f"{what} is not {wanted}")


def read_tensors(data, state):
    """{name: Tensor} of what was saved as a dictionary under the name `state`.

    Raises CheckpointError, whose `code` says which rule was broken and `offset` where.
    """
    cursor = _Cursor(data)
    _expect(cursor, MAGIC, "the magic number")
    _expect(cursor, VERSION, "the version")
    at = cursor.at
    sizes = _Machine(cursor).run()
    if type(sizes) is not dict or sizes.get("little_endian") is not True:
        raise CheckpointError("wrong-format", at, "its numbers are not little-endian")
    at = cursor.at
    saved = _Machine(cursor).run()
    found = saved.get(state) if type(saved) is dict else None
    if type(found) is not dict:
        raise CheckpointError("wrong-format", at, f"it holds no dictionary '{state}'")
    described = {name: value for name, value in found.items() if type(value) is _Described}

    at = cursor.at
    keys = _Machine(cursor).run()
    if type(keys) is not list or any(type(key) is not str for key in keys) or len(set(keys)) != len(keys):
        raise CheckpointError("bad-storage", at, "the storages' names are no list of different ones")
    storages = {}
    for key in keys:
        count = cursor.number("q", "a storage's count")
        if count < 0:
            raise CheckpointError("bad-storage", cursor.at - 8, f"a storage has {count} numbers")
        storages[key] = cursor.take(4 * count, "a storage")
    if cursor.at != len(cursor.data):
        raise CheckpointError("trailing-bytes", cursor.at, f"{len(cursor.data) - cursor.at} bytes follow the last storage")

    tensors = {}
    for name, tensor in described.items():
        values = storages.get(tensor.storage.key)
        if values is None or len(values) != 4 * tensor.storage.count:
            raise CheckpointError("bad-storage", tensor.offset, f"the numbers of '{name}' are not as many as it says, or missing")
        start = 4 * tensor.start
        tensors[name] = Tensor(tensor.shape, values[start : start + 4 * prod(tensor.shape)])
    return tensors
