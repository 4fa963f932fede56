// SPDX-License-Identifier: Apache-2.0

/// Minutiae in the compact card format of ISO/IEC 19794-2:2005: three bytes each, and nothing else.
///
/// x and y are tenths of a millimetre in a byte each; the third byte has two bits of type and six of angle.
/// The bytes say neither finger, picture nor quality, and they do not say their order: the card's biometric
/// information template does.
///
/// Redacted: its description shows no minutia.
public struct CompactCard: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The bytes of a minutia.
  public static let minutiaBytes = 3
  /// The most minutiae that fit in one short command as ``verificationData``.
  public static let mostInShortCommand = 82

  /// What a card takes.
  public struct Demand: Sendable, Hashable {
    /// The fewest and the most minutiae, 0...255.
    public let minutiae: ClosedRange<Int>
    public let order: MinutiaOrder

    /// - Parameter minutiae: within 0...255; by default what is usual where a card says nothing: any number
    ///   up to 60.
    /// - Precondition: the numbers of minutiae fit in a byte each.
    public init(minutiae: ClosedRange<Int> = 0...60, order: MinutiaOrder = .ascendingXY) {
      precondition(minutiae.lowerBound >= 0 && minutiae.upperBound <= 255, "a count is outside of 0...255")
      self.minutiae = minutiae
      self.order = order
    }
  }

  /// A multiple of three bytes, at most 765.
  public let bytes: [UInt8]

  /// Bytes of a card or for one.
  /// - Throws: `wrongLength` where they are no multiple of three, `tooMany` for more than 255 minutiae,
  ///   `badField` for the reserved type 3.
  public init(reading bytes: [UInt8]) throws(FingerFormatError) {
    guard bytes.count % Self.minutiaBytes == 0 else {
      throw .reading(
        .wrongLength, at: bytes.count - bytes.count % 3,
        "it has \(bytes.count) bytes; a minutia has 3, and nothing follows them.")
    }
    guard bytes.count <= 255 * Self.minutiaBytes else {
      throw .reading(.tooMany, at: 255 * 3, "it has \(bytes.count / 3) minutiae; 255 is the most.")
    }
    for at in stride(from: 2, to: bytes.count, by: Self.minutiaBytes) where bytes[at] >> 6 == 3 {
      throw .reading(.badField, at: at, "a minutia has the reserved type 3.")
    }
    self.bytes = bytes
  }

  init(_ minutiae: [CardMinutia]) {
    bytes = minutiae.flatMap { minutia in
      [
        UInt8(truncatingIfNeeded: minutia.x), UInt8(truncatingIfNeeded: minutia.y),
        minutia.kind.rawValue << 6 | UInt8(minutia.angle),
      ]
    }
  }

  /// How many minutiae it has.
  public var count: Int { bytes.count / Self.minutiaBytes }

  /// As VERIFY takes it: the data object `7F2E` with one, `81`, of the minutiae.
  public var verificationData: [UInt8] {
    DataObject(0x7F2E, DataObject(0x81, bytes).bytes).bytes
  }

  /// As VERIFY takes it of a card without templates of data objects: the data object `5F2E`.
  public var plainVerificationData: [UInt8] { DataObject(0x5F2E, bytes).bytes }

  /// Reads ``verificationData`` or ``plainVerificationData``, as a card does. Untrusted.
  /// - Throws: `badInformation` for another data object, or none with minutiae; as ``init(reading:)``.
  public init(verificationData data: [UInt8]) throws(FingerFormatError) {
    let objects = try DataObject.read(data)
    guard objects.count == 1 else {
      throw .reading(.badInformation, at: 0, "it is \(objects.count) data objects, and not one.")
    }
    if objects[0].tag == 0x5F2E {
      try self.init(reading: objects[0].value)
      return
    }
    guard objects[0].tag == 0x7F2E else {
      throw .reading(.badInformation, at: 0, "it is neither 7F2E nor 5F2E.")
    }
    let inner = try objects[0].children()
    guard inner.count == 1, inner[0].tag == 0x81 else {
      throw .reading(.badInformation, at: objects[0].offset, "it has no minutiae (81), or more than them.")
    }
    try self.init(reading: inner[0].value)
  }

  public var description: String { "CompactCard(\(count) minutiae, <redacted>)" }

  /// Empty: `dump` shows no minutia either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

// MARK: From and to views

