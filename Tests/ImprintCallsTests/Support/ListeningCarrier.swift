// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintCalls
import Synchronization

/// A carrier to a plugin in this process that writes down what it carries: each call's name, object,
/// time-out, request, status and reply, and what a redacted recording hides of them.
final class ListeningCarrier: CallCarrier {
  private let executor: CallExecutor
  private let heard = Mutex("")

  init(_ plugin: TestPlugin) {
    executor = CallExecutor(entry: UnsafeRawPointer(plugin.entry), host: TestExecutorHost())
  }

  var generation: UInt64 { 1 }

  var text: String { heard.withLock { $0 } }

  func carry(
    _ request: CallRequest, write: (UnsafeMutableRawBufferPointer) -> Void,
    read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
  ) -> CallDelivery {
    let body = UnsafeMutableRawBufferPointer.allocate(byteCount: request.bytes, alignment: 64)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: request.replyBytes, alignment: 64)
    defer {
      body.deallocate()
      room.deallocate()
    }
    // Whoever leaves out a byte is seen.
    body.initializeMemory(as: UInt8.self, repeating: 0xa5)
    room.initializeMemory(as: UInt8.self, repeating: 0xa5)
    write(body)
    let answer = executor.execute(request, body: UnsafeRawBufferPointer(body), room: room)
    let reply = UnsafeRawBufferPointer(rebasing: room[..<answer.bytes])
    let function = request.function
    heard.withLock { text in
      text += "\n\(function.name) on \(request.object), waits \(request.patience), "
      text += "room \(request.replyBytes)\n"
      text += Self.lines("request", UnsafeRawBufferPointer(body))
      text += Self.hidden(
        HiddenPart.parts(ofRequest: function, body: UnsafeRawBufferPointer(body)))
      text += Self.lines("reply \(answer.status)", reply)
      text += Self.hidden(HiddenPart.parts(ofReply: function, body: reply))
    }
    return .answered(read(answer.status, reply))
  }

  private static func lines(_ title: String, _ body: UnsafeRawBufferPointer) -> String {
    var lines = "  \(title), \(body.count) bytes\n"
    for start in stride(from: 0, to: body.count, by: 32) {
      let row = body[start..<min(start + 32, body.count)]
      // Empty rows are left out: the next one says where it lies.
      guard row.contains(where: { $0 != 0 }) else { continue }
      let words = row.map { (byte: UInt8) in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
      lines += "    \(start): \(words.joined())\n"
    }
    return lines
  }

  private static func hidden(_ parts: [HiddenPart]) -> String {
    parts.isEmpty
      ? "" : "    hidden: " + parts.map { "\($0.kind) \($0.range)" }.joined(separator: ", ") + "\n"
  }
}
