// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
internal import Glibc

/// What the host passes at the start, and what is reported back.
struct Start {
  let required: UInt32
  let withNetwork: Bool
  let limits: imp_limits
  /// The socket for the plugin's requests and log lines.
  let services: Int32
  /// The socket on which device sockets arrive; -1 without devices.
  let answers: Int32
  /// `IMP_DEVICE_...`
  let devices: UInt32
  /// -1 where the walls are only probed, and nothing is hosted.
  let library: Int32
  /// Opened by the host: the paths that the plugin may read, list and use, in this order.
  let granted: [Int32]
  let readable: Int
  let listable: Int
  let usable: Int

  /// The host's first packet; `nil` for one of another protocol.
  static func receive() -> Start? {
    var message = imp_worker_start()
    var descriptors = [Int32](repeating: -1, count: Int(IMP_PACKET_DESCRIPTORS))
    var count = descriptors.count
    let size = MemoryLayout<imp_worker_start>.size
    guard imp_packet_receive(IMP_PROGRAM_SOCKET, &message, size, &descriptors, &count) == size,
      message.kind == IMP_WORKER_START, message.protocol == IMP_WORKER_PROTOCOL, count >= 1
    else { return nil }
    var rest = descriptors[..<count]
    let services = rest.removeFirst()
    let answers = message.devices != 0 ? rest.popFirst() : nil
    let library = message.has_library != 0 ? rest.popFirst() : nil
    let (readable, listable, usable) = (Int(message.readable), Int(message.listable), Int(message.usable))
    guard rest.count == readable + listable + usable, message.devices == 0 || answers != nil else {
      return nil
    }
    return Start(
      required: message.required_walls, withNetwork: message.with_network != 0, limits: message.limits,
      services: services, answers: answers ?? -1, devices: message.devices, library: library ?? -1,
      granted: Array(rest), readable: readable, listable: listable, usable: usable)
  }

  /// Loads the library from the memory passed. Its constructors run here, within the walls. It is never
  /// unloaded before this program exits.
  func load(refused: (String) -> Never) -> UnsafeMutableRawPointer {
    guard let handle = dlopen("/proc/self/fd/\(library)", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      refused(dlerror().map { String(cString: $0) } ?? "the loader gave no reason")
    }
    // The mapping holds the memory; debuggers read a library's file through the descriptor, so that stays
    // open.
    return handle
  }

  /// Reports the stage reached, and the state of the walls.
  func tell(stage: Int32, _ walls: Walls, words: String) {
    var message = imp_worker_ready()
    message.kind = UInt32(IMP_WORKER_READY)
    message.protocol = UInt32(IMP_WORKER_PROTOCOL)
    message.stage = UInt32(stage)
    message.walls = walls.standing
    message.failures = walls.failures
    message.library = library
    message.threads_are_limited = UInt32(imp_limits_count_threads())
    let text = Array(words.utf8.prefix(Int(IMP_WORKER_LINE)))
    _ = imp_packet_send(
      IMP_PROGRAM_SOCKET, &message, MemoryLayout<imp_worker_ready>.size, text, text.count, nil, 0)
  }

  /// The same, and exits.
  func answer(stage: Int32, _ walls: Walls, words: String) -> Never {
    tell(stage: stage, walls, words: words)
    _exit(0)
  }
}
