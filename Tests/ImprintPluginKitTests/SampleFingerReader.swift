// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit
import Synchronization

/// A plugin with two readers: one that a finger is pressed on, and one that gives no images.
struct SampleFingerReader: FingerReaderPlugin {
  static let identity = PluginIdentity(id: "org.example.reader", version: "1.0.0", vendor: "Example")

  init(host: Host) {}

  func fingerReaders() -> [FingerReaderInfo] {
    [
      FingerReaderInfo(
        locator: "usb:1", name: "one", id: "serial-1", scan: .touch, tellsPresence: true,
        judgesLiveness: true, resolution: FingerResolution(x: 19685, y: 20000), width: 4, height: 2),
      FingerReaderInfo(locator: "usb:2", name: "two", givesImages: false, tellsPresence: false),
    ]
  }

  func openFingerReader(_ options: FingerReaderOptions) throws(PluginFailure) -> any FingerReaderSession {
    guard options.locator != "usb:2" else { throw PluginFailure(.unsupported, "It gives no images.") }
    return SampleFingerSession(
      use: try FingerReaderUse(of: "serial-1"), isFullPace: options.isFullPace, plays: options.plays)
  }
}

/// Arrives, has an image, must be dried, and is lifted.
private final class SampleFingerSession: FingerReaderSession {
  private let use: FingerReaderUse
  private let resolution: UInt32
  private let calls = Mutex<UInt64>(0)

  init(use: FingerReaderUse, isFullPace: Bool, plays: UInt32) {
    self.use = use
    // What was asked for shows in the image.
    resolution = (isFullPace ? 10_000 : 20_000) + plays
  }

  func nextEvent(timeout: UInt64) throws(PluginFailure) -> FingerReaderEvent {
    if timeout == 7 { throw PluginFailure(.timeout, "Nothing happens.") }
    let call = calls.withLock { value in
      defer { value += 1 }
      return value
    }
    func event(_ kind: FingerReaderEvent.Kind) -> FingerReaderEvent {
      FingerReaderEvent(kind, timestamp: 10 * call, sequence: call)
    }
    switch call {
    case 0: return event(.arrived)
    case 1:
      return event(
        .image(
          FingerReaderImage(
            width: 4, height: 2, resolution: FingerResolution(resolution), liveness: .attack,
            pixels: .array([1, 2, 3, 4, 5, 6, 7, 8]))))
    case 2: return event(.retry(.tooWet))
    case 3: return event(.lifted)
    case 4: throw PluginFailure(.file, "The next image is damaged.")
    default: throw PluginFailure(.deviceGone, "It was unplugged.")
    }
  }

  func cancel() {}
}

let fingerReaderExport = PluginExport(SampleFingerReader.self, provides: [.fingerReader])
