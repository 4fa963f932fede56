// SPDX-License-Identifier: Apache-2.0
import Dispatch
import ImprintCard
import ImprintFinger
import ImprintFingerCapture
import ImprintFingerCard
import ImprintRuntime
import Synchronization

/// A card that compares fingers as the fuzzer says: a length, and as many bytes for each command.
private final class LyingFingerCard: CardTransmitting {
  let transmission: CardProtocol = .t1
  private let answers: Mutex<ArraySlice<UInt8>>
  private let sent = Mutex(0)

  init(_ answers: ArraySlice<UInt8>) { self.answers = Mutex(answers) }

  /// How many commands carried a finger to be compared; of a chain the last.
  var fingersSent: Int { sent.withLock { $0 } }

  func transmit(_ command: [UInt8]) async throws(CardError) -> [UInt8] {
    if command[1] == CardInstruction.verifyObject, command[0] & 0x10 == 0 { sent.withLock { $0 += 1 } }
    return answers.withLock { answers in
      guard let length = answers.popFirst() else { return [0x6A, 0x88] }
      defer { answers = answers.dropFirst(Int(length)) }
      return Array(answers.prefix(Int(length)))
    }
  }
}

/// A finger is sent to a card once for each call, whatever the card says of itself and answers.
private func use(_ lying: LyingFingerCard) async {
  var minutiae: [UInt8] = []
  for index in 0..<90 { minutiae += [UInt8(index * 2), UInt8(index * 37 % 256), UInt8(0x40 | index % 64)] }
  guard let payload = try? CompactCard(reading: minutiae).templatePayload,
    let card = try? await FingerCard.read(from: CardChannel(over: lying))
  else { return }
  precondition(!card.fingers.isEmpty && lying.fingersSent == 0)
  for finger in card.fingers {
    guard let edge = try? card.edge(of: finger) else {
      precondition(!finger.takesCompactCard)
      continue
    }
    let before = lying.fingersSent
    _ = try? await edge.verify(payload)
    precondition(lying.fingersSent - before <= 1)
    _ = try? await edge.state()
    try? await edge.store(payload)
    try? await edge.remove()
    precondition(lying.fingersSent - before <= 1)
  }
}

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzFingerCardEdge(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let card = LyingFingerCard(Array(UnsafeBufferPointer(start: data, count: count))[...])
  let over = DispatchSemaphore(value: 0)
  Task {
    await use(card)
    over.signal()
  }
  over.wait()
  return 0
}
