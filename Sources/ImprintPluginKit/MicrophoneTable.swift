// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.microphone/1` asks of an author's plugin.
enum MicrophoneTable {
  static func list(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_microphone_info] {
    var listed: [imp_microphone_info] = []
    for microphone in try provided(opened.attached.microphone).microphones() {
      listed.append(try microphone.raw())
    }
    return listed
  }

  static func open(
    _ opened: OpenedPlugin, _ options: imp_microphone_options, _ format: inout imp_audio_format
  ) throws(PluginFailure) -> ProvidedMicrophone {
    let options = try MicrophoneOptions(checking: options)
    let made = ProvidedMicrophone(
      host: opened.host, session: try provided(opened.attached.microphone).openMicrophone(options))
    format = made.format.raw
    return made
  }
}

extension MicrophoneInfo {
  fileprivate func raw() throws(PluginFailure) -> imp_microphone_info {
    var raw = imp_microphone_info()
    raw.size = structSize(imp_microphone_info.self)
    raw.channels_max = channelsMaximum ?? 0
    raw.rate_min = rates?.lowerBound ?? 0
    raw.rate_max = rates?.upperBound ?? 0
    // A locator that was cut would open something else; an id, be another microphone's.
    guard copy(locator, to: &raw.locator), copy(id ?? "", to: &raw.id) else {
      throw PluginFailure(.internal, "A microphone's locator is longer than 511 bytes, or its id than 255.")
    }
    copy(name, to: &raw.name)
    return raw
  }
}

extension MicrophoneOptions {
  fileprivate init(checking raw: imp_microphone_options) throws(PluginFailure) {
    guard raw.pace == UInt32(IMP_AUDIO_PACE_REAL) || raw.pace == UInt32(IMP_AUDIO_PACE_FULL) else {
      throw PluginFailure(.argument, "pace \(raw.pace) is neither real (0) nor full (1).")
    }
    guard raw.format == 0 || AudioSample(rawValue: raw.format) != nil else {
      throw PluginFailure(
        .argument, "format \(raw.format) is no kind of sample: \(IMP_AUDIO_S16)...\(IMP_AUDIO_FLOAT32).")
    }
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
final class ProvidedMicrophone {
  let host: Host
  let cancellation = Cancellation()
  let format: AudioFormat
  private let session: any MicrophoneSession
  /// What every later call answers too.
  private var last: PluginFailure?

  init(host: Host, session: any MicrophoneSession) {
    self.host = host
    self.session = session
    format = session.format
  }

  func cancel() { session.cancel() }

  func read(
    _ timeout: UInt64, _ samples: LentBuffer, _ out: inout imp_audio_chunk
  ) throws(PluginFailure) {
    let frame = max(format.bytesPerFrame, 1)
    let count = samples.room.count / frame * frame
    guard count > 0 else {
      throw PluginFailure(.argument, "The buffer has no room for a frame of \(frame) bytes.")
    }
    let chunk = try fetch(timeout, UnsafeMutableRawBufferPointer(rebasing: samples.room[..<count]))
    guard chunk.frames > 0, chunk.frames <= count / frame else {
      throw PluginFailure(.internal, "\(chunk.frames) frames were read, for which there is no room.")
    }
    samples.state(length: chunk.frames * frame)
    let flags =
      (chunk.isMuted ? UInt32(IMP_AUDIO_MUTED) : 0) | (chunk.isClipped ? UInt32(IMP_AUDIO_CLIPPED) : 0)
    out = imp_audio_chunk(
      size: structSize(imp_audio_chunk.self), flags: flags,
      timestamp_ns: chunk.timestamp, position: chunk.position, lost: chunk.lost, overruns: chunk.overruns)
  }

  private func fetch(
    _ timeout: UInt64, _ room: UnsafeMutableRawBufferPointer
  ) throws(PluginFailure) -> AudioChunk {
    if let last { throw last }
    do throws(PluginFailure) {
      return try session.read(into: room, timeout: timeout)
    } catch {
      if [.end, .deviceGone, .cancelled].contains(error.status) { last = error }
      if error.status == .file {
        last = PluginFailure(.end, "The source could not be read further, and has ended.")
      }
      throw error
    }
  }
}
