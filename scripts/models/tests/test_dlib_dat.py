# SPDX-License-Identifier: Apache-2.0
"""The .dat reader on good and on damaged files. The files are made here, in dlib's format."""

import os
import struct
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from dlib_dat import DatError, read_network, resnet29  # noqa: E402

# The smallest network with each kind of layer: one halving block with two filters.
ARCHITECTURE = [
    ("con", {"filters": 2, "kernel": 3, "stride": 1, "padding": 1}),
    ("affine", {}),
    ("relu", {}),
    ("max_pool", {"kernel": 3, "stride": 2, "padding": 0}),
    ("tag", {}),
    ("con", {"filters": 2, "kernel": 3, "stride": 2, "padding": 0}),
    ("tag", {}),
    ("skip", {}),
    ("avg_pool", {"kernel": 2, "stride": 2, "padding": 0}),
    ("add_prev", {}),
    ("fc", {"outputs": 4, "inputs": 2}),
]


def integer(value):
    size = max(1, (abs(value).bit_length() + 7) // 8)
    return bytes([size | (0x80 if value < 0 else 0)]) + abs(value).to_bytes(size, "little")


def real(value):
    mantissa, exponent = value
    return integer(mantissa) + integer(exponent)


def text(value):
    return integer(len(value)) + value.encode()


def tensor(count=0, start=0.0):
    return integer(2) + integer(1) + integer(count) + integer(1) + integer(1) + struct.pack(
        f"<{count}f", *(start + index for index in range(count))
    )


def alias(*shape):
    return integer(1) + b"".join(map(integer, shape))


def layer_values(kind, attributes, channels):
    window = b"".join(integer(attributes.get(key, 0)) for key in ("kernel", "kernel", "stride", "stride", "padding", "padding"))
    multipliers = real((1, 0)) * 4
    if kind == "con":
        filters, kernel = attributes["filters"], attributes["kernel"]
        count = filters * channels * kernel * kernel + filters
        return text("con_4") + tensor(count) + integer(filters) + window + alias(filters, channels, kernel, kernel) + alias(1, filters, 1, 1) + multipliers
    if kind == "affine":
        return text("affine_") + tensor(4, 0.5) + alias(1, 2, 1, 1) * 2 + integer(0)
    if kind == "fc":
        return text("fc_2") + integer(4) + integer(2) + tensor(8) + alias(2, 4, 1, 1) + alias(0, 0, 0, 0) + integer(1) + multipliers
    if kind in ("max_pool", "avg_pool"):
        return text(kind + "_2") + window
    return text(kind + "_")


def network(loss="loss_metric_2", state=b"110", trailing=b"", mean=(3, -1)):
    out = integer(1) + text(loss) + real((1, -4)) + real((5, -3))
    for index in range(len(ARCHITECTURE) - 1, -1, -1):
        kind = ARCHITECTURE[index][0]
        out += integer(1 if kind in ("tag", "skip") else 3 if index == 0 else 2)
    out += text("input_rgb_image_sized") + real(mean) * 3 + integer(150) * 2
    for index, (kind, attributes) in enumerate(ARCHITECTURE):
        if kind not in ("tag", "skip"):
            out += layer_values(kind, attributes, 3 if index == 0 else 2) + state + tensor() * 3
            if index == 0:
                out += integer(1)
    return out + trailing


class Reading(unittest.TestCase):
    def code_of(self, data, architecture=ARCHITECTURE):
        with self.assertRaises(DatError) as caught:
            read_network(data, architecture)
        self.assertIn("SHA-256", str(caught.exception))  # the remedy
        self.assertLessEqual(caught.exception.offset, len(data))
        return caught.exception.code

    def test_whole_file_gives_every_layer(self):
        found = read_network(network(), ARCHITECTURE)
        self.assertEqual(found.mean_rgb, (1.5, 1.5, 1.5))
        self.assertEqual(found.size, (150, 150))
        self.assertEqual([layer.kind for layer in found.layers], [kind for kind, _ in ARCHITECTURE])
        self.assertEqual(found.layers[0].attributes["channels"], 3)
        self.assertEqual(struct.unpack("<4f", found.layers[1].values), (0.5, 1.5, 2.5, 3.5))

    def test_file_cut_anywhere_is_truncated(self):
        data = network()
        for length in range(len(data)):
            self.assertEqual(self.code_of(data[:length]), "truncated", f"cut at {length}")

    def test_empty_file_is_truncated(self):
        self.assertEqual(self.code_of(b""), "truncated")

    def test_bytes_after_the_network_are_refused(self):
        self.assertEqual(self.code_of(network(trailing=b"\0")), "trailing-bytes")

    def test_another_network_is_refused_by_name(self):
        self.assertEqual(self.code_of(network(loss="loss_mmod_")), "wrong-name")

    def test_file_of_another_kind_is_refused(self):
        self.assertEqual(self.code_of(b"PK\x03\x04" + bytes(64)), "bad-integer")
        self.assertEqual(self.code_of(b"<!DOCTYPE html>"), "bad-integer")
        self.assertEqual(self.code_of(b"\x01\x07" + bytes(64)), "wrong-version")

    def test_name_of_absurd_length_is_refused(self):
        self.assertEqual(self.code_of(integer(1) + integer(1 << 40)), "bad-name")

    def test_tensor_of_absurd_size_is_truncated_without_allocating(self):
        data = network()
        wanted = integer(1) + integer(2 * 3 * 9 + 2)
        self.assertIn(wanted, data)
        self.assertEqual(self.code_of(data.replace(wanted, integer(1) + integer(1 << 60), 1)), "truncated")

    def test_negative_size_is_refused(self):
        data = network().replace(integer(150), integer(-150), 1)
        self.assertEqual(self.code_of(data), "bad-integer")

    def test_flag_that_is_neither_is_refused(self):
        self.assertEqual(self.code_of(network(state=b"1x0")), "bad-flag")

    def test_infinite_mean_is_refused(self):
        self.assertEqual(self.code_of(network(mean=(0, 32000))), "bad-real")

    def test_other_stride_than_the_architecture_is_refused(self):
        other = [(kind, dict(attributes)) for kind, attributes in ARCHITECTURE]
        other[5][1]["stride"] = 1
        self.assertEqual(self.code_of(network(), other), "wrong-shape")

    def test_other_depth_than_the_architecture_is_refused(self):
        self.assertIn(self.code_of(network(), resnet29()), ("wrong-version", "wrong-name"))

    def test_flipped_bytes_never_give_another_error(self):
        data = network()
        for at in range(len(data)):
            for flip in (0x01, 0x80, 0xFF):
                damaged = bytearray(data)
                damaged[at] ^= flip
                try:
                    read_network(bytes(damaged), ARCHITECTURE)
                except DatError:
                    pass

    def test_architecture_is_resnet29(self):
        convolutions = [attributes for kind, attributes in resnet29() if kind == "con"]
        self.assertEqual(len(convolutions), 29)
        self.assertEqual(sum(1 for attributes in convolutions if attributes["stride"] == 2), 5)


if __name__ == "__main__":
    unittest.main()
