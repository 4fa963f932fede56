// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What carries one command to a card and its response back: a reader, or a card in software.
public protocol CardTransmitting: Sendable {
  /// How bytes travel. T=0 has commands mapped to what it can carry.
  var transmission: CardProtocol { get async }

  /// Sends these bytes once, and gives the response as it came, status word included.
  func transmit(_ command: [UInt8]) async throws(CardError) -> [UInt8]
}
