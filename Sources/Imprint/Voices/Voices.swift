// SPDX-License-Identifier: Apache-2.0
public import ImprintMatching
public import ImprintRuntime

/// A system's operations on voices: extraction and comparison. Thread-safe; errors are ``PluginError`` and
/// ``PluginCallError``.
public struct Voices: Sendable {
  let system: BiometricSystem

  /// What makes templates of voices.
  /// - Parameter format: the name of the format; `nil`: the one that new templates are written in.
  public func extractor(format: String? = nil) async throws -> VoiceExtractor {
    let (plugin, format) = try await system.plugin(.voiceExtractor, for: .voice, format: format, \.extractor)
    return try await VoiceExtractor.make(plugin, format: format)
  }

  /// What compares templates of voices, with its calibration; the format as for ``extractor(format:)``.
  public func matcher(format: String? = nil) async throws -> TemplateMatcher {
    try await system.matcher(of: .voice, format: format)
  }
}
