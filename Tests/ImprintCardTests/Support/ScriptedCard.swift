// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Synchronization

/// A card that answers what a test says, and remembers what it was asked.
final class ScriptedCard: CardTransmitting {
  let transmission: CardProtocol
  private let answers: @Sendable (Int, [UInt8]) throws(CardError) -> [UInt8]
  private let log = Mutex<[[UInt8]]>([])

  /// - Parameter answers: of the number of the command, from 0, and its bytes.
  init(
    _ transmission: CardProtocol = .t1,
    answers: @escaping @Sendable (Int, [UInt8]) throws(CardError) -> [UInt8]
  ) {
    self.transmission = transmission
    self.answers = answers
  }

  /// Answers in order, the last one again and again.
  convenience init(_ transmission: CardProtocol = .t1, _ answers: [UInt8]...) {
    self.init(transmission) { number, _ in answers[min(number, answers.count - 1)] }
  }

  /// Answers as a card in software does.
  convenience init(_ transmission: CardProtocol = .t1, _ card: VirtualCard) {
    self.init(transmission) { _, command in card.respond(to: command) }
  }

  var commands: [[UInt8]] { log.withLock { $0 } }

  func transmit(_ command: [UInt8]) async throws(CardError) -> [UInt8] {
    let number = log.withLock { log in
      log.append(command)
      return log.count - 1
    }
    return try answers(number, command)
  }
}

/// The code of the error that is thrown; `nil` where none is.
func code(_ body: () async throws(CardError) -> Void) async -> CardError.Code? {
  do throws(CardError) {
    try await body()
    return nil
  } catch {
    return error.code
  }
}

extension VirtualCard {
  static let application = Description.standardApplication
}
