// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// The encoding of a sample; all little-endian.
public enum AudioSample: String, Sendable, Hashable, Codable, CaseIterable {
  /// 16-bit signed.
  case s16
  /// 32-bit signed.
  case s32
  /// IEEE 754, 32 bits; full scale is -1...1.
  case float32

  /// Bytes of one sample.
  public var bytes: Int { self == .s16 ? 2 : 4 }

  init?(code: UInt32) {
    guard let found = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = found
  }

  /// `IMP_AUDIO_...`
  var code: UInt32 {
    switch self {
    case .s16: UInt32(IMP_AUDIO_S16)
    case .s32: UInt32(IMP_AUDIO_S32)
    case .float32: UInt32(IMP_AUDIO_FLOAT32)
    }
  }
}

/// The format that an opened microphone delivers.
public struct AudioFormat: Sendable, Hashable {
  /// Frames per second, 1...``maximumRate``.
  public let rate: Int
  /// 1...``maximumChannels``. Samples are interleaved without padding; a frame has one of each channel.
  public let channels: Int
  public let sample: AudioSample
  /// Frames per second before resampling; equal to ``rate`` where there is none.
  public let deviceRate: Int
  /// The number of frames buffered while nobody reads.
  public let bufferFrames: Int
  /// The minimum latency from the air to ``Microphone/read(timeout:)``, as far as is known.
  public let latency: Duration

  /// More than any sound card supports.
  public static let maximumRate = 768_000
  public static let maximumChannels = 64

  public init(
    rate: Int, channels: Int, sample: AudioSample, deviceRate: Int? = nil, bufferFrames: Int = 0,
    latency: Duration = .zero
  ) {
    self.rate = rate
    self.channels = channels
    self.sample = sample
    self.deviceRate = deviceRate ?? rate
    self.bufferFrames = bufferFrames
    self.latency = latency
  }

  /// Bytes of one frame.
  public var bytesPerFrame: Int { sample.bytes * channels }

  /// - Parameter asked: What the microphone has to match exactly.
  init(_ raw: imp_audio_format, asked: MicrophoneOptions) throws(ContractBreach) {
    try checkSize(of: raw)
    guard let sample = AudioSample(code: raw.format) else {
      throw ContractBreach("the sound has the format \(raw.format), which this contract does not define.")
    }
    guard (1...Self.maximumRate).contains(Int(raw.rate)),
      (1...Self.maximumChannels).contains(Int(raw.channels))
    else {
      throw ContractBreach(
        "the sound has \(raw.rate) frames per second of \(raw.channels) channels, which is out of range.")
    }
    guard asked.rate ?? Int(raw.rate) == raw.rate, asked.channels ?? Int(raw.channels) == raw.channels,
      asked.sample ?? sample == sample
    else {
      throw ContractBreach(
        "it delivers \(raw.rate) frames per second of \(raw.channels) channels in \(sample.rawValue), "
          + "which is not the requested format.")
    }
    self.init(
      rate: Int(raw.rate), channels: Int(raw.channels), sample: sample, deviceRate: Int(raw.device_rate),
      bufferFrames: Int(raw.buffer_frames),
      latency: .nanoseconds(Int64(clamping: raw.latency_ns)))
  }
}
