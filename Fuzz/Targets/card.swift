// SPDX-License-Identifier: Apache-2.0
import Dispatch
import ImprintCard
import ImprintRuntime
import Synchronization

/// A card that answers whatever the fuzzer says: a length, and as many bytes; 255 and a byte are longer ones.
private final class HostileCard: CardTransmitting {
  let transmission: CardProtocol
  private let answers: Mutex<ArraySlice<UInt8>>

  init(_ transmission: CardProtocol, _ answers: ArraySlice<UInt8>) {
    self.transmission = transmission
    self.answers = Mutex(answers)
  }

  func transmit(_ command: [UInt8]) async throws(CardError) -> [UInt8] {
    precondition((4...65_544).contains(command.count))
    return answers.withLock { answers in
      guard let first = answers.popFirst() else { return [0x6A, 0x82] }
      let length = first < 255 ? Int(first) : 255 + (answers.popFirst().map(Int.init) ?? 0) * 4
      defer { answers = answers.dropFirst(length) }
      return Array(answers.prefix(length))
    }
  }
}

/// What a program does with a card that it does not know. Each step goes on where the one before was refused.
private func use(_ card: CardChannel) async {
  if let selected = try? await card.select(application: [0xA0, 0, 0, 0, 1]) { _ = selected.label }
  let file = try? await card.select(file: 0x2F00)
  if let bytes = try? await card.readFile(limit: 4096) { precondition(bytes.count <= 4096) }
  if let size = file?.size, let bytes = try? await card.readFile(size: min(size, 2000)) {
    precondition(bytes.count <= min(size, 2000))
  }
  if let bytes = try? await card.readBinary(at: 40_000, count: 300) { precondition(bytes.count <= 300) }
  _ = try? await card.readRecord(1)
  if let channel = try? await card.openLogicalChannel() { try? await channel.close() }
  _ = try? await card.updateBinary(at: 0, .init(repeating: 1, count: 600))
  if let long = try? CommandAPDU(ins: 0xCB, data: .init(repeating: 2, count: 700), expected: 65_536) {
    if let response = try? await card.send(long) { precondition(response.data.count <= 65_536) }
  }
}

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzCard(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let first = bytes.first else { return 0 }
  let card = HostileCard(first & 1 == 0 ? .t1 : .t0, bytes.dropFirst())
  let ways = CardChannel.LongCommands.allCases
  let channel = CardChannel(over: card, longCommands: ways[Int(first >> 1) % ways.count])
  let over = DispatchSemaphore(value: 0)
  Task {
    await use(channel)
    over.signal()
  }
  over.wait()
  return 0
}
