// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.microphone/1`: sound, pulled.
public protocol MicrophonePlugin: Plugin {
  /// The devices there are now; none is an empty list. Called by one thread at a time.
  func microphones() throws(PluginFailure) -> [MicrophoneInfo]

  /// Opens one microphone and starts it. Called by one thread at a time. It gives exactly what is asked for,
  /// resampled and mixed where it has to.
  /// - Throws: `.deviceMissing`, `.deviceDenied`, `.deviceFailed`, `.busy`, `.file`, `.unsupported`,
  ///   `.argument`.
  func openMicrophone(_ options: MicrophoneOptions) throws(PluginFailure) -> any MicrophoneSession
}

/// An open microphone. It stops and releases the device when it is released.
public protocol MicrophoneSession: CancellableSession {
  /// What it gives; the same from open to close.
  var format: AudioFormat { get }

  /// Waits until there is sound and writes it: whole frames, at least one, at most what the room holds,
  /// without waiting for more than there is once a fiftieth of a second is there. Frames that were
  /// lost are left out, and counted. Waits at most `timeout` nanoseconds: 0 does not wait, `UInt64.max` waits
  /// without limit. Called by one thread at a time.
  ///
  /// The kit goes on answering `.end`, `.deviceGone` and `.cancelled` once one of them was thrown, and
  /// answers `.end` after `.file`.
  /// - Parameter room: the host's own memory, of at least one frame and a whole number of them. A call that
  ///   throws has not written to it.
  /// - Throws: `.timeout`, and nothing is lost; `.end` after the last frame; `.file` for a replayed source
  ///   that cannot be read further; `.deviceGone`, `.cancelled`.
  func read(into room: UnsafeMutableRawBufferPointer, timeout: UInt64) throws(PluginFailure) -> AudioChunk
}

/// A microphone that can be opened.
public struct MicrophoneInfo: Sendable, Hashable {
  /// What `openMicrophone` takes; at most 511 bytes.
  public let locator: String
  /// For people; at most 127 bytes, longer ones are cut.
  public let name: String
  /// As ``CameraInfo/id``.
  public let id: String?
  /// `nil` where it is not known before it is opened.
  public let channelsMaximum: UInt32?
  /// Frames per second that it takes without resampling; `nil` where it is not known before it is opened.
  public let rates: ClosedRange<UInt32>?

  public init(
    locator: String, name: String, id: String? = nil, channelsMaximum: UInt32? = nil,
    rates: ClosedRange<UInt32>? = nil
  ) {
    self.locator = locator
    self.name = name
    self.id = id
    self.channelsMaximum = channelsMaximum
    self.rates = rates
  }
}

/// What is asked of a microphone; `nil` leaves a choice to it. The kit has checked the ranges.
public struct MicrophoneOptions: Sendable, Hashable {
  public let locator: String
  /// Frames per second.
  public let rate: UInt32?
  /// 1 mono, 2 stereo.
  public let channels: UInt32?
  public let sample: AudioSample?
  /// How much is kept while nobody reads.
  public let bufferMilliseconds: UInt32?
  /// A replayed source gives all at once, not when it is due.
  public let isFullPace: Bool
  /// A replayed source: times to play, from 1.
  public let plays: UInt32
}

/// How one sample is written; little-endian.
public enum AudioSample: UInt32, Sendable, Hashable, CaseIterable {
  /// 16-bit signed.
  case s16 = 1
  /// 32-bit signed.
  case s32 = 2
  /// IEEE 754; full scale is -1...1, each a number.
  case float32 = 3

  public var bytes: Int { self == .s16 ? 2 : 4 }
}

/// What an opened microphone gives.
public struct AudioFormat: Sendable, Hashable {
  /// Frames per second.
  public var rate: UInt32
  /// In turn, without padding; a frame is one sample of each.
  public var channels: UInt32
  public var sample: AudioSample
  /// Before resampling; the same as `rate` where there is none.
  public var deviceRate: UInt32
  /// How many frames are kept while nobody reads.
  public var bufferFrames: UInt32
  /// Nanoseconds from the air to `read` at the least, as far as is known.
  public var latency: UInt64

  public init(
    rate: UInt32, channels: UInt32, sample: AudioSample, deviceRate: UInt32? = nil, bufferFrames: UInt32,
    latency: UInt64 = 0
  ) {
    self.rate = rate
    self.channels = channels
    self.sample = sample
    self.deviceRate = deviceRate ?? rate
    self.bufferFrames = bufferFrames
    self.latency = latency
  }

  public var bytesPerFrame: Int { sample.bytes * Int(channels) }
}

/// What goes with the samples of one `read`.
public struct AudioChunk: Sendable, Hashable {
  /// How many were written, from 1.
  public var frames: Int
  /// The device's own switch is off, as far as the system knows.
  public var isMuted: Bool
  /// The device gave three samples or more in a row at full scale. Looked at before anything is resampled,
  /// which would hide it; where nothing is, the host sees it too.
  public var isClipped: Bool
  /// Of the first frame: nanoseconds on the source's own monotonic clock; never decreases. A replayed source
  /// counts from 0.
  public var timestamp: UInt64
  /// Frames before the first, since open, lost ones among them.
  public var position: UInt64
  /// Frames lost since open, as far as is known.
  public var lost: UInt64
  /// Times that frames were lost since open.
  public var overruns: UInt64

  public init(
    frames: Int, isMuted: Bool = false, isClipped: Bool = false, timestamp: UInt64, position: UInt64,
    lost: UInt64 = 0, overruns: UInt64 = 0
  ) {
    self.frames = frames
    self.isMuted = isMuted
    self.isClipped = isClipped
    self.timestamp = timestamp
    self.position = position
    self.lost = lost
    self.overruns = overruns
  }
}
