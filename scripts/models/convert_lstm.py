# SPDX-License-Identifier: Apache-2.0
"""Converts Resemblyzer's voice encoder (pretrained.pt) to OpenVINO IR.

    convert_lstm.py <pretrained.pt> <out.xml>

Three LSTM layers of 256, of which the last one's last state goes through a linear
layer and a ReLU. What its caller does is left out: to normalise each window's
answer, and the mean of all. Of the two biases of each gate the sum is kept, rounded
once.

In:  mel, f32 [1,160,40], mel energies of 1.6 s of sound (README.md).
Out: embedding, f32 [1,256], 0 and above.
"""

import sys

import numpy as np
import openvino as ov
from openvino import opset13 as op

import ir
from torch_checkpoint import read_tensors

FRAMES, BANDS, WIDTH, LAYERS = 160, 40, 256, 3
GATES = 4


def shapes():
    """{name: shape} of each tensor that is read."""
    wanted = {}
    for layer in range(LAYERS):
        wanted[f"lstm.weight_ih_l{layer}"] = (GATES * WIDTH, BANDS if layer == 0 else WIDTH)
        wanted[f"lstm.weight_hh_l{layer}"] = (GATES * WIDTH, WIDTH)
        wanted[f"lstm.bias_ih_l{layer}"] = wanted[f"lstm.bias_hh_l{layer}"] = (GATES * WIDTH,)
    return wanted | {"linear.weight": (WIDTH, WIDTH), "linear.bias": (WIDTH,)}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, target = sys.argv[1:]
    with open(source, "rb") as file:
        tensors = read_tensors(file.read(), "model_state")
    weights = {}
    for name, shape in shapes().items():
        if name not in tensors or tensors[name].shape != shape:
            found = tensors[name].shape if name in tensors else "missing"
            sys.exit(f"convert_lstm: {source}: '{name}' is {found}, not {shape}. Fetch the file again.")
        weights[name] = np.frombuffer(tensors[name].values, "<f4").reshape(shape)
        if not np.isfinite(weights[name]).all():
            sys.exit(f"convert_lstm: {source}: '{name}' holds what is no number. Fetch the file again.")
    model = build(weights)
    ir.name_layers(model)
    ir.save(model, target)


def gates(values):
    """PyTorch's order of gates (in, forget, cell, out) as OpenVINO has it (forget, in, cell, out)."""
    i, f, g, o = np.split(values, GATES)
    return np.concatenate((f, i, g, o))[None]


def build(weights):
    mel = op.parameter([1, FRAMES, BANDS], np.float32, name="mel")
    mel.output(0).get_tensor().set_names({"mel"})
    start = op.constant(np.zeros((1, 1, WIDTH), np.float32))
    length = op.constant(np.array([FRAMES], np.int64))
    x = mel.output(0)
    for layer in range(LAYERS):
        biases = sum(weights[f"lstm.bias_{side}_l{layer}"].astype(np.float64) for side in ("ih", "hh"))
        lstm = op.lstm_sequence(
            x, start, start, length,
            op.constant(gates(weights[f"lstm.weight_ih_l{layer}"])),
            op.constant(gates(weights[f"lstm.weight_hh_l{layer}"])),
            op.constant(gates(biases.astype(np.float32))),
            WIDTH, "forward")
        x = op.squeeze(lstm.output(0), op.constant(np.array([1], np.int64))).output(0)
        last = op.squeeze(lstm.output(1), op.constant(np.array([1], np.int64)))
    # op.constant on float32 copies the values.
    y = op.matmul(last, op.constant(weights["linear.weight"].copy()), False, True)
    y = op.relu(op.add(y, op.constant(weights["linear.bias"].reshape(1, WIDTH).copy())))
    y.output(0).get_tensor().set_names({"embedding"})
    return ov.Model([y], [mel], "resemblyzer")


if __name__ == "__main__":
    main()
