// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import CImprintLinux
internal import ImprintCalls
private import Glibc
private import Synchronization
internal import SystemPackage

/// One lane to a worker: a socket, and memory for long bodies. One call at a time, on the caller's own
/// thread.
///
/// Nothing received on it is trusted. `@unchecked Sendable`: all but ``shutDown()`` and ``function`` is used
/// only by the one caller that has acquired it.
final class WorkerLane: @unchecked Sendable {
  /// Why a call was not answered.
  enum Problem: Error {
    /// The worker did not receive it.
    case notSent
    /// The other end is closed, or the worker has ended.
    case closed
    case deadline
    /// It broke the protocol: the sentence.
    case breach(String)
    /// The host lacks memory or descriptors.
    case system(Int32)
  }

  /// A lane that has grown beyond this is not reused, and its memory is freed.
  private static let keptBytes = 64 << 20
  private static let headerBytes = MemoryLayout<imp_worker_request>.size
  private static let inlineBytes = Int(IMP_WORKER_INLINE)

  let number: UInt32
  private let socket: Int32
  // One byte more than the longest packet, so that a longer one is detected.
  private let packet = UnsafeMutableRawBufferPointer.allocate(
    byteCount: headerBytes + inlineBytes + 1, alignment: CallLimit.bulkAlignment)
  private var sequence: UInt32 = 0
  private var patience: UInt64 = .max
  private var toWorker: SharedArea?
  private var fromWorker: SharedArea?
  /// The function being called; 0 between calls.
  private let running = Atomic<UInt16>(0)

  init(number: UInt32, socket: Int32) {
    self.number = number
    self.socket = socket
  }

  deinit {
    close(socket)
    packet.deallocate()
  }

  /// The function being called on it now. Any thread.
  var function: CallFunction? { CallFunction(rawValue: running.load(ordering: .relaxed)) }

