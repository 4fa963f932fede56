// SPDX-License-Identifier: Apache-2.0
import CImprint
import Synchronization

/// The C table of `imprint.microphone/1`; every plugin and opening shares it.
enum MicrophoneTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table: UnsafePointer<imp_microphone_ability> = {
    let table = UnsafeMutablePointer<imp_microphone_ability>.allocate(capacity: 1)
    table.initialize(
      to: imp_microphone_ability(
        size: structSize(imp_microphone_ability.self), reserved: 0,
        list: { list(OpenedPlugin.from($0), $1, $2) },
        open: { open(OpenedPlugin.from($0), $1, $2, $3) },
        read: { Microphone.from($0).read($1, $2, $3) },
        cancel: { Microphone.from($0).cancel() },
        close: { Handle.release($0, as: Microphone.self) }))
    return UnsafePointer(table)
  }()

  private static func list(
    _ opened: OpenedPlugin, _ infos: UnsafeMutablePointer<imp_microphone_info>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> imp_status {
    opened.host.answer { () throws(PluginFailure) in
      try FilledList.fill(infos, count, \.size, "microphones") { () throws(PluginFailure) in
        var listed: [imp_microphone_info] = []
        for microphone in try opened.microphone?.microphones() ?? [] { listed.append(try microphone.raw()) }
        return listed
      }
    }
  }

  private static func open(
    _ opened: OpenedPlugin, _ options: UnsafePointer<imp_microphone_options>,
    _ format: UnsafeMutablePointer<imp_audio_format>, _ microphone: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status {
    opened.host.answer { () throws(PluginFailure) in
      let options = try MicrophoneOptions(checking: options)
      guard isSized(UnsafePointer(format), \.size) else {
        throw PluginFailure(.abi, "The format has a wrong size field.")
      }
      guard isPresent(microphone), let plugin = opened.microphone else {
        throw PluginFailure(.argument, "There is no place for the microphone.")
      }
      let made = Microphone(host: opened.host, session: try plugin.openMicrophone(options))
      format.pointee = made.format.raw
      microphone.pointee = Handle.retain(made)
    }
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
  fileprivate init(checking options: UnsafePointer<imp_microphone_options>) throws(PluginFailure) {
    guard isSized(options, \.size) else { throw PluginFailure(.abi, "The options have a wrong size field.") }
    let raw = options.pointee
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
private final class Microphone {
  let format: AudioFormat
  private let host: Host
  private let session: any MicrophoneSession
  private let isCancelled = Atomic(false)
  /// What every later call answers too.
  private var last: PluginFailure?

  init(host: Host, session: any MicrophoneSession) {
    self.host = host
    self.session = session
    format = session.format
  }

  static func from(_ handle: OpaquePointer) -> Microphone { Handle.object(handle) }

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    session.cancel()
  }

  func read(
    _ timeout: UInt64, _ samples: UnsafeMutablePointer<imp_buffer>,
    _ out: UnsafeMutablePointer<imp_audio_chunk>
  ) -> imp_status {
    host.answer { () throws(PluginFailure) in
      guard isSized(UnsafePointer(out), \.size) else {
        throw PluginFailure(.abi, "The chunk has a wrong size field.")
      }
      let frame = max(format.bytesPerFrame, 1)
      guard isPresent(samples), let data = samples.pointee.data, samples.pointee.capacity >= frame else {
        throw PluginFailure(.argument, "The buffer has no room for a frame of \(frame) bytes.")
      }
      let room = UnsafeMutableRawBufferPointer(
        start: data, count: samples.pointee.capacity / frame * frame)
      let chunk = try fetch(timeout, room)
      guard chunk.frames > 0, chunk.frames <= room.count / frame else {
        throw PluginFailure(.internal, "\(chunk.frames) frames were read, for which there is no room.")
      }
      samples.pointee.length = chunk.frames * frame
      let flags =
        (chunk.isMuted ? UInt32(IMP_AUDIO_MUTED) : 0) | (chunk.isClipped ? UInt32(IMP_AUDIO_CLIPPED) : 0)
      out.pointee = imp_audio_chunk(
        size: structSize(imp_audio_chunk.self), flags: flags,
        timestamp_ns: chunk.timestamp, position: chunk.position, lost: chunk.lost, overruns: chunk.overruns)
    }
  }

  private func fetch(
    _ timeout: UInt64, _ room: UnsafeMutableRawBufferPointer
  ) throws(PluginFailure) -> AudioChunk {
    if isCancelled.load(ordering: .acquiring) {
      throw PluginFailure(.cancelled, "The microphone was cancelled.")
    }
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
