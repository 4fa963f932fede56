// SPDX-License-Identifier: Apache-2.0

/// What takes commands for a card: a channel, a logical channel, a session, a transaction.
///
/// All that a card does by the standard is a method here, whatever takes the commands.
public protocol CardCommanding: Sendable {
  /// Sends a command and gives its response, whatever the status word says. What the standard has for long
  /// data and long answers is done: chaining, GET RESPONSE, the exact length.
  /// - Throws: ``CardError``. A status word of the card's is no error here.
  func send(_ command: CommandAPDU) async throws(CardError) -> ResponseAPDU
}

extension CardCommanding {
  /// Sends a command and gives its data.
  /// - Parameter allowed: warnings that are as good as done.
  /// - Throws: ``CardError`` `refused` for any other status word than `9000`, with what it means.
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
