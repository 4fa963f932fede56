// SPDX-License-Identifier: Apache-2.0

/// What a comparison is of, such as two selfies, or a selfie and a document's portrait. An algorithm's
/// manifest says which it was made for (`intendedUse`), and an application which it makes.
///
/// The two below are known by name; an integrator's own are as good, spelt the same in both places.
public struct ComparisonUse: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Small letters and digits with hyphens between: `selfie-to-document`. 1...63 characters.
  public let name: String

  /// Two pictures of the person themselves, as a camera of a telephone or a door takes them.
  public static let selfieToSelfie = ComparisonUse(unchecked: "selfie-to-selfie")
  /// One such picture, and the portrait of an identity document.
  public static let selfieToDocument = ComparisonUse(unchecked: "selfie-to-document")

  /// - Returns: `nil` for a name that no manifest can have.
  public init?(_ name: some StringProtocol) {
    let words = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard name.utf8.count <= 63, words.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isPlain) }) else {
      return nil
    }
    self.init(unchecked: String(name))
  }

  private init(unchecked name: String) { self.name = name }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  public static func < (left: Self, right: Self) -> Bool { left.name < right.name }

  public var description: String { name }
}

extension ComparisonUse: Codable {
  /// The name alone.
  /// - Throws: `DecodingError` for a name that no manifest can have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let found = ComparisonUse(name) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "it is not small letters and digits with hyphens between.")
    }
    self = found
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
