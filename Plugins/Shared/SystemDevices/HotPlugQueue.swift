// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// The kernel's events in the order they were received, each until it can be told: a device that was added is
/// told of once it can be used. All settle at the same time, each from its own moment.
struct HotPlugQueue<Devices: HotPlugDevices> {
  private enum Change: Equatable {
    case added(Devices.Node)
    case removed(Devices.Node)
    /// Events were lost.
    case lost

    var node: Devices.Node? {
      switch self {
      case .added(let node), .removed(let node): node
      case .lost: nil
      }
    }
  }

  private let devices: Devices
  private var received: [(change: Change, time: UInt64)] = []
  /// What was listed or told of: of others nobody needs to hear that they went, and what they were called is
  /// gone with their files.
  private var known: [Devices.Node: PresentDevice]

  /// What there is no room for stays in the socket.
  private static var capacity: Int { 128 }

  init(_ devices: Devices) {
    self.devices = devices
    known = devices.present()
  }

  var isEmpty: Bool { received.isEmpty }
  var isFull: Bool { received.count >= Self.capacity }

  /// - Parameter time: the monotonic clock, as for the others.
  mutating func receive(_ event: KernelEvent, time: UInt64) {
    guard let node = devices.node(of: event) else { return }
    switch event.action {
    case "add": received.append((.added(node), time))
    case "remove": received.append((.removed(node), time))
    default: break
    }
  }

  mutating func receiveLoss(time: UInt64) {
    if received.last?.change != .lost { received.append((.lost, time)) }
  }

  /// Takes the next event that can be told.
  mutating func next(now: UInt64) -> DeviceEvent? {
    while let (change, time) = received.first {
      switch change {
      case .lost:
        received.removeFirst()
        known = devices.present()
        return event(.listAgain, "", time)
      case .removed(let node):
        received.removeFirst()
        if let device = known.removeValue(forKey: node) { return event(.removed, device.locator, time) }
      case .added(let node):
        let arrival = arrival(of: node, after: now - min(time, now))
        if arrival == .waits { return nil }
        received.removeFirst()
        if arrival == .isOther { continue }
        let locator = devices.locator(of: node)
        known[node] = PresentDevice(locator: locator, isUsable: true)
        return event(.added, locator, time)
      }
    }
    return nil
  }

  private func arrival(of node: Devices.Node, after elapsed: UInt64) -> Arrival {
    if known[node]?.isUsable == true { return .isOther }
    // One that has gone again will not settle.
    let isGone = received.dropFirst().contains { $0.change.node == node }
    return devices.arrival(of: node, after: isGone ? .max : elapsed)
  }

  private func event(_ change: DeviceChange, _ locator: String, _ time: UInt64) -> DeviceEvent {
    DeviceEvent(device: Devices.kind, change: change, locator: locator, timestamp: time)
  }
}
