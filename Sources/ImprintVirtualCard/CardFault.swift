// SPDX-License-Identifier: Apache-2.0

extension VirtualCard {
  /// An injected fault of a card, for testing its clients.
  public struct Fault: Sendable, Hashable {
    /// Which command, from 1, counted since the card was made or put into a reader; `nil` is each one.
    public var command: Int?
    public var action: Action

    public enum Action: Sendable, Hashable {
      /// The card is removed instead of responding.
      case tearOut
      /// The card is removed in VERIFY of a finger, once the attempt is counted and before it is compared;
      /// in other commands after they are done. It does not respond.
      case tearOutCounted
      /// It never responds, until it is removed.
      case mute
      /// It responds with a delay.
      case delay(Duration)
      /// These bytes, possibly none, are the response.
      case respond([UInt8])
      /// The response is truncated to so many bytes.
      case cut(Int)
      /// So many zeros are inserted between data and status word.
      case pad(Int)
      /// The reader protocol's length field has this value, whatever follows. Then the card is removed.
      case frameLength(UInt16)
    }

    public init(command: Int?, _ action: Action) {
      self.command = command
      self.action = action
    }

    /// The longest response: 65,536 bytes and a status word.
    public static let longestResponse = 65_538
  }
}

extension VirtualCard.Fault.Action {
  /// Applies the fault to a response.
  func changed(_ response: [UInt8]) -> [UInt8] {
    switch self {
    case .tearOut, .tearOutCounted, .mute: []
    case .delay, .frameLength: response
    case .respond(let bytes): bytes
    case .cut(let count): Array(response.prefix(max(count, 0)))
    case .pad(let count):
      response.dropLast(2)
        + [UInt8](repeating: 0, count: min(max(count, 0), VirtualCard.Fault.longestResponse))
        + response.suffix(2)
    }
  }
}
