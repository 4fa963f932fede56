// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What redacted bytes were, for whoever needs others in their place.
public enum HiddenKind: UInt32, Sendable, Hashable, CaseIterable {
  /// Pixels, templates.
  case bytes = 1
  /// Numbers of 32 bits: landmarks, boxes, angles.
  case numbers = 2
  /// Text: a plugin's words, a device's name, a licence's.
  case text = 3
}

/// A part of a body that a redacted recording leaves out: biometric data, or what may identify a person.
public struct HiddenPart: Sendable, Hashable {
  /// Where it lies in the body; not empty.
  public let range: Range<Int>
  public let kind: HiddenKind

  init(_ range: Range<Int>, _ kind: HiddenKind) {
    self.range = range
    self.kind = kind
  }

  /// The parts of a request's body, in order, as its message describes them. A body that is not the
  /// function's message is one as a whole.
  /// - Parameter body: may be hostile.
  public static func parts(ofRequest function: CallFunction, body: UnsafeRawBufferPointer) -> [HiddenPart] {
    do throws(MalformedBody) {
      return try HiddenFinder.parts(of: function.request, body)
    } catch {
      return whole(body)
    }
  }

  /// All of a body as one part.
  public static func whole(_ body: UnsafeRawBufferPointer) -> [HiddenPart] {
    body.isEmpty ? [] : [HiddenPart(0..<body.count, .bytes)]
  }
}

/// Writes a message nowhere, and collects the ranges of what is not plain.
struct HiddenFinder: BodySink {
  private(set) var parts: [HiddenPart] = []
  private var offset = 0

  static func parts<Message: CallMessage>(
    of type: Message.Type, _ body: UnsafeRawBufferPointer
  ) throws(MalformedBody) -> [HiddenPart] {
    let message = try BodyReader.read(type, from: body)
    var finder = HiddenFinder()
    message.encode(to: &finder)
    // It was read from this body, so it is as long.
    return finder.offset == body.count ? finder.parts : HiddenPart.whole(body)
  }

  /// The parts of a message that others follow, as it lies in the reader's body.
  static func parts<Message: CallMessage>(
    of type: Message.Type, at reader: inout BodyReader
  ) throws(MalformedBody) -> [HiddenPart] {
    var finder = HiddenFinder()
    finder.offset = reader.offset
    try Message(from: &reader).encode(to: &finder)
    guard finder.offset == reader.offset else {
      throw MalformedBody("it was read up to byte \(reader.offset), but written up to byte \(finder.offset).")
    }
    return finder.parts
  }

  mutating func put<Value: BitwiseCopyable>(_ value: Value, _ content: BodyContent) {
    add(MemoryLayout<Value>.size, CallLimit.alignment, content)
  }

  mutating func put(_ bytes: UnsafeRawBufferPointer, alignment: Int, _ content: BodyContent) {
    if !bytes.isEmpty { add(bytes.count, alignment, content) }
  }

  private mutating func add(_ count: Int, _ alignment: Int, _ content: BodyContent) {
    let start = offset.rounded(upTo: alignment)
    offset = start + count
    parts += HiddenPart.parts(start..<offset, content)
  }
}

extension HiddenPart {
  /// What is hidden of a part of a message.
  static func parts(_ range: Range<Int>, _ content: BodyContent) -> [HiddenPart] {
    if range.isEmpty { return [] }
    return switch content {
    case .plain: []
    case .bytes: [HiddenPart(range, .bytes)]
    case .numbers: [HiddenPart(range, .numbers)]
    case .text: [HiddenPart(range, .text)]
    case .faces: parts(ofFacesIn: range)
    }
  }

  /// What of an `imp_face` is measured of a person. Its size, its number and where its landmarks are stay.
  static func parts(ofFaceAt start: Int) -> [HiddenPart] {
    [
      HiddenPart(start + measures.lowerBound..<start + measures.upperBound, .numbers),
      HiddenPart(start + quality.lowerBound..<start + quality.upperBound, .numbers),
    ]
  }

  static func parts(ofFacesIn range: Range<Int>) -> [HiddenPart] {
    stride(from: range.lowerBound, to: range.upperBound, by: MemoryLayout<imp_face>.stride).flatMap(
      parts(ofFaceAt:))
  }

  private static let measures: Range<Int> = {
    let face = MemoryLayout<imp_face>.self
    return (face.offset(of: \.box) ?? 0)..<(face.offset(of: \.landmark_model) ?? face.size)
  }()

  private static let quality: Range<Int> = {
    let face = MemoryLayout<imp_face>.self
    return (face.offset(of: \.quality) ?? 0)..<face.size
  }()
}
