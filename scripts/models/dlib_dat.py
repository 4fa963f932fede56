# SPDX-License-Identifier: Apache-2.0
"""Reads dlib's serialised face recognition network (ResNet-29) without dlib.

dlib writes a network from its output to its input: first one version number a
layer, then the input layer, then each layer's values from input to output.
Nothing in the file says which layers follow, so the caller's architecture does;
every number the file repeats (kernel, stride, padding, counts) is checked.

Only the standard library is used, so the tests need nothing installed.
"""

from math import ldexp, prod
from typing import NamedTuple


class DatError(ValueError):
    """The file is not the network it should be: place (byte offset), reason, remedy."""

    def __init__(self, code, offset, reason):
        self.code = code
        self.offset = offset
        super().__init__(
            f"byte {offset}: {reason}. Fetch the file again; its SHA-256 is in sources.tsv."
        )


class Layer(NamedTuple):
    """One layer that computes; `values` holds little-endian float32 bytes, or nothing."""

    kind: str
    attributes: dict
    values: memoryview


class Network(NamedTuple):
    mean_rgb: tuple  # subtracted from each channel before the division by 256
    size: tuple  # rows, columns of the input
    layers: list  # Layer, from input to output


# Kind, then what the file must say of the layer. Kernel and stride are (rows, columns)
# in dlib, always square here; padding is 0 wherever the stride is not 1.
def _con(filters, kernel, stride):
    return (
        "con",
        {
            "filters": filters,
            "kernel": kernel,
            "stride": stride,
            "padding": kernel // 2 if stride == 1 else 0,
        },
    )


def _residual(filters, down):
    block = [
        _con(filters, 3, 2 if down else 1),
        ("affine", {}),
        ("relu", {}),
        _con(filters, 3, 1),
        ("affine", {}),
    ]
    if down:
        skip = [("tag", {}), ("skip", {}), ("avg_pool", {"kernel": 2, "stride": 2, "padding": 0})]
    else:
        skip = []
    return [("tag", {})] + block + skip + [("add_prev", {}), ("relu", {})]


def resnet29():
    """The architecture, from input to output, as `read_network` wants it."""
    layers = [
        _con(32, 7, 2),
        ("affine", {}),
        ("relu", {}),
        ("max_pool", {"kernel": 3, "stride": 2, "padding": 0}),
    ]
    # Filters, blocks, and whether the level begins by halving the picture.
    for filters, blocks, halves in ((32, 3, False), (64, 4, True), (128, 3, True), (256, 3, True), (256, 1, True)):
        for block in range(blocks):
            layers += _residual(filters, halves and block == 0)
    layers += [("avg_pool", {"kernel": 0, "stride": 1, "padding": 0}), ("fc", {"outputs": 128, "inputs": 256})]
    return layers


_WITHOUT_STATE = ("tag", "skip")  # the file holds a version number and nothing else


class _Cursor:
    def __init__(self, data):
        self.data = memoryview(data)
        self.at = 0

    def take(self, count, what):
        end = self.at + count
        if end > len(self.data):
            raise DatError(
                "truncated",
                self.at,
                f"the file ends inside {what}: {count} bytes wanted, {len(self.data) - self.at} left",
            )
        piece = self.data[self.at : end]
        self.at = end
        return piece

    def integer(self, what):
        # One control byte: the low four bits count the bytes that follow, the top bit is the sign.
        at = self.at
        control = self.take(1, what)[0]
        count = control & 0x0F
        if control & 0x70 or not 1 <= count <= 8:
            raise DatError("bad-integer", at, f"{what} has the control byte 0x{control:02x}, which dlib never writes")
        value = int.from_bytes(self.take(count, what), "little")
        return -value if control & 0x80 else value

    def count(self, what):
        at = self.at
        value = self.integer(what)
        if value < 0:
            raise DatError("bad-integer", at, f"{what} is {value}, below 0")
        return value

    def real(self, what):
        at = self.at
        mantissa = self.integer(what)
        exponent = self.integer(what)
        if not -2000 < exponent < 2000:  # 32000 and above stand for infinity and not-a-number
            raise DatError("bad-real", at, f"{what} is not a finite number")
        return ldexp(mantissa, exponent)

    def flag(self, what):
        at = self.at
        byte = bytes(self.take(1, what))
        if byte not in (b"0", b"1"):
            raise DatError("bad-flag", at, f"{what} is {byte!r}, not '0' or '1'")
        return byte == b"1"

    def text(self, what):
        at = self.at
        length = self.count(what)
        if length > 64:
            raise DatError("bad-name", at, f"{what} claims {length} characters")
        return bytes(self.take(length, what)).decode("latin-1")

    def expect_version(self, allowed, what):
        at = self.at
        found = self.integer(f"the version of {what}")
        if found not in allowed:
            raise DatError("wrong-version", at, f"{what} has version {found}, not {' or '.join(map(str, allowed))}")
        return found

    def expect_name(self, allowed, what):
        at = self.at
        found = self.text(f"the name of {what}")
        if found not in allowed:
            raise DatError("wrong-name", at, f"{what} is named {found!r}, not {' or '.join(map(repr, allowed))}")
        return found

    def expect_number(self, wanted, what):
        at = self.at
        found = self.integer(what)
        if found != wanted:
            raise DatError("wrong-shape", at, f"{what} is {found}, not {wanted}")

    def dimensions(self, what):
        return tuple(self.count(f"a dimension of {what}") for _ in range(4))

    def tensor(self, what):
        self.expect_version((2,), what)
        shape = self.dimensions(what)
        return self.take(4 * prod(shape), what)

    def alias(self, what):
        self.expect_version((1,), what)
        return self.dimensions(what)


