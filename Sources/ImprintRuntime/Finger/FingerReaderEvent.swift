// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// What happened on the sensor of a fingerprint reader.
public struct FingerReaderEvent: Sendable {
  public enum Kind: Sendable {
    /// A finger is on the sensor.
    case arrived
    /// No finger is on it any more.
    case lifted
    /// An image of the finger.
    case image(FingerImage)
    /// A scan failed: the finger is to be presented again.
    case retry(FingerRetryReason)
  }

  public let kind: Kind
  /// When it happened, in nanoseconds on the reader's own monotonic clock of arbitrary epoch; never
  /// decreases. A replayed source counts from 0.
  public let timestamp: UInt64
  /// Of the events since the reader was opened, from 0; strictly increasing, gaps are lost events.
  public let sequence: UInt64

  public init(_ kind: Kind, timestamp: UInt64, sequence: UInt64) {
    self.kind = kind
    self.timestamp = timestamp
    self.sequence = sequence
  }

  /// Validates what a plugin filled, and takes it over.
  init(_ raw: imp_finger_event, bytes: ArraySlice<UInt8>) throws(ContractBreach) {
    try checkSize(of: raw)
    let kind: Kind
    switch Int32(clamping: raw.kind) {
    case IMP_FINGER_EVENT_ARRIVED: kind = .arrived
    case IMP_FINGER_EVENT_LIFTED: kind = .lifted
    case IMP_FINGER_EVENT_IMAGE: kind = .image(try FingerImage(raw, bytes: bytes))
    case IMP_FINGER_EVENT_RETRY:
      guard let reason = FingerRetryReason(code: raw.reason) else {
        throw ContractBreach(
          "a scan failed for the reason \(raw.reason), which this contract does not define.")
      }
      kind = .retry(reason)
    default:
      throw ContractBreach("the event has the kind \(raw.kind), which this contract does not define.")
    }
    let described = [
      raw.width, raw.height, raw.row_bytes, raw.resolution_x, raw.resolution_y, raw.impression, raw.liveness,
    ]
    guard raw.kind == IMP_FINGER_EVENT_IMAGE || (bytes.isEmpty && described.allSatisfy { $0 == 0 }) else {
      throw ContractBreach("an event of the kind \(raw.kind) describes an image.")
    }
    guard raw.reason == 0 || raw.kind == IMP_FINGER_EVENT_RETRY else {
      throw ContractBreach("an event of the kind \(raw.kind) has a reason to present the finger again.")
    }
    self.init(kind, timestamp: raw.timestamp_ns, sequence: raw.sequence)
  }
}

/// A fingerprint image as a reader gave it.
///
/// Redacted: its description never shows pixels.
public struct FingerImage: Sendable, Hashable, CustomStringConvertible {
  /// In ``ImprintModel/PixelFormat/grey8``, ridges dark and valleys light. Its resolution is stated where it
  /// is the same along both axes.
  public let image: Image
  public let resolution: FingerResolution
  public let impression: FingerImpression
  /// The reader's own verdict.
  public let liveness: FingerLiveness

  /// - Returns: `nil` for an image that is not grey.
  public init?(
    image: Image, resolution: FingerResolution, impression: FingerImpression = .livePlain,
    liveness: FingerLiveness = .unknown
  ) {
    guard image.format == .grey8,
      let stated = Image(
        width: image.width, height: image.height, format: .grey8, bytesPerRow: image.bytesPerRow,
        resolution: resolution.isEven ? resolution.x : nil, pixels: image.pixels)
    else { return nil }
    self.image = stated
    self.resolution = resolution
    self.impression = impression
    self.liveness = liveness
  }

