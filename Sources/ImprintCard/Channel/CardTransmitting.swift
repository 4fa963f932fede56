// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// The transport of one command to a card and its response: a reader, or a software card.
public protocol CardTransmitting: Sendable {
  /// The transmission protocol. For T=0 commands are mapped.
  var transmission: CardProtocol { get async }

  /// Sends these bytes once, and returns the raw response, status word included.
  func transmit(_ command: [UInt8]) async throws(CardError) -> [UInt8]
}
