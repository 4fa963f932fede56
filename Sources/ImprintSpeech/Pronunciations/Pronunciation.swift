// SPDX-License-Identifier: Apache-2.0

/// How a word is said: its phones in order, as `K AE T`.
///
/// A phone is a symbol of the recogniser's; what it stands for is the bundle's to say.
public struct Pronunciation: Sendable, Hashable, CustomStringConvertible {
  /// The most phones of one word.
  public static let most = 64
  /// The longest phone, in bytes of UTF-8.
  public static let longestPhone = 16

  /// At least one.
  public let phones: [String]

  /// `nil` for no phone, more than ``most``, or one that is empty, longer than ``longestPhone`` has a
  /// space or control character in it, or is not in Unicode's form C.
  public init?(phones: [String]) {
    guard (1...Self.most).contains(phones.count), phones.allSatisfy(Self.isPhone) else { return nil }
    self.phones = phones
  }

  /// Phones with spaces between them. `nil` as for ``init(phones:)``.
  public init?(_ text: String) {
    // By bytes: to Swift a space with a combining accent is another character, and no separator.
    self.init(phones: text.utf8.split(whereSeparator: DictionaryText.isSpace).map { String(Substring($0)) })
  }

  /// Those of a dictionary that was judged.
  init(judged phones: [String]) { self.phones = phones }

  public var description: String { phones.joined(separator: " ") }

  static func isPhone(_ phone: String) -> Bool {
    (1...longestPhone).contains(phone.utf8.count) && phone.unicodeScalars.allSatisfy(WordForm.isAllowed)
      && WordForm.isComposed(phone)
  }
}