extension CompactCard {
  /// Makes the bytes that a card takes of a view.
  ///
  /// The best minutiae are chosen first, and then sorted: the most that the card takes, by quality; where
  /// qualities are equal or not known, those nearest to the middle of all. A picture that is wider or higher
  /// than the 25.5 mm of a byte is moved so that the middle of its minutiae is the middle of what can be
  /// said, and what is still outside is left out; with an extended order, nothing is lost along its first
  /// coordinate. Losses name the view as that at place 0.
  /// - Throws: `tooFewMinutiae`, `badField` for a view of a resolution below 1, `badOrder` where an extended
  ///   order cannot say a gap of 25.6 mm or more between neighbours.
  /// - Complexity: O(n log n).
  public static func make(
    of view: FingerView, for demand: Demand = Demand()
  ) throws(FingerFormatError) -> FingerConversion<CompactCard> {
    try make(of: view, for: demand, at: 0)
  }

  /// - Parameter place: the view's among the views of its record, which losses name.
  fileprivate static func make(
    of view: FingerView, for demand: Demand, at place: Int
  ) throws(FingerFormatError) -> FingerConversion<CompactCard> {
    guard view.horizontalResolution > 0, view.verticalResolution > 0 else {
      throw .writing(.badField, "resolution", "it is below 1 pixel a centimetre.")
    }
    let order = demand.order
    let x = CardAxis(
      view, \.x, view.width, view.horizontalResolution, extended: order.extended && order.key == .xy)
    let y = CardAxis(
      view, \.y, view.height, view.verticalResolution, extended: order.extended && order.key == .yx)
    let inReach = view.minutiae.filter { x.reaches($0.x) && y.reaches($0.y) }
    let best = best(demand.minutiae.upperBound, of: inReach)
    guard best.count >= demand.minutiae.lowerBound else {
      throw .writing(
        .tooFewMinutiae, "minutiae",
        "there are \(best.count), and the card takes \(demand.minutiae.lowerBound) or more.")
    }
    let sorted = order.sort(
      best.map { minutia in
        CardMinutia(
          x: x.units(minutia.x), y: y.units(minutia.y), angle: minutia.angle.step(of: 64), kind: minutia.kind)
      })
    if order.extended { try checkGaps(sorted, order.key == .xy ? \.x : \.y) }
    var losses = losses(view, at: place, chosen: best, x, y)
    if inReach.count < view.minutiae.count {
      losses.append(.minutiaeOutOfReach(count: view.minutiae.count - inReach.count))
    }
    if best.count < inReach.count {
      losses.append(.minutiaeBeyondLimit(count: inReach.count - best.count))
    }
    return FingerConversion(value: CompactCard(sorted), losses: losses)
  }

  /// The minutiae as a view of 500 dpi: 25.5 mm wide and high, or as wide as an extended order says. What the
  /// format does not hold is not known in it: finger, impression, qualities.
  /// - Parameter order: the one they were written in; only whether it is extended is of importance.
  public func view(order: MinutiaOrder = .none) -> FingerView {
    let found = minutiae(order)
    let perUnit = 1.97
    func side(_ units: Int) -> Int { Int((Double(max(255, units)) * perUnit).rounded()) + 1 }
    var view = FingerView(
      width: side(found.map(\.x).max() ?? 0), height: side(found.map(\.y).max() ?? 0), minutiae: [])
    for minutia in found {
      view.minutiae.append(
        Minutia(
          x: Double(minutia.x) * perUnit, y: Double(minutia.y) * perUnit,
          angle: MinutiaAngle(step: minutia.angle, of: 64), kind: minutia.kind))
    }
    return view
  }

  /// Whether the minutiae are in an order, as a card may check.
  public func isSorted(by order: MinutiaOrder) -> Bool {
    let minutiae = minutiae(order)
    return order.sort(minutiae) == minutiae
  }

  private func minutiae(_ order: MinutiaOrder) -> [CardMinutia] {
    var minutiae: [CardMinutia] = []
    for at in stride(from: 0, to: bytes.count, by: Self.minutiaBytes) {
      let last = bytes[at + 2]
      minutiae.append(
        CardMinutia(
          x: Int(bytes[at]), y: Int(bytes[at + 1]), angle: Int(last & 0x3F),
          kind: Minutia.Kind(rawValue: last >> 6) ?? .other))
    }
    if order.extended {
      let axis: WritableKeyPath<CardMinutia, Int> = order.key == .xy ? \.x : \.y
      var (turns, before) = (0, 0)
      for index in minutiae.indices {
        let value = minutiae[index][keyPath: axis]
        if value < before { turns += 256 }
        before = value
        minutiae[index][keyPath: axis] = value + turns
      }
    }
    return minutiae
  }

