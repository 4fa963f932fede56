// SPDX-License-Identifier: Apache-2.0

/// A biometric information template of a card: what it compares, and what it takes for that (`7F60` of
/// ISO/IEC 7816-11, with the algorithm's parameters of ISO/IEC 19794-2). No secret.
public struct BiometricInformation: Sendable, Hashable {
  /// The reference to verify against, the `q` of VERIFY; `nil` where the card does not say.
  public let reference: UInt8?
  /// What is measured, by the codes of ISO/IEC 19785-3, of at most three bytes; 8: fingers. `nil` where the
  /// card does not say.
  public let type: UInt32?
  /// Which finger, by the bits of ISO/IEC 19785-3; `nil` where the card does not say.
  public let subtype: UInt8?
  /// The owner of the format; 0x0101: ISO/IEC JTC 1/SC 37.
  public let formatOwner: UInt16
  /// The owner's number for the format.
  public let formatType: UInt16
  /// The fewest and the most minutiae; `nil` where the card does not say.
  public let minutiae: ClosedRange<Int>?
  /// The order; `nil` where the card does not say.
  public let order: MinutiaOrder?
  /// The features beyond minutiae that it takes: bit 1 ridge counts, 2 cores, 3 deltas, 4 qualities of cells;
  /// `nil` where the card does not say.
  public let features: UInt8?

  /// The code of fingers in ``type``.
  public static let fingers: UInt32 = 8
  /// The owner of ISO/IEC 19794's formats.
  public static let standardOwner: UInt16 = 0x0101
  /// ISO/IEC 19794-2's compact card format of 2005: endings lie where valleys fork.
  public static let compactCard: UInt16 = 0x0005
  /// The same, endings where the ridge's middle line ends. The two places are a few tenths of a millimetre
  /// apart, which every comparison allows for.
  public static let compactCardOfRidges: UInt16 = 0x0006
  /// A card has no more.
  public static let mostOfGroup = 32

  /// - Parameters:
  ///   - type: at most 0xFFFFFF.
  ///   - minutiae: within 0...255.
  /// - Precondition: the type fits in three bytes, and the numbers of minutiae in a byte each.
  public init(
    reference: UInt8? = nil, type: UInt32? = fingers, subtype: UInt8? = nil,
    formatOwner: UInt16 = standardOwner,
    formatType: UInt16 = compactCard, minutiae: ClosedRange<Int>? = nil, order: MinutiaOrder? = nil,
    features: UInt8? = nil
  ) {
    precondition((type ?? 0) <= 0xFF_FFFF, "a type is over three bytes")
    precondition(minutiae.map { $0.lowerBound >= 0 && $0.upperBound <= 255 } ?? true, "a count is over 255")
    self.reference = reference
    self.type = type
    self.subtype = subtype
    self.formatOwner = formatOwner
    self.formatType = formatType
    self.minutiae = minutiae
    self.order = order
    self.features = features
  }

  /// What to make for this card; where it says nothing, any number of minutiae up to 60, ascending by x.
  public var demand: CompactCard.Demand {
    CompactCard.Demand(minutiae: minutiae ?? 0...60, order: order ?? .ascendingXY)
  }

  /// Whether it takes minutiae of fingers in the compact card format.
  public var takesCompactCard: Bool {
    (type ?? Self.fingers) == Self.fingers && formatOwner == Self.standardOwner
      && [Self.compactCard, Self.compactCardOfRidges].contains(formatType)
  }
}

// MARK: Reading and writing

extension BiometricInformation {
  /// Reads what a card says of itself: one template (`7F60`), or a group of them (`7F61` with their number in
  /// `02`).
  /// - Throws: `badInformation` for another data object, a length that lies, a group of another number than
  ///   it says, or as ``init(reading:)``; `truncated`.
  public static func all(in bytes: [UInt8]) throws(FingerFormatError) -> [BiometricInformation] {
    let objects = try DataObject.read(bytes)
    guard objects.count == 1 else {
      throw .reading(.badInformation, at: 0, "it is \(objects.count) data objects, and not one.")
    }
    if objects[0].tag == 0x7F60 { return [try BiometricInformation(objects[0])] }
    guard objects[0].tag == 0x7F61 else {
      throw .reading(.badInformation, at: 0, "it is neither a template (7F60) nor a group (7F61).")
    }
    let members = try objects[0].children()
    let templates = members.filter { $0.tag == 0x7F60 }
    guard templates.count <= mostOfGroup else {
      throw .reading(
        .badInformation, at: objects[0].offset,
        "it has \(templates.count) templates; \(mostOfGroup) are read.")
    }
    if let number = members.first(where: { $0.tag == 0x02 }) {
      guard number.value.count == 1, Int(number.value[0]) == templates.count else {
        throw .reading(
          .badInformation, at: number.offset,
          "its number is not that of the \(templates.count) templates there are.")
      }
    }
    var all: [BiometricInformation] = []
    for template in templates { all.append(try BiometricInformation(template)) }
    return all
  }

  /// Reads one template, `7F60`.
  /// - Throws: `badInformation` where a data object that is needed is missing, or a value is excluded: a
  ///   minimum above the maximum, an order that there is not, a length that is not its field's; `truncated`.
  public init(reading bytes: [UInt8]) throws(FingerFormatError) {
    let objects = try DataObject.read(bytes)
    guard objects.count == 1, objects[0].tag == 0x7F60 else {
      throw .reading(.badInformation, at: 0, "it is not one template, 7F60.")
    }
    try self.init(objects[0])
  }

