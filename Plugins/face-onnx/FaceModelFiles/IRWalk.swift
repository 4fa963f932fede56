// SPDX-License-Identifier: Apache-2.0

/// Walks through the elements of OpenVINO's IR, versions 10 and 11: `net`, in it `layers`, in that each
/// `layer`. Those of type `Parameter` are inputs, those of type `Result` outputs; bodies of loops have layers
/// of their own, deeper.
struct IRWalk {
  private(set) var hasNetwork = false
  private(set) var inputs: [ModelTensor] = []
  private(set) var outputs: [ModelTensor] = []
  private(set) var isBeyondWeights = false

  private let weightBytes: UInt64
  /// The names of the elements that are open.
  private var open: [UnsafeRawBufferPointer] = []
  private var layer: Layer?

  /// A layer of the model itself, while its elements are read.
  private struct Layer {
    enum Kind { case input, output }

    let kind: Kind
    var element = ModelTensor.Element.other("")
    var dimensions: [ModelTensor.Dimension]?
  }

  private typealias Bytes = UnsafeRawBufferPointer

  /// Graphs within graphs, and what stands between them.
  private static let deepest = 6 * ModelLimits.graphs

  init(weightBytes: UInt64) { self.weightBytes = weightBytes }

  mutating func model(_ bytes: UnsafeRawBufferPointer) throws(ModelProblem) {
    // What some editors write before all else.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? mark.count : 0
    var reader = MarkupReader(Bytes(rebasing: bytes[start...]))
    while let event = try reader.next() {
      switch event {
      case .start(let name, let attributes, let isEmpty):
        try begin(name, attributes)
        if isEmpty { try end(name) }
      case .end(let name): try end(name)
      case .text(let text): try read(text)
      }
    }
    guard open.isEmpty else { throw .damaged }
  }

  private mutating func begin(
    _ name: UnsafeRawBufferPointer, _ attributes: MarkupReader.Attributes
  ) throws(ModelProblem) {
    if open.isEmpty {
      // One, and nothing else.
      guard !hasNetwork, name.elementsEqual("net".utf8) else { throw .damaged }
      hasNetwork = true
    }
    guard open.count < Self.deepest else { throw .nested }
    open.append(name)
    if name.elementsEqual("data".utf8) { try weights(attributes) }
    if isOpen("net", "layers", "layer") {
      try begin(try attributes.value(of: "type"))
    } else if layer?.kind == .input, isOpen("net", "layers", "layer", "data") {
      layer?.element = Self.element(try attributes.value(of: "element_type"))
      layer?.dimensions = try attributes.value(of: "shape").flatMap(Self.shape)
    } else if layer?.kind == .output, isOpen("net", "layers", "layer", "input", "port") {
      layer?.element = Self.element(try attributes.value(of: "precision"))
    }
  }

  private mutating func begin(_ type: UnsafeRawBufferPointer?) throws(ModelProblem) {
    layer =
      if type?.elementsEqual("Parameter".utf8) == true {
        Layer(kind: .input)
      } else if type?.elementsEqual("Result".utf8) == true {
        Layer(kind: .output)
      } else {
        nil
      }
    guard inputs.count + outputs.count < ModelLimits.tensors else { throw .excessive }
  }

  private mutating func end(_ name: UnsafeRawBufferPointer) throws(ModelProblem) {
    guard let last = open.last, last.elementsEqual(name) else { throw .damaged }
    if let layer, isOpen("net", "layers", "layer") {
      let tensor = ModelTensor(element: layer.element, dimensions: layer.dimensions)
      switch layer.kind {
      case .input: inputs.append(tensor)
      case .output: outputs.append(tensor)
      }
      self.layer = nil
    }
    open.removeLast()
  }

  private mutating func read(_ text: UnsafeRawBufferPointer) throws(ModelProblem) {
    guard !open.isEmpty else {
      // As behind the last line.
      guard text.allSatisfy({ $0 <= 0x20 }) else { throw .damaged }
      return
    }
    guard layer?.kind == .output, isOpen("net", "layers", "layer", "input", "port", "dim") else { return }
    var dimensions = layer?.dimensions ?? []
    guard dimensions.count < ModelLimits.dimensions else { throw .excessive }
    dimensions.append(Self.dimension(text))
    layer?.dimensions = dimensions
  }

  /// Where a constant lies in the weights; most of what has data has none there.
  private mutating func weights(_ attributes: MarkupReader.Attributes) throws(ModelProblem) {
    guard let offset = try attributes.value(of: "offset"), let size = try attributes.value(of: "size") else {
      return
    }
    guard let start = Self.number(offset), let count = Self.number(size),
      start <= weightBytes, count <= weightBytes - start
    else {
      isBeyondWeights = true
      return
    }
  }

  private func isOpen(_ names: StaticString...) -> Bool {
    open.count == names.count
      && zip(open, names).allSatisfy { open, name in
        open.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
      }
  }

  private static func element(_ name: Bytes?) -> ModelTensor.Element {
    let name = String(decoding: (name ?? Bytes(start: nil, count: 0)).prefix(24), as: UTF8.self)
    return switch name {
    case "f32", "FP32": .float32
    case "u8", "U8": .uint8
    default: .other(name)
    }
  }

  /// `1,3,112,112`; `?` or `1..8` where one is open, `...` where all are.
  private static func shape(_ text: Bytes) -> [ModelTensor.Dimension]? {
    let parts = text.split(separator: UInt8(ascii: ","), maxSplits: ModelLimits.dimensions)
    if parts.contains(where: { $0.elementsEqual("...".utf8) }) { return nil }
    return parts.map { dimension(Bytes(rebasing: $0)) }
  }

  private static func dimension(_ text: Bytes) -> ModelTensor.Dimension {
    guard let count = number(text).flatMap(Int.init(exactly:)), count > 0 else { return .open("") }
    return .fixed(count)
  }

  /// Decimal digits, spaces around them; `nil` for all else, and for what is too large.
  private static func number(_ text: Bytes) -> UInt64? {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    var digits = text.drop(while: isSpace)
    while let last = digits.last, isSpace(last) { digits.removeLast() }
    guard !digits.isEmpty, digits.count <= 20 else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeToo) = tens.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
      guard !isTooLarge, !isTooLargeToo else { return nil }
      number = sum
    }
    return number
  }
}
