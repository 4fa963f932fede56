# SPDX-License-Identifier: Apache-2.0
"""The checkpoint reader on good and on hostile files. The files are made here, in PyTorch's format."""

import os
import struct
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from torch_checkpoint import MAGIC, VERSION, CheckpointError, read_tensors  # noqa: E402

STOP = b"."


def pickle(*parts):
    return b"\x80\x02" + b"".join(parts) + STOP


def text(value):
    return b"X" + struct.pack("<I", len(value.encode())) + value.encode()


def integer(value):
    if 0 <= value < 256:
        return b"K" + bytes([value])
    if -(1 << 31) <= value < 1 << 31:
        return b"J" + struct.pack("<i", value)
    size = (value.bit_length() + 8) // 8
    return b"\x8a" + bytes([size]) + value.to_bytes(size, "little", signed=True)


def name(module, what):
    return b"c" + f"{module}\n{what}\n".encode()


def tuple_of(*parts):
    return b"(" + b"".join(parts) + b"t"


def dictionary(**items):
    return b"}(" + b"".join(text(key) + value for key, value in items.items()) + b"u"


def storage(key, count, kind="FloatStorage"):
    return tuple_of(text("storage"), name("torch", kind), text(key), text("cuda:0"), integer(count), b"N") + b"Q"


def tensor(key, count, start=0, shape=(2, 3), strides=(3, 1), kind="FloatStorage"):
    hooks = name("collections", "OrderedDict") + b")R"
    arguments = (
        storage(key, count, kind), integer(start), tuple_of(*map(integer, shape)), tuple_of(*map(integer, strides)),
        b"\x89", hooks)
    return name("torch._utils", "_rebuild_tensor_v2") + tuple_of(*arguments) + b"R"


def numbers(count, first=0.0):
    return struct.pack("<q", count) + struct.pack(f"<{count}f", *(first + index for index in range(count)))


def checkpoint(state=None, keys=("a", "b"), storages=None, magic=MAGIC, version=VERSION, sizes=b"\x88", saved=None, trailing=b""):
    if state is None:
        state = dictionary(first=tensor("a", 8, start=2), second=tensor("b", 2, shape=(2,), strides=(1,)), step=integer(7))
    if saved is None:
        saved = dictionary(step=integer(1564501), model_state=state, rate=b"G" + struct.pack(">d", 1e-4))
    if storages is None:
        storages = numbers(8) + numbers(2, 0.5)
    return (
        pickle(integer(magic)) + pickle(integer(version)) + pickle(dictionary(little_endian=sizes)) + pickle(saved)
        + pickle(b"](" + b"".join(map(text, keys)) + b"e") + storages + trailing)


