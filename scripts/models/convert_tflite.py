# SPDX-License-Identifier: Apache-2.0
"""Converts MediaPipe's face models (.tflite) to OpenVINO IR.

    convert_tflite.py <blazeface-short|blazeface-full|facemesh-468> <model.tflite> <out.xml>

The weights are stored as float16 there; each becomes the float32 of the same
value, so nothing is lost. The graph is simplified once here instead of at each
start (the answers stay the same to the bit; reading and compiling take a third less).
"""

import sys

import numpy as np
import openvino as ov
from openvino import opset13 as op
from openvino._offline_transformations import apply_moc_transformations

import ir

# Shape and name of each input and output, in order. What they mean: README.md.
MODELS = {
    "blazeface-short": ([("image", [1, 128, 128, 3])], [("boxes", [1, 896, 16]), ("scores", [1, 896, 1])]),
    "blazeface-full": ([("image", [1, 192, 192, 3])], [("boxes", [1, 2304, 16]), ("scores", [1, 2304, 1])]),
    "facemesh-468": ([("image", [1, 192, 192, 3])], [("points", [1, 1, 1, 1404]), ("presence", [1, 1, 1, 1])]),
}


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in MODELS:
        sys.exit(__doc__)
    name, source, target = sys.argv[1:]
    model = ov.Core().read_model(source)
    widen_constants(model)
    apply_moc_transformations(model, cf=False)
    inputs, outputs = MODELS[name]
    set_names(model.inputs, inputs, source)
    set_names(model.outputs, outputs, source)
    model.set_friendly_name(name)
    ir.name_layers(model)
    ir.save(model, target)


def widen_constants(model):
    for convert in model.get_ordered_ops():
        if convert.get_type_name() != "Convert":
            continue
        constant = convert.input(0).get_source_output().get_node()
        if constant.get_type_name() == "Constant" and constant.get_element_type() == ov.Type.f16:
            convert.output(0).replace(op.constant(constant.get_data().astype(np.float32)).output(0))


def set_names(ports, expected, source):
    found = [list(map(int, port.get_shape())) for port in ports]
    wanted = [shape for _, shape in expected]
    if found != wanted:
        sys.exit(f"convert_tflite: {source}: the shapes are {found}, not {wanted}. Fetch the file again.")
    for port, (name, _) in zip(ports, expected):
        port.get_tensor().set_names({name})


if __name__ == "__main__":
    main()
