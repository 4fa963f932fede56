// SPDX-License-Identifier: Apache-2.0

/// The formats of files with minutiae of fingers.
public enum MinutiaFormat: String, Sendable, Hashable, CaseIterable {
  case iso2005 = "iso-19794-2-2005"
  case iso2011 = "iso-19794-2-2011"
  case ansi2004 = "ansi-378-2004"
  /// The compact card format of ISO/IEC 19794-2, as a card takes it: three bytes a minutia and nothing else.
  case card
  /// The same in the frame of ``CompactCard/templateFormat``.
  case framedCard = "imprint.finger-card"

  /// Those that can be written.
  public static let written: [MinutiaFormat] = [.iso2005, .card, .framedCard]
}

/// What is in a file with minutiae of fingers, in any of the formats.
public struct MinutiaFile: Sendable, Hashable {
  public let format: MinutiaFormat
  /// At least one.
  public let views: [FingerView]
  private let record: FingerRecord?

  /// Reads bytes, which are untrusted. O(bytes).
  /// - Parameter card: they are the bare bytes of a card, which have no mark to know them by; and the order
  ///   that they were written in. `nil`: any other format, known by how it begins.
  /// - Throws: ``FingerFormatError``.
  public init(reading bytes: [UInt8], card: MinutiaOrder? = nil) throws(FingerFormatError) {
    if let card {
      self.init(.card, [try CompactCard(reading: bytes).view(order: card)], nil)
    } else if bytes.starts(with: Array("IMFC".utf8)) {
      self.init(.framedCard, [try CompactCard(templatePayload: bytes).view()], nil)
    } else {
      let record = try FingerRecord(reading: bytes)
      let format: MinutiaFormat =
        switch record.format {
        case .iso2005: .iso2005
        case .iso2011: .iso2011
        case .ansi2004: .ansi2004
        }
      self.init(format, record.views, record)
    }
  }

  private init(_ format: MinutiaFormat, _ views: [FingerView], _ record: FingerRecord?) {
    self.format = format
    self.views = views
    self.record = record
  }

  /// The file in another format, and what that cannot hold of it.
  /// - Parameters:
  ///   - format: one of ``MinutiaFormat/written``.
  ///   - view: of a card: which view, by its place.
  ///   - demand: of a card: how many minutiae it takes, and in which order.
  /// - Throws: ``FingerFormatError``; `badField` for a format that is not written, or a view that is not
  ///   there.
  public func converted(
    to format: MinutiaFormat, view: Int = 0, demand: CompactCard.Demand = CompactCard.Demand()
  ) throws(FingerFormatError) -> FingerConversion<[UInt8]> {
    switch format {
    case .iso2005:
      let converted = (record ?? FingerRecord(views: views)).convertedToISO2005()
      return FingerConversion(value: try converted.value.bytes(), losses: converted.losses)
    case .card, .framedCard:
      let made = try card(of: view, for: demand)
      return FingerConversion(
        value: format == .card ? made.value.bytes : made.value.templatePayload, losses: made.losses)
    case .iso2011, .ansi2004:
      throw .writing(.badField, "format", "\(format.rawValue) is read, and not written.")
    }
  }

  private func card(
    of view: Int, for demand: CompactCard.Demand
  ) throws(FingerFormatError) -> FingerConversion<CompactCard> {
    guard views.indices.contains(view) else {
      throw .writing(.badField, "view", "there are \(views.count) views, and \(view) is none of them.")
    }
    guard let record else { return try CompactCard.make(of: views[view], for: demand) }
    return try record.compactCard(view: view, for: demand)
  }
}
