// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A microphone: it gives a tone, at the level of a quiet voice.
///
/// To make it yours, replace `microphones` and `openMicrophone` by what looks for your device, and `Tone` by
/// what takes samples from it. What is between them stays: sound that comes in pieces of 10 ms, frames that
/// are lost for a reader that is late, a wait that ends in time, and a cancel that ends it at once.
struct Microphone: MicrophonePlugin {
  static let identity = PluginIdentity.own
  /// Its id stays the same for ever; a device of your own has its serial number, or its place on the bus.
  private static let only = MicrophoneInfo(
    locator: "tone:0", name: "Tone", id: "tone:0", channelsMaximum: 2, rates: 8000...48000)

  init(host: Host) {}

  func microphones() -> [MicrophoneInfo] { [Self.only] }

  func openMicrophone(_ options: MicrophoneOptions) throws(PluginFailure) -> any MicrophoneSession {
    guard options.locator == Self.only.locator else {
      throw PluginFailure(
        .deviceMissing, "There is no such microphone; there is only '\(Self.only.locator)'.")
    }
    let rate = options.rate ?? 16000
    guard (8000...48000).contains(rate), rate % Session.pieces == 0 else {
      throw PluginFailure(
        .unsupported, "\(rate) frames per second; multiples of 100 from 8000 to 48000 are supported.")
    }
    let channels = options.channels ?? 1
    guard channels <= 2 else { throw PluginFailure(.unsupported, "1 and 2 channels are supported.") }
    // At least a piece; a minute at most.
    let kept = min(max(options.bufferMilliseconds ?? 500, 10), 60000)
    let format = AudioFormat(
      rate: rate, channels: channels, sample: options.sample ?? .s16, bufferFrames: rate / 100 * (kept / 10),
      latency: Session.pieceTime)
    return Session(format, isPaced: !options.isFullPace)
  }
}

private final class Session: MicrophoneSession, @unchecked Sendable {
  // Sendable: all but `stop` is used by the one thread that asks for sound.
  /// In a second.
  static let pieces: UInt32 = 100
  /// Nanoseconds.
  static let pieceTime: UInt64 = 1_000_000_000 / UInt64(pieces)

  let format: AudioFormat
  private let tone: Tone
  /// Sound comes when it is due, not at once.
  private let isPaced: Bool
  private let stop = StopSignal()
  /// The monotonic clock when it was opened.
  private let start = MonotonicClock.now
  /// Number of the frame to give.
  private var next: UInt64 = 0
  private var lost: UInt64 = 0
  private var overruns: UInt64 = 0

  init(_ format: AudioFormat, isPaced: Bool) {
    self.format = format
    self.isPaced = isPaced
    tone = Tone(format)
  }

  func read(into room: UnsafeMutableRawBufferPointer, timeout: UInt64) throws(PluginFailure) -> AudioChunk {
    try stop.check()
    var count = room.count / format.bytesPerFrame
    if isPaced { count = min(count, Int(try waitForSound(timeout))) }
    for index in 0..<count {
      tone.write(frame: next + UInt64(index), to: room, at: index * format.bytesPerFrame)
    }
    defer { next += UInt64(count) }
    let (rate, second) = (UInt64(format.rate), UInt64(1_000_000_000))
    return AudioChunk(
      // In two steps: a product of both would overflow after a while.
      frames: count, timestamp: next / rate * second + next % rate * second / rate, position: next,
      lost: lost, overruns: overruns)
  }

  func cancel() { stop.raise() }

  /// How many frames there are. Those that the host was too slow for are lost, as with any device.
  private func waitForSound(_ timeout: UInt64) throws(PluginFailure) -> UInt64 {
    let piece = UInt64(format.rate / Self.pieces)
    try stop.wait(
      until: start + (next / piece + 1) * Self.pieceTime, deadline: MonotonicClock.after(timeout),
      "The next sound is not due yet.")
    let waiting = (MonotonicClock.now - start) / Self.pieceTime * piece - next
    let kept = UInt64(format.bufferFrames)
    guard waiting > kept else { return waiting }
    next += waiting - kept
    lost += waiting - kept
    overruns += 1
    return kept
  }
}

private let export = PluginExport(Microphone.self, provides: Facts.provides)

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
