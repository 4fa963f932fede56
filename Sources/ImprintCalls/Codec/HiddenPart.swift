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

  /// The parts of a request's body, in order, as its message describes them. A body that is not the
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
    case .pluginOpen: try HiddenFinder.parts(of: OpenMessage.self, body)
    case .pluginAbility: try HiddenFinder.parts(of: AbilityMessage.self, body)
    case .cameraList, .microphoneList, .cardList: try HiddenFinder.parts(of: ListMessage.self, body)
    case .cameraOpen: try HiddenFinder.parts(of: OpenCameraMessage.self, body)
    case .cameraNextFrame: try HiddenFinder.parts(of: FillMessage<imp_frame>.self, body)
    case .cameraControlModes, .cameraControlControls: try HiddenFinder.parts(of: DeviceListMessage.self, body)
    case .cameraControlSet: try HiddenFinder.parts(of: SetControlMessage.self, body)
    case .microphoneOpen: try HiddenFinder.parts(of: OpenMicrophoneMessage.self, body)
    case .microphoneRead: try HiddenFinder.parts(of: FillMessage<imp_audio_chunk>.self, body)
    case .trackerCreate: try HiddenFinder.parts(of: CreateMessage<imp_face_tracker_options>.self, body)
    case .trackerTrack: try HiddenFinder.parts(of: TrackMessage.self, body)
    case .captureCreate: try HiddenFinder.parts(of: CreateMessage<imp_face_capture_options>.self, body)
    case .captureStep: try HiddenFinder.parts(of: StepMessage.self, body)
    case .matcherCreate: try HiddenFinder.parts(of: CreateMessage<imp_matcher_options>.self, body)
    case .matcherExtract: try HiddenFinder.parts(of: ExtractMessage.self, body)
    case .matcherCompare: try HiddenFinder.parts(of: CompareMessage.self, body)
    case .matcherCompareMany: try HiddenFinder.parts(of: CompareManyMessage.self, body)
    case .watchNext: try HiddenFinder.parts(of: NextEventMessage.self, body)
    case .cardConnect: try HiddenFinder.parts(of: ConnectCardMessage.self, body)
    case .cardStatus: try HiddenFinder.parts(of: CardStatusMessage.self, body)
    case .cardTransmit, .cardControl, .cardAttribute:
      try HiddenFinder.parts(of: CardExchangeMessage.self, body)
    case .cardBegin, .cardEnd, .cardDisconnect: try HiddenFinder.parts(of: CardNumberMessage.self, body)
    case .cardReconnect: try HiddenFinder.parts(of: ReconnectCardMessage.self, body)
    case .cardSetAttribute: try HiddenFinder.parts(of: SetCardAttributeMessage.self, body)
    case .pluginDescribe, .pluginClose, .cameraCancel, .cameraClose, .trackerReset, .trackerDestroy,
      .captureDestroy, .matcherDescribe, .matcherDestroy, .watchOpen, .watchCancel, .watchClose,
      .microphoneCancel, .microphoneClose, .cardCancel, .cardClose:
      try HiddenFinder.parts(of: EmptyMessage.self, body)
    }
  }
}

/// Goes through a message as it is written, and remembers where what is not plain lies.
private struct HiddenFinder: BodySink {
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

  mutating func put<Value: BitwiseCopyable>(_ value: Value, _ content: BodyContent) {
    add(MemoryLayout<Value>.size, CallLimit.alignment, content)
  }

  mutating func put(_ bytes: UnsafeRawBufferPointer, alignment: Int, _ content: BodyContent) {
    if !bytes.isEmpty { add(bytes.count, alignment, content) }
  }

  private mutating func add(_ count: Int, _ alignment: Int, _ content: BodyContent) {
    let start = offset.rounded(upTo: alignment)
    offset = start + count
    switch content {
    case .plain: break
    case .bytes: parts.append(HiddenPart(start..<offset, .bytes))
    case .numbers: parts.append(HiddenPart(start..<offset, .numbers))
    case .text: parts.append(HiddenPart(start..<offset, .text))
    case .faces: parts += HiddenPart.parts(ofFacesIn: start..<offset)
    }
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
