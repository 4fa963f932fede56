// SPDX-License-Identifier: Apache-2.0

/// Accepts commands for a card: a channel, a logical channel, a session, a transaction.
///
/// The standard's commands are methods here, for all of these.
public protocol CardCommanding: Sendable {
  /// Sends a command and returns its response, with any status word. Handles long data and responses by the
  /// standard: chaining, GET RESPONSE, exact length.
  /// - Throws: ``CardError``. Status words are not errors here.
  func send(_ command: CommandAPDU) async throws(CardError) -> ResponseAPDU
}

extension CardCommanding {
  /// Sends a command and returns its data.
  /// - Parameter allowed: warnings that count as success.
  /// - Throws: ``CardError`` `refused` for any other status word than `9000`, with its meaning.
  @discardableResult
  public func perform(
    _ command: CommandAPDU, allowing allowed: Set<StatusWord> = []
  ) async throws(CardError) -> [UInt8] {
    let response = try await send(command)
    guard response.status == .done || allowed.contains(response.status) else {
      throw .refused(response.status, by: command)
    }
    return response.data
  }
}