class Reading(unittest.TestCase):
    def code_of(self, data):
        with self.assertRaises(CheckpointError) as caught:
            read_tensors(data, "model_state")
        self.assertIn("SHA-256", str(caught.exception))  # the remedy
        self.assertLessEqual(caught.exception.offset, len(data))
        return caught.exception.code

    def test_whole_file_gives_every_tensor_and_nothing_else(self):
        found = read_tensors(checkpoint(), "model_state")
        self.assertEqual({name: tensor.shape for name, tensor in found.items()}, {"first": (2, 3), "second": (2,)})
        self.assertEqual(struct.unpack("<6f", found["first"].values), (2, 3, 4, 5, 6, 7))
        self.assertEqual(struct.unpack("<2f", found["second"].values), (0.5, 1.5))

    def test_remembered_values_and_a_modules_state_are_read(self):
        state = (
            name("collections", "OrderedDict") + b"q\x05)Rr\x00\x01\x00\x00" + text("first") + tensor("a", 8) + b"s"
            + text("again") + b"h\x05)R" + b"s" + b"}" + text("_metadata") + b"j\x00\x01\x00\x00" + b"sb")
        found = read_tensors(checkpoint(state), "model_state")
        self.assertEqual(list(found), ["first"])

    def test_file_cut_anywhere_is_truncated(self):
        data = checkpoint()
        for length in range(len(data)):
            self.assertEqual(self.code_of(data[:length]), "truncated", f"cut at {length}")

    def test_bytes_after_the_last_storage_are_refused(self):
        self.assertEqual(self.code_of(checkpoint(trailing=b"\0")), "trailing-bytes")

    def test_a_name_that_is_not_known_is_refused_and_not_looked_up(self):
        for module, what in (("os", "system"), ("builtins", "eval"), ("torch", "load"), ("torch._utils", "_rebuild_tensor"),
                             ("torch", "HalfStorage"), ("collections", "OrderedDict.fromkeys")):
            attack = name(module, what) + tuple_of(text("touch /tmp/attacked")) + b"R"
            self.assertEqual(self.code_of(checkpoint(dictionary(first=attack))), "unknown-name", f"{module}.{what}")

    def test_opcodes_that_build_objects_are_refused(self):
        # INST, OBJ, NEWOBJ, STACK_GLOBAL, EXT1, PERSID, LONG, FLOAT, STRING, BYTEARRAY8, FRAME, DUP, POP
        for opcode in (b"i", b"o", b"\x81", b"\x93", b"\x82", b"P", b"L", b"F", b"S", b"\x96", b"\x95", b"2", b"0"):
            self.assertEqual(self.code_of(checkpoint(dictionary(first=b"N" + opcode))), "bad-opcode", opcode)

    def test_known_names_are_called_with_their_own_arguments_alone(self):
        for call in (name("torch", "FloatStorage") + tuple_of() + b"R", name("collections", "OrderedDict") + tuple_of(b"]") + b"R"):
            self.assertEqual(self.code_of(checkpoint(dictionary(first=call))), "bad-pickle")
        tensor_of_nothing = name("torch._utils", "_rebuild_tensor_v2") + tuple_of(b"N") + b"R"
        self.assertEqual(self.code_of(checkpoint(dictionary(first=tensor_of_nothing))), "bad-tensor")

    def test_tensor_beyond_its_storage_is_refused(self):
        for wrong in (
            {"start": 3}, {"start": -1}, {"shape": (3, 3)}, {"shape": (1 << 40, 1 << 40)}, {"shape": (-1, 6)}, {"strides": (1, 2)},
            {"strides": (0, 1)}, {"shape": (6,)}, {"shape": (1,) * 9, "strides": (1,) * 9},
        ):
            state = dictionary(first=tensor("a", 8, **{"start": 2, **wrong}))
            self.assertEqual(self.code_of(checkpoint(state)), "bad-tensor", wrong)

    def test_storage_that_is_missing_or_of_another_length_is_refused(self):
        self.assertEqual(self.code_of(checkpoint(dictionary(first=tensor("c", 8)))), "bad-storage")
        self.assertEqual(self.code_of(checkpoint(dictionary(first=tensor("a", 9)))), "bad-storage")
        self.assertEqual(self.code_of(checkpoint(keys=("a", "a"))), "bad-storage")
        self.assertEqual(self.code_of(checkpoint(storages=struct.pack("<q", -1))), "bad-storage")

    def test_storage_of_absurd_length_is_truncated_without_allocating(self):
        self.assertEqual(self.code_of(checkpoint(storages=struct.pack("<q", 1 << 60))), "truncated")

    def test_text_and_integer_of_absurd_length_are_refused(self):
        self.assertEqual(self.code_of(checkpoint(b"X" + struct.pack("<I", 1 << 31))), "bad-text")
        self.assertEqual(self.code_of(checkpoint(b"\x8a\xff" + bytes(255))), "bad-pickle")
        self.assertEqual(self.code_of(checkpoint(b"c" + b"a" * 1000)), "bad-text")

    def test_number_that_is_not_finite_is_refused(self):
        self.assertEqual(self.code_of(checkpoint(dictionary(first=b"G" + struct.pack(">d", float("nan"))))), "bad-pickle")

    def test_key_that_is_a_container_is_refused(self):
        # Of a tuple of tuples of tuples, each twice the one before, the hash would take years.
        deep = b")" + b"".join(b"q" + bytes([index]) + b"h" + bytes([index]) + b"\x86" for index in range(60))
        self.assertEqual(self.code_of(checkpoint(b"}" + deep + b"Ns")), "bad-pickle")

    def test_place_beyond_what_is_remembered_is_refused(self):
        self.assertEqual(self.code_of(checkpoint(b"Nr\xff\xff\xff\xff")), "bad-pickle")
        self.assertEqual(self.code_of(checkpoint(b"h\x09")), "bad-pickle")

    def test_pickle_without_end_is_refused(self):
        self.assertEqual(self.code_of(checkpoint(b"N" * (1 << 17))), "too-long")

    def test_other_formats_are_refused(self):
        self.assertEqual(self.code_of(b"PK\x03\x04" + bytes(64)), "bad-opcode")  # PyTorch's later format
        self.assertEqual(self.code_of(b"<!DOCTYPE html>"), "bad-opcode")
        self.assertEqual(self.code_of(checkpoint(magic=MAGIC + 1)), "wrong-format")
        self.assertEqual(self.code_of(checkpoint(version=1000)), "wrong-format")
        self.assertEqual(self.code_of(checkpoint(sizes=b"\x89")), "wrong-format")
        self.assertEqual(self.code_of(checkpoint(saved=dictionary(step=integer(1)))), "wrong-format")

    def test_flipped_bytes_never_give_another_error(self):
        data = checkpoint()
        for at in range(len(data)):
            for flip in (0x01, 0x04, 0x20, 0x80, 0xFF):
                damaged = bytearray(data)
                damaged[at] ^= flip
                try:
                    read_tensors(bytes(damaged), "model_state")
                except CheckpointError:
                    pass


if __name__ == "__main__":
    unittest.main()
