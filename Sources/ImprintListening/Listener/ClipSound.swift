// SPDX-License-Identifier: Apache-2.0
internal import ImprintAudio
internal import ImprintRuntime

/// Sound that is all there, as a recogniser takes it: in pieces of a second, which are resampled one at a
/// time.
struct ClipSound: Sendable {
  /// Frames before the next piece.
  private(set) var position: UInt64 = 0
  private let clip: AudioClip
  private var resampler: SpeechResampler
  /// Frames of the clip that were resampled.
  private var taken = 0
  /// Given back.
  private var waiting: [Float] = []

  /// - Throws: ``ListeningError`` `sound` where the clip's rate is none of speech.
  init(_ clip: AudioClip, rate: Int) throws(ListeningError) {
    self.clip = clip
    do throws(AudioError) {
      resampler = try SpeechResampler(from: clip.rate, channels: clip.channels, to: rate)
    } catch {
      throw ListeningError(.sound, error)
    }
  }

  /// Whether there is no more.
  var isAtEnd: Bool { waiting.isEmpty && taken == clip.frames }

  /// - Returns: the next piece; `nil` at the end.
  /// - Throws: ``ListeningError`` `sound` for samples that are no numbers.
  mutating func next() async throws(ListeningError) -> [Float]? {
    var piece = waiting
    waiting = []
    while piece.isEmpty, taken < clip.frames {
      let end = min(taken + clip.rate, clip.frames)
      do throws(AudioError) {
        (piece, resampler) = try await PluginWork.run {
          [clip, resampler, taken] () throws(AudioError) -> ([Float], SpeechResampler) in
          var resampler = resampler
          let made = try resampler.add(clip.frames(taken..<end).samples)
          return (end == clip.frames ? made + resampler.finish() : made, resampler)
        }
      } catch {
        throw ListeningError(.sound, error)
      }
      taken = end
    }
    position += UInt64(piece.count)
    return piece.isEmpty ? nil : piece
  }

  /// The end of what was given is to be listened to again: it is the next piece.
  mutating func giveBack(_ unheard: some Collection<Float>) {
    waiting = Array(unheard)
    position -= UInt64(waiting.count)
  }
}
