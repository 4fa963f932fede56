// SPDX-License-Identifier: Apache-2.0
import CSystemDevices
import Glibc
public import ImprintPluginKit
import Waiting

/// Devices that come and go, as the kernel tells; no daemon is needed.
public final class HotPlugWatch<Devices: HotPlugDevices>: DeviceWatchSession, @unchecked Sendable {
  // Sendable: all but `stop` is used by the one thread that asks for events.
  private let socket: Int32
  private let stop: StopDescriptor
  private var queue: HotPlugQueue<Devices>
  private var message = [UInt8](repeating: 0, count: 16 << 10)

  /// How often a device that settles is looked at.
  private static var lookInterval: UInt64 { 5_000_000 }

  public init(_ devices: Devices) throws(PluginFailure) {
    stop = try StopDescriptor()
    var socket: Int32 = -1
    let error = -system_open_events(&socket)
    guard error == 0 else {
      let status: PluginFailure.Status =
        switch error {
        case EACCES, EPERM: .deviceDenied
        case ENOMEM: .memory
        default: .service
        }
      throw PluginFailure(
        status,
        "The kernel's events cannot be received: \(systemWords(error)). List the \(Devices.word)s now and then."
      )
    }
    self.socket = socket
    // After the socket: what comes in between is told of, and not twice.
    queue = HotPlugQueue(devices)
  }

  deinit { close(socket) }

  public func cancel() { stop.raise() }

  public func next(timeout: UInt64) throws(PluginFailure) -> DeviceEvent {
    let deadline = MonotonicClock.after(timeout)
    while true {
      try receive()
      if stop.isRaised { throw PluginFailure(.cancelled, "The watch was cancelled.") }
      let now = MonotonicClock.now
      if let event = queue.next(now: now) { return event }
      guard now < deadline else {
        throw PluginFailure(.timeout, "No \(Devices.word) came or went in that time.")
      }
      let look = queue.isEmpty ? .max : MonotonicClock.after(Self.lookInterval, since: now)
      let error = stop.wait(for: queue.isFull ? nil : socket, until: min(deadline, look)).error
      guard error == 0 else { throw ended(error) }
    }
  }

  /// Takes what has come, as far as there is room.
  private func receive() throws(PluginFailure) {
    while !queue.isFull, !stop.isRaised {
      var length = 0
      let answer = message.withUnsafeMutableBytes { room in
        system_read_event(socket, room.baseAddress, room.count, &length)
      }
      switch -answer {
      case 0:
        if let event = KernelEvent(message[..<length]) {
          queue.receive(event, time: MonotonicClock.now)
        }
      case EAGAIN: return
      case ENOBUFS: queue.receiveLoss(time: MonotonicClock.now)
      case let code: throw ended(code)
      }
    }
  }

  private func ended(_ code: Int32) -> PluginFailure {
    PluginFailure(.service, "The kernel's events ended: \(systemWords(code)). Open the watch again.")
  }
}
