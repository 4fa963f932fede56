// SPDX-License-Identifier: Apache-2.0

extension VirtualCard {
  /// Something that a card does wrong on purpose, so that what talks to it can be tried.
  public struct Fault: Sendable, Hashable {
    /// Which command, from 1, counted since the card was made or put into a reader; `nil` is each one.
    public var command: Int?
    public var action: Action

    public enum Action: Sendable, Hashable {
      /// The card is taken out instead of answering.
      case tearOut
      /// It never answers, until it is taken out.
      case mute
      /// It answers later.
      case delay(Duration)
      /// These bytes are the response, whatever they are; none at all, too.
      case respond([UInt8])
      /// The response ends after so many bytes.
      case cut(Int)
      /// So many zeros come between the data and the status word.
      case pad(Int)
      /// In the reader's protocol, the length says so many bytes, whatever follows. Then the card is taken
      /// out.
      case frameLength(UInt16)
    }

    public init(command: Int?, _ action: Action) {
      self.command = command
      self.action = action
    }

    /// What a card may answer at the most: 65,536 bytes and a status word.
    public static let longestResponse = 65_538
  }
}

extension VirtualCard.Fault.Action {
  /// What becomes of a response.
  func changed(_ response: [UInt8]) -> [UInt8] {
    switch self {
    case .tearOut, .mute: []
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
