// SPDX-License-Identifier: Apache-2.0
public import CImprint
private import Synchronization

/// An in-process carrier: an executor, and buffers on the heap. Any thread; calls overlap.
public final class LocalCarrier: CallCarrier {
  private let executor: CallExecutor
  // A pool of buffers, as many as calls ever overlapped. None is shared with another plugin.
  private let rooms = Mutex<[CallRoom]>([])
  // Larger buffers are freed: a large gallery is compared once.
  private static let keptBytes = 16 << 20

  public init(_ executor: CallExecutor) {
    self.executor = executor
  }

  /// Always 1: its other side ends with the process.
  public var generation: UInt64 { 1 }

  public func carry(
    _ request: CallRequest, write: (UnsafeMutableRawBufferPointer) -> Void,
    read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
  ) -> CallDelivery {
    guard request.generation == generation else { return .stale }
    let room = rooms.withLock { $0.popLast() } ?? CallRoom()
    defer { if room.bytes <= Self.keptBytes { rooms.withLock { $0.append(room) } } }
    guard let body = room.request(request.bytes), let reply = room.reply(request.replyBytes) else {
      return .failed(
        IMP_E_MEMORY,
        words:
          "there is no memory for a request of \(request.bytes) and a reply of \(request.replyBytes) bytes.")
    }
    write(body)
    let answer = executor.execute(request, body: UnsafeRawBufferPointer(body), room: reply)
    return .answered(read(answer.status, UnsafeRawBufferPointer(rebasing: reply[..<answer.bytes])))
  }
}

/// The buffers of one call and its answer.
///
/// `@unchecked Sendable`: one call at a time has it.
private final class CallRoom: @unchecked Sendable {
  private var body = AlignedMemory()
  private var answer = AlignedMemory()

  var bytes: Int { body.capacity + answer.capacity }

  func request(_ bytes: Int) -> UnsafeMutableRawBufferPointer? { body.room(bytes) }

  func reply(_ bytes: Int) -> UnsafeMutableRawBufferPointer? { answer.room(bytes) }

  deinit {
    body.release()
    answer.release()
  }
}
