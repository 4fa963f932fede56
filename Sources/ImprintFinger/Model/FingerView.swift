// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// The minutiae of one picture of a finger, with what a record says of it.
///
/// Redacted: its description shows no minutia.
public struct FingerView: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// Which finger, by the code of ISO/IEC 19794-2; 0: unknown.
  public var fingerCode: UInt8
  /// How the picture was taken, by the code of ISO/IEC 19794-2. The edition of 2005 holds 0...15.
  public var impressionCode: UInt8
  /// Tells views of one finger apart, from 0. The edition of 2005 holds 0...15.
  public var number: UInt8
  /// 0...100, higher is better; `nil` where it was not reported.
  public var quality: UInt8?
  /// The picture's width in pixels, 1...16383.
  public var width: Int
  /// The picture's height in pixels, 1...16383.
  public var height: Int
  /// Pixels a centimetre from left to right, 1...65535. 500 dots an inch are 197.
  public var horizontalResolution: Int
  /// Pixels a centimetre from top to bottom, 1...65535.
  public var verticalResolution: Int
  /// At most 255.
  public var minutiae: [Minutia]
  /// The extended data block as it stands, without its length: ridge counts, cores, deltas, zones and what
  /// vendors add. It refers to minutiae by their place, so a view whose minutiae change should lose it. At
  /// most 65,535 bytes.
  public var extendedData: [UInt8]

  /// - Precondition: none: what a format cannot hold is found when it is written.
  public init(
    fingerCode: UInt8 = 0, impressionCode: UInt8 = 0, number: UInt8 = 0, quality: UInt8? = nil, width: Int,
    height: Int, horizontalResolution: Int = 197, verticalResolution: Int = 197, minutiae: [Minutia],
    extendedData: [UInt8] = []
  ) {
    self.fingerCode = fingerCode
    self.impressionCode = impressionCode
    self.number = number
    self.quality = quality
    self.width = width
    self.height = height
    self.horizontalResolution = horizontalResolution
    self.verticalResolution = verticalResolution
    self.minutiae = minutiae
    self.extendedData = extendedData
  }

  /// The finger, where the code is one of ``BodySite``; else `unknown`.
  public var site: BodySite { fingerCode <= 15 ? BodySite(rawValue: fingerCode) ?? .unknown : .unknown }

  public var description: String {
    "FingerView(\(site), \(width) × \(height), \(minutiae.count) minutiae, <redacted>)"
  }

  /// Empty: `dump` shows no minutia either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
