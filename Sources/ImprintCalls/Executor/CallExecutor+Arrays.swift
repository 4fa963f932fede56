// SPDX-License-Identifier: Apache-2.0
internal import CImprint

// Shapes whose calls fill arrays; on the host's side: RemoteObject+Arrays.swift.

/// An array that a plugin fills where it lies in a reply.
struct FilledArray {
  let part: ReplyWriter.Part
  fileprivate let memory: UnsafeMutableRawPointer
  fileprivate let capacity: Int
  fileprivate let stride: Int
  /// What is in it, for people.
  fileprivate let name: String

  func start<Element>() -> UnsafeMutablePointer<Element> { memory.assumingMemoryBound(to: Element.self) }
}

extension ReplyWriter {
  /// - Parameter isSized: Whether each element is a struct that begins with its size.
  func array<Element: BitwiseCopyable>(
    of type: Element.Type, _ capacity: UInt32, _ name: String, isSized: Bool, behind last: Part? = nil
  ) throws(ExecutionFault) -> FilledArray {
    let stride = MemoryLayout<Element>.stride
    let part = try part(Int(capacity) * stride, behind: last)
    guard let memory = part.bytes.baseAddress else { throw .request("there is no buffer for \(name).") }
    if isSized { part.size(type) }
    memory.bindMemory(to: type, capacity: Int(capacity))
    return FilledArray(part: part, memory: memory, capacity: Int(capacity), stride: stride, name: name)
  }
}

extension CallExecutor {
  /// Answers the arrays that a plugin has filled.
  /// - Parameter place: where their counts are.
  func collected(
    _ status: imp_status, _ arrays: (room: FilledArray, count: UInt32)..., at place: Int,
    _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    reply.set(ArrayCounts.joined(arrays.map(\.count)), at: place)
    guard status == IMP_OK else { return status }
    for (array, count) in arrays where count > array.capacity {
      throw .breach("it reports \(count) \(array.name), but the capacity is \(array.capacity).")
    }
    for (array, count) in arrays { reply.keep(Int(count) * array.stride, of: array.part) }
    return status
  }

  /// Executes what answers a value for each template of a gallery.
  /// - Parameter values: `nil` where the caller has no room for them.
  func each(
    _ gallery: imp_gallery, _ values: UnsafeMutablePointer<Float>?, _ reply: inout ReplyWriter,
    _ call: (UnsafeMutablePointer<Float>?) -> imp_status
  ) throws(ExecutionFault) -> imp_status {
    let part = try reply.part(Int(gallery.count) * MemoryLayout<Float>.size)
    let room = part.bytes.bindMemory(to: Float.self)
    // What the plugin leaves out must not pass for a template that cannot be read.
    room.initialize(repeating: .infinity)
    let status = call(values == nil ? nil : room.baseAddress)
    if status == IMP_OK { reply.keep(part.bytes.count, of: part) }
    return status
  }

  /// The memory that a request announces; `nil` where it announces none.
  func lent(_ header: imp_bytes, with request: CallRequest) throws(ExecutionFault) -> CallMemory? {
    guard header.data != nil else { return nil }
    guard let memory = request.memory else {
      throw ExecutionFault(
        status: IMP_E_MEMORY, sentence: "the \(header.length) bytes that it is lent could not be mapped.",
        isBreach: false)
    }
    guard memory.count == header.length else {
      throw .request("\(header.length) bytes are to be lent, but \(memory.count) came with the call.")
    }
    return memory
  }
}

/// Lends a struct that may be null.
func withLent<Value>(_ value: Value?, _ body: (UnsafePointer<Value>?) -> imp_status) -> imp_status {
  guard var value else { return body(nil) }
  return body(&value)
}