def _window(cursor, attributes, what):
    for name, key in (("rows", "kernel"), ("columns", "kernel"), ("stride down", "stride"), ("stride across", "stride"),
                      ("padding down", "padding"), ("padding across", "padding")):
        cursor.expect_number(attributes[key], f"{what}, {name}")


def _multipliers(cursor, what):
    # Learning rate, weight decay, and the same of the bias: used in training only.
    for _ in range(4):
        cursor.real(f"{what}, training multiplier")


def _read_con(cursor, attributes, what):
    name = cursor.expect_name(("con_4", "con_5"), what)
    values = cursor.tensor(f"{what}, values")
    cursor.expect_number(attributes["filters"], f"{what}, filters")
    _window(cursor, attributes, what)
    at = cursor.at
    filters, channels, rows, columns = cursor.alias(f"{what}, filter shape")
    biases = cursor.alias(f"{what}, bias shape")
    _multipliers(cursor, what)
    if name == "con_5":
        cursor.flag(f"{what}, use of a bias")
    wanted = attributes["filters"]
    if (filters, rows, columns) != (wanted, attributes["kernel"], attributes["kernel"]) or prod(biases) != wanted:
        raise DatError("wrong-shape", at, f"{what} has filters {filters}x{channels}x{rows}x{columns} and {prod(biases)} biases")
    if len(values) != 4 * (prod((filters, channels, rows, columns)) + wanted):
        raise DatError("wrong-shape", at, f"{what} has {len(values) // 4} values, which its filters and biases do not fill")
    return {"channels": channels}, values


def _read_affine(cursor, attributes, what):
    cursor.expect_name(("affine_", "affine_2"), what)
    values = cursor.tensor(f"{what}, values")
    at = cursor.at
    gamma, beta = cursor.alias(f"{what}, gamma"), cursor.alias(f"{what}, beta")
    cursor.expect_number(0, f"{what}, mode")  # 0: one pair of numbers a channel
    if gamma != beta or len(values) != 8 * prod(gamma):
        raise DatError("wrong-shape", at, f"{what} has {len(values) // 4} values for {prod(gamma)} + {prod(beta)}")
    return {"channels": prod(gamma)}, values


def _read_fc(cursor, attributes, what):
    cursor.expect_name(("fc_2", "fc_3"), what)
    cursor.expect_number(attributes["outputs"], f"{what}, outputs")
    cursor.expect_number(attributes["inputs"], f"{what}, inputs")
    values = cursor.tensor(f"{what}, values")
    at = cursor.at
    cursor.alias(f"{what}, weight shape")
    cursor.alias(f"{what}, bias shape")
    cursor.expect_number(1, f"{what}, bias mode")  # 1: no bias
    _multipliers(cursor, what)
    if len(values) != 4 * attributes["outputs"] * attributes["inputs"]:
        raise DatError("wrong-shape", at, f"{what} has {len(values) // 4} values")
    return {}, values


def _read_pool(name):
    def read(cursor, attributes, what):
        cursor.expect_name((name,), what)
        _window(cursor, attributes, what)
        return {}, memoryview(b"")

    return read


def _read_named(name):
    def read(cursor, attributes, what):
        cursor.expect_name((name,), what)
        return {}, memoryview(b"")

    return read


_READERS = {
    "con": _read_con,
    "affine": _read_affine,
    "fc": _read_fc,
    "max_pool": _read_pool("max_pool_2"),
    "avg_pool": _read_pool("avg_pool_2"),
    "relu": _read_named("relu_"),
    "add_prev": _read_named("add_prev_"),
}


def _read_state(cursor, what):
    # Left over from training; the gradients are empty in a released file.
    for name in ("set-up flag", "stale flag", "disabled flag"):
        cursor.flag(f"{what}, {name}")
    for name in ("gradient", "cached output", "last gradient"):
        cursor.tensor(f"{what}, {name}")


def read_network(data, architecture):
    """Reads a loss_metric network of the given architecture (input to output).

    Raises DatError, whose `code` says which rule was broken and `offset` where.
    """
    cursor = _Cursor(data)
    names = [f"layer {index} ({kind})" for index, (kind, _) in enumerate(architecture)]

    cursor.expect_version((1,), "the loss")
    cursor.expect_name(("loss_metric_2",), "the loss")
    cursor.real("the loss's margin")
    cursor.real("the loss's threshold")

    versions = {}
    for index in range(len(architecture) - 1, -1, -1):
        kind = architecture[index][0]
        allowed = (1,) if kind in _WITHOUT_STATE else (2, 3) if index == 0 else (2,)
        versions[index] = cursor.expect_version(allowed, names[index])

    cursor.expect_name(("input_rgb_image_sized",), "the input")
    mean = tuple(cursor.real(f"the mean of {colour}") for colour in ("red", "green", "blue"))
    size = (cursor.count("the input's rows"), cursor.count("the input's columns"))

    layers = []
    for index, (kind, attributes) in enumerate(architecture):
        values = memoryview(b"")
        found = {}
        if kind not in _WITHOUT_STATE:
            found, values = _READERS[kind](cursor, attributes, names[index])
            _read_state(cursor, names[index])
            if index == 0 and versions[0] == 3:
                cursor.expect_number(1, "the input's expansion")
        layers.append(Layer(kind, {**attributes, **found}, values))

    if cursor.at != len(cursor.data):
        raise DatError("trailing-bytes", cursor.at, f"{len(cursor.data) - cursor.at} bytes follow the last layer")
    return Network(mean, size, layers)
