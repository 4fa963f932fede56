// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.finger-reader/1`: images of fingers, and what happens on the sensor,
/// pulled.
public protocol FingerReaderPlugin: Plugin {
  /// The readers there are now, those that give no images among them; none is an empty list. Called by one
  /// thread at a time.
  func fingerReaders() throws(PluginFailure) -> [FingerReaderInfo]

  /// Opens one reader for this session alone: until the session is released each further opening of that
  /// reader, by whichever of its names, through this plugin or another one of the process, throws `.busy`
  /// . ``FingerReaderUse`` keeps count. Called by one thread at a time.
  /// - Throws: `.busy` where it is in use, here or by another program; `.deviceMissing`, `.deviceDenied`,
  ///   `.deviceFailed`, `.service`, `.file`, `.argument`; `.unsupported` for a reader without images.
  func openFingerReader(_ options: FingerReaderOptions) throws(PluginFailure) -> any FingerReaderSession
}

/// An open reader. It stops and releases the device when it is released.
public protocol FingerReaderSession: CancellableSession {
  /// Waits for the next event, at most `timeout` nanoseconds: 0 does not wait, `UInt64.max` waits without
  /// limit. Called by one thread at a time. Of a reader that tells presence a finger arrives before it
  /// is lifted, and images and retries come between.
  ///
  /// The kit keeps an image for which the host's buffer is too short, and goes on answering `.end`,
  /// `.deviceGone`, `.deviceFailed` and `.cancelled` once one of them was thrown.
  /// - Throws: `.timeout`, and no event is lost; `.end` after the last event; `.file` for a replayed image
  ///   that cannot be read, where the next call goes on after it; `.deviceGone`; `.deviceFailed` where the
  ///   driver has given up; `.cancelled`.
  func nextEvent(timeout: UInt64) throws(PluginFailure) -> FingerReaderEvent
}

/// A reader that can be listed.
public struct FingerReaderInfo: Sendable, Hashable {
  /// What `openFingerReader` takes; at most 511 bytes.
  public let locator: String
  /// For people; at most 127 bytes, longer ones are cut.
  public let name: String
  /// As ``CameraInfo/id``.
  public let id: String?
  public let scan: FingerScan
  /// `false`: it compares inside, no image leaves it, and it cannot be opened.
  public let givesImages: Bool
  /// It tells when a finger comes and goes.
  public let tellsPresence: Bool
  /// It judges by itself whether a finger is live.
  public let judgesLiveness: Bool
  /// Of its images; `nil` where it gives none, where they differ, and where that is not known before it is
  /// opened.
  public let resolution: FingerResolution?
  /// Pixels of its images; `nil` likewise.
  public let width: UInt32?
  public let height: UInt32?

  public init(
    locator: String, name: String, id: String? = nil, scan: FingerScan = .unknown, givesImages: Bool = true,
    tellsPresence: Bool, judgesLiveness: Bool = false, resolution: FingerResolution? = nil,
    width: UInt32? = nil, height: UInt32? = nil
  ) {
    self.locator = locator
    self.name = name
    self.id = id
    self.scan = scan
    self.givesImages = givesImages
    self.tellsPresence = tellsPresence
    self.judgesLiveness = judgesLiveness
    self.resolution = resolution
    self.width = width
    self.height = height
  }
}

/// How a finger is presented.
public enum FingerScan: UInt32, Sendable, Hashable, CaseIterable {
  case unknown = 0
  /// It rests on the sensor.
  case touch = 1
  /// It is drawn over the sensor.
  case swipe = 2
  /// It is held in front of the sensor.
  case contactless = 3
}

/// Pixels per metre of the finger, 1...1,000,000; 500 dots per inch are 19685.
public struct FingerResolution: Sendable, Hashable {
  /// Along a row.
  public let x: UInt32
  /// Along a column.
  public let y: UInt32

  public init(x: UInt32, y: UInt32) {
    self.x = x
    self.y = y
  }

  /// The same along both.
  public init(_ both: UInt32) { self.init(x: both, y: both) }
}

/// What is asked of a reader. The kit has checked the ranges.
public struct FingerReaderOptions: Sendable, Hashable {
  public let locator: String
  /// A replayed source's time passes only while it is waited for, and at once.
  public let isFullPace: Bool
  /// A replayed source: times to play, from 1.
  public let plays: UInt32
}

/// What happened on a sensor.
public struct FingerReaderEvent: Sendable {
  public enum Kind: Sendable {
    /// A finger is on the sensor.
    case arrived
    /// No finger is on it any more.
    case lifted
    case image(FingerReaderImage)
    /// A scan failed: the finger is to be presented again.
    case retry(FingerRetryReason)
  }

  public var kind: Kind
  /// Nanoseconds on the reader's own monotonic clock, whose epoch is its own; never decreases. A replayed
  /// source counts from 0.
  public var timestamp: UInt64
  /// Of the events since open, from 0; rises with each, gaps are lost events.
  public var sequence: UInt64

  public init(_ kind: Kind, timestamp: UInt64, sequence: UInt64) {
    self.kind = kind
    self.timestamp = timestamp
    self.sequence = sequence
  }
}

/// An image of a finger: grey, a byte per pixel, ridges dark and valleys light.
public struct FingerReaderImage: Sendable {
  /// Pixels, 1...65535.
  public var width: UInt32
  /// Pixels, 1...65535.
  public var height: UInt32
  /// Bytes from one row to the next, at least `width`.
  public var rowBytes: UInt32
  public var resolution: FingerResolution
  public var impression: Finger.Impression
  public var liveness: FingerLiveness
  /// At least `(height - 1) * rowBytes + width`; copied to the host once.
  public var pixels: FrameBytes

  public init(
    width: UInt32, height: UInt32, rowBytes: UInt32? = nil, resolution: FingerResolution,
    impression: Finger.Impression = .livePlain, liveness: FingerLiveness = .unknown, pixels: FrameBytes
  ) {
    self.width = width
    self.height = height
    self.rowBytes = rowBytes ?? width
    self.resolution = resolution
    self.impression = impression
    self.liveness = liveness
    self.pixels = pixels
  }
}

/// The reader's own verdict on presentation attacks.
public enum FingerLiveness: UInt32, Sendable, Hashable, CaseIterable {
  /// It does not judge, or could not.
  case unknown = 0
  case live = 1
  case attack = 2
}

/// Why a scan failed: what to tell the person.
public enum FingerRetryReason: UInt32, Sendable, Hashable, CaseIterable {
  /// No reason is known.
  case other = 1
  /// Lifted too soon, or the swipe was too short.
  case tooShort = 2
  /// The swipe was too fast.
  case tooFast = 3
  case tooSlow = 4
  /// Not in the middle of the sensor.
  case offCentre = 5
  /// Too little of the finger was on the sensor.
  case tooSmall = 6
  /// Turned too far.
  case turned = 7
  /// Pressed too lightly.
  case tooLight = 8
  case tooHard = 9
  case tooDry = 10
  case tooWet = 11
  /// The finger or the sensor is dirty.
  case dirty = 12
  /// The ridges are not clear enough, for another reason.
  case poor = 13
  /// It moved during the scan.
  case moved = 14
  /// It has to be lifted before the next scan.
  case lift = 15
}
