// SPDX-License-Identifier: Apache-2.0

extension AudioClip {
  /// Its sound as a recogniser or another engine takes it, all at once: see ``SpeechResampler``, which also
  /// does it in pieces, so that it can be cancelled and is not all in memory.
  /// - Parameter target: frames a second: ``SpeechResampler/targets``.
  /// - Throws: ``AudioError`` `unsupported` where it has fewer frames a second than speech needs, `damaged`
  ///   for a sample that is no number, `tooLong` where more frames would be made than
  ///   ``AudioFileLimit/standard`` has samples, `argument` for another target.
  /// - Complexity: O(32 × frames of the clip or of the outcome, whichever are more), and 4 bytes a frame of
  ///   the outcome.
  public func speech(at target: Int) throws(AudioError) -> [Float] {
    var resampler = try SpeechResampler(from: rate, channels: channels, to: target)
    guard frames <= AudioFileLimit.standard.samples / target * rate else {
      throw AudioError(
        .tooLong, place: "sound",
        reason: "\(frames) frames at \(rate) a second are too many at \(target).",
        remedy: "Cut it into shorter ones.")
    }
    return try resampler.add(samples) + resampler.finish()
  }
}
