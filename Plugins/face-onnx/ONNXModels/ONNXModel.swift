// SPDX-License-Identifier: Apache-2.0

/// What an ONNX file says of its model, read without running anything: what goes in, what comes out, and
/// whether all of it is in the file.
///
/// Read with `init`, in time that grows with the number of its nodes; weights are passed over. Any thread.
public struct ONNXModel: Sendable, Hashable {
  /// One input or output.
  public struct Tensor: Sendable, Hashable {
    public let name: String
    /// By the format's numbers: 1 is float32, 2 uint8, 10 float16; 0: not said.
    public let element: Int
    /// Outermost first; `nil` where even their number is open.
    public let dimensions: [Dimension]?

    public init(name: String, element: Int, dimensions: [Dimension]?) {
      self.name = name
      self.element = element
      self.dimensions = dimensions
    }
  }

  public enum Dimension: Sendable, Hashable {
    case fixed(Int)
    /// By its name, which may be empty.
    case open(String)
  }

  /// Those that are no weights.
  public let inputs: [Tensor]
  public let outputs: [Tensor]
  /// Whether weights lie in other files, which nobody has hashed.
  public let hasDataElsewhere: Bool

  /// - Throws: `.damaged` where the bytes are none of this format, `.nested` where graphs within graphs go
  ///   deeper than any model's.
  public init(_ bytes: UnsafeRawBufferPointer) throws(ONNXProblem) {
    var walk = ModelWalk()
    try walk.model(bytes)
    guard walk.hasGraph, !walk.outputs.isEmpty else { throw .damaged }
    // Before version 4 of the format weights were inputs too.
    inputs = walk.inputs.filter { !walk.weights.contains($0.name) }
    outputs = walk.outputs
    hasDataElsewhere = walk.hasDataElsewhere
  }
}

public enum ONNXProblem: Error, Sendable, Hashable {
  case damaged
  case nested
}

extension ONNXModel.Tensor: CustomStringConvertible {
  /// `float32 [batch,3,112,112]`; `?` where a dimension has no name.
  public var description: String {
    let names = [
      1: "float32", 2: "uint8", 3: "int8", 6: "int32", 7: "int64", 10: "float16", 11: "float64",
      16: "bfloat16",
    ]
    let element = names[element] ?? "element type \(element)"
    guard let dimensions else { return "\(element) of any shape" }
    let parts = dimensions.map { dimension in
      switch dimension {
      case .fixed(let count): "\(count)"
      case .open(let name): name.isEmpty ? "?" : String(name.prefix(24))
      }
    }
    return "\(element) [\(parts.prefix(8).joined(separator: ","))]"
  }
}

/// Walks through the messages of `onnx.proto` by their fields' numbers.
private struct ModelWalk {
  var hasGraph = false
  var inputs: [ONNXModel.Tensor] = []
  var outputs: [ONNXModel.Tensor] = []
  var weights: Set<String> = []
  var hasDataElsewhere = false

  /// Far more than loops within loops.
  private static let deepest = 16

  private typealias Bytes = UnsafeRawBufferPointer

  mutating func model(_ bytes: UnsafeRawBufferPointer) throws(ONNXProblem) {
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard case .bytes(let part) = value else { continue }
      switch field {
      case 7:
        hasGraph = true
        try graph(part, depth: 0)
      case 25: try nodes(of: part, field: 7, depth: 0)
      default: break
      }
    }
  }

  private mutating func graph(_ bytes: Bytes, depth: Int) throws(ONNXProblem) {
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard case .bytes(let part) = value else { continue }
      switch field {
      case 1: try node(part, depth: depth)
      case 5:
        let name = try tensor(part)
        if depth == 0 { weights.insert(name) }
      case 11: if depth == 0 { inputs.append(try Self.valueInfo(part)) }
      case 12: if depth == 0 { outputs.append(try Self.valueInfo(part)) }
      case 15: try sparseTensor(part)
      default: break
      }
    }
  }

  /// The nodes of a function.
  private mutating func nodes(of bytes: Bytes, field wanted: Int, depth: Int) throws(ONNXProblem) {
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard case .bytes(let part) = value else { continue }
      if field == wanted { try node(part, depth: depth) }
      // Defaults of its attributes.
      if field == 11 { try attribute(part, depth: depth) }
    }
  }

  private mutating func node(_ bytes: Bytes, depth: Int) throws(ONNXProblem) {
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      if field == 5, case .bytes(let part) = value { try attribute(part, depth: depth) }
    }
  }

  private mutating func attribute(_ bytes: Bytes, depth: Int) throws(ONNXProblem) {
    guard depth < Self.deepest else { throw .nested }
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard case .bytes(let part) = value else { continue }
      switch field {
      case 5, 10: _ = try tensor(part)
      case 6, 11: try graph(part, depth: depth + 1)
      case 22, 23: try sparseTensor(part)
      default: break
      }
    }
  }

  private mutating func sparseTensor(_ bytes: Bytes) throws(ONNXProblem) {
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      if field == 1 || field == 2, case .bytes(let part) = value { _ = try tensor(part) }
    }
  }

  /// - Returns: Its name.
  private mutating func tensor(_ bytes: Bytes) throws(ONNXProblem) -> String {
    var name = ""
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      switch (field, value) {
      case (8, .bytes(let text)): name = String(decoding: text, as: UTF8.self)
      // Where the data lie, and whether that is another file.
      case (13, _): hasDataElsewhere = true
      case (14, .number(let place)): if place != 0 { hasDataElsewhere = true }
      default: break
      }
    }
    return name
  }

  private static func valueInfo(_ bytes: Bytes) throws(ONNXProblem) -> ONNXModel.Tensor {
    var name = ""
    var element = 0
    var dimensions: [ONNXModel.Dimension]?
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard case .bytes(let part) = value else { continue }
      if field == 1 { name = String(decoding: part, as: UTF8.self) }
      guard field == 2 else { continue }
      var type = ProtobufReader(part)
      while let (field, value) = try type.next() {
        guard field == 1, case .bytes(let tensor) = value else { continue }
        var reader = ProtobufReader(tensor)
        while let (field, value) = try reader.next() {
          switch (field, value) {
          case (1, .number(let number)): element = Int(clamping: number)
          case (2, .bytes(let shape)): dimensions = try Self.shape(shape)
          default: break
          }
        }
      }
    }
    return ONNXModel.Tensor(name: name, element: element, dimensions: dimensions)
  }

  private static func shape(_ bytes: Bytes) throws(ONNXProblem) -> [ONNXModel.Dimension] {
    var dimensions: [ONNXModel.Dimension] = []
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard field == 1, case .bytes(let part) = value else { continue }
      var dimension = ONNXModel.Dimension.open("")
      var reader = ProtobufReader(part)
      while let (field, value) = try reader.next() {
        switch (field, value) {
        case (1, .number(let count)):
          // Some exporters write 0 or -1 for what is open.
          if let count = Int(exactly: Int64(bitPattern: count)), count > 0 { dimension = .fixed(count) }
        case (2, .bytes(let name)): dimension = .open(String(decoding: name, as: UTF8.self))
        default: break
        }
      }
      dimensions.append(dimension)
    }
    return dimensions
  }
}
