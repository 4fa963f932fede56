// SPDX-License-Identifier: Apache-2.0

/// What SELECT is to answer.
public enum SelectionAnswer: UInt8, Sendable, Hashable, CaseIterable {
  /// All there is about the file.
  case information = 0x00
  case parameters = 0x04
  case management = 0x08
  /// Nothing but the status word.
  case none = 0x0C
}

/// Selecting: what is to be read or done next.
/// - SeeAlso: ISO/IEC 7816-4:2020, 11.2.2.
extension CardCommanding {
  /// The card's root.
  public static var masterFile: UInt16 { 0x3F00 }

  /// Selects an application by its name, AID.
  /// - Parameters:
  ///   - name: 1 to 16 bytes; the beginning is enough where the card allows it.
  ///   - isNext: the next of that beginning, in place of the first.
  /// - Returns: what the card says of it; `nil` where it says nothing, or not as the standard has it.
  /// - Throws: ``CardError`` `refused`, with status `6A82` where there is none.
  @discardableResult
  public func select(
    application name: [UInt8], isNext: Bool = false, answering answer: SelectionAnswer = .information
  ) async throws(CardError) -> FileControlInformation? {
    guard (1...16).contains(name.count) else {
      throw .command("the name of an application has 1 to 16 bytes.", place: "SELECT")
    }
    return try await select(p1: 0x04, data: name, isNext: isNext, answer)
  }

  /// Selects a file by its identifier: below what is selected, or the root with ``masterFile``.
  @discardableResult
  public func select(
    file identifier: UInt16, answering answer: SelectionAnswer = .information
  ) async throws(CardError) -> FileControlInformation? {
    try await select(
      p1: 0x00, data: [UInt8(identifier >> 8), UInt8(identifier & 0xFF)], isNext: false, answer)
  }

  /// Selects a file by identifiers one below the other.
  /// - Parameter fromRoot: from the root, which is not named; else from the current dedicated file.
  @discardableResult
  public func select(
    path: [UInt16], fromRoot: Bool = true, answering answer: SelectionAnswer = .information
  ) async throws(CardError) -> FileControlInformation? {
    guard !path.isEmpty, path.count <= 127 else {
      throw .command("a path has 1 to 127 identifiers.", place: "SELECT")
    }
    let data = path.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return try await select(p1: fromRoot ? 0x08 : 0x09, data: data, isNext: false, answer)
  }

  private func select(
    p1: UInt8, data: [UInt8], isNext: Bool, _ answer: SelectionAnswer
  ) async throws(CardError) -> FileControlInformation? {
    let bytes = try await perform(
      CommandAPDU(
        ins: CardInstruction.select, p1: p1, p2: answer.rawValue | (isNext ? 0x02 : 0), data: data,
        expected: answer == .none ? nil : 256),
      allowing: [StatusWord(rawValue: 0x6283), StatusWord(rawValue: 0x6284)])
    return try? FileControlInformation(bytes)
  }
}
