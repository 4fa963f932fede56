// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Glibc
@testable import ImprintCalls
import Synchronization
import Testing

/// `imprint.device-watch/1` through a bridge: the same as directly.
@Suite struct DeviceWatchCallTests {
  private static func devices(_ events: Int) -> TestPlugin {
    let plugin = TestPlugin()
    let next = Mutex(0)
    plugin.onOpenWatch = {
      next.withLock { $0 = 0 }
      return IMP_OK
    }
    plugin.onNextEvent = { timeout, event in
      let index = next.withLock { next -> Int in
        next += 1
        return next - 1
      }
      guard index < events else { return timeout == 0 ? IMP_RETRY_TIMEOUT : IMP_E_SERVICE }
      event.pointee.device = UInt32(IMP_DEVICE_CARD_READER)
      event.pointee.change = UInt32(index % 4 + 1)
      event.pointee.state = UInt32(index)
      event.pointee.timestamp_ns = UInt64(index) << 33
      withUnsafeMutableBytes(of: &event.pointee.locator) { $0.copyBytes(from: "reader \(index)".utf8) }
      return IMP_OK
    }
    return plugin
  }

  // what is not a success leaves the event as it was.
  @Test func eventsAreTheSameBytes() throws {
    let seen = try sameInBothWays(Self.devices(5)) { opened in
      let table: imp_device_watch_ability = try opened.table(IMP_DEVICE_WATCH_ID)
      let watch = try table.opened(opened)
      defer { table.close(watch) }
      var seen: [[UInt8]] = []
      for timeout: UInt64 in [0, 1, 2, 3, 4, 0, .max] {
        var event = room(imp_device_event(), \.size, 1)[0]
        let status = table.next(watch, timeout, &event)
        seen += [bytes(status), bytes(event)]
      }
      return seen
    }
    #expect(seen.suffix(2) == [bytes(IMP_E_SERVICE), bytes(room(imp_device_event(), \.size, 1)[0])])
  }

  //
  @Test func eventOfWrongSizeIsRefused() throws {
    let bridged = try Bridged(Self.devices(1))
    let table: imp_device_watch_ability = try bridged.table(IMP_DEVICE_WATCH_ID)
    let watch = try table.opened(bridged.opened)
    defer { table.close(watch) }
    var event = imp_device_event()
    #expect(table.next(watch, 0, &event) == IMP_E_ABI)
    #expect(!bridged.carrier.carried.contains(.watchNext))
  }

  // from another thread, while next waits; UINT64_MAX is no deadline.
  @Test func cancelReachesAWaitingCall() throws {
    let plugin = TestPlugin()
    let isWaiting = Atomic(false)
    let isCancelled = Atomic(false)
    plugin.onNextEvent = { timeout, _ in
      guard timeout == .max else { return IMP_E_INTERNAL }
      isWaiting.store(true, ordering: .releasing)
      while !isCancelled.load(ordering: .acquiring) { usleep(200) }
      return IMP_OUTCOME_CANCELLED
    }
    plugin.onCancel = { isCancelled.store(true, ordering: .releasing) }
    let bridged = try Bridged(plugin)
    let table: imp_device_watch_ability = try bridged.table(IMP_DEVICE_WATCH_ID)
    let watch = try table.opened(bridged.opened)
    let handle = UInt(bitPattern: watch)
    let status = inAThread {
      var event = room(imp_device_event(), \.size, 1)[0]
      guard let watch = OpaquePointer(bitPattern: handle) else { return IMP_E_INTERNAL }
      return table.next(watch, .max, &event)
    } during: {
      while !isWaiting.load(ordering: .acquiring) { usleep(200) }
      table.cancel(watch)
    }
    #expect(status == IMP_OUTCOME_CANCELLED)
    table.close(watch)
  }

  // What came and went meanwhile, a watch that is made again would not tell.
  @Test func watchOfAProcessThatEndedIsGone() throws {
    let bridged = try Bridged(Self.devices(3))
    let table: imp_device_watch_ability = try bridged.table(IMP_DEVICE_WATCH_ID)
    let watch = try table.opened(bridged.opened)
    bridged.carrier.die()
    for _ in 0..<2 {
      var event = room(imp_device_event(), \.size, 1)[0]
      #expect(table.next(watch, 0, &event) == IMP_E_STATE)
      #expect(bridged.words == "the plugin's process has ended, and the watch with it.")
    }
    table.close(watch)
    let other = try table.opened(bridged.opened)
    var event = room(imp_device_event(), \.size, 1)[0]
    #expect(table.next(other, 0, &event) == IMP_OK)
    table.close(other)
  }
}
