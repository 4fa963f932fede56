// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Glibc
@testable import ImprintCalls
import Synchronization

/// Requests made by hand, for an executor.
struct RawCalls: Sendable {
  let executor: CallExecutor
  /// What comes with each call, to be lent.
  var memory: CallMemory? = CallMemory(TestBlock.memory)

  init(_ executor: CallExecutor) { self.executor = executor }

  /// Executes any bytes.
  func execute(
    _ function: CallFunction, _ object: UInt64, _ bytes: [UInt8], room: Int = 1 << 16
  ) -> (status: imp_status, body: [UInt8]) {
    let reply = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 64)
    defer { reply.deallocate() }
    let answer = execute(function, object, bytes, into: reply)
    return (answer.status, Array(reply[..<answer.bytes]))
  }

  /// The same, and shows all of the reply's room, which was zero before.
  func executeAndShowRoom(
    _ function: CallFunction, _ object: UInt64, _ bytes: [UInt8], room: Int = 1 << 16
  ) -> (answer: CallAnswer, room: [UInt8]) {
    let reply = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 64)
    defer { reply.deallocate() }
    reply.initializeMemory(as: UInt8.self, repeating: 0)
    let answer = execute(function, object, bytes, into: reply)
    return (answer, Array(reply))
  }

  private func execute(
    _ function: CallFunction, _ object: UInt64, _ bytes: [UInt8], into reply: UnsafeMutableRawBufferPointer
  ) -> CallAnswer {
    let body = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    defer { body.deallocate() }
    body.copyBytes(from: bytes)
    let request = CallRequest(
      function: function, object: object, generation: 1, bytes: bytes.count, replyBytes: reply.count,
      memory: memory)
    return executor.execute(request, body: UnsafeRawBufferPointer(body), room: reply)
  }

  func call(
    _ function: CallFunction, _ object: UInt64, _ message: some CallMessage
  ) -> (status: imp_status, body: [UInt8]) {
    execute(function, object, encoded(message))
  }

  func encoded(_ message: some CallMessage) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: BodyLength.of(message) ?? 0)
    bytes.withUnsafeMutableBytes { BodyWriter.write(message, to: $0) }
    return bytes
  }

  /// Makes an object, and gives its number; 0 where it is not made.
  func make(_ function: CallFunction, _ object: UInt64, _ message: some CallMessage) -> UInt64 {
    make(function, object, bytes: encoded(message))
  }

  /// The same, of a request that is written already.
  func make(_ function: CallFunction, _ object: UInt64, bytes: [UInt8]) -> UInt64 {
    let answer = execute(function, object, bytes)
    guard answer.status == IMP_OK else { return 0 }
    return answer.body.withUnsafeBytes { body in
      guard var reply = try? ReplyReader(body), let number = try? reply.results.take(UInt64.self) else {
        return 0
      }
      return number
    }
  }

  func open() -> UInt64 {
    make(
      .pluginOpen, 0,
      OpenMessage(
        abiVersion: 1, abilities: [.log, .report, .files, .entitlement], name: .none, version: .none,
        license: .none, features: [], validUntil: 0))
  }

  /// The words of a reply.
  static func words(_ body: [UInt8]) -> String {
    body.withUnsafeBytes { body in
      guard let reply = try? ReplyReader(body) else { return "<not a reply>" }
      return String(decoding: reply.words, as: UTF8.self)
    }
  }
}

/// Makes a call on a thread of its own, and does something meanwhile.
func inAThread(_ call: @escaping @Sendable () -> imp_status, during: () -> Void) -> imp_status {
  final class Box: Sendable {
    let call: @Sendable () -> imp_status
    let status = Atomic<imp_status>(0)
    init(_ call: @escaping @Sendable () -> imp_status) { self.call = call }
  }
  let box = Box(call)
  var thread = pthread_t()
  let started = pthread_create(
    &thread, nil,
    { raw in
      if let raw {
        let box = Unmanaged<Box>.fromOpaque(raw).takeUnretainedValue()
        box.status.store(box.call(), ordering: .releasing)
      }
      return nil
    }, Unmanaged.passUnretained(box).toOpaque())
  guard started == 0 else { return IMP_E_MEMORY }
  during()
  pthread_join(thread, nil)
  return box.status.load(ordering: .acquiring)
}
