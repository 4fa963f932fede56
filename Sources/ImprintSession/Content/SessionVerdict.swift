// SPDX-License-Identifier: Apache-2.0

/// How a capture ended. Raw values are in files and never change.
public enum SessionOutcome: UInt32, Sendable, Hashable, CaseIterable {
  /// The capture machine's own: images were captured.
  case captured = 1
  case timeout = 2
  /// The source had ended.
  case ended = 3
  /// It was told to end with what it had.
  case stopped = 4
  /// The verdict was found before the images were.
  case judged = 5
  /// The host's: by the application.
  case cancelled = 100
  /// By the system: suspend, screen lock.
  case interrupted = 101
  case cameraLost = 102
  /// By an error; the reason says which.
  case failed = 103
}

/// The end of a capture.
public struct SessionVerdict: Sendable, Hashable {
  /// An image that was returned.
  public struct Image: Sendable, Hashable {
    /// Of its frame.
    public var sequence: UInt64
    /// 0...255.
    public var slot: Int
    /// 0...255; 0 is the best.
    public var rank: Int
    /// Unified quality, 0...100.
    public var quality: Float

    public init(sequence: UInt64, slot: Int, rank: Int, quality: Float) {
      self.sequence = sequence
      self.slot = slot
      self.rank = rank
      self.quality = quality
    }
  }

  public var outcome: SessionOutcome
  public var liveness: LivenessStatus
  /// At most 64.
  public var images: [Image]
  /// One sentence of at most 1024 bytes, or empty.
  public var reason: String

  public init(
    outcome: SessionOutcome, liveness: LivenessStatus, images: [Image] = [], reason: String = ""
  ) {
    self.outcome = outcome
    self.liveness = liveness
    self.images = images
    self.reason = reason
  }
}

extension SessionVerdict {
  static let slots = 0...255
  private static let mostImages = 64
  private static let imageBytes = 24
  static let longestPayload = 16 + mostImages * imageBytes + SessionText.longest

  func check() throws(SessionFault) {
    try require(images.count <= Self.mostImages, "more than \(Self.mostImages) images were returned.")
    for image in images {
      try require(
        Self.slots.contains(image.slot) && Self.slots.contains(image.rank),
        "an image's slot or rank is not in 0...255.")
      try require((0...100).contains(image.quality), "an image's quality is not in 0...100.")
    }
    try SessionText.check(reason)
  }

  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: outcome.rawValue)
    bytes.append(littleEndian: liveness.rawValue)
    bytes.append(littleEndian: UInt32(images.count))
    bytes.append(littleEndian: UInt32(reason.utf8.count))
    for image in images {
      bytes.append(littleEndian: image.sequence)
      bytes.append(littleEndian: UInt32(image.slot))
      bytes.append(littleEndian: UInt32(image.rank))
      bytes.append(float: image.quality)
      bytes.append(littleEndian: UInt32(0))
    }
    return bytes + reason.utf8
  }

  init(decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    var reader = PayloadReader(payload)
    guard let outcome = SessionOutcome(rawValue: try reader.take(UInt32.self)),
      let liveness = LivenessStatus(rawValue: try reader.take(UInt32.self))
    else { throw SessionFault("a verdict has an outcome or a liveness that this version does not define.") }
    let count = try reader.take(UInt32.self)
    try require(count <= Self.mostImages, "more than \(Self.mostImages) images were returned.")
    let length = Int(try reader.take(UInt32.self))
    var images: [Image] = []
    for _ in 0..<count {
      images.append(
        Image(
          sequence: try reader.take(UInt64.self), slot: Int(try reader.take(UInt32.self)),
          rank: Int(try reader.take(UInt32.self)), quality: try reader.float()))
      try reader.zero(UInt32.self)
    }
    let reason = try reader.text(length)
    try reader.end()
    self.init(outcome: outcome, liveness: liveness, images: images, reason: reason)
  }
}
