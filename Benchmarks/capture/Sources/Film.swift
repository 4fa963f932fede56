// SPDX-License-Identifier: Apache-2.0
import Imprint
import Synchronization

/// Keeps the frames of a capture, to be played again.
final class Film: CaptureRecorder {
  private let frames = Mutex<[EncodedFrame]>([])

  func record(_ moment: CaptureMoment) {
    if case .frame(let frame) = moment { frames.withLock { $0.append(frame) } }
  }

  /// JPEG files one behind the other, as a webcam gives them.
  func motionJPEG() throws -> [UInt8] {
    try frames.withLock(\.self).flatMap { try ImageEncoder.jpeg($0.decoded(), quality: 90) }
  }
}