  private static func best(_ most: Int, of minutiae: [Minutia]) -> [Minutia] {
    guard minutiae.count > most else { return minutiae }
    let count = Double(minutiae.count)
    let x: Double = minutiae.reduce(0) { $0 + $1.x } / count
    let y: Double = minutiae.reduce(0) { $0 + $1.y } / count
    let ranked = minutiae.enumerated().map { index, minutia in
      let (across, down) = (minutia.x - x, minutia.y - y)
      return ChosenMinutia(
        quality: minutia.quality ?? 0, away: across * across + down * down, index: index)
    }
    let sorted = ranked.sorted()
    // In the order in which they stand, for a card that takes any.
    return sorted.prefix(most).map(\.index).sorted().map { minutiae[$0] }
  }

  private static func checkGaps(
    _ minutiae: [CardMinutia], _ axis: KeyPath<CardMinutia, Int>
  ) throws(FingerFormatError) {
    var before = 0
    for minutia in minutiae {
      guard minutia[keyPath: axis] - before < 256 else {
        throw .writing(.badOrder, "order", "there is a gap of 25.6 mm or more, which it cannot say.")
      }
      before = minutia[keyPath: axis]
    }
  }

  private static func losses(
    _ view: FingerView, at place: Int, chosen: [Minutia], _ x: CardAxis, _ y: CardAxis
  ) -> [FingerLoss] {
    var losses: [FingerLoss] = [
      .fingerAndImpression, .picture,
      .positionResolution(pixels: Double(max(view.horizontalResolution, view.verticalResolution)) / 100),
      .angleResolution(degrees: 5.625),
    ]
    if view.quality != nil { losses.append(.pictureQuality) }
    let qualities = chosen.count { $0.quality != nil }
    if qualities > 0 { losses.append(.minutiaQualities(count: qualities)) }
    if !view.extendedData.isEmpty {
      losses.append(.extendedData(view: place, bytes: view.extendedData.count))
    }
    if x.origin != 0 || y.origin != 0 { losses.append(.origin(x: x.origin, y: y.origin)) }
    return losses
  }
}

extension FingerRecord {
  /// The bytes that a card takes of one view.
  /// - Parameter view: its place among the views.
  /// - Throws: `badField` for a view that there is not, and as ``CompactCard/make(of:for:)``.
  public func compactCard(
    view: Int = 0, for demand: CompactCard.Demand = CompactCard.Demand()
  ) throws(FingerFormatError) -> FingerConversion<CompactCard> {
    guard views.indices.contains(view) else {
      throw .writing(.badField, "view", "there is no view \(view) of \(views.count).")
    }
    let made = try CompactCard.make(of: views[view], for: demand, at: view)
    var losses = made.losses
    if additions.indices.contains(view) { losses += Self.losses(of: additions[view], in: view) }
    if views.count > 1 { losses.append(.otherViews(count: views.count - 1)) }
    if captureDevice != 0 { losses.append(.captureDevice) }
    if product != nil { losses.append(.product) }
    return FingerConversion(value: made.value, losses: losses)
  }
}

/// A minutia among others: what is better sorts first.
private struct ChosenMinutia: Comparable {
  let quality: UInt8
  /// The square of the distance from the middle.
  let away: Double
  let index: Int

  static func < (one: ChosenMinutia, other: ChosenMinutia) -> Bool {
    if one.quality != other.quality { return one.quality > other.quality }
    return one.away != other.away ? one.away < other.away : one.index < other.index
  }
}

/// One coordinate: how pixels become tenths of a millimetre, and from where they are counted.
private struct CardAxis {
  /// The pixel that becomes 0.
  let origin: Double
  private let unitsPerPixel: Double
  private let most: Int

  /// - Parameters:
  ///   - side: of the picture, in pixels.
  ///   - resolution: pixels a centimetre.
  init(
    _ view: FingerView, _ coordinate: KeyPath<Minutia, Double>, _ side: Int, _ resolution: Int, extended: Bool
  ) {
    unitsPerPixel = 100 / Double(resolution)
    most = extended ? Int.max : 255
    let fits = (Double(side) - 1) * unitsPerPixel < 255.5
    guard !extended, !fits, !view.minutiae.isEmpty else {
      origin = 0
      return
    }
    let middle = view.minutiae.reduce(0) { $0 + $1[keyPath: coordinate] } / Double(view.minutiae.count)
    // A whole unit, so that positions round as those of a smaller picture do.
    origin = (middle * unitsPerPixel - 127.5).rounded() / unitsPerPixel
  }

  func units(_ pixel: Double) -> Int { Int(((pixel - origin) * unitsPerPixel).rounded()) }

  func reaches(_ pixel: Double) -> Bool {
    let units = ((pixel - origin) * unitsPerPixel).rounded()
    // A position that is no finite number, or beyond any picture, is never reached.
    return units >= 0 && units <= min(Double(most), 1e6)
  }
}
