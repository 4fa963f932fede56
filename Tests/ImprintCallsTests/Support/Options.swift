// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls

extension imp_face_tracker_options {
  static var test: Self {
    Self(size: structSize(Self.self), maximum_faces: 4, detection_threshold: 0.5, threads: 1)
  }
}

extension imp_face_capture_options_v2 {
  static var test: Self {
    Self(
      size: structSize(Self.self), liveness_mode: 2, security: 3, images: 2, quality_threshold: 40,
      liveness_threshold: 41, cr2d: 4, targets: 8, start: imp_point(x: -0.5, y: 0.25),
      target: imp_point(x: 0.5, y: -0.25), timeout_ns: 5_000_000_000, steady_ns: 7, blink_timeout_ns: 8,
      interval_ns: 9, seed: (10, 11), helps: IMP_HELP_COMPARES | IMP_HELP_MOTION, reserved: 0)
  }
}

extension imp_capture_input {
  static func test(_ kind: Int32, now: UInt64 = 1234) -> Self {
    Self(
      size: structSize(Self.self), kind: UInt32(bitPattern: kind), now_ns: now, slot: 0, other: 0,
      compared: 0,
      score: 0, acceleration: imp_point3(), reserved: 0)
  }
}

extension FormatOptions {
  static var test: Self { Self(threads: 1, format: imp_text()) }
}

extension imp_finger {
  static var test: Self {
    Self(
      size: structSize(Self.self), position: UInt32(IMP_FINGER_LEFT_RING),
      impression: UInt32(IMP_IMPRESSION_LIVE_SWIPE), reserved: 0)
  }
}

extension imp_camera_options {
  static var test: Self {
    Self(
      size: structSize(Self.self), width: 640, height: 480, frames_per_second_milli: 30_000, pace: 0,
      repeat: 0, format: 0, reserved: 0, locator: imp_text())
  }
}

extension imp_card_options {
  static var test: Self {
    Self(size: structSize(Self.self), share: 1, protocols: 3, reserved: 0, locator: imp_text())
  }
}

extension imp_finger_reader_options {
  static var test: Self {
    Self(size: structSize(Self.self), pace: 0, repeat: 0, reserved: 0, locator: imp_text())
  }
}

extension imp_microphone_options {
  static var test: Self {
    Self(
      size: structSize(Self.self), rate: 16000, channels: 1, format: UInt32(IMP_AUDIO_S16), buffer_ms: 0,
      pace: 0, repeat: 0, reserved: 0, locator: imp_text())
  }
}

extension imp_face {
  /// A face whose fields tell it from others.
  static func test(_ track: UInt32, landmarks: ClosedRange<UInt32>? = nil) -> imp_face {
    var face = imp_face()
    face.size = structSize(imp_face.self)
    face.track_id = track
    face.box = imp_rect(x: 1, y: 2, width: 30, height: Float(track))
    face.yaw = -12.5
    face.landmark_first = landmarks?.lowerBound ?? 0
    face.landmark_count = UInt32(landmarks?.count ?? 0)
    face.quality.15 = 99
    return face
  }
}

/// Any value's bytes, to compare two of them.
func bytes<T>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

let picture = TestImage(width: 33, height: 7, padding: 3) { UInt8(truncatingIfNeeded: $0 &* 7 &+ $1) }

/// Lends sound; `change` may break its description before.
func lendSound<R>(
  _ samples: [Float] = [0.5, -0.25, 1, -1, 0], change: (inout imp_sound) -> Void = { _ in },
  _ body: (UnsafePointer<imp_sound>) throws -> R
) rethrows -> R {
  try samples.withUnsafeBytes { bytes in
    var sound = imp_sound(
      size: structSize(imp_sound.self), format: UInt32(IMP_AUDIO_FLOAT32), rate: 16000, channels: 1,
      samples: imp_bytes(data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), length: bytes.count))
    change(&sound)
    return try body(&sound)
  }
}