  private init(_ template: DataObject) throws(FingerFormatError) {
    let outer = InformationFields(try template.children(), of: template)
    let header = try outer.needed(0xA1, "the header, A1")
    let inner = InformationFields(try header.children(), of: header)
    var parameters: InformationFields?
    if let object = inner[0xB1] { parameters = InformationFields(try object.children(), of: object) }
    reference = try outer.byte(0x83)
    type = try inner.number(0x81, upTo: 3).map { UInt32($0) }
    subtype = try inner.byte(0x82)
    guard let owner = try inner.number(0x87, exactly: 2), let kind = try inner.number(0x88, exactly: 2) else {
      throw .reading(
        .badInformation, at: header.offset, "its header has no owner (87) or type (88) of the format.")
    }
    (formatOwner, formatType) = (UInt16(owner), UInt16(kind))
    minutiae = try parameters?.range(0x81)
    order = try parameters?.order(0x82)
    features = try parameters?.byte(0x83)
  }

  /// The template's bytes, `7F60`.
  public var bytes: [UInt8] {
    var parameters: [UInt8] = []
    if let minutiae {
      parameters += DataObject(0x81, [UInt8(minutiae.lowerBound), UInt8(minutiae.upperBound)]).bytes
    }
    if let order { parameters += DataObject(0x82, [order.byte]).bytes }
    if let features { parameters += DataObject(0x83, [features]).bytes }
    var header: [UInt8] = []
    if let type { header += DataObject(0x81, Self.shortest(type)).bytes }
    if let subtype { header += DataObject(0x82, [subtype]).bytes }
    for (tag, number) in [(0x87, formatOwner), (0x88, formatType)] {
      header += DataObject(tag, [UInt8(number >> 8), UInt8(number & 0xFF)]).bytes
    }
    if !parameters.isEmpty { header += DataObject(0xB1, parameters).bytes }
    let reference = reference.map { DataObject(0x83, [$0]).bytes } ?? []
    return DataObject(0x7F60, reference + DataObject(0xA1, header).bytes).bytes
  }

  /// The bytes of a group, `7F61`.
  /// - Throws: `tooMany` for more than 32.
  public static func group(_ all: [BiometricInformation]) throws(FingerFormatError) -> [UInt8] {
    guard all.count <= mostOfGroup else {
      throw .writing(.tooMany, "templates", "there are \(all.count); \(mostOfGroup) are the most.")
    }
    return DataObject(0x7F61, DataObject(0x02, [UInt8(all.count)]).bytes + all.flatMap(\.bytes)).bytes
  }

  private static func shortest(_ number: UInt32) -> [UInt8] {
    let bytes = [UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    return Array(bytes.drop { $0 == 0 }.isEmpty ? bytes.suffix(1) : bytes.drop { $0 == 0 })
  }
}

/// The data objects in one, by tag: the first of each. Others are allowed, and left alone.
private struct InformationFields {
  private let objects: [DataObject]
  private let parent: DataObject

  init(_ objects: [DataObject], of parent: DataObject) {
    self.objects = objects
    self.parent = parent
  }

  subscript(tag: Int) -> DataObject? { objects.first { $0.tag == tag } }

  func needed(_ tag: Int, _ words: String) throws(FingerFormatError) -> DataObject {
    guard let object = self[tag] else {
      throw .reading(.badInformation, at: parent.offset, "\(words) is missing.")
    }
    return object
  }

  func byte(_ tag: Int) throws(FingerFormatError) -> UInt8? { try number(tag, exactly: 1).map { UInt8($0) } }

  func number(_ tag: Int, exactly length: Int) throws(FingerFormatError) -> Int? {
    try number(tag, length...length)
  }

  func number(_ tag: Int, upTo length: Int) throws(FingerFormatError) -> Int? { try number(tag, 1...length) }

  private func number(_ tag: Int, _ lengths: ClosedRange<Int>) throws(FingerFormatError) -> Int? {
    guard let object = self[tag] else { return nil }
    guard lengths.contains(object.value.count) else {
      throw .reading(
        .badInformation, at: object.offset,
        "a number has \(object.value.count) bytes; \(lengths.lowerBound)...\(lengths.upperBound) are allowed."
      )
    }
    return object.value.reduce(0) { $0 << 8 | Int($1) }
  }

  func range(_ tag: Int) throws(FingerFormatError) -> ClosedRange<Int>? {
    guard let both = try number(tag, exactly: 2), let object = self[tag] else { return nil }
    let (least, most) = (both >> 8, both & 0xFF)
    guard least <= most else {
      throw .reading(
        .badInformation, at: object.offset, "it takes \(least) minutiae or more, and \(most) or fewer.")
    }
    return least...most
  }

  func order(_ tag: Int) throws(FingerFormatError) -> MinutiaOrder? {
    guard let byte = try byte(tag), let object = self[tag] else { return nil }
    guard let order = MinutiaOrder(byte: byte) else {
      throw .reading(.badInformation, at: object.offset, "its order of minutiae is none that there is.")
    }
    return order
  }
}