  /// Aborts a waiting call, and all later ones. Any thread.
  func shutDown() {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Whether it should be kept for another call.
  var isKept: Bool { (toWorker?.bytes.count ?? 0) + (fromWorker?.bytes.count ?? 0) <= Self.keptBytes }

  /// Makes one call. Waits at most `deadline` nanoseconds; `UInt64.max` is without limit. After a problem the
  /// lane must not be used again, and still reports what was called.
  func exchange(
    _ request: CallRequest, deadline: UInt64, write: (UnsafeMutableRawBufferPointer) -> Void,
    read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
  ) throws(Problem) -> imp_status {
    running.store(request.function.rawValue, ordering: .relaxed)
    sequence &+= 1
    try send(request, write)
    let (reply, length) = try receive(within: deadline)
    let status = read(reply.status, try body(of: reply, packet: length, for: request))
    running.store(0, ordering: .relaxed)
    return status
  }

  // ---- Request -------------------------------------------------------------

  private func send(
    _ request: CallRequest, _ write: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(Problem) {
    var header = imp_worker_request()
    header.mark = UInt32(IMP_WORKER_REQUEST)
    header.sequence = sequence
    header.function = UInt32(request.function.rawValue)
    header.object = request.object
    header.bytes = UInt64(request.bytes)
    header.reply_bytes = UInt64(request.replyBytes)
    var descriptors: [Int32] = []
    var inlineBytes = 0
    if request.bytes <= Self.inlineBytes {
      inlineBytes = request.bytes
      let start = Self.headerBytes
      write(UnsafeMutableRawBufferPointer(rebasing: packet[start..<(start + inlineBytes)]))
    } else {
      let (area, isNew) = try Self.area(&toWorker, .toWorker, request.bytes)
      if isNew { descriptors.append(area.descriptor) }
      header.flags |= UInt32(IMP_WORKER_BODY_IN_AREA) | (isNew ? UInt32(IMP_WORKER_NEW_IN_AREA) : 0)
      header.in_area = UInt64(area.bytes.count)
      write(UnsafeMutableRawBufferPointer(rebasing: area.bytes[..<request.bytes]))
    }
    if request.replyBytes > Self.inlineBytes {
      let (area, isNew) = try Self.area(&fromWorker, .fromWorker, request.replyBytes)
      if isNew { descriptors.append(area.descriptor) }
      header.flags |= isNew ? UInt32(IMP_WORKER_NEW_OUT_AREA) : 0
      header.out_area = UInt64(area.bytes.count)
    }
    if let memory = request.memory, memory.count > 0 {
      guard let descriptor = SearchMemory.descriptor(of: memory) else { throw .system(EINVAL) }
      descriptors.append(descriptor)
      header.flags |= UInt32(IMP_WORKER_LENT)
      header.lent = UInt64(memory.count)
    }
    packet.storeBytes(of: header, as: imp_worker_request.self)
    let sent = imp_packet_send(
      socket, packet.baseAddress, Self.headerBytes + inlineBytes, nil, 0, descriptors, descriptors.count)
    if !descriptors.isEmpty {
      toWorker?.closeDescriptor()
      fromWorker?.closeDescriptor()
    }
    switch sent {
    case 0: return
    case -EPIPE, -ECONNRESET, -ENOTCONN: throw .notSent
    case -EAGAIN: throw .breach("it does not read its socket.")
    default: throw .system(-sent)
    }
  }

  private static func area(
    _ area: inout SharedArea?, _ direction: SharedArea.Direction, _ bytes: Int
  ) throws(Problem) -> (SharedArea, isNew: Bool) {
    if let area, area.bytes.count >= bytes { return (area, false) }
    // The old one is released first: where one just fits, two would not.
    area = nil
    do throws(Errno) {
      let made = try SharedArea(direction, atLeast: bytes)
      area = made
      return (made, true)
    } catch {
      throw .system(error.rawValue)
    }
  }

  // ---- Answer --------------------------------------------------------------

  private func receive(within deadline: UInt64) throws(Problem) -> (imp_worker_reply, length: Int) {
    if patience != deadline {
      let set = imp_packet_patience(socket, deadline)
      guard set == 0 else { throw .system(-set) }
      patience = deadline
    }
    var none = 0
    let length = imp_packet_receive(socket, packet.baseAddress, packet.count, nil, &none)
    switch length {
    case 0, -Int(ECONNRESET), -Int(EPIPE): throw .closed
    case -Int(EAGAIN): throw .deadline
    case -Int(EMSGSIZE): throw .breach("an answer exceeds the maximum length, or carries descriptors.")
    case ..<0: throw .system(Int32(-length))
    case ..<Self.headerBytes: throw .breach("an answer of \(length) bytes is too short.")
    default: return (packet.load(as: imp_worker_reply.self), length)
    }
  }

  private func body(
    of reply: imp_worker_reply, packet length: Int, for request: CallRequest
  ) throws(Problem) -> UnsafeRawBufferPointer {
    guard reply.mark == UInt32(IMP_WORKER_REPLY) else {
      throw .breach("an answer does not begin with the mark of an answer.")
    }
    guard reply.sequence == sequence else {
      throw .breach("it answers call \(reply.sequence), but call \(sequence) was made.")
    }
    guard reply.bytes <= UInt64(request.replyBytes) else {
      throw .breach("an answer claims \(reply.bytes) bytes; the maximum is \(request.replyBytes).")
    }
    let bytes = Int(reply.bytes)
    if reply.flags == UInt32(IMP_WORKER_BODY_IN_AREA) {
      guard length == Self.headerBytes, let fromWorker, bytes <= fromWorker.bytes.count else {
        throw .breach("an answer states an invalid location.")
      }
      return UnsafeRawBufferPointer(rebasing: fromWorker.bytes[..<bytes])
    }
    guard reply.flags == 0, length == Self.headerBytes + bytes else {
      throw .breach("an answer of \(length) bytes claims \(bytes) bytes after its header.")
    }
    let start = Self.headerBytes
    return UnsafeRawBufferPointer(rebasing: packet[start..<(start + bytes)])
  }
}
