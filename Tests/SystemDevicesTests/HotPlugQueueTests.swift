// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit
import Synchronization
import Testing

@testable import SystemDevices

/// The order and the moments in which devices that come and go are told of.
@Suite struct HotPlugQueueTests {
  /// Devices named by numbers, which are as they are set to be.
  private final class Devices: HotPlugDevices {
    static let kind = DeviceKind.camera
    static let word = "camera"
    private let state: Mutex<(present: [Int: PresentDevice], arrivals: [Int: Arrival])>

    init(present: [Int: PresentDevice] = [:]) { state = Mutex((present, [:])) }

    func set(_ node: Int, _ arrival: Arrival) { state.withLock { $0.arrivals[node] = arrival } }

    func list(_ present: [Int: PresentDevice]) { state.withLock { $0.present = present } }

    func node(of event: KernelEvent) -> Int? { event.subsystem == "cameras" ? Int(event.node) : nil }

    func present() -> [Int: PresentDevice] { state.withLock { $0.present } }

    func arrival(of node: Int, after elapsed: UInt64) -> Arrival {
      let arrival = state.withLock { $0.arrivals[node] ?? .isDevice }
      return arrival == .waits && elapsed >= Arrival.settling ? .isDevice : arrival
    }

    func locator(of node: Int) -> String { "camera \(node)" }
  }

  private func event(_ action: String, _ node: Int, of subsystem: String = "cameras") throws -> KernelEvent {
    let lines = ["\(action)@/devices/x", "ACTION=\(action)", "SUBSYSTEM=\(subsystem)", "DEVNAME=\(node)"]
    return try #require(KernelEvent(lines.flatMap { Array($0.utf8) + [0] }))
  }

  private func told(_ change: DeviceChange, _ locator: String, _ time: UInt64) -> DeviceEvent {
    DeviceEvent(device: .camera, change: change, locator: locator, timestamp: time)
  }

  @Test func whatComesAndGoesIsToldOnce() throws {
    var queue = HotPlugQueue(Devices())
    for (place, action) in ["add", "add", "change", "remove", "remove"].enumerated() {
      queue.receive(try event(action, 1), time: UInt64(place))
    }
    queue.receive(try event("add", 2, of: "sound"), time: 5)
    // It has gone again: nothing is waited for.
    #expect(queue.next(now: 10) == told(.added, "camera 1", 0))
    #expect(queue.next(now: 10) == told(.removed, "camera 1", 3))
    #expect(queue.next(now: 10) == nil && queue.isEmpty)
  }

  @Test func whatIsListedIsNoNewsAndIsToldWhenItGoes() throws {
    let listed = PresentDevice(locator: "as listed", isUsable: true)
    var queue = HotPlugQueue(Devices(present: [1: listed]))
    queue.receive(try event("add", 1), time: 0)
    queue.receive(try event("remove", 1), time: 1)
    #expect(queue.next(now: 1) == told(.removed, "as listed", 1))
    #expect(queue.next(now: 1) == nil)
  }

  @Test func whatIsListedAndCannotBeUsedYetIsToldWhenItCan() throws {
    let listed = PresentDevice(locator: "as listed", isUsable: false)
    var queue = HotPlugQueue(Devices(present: [1: listed]))
    queue.receive(try event("add", 1), time: 0)
    #expect(queue.next(now: 0) == told(.added, "camera 1", 0))
  }

  @Test func whatIsNoDeviceIsNotTold() throws {
    let devices = Devices()
    devices.set(1, .isOther)
    var queue = HotPlugQueue(devices)
    queue.receive(try event("add", 1), time: 0)
    queue.receive(try event("remove", 1), time: 1)
    #expect(queue.next(now: 1) == nil && queue.isEmpty)
  }

  @Test func devicesThatComeTogetherSettleTogether() throws {
    let devices = Devices()
    for node in 1...2 { devices.set(node, .waits) }
    var queue = HotPlugQueue(devices)
    for node in 1...3 { queue.receive(try event("add", node), time: 7) }
    #expect(queue.next(now: 7 + Arrival.settling - 1) == nil)
    // The second waits no longer than the first.
    for node in 1...3 {
      #expect(queue.next(now: 7 + Arrival.settling) == told(.added, "camera \(node)", 7))
    }
  }

  @Test func aDeviceThatHasGoneAgainIsNotWaitedFor() throws {
    let devices = Devices()
    for node in 1...2 { devices.set(node, .waits) }
    var queue = HotPlugQueue(devices)
    queue.receive(try event("add", 1), time: 0)
    queue.receive(try event("add", 2), time: 0)
    #expect(queue.next(now: 0) == nil)
    queue.receive(try event("remove", 1), time: 0)
    #expect(queue.next(now: 0) == told(.added, "camera 1", 0))
    #expect(queue.next(now: 0) == nil)
    devices.set(2, .isDevice)
    #expect(queue.next(now: 0) == told(.added, "camera 2", 0))
    #expect(queue.next(now: 0) == told(.removed, "camera 1", 0))
  }

  @Test func lostEventsAreToldOnceAndWhatCameMeanwhileIsKnown() throws {
    let devices = Devices()
    var queue = HotPlugQueue(devices)
    devices.list([4: PresentDevice(locator: "camera 4", isUsable: true)])
    queue.receiveLoss(time: 1)
    queue.receiveLoss(time: 2)
    queue.receive(try event("add", 4), time: 3)
    queue.receive(try event("remove", 4), time: 4)
    #expect(queue.next(now: 4) == told(.listAgain, "", 1))
    #expect(queue.next(now: 4) == told(.removed, "camera 4", 4))
    #expect(queue.next(now: 4) == nil)
  }

  @Test func thereIsRoomForSoManyAndNoMore() throws {
    let devices = Devices()
    devices.set(0, .waits)
    var queue = HotPlugQueue(devices)
    for node in 0..<128 {
      #expect(!queue.isFull)
      queue.receive(try event("add", node), time: 0)
    }
    #expect(queue.isFull)
  }
}
