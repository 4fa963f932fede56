// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// How a source gives its sound.
public struct AudioLayout: Sendable, Hashable {
  /// Frames a second.
  public let rate: Int
  /// 1 or more.
  public let channels: Int
  public let kind: AudioSampleKind

  public init(rate: Int, channels: Int, kind: AudioSampleKind) {
    self.rate = rate
    self.channels = channels
    self.kind = kind
  }
}

/// Some sound of a source, with what goes with it.
public struct AudioPiece: Sendable {
  /// Whole frames, at least one.
  public var samples: AudioSamples
  /// Frames lost since the source was opened, those before this piece among them.
  public var lost: UInt64
  /// The device's own switch is off, as far as the system knows.
  public var isMuted: Bool

  public init(samples: AudioSamples, lost: UInt64 = 0, isMuted: Bool = false) {
    self.samples = samples
    self.lost = lost
    self.isMuted = isMuted
  }
}

/// What an ``AudioRecorder`` records from: a microphone, or whatever else gives sound when it is asked.
public protocol AudioSource: Sendable {
  /// The same from open to close.
  var layout: AudioLayout { get }

  /// Waits for sound, at most as long as `timeout`.
  /// - Returns: `nil` after the last.
  /// - Throws: ``PluginCallError`` `timeout`, where nothing is lost; `cancelled` after ``cancel()`` and when the task
  ///   that waits is cancelled; `device-gone`, and whatever else ends the source.
  func nextPiece(timeout: Duration) async throws(PluginCallError) -> AudioPiece?

  /// Ends the source, and a call that waits. Returns at once, from any thread.
  func cancel()
}
