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
  private let sent = Mutex<[[UInt8]]>([])

  init(_ answers: ArraySlice<UInt8>) { self.answers = Mutex(answers) }

  /// The commands with a finger since this was last asked, or parts of them.
  func fingersSent() -> [[UInt8]] {
    sent.withLock { sent in
      defer { sent = [] }
      return sent
    }
  }

  func transmit(_ command: [UInt8]) async throws(CardError) -> [UInt8] {
    if [CardInstruction.verifyObject, CardInstruction.putDataObject].contains(command[1]) {
      sent.withLock { $0.append(command) }
    }
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
  // Of a chain each link once, and one is the last.
  func expectOnce(_ instruction: UInt8) {
    let sent = lying.fingersSent()
    precondition(sent.allSatisfy { $0[1] == instruction } && Set(sent).count == sent.count)
    precondition(sent.count { $0[0] & 0x10 == 0 } <= 1)
  }
  precondition(!card.fingers.isEmpty && lying.fingersSent().isEmpty)
  for finger in card.fingers {
    guard let edge = try? card.edge(of: finger) else {
      precondition(!finger.takesCompactCard)
      continue
    }
    _ = try? await edge.verify(payload)
    expectOnce(CardInstruction.verifyObject)
    _ = try? await edge.state()
    precondition(lying.fingersSent().isEmpty)
    try? await edge.store(payload)
    expectOnce(CardInstruction.putDataObject)
    try? await edge.remove()
    expectOnce(CardInstruction.putDataObject)
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
