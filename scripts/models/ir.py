# SPDX-License-Identifier: Apache-2.0
"""Writes OpenVINO models so that the same model always gives the same bytes."""

import os

import openvino as ov


def name_layers(model, keep=()):
    """Names every layer after its type and place.

    OpenVINO numbers layers by a counter of the process, so a model's XML would
    otherwise depend on what was converted before it.
    """
    for index, layer in enumerate(model.get_ordered_ops()):
        kind = layer.get_type_name()
        if kind == "Parameter":
            layer.set_friendly_name(layer.output(0).get_any_name())
        elif kind == "Result":
            layer.set_friendly_name(layer.input(0).get_source_output().get_any_name() + "/result")
        elif layer.get_friendly_name() not in keep:
            layer.set_friendly_name(f"{kind}_{index}")


def save(model, path):
    """Writes path (.xml) and its .bin in full float32; neither appears half-written.

    The XML names no file of this machine: OpenVINO finds the .bin by the XML's name.
    """
    folder, name = os.path.split(path)
    partial = os.path.join(folder, "partial-" + name)
    ov.save_model(model, partial, compress_to_fp16=False)
    for ending in (".bin", ".xml"):
        os.replace(partial[: -len(".xml")] + ending, path[: -len(".xml")] + ending)
