// SPDX-License-Identifier: Apache-2.0
@testable import CallTestSupport
import CImprint
import ContractTestSupport
@testable import ImprintCalls

// Both directions of the messages: the first byte chooses requests for an executor, or replies for a bridge;
// the second the function, by its place among all, by their numbers. The plugin reads whatever it is lent to
// its end, and fills whatever room it has; what a bridge is lent is of exactly its size: the sanitizer sees a
// length that is wrong. Functions, tables, objects and calls all follow from the abilities' descriptions.

/// In the order of their numbers: a new ability's come last, and no case becomes one of another function.
private let functions = CallFunction.allCases.sorted { $0.rawValue < $1.rawValue }

/// The function that a case is of; `nil` for one that is too short.
func fuzzedFunction(_ bytes: [UInt8]) -> CallFunction? {
  bytes.count >= 3 ? functions[Int(bytes[1]) % functions.count] : nil
}

private final class Nothing: ExecutorHost {
  func model(named name: String) -> UnsafeRawBufferPointer? { nil }
  func runtimeFolder(named name: String) -> String? { nil }
  func log(severity: UInt32, text: imp_text) {}
}

/// Answers right until it is told what to answer instead.
private final class Spoiling: CallCarrier, @unchecked Sendable {
  // Sendable: the fuzzer has one thread.
  private let inner: LocalCarrier
  var answer: (status: imp_status, body: [UInt8])?
  var generation: UInt64 { 1 }

  init(_ executor: CallExecutor) { inner = LocalCarrier(executor) }

  func carry(
    _ request: CallRequest, write: (UnsafeMutableRawBufferPointer) -> Void,
    read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
  ) -> CallDelivery {
    guard let answer else { return inner.carry(request, write: write, read: read) }
    return .answered(answer.body.withUnsafeBytes { read(answer.status, $0) })
  }
}

/// A plugin that is opened through a bridge.
private struct Bridge {
  let carrier: Spoiling
  let bridge: CallBridge
  let calls: LentCalls

  init(_ executor: CallExecutor) {
    do {
      carrier = Spoiling(executor)
      bridge = try CallBridge(over: carrier)
      guard let entry = bridge.entry else { preconditionFailure("there is an entry") }
      calls = try LentCalls(try OpenedEntry(entry.assumingMemoryBound(to: imp_entry.self)))
    } catch {
      preconditionFailure("a right plugin is opened: \(error)")
    }
  }
}

private func newExecutor() -> CallExecutor { CallExecutor(entry: ReadingPlugin.entry, host: Nothing()) }

/// One of each object: a bridge made them, and ends none.
private struct Kept {
  let executor: CallExecutor
  /// What comes with a request that makes a search: as long as the seeds say.
  let memory = CallMemory(
    UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer.allocate(byteCount: 8192, alignment: 4096)))
  private let bridge: Bridge
  /// By the call that made it, the number that the executor gave it: they count from 1.
  private(set) var objects: [CallFunction: UInt64] = [.pluginOpen: 1]

  init() {
    executor = newExecutor()
    bridge = Bridge(executor)
    for function in functions where function.traits.makes != nil && function != .pluginOpen {
      let answer = bridge.calls.make(function, on: bridge.calls.opened.plugin, LentMemory())
      precondition(answer.made != nil, "nothing is made by \(function)")
      objects[function] = UInt64(objects.count + 1)
    }
  }
}

// The fuzzer has one thread.
nonisolated(unsafe) private let kept = Kept()

private let endings = Set(CallFunction.allCases.compactMap(\.traits.makes))

private func execute(_ function: CallFunction, _ bytes: [UInt8], room: Int) {
  // What ends an object would end the only one there is.
  let object = endings.contains(function) ? 99 : function.maker.flatMap { kept.objects[$0] } ?? 0
  // Of exactly the size, so that the sanitizer knows where it ends.
  let body = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
  let reply = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 64)
  defer {
    body.deallocate()
    reply.deallocate()
  }
  body.copyBytes(from: bytes)
  let request = CallRequest(
    function: function, object: object, generation: 1, bytes: bytes.count, replyBytes: room,
    memory: kept.memory)
  let answer = kept.executor.execute(request, body: UnsafeRawBufferPointer(body), room: reply)
  precondition(answer.bytes <= room)
}

/// The same objects behind a bridge whose carrier answers one call as the fuzzer says.
private func answer(_ function: CallFunction, _ status: imp_status, _ body: [UInt8]) {
  let it = Bridge(newExecutor())
  if function == .pluginDescribe {
    // Asked for while a bridge is made, and judged as of any plugin.
    it.carrier.answer = (status, body)
    defer { it.carrier.answer = nil }
    guard let other = try? CallBridge(over: it.carrier), let raw = other.entry else { return }
    if let low = try? EntryTable.versions(at: raw), EntryTable.agreed(low: low.low, high: low.high) != nil {
      _ = try? EntryTable.descriptor(of: raw.assumingMemoryBound(to: imp_entry.self))
    }
    return
  }
  guard let object = try? it.calls.object(for: function) else {
    preconditionFailure("nothing is made for \(function)")
  }
  it.carrier.answer = (status, body)
  let answer = it.calls.make(function, on: object, LentMemory())
  it.carrier.answer = nil
  if let made = answer.made, let ending = function.traits.makes {
    _ = it.calls.make(ending, on: made, LentMemory())
  }
  it.calls.end(object, for: function)
}

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzCalls(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let function = fuzzedFunction(bytes) else { return 0 }
  let body = Array(bytes[3...])
  if bytes[0] % 2 == 0 {
    execute(function, body, room: Int(bytes[2]) * 64)
  } else {
    answer(function, bytes[2] % 4 == 1 ? IMP_RETRY_SHORT_BUFFER : IMP_OK, body)
  }
  return 0
}
