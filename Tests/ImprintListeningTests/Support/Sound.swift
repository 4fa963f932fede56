// SPDX-License-Identifier: Apache-2.0

/// Sound at 1000 frames a second, so that a frame is a millisecond.
enum Sound {
  static func silence(_ frames: Int) -> [Float] { [Float](repeating: 0, count: frames) }

  /// As loud as a voice at arm's length.
  static func voice(_ frames: Int) -> [Float] { (0..<frames).map { $0.isMultiple(of: 2) ? 0.1 : -0.1 } }
}
