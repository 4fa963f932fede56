// SPDX-License-Identifier: Apache-2.0
public import ImprintFinger

extension VirtualCard {
  /// A finger that the card compares, by the bundled algorithm: what it takes, and what it says of that.
  public struct Finger: Sendable, Hashable {
    /// How many minutiae the algorithm compares.
    public static let counts = 1...64

    /// The low byte of VERIFY, P2: as of a ``Pin``.
    public var reference: UInt8
    /// Default: unknown.
    public var site: BodySite
    /// Consecutive fingers that may fail until it is blocked, 1...15.
    public var tries: Int
    /// The fewest and the most minutiae of a finger, within ``counts`` but for a least of 0. A finger of
    /// others is refused, and not counted.
    public var minutiae: ClosedRange<Int>
    /// The order in which it takes them. Others are refused, and not counted.
    public var order: MinutiaOrder
    /// The similarity that has to be exceeded, in units of the algorithm, which nobody has calibrated: about
    /// 0 for two fingers, 10 and more for one.
    public var threshold: Int
    /// Who may store and remove it. It is not there before it is stored.
    public var store: Access

    /// - Precondition: tries and minutiae are within what is said of them; the threshold is 0 or more.
    public init(
      reference: UInt8 = 2, site: BodySite = .unknown, tries: Int = 3,
      minutiae: ClosedRange<Int> = 8...60, order: MinutiaOrder = .ascendingXY, threshold: Int = 10,
      store: Access = .never
    ) {
      precondition((1...15).contains(tries), "tries are outside of 1...15")
      precondition(
        minutiae.lowerBound >= 0 && Self.counts.contains(minutiae.upperBound), "a count is outside of 1...64")
      precondition(threshold >= 0, "the threshold is below 0")
      self.reference = reference
      self.site = site
      self.tries = tries
      self.minutiae = minutiae
      self.order = order
      self.threshold = threshold
      self.store = store
    }

    /// What the card says of it.
    var information: BiometricInformation {
      BiometricInformation(
        reference: reference, subtype: BiometricInformation.subtype(of: site), minutiae: minutiae,
        order: order)
    }
  }
}

/// A finger with its counter.
struct CardFinger {
  let description: VirtualCard.Finger
  /// `nil` where none is stored.
  var minutiae: CompactCard?
  var attemptsLeft: Int

  init(_ description: VirtualCard.Finger) {
    self.description = description
    attemptsLeft = description.tries
  }

  /// What a command brings, as this finger takes it.
  /// - Throws: `wrongData`.
  func minutiae(of data: [UInt8]) throws(StatusWord) -> CompactCard {
    guard let given = try? CompactCard(verificationData: data), takes(given) else { throw .wrongData }
    return given
  }

  func takes(_ given: CompactCard) -> Bool {
    description.minutiae.contains(given.count) && given.isSorted(by: description.order)
  }
}
