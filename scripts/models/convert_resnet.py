# SPDX-License-Identifier: Apache-2.0
"""Converts dlib's face recognition ResNet-29 (.dat) to OpenVINO IR.

    convert_resnet.py <model.dat> <out.xml> [--batch N] [--ranges ranges.tsv]

The mean, the division by 256 and each affine layer are folded into the
convolutions in float64, then rounded once: to float32, or with --ranges to int8.
Only sums whose order a CPU could change use math.fsum, so every machine writes
the same bytes.

With --ranges convolutions are of int8: weights symmetric with a scale for each
filter, what goes between layers unsigned, from 0 to the range that was measured
before (measure_ranges.py). Sums are of whole numbers then, so their order does
not matter.

In:  image, u8 [N,150,150,3], RGB, an aligned face.
Out: descriptor, f32 [N,128]; the L2 distance of two is dlib's measure.
"""

import argparse
from math import fsum

import numpy as np
import openvino as ov
from openvino import opset13 as op

import ir
import ranges
from dlib_dat import read_network, resnet29

PIXEL_SCALE = 256.0  # dlib divides by 256, not 255 (dlib/dnn/input.h, input_rgb_image_sized)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("dat")
    options.add_argument("xml")
    options.add_argument("--batch", type=int, default=1)
    options.add_argument("--ranges")
    options = options.parse_args()

    with open(options.dat, "rb") as file:
        network = read_network(file.read(), resnet29())
    layers = Int8(ranges.read(options.ranges)) if options.ranges else Float32()
    model = build(network, folded_convolutions(network), options.batch, layers)
    ir.name_layers(model)
    ir.save(model, options.xml)


def folded_convolutions(network):
    """(weights, biases, stride, padding) of each convolution, from input to output."""
    folded = []
    layers = [layer for layer in network.layers if layer.kind in ("con", "affine")]
    for con, affine in zip(layers[::2], layers[1::2]):
        attributes = con.attributes
        filters, channels, kernel = attributes["filters"], attributes["channels"], attributes["kernel"]
        values = np.frombuffer(con.values, "<f4").astype(np.float64)
        weights = values[:-filters].reshape(filters, channels, kernel, kernel)
        biases = values[-filters:]
        gamma, beta = np.frombuffer(affine.values, "<f4").astype(np.float64).reshape(2, filters)
        folded.append((weights * gamma[:, None, None, None], biases * gamma + beta, attributes["stride"], attributes["padding"]))

    weights, biases, stride, padding = folded[0]
    weights = weights / PIXEL_SCALE
    shift = weights * np.array(network.mean_rgb)[None, :, None, None]
    biases = np.array([bias - fsum(terms.ravel().tolist()) for bias, terms in zip(biases, shift)])
    folded[0] = (weights, biases, stride, padding)
    return folded


class Float32:
    """Layers that compute in float32."""

    def weights(self, values):
        return op.constant(values.astype(np.float32))

    def between(self, x, place):
        """What follows the layer at `place`, which ranges.PLACES names, gets of its output x."""
        return x


class Int8(Float32):
    """Layers that compute in int8, where OpenVINO finds a convolution between two such."""

    # Of 7 bits, not 8: CPUs without VNNI add two products of a byte and a weight in 16 bits, which saturate
    # beyond 2 * 255 * 64, and templates would depend on the CPU (docs/proposals/0009).
    LARGEST_WEIGHT = 63
    LEVELS = 256

    def __init__(self, largest):
        self.largest = largest

    def weights(self, values):
        scales = np.abs(values).max(axis=(1, 2, 3), keepdims=True) / self.LARGEST_WEIGHT
        scales = scales.astype(np.float32)
        whole = np.rint(values / scales.astype(np.float64))
        whole = np.clip(whole, -self.LARGEST_WEIGHT, self.LARGEST_WEIGHT).astype(np.int8)
        return op.multiply(op.convert(op.constant(whole), "f32"), op.constant(scales))

    def between(self, x, place):
        none, most = op.constant(np.float32(0)), op.constant(np.float32(self.largest[place]))
        return op.fake_quantize(x, none, most, none, most, self.LEVELS)


def build(network, convolutions, batch, layers):
    rows, columns = network.size
    image = op.parameter([batch, rows, columns, 3], np.uint8, name="image")
    image.output(0).get_tensor().set_names({"image"})
    pending = iter(convolutions)
    places = iter(ranges.PLACES)

    # op.constant on float32 copies the values; int64 is what OpenVINO's axes and pads want.
    def integers(*values):
        return op.constant(np.array(values, np.int64))

    def shape_of(node):
        return [int(dimension) for dimension in node.output(0).get_shape()]

    def convolution(x):
        weights, biases, stride, padding = next(pending)
        y = op.convolution(x, layers.weights(weights), [stride] * 2, [padding] * 2, [padding] * 2, [1, 1])
        return op.add(y, op.constant(biases.astype(np.float32).reshape(1, -1, 1, 1)))

    def half(x):
        return op.avg_pool(x, [2, 2], [0, 0], [0, 0], [2, 2], True)

    def padded(x, shape):
        # dlib adds tensors of different sizes as if the smaller one ended in zeros.
        missing = [wanted - found for wanted, found in zip(shape, shape_of(x))]
        if not any(missing):
            return x
        return op.pad(x, integers(0, 0, 0, 0), integers(*missing), "constant", op.constant(np.float32(0)))

    x = op.convert(image, "f32")
    x = op.transpose(x, integers(0, 3, 1, 2))
    x = layers.between(x, next(places))

    skipped = None
    pooled = False
    for layer in network.layers:
        if layer.kind == "con":
            x = convolution(x)
        elif layer.kind == "affine":
            pass  # folded into the convolution before it
        elif layer.kind == "relu":
            x = op.relu(x)
            # The first goes into the pooling, which leaves of its numbers the largest.
            if pooled:
                x = layers.between(x, next(places))
        elif layer.kind == "max_pool":
            # OpenVINO's newer pooling has a second output that nothing here reads.
            x = ov.opset1.max_pool(x, [2, 2], [0, 0], [0, 0], [3, 3], "floor")
            x = layers.between(x, next(places))
            pooled = True
        elif layer.kind == "tag":
            # The first tag of a block marks its input, a second the end of its
            # convolutions, from where the skip layer goes back to the first.
            if skipped is None:
                skipped = x
            else:
                x, skipped = skipped, x
        elif layer.kind == "skip":
            pass  # done at the tag before it
        elif layer.kind == "avg_pool" and layer.attributes["kernel"] == 2:
            x = half(x)
        elif layer.kind == "avg_pool":
            x = op.reduce_mean(x, integers(2, 3), keep_dims=False)
        elif layer.kind == "add_prev":
            shape = [max(pair) for pair in zip(shape_of(x), shape_of(skipped))]
            x = op.add(padded(x, shape), padded(skipped, shape))
            skipped = None
        elif layer.kind == "fc":
            weights = np.frombuffer(layer.values, "<f4").reshape(layer.attributes["inputs"], layer.attributes["outputs"])
            x = op.matmul(x, op.constant(weights.astype(np.float32)), False, False)
    assert next(pending, None) is None and next(places, None) is None

    x.output(0).get_tensor().set_names({"descriptor"})
    return ov.Model([x], [image], "dlib-resnet29")


if __name__ == "__main__":
    main()
