// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// A template-making call's use of its output buffer.
extension FormatProbe {
  /// Fails where it needs more room than its template's length. Writing beyond it raises a signal.
  func expectInBounds<Said>(_ function: String, _ make: (LentRoom) throws -> FilledRoom<Said>) throws {
    for side in [GuardedMemory.Side.end, .start] {
      note("\(function): a buffer of template_bytes_max, a guard page at its \(side)")
      let made = try make(LentRoom(side: side))
      guard made.answer.status == IMP_OK else { continue }
      // The least sufficient room.
      note("\(function): a buffer of exactly \(made.length) bytes")
      let exact = try make(LentRoom(capacity: made.length, side: side))
      try expectSuccess(
        exact.answer, Self.place(function),
        "for a buffer of \(made.length) bytes, the length of its template (R-01)")
    }
  }

  /// Fails unless a buffer that is too short stays unchanged, and the same call with a larger one gives the
  /// same.
  /// - Parameter whole: The result where the buffer was large enough at once.
  func expectShortThenEnough<Said>(
    _ function: String, _ whole: [UInt8], _ make: (LentRoom) throws -> FilledRoom<Said>
  ) throws {
    try ShortRoom.expectThenEnough(
      Self.place(function), whole, of: "a template of \(whole.count) bytes", note: note, make)
  }

  /// Fails where the result depends on the buffer's initial content, or where memory after the template is
  /// written.
  func expectAnyFilling<Said>(_ function: String, _ make: (LentRoom) throws -> FilledRoom<Said>) throws {
    let clean = try make(LentRoom(filling: 0))
    try expectSuccess(clean.answer, Self.place(function), "for a buffer filled with 0")
    for filling in [0xFF, 0xA5] as [UInt8] {
      let dirty = try make(LentRoom(filling: filling))
      try expectSuccess(dirty.answer, Self.place(function), "for a buffer filled with \(filling)")
      if let difference = Difference.words(clean.payload, dirty.payload) {
        throw CheckFailure(
          "a buffer filled with \(filling) gave a different template than one filled with 0: \(difference) "
            + "(R-14).",
          place: Self.place(function))
      }
      try expect(
        dirty.buffer.isUntouchedBehind,
        "it wrote beyond the \(dirty.length) bytes that it reports (R-01).",
        place: Self.place(function))
    }
  }
}

/// What a call did with a buffer: its answer, and what it wrote.
protocol RoomAnswer: LentAnswer {
  var buffer: LentBuffer { get }
  /// Whether all borrowed memory is unchanged, apart from the length.
  var isRoomUntouched: Bool { get }
}

/// A buffer that is too short for a call's result.
enum ShortRoom {
  /// Fails unless it stays unchanged, and the same call with the size it asks for gives the same.
  /// - Parameters:
  ///   - whole: The result where the buffer was large enough at once.
  ///   - words: What that is: "3 entries".
  static func expectThenEnough<Answer: RoomAnswer>(
    _ call: String, _ whole: [UInt8], of words: String, note: (String) -> Void,
    _ make: (LentRoom) throws -> Answer
  ) throws {
    for capacity in Set([0, 1, whole.count / 2, whole.count - 1]).sorted() where capacity < whole.count {
      let what = "for a buffer of \(capacity) bytes and \(words)"
      note("\(call): \(what)")
      let short = try make(LentRoom(capacity: capacity))
      try expect(short.answer, isOneOf: [IMP_RETRY_SHORT_BUFFER], call, what)
      let length = short.buffer.length
      let needed = length == LentBuffer.unset ? "nothing" : "\(length) bytes"
      try expect(
        length == whole.count, "\(what) it asks for \(needed); \(whole.count) is correct (R-01).",
        place: call)
      try expect(
        short.isRoomUntouched, "\(what) it wrote to its outputs; nothing may be written (R-01).",
        place: call)
      let again = try make(LentRoom(capacity: length))
      try expectSuccess(again.answer, call, "for a buffer of the size that it had asked for")
      if let difference = Difference.words(whole, again.buffer.content) {
        throw CheckFailure(
          "after a buffer that was too short the same call returned a different answer: \(difference) "
            + "(R-01).",
          place: call)
      }
    }
  }
}
