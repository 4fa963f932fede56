// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
internal import Glibc
internal import ImprintCalls
internal import ImprintThreads

/// One lane: a socket and a thread, on which one call at a time is executed.
///
/// `@unchecked Sendable`: all but the constants is accessed only by its own thread.
final class Lane: @unchecked Sendable {
  /// Header and the longest body of a packet in either direction; aligned to 64, as a header is 64 bytes
  /// long.
  private static let packetBytes = 64 + Int(IMP_WORKER_INLINE)
  /// As large as a main thread's by default, so that a plugin has the stack it has elsewhere.
  private static let stackBytes = 8 << 20

  private let number: UInt32
  private let socket: Int32
  private let executor: CallExecutor
  private let request = UnsafeMutableRawBufferPointer.allocate(byteCount: packetBytes, alignment: 64)
  private let reply = UnsafeMutableRawBufferPointer.allocate(byteCount: packetBytes, alignment: 64)
  private var lent = Area()
  private var answered = Area()

  private init(number: UInt32, socket: Int32, executor: CallExecutor) {
    self.number = number
    self.socket = socket
    self.executor = executor
  }

  deinit {
    close(socket)
    request.deallocate()
    reply.deallocate()
  }

  /// Creates the lanes that the host requests, until it closes its end.
  static func takeAll(_ executor: CallExecutor) {
    while true {
      var message = imp_worker_lane()
      var socket: Int32 = -1
      var count = 1
      let size = MemoryLayout<imp_worker_lane>.size
      guard imp_packet_receive(IMP_PROGRAM_SOCKET, &message, size, &socket, &count) == size, count == 1,
        message.kind == IMP_WORKER_LANE
      else { return }
      Lane(number: message.number, socket: socket, executor: executor).start()
    }
  }

  /// Where no thread can be started the lane closes, which the host detects.
  private func start() {
    try? SystemThread.detach(.init(stackBytes: Self.stackBytes)) { [self] in run() }
  }

  private func run() {
    imp_thread_name("lane")
    CurrentLane.set(number)
    while takeOne() {}
    lent.unmap()
    answered.unmap()
  }

  /// Executes one call; `false` where the host has closed the lane, or breaks the protocol.
  private func takeOne() -> Bool {
    var descriptors: (Int32, Int32, Int32) = (-1, -1, -1)
    var count = 3
    let length = withUnsafeMutableBytes(of: &descriptors) {
      imp_packet_receive(
        socket, request.baseAddress, request.count, $0.baseAddress?.assumingMemoryBound(to: Int32.self),
        &count)
    }
    guard length >= MemoryLayout<imp_worker_request>.size else { return false }
    let header = request.load(as: imp_worker_request.self)
    var lentMemory: CallMemory?
    guard header.mark == IMP_WORKER_REQUEST, takeMemory(header, descriptors, count: count, &lentMemory),
      let function = UInt16(exactly: header.function).flatMap(CallFunction.init(rawValue:)),
      let bytes = Int(exactly: header.bytes), let replyBytes = Int(exactly: header.reply_bytes),
      let body = body(of: header, bytes, packet: length), let room = room(replyBytes)
    else { return false }
    let answer = executor.execute(
      CallRequest(
        function: function, object: header.object, generation: 0, bytes: bytes, replyBytes: replyBytes,
        memory: lentMemory),
      body: body, room: room)
    return send(answer, to: header.sequence)
  }

  /// Maps the memory passed with a request; `false` where it cannot be mapped, or something else was passed.
  private func takeMemory(
    _ header: imp_worker_request, _ descriptors: (Int32, Int32, Int32), count: Int,
    _ memory: inout CallMemory?
  ) -> Bool {
    var left = [descriptors.0, descriptors.1, descriptors.2].prefix(count)
    if header.flags & UInt32(IMP_WORKER_NEW_IN_AREA) != 0 {
      guard let descriptor = left.popFirst(), lent.map(descriptor, header.in_area, PROT_READ) else {
        return false
      }
    }
    if header.flags & UInt32(IMP_WORKER_NEW_OUT_AREA) != 0 {
      guard let descriptor = left.popFirst(),
        answered.map(descriptor, header.out_area, PROT_READ | PROT_WRITE)
      else { return false }
    }
    if header.flags & UInt32(IMP_WORKER_LENT) != 0 {
      guard let descriptor = left.popFirst() else { return false }
      // Where there is no address space for it, the call reports so, and the lane continues.
      memory = LentMapping(descriptor, header.lent).map { CallMemory($0.bytes, kept: $0) }
    }
    return left.isEmpty
  }

  private func body(of header: imp_worker_request, _ bytes: Int, packet: Int) -> UnsafeRawBufferPointer? {
    if header.flags & UInt32(IMP_WORKER_BODY_IN_AREA) != 0 { return lent.prefix(bytes) }
    guard packet == MemoryLayout<imp_worker_request>.size + bytes else { return nil }
    return UnsafeRawBufferPointer(rebasing: request[64..<packet])
  }

  private func room(_ bytes: Int) -> UnsafeMutableRawBufferPointer? {
    if bytes > Int(IMP_WORKER_INLINE) { return answered.room(bytes) }
    guard bytes >= 0 else { return nil }
    return UnsafeMutableRawBufferPointer(rebasing: reply[64..<(64 + bytes)])
  }

  private func send(_ answer: CallAnswer, to sequence: UInt32) -> Bool {
    // The buffer it was written to determines its place: short answers to long requests are in the area too.
    let inArea = answer.bytes > 0 && !wroteInline
    var header = imp_worker_reply()
    header.mark = UInt32(IMP_WORKER_REPLY)
    header.sequence = sequence
    header.status = answer.status
    header.flags = inArea ? UInt32(IMP_WORKER_BODY_IN_AREA) : 0
    header.bytes = UInt64(answer.bytes)
    reply.storeBytes(of: header, as: imp_worker_reply.self)
    return imp_packet_send(socket, reply.baseAddress, 64 + (inArea ? 0 : answer.bytes), nil, 0, nil, 0) == 0
  }

  private var wroteInline: Bool {
    request.load(
      fromByteOffset: MemoryLayout<imp_worker_request>.offset(of: \.reply_bytes) ?? 0, as: UInt64.self)
      <= UInt64(IMP_WORKER_INLINE)
  }
}

/// The lane whose call runs on a thread: the plugin's requests to the host belong to that call.
enum CurrentLane {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : pthread_key_t.max
  }()

  static func set(_ number: UInt32) {
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: UInt(number)))
  }

  /// 0 on a thread of the plugin's own.
  static var number: UInt32 { UInt32(UInt(bitPattern: pthread_getspecific(key))) }
}
