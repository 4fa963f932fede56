// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintCapture

/// Events that wait for their reader: even numbers are previews.
@Suite(.timeLimit(.minutes(1)))
struct CaptureEventQueueTests {
  private let queue = CaptureEventQueue<Int> { $0 % 2 == 0 }

  private func rest() async -> [Int] {
    var read: [Int] = []
    while let event = await queue.next() { read.append(event) }
    return read
  }

  @Test func onlyTheNewestPreviewIsKeptAndTheOrderStays() async {
    for event in [1, 2, 3, 4, 5, 7] { queue.yield(event) }
    #expect(await queue.next() == 1)
    #expect(await queue.next() == 3)
    for event in [6, 9, 8] { queue.yield(event) }
    queue.finish()
    queue.yield(11)
    #expect(await rest() == [5, 7, 9, 8])
    #expect(await queue.next() == nil)
  }

  @Test func aPreviewThatWasReadIsNotTakenOutAgain() async {
    queue.yield(2)
    #expect(await queue.next() == 2)
    for event in [1, 4, 3, 6] { queue.yield(event) }
    #expect(await queue.next() == 1)
    queue.finish()
    #expect(await rest() == [3, 6])
  }

  @Test func previewsThatNobodyReadsTakeOneSlot() async {
    for event in 0..<100_000 { queue.yield(2 * event) }
    #expect(queue.slots == 1)
    queue.finish()
    #expect(await rest() == [199_998])
  }

  @Test func previewsThatNobodyReadsLeaveAtMostOneHoleForEachOtherEvent() async {
    for event in 0..<1000 {
      for preview in 0..<10 { queue.yield(20 * event + 2 * preview) }
      queue.yield(2 * event + 1)
    }
    queue.yield(20_000)
    #expect(queue.slots <= 2001)
    queue.finish()
    #expect(await rest() == (0..<1000).map { 2 * $0 + 1 } + [20_000])
  }

  @Test func beyondALimitTheOldestGo() async {
    let queue = CaptureEventQueue<Int>(limit: 3) { _ in false }
    for event in 0..<10_000 { queue.yield(event) }
    #expect(queue.slots < 3000)
    queue.finish()
    var read: [Int] = []
    while let event = await queue.next() { read.append(event) }
    #expect(read == [9997, 9998, 9999])
  }

  /// As of a capture of ten minutes that nobody reads: an event that costs what all before it do takes hours.
  @Test func howManyWaitCostsAnEventNothing() async {
    let count = 200_000
    for event in 0..<count { queue.yield(event) }
    queue.finish()
    let read = await rest()
    #expect(read.count == count / 2 + 1 && read.last == count - 1)
    let odd = Array(stride(from: 1, to: count - 1, by: 2))
    #expect(read == odd + [count - 2, count - 1])
  }
}
