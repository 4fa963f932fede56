// SPDX-License-Identifier: Apache-2.0

/// The requested response of SELECT.
public enum SelectionAnswer: UInt8, Sendable, Hashable, CaseIterable {
  /// The full file control information.
  case information = 0x00
  case parameters = 0x04
  case management = 0x08
  /// Nothing but the status word.
  case none = 0x0C
}

/// Selecting applications and files.
/// - SeeAlso: ISO/IEC 7816-4:2020, 11.2.2.
extension CardCommanding {
  /// The card's root.
  public static var masterFile: UInt16 { 0x3F00 }

  /// Selects an application by its name, AID.
  /// - Parameters:
  ///   - name: 1 to 16 bytes; may be partial if the card supports it.
  ///   - isNext: the next match of a partial name, instead of the first.
  /// - Returns: the file control information; `nil` if there is none, or it does not conform to the standard.
  /// - Throws: ``CardError`` `refused`, with status `6A82` if there is none.
  @discardableResult
  public func select(
    application name: [UInt8], isNext: Bool = false, answering answer: SelectionAnswer = .information
  ) async throws(CardError) -> FileControlInformation? {
    guard (1...16).contains(name.count) else {
      throw .command("the name of an application has 1 to 16 bytes.", place: "SELECT")
    }
    return try await select(p1: 0x04, data: name, isNext: isNext, answer)
  }

  /// Selects a file by its identifier: below the current selection, or the root with ``masterFile``.
  @discardableResult
  public func select(
    file identifier: UInt16, answering answer: SelectionAnswer = .information
  ) async throws(CardError) -> FileControlInformation? {
    try await select(
      p1: 0x00, data: [UInt8(identifier >> 8), UInt8(identifier & 0xFF)], isNext: false, answer)
  }

  /// Selects a file by a path of identifiers.
  /// - Parameter fromRoot: from the root, which is omitted; else from the current dedicated file.
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
