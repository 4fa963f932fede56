#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a small model for face-onnx, to try its steps with: the brightness of a face in 64 cells of each
colour, without the mean of each. It recognises nobody.

    Kit/face-onnx/example.py FILE        float32 [batch,3,112,112] to float32 [batch,192]

The same bytes each time, so that a manifest can state their SHA-256. Needs nothing but Python.
"""
import sys


def varint(number):
    """A number of Protocol Buffers; negative ones are none here."""
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    """One field: a number, a text, or a message's bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


def integers(name, values):
    """An attribute that is a list of integers."""
    return field(1, name) + b"".join(field(8, value) for value in values) + field(20, 7)


def integer(name, value):
    """An attribute that is an integer."""
    return field(1, name) + field(3, value) + field(20, 2)


def node(kind, inputs, output, *attributes):
    """One operation."""
    return (b"".join(field(1, name) for name in inputs) + field(2, output) + field(4, kind)
            + b"".join(field(5, attribute) for attribute in attributes))


def tensor(name, *dimensions):
    """What goes in or comes out: float32, dimensions that are numbers or have names."""
    shape = b"".join(field(1, field(1 if isinstance(each, int) else 2, each)) for each in dimensions)
    return field(1, name) + field(2, field(1, field(1, 1) + field(2, shape)))


def example():
    """The model: ModelProto of onnx.proto, operators of version 13."""
    nodes = [
        node("AveragePool", ["image"], "cells", integers("kernel_shape", [14, 14]), integers("strides", [14, 14])),
        node("ReduceMean", ["cells"], "level", integers("axes", [2, 3])),
        node("Sub", ["cells", "level"], "relief"),
        node("Flatten", ["relief"], "embedding", integer("axis", 1)),
    ]
    graph = (b"".join(field(1, each) for each in nodes) + field(2, "example")
             + field(11, tensor("image", "batch", 3, 112, 112)) + field(12, tensor("embedding", "batch", 192)))
    return field(1, 8) + field(2, "Imprint") + field(7, graph) + field(8, field(1, "") + field(2, 13))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], "wb") as file:
        file.write(example())


if __name__ == "__main__":
    main()
