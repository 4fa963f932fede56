# SPDX-License-Identifier: Apache-2.0
"""Converts dlib's face recognition ResNet-29 (.dat) to OpenVINO IR.

    convert_resnet.py <model.dat> <out.xml> [--batch N]

The mean, the division by 256 and each affine layer are folded into the
convolutions in float64, then rounded once to float32. Only sums whose order a
CPU could change use math.fsum, so every machine writes the same bytes.

In:  image, u8 [N,150,150,3], RGB, an aligned face.
Out: descriptor, f32 [N,128]; the L2 distance of two is dlib's measure.
"""

import argparse
from math import fsum

import numpy as np
import openvino as ov
from openvino import opset13 as op

import ir
from dlib_dat import read_network, resnet29

PIXEL_SCALE = 256.0  # dlib divides by 256, not 255 (dlib/dnn/input.h, input_rgb_image_sized)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("dat")
    options.add_argument("xml")
    options.add_argument("--batch", type=int, default=1)
    options = options.parse_args()

    with open(options.dat, "rb") as file:
        network = read_network(file.read(), resnet29())
    model = build(network, folded_convolutions(network), options.batch)
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


def build(network, convolutions, batch):
    rows, columns = network.size
    image = op.parameter([batch, rows, columns, 3], np.uint8, name="image")
    image.output(0).get_tensor().set_names({"image"})
    pending = iter(convolutions)

    # op.constant on float32 copies the values; int64 is what OpenVINO's axes and pads want.
    def integers(*values):
        return op.constant(np.array(values, np.int64))

    def shape_of(node):
        return [int(dimension) for dimension in node.output(0).get_shape()]

    def convolution(x):
        weights, biases, stride, padding = next(pending)
        y = op.convolution(
            x, op.constant(weights.astype(np.float32)), [stride] * 2, [padding] * 2, [padding] * 2, [1, 1]
        )
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

    skipped = None
    for layer in network.layers:
        if layer.kind == "con":
            x = convolution(x)
        elif layer.kind == "affine":
            pass  # folded into the convolution before it
        elif layer.kind == "relu":
            x = op.relu(x)
        elif layer.kind == "max_pool":
            # OpenVINO's newer pooling has a second output that nothing here reads.
            x = ov.opset1.max_pool(x, [2, 2], [0, 0], [0, 0], [3, 3], "floor")
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
    assert next(pending, None) is None

    x.output(0).get_tensor().set_names({"descriptor"})
    return ov.Model([x], [image], "dlib-resnet29")


if __name__ == "__main__":
    main()
