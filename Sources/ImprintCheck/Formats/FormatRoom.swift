// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What a call that makes a template does with the room that it is lent.
extension FormatProbe {
  /// Fails where it needs more room than its template has. Writing beyond is a signal.
  func expectInBounds<Said>(_ function: String, _ make: (LentRoom) throws -> FilledRoom<Said>) throws {
    for side in [GuardedMemory.Side.end, .start] {
      note("\(function): room of template_bytes_max, a forbidden page at its \(side)")
      let made = try make(LentRoom(side: side))
      guard made.answer.status == IMP_OK else { continue }
      // The least room that will do.
      note("\(function): room of exactly \(made.length) bytes")
      let exact = try make(LentRoom(capacity: made.length, side: side))
      try expectSuccess(
        exact.answer, Self.place(function),
        "for room of \(made.length) bytes, which its template has (R-01)")
    }
  }

  /// Fails unless room that is too short is left as it is, and the same call with more gives the same.
  /// - Parameter whole: What it gives where room was long enough at once.
  func expectShortThenEnough<Said>(
    _ function: String, _ whole: [UInt8], _ make: (LentRoom) throws -> FilledRoom<Said>
  ) throws {
    let place = Self.place(function)
    for capacity in Set([0, 1, whole.count / 2, whole.count - 1]).sorted() where capacity < whole.count {
      let what = "for room of \(capacity) bytes and a template of \(whole.count)"
      note("\(function): \(what)")
      let short = try make(LentRoom(capacity: capacity))
      try expect(short.answer, isOneOf: [IMP_RETRY_SHORT_BUFFER], place, what)
      let needed = short.length == LentBuffer.unset ? "nothing" : "\(short.length) bytes"
      try expect(
        short.length == whole.count, "\(what) it says that it needs \(needed) (R-01).", place: place)
      try expect(
        short.isRoomUntouched,
        "\(what) it wrote into the room or \(Said.self); nothing is to be written (R-01).",
        place: place)
      let again = try make(LentRoom(capacity: short.length))
      try expectSuccess(again.answer, place, "for the room that it had asked for")
      if let difference = Difference.words(whole, again.payload) {
        throw CheckFailure(
          "after room that was too short the same call gave another template: \(difference) (R-01).",
          place: place)
      }
    }
  }

  /// Fails where what the room held before shows, or where what is behind the template is written to.
  func expectAnyFilling<Said>(_ function: String, _ make: (LentRoom) throws -> FilledRoom<Said>) throws {
    let clean = try make(LentRoom(filling: 0))
    try expectSuccess(clean.answer, Self.place(function), "for room full of 0")
    for filling in [0xFF, 0xA5] as [UInt8] {
      let dirty = try make(LentRoom(filling: filling))
      try expectSuccess(dirty.answer, Self.place(function), "for room full of \(filling)")
      if let difference = Difference.words(clean.payload, dirty.payload) {
        throw CheckFailure(
          "room full of \(filling) gave another template than room full of 0: \(difference) (R-14).",
          place: Self.place(function))
      }
      try expect(
        dirty.buffer.isUntouchedBehind,
        "it wrote behind the \(dirty.length) bytes that it says it wrote (R-01).",
        place: Self.place(function))
    }
  }
}
