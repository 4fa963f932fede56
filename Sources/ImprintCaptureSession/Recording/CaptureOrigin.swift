// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
private import Glibc
public import ImprintRuntime
public import ImprintSession

/// What a session's header says of a capture, beside what the capture itself knows.
public struct CaptureOrigin: Sendable, Hashable {
  /// The plugins that take part, with their versions.
  public var plugin: SessionComponent
  public var tracker: SessionComponent
  public var extractor: SessionComponent?
  /// What the tracker was made with.
  public var trackerOptions: FaceTrackerOptions
  /// `nil`: only the locator is known.
  public var camera: SessionCamera?
  /// Who is captured, as the application names people; at most 256 bytes.
  public var subject: String?
  /// Seconds since 1970 UTC.
  public var began: Int64

  /// - Parameter began: `nil`: now.
  public init(
    plugin: SessionComponent, tracker: SessionComponent, extractor: SessionComponent? = nil,
    trackerOptions: FaceTrackerOptions = FaceTrackerOptions(), camera: SessionCamera? = nil,
    subject: String? = nil, began: Int64? = nil
  ) {
    self.plugin = plugin
    self.tracker = tracker
    self.extractor = extractor
    self.trackerOptions = trackerOptions
    self.camera = camera
    self.subject = subject
    self.began = began ?? Int64(time(nil))
  }
}

extension SessionHeader {
  /// The header of a session of that capture.
  public init(of setup: CaptureSetup, _ origin: CaptureOrigin) {
    self.init(
      plugin: origin.plugin, tracker: origin.tracker, extractor: origin.extractor,
      options: RecordedOptions.scalars(setup.options, origin.trackerOptions),
      // A machine has drawn one.
      seed: RecordedOptions.seed(setup.options.seed ?? CaptureSeed(low: 0, high: 0)),
      camera: origin.camera ?? SessionCamera(locator: setup.camera), began: origin.began,
      processor: HostProcessor.model(), subject: origin.subject)
  }
}

extension SessionCamera {
  /// One of which nothing else is known.
  init(locator: String) {
    self.init(name: RecordedText.field(locator), locator: RecordedText.field(locator))
  }
}

/// Texts as they fit into a session.
enum RecordedText {
  /// At most 256 bytes.
  static func field(_ text: String) -> String { cut(text, to: 256) }
  /// At most 1024 bytes.
  static func sentence(_ text: String) -> String { cut(text, to: 1024) }

  private static func cut(_ text: String, to most: Int) -> String {
    guard text.utf8.count > most else { return text }
    var short = text.prefix(most)
    while short.utf8.count > most { short.removeLast() }
    return String(short)
  }
}
