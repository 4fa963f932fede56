// SPDX-License-Identifier: Apache-2.0

/// A finger minutiae record: one or more views of one person's fingers.
///
/// ```
/// let record = try FingerRecord(reading: bytes)          // whichever of the three formats it is
/// let written = try record.convertedToISO2005().value.bytes()
/// ```
///
/// Redacted: its description shows no minutia.
public struct FingerRecord: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The standards whose records are read. Records are written by ISO/IEC 19794-2:2005 only.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    case iso2005 = "iso-19794-2:2005"
    case iso2011 = "iso-19794-2:2011"
    case ansi2004 = "ansi-378-2004"

    /// How many steps of angle a full turn has.
    var angleSteps: Int { self == .ansi2004 ? 180 : 256 }
  }

  /// What the edition of 2011 says of each view and the other formats cannot hold.
  public struct Addition: Sendable, Hashable {
    /// Year, month, day, hour, minute, second, millisecond of the capture, as written: 9 bytes, of which
    /// `FF` are unknown.
    public let captureTime: [UInt8]
    /// The sensor's technology, by the code of the standard; 0: unknown.
    public let technology: UInt8
    /// The sensor's vendor, by its number among registered organisations; 0: unknown.
    public let sensorVendor: UInt16
    /// The vendor's number for the sensor; 0: unknown.
    public let sensorType: UInt16
    /// Qualities of the picture, each of a vendor's algorithm.
    public let qualities: [Quality]
    /// How many certificates of the sensor there are.
    public let certificates: Int

    public struct Quality: Sendable, Hashable {
      /// 0...100; `nil`: computing it failed.
      public let value: UInt8?
      public let vendor: UInt16
      public let algorithm: UInt16
    }
  }

  public let format: Format
  /// The sensor: compliance in the upper 4 bits and the vendor's number for it in 12; 0: not known. Always 0
  /// of the edition of 2011, where ``additions`` have each view's sensor.
  public let captureDevice: UInt16
  /// Owner and type of the product that wrote it; ANSI only.
  public let product: ProductIdentifier?
  /// 1...255 views; of the edition of 2011 up to 65,535.
  public var views: [FingerView]
  /// One for each view; empty but for the edition of 2011.
  public let additions: [Addition]

  public struct ProductIdentifier: Sendable, Hashable {
    public let owner: UInt16
    public let type: UInt16

    public init(owner: UInt16, type: UInt16) {
      self.owner = owner
      self.type = type
    }
  }

  /// A new record by ISO/IEC 19794-2:2005.
  /// - Parameter captureDevice: 0: not known.
  public init(views: [FingerView], captureDevice: UInt16 = 0) {
    self.init(format: .iso2005, captureDevice: captureDevice, product: nil, views: views, additions: [])
  }

  init(
    format: Format, captureDevice: UInt16, product: ProductIdentifier?, views: [FingerView],
    additions: [Addition]
  ) {
    self.format = format
    self.captureDevice = captureDevice
    self.product = product
    self.views = views
    self.additions = additions
  }

  public var description: String { "FingerRecord(\(format.rawValue), \(views.count) views, <redacted>)" }

  /// Empty: `dump` shows no minutia either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
