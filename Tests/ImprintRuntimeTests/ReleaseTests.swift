// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ImprintRuntime

/// What is released is destroyed before anything else is asked of its library, and no task waits for it.
@Suite struct ReleaseTests {
  private final class Order: Sendable {
    private let words = Mutex<[String]>([])

    func add(_ word: String) { words.withLock { $0.append(word) } }

    var all: [String] { words.withLock { $0 } }
  }

  /// As the last of a plugin's objects closes it.
  private final class Last: Sendable {
    private let turn: LibraryTurn
    private let order: Order

    init(_ turn: LibraryTurn, _ order: Order) { (self.turn, self.order) = (turn, order) }

    deinit {
      turn.release { [order] in order.add("closed") }
    }
  }

  @Test func whatIsAskedAfterAReleaseComesAfterWhatIsDestroyed() async {
    for _ in 0..<100 {
      let (turn, order) = (LibraryTurn(), Order())
      turn.release { order.add("destroyed") }
      await PluginWork.run { turn.take { order.add("asked") } }
      #expect(order.all == ["destroyed", "asked"])
    }
  }

  @Test func whatADestroyedObjectHeldLastIsReleasedBeforeWhatIsAskedToo() async {
    for _ in 0..<100 {
      let (turn, order) = (LibraryTurn(), Order())
      turn.release { [last = Last(turn, order)] in withExtendedLifetime(last) { order.add("destroyed") } }
      await PluginWork.run { turn.take { order.add("asked") } }
      #expect(order.all == ["destroyed", "closed", "asked"])
    }
  }

  @Test func whatWorkHeldIsReleasedBeforeItsResultIsThere() async {
    for _ in 0..<1000 {
      let (turn, order) = (LibraryTurn(), Order())
      var last: Last? = Last(turn, order)
      await PluginWork.run { [last] in withExtendedLifetime(last) {} }
      last = nil
      await PluginWork.run { turn.take { order.add("asked") } }
      #expect(order.all == ["closed", "asked"])
    }
  }

  @Test func onlyWhoAwaitsWorkHoldsWhatItReturned() async {
    var shared = 0
    for _ in 0..<5000 {
      var returned = await PluginWork.run { Order() }
      if !isKnownUniquelyReferenced(&returned) { shared += 1 }
    }
    #expect(shared == 0)
  }

  @Test func onlyWhoOpensOnAThreadHoldsWhatItReturned() async throws {
    let plugin = try FixturePlugin().opened()
    var shared = 0
    for _ in 0..<2000 {
      var returned = try await PluginThread.opening(for: plugin, "open") { _ in Order() }
      if !isKnownUniquelyReferenced(&returned) { shared += 1 }
    }
    #expect(shared == 0)
  }

  @Test func whatAThreadReleasesInTurnIsDestroyedAfterThat() async {
    let (turn, order) = (LibraryTurn(), Order())
    await PluginWork.run {
      turn.take {
        turn.release { order.add("destroyed") }
        order.add("called")
      }
      turn.take { order.add("asked") }
    }
    #expect(order.all == ["called", "destroyed", "asked"])
  }

  @Test func everythingReleasedAtOnceIsDestroyedInOrder() async {
    let (turn, order) = (LibraryTurn(), Order())
    for number in 0..<500 { turn.release { order.add("\(number)") } }
    await PluginWork.awaitReleases(atMost: .seconds(60))
    #expect(order.all == (0..<500).map { "\($0)" })
  }

  @Test func aTaskThatReleasesDoesNotWaitForACallInTurn() async {
    let (turn, order) = (LibraryTurn(), Order())
    let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    async let call: Void = PluginWork.run {
      turn.take {
        begun.signal()
        mayEnd.wait()
        order.add("called")
      }
    }
    await PluginWork.run { begun.wait() }
    turn.release { order.add("destroyed") }
    order.add("released")
    mayEnd.signal()
    await call
    await PluginWork.awaitReleases(atMost: .seconds(60))
    #expect(order.all == ["released", "called", "destroyed"])
  }
}
