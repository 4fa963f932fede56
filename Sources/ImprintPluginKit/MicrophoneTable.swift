// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.microphone/1` asks of an author's plugin.
enum MicrophoneTable {
  static func list(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_microphone_info] {
    try listed(provided(opened.attached.microphone).microphones())
  }

  static func open(
    _ opened: OpenedPlugin, _ options: imp_microphone_options, _ format: inout imp_audio_format
  ) throws(PluginFailure) -> ProvidedMicrophone {
    let options = try MicrophoneOptions(checking: options)
    let made = ProvidedMicrophone(
      opened.host, try provided(opened.attached.microphone).openMicrophone(options))
    format = made.format.raw
    return made
  }
}

extension imp_microphone_info: SizedStruct {}

extension MicrophoneInfo: ListedValue {
  func state(in raw: inout imp_microphone_info) throws(PluginFailure) {
    raw.channels_max = channelsMaximum ?? 0
    raw.rate_min = rates?.lowerBound ?? 0
    raw.rate_max = rates?.upperBound ?? 0
    try copyWhole(locator, to: &raw.locator, "A microphone's locator")
    try copyWhole(id ?? "", to: &raw.id, "A microphone's id")
    copy(name, to: &raw.name)
  }
}

extension MicrophoneOptions {
  fileprivate init(checking raw: imp_microphone_options) throws(PluginFailure) {
    try check(raw.pace, in: UInt32(IMP_AUDIO_PACE_REAL)...UInt32(IMP_AUDIO_PACE_FULL), "pace")
    try check(raw.format, in: 0...UInt32(IMP_AUDIO_FLOAT32), "format")
    self.init(
      locator: try readLocator(raw.locator), rate: raw.rate == 0 ? nil : raw.rate,
      channels: raw.channels == 0 ? nil : raw.channels, sample: AudioSample(rawValue: raw.format),
      bufferMilliseconds: raw.buffer_ms == 0 ? nil : raw.buffer_ms,
      isFullPace: raw.pace == UInt32(IMP_AUDIO_PACE_FULL), plays: max(raw.repeat, 1))
  }
}

extension AudioFormat {
  fileprivate var raw: imp_audio_format {
    imp_audio_format(
      size: structSize(imp_audio_format.self), rate: rate, channels: channels, format: sample.rawValue,
      device_rate: deviceRate, buffer_frames: bufferFrames, latency_ns: latency)
  }
}

/// What an `imp_microphone` points to.
final class ProvidedMicrophone: CancellableObject {
  let format: AudioFormat
  private let session: any MicrophoneSession
  private var hasEnded = false

  init(_ host: Host, _ session: any MicrophoneSession) {
    self.session = session
    format = session.format
    super.init(host, session)
  }

  func read(
    _ timeout: UInt64, _ samples: LentBuffer, _ out: inout imp_audio_chunk
  ) throws(PluginFailure) {
    let frame = max(format.bytesPerFrame, 1)
    let count = samples.room.count / frame * frame
    guard count > 0 else {
      throw PluginFailure(.argument, "The buffer has no room for a frame of \(frame) bytes.")
    }
    let room = UnsafeMutableRawBufferPointer(rebasing: samples.room[..<count])
    let chunk = try wait(.end, .deviceGone, .cancelled) { () throws(PluginFailure) in
      // A file that could not be read further.
      if hasEnded { throw PluginFailure(.end, "The source failed earlier, and has ended.") }
      do throws(PluginFailure) {
        return try session.read(into: room, timeout: timeout)
      } catch {
        hasEnded = error.status == .file
        throw error
      }
    }
    guard chunk.frames > 0, chunk.frames <= count / frame else {
      throw PluginFailure(.internal, "\(chunk.frames) frames were read, which exceed the buffer.")
    }
    samples.state(length: chunk.frames * frame)
    let flags =
      (chunk.isMuted ? UInt32(IMP_AUDIO_MUTED) : 0) | (chunk.isClipped ? UInt32(IMP_AUDIO_CLIPPED) : 0)
    out = imp_audio_chunk(
      size: structSize(imp_audio_chunk.self), flags: flags,
      timestamp_ns: chunk.timestamp, position: chunk.position, lost: chunk.lost, overruns: chunk.overruns)
  }
}
