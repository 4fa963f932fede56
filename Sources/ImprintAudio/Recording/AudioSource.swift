// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What an ``AudioRecorder`` records from: a microphone, or whatever else gives sound when it is asked.
public protocol AudioSource: Sendable {
  /// The same from open to close.
  var format: AudioFormat { get }

  /// Waits for sound, at most as long as `timeout`.
  /// - Returns: `nil` after the last.
  /// - Throws: ``PluginCallError`` `timeout`, where nothing is lost; `cancelled` after ``cancel()`` and when
  ///   the task that waits is cancelled; `device-gone`, and whatever else ends the source.
  func read(timeout: Duration) async throws(PluginCallError) -> AudioChunk?

  /// Ends the source, and a call that waits. Returns at once, from any thread.
  func cancel()
}

extension Microphone: AudioSource {}
