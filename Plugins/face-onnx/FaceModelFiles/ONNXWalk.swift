// SPDX-License-Identifier: Apache-2.0

/// Walks through the messages of `onnx.proto` by their fields' numbers.
struct ONNXWalk {
  private(set) var hasGraph = false
  private(set) var inputs: [ModelTensor] = []
  private(set) var outputs: [ModelTensor] = []
  private(set) var weights: Set<String> = []
  private(set) var hasDataElsewhere = false

  private typealias Bytes = UnsafeRawBufferPointer

  mutating func model(_ bytes: UnsafeRawBufferPointer) throws(ModelProblem) {
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard case .bytes(let part) = value else { continue }
      switch field {
      case 7:
        hasGraph = true
        try graph(part, depth: 0)
      case 20: try training(part)
      case 25: try function(part)
      default: break
      }
    }
  }

  private mutating func graph(_ bytes: Bytes, depth: Int) throws(ModelProblem) {
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard case .bytes(let part) = value else { continue }
      switch field {
      case 1: try node(part, depth: depth)
      case 5: try weight(named: try tensor(part), depth)
      case 11: if depth == 0 { try Self.add(part, to: &inputs) }
      case 12: if depth == 0 { try Self.add(part, to: &outputs) }
      case 15: try weight(named: try sparseTensor(part), depth)
      default: break
      }
    }
  }

  private mutating func weight(named name: String, _ depth: Int) throws(ModelProblem) {
    guard depth == 0 else { return }
    weights.insert(name)
    guard weights.count <= ModelLimits.weights else { throw .excessive }
  }

  /// Graphs that only training runs. Their inputs and outputs are none of the model's.
  private mutating func training(_ bytes: Bytes) throws(ModelProblem) {
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      if field == 1 || field == 2, case .bytes(let part) = value { try graph(part, depth: 1) }
    }
  }

  private mutating func function(_ bytes: Bytes) throws(ModelProblem) {
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard case .bytes(let part) = value else { continue }
      if field == 7 { try node(part, depth: 0) }
      // Defaults of its attributes.
      if field == 11 { try attribute(part, depth: 0) }
    }
  }

  private mutating func node(_ bytes: Bytes, depth: Int) throws(ModelProblem) {
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      if field == 5, case .bytes(let part) = value { try attribute(part, depth: depth) }
    }
  }

  private mutating func attribute(_ bytes: Bytes, depth: Int) throws(ModelProblem) {
    guard depth < ModelLimits.graphs else { throw .nested }
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard case .bytes(let part) = value else { continue }
      switch field {
      case 5, 10: _ = try tensor(part)
      case 6, 11: try graph(part, depth: depth + 1)
      case 22, 23: _ = try sparseTensor(part)
      default: break
      }
    }
  }

  /// - Returns: Its name, which is that of its values.
  private mutating func sparseTensor(_ bytes: Bytes) throws(ModelProblem) -> String {
    var name = ""
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard case .bytes(let part) = value else { continue }
      if field == 1 { name = try tensor(part) }
      if field == 2 { _ = try tensor(part) }
    }
    return name
  }

  /// - Returns: Its name.
  private mutating func tensor(_ bytes: Bytes) throws(ModelProblem) -> String {
    var name = ""
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      switch (field, value) {
      case (8, .bytes(let text)): name = try ModelLimits.name(text)
      // Where the data lie, and whether that is another file.
      case (13, _): hasDataElsewhere = true
      case (14, .number(let place)): if place != 0 { hasDataElsewhere = true }
      default: break
      }
    }
    return name
  }

  private static func add(_ bytes: Bytes, to tensors: inout [ModelTensor]) throws(ModelProblem) {
    guard tensors.count < ModelLimits.tensors else { throw .excessive }
    tensors.append(try valueInfo(bytes))
  }

  private static func valueInfo(_ bytes: Bytes) throws(ModelProblem) -> ModelTensor {
    var name = ""
    var element = ModelTensor.Element.other("")
    var dimensions: [ModelTensor.Dimension]?
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard case .bytes(let part) = value else { continue }
      if field == 1 { name = try ModelLimits.name(part) }
      guard field == 2 else { continue }
      var type = ProtobufReader(part)
      while let (field, value) = try type.next() {
        guard field == 1, case .bytes(let tensor) = value else { continue }
        var reader = ProtobufReader(tensor)
        while let (field, value) = try reader.next() {
          switch (field, value) {
          case (1, .number(let number)): element = Self.element(number)
          case (2, .bytes(let shape)): dimensions = try Self.shape(shape)
          default: break
          }
        }
      }
    }
    return ModelTensor(name: name, element: element, dimensions: dimensions)
  }

  private static func element(_ number: UInt64) -> ModelTensor.Element {
    switch number {
    case 1: .float32
    case 2: .uint8
    default:
      .other(
        [3: "int8", 6: "int32", 7: "int64", 10: "float16", 11: "float64", 16: "bfloat16"][number]
          ?? "element type \(number)")
    }
  }

  private static func shape(_ bytes: Bytes) throws(ModelProblem) -> [ModelTensor.Dimension] {
    var dimensions: [ModelTensor.Dimension] = []
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      guard field == 1, case .bytes(let part) = value else { continue }
      guard dimensions.count < ModelLimits.dimensions else { throw .excessive }
      dimensions.append(try dimension(part))
    }
    return dimensions
  }

  private static func dimension(_ bytes: Bytes) throws(ModelProblem) -> ModelTensor.Dimension {
    var dimension = ModelTensor.Dimension.open("")
    var reader = ProtobufReader(bytes)
    while let (field, value) = try reader.next() {
      switch (field, value) {
      case (1, .number(let count)):
        // Some exporters write 0 or -1 for what is open.
        if let count = Int(exactly: Int64(bitPattern: count)), count > 0 { dimension = .fixed(count) }
      case (2, .bytes(let name)): dimension = .open(try ModelLimits.name(name))
      default: break
      }
    }
    return dimension
  }
}
