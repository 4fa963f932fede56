// SPDX-License-Identifier: Apache-2.0

/// Small ONNX files, written as their format's specification says.
struct TinyONNX {
  enum Dimension {
    case fixed(Int)
    case open(String)
  }

  typealias Tensor = (name: String, element: Int, dimensions: [Dimension])

  var nodes: [[UInt8]] = []
  var inputs: [Tensor]
  var outputs: [Tensor]
  var initializers: [[UInt8]] = []

  /// The mean of each of 8 by 8 cells of a picture of 112 pixels, channel by channel.
  static func cells(batch: Dimension = .fixed(1), length: Int = 192) -> TinyONNX {
    TinyONNX(
      nodes: [
        node(
          "AveragePool", ["image"], "cells",
          [integers("kernel_shape", [14, 14]), integers("strides", [14, 14])]),
        node("Flatten", ["cells"], "embedding", [integer("axis", 1)]),
      ],
      inputs: [("image", 1, [batch, .fixed(3), .fixed(112), .fixed(112)])],
      outputs: [("embedding", 1, [batch, .fixed(length)])])
  }

  /// The same, with another operation at its end: `Log` of a negative number is none.
  static func cells(then operation: String) -> TinyONNX {
    var model = cells()
    model.nodes[1] = node("Flatten", ["cells"], "flat", [integer("axis", 1)])
    model.nodes.append(node(operation, operation == "Sub" ? ["flat", "flat"] : ["flat"], "embedding", []))
    return model
  }

  var bytes: [UInt8] {
    let graph =
      nodes.flatMap { Self.field(1, $0) } + Self.field(2, Array("tiny".utf8))
      + initializers.flatMap { Self.field(5, $0) } + inputs.flatMap { Self.field(11, Self.value($0)) }
      + outputs.flatMap { Self.field(12, Self.value($0)) }
    return Self.field(1, 8) + Self.field(7, graph)
      + Self.field(8, Self.field(1, []) + Self.field(2, 13))
  }

  static func node(_ kind: String, _ inputs: [String], _ output: String, _ attributes: [[UInt8]]) -> [UInt8] {
    inputs.flatMap { field(1, Array($0.utf8)) } + field(2, Array(output.utf8)) + field(4, Array(kind.utf8))
      + attributes.flatMap { field(5, $0) }
  }

  static func integers(_ name: String, _ values: [UInt64]) -> [UInt8] {
    field(1, Array(name.utf8)) + values.flatMap { field(8, $0) } + field(20, 7)
  }

  static func integer(_ name: String, _ value: UInt64) -> [UInt8] {
    field(1, Array(name.utf8)) + field(3, value) + field(20, 2)
  }

  static func field(_ number: UInt64, _ value: UInt64) -> [UInt8] { varint(number << 3) + varint(value) }

  static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }

  private static func value(_ tensor: Tensor) -> [UInt8] {
    let shape = tensor.dimensions.flatMap { dimension in
      switch dimension {
      case .fixed(let count): field(1, field(1, UInt64(count)))
      case .open(let name): field(1, field(2, Array(name.utf8)))
      }
    }
    return field(1, Array(tensor.name.utf8))
      + field(2, field(1, field(1, UInt64(tensor.element)) + field(2, shape)))
  }

  private static func varint(_ number: UInt64) -> [UInt8] {
    var (bytes, rest): ([UInt8], UInt64) = ([], number)
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
