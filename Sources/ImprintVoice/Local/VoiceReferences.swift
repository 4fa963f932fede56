// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintStore

/// The templates of somebody who is registered.
struct VoiceReferences: Sendable {
  let user: UniqueID
  /// Of the registration; never changed.
  let anchor: StoredTemplate
  /// Of the registration and what was said since; `nil` before the first adaptation.
  let adapted: StoredTemplate?
  private let words: StoredTemplate?

  /// - Returns: `nil` where one is missing.
  init?(_ stored: [StoredTemplate], _ user: UniqueID, _ algorithms: VoiceAlgorithms) {
    // What was adapted is of more samples: an adaptation that is not is refused.
    let voices = stored.filter { $0.template.format.algorithm == algorithms.voice.format }
      .sorted { ($0.template.samples, $0.id) < ($1.template.samples, $1.id) }
    guard let anchor = voices.first else { return nil }
    self.user = user
    self.anchor = anchor
    adapted = voices.dropFirst().last
    words = algorithms.words.flatMap { algorithm in
      stored.first { $0.template.format.algorithm == algorithm.format }
    }
    guard algorithms.words == nil || words != nil else { return nil }
  }

  /// How like the claimant a voice is.
  struct Likeness: Sendable {
    /// Like what was registered: what bounds adaptation.
    let anchor: Double
    let best: Double
  }

  func likeness(of voice: Template, _ hearing: VoiceHearing) async throws(VoiceError) -> Likeness {
    let (algorithm, unit) = (hearing.algorithms.voice, hearing.configuration.limits.unit)
    let first = try await algorithm.resemblance(of: voice, to: anchor.template, in: unit).value
    guard let adapted else { return Likeness(anchor: first, best: first) }
    do throws(VoiceError) {
      let second = try await algorithm.resemblance(of: voice, to: adapted.template, in: unit).value
      return Likeness(anchor: first, best: max(first, second))
    } catch  where error.code == .notCalibrated {
      // It is of more utterances than the registration's, which there are scores for.
      return Likeness(anchor: first, best: first)
    }
  }

  /// Whether these are the registered words; `true` of random ones, which were recognised.
  func isPhrase(_ said: Template?, _ hearing: VoiceHearing) async throws(VoiceError) -> Bool {
    guard let algorithm = hearing.algorithms.words, let words else { return true }
    guard let said else { return false }
    return try await !algorithm.resemblance(of: said, to: words.template, in: .similarity).isOtherWords
  }
}
