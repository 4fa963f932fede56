// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Plays a WAV file: gives its sound when it is due, and the time from its first frame on.
final class SoundSession: MicrophoneSession, @unchecked Sendable {
  // Sendable: all but `stop` is used by the one thread that reads.
  let format: AudioFormat
  private let source: WaveSource
  private let stop: StopSignal
  private let converter: SampleConverter
  private let isFullPace: Bool
  private var playsLeft: UInt32
  private var playHadSound = false
  /// Frames given so far, of all plays.
  private var position: UInt64 = 0
  /// The monotonic clock at the first read.
  private var start: UInt64?
  /// Sound that was read, and is not yet given.
  private var waiting: [UInt8] = []
  private var failure: PluginFailure?

  /// - Throws: `.unsupported` where another rate, or more than two channels, are asked for.
  init(source: WaveSource, options: MicrophoneOptions, stop: StopSignal) throws(PluginFailure) {
    let header = source.header
    guard options.rate ?? header.rate == header.rate else {
      throw PluginFailure(
        .unsupported,
        "The recording has \(header.rate) frames a second, and is not resampled; convert it, or ask for its rate."
      )
    }
    let channels = options.channels ?? UInt32(header.channels)
    guard (1...2).contains(channels) else {
      throw PluginFailure(.unsupported, "Replay gives mono and stereo, not \(channels) channels.")
    }
    let sample = options.sample ?? header.sample.natural
    // Nothing is lost, however long nobody reads: the file keeps it.
    format = AudioFormat(rate: header.rate, channels: channels, sample: sample, bufferFrames: .max)
    converter = SampleConverter(
      from: header.sample, fromChannels: header.channels, to: sample, toChannels: Int(channels))
    self.source = source
    self.stop = stop
    isFullPace = options.isFullPace
    playsLeft = options.plays
  }

  func read(into room: UnsafeMutableRawBufferPointer, timeout: UInt64) throws(PluginFailure) -> AudioChunk {
    let called = MonotonicClock.now
    let most = room.count / format.bytesPerFrame
    try fill(min(most, Self.fiftieth(of: format.rate)))
    if !isFullPace { try waitUntilDue(called: called, timeout: timeout) }
    let due = isFullPace ? most : min(most, framesDue(at: MonotonicClock.now))
    try fill(due)
    return give(min(due, framesWaiting), room)
  }

  func cancel() { stop.raise() }

  private var framesWaiting: Int { waiting.count / source.header.bytesPerFrame }

  private static func fiftieth(of rate: UInt32) -> Int { max(1, Int(rate) / 50) }

  /// Reads until so many frames wait, or the recording has no more.
  private func fill(_ frames: Int) throws(PluginFailure) {
    try stop.check()
    while framesWaiting < frames, failure == nil {
      do throws(PluginFailure) {
        let more = try source.take(frames - framesWaiting)
        guard more.isEmpty else {
          playHadSound = true
          waiting += more
          continue
        }
        playsLeft -= 1
        // A recording that has become empty would be rewound for ever.
        guard playsLeft > 0, playHadSound else {
          throw PluginFailure(.end, "The recording has no more sound.")
        }
        playHadSound = false
        try source.rewind()
      } catch {
        // What was read before it is given first.
        failure = error
      }
    }
    if framesWaiting == 0, let failure { throw failure }
  }

  /// Waits until a fiftieth of a second, or all that is left, is due; a time-out is one where nothing is.
  private func waitUntilDue(called: UInt64, timeout: UInt64) throws(PluginFailure) {
    start = start ?? called
    let wanted = time(of: position + UInt64(framesWaiting))
    try stop.wait(until: min(wanted, MonotonicClock.after(timeout, since: called)))
    guard framesDue(at: MonotonicClock.now) > 0 else {
      throw PluginFailure(.timeout, "The next sound is not due yet.")
    }
  }

  /// When the frame before this one has been heard whole.
  private func time(of frame: UInt64) -> UInt64 {
    MonotonicClock.after(nanoseconds(of: frame), since: start ?? 0)
  }

  private func nanoseconds(of frame: UInt64) -> UInt64 {
    UInt64(clamping: UInt128(frame) * 1_000_000_000 / UInt128(format.rate))
  }

  private func framesDue(at now: UInt64) -> Int {
    let heard = UInt128(now - min(now, start ?? now)) * UInt128(format.rate) / 1_000_000_000
    return Int(clamping: heard - min(heard, UInt128(position)))
  }

  private func give(_ frames: Int, _ room: UnsafeMutableRawBufferPointer) -> AudioChunk {
    let bytes = frames * source.header.bytesPerFrame
    waiting.withUnsafeBytes { waiting in
      converter.convert(
        UnsafeRawBufferPointer(rebasing: waiting[..<bytes]),
        into: UnsafeMutableRawBufferPointer(rebasing: room[..<(frames * format.bytesPerFrame)]))
    }
    waiting.removeFirst(bytes)
    defer { position += UInt64(frames) }
    return AudioChunk(frames: frames, timestamp: nanoseconds(of: position), position: position)
  }
}
