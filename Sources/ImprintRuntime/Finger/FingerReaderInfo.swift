// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// One fingerprint reader.
public struct FingerReaderInfo: Sendable, Hashable {
  /// The argument of open.
  public let locator: String
  /// The display name.
  public let name: String
  /// As ``CameraInfo/id``.
  public let id: String?
  /// How a finger is presented to it.
  public let scan: FingerScan
  /// `false` for a reader that compares inside: no image leaves it, and it cannot be opened.
  public let givesImages: Bool
  /// Whether it tells when a finger comes and goes.
  public let tellsPresence: Bool
  /// Whether it judges by itself if a finger is live.
  public let judgesLiveness: Bool
  /// Of its images; `nil` where it gives none, where they differ, and where that is unknown before it is
  /// opened.
  public let resolution: FingerResolution?
  /// Width and height of its images in pixels; `nil` likewise.
  public let size: Size?

  public struct Size: Sendable, Hashable {
    /// Pixels, 1...65535.
    public let width: Int
    /// Pixels, 1...65535.
    public let height: Int

    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  public init(
    locator: String, name: String, id: String? = nil, scan: FingerScan = .unknown, givesImages: Bool = true,
    tellsPresence: Bool = false, judgesLiveness: Bool = false, resolution: FingerResolution? = nil,
    size: Size? = nil
  ) {
    self.locator = locator
    self.name = name
    self.id = id
    self.scan = scan
    self.givesImages = givesImages
    self.tellsPresence = tellsPresence
    self.judgesLiveness = judgesLiveness
    self.resolution = resolution
    self.size = size
  }

  init(_ raw: imp_finger_reader_info) throws(ContractBreach) {
    try checkSize(of: raw)
    locator = try FixedText.read(raw.locator, "a fingerprint reader's locator")
    name = try FixedText.read(raw.name, "a fingerprint reader's name")
    id = try FixedText.readOptional(raw.id, "a fingerprint reader's id")
    guard !locator.isEmpty else { throw ContractBreach("a fingerprint reader's locator is empty.") }
    let known = IMP_FINGER_READER_IMAGES | IMP_FINGER_READER_PRESENCE | IMP_FINGER_READER_LIVENESS
    guard let scan = FingerScan(code: raw.scan), raw.flags & ~known == 0 else {
      throw ContractBreach(
        "a fingerprint reader has the scan \(raw.scan) and the flags \(raw.flags), which this contract does "
          + "not define.")
    }
    self.scan = scan
    givesImages = raw.flags & IMP_FINGER_READER_IMAGES != 0
    tellsPresence = raw.flags & IMP_FINGER_READER_PRESENCE != 0
    judgesLiveness = raw.flags & IMP_FINGER_READER_LIVENESS != 0
    resolution = try FingerResolution(stated: raw.resolution_x, raw.resolution_y)
    guard (raw.width == 0) == (raw.height == 0), raw.width <= 65535, raw.height <= 65535 else {
      throw ContractBreach("a fingerprint reader has images of \(raw.width) x \(raw.height) pixels.")
    }
    size = raw.width == 0 ? nil : Size(width: Int(raw.width), height: Int(raw.height))
  }
}

/// How a finger is presented to a reader.
public enum FingerScan: String, Sendable, Hashable, Codable, CaseIterable {
  case unknown
  /// It rests on the sensor.
  case touch
  /// It is drawn over the sensor.
  case swipe
  /// It is held in front of the sensor.
  case contactless

  init?(code: UInt32) {
    switch Int32(clamping: code) {
    case IMP_FINGER_SCAN_UNKNOWN: self = .unknown
    case IMP_FINGER_SCAN_TOUCH: self = .touch
    case IMP_FINGER_SCAN_SWIPE: self = .swipe
    case IMP_FINGER_SCAN_CONTACTLESS: self = .contactless
    default: return nil
    }
  }
}

/// The resolution of a fingerprint image along both axes.
public struct FingerResolution: Sendable, Hashable, CustomStringConvertible {
  /// Pixels per metre of the finger along a row, 1...``FingerFormat/highest``; 500 dpi are 19685.
  public let x: Int
  /// The same along a column.
  public let y: Int

  /// - Returns: `nil` where a value is out of range.
  public init?(x: Int, y: Int) {
    guard (1...FingerFormat.highest).contains(x), (1...FingerFormat.highest).contains(y) else { return nil }
    self.x = x
    self.y = y
  }

  /// Dots per inch along a row, and along a column.
  public var dotsPerInch: (x: Double, y: Double) { (Double(x) * 0.0254, Double(y) * 0.0254) }

  /// Whether it is the same along both.
  public var isEven: Bool { x == y }

  /// What a plugin states of a reader; 0 and 0 are none.
  init?(stated x: UInt32, _ y: UInt32) throws(ContractBreach) {
    if x == 0, y == 0 { return nil }
    guard let made = FingerResolution(x: Int(x), y: Int(y)) else {
      throw ContractBreach(
        "a fingerprint reader has the resolution \(x) x \(y) pixels per metre; 1...\(FingerFormat.highest) is "
          + "expected.")
    }
    self = made
  }

  public var description: String {
    let (across, down) = (Self.words(x), Self.words(y))
    return across == down ? "\(across) dpi" : "\(across) x \(down) dpi"
  }

  private static func words(_ pixels: Int) -> String { String((pixels * 254 + 5000) / 10_000) }
}
