// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
public import ImprintMatching
public import ImprintRuntime

extension Voices {
  /// Measures an extractor with a matcher on sound: what `sdkctl evaluate --modality voice` does.
  ///
  /// A sound that the extractor makes no template of counts as a failure to acquire, with the reason. A file
  /// that is missing or undecodable is listed, and in no rate; so is sound of several channels or of another
  /// rate than the format's, as nothing is converted.
  /// - Parameters:
  ///   - folder: the base of the list's relative paths.
  ///   - width: how many sounds are looked at at a time, 1 or more; each has an extractor of its own. The
  ///     result is the same.
  ///   - measuresFacts: whether facts of each sound are measured too (``EvaluationRun/measuredQualities``):
  ///     `speech` in seconds, `signal-to-noise` in dB, as far as the extractor knows them.
  ///   - progress: called after every sound, and while templates are compared.
  /// - Throws: ``EvaluationError`` `cancelled`, `noTemplates` where no sound gives one; ``PluginError`` and
  ///   ``PluginCallError`` as thrown.
  /// - Complexity: one extraction per sound; one template per sound stays in memory.
  public func evaluate(
    _ pairs: EvaluationPairs, soundsIn folder: String, with extractor: VoiceExtractor,
    _ matcher: TemplateMatcher, width: Int = 1, measuresFacts: Bool = false,
    progress: (Evaluator.Progress) -> Void = { _ in }
  ) async throws -> EvaluationRun {
    var acquirers: [@Sendable (EvaluationPairs.Picture) async throws -> Evaluator.Acquisition] = []
    for number in 0..<max(width, 1) {
      let extractor =
        number == 0 ? extractor : try await self.extractor(format: extractor.format.template.algorithm)
      acquirers.append { sound in
        let path = sound.path.hasPrefix("/") ? sound.path : "\(folder)/\(sound.path)"
        return try await Self.acquire(path, extractor, measuresFacts)
      }
    }
    return try await Evaluator(matcher).evaluate(pairs, acquirers: acquirers, progress: progress)
  }

  private static func acquire(
    _ path: String, _ extractor: VoiceExtractor, _ measuresFacts: Bool
  ) async throws -> Evaluator.Acquisition {
    let clip: AudioClip
    do throws(AudioError) {
      clip = try AudioFile.read(path)
    } catch {
      return .unread(reason: error.code.rawValue)
    }
    guard clip.channels == 1 else { return .unread(reason: "channels") }
    guard clip.rate == extractor.format.rate else { return .unread(reason: "rate") }
    do {
      let samples = clip.samples.scaled
      let facts = measuresFacts ? try await extractor.measure(samples) : nil
      return .template(try await extractor.template(of: samples), qualities: qualities(of: facts))
    } catch let error as PluginCallError where error.statusClass == .cannotAcquire {
      return .failure(reason: error.code.rawValue)
    }
  }

  private static func qualities(of facts: VoiceFacts?) -> [String: Double] {
    var qualities: [String: Double] = [:]
    if let speech = facts?.speech { qualities["speech"] = speech / .seconds(1) }
    if let ratio = facts?.signalToNoise { qualities["signal-to-noise"] = ratio }
    return qualities
  }
}