  fileprivate init(_ raw: imp_finger_event, bytes: ArraySlice<UInt8>) throws(ContractBreach) {
    let (width, height, row) = (Int(raw.width), Int(raw.height), Int(raw.row_bytes))
    guard (1...Image.maximumSide).contains(width), (1...Image.maximumSide).contains(height) else {
      throw ContractBreach("the image has \(width) x \(height) pixels; 1...\(Image.maximumSide) is expected.")
    }
    guard row >= width, row <= 8 * Image.maximumSide, bytes.count >= (height - 1) * row + width else {
      throw ContractBreach(
        "\(bytes.count) bytes in rows of \(row) do not hold \(width) x \(height) pixels of an image.")
    }
    guard let resolution = FingerResolution(x: Int(raw.resolution_x), y: Int(raw.resolution_y)) else {
      throw ContractBreach(
        "the image has the resolution \(raw.resolution_x) x \(raw.resolution_y) pixels per metre; "
          + "1...\(FingerFormat.highest) is expected.")
    }
    guard let impression = FingerImpression(rawValue: raw.impression),
      let liveness = FingerLiveness(code: raw.liveness)
    else {
      throw ContractBreach(
        "the image has the impression \(raw.impression) and liveness \(raw.liveness), which this contract "
          + "does not define.")
    }
    // Rows without what lies between them: that is no part of the image.
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { room, count in
      for y in 0..<height {
        let start = bytes.startIndex + y * row
        _ = UnsafeMutableBufferPointer(rebasing: room[(y * width)..<((y + 1) * width)])
          .initialize(fromContentsOf: bytes[start..<(start + width)])
      }
      count = width * height
    }
    guard
      let image = Image(width: width, height: height, format: .grey8, pixels: pixels),
      let made = FingerImage(image: image, resolution: resolution, impression: impression, liveness: liveness)
    else { throw ContractBreach("the image has \(width) x \(height) pixels in rows of \(row) bytes.") }
    self = made
  }

  public var description: String {
    "FingerImage(\(image.width)x\(image.height), \(resolution), <redacted>)"
  }
}

/// A reader's own verdict on presentation attacks. Imprint adds nothing to it.
public enum FingerLiveness: String, Sendable, Hashable, Codable, CaseIterable {
  /// It does not judge, or could not.
  case unknown
  case live
  case attack

  init?(code: UInt32) {
    switch Int32(clamping: code) {
    case IMP_FINGER_LIVENESS_UNKNOWN: self = .unknown
    case IMP_FINGER_LIVENESS_LIVE: self = .live
    case IMP_FINGER_LIVENESS_ATTACK: self = .attack
    default: return nil
    }
  }
}

/// Why a scan of a finger failed: what to tell the person.
public enum FingerRetryReason: String, Sendable, Hashable, Codable, CaseIterable {
  /// No reason is known.
  case other
  /// Lifted too soon, or the swipe was too short.
  case tooShort = "too-short"
  /// The swipe was too fast.
  case tooFast = "too-fast"
  /// The swipe was too slow.
  case tooSlow = "too-slow"
  /// Not in the middle of the sensor.
  case offCentre = "off-centre"
  /// Too little of the finger was on the sensor.
  case tooSmall = "too-small"
  /// Turned too far.
  case turned
  /// Pressed too lightly.
  case tooLight = "too-light"
  /// Pressed too hard.
  case tooHard = "too-hard"
  case tooDry = "too-dry"
  case tooWet = "too-wet"
  /// The finger or the sensor is dirty.
  case dirty
  /// The ridges are not clear enough, for another reason.
  case poor
  /// It moved during the scan.
  case moved
  /// It has to be lifted before the next scan.
  case lift

  init?(code: UInt32) {
    guard let made = Self.codes[Int32(clamping: code)] else { return nil }
    self = made
  }

  /// By `IMP_FINGER_RETRY_...`.
  private static let codes: [Int32: Self] = [
    IMP_FINGER_RETRY_OTHER: .other, IMP_FINGER_RETRY_TOO_SHORT: .tooShort,
    IMP_FINGER_RETRY_TOO_FAST: .tooFast, IMP_FINGER_RETRY_TOO_SLOW: .tooSlow,
    IMP_FINGER_RETRY_OFF_CENTRE: .offCentre, IMP_FINGER_RETRY_TOO_SMALL: .tooSmall,
    IMP_FINGER_RETRY_TURNED: .turned, IMP_FINGER_RETRY_TOO_LIGHT: .tooLight,
    IMP_FINGER_RETRY_TOO_HARD: .tooHard, IMP_FINGER_RETRY_TOO_DRY: .tooDry,
    IMP_FINGER_RETRY_TOO_WET: .tooWet, IMP_FINGER_RETRY_DIRTY: .dirty, IMP_FINGER_RETRY_POOR: .poor,
    IMP_FINGER_RETRY_MOVED: .moved, IMP_FINGER_RETRY_LIFT: .lift,
  ]
}
