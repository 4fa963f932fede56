// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// A frame that a capture plugin selected, and the face in it that it meant.
public struct KeptFrame: Sendable {
  public let image: Image
  public let face: Face
  /// Nanoseconds on the camera's clock.
  public let timestamp: UInt64

  public init(image: Image, face: Face, timestamp: UInt64) {
    self.image = image
    self.face = face
    self.timestamp = timestamp
  }
}

/// The frames that a capture plugin selected, in numbered slots: they never pass through the plugin.
struct FrameSlots {
  private var slots: [Int: KeptFrame] = [:]

  subscript(slot: Int) -> KeptFrame? { slots[slot] }

  mutating func keep(_ image: Image, _ face: Face, timestamp: UInt64, in slot: Int) {
    slots[slot] = KeptFrame(image: image, face: face, timestamp: timestamp)
  }

  /// - Returns: `nil` if the slot is empty.
  func image(slot: Int, quality: Float, tracking: TrackingStatus, liveness: LivenessStatus) -> FaceImage? {
    slots[slot].map {
      FaceImage(
        image: $0.image, face: $0.face, timestamp: $0.timestamp, quality: quality, tracking: tracking,
        liveness: liveness)
    }
  }
}
