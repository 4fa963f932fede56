# SPDX-License-Identifier: Apache-2.0
"""Measures how large the numbers between the ResNet's layers become (dlib-resnet29-ranges.tsv).

    measure_ranges.py <model.dat> <folder of photographs> <faces.tsv>  prints the list

Run by hand after a change of the network or of the alignment, and the result
committed, as decoders and CPUs differ in last digits: set-up takes the list, so that
every machine makes the same network. Needs Pillow beside OpenVINO and numpy.

Of each face (dlib-resnet29-faces.tsv, found by the face tracker) and of its mirror
image the largest number is taken at each place, and of those the mean: a range that a
face in two exceeds, which costs less than steps that are wider for all.
"""

import argparse
import os
import sys

import numpy as np
import openvino as ov
from PIL import Image

import convert_resnet
import ranges
from dlib_dat import read_network, resnet29

SIDE = 150
# Where the five points of a face lie in a chip without its margin, and the margin: as in
# Alignment.swift of the plugin.
SHARES = np.array(
    [
        (0.8595674595992, 0.2134981538014),
        (0.6460604764104, 0.2289674387677),
        (0.1205750620789, 0.2137274526848),
        (0.3340850613712, 0.2290642403242),
        (0.4901123135679, 0.6277975316475),
    ]
)
MARGIN = 0.25


class Recording(convert_resnet.Float32):
    """Layers in float32, of which each place is an output too."""

    def __init__(self):
        self.outputs = {}

    def between(self, x, place):
        self.outputs[place] = x.output(0)
        return x


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("dat", "photographs", "faces"):
        options.add_argument(name)
    options = options.parse_args()

    with open(options.dat, "rb") as file:
        network = read_network(file.read(), resnet29())
    recording = Recording()
    model = convert_resnet.build(network, convert_resnet.folded_convolutions(network), 1, recording)
    model.add_outputs(list(recording.outputs.values()))
    request = ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"}).create_infer_request()

    largest = {place: [] for place in recording.outputs}
    for chip in chips(options.photographs, options.faces):
        for image in (chip, chip[:, ::-1]):
            request.infer({0: np.ascontiguousarray(image[None])})
            for index, place in enumerate(recording.outputs):
                largest[place].append(request.get_output_tensor(1 + index).data.max())

    print("# The largest number at each place between the layers of dlib-resnet29, by measure_ranges.py.")
    for place in ranges.PLACES:
        # Pixels: a range of 255 leaves them as they are.
        value = 255 if place == "image" else float(np.mean(largest[place]))
        print(f"{place}\t{value:.4g}")


def chips(folder, faces):
    """Each face as the network wants it, u8 [150,150,3]."""
    with open(faces, encoding="utf-8") as file:
        rows = [line.split("\t") for line in file.read().splitlines() if line and not line.startswith("#")]
    if not rows:
        sys.exit(f"measure_ranges: {faces}: it has no faces. Restore the file.")
    for name, *points in rows:
        photograph = np.asarray(Image.open(os.path.join(folder, name)).convert("RGB"), np.float32)
        points = np.array([point.split(",") for point in points], np.float64)
        yield draw(photograph, to_photograph(points))


def to_photograph(points):
    """The map from a chip's pixels to the photograph's: least squares, without reflection (Umeyama 1991)."""
    places = (SHARES + MARGIN) / (1 + 2 * MARGIN) * SIDE + 0.5
    a, b = places - places.mean(0), points - points.mean(0)
    along, across, spread = (a * b).sum(), (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * a).sum()
    turn = np.array([[along, -across], [across, along]]) / spread
    return turn, points.mean(0) - turn @ places.mean(0)


def draw(photograph, map):
    """Bilinear, and averaged where a pixel of the chip covers more than 1.5 of the photograph's."""
    turn, shift = map
    samples = max(1, int(np.ceil(np.sqrt(abs(np.linalg.det(turn))) / 1.5)))
    steps = (np.arange(SIDE * samples) + 0.5) / samples
    x, y = np.meshgrid(steps, steps)
    places = np.stack([x, y], -1) @ turn.T + shift - 0.5
    height, width = photograph.shape[:2]
    whole = np.floor(places).astype(int)
    part = (places - whole).astype(np.float32)
    total = np.zeros((*x.shape, 3), np.float32)
    for right in (0, 1):
        for down in (0, 1):
            column, row = whole[..., 0] + right, whole[..., 1] + down
            inside = (column >= 0) & (row >= 0) & (column < width) & (row < height)
            share = np.abs(1 - right - part[..., 0]) * np.abs(1 - down - part[..., 1]) * inside
            total += photograph[row.clip(0, height - 1), column.clip(0, width - 1)] * share[..., None]
    means = total.reshape(SIDE, samples, SIDE, samples, 3).mean((1, 3))
    return (means + 0.5).astype(np.uint8)


if __name__ == "__main__":
    main()
