// SPDX-License-Identifier: Apache-2.0
import CImprint
@testable import ImprintCalls

/// What a request is made of, as its message writes it: where counts, sizes and padding lie, and which
/// pieces there are. Nothing of it is said of a function by hand.
struct RequestParts {
  /// A number in the request.
  struct Place {
    let start: Int
    let bytes: Int
  }

  /// What was written at once.
  struct Piece {
    let bytes: [UInt8]
    let alignment: Int
    /// Whether the request says elsewhere how long it is.
    let isCounted: Bool
  }

  /// How much room there is for something in the answer.
  private(set) var capacities: [Place] = []
  /// Where a struct of the contract's says its own size.
  private(set) var sizes: [Place] = []
  /// Padding beside an odd value of four bytes.
  private(set) var padding: [Place] = []
  private(set) var pieces: [Piece] = []

  /// - Throws: where the body is not the function's message.
  init(_ function: CallFunction, _ body: [UInt8]) throws {
    let finder = try body.withUnsafeBytes { try Self.finder(function.request, $0) }
    self = finder.parts
  }

  private init() {}

  private static func finder<Message: CallMessage>(
    _ type: Message.Type, _ body: UnsafeRawBufferPointer
  ) throws -> Finder {
    var finder = Finder()
    try BodyReader.read(type, from: body).encode(to: &finder)
    return finder
  }

  /// The request with other bytes in the place of a piece, and the pieces behind it where they belong then.
  func request(with bytes: [UInt8], at index: Int) -> [UInt8] {
    var request: [UInt8] = []
    for (place, piece) in pieces.enumerated() {
      let bytes = place == index ? bytes : piece.bytes
      if bytes.isEmpty { continue }
      let start = request.count.rounded(upTo: piece.alignment)
      request += [UInt8](repeating: 0, count: start - request.count) + bytes
    }
    return request
  }

  private struct Finder: BodySink {
    var parts = RequestParts()
    private var offset = 0

    mutating func put<Value: BitwiseCopyable>(_ value: Value, _ content: BodyContent) {
      let start = offset.rounded(upTo: CallLimit.alignment)
      look(at: value, start)
      add(
        withUnsafeBytes(of: value) { Array($0.prefix(MemoryLayout<Value>.size)) }, CallLimit.alignment, false)
    }

    mutating func put(_ bytes: UnsafeRawBufferPointer, alignment: Int, _ content: BodyContent) {
      if bytes.isEmpty { return }
      let start = offset.rounded(upTo: alignment)
      if case .faces = content {
        for face in stride(from: 0, to: bytes.count, by: MemoryLayout<imp_face>.stride) {
          parts.sizes.append(Place(start: start + face, bytes: 4))
        }
      }
      add(Array(bytes), alignment, true)
    }

    private mutating func add(_ bytes: [UInt8], _ alignment: Int, _ isCounted: Bool) {
      offset = offset.rounded(upTo: alignment) + bytes.count
      parts.pieces.append(Piece(bytes: bytes, alignment: alignment, isCounted: isCounted))
    }

    /// A struct of ours lies as its fields do, one after the other; one of the contract's begins with its
    /// size.
    private mutating func look<Value>(at value: Value, _ start: Int) {
      if String(describing: Value.self).hasPrefix("imp_") {
        let size = withUnsafeBytes(of: value) { $0.count < 4 ? 0 : $0.load(as: UInt32.self) }
        if size == MemoryLayout<Value>.size { parts.sizes.append(Place(start: start, bytes: 4)) }
        return
      }
      var offset = start
      for child in Mirror(reflecting: value).children {
        let (size, alignment) = Self.layout(child.value)
        offset = offset.rounded(upTo: alignment)
        let name = child.label?.lowercased() ?? ""
        if name.hasSuffix("capacity") { parts.capacities.append(Place(start: offset, bytes: size)) }
        if name.hasSuffix("padding") { parts.padding.append(Place(start: offset, bytes: size)) }
        look(child: child.value, offset)
        offset += size
      }
    }

    private mutating func look(child: Any, _ start: Int) {
      func opened<Child>(_ type: Child.Type) { if let child = child as? Child { look(at: child, start) } }
      let kind: Any.Type = type(of: child)
      _openExistential(kind, do: opened)
    }

    private static func layout(_ value: Any) -> (size: Int, alignment: Int) {
      func opened<Child>(_ type: Child.Type) -> (size: Int, alignment: Int) {
        (MemoryLayout<Child>.size, MemoryLayout<Child>.alignment)
      }
      let kind: Any.Type = type(of: value)
      return _openExistential(kind, do: opened)
    }
  }
}
