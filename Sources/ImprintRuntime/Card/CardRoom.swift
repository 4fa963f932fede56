// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// A reused buffer that a plugin writes responses to: allocating 64 KiB for each command would cost more than
/// the command. It is zeroed whenever it is lent, so that a plugin which claims more than it wrote reveals no
/// earlier response.
///
/// `@unchecked Sendable`: a connection's calls are serialized.
final class CardRoom: @unchecked Sendable {
  private let memory: UnsafeMutableBufferPointer<UInt8>

  init(bytes: Int) {
    memory = .allocate(capacity: bytes)
    memory.initialize(repeating: 0)
  }

  deinit {
    wipe(memory.count)
    memory.deallocate()
  }

  /// - Returns: what was written.
  /// - Throws: what `body` throws, and a misbehaviour where the reported length exceeds the buffer.
  func lend(
    _ capacity: Int, _ body: (UnsafeMutablePointer<imp_buffer>) throws(PluginCallError) -> Void,
    misbehaved: (String) -> PluginCallError
  ) throws(PluginCallError) -> [UInt8] {
    let capacity = min(capacity, memory.count)
    var buffer = imp_buffer(data: memory.baseAddress, capacity: capacity, length: 0)
    // All of it: a plugin may have written more than it reports.
    defer { wipe(capacity) }
    try body(&buffer)
    guard (0...capacity).contains(buffer.length) else {
      throw misbehaved(
        "it reports \(UInt(bitPattern: buffer.length)) bytes, but the capacity is \(capacity).")
    }
    return Array(memory[..<buffer.length])
  }

  private func wipe(_ count: Int) { memory[..<count].update(repeating: 0) }
}
