// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What hidden bytes were, for whoever needs others in their place.
public enum HiddenKind: UInt32, Sendable, Hashable, CaseIterable {
  /// Pixels, templates.
  case bytes = 1
  /// Numbers of 32 bits: landmarks, boxes, angles.
  case numbers = 2
  /// Text: a plugin's words, a device's name, a licence's.
  case text = 3
}

/// A part of a body that is biometric, or may name somebody: what a recording may have to leave out.
public struct HiddenPart: Sendable, Hashable {
  /// Where it lies in the body; not empty.
  public let range: Range<Int>
  public let kind: HiddenKind

  init(_ range: Range<Int>, _ kind: HiddenKind) {
    self.range = range
    self.kind = kind
  }

  /// The parts of a request's body, in order. All bulk is one, unless this knows better; a body that is not the
  /// function's message is one as a whole.
  /// - Parameter body: may be hostile.
  public static func parts(ofRequest function: CallFunction, body: UnsafeRawBufferPointer) -> [HiddenPart] {
    do throws(MalformedBody) {
      return try Self.parts(of: function, body)
    } catch {
      return whole(body)
    }
  }

  /// All of a body as one part.
  public static func whole(_ body: UnsafeRawBufferPointer) -> [HiddenPart] {
    body.isEmpty ? [] : [HiddenPart(0..<body.count, .bytes)]
  }

  private static func parts(
    of function: CallFunction, _ body: UnsafeRawBufferPointer
  ) throws(MalformedBody) -> [HiddenPart] {
    switch function {
    case .pluginOpen:
      let message = try BodyReader.read(OpenMessage.self, from: body)
      return HiddenFinder.parts(of: message, body) { $0.know(message.license, as: .text) }
    case .cameraOpen:
      let message = try BodyReader.read(OpenCameraMessage.self, from: body)
      return HiddenFinder.parts(of: message, body) { $0.know(message.options.locator.raw, as: .text) }
    case .microphoneOpen:
      let message = try BodyReader.read(OpenMicrophoneMessage.self, from: body)
      return HiddenFinder.parts(of: message, body) { $0.know(message.options.locator.raw, as: .text) }
    case .cameraControlModes, .cameraControlControls:
      let message = try BodyReader.read(DeviceListMessage.self, from: body)
      return HiddenFinder.parts(of: message, body) { $0.know(message.locator.raw, as: .text) }
    case .cameraControlSet:
      let message = try BodyReader.read(SetControlMessage.self, from: body)
      return HiddenFinder.parts(of: message, body) { $0.know(message.locator.raw, as: .text) }
    case .trackerTrack:
      return HiddenFinder.parts(of: try BodyReader.read(TrackMessage.self, from: body), body)
    case .captureStep:
      let message = try BodyReader.read(StepMessage.self, from: body)
      return HiddenFinder.parts(of: message, body) {
        $0.know(UnsafeRawBufferPointer(message.faces.faces), as: .faces)
        $0.know(UnsafeRawBufferPointer(message.faces.landmarks), as: .numbers)
      }
    case .matcherExtract:
      let message = try BodyReader.read(ExtractMessage.self, from: body)
      return HiddenFinder.parts(of: message, body) {
        $0.know(UnsafeRawBufferPointer(message.landmarks), as: .numbers)
      }
    case .matcherCompare:
      return HiddenFinder.parts(of: try BodyReader.read(CompareMessage.self, from: body), body)
    case .matcherCompareMany:
      let message = try BodyReader.read(CompareManyMessage.self, from: body)
      // Offsets are lengths.
      return HiddenFinder.parts(of: message, body) {
        $0.know(UnsafeRawBufferPointer(message.offsets), as: .plain)
      }
    case .cardConnect:
      let message = try BodyReader.read(ConnectCardMessage.self, from: body)
      return HiddenFinder.parts(of: message, body) { $0.know(message.options.locator.raw, as: .text) }
    case .cardTransmit, .cardControl, .cardAttribute:
      return HiddenFinder.parts(of: try BodyReader.read(CardExchangeMessage.self, from: body), body)
    case .cardSetAttribute:
      return HiddenFinder.parts(of: try BodyReader.read(SetCardAttributeMessage.self, from: body), body)
    case .pluginDescribe, .pluginClose, .pluginAbility, .cameraList, .cameraNextFrame, .cameraCancel,
      .cameraClose, .trackerCreate, .trackerReset, .trackerDestroy, .captureCreate, .captureDestroy,
      .matcherDescribe, .matcherCreate, .matcherDestroy, .watchOpen, .watchNext, .watchCancel, .watchClose,
      .microphoneList, .microphoneRead, .microphoneCancel, .microphoneClose,
      .cardList, .cardStatus, .cardBegin, .cardEnd,
      .cardReconnect, .cardDisconnect, .cardCancel, .cardClose:
      // Options, ids and sizes: none of these has room for more.
      return body.count <= longestPlain ? [] : whole(body)
    }
  }

  // An id of an ability has at most 255 bytes.
  private static let longestPlain = 512
}

/// Goes through a message as it is written, and remembers where its bulk lies.
private struct HiddenFinder: BodySink {
  enum Content {
    case plain, bytes, numbers, text, faces
  }

  private var known: [(start: UnsafeRawPointer, content: Content)] = []
  private(set) var parts: [HiddenPart] = []
  private var offset = 0

  /// - Parameter know: says of parts that the message lends what they are.
  static func parts(
    of message: borrowing some CallMessage, _ body: UnsafeRawBufferPointer,
    know: (inout HiddenFinder) -> Void = { _ in }
  ) -> [HiddenPart] {
    var finder = HiddenFinder()
    know(&finder)
    message.encode(to: &finder)
    // It was read from this body, so it is as long.
    return finder.offset == body.count ? finder.parts : [HiddenPart(0..<body.count, .bytes)]
  }

  mutating func know(_ bytes: UnsafeRawBufferPointer, as content: Content) {
    if let start = bytes.baseAddress, !bytes.isEmpty { known.append((start, content)) }
  }

  mutating func put<Value: BitwiseCopyable>(_ value: Value) {
    let start = advance(MemoryLayout<Value>.size, CallLimit.alignment)
    if Value.self == imp_face.self { parts += HiddenPart.parts(ofFaceAt: start) }
  }

  mutating func put(_ bytes: UnsafeRawBufferPointer, alignment: Int) {
    guard let address = bytes.baseAddress, !bytes.isEmpty else { return }
    let start = advance(bytes.count, alignment)
    let otherwise: Content = alignment == CallLimit.bulkAlignment ? .bytes : .plain
    let range = start..<start + bytes.count
    switch known.first(where: { $0.start == address })?.content ?? otherwise {
    case .plain: break
    case .bytes: parts.append(HiddenPart(range, .bytes))
    case .numbers: parts.append(HiddenPart(range, .numbers))
    case .text: parts.append(HiddenPart(range, .text))
    case .faces: parts += HiddenPart.parts(ofFacesIn: range)
    }
  }

  private mutating func advance(_ count: Int, _ alignment: Int) -> Int {
    let start = offset.rounded(upTo: alignment)
    offset = start + count
    return start
  }
}

extension HiddenPart {
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
