// SPDX-License-Identifier: Apache-2.0
package import ImprintMatching
package import ImprintModel
package import ImprintRuntime

/// An algorithm of plugins.
package struct PluginVoiceAlgorithm: VoiceAlgorithm {
  private let extractor: VoiceExtractor
  private let matcher: TemplateMatcher

  package init(_ extractor: VoiceExtractor, _ matcher: TemplateMatcher) {
    self.extractor = extractor
    self.matcher = matcher
  }

  package var rate: Int { extractor.format.rate }
  package var frames: ClosedRange<Int> { extractor.format.frames }
  package var format: String { extractor.format.template.algorithm }

  package func measure(_ samples: [Float]) async throws(VoiceError) -> SoundFacts {
    let facts: VoiceFacts
    do {
      facts = try await extractor.measure(samples)
    } catch {
      throw VoiceError(failing: error)
    }
    return SoundFacts(
      speech: facts.speech, level: facts.level, signalToNoise: facts.signalToNoise, clipped: facts.clipped)
  }

  package func template(of samples: [Float], created: Int64) async throws(VoiceError) -> Template? {
    do {
      return try await extractor.template(of: samples, created: created)
    } catch let error as PluginCallError where error.statusClass == .cannotAcquire {
      return nil
    } catch {
      throw VoiceError(failing: error)
    }
  }

  package func resemblance(
    of probe: Template, to reference: Template, in unit: VoiceLimits.Unit
  ) async throws(VoiceError) -> VoiceResemblance {
    let comparison: Comparison
    do {
      comparison = try await matcher.compare(probe, with: reference)
    } catch {
      throw VoiceError(failing: error)
    }
    let range = matcher.format.similarities
    let isOtherWords = comparison.similarity <= range.lowerBound + (range.upperBound - range.lowerBound) / 8
    switch unit {
    case .similarity: return VoiceResemblance(Double(comparison.similarity), isOtherWords: isOtherWords)
    case .score:
      do throws(MatchingError) {
        return VoiceResemblance(try comparison.score.value, isOtherWords: isOtherWords)
      } catch {
        throw VoiceError(.notCalibrated, error)
      }
    }
  }

  package func fuse(_ templates: [Template]) async throws(VoiceError) -> Template? {
    do {
      return try await matcher.fuse(templates, created: templates.compactMap(\.created).max())
    } catch let error as PluginCallError where error.code == .templatesDisagree {
      return nil
    } catch {
      throw VoiceError(failing: error)
    }
  }
}

extension VoiceError {
  /// Of a plugin, or of what is made of its answers.
  package init(failing error: any Error) {
    switch error {
    case let error as VoiceError: self = error
    case let error as any ExplainedError: self.init(.plugin, error)
    case is CancellationError:
      self.init(.cancelled, place: "voices", reason: "it was cancelled.", remedy: "Make the call again.")
    default:
      self.init(
        .plugin, place: "voices", reason: "\(error)", remedy: "Report this to whoever made what failed.")
    }
  }
}
