// SPDX-License-Identifier: Apache-2.0
import CV4L2
import Glibc
public import ImprintPluginKit

/// Cameras that come and go, as the kernel tells; no daemon is needed.
public final class CameraWatch: DeviceWatchSession, @unchecked Sendable {
  // Sendable: all but `stop` is used by the one thread that asks for events.
  private let cameras: Cameras
  private let socket: Int32
  private let stop: StopSignal
  /// The nodes that were listed or told of: of others nobody needs to hear that they went.
  private var known: Set<String>
  private var message = [UInt8](repeating: 0, count: 16 << 10)

  /// The node that has come, and is not ready: nothing after it is told before it is.
  private var arriving: (node: String, since: UInt64)?

  /// How often a node that arrives is looked at.
  private static let pause: UInt64 = 5_000_000
  /// An hour is no limit, only a number that the system's clock takes.
  private static let longestWait: UInt64 = 3_600_000_000_000

  public init(_ cameras: Cameras) throws(PluginFailure) {
    stop = try StopSignal()
    var socket: Int32 = -1
    let answer = cv4l2_open_events(&socket)
    guard answer == 0 else {
      let status: PluginFailure.Status = [EACCES, EPERM].contains(-answer) ? .deviceDenied : .service
      throw PluginFailure(
        status, "The kernel's events cannot be heard: \(systemWords(-answer)). List the cameras now and then."
      )
    }
    self.cameras = cameras
    self.socket = socket
    // After the socket: what comes in between is told of, and not twice.
    known = Set(cameras.found().map(\.path))
  }

  deinit { close(socket) }

  public func cancel() { stop.raise() }

  public func next(timeout: UInt64) throws(PluginFailure) -> DeviceEvent {
    let deadline = MonotonicClock.after(timeout)
    while true {
      if stop.isRaised { throw PluginFailure(.cancelled, "The watch was cancelled.") }
      if let event = try nextEvent() { return event }
      let now = MonotonicClock.now
      guard now < deadline else { throw PluginFailure(.timeout, "No camera came or went in that time.") }
      var seen: UInt32 = 0
      let answer =
        arriving == nil
        ? cv4l2_wait(socket, stop.descriptor, min(deadline - now, CameraWatch.longestWait), &seen)
        : cv4l2_wait(stop.descriptor, stop.descriptor, min(deadline - now, CameraWatch.pause), &seen)
      guard answer == 0 else { throw ended(-answer) }
    }
  }

  /// Reads messages until one is about a camera; `nil` where there is nothing to tell yet.
  private func nextEvent() throws(PluginFailure) -> DeviceEvent? {
    while !stop.isRaised {
      if let node = arriving {
        switch arrival(of: node.node, since: node.since) {
        case .waits: return nil
        case .isCamera:
          arriving = nil
          return event(.added, path(of: node.node))
        case .isOther: arriving = nil
        }
      }
      var length = 0
      let answer = message.withUnsafeMutableBytes { room in
        cv4l2_read_event(socket, room.baseAddress, room.count, &length)
      }
      switch -answer {
      case 0:
        if let told = KernelEvent(message[..<length]), let event = heard(told) { return event }
      case EAGAIN: return nil
      case ENOBUFS:
        known = Set(cameras.found().map(\.path))
        return event(.listAgain, "")
      case let code: throw ended(code)
      }
    }
    return nil
  }

  private func ended(_ code: Int32) -> PluginFailure {
    PluginFailure(.service, "The kernel's events ended: \(systemWords(code)). Open the watch anew.")
  }

  private func heard(_ told: KernelEvent) -> DeviceEvent? {
    guard told.subsystem == "video4linux", NodePlace.isVideo(told.node) else { return nil }
    let path = path(of: told.node)
    if told.action == "add", !known.contains(path) { arriving = (told.node, MonotonicClock.now) }
    guard told.action == "remove", known.remove(path) != nil else { return nil }
    return event(.removed, path)
  }

  private func arrival(of node: String, since: UInt64) -> Arrival {
    let path = path(of: node)
    guard let place = NodePlace(node, folders: cameras.folders) else { return .isOther }
    let arrival = Arrival(cameras.look(path), index: place.index, after: MonotonicClock.now - since)
    if arrival == .isCamera { known.insert(path) }
    return arrival
  }

  private func path(of node: String) -> String { "\(cameras.folders.dev)/\(node)" }

  private func event(_ change: DeviceChange, _ path: String) -> DeviceEvent {
    DeviceEvent(device: .camera, change: change, locator: path, timestamp: MonotonicClock.now)
  }
}
