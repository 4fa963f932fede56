// SPDX-License-Identifier: Apache-2.0
import COpenVINOBridge

/// A network a plugin runs: the names its files have in the manifest, and what its code takes it to be.
public struct Network: Sendable {
  /// The shape of an input or output, outermost first, batch of 1 included.
  public struct Tensor: Sendable {
    public enum Element: UInt32, Sendable {
      case float32 = 4
      case uint8 = 16
    }

    let element: Element
    let dimensions: [Int64]

    /// - Parameter dimensions: 1...4 of them.
    public init(_ element: Element, _ dimensions: Int64...) {
      self.element = element
      self.dimensions = dimensions
    }
  }

  let name: String
  let input: Tensor
  let outputs: [Tensor]

  /// - Parameters:
  ///   - name: the manifest's `models` have `<name>.xml` and `<name>.bin`, OpenVINO's IR.
  ///   - outputs: 1 or 2 of them.
  public init(_ name: String, input: Tensor, outputs: [Tensor]) {
    self.name = name
    self.input = input
    self.outputs = outputs
  }
}

extension Network.Tensor {
  var raw: imp_ov_tensor {
    var raw = imp_ov_tensor()
    raw.element = element.rawValue
    raw.rank = UInt32(dimensions.count)
    withUnsafeMutableBytes(of: &raw.dims) { bytes in
      let slots = bytes.assumingMemoryBound(to: Int64.self)
      for (slot, dimension) in zip(slots.indices, dimensions) { slots[slot] = dimension }
    }
    return raw
  }
}
