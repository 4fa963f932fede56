// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// What counted in one comparison of two fingers: the minutiae that lie on each other, the motion that brings
/// them there, and what each thing added to the similarity, or took from it.
///
/// Whoever has it has what a template says. Redacted: its description and its mirror show no minutia.
public struct FingerExplanation: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  public enum Side: String, Sendable, Hashable, CaseIterable {
    case probe
    case reference
  }

  /// A minutia that was compared; a template may have more.
  public struct Minutia: Sendable, Hashable {
    /// The words are stable.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      case ending
      case bifurcation
      /// Or unknown.
      case other
    }

    public let side: Side
    public let kind: Kind
    /// Micrometres from the left of the print, 0...1,000,000.
    public let x: Double
    /// Micrometres from its top, 0...1,000,000.
    public let y: Double
    /// Degrees, 0...360, counter-clockwise from the right: from the end of the line into it.
    public let direction: Double
    /// 0...100, higher is better; `nil` where it is not known.
    public let quality: Double?
  }

  /// What one thing counted. Numbers are places in ``FingerExplanation/minutiae``.
  public struct Share: Sendable, Hashable {
    /// The words are stable.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Two minutiae that lie on each other.
      case pair
      /// Two pairs between which both prints look the same. 0: it only says by which other one a pair was
      /// found.
      case edge
      /// A minutia that the other print should show, and does not.
      case missed
      /// How ridges run where both prints show some.
      case ridges
      /// Something of the prints as a whole.
      case other
    }

    public let kind: Kind
    /// Below 0: against.
    public let value: Float
    /// Of a pair and an edge, and of what is missed where it is the probe's.
    public let probe: Int?
    /// Of a pair and an edge, and of what is missed where it is the reference's.
    public let reference: Int?
    /// The other pair of an edge.
    public let otherProbe: Int?
    public let otherReference: Int?
  }

  /// What brings the probe onto the reference: it is turned about its top left, then shifted.
  public struct Motion: Sendable, Hashable {
    /// Degrees, -180...180, counter-clockwise.
    public let turn: Double
    /// Micrometres to the right.
    public let right: Double
    /// Micrometres down.
    public let down: Double

    /// Where a place of the probe lies in the reference, in micrometres from their top left.
    public func moved(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let radians = turn * .pi / 180
      // Rows count downwards, and angles upwards.
      let (cosine, sine) = (cos(radians), -sin(radians))
      return (x * cosine - y * sine + right, x * sine + y * cosine + down)
    }
  }

  /// The matcher's own for this pair of templates, higher is more alike.
  public let similarity: Float
  /// `nil`: nothing lies on anything.
  public let motion: Motion?
  /// Those of the probe first; at most 512.
  public let minutiae: [Minutia]
  /// They add up to ``similarity``, but for rounding; at most 8192.
  public let shares: [Share]

  public var description: String {
    "FingerExplanation(similarity \(similarity), \(minutiae.count) minutiae, \(shares.count) shares, "
      + "<redacted>)"
  }

  /// Empty: `dump` shows no minutia either.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// What all shares of one kind come to.
  public func total(_ kind: Share.Kind) -> Double {
    shares.reduce(0) { $1.kind == kind ? $0 + Double($1.value) : $0 }
  }
}
