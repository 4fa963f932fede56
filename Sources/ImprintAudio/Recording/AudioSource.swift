// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What an ``AudioRecorder`` records from: a microphone, or any other pull source of sound.
public protocol AudioSource: Sendable {
  /// Constant from open to close.
  var format: AudioFormat { get }

  /// Waits for sound, at most as long as `timeout`.
  /// - Returns: `nil` after the last.
  /// - Throws: ``PluginCallError`` `timeout`, without loss; `cancelled` after ``close()`` and when the
  ///   waiting task is cancelled; `device-gone`, and others that end the source.
  func read(timeout: Duration) async throws(PluginCallError) -> AudioChunk?

  /// Ends the source, and a blocked call, and closes the device: when this returns, others can open it.
  /// Thread-safe.
  func close() async
}

extension Microphone: AudioSource {}
