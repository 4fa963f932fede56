// SPDX-License-Identifier: Apache-2.0
import COpenVINOBridge

/// A network a plugin runs: the names its files have in the manifest, and what its code takes it to be.
public struct Network: Sendable {
  /// What its files are.
  public enum Kind: Sendable, Hashable {
    /// OpenVINO's IR: `<name>.xml` and `<name>.bin`.
    case ir
    /// `<name>.onnx`. Dimensions of the input that it leaves open become those that are stated.
    case onnx
  }

  /// The shape of an input or output, outermost first, batch of 1 included.
  public struct Tensor: Sendable {
    public enum Element: UInt32, Sendable {
      case float32 = 4
      case uint8 = 16
    }

    let element: Element
    let dimensions: [Int64]
    let isVector: Bool

    /// - Parameter dimensions: 1...4 of them.
    public init(_ element: Element, _ dimensions: Int64...) {
      self.element = element
      self.dimensions = dimensions
      isVector = false
    }

    /// An output of so many numbers along one dimension, whichever that is, and 1 along all others.
    public init(vectorOf count: Int) {
      element = .float32
      dimensions = [Int64(count)]
      isVector = true
    }
  }

  let name: String
  let kind: Kind
  let input: Tensor
  let outputs: [Tensor]

  /// - Parameters:
  ///   - name: of the manifest's `models`, without what the kind adds.
  ///   - outputs: 1 or 2 of them.
  public init(_ name: String, _ kind: Kind = .ir, input: Tensor, outputs: [Tensor]) {
    self.name = name
    self.kind = kind
    self.input = input
    self.outputs = outputs
  }
}

extension Network.Kind {
  var raw: UInt32 {
    switch self {
    case .ir: UInt32(IMP_OV_IR)
    case .onnx: UInt32(IMP_OV_ONNX)
    }
  }
}

extension Network.Tensor {
  var raw: imp_ov_tensor {
    var raw = imp_ov_tensor()
    raw.element = element.rawValue
    raw.rank = isVector ? UInt32(IMP_OV_VECTOR) : UInt32(dimensions.count)
    withUnsafeMutableBytes(of: &raw.dims) { bytes in
      let slots = bytes.assumingMemoryBound(to: Int64.self)
      for (slot, dimension) in zip(slots.indices, dimensions) { slots[slot] = dimension }
    }
    return raw
  }
}
