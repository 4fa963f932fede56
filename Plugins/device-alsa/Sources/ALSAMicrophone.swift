// SPDX-License-Identifier: Apache-2.0
import CALSA
import ImprintPluginKit

/// An open microphone.
final class ALSAMicrophone: MicrophoneSession, @unchecked Sendable {
  // Sendable: `read` comes from one thread at a time, and `cancel` touches the wake-up descriptor alone.
  private let stream: OpaquePointer
  private let locator: String
  let format: AudioFormat

  init(_ options: MicrophoneOptions) throws(PluginFailure) {
    let locator =
      options.locator.hasPrefix(scheme) ? String(options.locator.dropFirst(scheme.count)) : options.locator
    guard !locator.isEmpty else { throw PluginFailure(.argument, "'\(scheme)' lacks the name of a device.") }
    var grant = calsa_grant()
    var problem = calsa_problem()
    var opened: OpaquePointer?
    let outcome = locator.withCString { name in
      var request = calsa_request(
        locator: name, rate: options.rate ?? 0, channels: options.channels ?? 0,
        format: options.sample?.rawValue ?? 0, buffer_ms: options.bufferMilliseconds ?? 0)
      return calsa_open(&request, &grant, &opened, &problem)
    }
    guard outcome == CALSA_OK, let opened else {
      throw failure(outcome, problem, of: locator, asked: options)
    }
    self.locator = locator
    stream = opened
    format = AudioFormat(
      rate: grant.rate, channels: grant.channels, sample: AudioSample(rawValue: grant.format) ?? .s16,
      deviceRate: grant.device_rate, bufferFrames: grant.buffer_frames, latency: grant.latency_ns)
  }

  deinit { calsa_close(stream) }

  func read(into room: UnsafeMutableRawBufferPointer, timeout: UInt64) throws(PluginFailure) -> AudioChunk {
    guard let memory = room.baseAddress else {
      throw PluginFailure(.argument, "There is no room for a frame.")
    }
    var chunk = calsa_chunk()
    var problem = calsa_problem()
    let outcome = calsa_read(stream, timeout, memory, room.count / format.bytesPerFrame, &chunk, &problem)
    guard outcome == CALSA_OK else { throw failure(outcome, problem, of: locator) }
    return AudioChunk(
      frames: Int(chunk.frames), isMuted: chunk.is_muted != 0, isClipped: chunk.is_clipped != 0,
      timestamp: chunk.timestamp_ns, position: chunk.position, lost: chunk.lost, overruns: chunk.overruns)
  }

  func cancel() { calsa_cancel(stream) }
}

/// What may stand before the name, so that a locator says which plugin is meant.
private let scheme = "alsa:"
