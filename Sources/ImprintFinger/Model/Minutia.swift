// SPDX-License-Identifier: Apache-2.0

/// A place where a ridge ends or forks.
///
/// Redacted: its description shows nothing of it.
public struct Minutia: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// What it is. Extractors of two makers agree on it for about three of four minutiae only: never a reason
  /// to refuse a pair.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// Neither, or not known; also what ISO/IEC 19794-2 calls "other".
    case other = 0
    /// A ridge ends.
    case ending = 1
    /// A ridge forks; seen from its valley, the valley ends.
    case bifurcation = 2
  }

  /// Pixels from the left edge of the picture, at the resolution of its view.
  public var x: Double
  /// Pixels from the top edge of the picture.
  public var y: Double
  /// Where the ridge, or for a bifurcation the valley, comes from: counter-clockwise from the right.
  public var angle: MinutiaAngle
  public var kind: Kind
  /// 1...100, higher is better; `nil` where it was not reported.
  public var quality: UInt8?

  public init(x: Double, y: Double, angle: MinutiaAngle, kind: Kind, quality: UInt8? = nil) {
    self.x = x
    self.y = y
    self.angle = angle
    self.kind = kind
    self.quality = quality
  }

  public var description: String { "Minutia(<redacted>)" }

  /// Empty: `dump` shows nothing either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
