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

  /// A node answers a moment after the kernel tells of it: its driver is still finishing.
  private static let settling: UInt64 = 500_000_000
  private static let pause: UInt64 = 5_000_000

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
    let deadline = MonotonicClock.deadline(timeout)
    while true {
      if stop.isRaised { throw PluginFailure(.cancelled, "The watch was cancelled.") }
      if let event = try read() { return event }
      let now = MonotonicClock.now
      guard now < deadline else { throw PluginFailure(.timeout, "No camera came or went in that time.") }
      var seen: UInt32 = 0
      // An hour is no limit, only a number that the system's clock takes.
      _ = cv4l2_wait(socket, stop.descriptor, min(deadline - now, 3_600_000_000_000), &seen)
    }
  }

  /// Reads messages until one is about a camera; `nil` where there are no more.
  private func read() throws(PluginFailure) -> DeviceEvent? {
    while !stop.isRaised {
      var length = 0
      let answer = message.withUnsafeMutableBytes { room in
        cv4l2_read_event(socket, room.baseAddress, room.count, &length)
      }
      switch -answer {
      case 0:
        if let event = KernelEvent(message[..<length]), let change = change(event) { return change }
      case EAGAIN: return nil
      case ENOBUFS:
        known = Set(cameras.found().map(\.path))
        return DeviceEvent(device: .camera, change: .listAgain, timestamp: MonotonicClock.now)
      case let code:
        throw PluginFailure(.service, "The kernel's events ended: \(systemWords(code)). Open the watch anew.")
      }
    }
    return nil
  }

  private func change(_ event: KernelEvent) -> DeviceEvent? {
    guard event.subsystem == "video4linux", NodePlace.isVideo(event.node) else { return nil }
    let path = "\(cameras.folders.dev)/\(event.node)"
    let time = MonotonicClock.now
    switch event.action {
    case "add":
      guard !known.contains(path), isCamera(event.node) else { return nil }
      known.insert(path)
      return DeviceEvent(device: .camera, change: .added, locator: path, timestamp: time)
    case "remove":
      guard known.remove(path) != nil else { return nil }
      return DeviceEvent(device: .camera, change: .removed, locator: path, timestamp: time)
    default: return nil
    }
  }

  /// Whether a node that has just come is a camera.
  private func isCamera(_ node: String) -> Bool {
    let deadline = MonotonicClock.deadline(CameraWatch.settling)
    repeat {
      if FoundCamera(node, folders: cameras.folders, look: cameras.look) != nil { return true }
      // It went again, or it answers and is something else.
      guard NodePlace(node, folders: cameras.folders) != nil else { return false }
      if DeviceNode.answers("\(cameras.folders.dev)/\(node)", folders: cameras.folders) { return false }
      var seen: UInt32 = 0
      _ = cv4l2_wait(stop.descriptor, stop.descriptor, CameraWatch.pause, &seen)
      if seen != 0 { return false }
    } while MonotonicClock.now < deadline
    return false
  }
}

extension DeviceNode {
  /// Whether a node says what it is, whatever that is.
  static func answers(_ path: String, folders: SystemFolders) -> Bool {
    guard let node = try? DeviceNode(path, folders: folders) else { return false }
    return (try? node.identify()) != nil
  }
}
