// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime

/// The frames that a capture plugin selected, in numbered slots: they never pass through the plugin.
struct FrameSlots {
  private struct Kept {
    let image: Image
    let face: Face
    let timestamp: UInt64
  }

  private var slots: [Int: Kept] = [:]

  mutating func keep(_ image: Image, _ face: Face, timestamp: UInt64, in slot: Int) {
    slots[slot] = Kept(image: image, face: face, timestamp: timestamp)
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
