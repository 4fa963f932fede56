// SPDX-License-Identifier: Apache-2.0
internal import ImprintAudio
internal import ImprintModel

/// What is found in one utterance, before it is known whose it is.
struct VoiceHearing: Sendable {
  let configuration: VoiceConfiguration
  let algorithms: VoiceAlgorithms
  let recognizer: (any VoiceDigitRecognizer)?
  /// Milliseconds since 1970.
  let now: Int64

  enum Result: Sendable {
    case heard(Heard)
    /// To be said again; with what it is known by, where it was long enough.
    case again(VoiceRepeatReason, UtterancePrint?)
  }

  struct Heard: Sendable {
    let voice: Template
    /// Where the words are fixed.
    let words: Template?
    let print: UtterancePrint
  }

  /// - Throws: `badSound`; `badConfiguration` where recordings cannot be known again at the format's rate.
  func samples(of clip: AudioClip) throws(VoiceError) -> [Float] {
    let voice = algorithms.voice
    guard UtterancePrint.rates.contains(voice.rate) else {
      throw .badConfiguration(
        "format", "it takes \(voice.rate) frames per second, at which no recording is known again.",
        "a format of 8000 to 192000 frames per second")
    }
    guard clip.channels == 1, clip.rate == voice.rate, clip.frames <= longest else {
      throw VoiceError(
        .badSound, place: "utterance",
        reason: "it has \(clip.channels) channels, \(clip.rate) frames per second and \(clip.frames) frames.",
        remedy: "Record one channel with \(voice.rate) frames per second, of at most \(longest) frames.")
    }
    let samples = clip.samples.scaled
    guard samples.allSatisfy(\.isFinite) else {
      throw VoiceError(
        .badSound, place: "utterance", reason: "a sample of it is not finite.",
        remedy: "Give samples of -1 to 1.")
    }
    return samples
  }

  /// What a print is of, at most: of a longer sound the end would not be known again.
  private var longest: Int {
    min(
      algorithms.voice.frames.upperBound, algorithms.words?.frames.upperBound ?? .max,
      UtterancePrint.mostSeconds * algorithms.voice.rate)
  }

  private var shortest: Int {
    max(algorithms.voice.frames.lowerBound, algorithms.words?.frames.lowerBound ?? 0)
  }

  /// - Parameters:
  ///   - prompt: what was to be said.
  ///   - earlier: the utterances that were submitted before.
  func hear(
    _ samples: [Float], prompt: String, earlier: [UtterancePrint]
  ) async throws(VoiceError) -> Result {
    guard samples.count >= shortest else { return .again(.tooShort, nil) }
    let facts = try await algorithms.voice.measure(samples)
    if let reason = configuration.sound.reason(against: facts) { return .again(reason, nil) }
    let prints = UtterancePrint.variants(of: samples, rate: algorithms.voice.rate)
    // Else it could be submitted for ever.
    guard prints.first?.isEvidence == true else { return .again(.tooShort, nil) }
    let wasHeard = earlier.contains { known in prints.contains { known.isSame(as: $0) } }
    guard let print = prints.first, !wasHeard else { return .again(.playedAgain, nil) }
    let created = now / 1000
    guard let voice = try await algorithms.voice.template(of: samples, created: created) else {
      return .again(.unsuitable, print)
    }
    var words: Template?
    if let algorithm = algorithms.words {
      guard let template = try await algorithm.template(of: samples, created: created) else {
        return .again(.unsuitable, print)
      }
      words = template
    } else if try await !digits(in: samples, are: prompt) {
      return .again(.wrongPhrase, print)
    }
    return .heard(Heard(voice: voice, words: words, print: print))
  }

  /// One digit of four may be misheard: so a recogniser passes that errs in places, and a stored recording of
  /// other digits does not.
  private func digits(in samples: [Float], are prompt: String) async throws(VoiceError) -> Bool {
    let wanted = prompt.filter { $0 != " " }
    guard let recognizer else { return false }
    let found: String
    do {
      found = try await recognizer.digits(
        in: samples, rate: algorithms.voice.rate, count: wanted.count)
    } catch {
      throw VoiceError(
        .plugin, place: "recogniser", reason: "\(error)", remedy: "Look after what recognises digits.")
    }
    guard found.count == wanted.count else { return false }
    return zip(found, wanted).count { $0 != $1 } <= wanted.count / 4
  }
}
