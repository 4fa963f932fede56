// SPDX-License-Identifier: Apache-2.0
public import ImprintMatching
public import ImprintRuntime

/// A system's operations on fingers: readers, extraction and comparison. Thread-safe; errors are
/// ``PluginError`` and ``PluginCallError``.
public struct Fingers: Sendable {
  let system: BiometricSystem

  /// The fingerprint readers of the system's plugins that are present now, those that give no images among
  /// them.
  public func readers() async throws -> [FingerReaderInfo] { try await system.devices.fingerReaders() }

  /// Opens a reader for this caller alone: ``DeviceDirectory/fingerReader(_:)``.
  public func reader(_ options: FingerReaderOptions) async throws -> FingerReader {
    try await system.devices.fingerReader(options)
  }

  /// What makes templates of fingers.
  /// - Parameter format: the name of the format; `nil`: the one that new templates are written in.
  public func extractor(format: String? = nil) async throws -> FingerExtractor {
    let (plugin, format) = try await system.plugin(
      .fingerExtractor, for: .finger, format: format, \.extractor)
    return try await FingerExtractor.make(plugin, format: format)
  }

  /// What compares templates of fingers, with its calibration; the format as for ``extractor(format:)``.
  public func matcher(format: String? = nil) async throws -> TemplateMatcher {
    try await system.matcher(of: .finger, format: format)
  }
}
