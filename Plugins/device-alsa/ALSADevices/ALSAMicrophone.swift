// SPDX-License-Identifier: Apache-2.0
import CALSA
public import ImprintPluginKit
import SystemDevices
import Waiting

/// An open microphone.
public final class ALSAMicrophone: MicrophoneSession, @unchecked Sendable {
  // Sendable: all but `stop` is used by the one thread that reads.
  private let stream: OpaquePointer
  private let stop: StopDescriptor
  private let locator: String
  public let format: AudioFormat

  /// What may stand before the name, so that a locator says which plugin is meant.
  private static let scheme = "alsa:"

  public init(_ options: MicrophoneOptions, of cards: SoundCards) throws(PluginFailure) {
    let scheme = ALSAMicrophone.scheme
    let locator =
      options.locator.hasPrefix(scheme) ? String(options.locator.dropFirst(scheme.count)) : options.locator
    guard !locator.isEmpty else { throw PluginFailure(.argument, "'\(scheme)' lacks the name of a device.") }
    let (pcm, place) = try ALSAMicrophone.place(of: locator, cards)
    let stop = try StopDescriptor()
    var grant = calsa_grant()
    var problem = calsa_problem()
    var opened: OpaquePointer?
    let outcome = locator.withCString { name in
      var request = calsa_request(
        place: place, name: name, stop: stop.descriptor, rate: options.rate ?? 0,
        channels: options.channels ?? 0, format: options.sample?.rawValue ?? 0,
        buffer_ms: options.bufferMilliseconds ?? 0)
      return calsa_open(&request, &grant, &opened, &problem)
    }
    guard outcome == CALSA_OK, let opened else {
      throw cards.openingFailure(outcome, problem, of: pcm, options, locator: locator)
    }
    self.locator = locator
    self.stop = stop
    stream = opened
    format = AudioFormat(
      rate: grant.rate, channels: grant.channels, sample: AudioSample(rawValue: grant.format) ?? .s16,
      deviceRate: grant.device_rate, bufferFrames: grant.buffer_frames, latency: grant.latency_ns)
  }

  deinit { calsa_close(stream) }

  /// - Returns: no PCM for a name that libasound's configuration explains.
  private static func place(
    of locator: String, _ cards: SoundCards
  ) throws(PluginFailure) -> (CapturePCM?, calsa_place) {
    switch cards.find(locator) {
    case .card(let pcm, let subdevice):
      if cards.rights(of: pcm).areDenied { throw cards.denied(locator, pcm) }
      let place = calsa_place(
        card: Int32(pcm.card), device: Int32(pcm.device), subdevice: Int32(subdevice ?? -1))
      return (pcm, place)
    case .configured: return (nil, calsa_place(card: -1, device: -1, subdevice: -1))
    case .missing: throw failure(CALSA_MISSING, calsa_problem(), of: locator)
    case .ambiguous(let locators):
      throw PluginFailure(
        .deviceMissing,
        "'\(locator)' is \(locators.joined(separator: " and ")): they have the same number. "
          + "List them, and name one.")
    }
  }

  public func read(
    into room: UnsafeMutableRawBufferPointer, timeout: UInt64
  ) throws(PluginFailure) -> AudioChunk {
    guard let memory = room.baseAddress else {
      throw PluginFailure(.argument, "There is no room for a frame.")
    }
    if stop.isRaised { throw failure(CALSA_CANCELLED, calsa_problem(), of: locator) }
    var chunk = calsa_chunk()
    var problem = calsa_problem()
    let outcome = calsa_read(
      stream, MonotonicClock.after(timeout), memory, room.count / format.bytesPerFrame, &chunk, &problem)
    guard outcome == CALSA_OK else { throw failure(outcome, problem, of: locator) }
    return AudioChunk(
      frames: Int(chunk.frames), isMuted: chunk.is_muted != 0, isClipped: chunk.is_clipped != 0,
      timestamp: chunk.timestamp_ns, position: chunk.position, lost: chunk.lost, overruns: chunk.overruns)
  }

  public func cancel() { stop.raise() }
}
