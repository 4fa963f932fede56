// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A fingerprint reader: a drawn finger is pressed on it again and again.
///
/// To make it yours, replace `fingerReaders` and `openFingerReader` by what looks for your device, and
/// `Session.happens` by what its driver tells. What is between them stays: one session that has the reader
/// alone, events that come when they are due, a wait that ends in time, and a cancel that ends it at once.
struct FingerReader: FingerReaderPlugin {
  static let identity = PluginIdentity.own
  /// Its id stays the same for ever; a device of your own has its serial number, or its place on the bus.
  private static let only = FingerReaderInfo(
    locator: "drawn-finger:0", name: "Drawn finger", id: "drawn-finger:0", scan: .touch, tellsPresence: true,
    resolution: FingerResolution(Ridges.resolution), width: UInt32(Ridges.width),
    height: UInt32(Ridges.height))

  init(host: Host) {}

  func fingerReaders() -> [FingerReaderInfo] { [Self.only] }

  func openFingerReader(_ options: FingerReaderOptions) throws(PluginFailure) -> any FingerReaderSession {
    guard options.locator == Self.only.locator else {
      throw PluginFailure(
        .deviceMissing, "There is no such reader; there is only '\(Self.only.locator)'.")
    }
    return Session(use: try FingerReaderUse(of: Self.only.locator))
  }
}

private final class Session: FingerReaderSession, @unchecked Sendable {
  // Sendable: all but `stop` is used by the one thread that asks for events.
  /// Nanoseconds from one event to the next.
  private static let period: UInt64 = 200_000_000

  /// Ends with the session: then the reader can be opened again.
  private let use: FingerReaderUse
  private let stop = StopSignal()
  /// The monotonic clock when it was opened.
  private let start = MonotonicClock.now
  /// Number of the event to give.
  private var next: UInt64 = 0

  init(use: FingerReaderUse) { self.use = use }

  func nextEvent(timeout: UInt64) throws(PluginFailure) -> FingerReaderEvent {
    try stop.check()
    let due = (next + 1) * Self.period
    try stop.wait(until: start + due, deadline: MonotonicClock.after(timeout), "No event is due yet.")
    defer { next += 1 }
    return FingerReaderEvent(happens(next), timestamp: due, sequence: next)
  }

  func cancel() { stop.raise() }

  /// What happens on the sensor: arrived, pressed too lightly, an image, lifted; then again.
  private func happens(_ number: UInt64) -> FingerReaderEvent.Kind {
    switch number % 4 {
    case 0: .arrived
    case 1: .retry(.tooLight)
    case 2:
      .image(
        FingerReaderImage(
          width: UInt32(Ridges.width), height: UInt32(Ridges.height),
          resolution: FingerResolution(Ridges.resolution), pixels: .array(Ridges.press(number / 4))))
    default: .lifted
    }
  }
}

private let export = PluginExport(FingerReader.self, provides: Facts.provides)

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
