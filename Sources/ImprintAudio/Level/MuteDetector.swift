// SPDX-License-Identifier: Apache-2.0

/// Distinguishes a muted microphone from a quiet room: its samples are constant.
///
/// A working microphone has noise in its lowest bits; a muted one repeats the same sample, usually zero.
/// Samples of few bits in a very quiet room may be constant too: it is an indication worth reporting, not a
/// proof.
public struct MuteDetector: Sendable {
  /// How long samples must be constant; default half a second.
  public static let standardPatience: Duration = .milliseconds(500)

  /// Whether all channels have been constant for that long.
  public private(set) var isMuted = false
  private let framesNeeded: Int
  private var last: [Float?]
  private var channel = 0
  private var sameFrames = 0
  private var frameIsSame = true

  /// - Parameters:
  ///   - rate: frames a second.
  ///   - channels: from 1.
  public init(rate: Int, channels: Int, patience: Duration = standardPatience) {
    framesNeeded = Self.frames(rate, patience)
    last = Array(repeating: nil, count: max(1, channels))
  }

  /// How many consecutive frames must be constant.
  static func frames(_ rate: Int, _ patience: Duration = standardPatience) -> Int {
    max(2, patience.frames(at: rate))
  }

  /// Processes interleaved samples.
  /// - Returns: whether ``isMuted`` has changed at the end of them, or in between.
  @discardableResult
  public mutating func add(_ samples: some Collection<Float>) -> Bool {
    var hasChanged = false
    for sample in samples {
      if let before = last[channel], before != sample { frameIsSame = false }
      last[channel] = sample
      channel += 1
      guard channel == last.count else { continue }
      channel = 0
      sameFrames = frameIsSame ? sameFrames + 1 : 1
      frameIsSame = true
      let now = sameFrames >= framesNeeded
      if now != isMuted {
        isMuted = now
        hasChanged = true
      }
    }
    return hasChanged
  }
}
