// SPDX-License-Identifier: Apache-2.0
internal import CImprint

// Shapes whose calls fill arrays; where they arrive: CallExecutor+Arrays.swift.

/// An array that a caller lends to be filled.
struct CollectedArray {
  fileprivate let start: UnsafeMutableRawPointer?
  fileprivate let capacity: Int
  fileprivate let stride: Int
  /// What is in it, for people.
  fileprivate let name: String

  init<Element>(_ start: UnsafeMutablePointer<Element>?, _ capacity: UInt32, _ name: String) {
    self.start = UnsafeMutableRawPointer(start)
    self.capacity = Int(capacity)
    stride = MemoryLayout<Element>.stride
    self.name = name
  }
}

extension RemoteObject {
  /// Has one or two arrays filled.
  /// - Parameters:
  ///   - isToldIfShort: Whether a short buffer is answered with the counts that are needed; else it is
  ///     a status as any other.
  ///   - told: gets the counts; the second is 0 where there is one array.
  func collect(
    _ function: CallFunction, _ request: some CallMessage, patience: UInt64 = 0, isToldIfShort: Bool,
    _ arrays: CollectedArray..., told: (UInt32, UInt32) -> Void
  ) -> imp_status {
    let room = ReplyHead.room(8, bulk: arrays.reduce(0) { $0 + $1.capacity * $1.stride })
    return call(function, request, room: room, patience: patience) {
      (status, reply) throws(MalformedBody) in
      guard status == IMP_OK || isToldIfShort else { return status }
      let counts = ArrayCounts.split(try reply.take(UInt64.self), arrays.count)
      var filled: [UnsafeRawBufferPointer] = []
      for (array, count) in zip(arrays, counts) where status == IMP_OK {
        guard count <= array.capacity else {
          throw MalformedBody("\(count) \(array.name), but the capacity is \(array.capacity).")
        }
        filled.append(try reply.bulk(count * UInt64(array.stride)))
      }
      try reply.finish()
      for (array, bytes) in zip(arrays, filled) { array.start?.copy(bytes) }
      let last = counts.count > 1 ? counts[1] : 0
      told(UInt32(truncatingIfNeeded: counts[0]), UInt32(truncatingIfNeeded: last))
      return status
    }
  }

  /// Has a value answered for each template of a gallery.
  /// - Parameter message: the request, of a part of the gallery.
  func each(
    _ function: CallFunction, of gallery: imp_gallery, most: Int, _ values: UnsafeMutablePointer<Float>?,
    message: (imp_gallery) -> some CallMessage
  ) -> imp_status {
    func ask(_ part: imp_gallery, _ values: UnsafeMutablePointer<Float>?) -> imp_status {
      if let status = excess(function, part.count, most: most, "gallery.count") { return status }
      let bytes = Int(part.count) * MemoryLayout<Float>.size
      return call(function, message(part), room: ReplyHead.room(0, bulk: bytes)) {
        (status, reply) throws(MalformedBody) in
        guard status == IMP_OK else { return status }
        let answers = try reply.bulk(UInt64(bytes))
        try reply.finish()
        if let values { UnsafeMutableRawPointer(values).copy(answers) }
        return status
      }
    }
    guard let parts = GalleryParts(gallery) else { return ask(gallery, values) }
    // In several calls: outputs are written when the last one has succeeded, as if it were one.
    var answers = [Float](repeating: .infinity, count: Int(gallery.count))
    let answer = answers.withUnsafeMutableBufferPointer { room in
      parts.each { part, first in ask(part, room.baseAddress.map { $0 + first }) }
    }
    if answer == IMP_OK, let values { values.update(from: answers, count: answers.count) }
    return answer
  }

  /// What is answered to more than any message carries; `nil` for what is not.
  func excess(
    _ function: CallFunction, _ count: some BinaryInteger, most: some BinaryInteger, _ name: String
  ) -> imp_status? {
    guard count > most else { return nil }
    host.report(IMP_E_ARGUMENT, "\(function.name): \(name) is \(count); at most \(most) are allowed.")
    return IMP_E_ARGUMENT
  }
}

/// Makes a capacity no larger than a limit.
func cut<Count: FixedWidthInteger>(_ capacity: inout Count, to most: some BinaryInteger) {
  if capacity > most { capacity = Count(most) }
}
