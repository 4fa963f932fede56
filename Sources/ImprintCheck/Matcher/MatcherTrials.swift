// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension MatcherChecks {
  /// Room of exactly what is needed, with a forbidden page before it and behind it.
  static func writesInBounds(_ plugin: ProbePlugin, _ note: (String) -> Void) throws {
    let probe = try MatcherProbe(plugin)
    let lent = try LentPicture(.person(0))
    for side in [GuardedMemory.Side.end, .start] {
      note("matcher.extract: room of exactly template_bytes_max, a forbidden page at its \(side)")
      let extraction = try probe.extract(lent, side: side)
      guard extraction.answer.status == IMP_OK else { continue }
      // Exactly as long as the template: the least room that will do.
      note("matcher.extract: room of exactly \(extraction.length) bytes, the template's length")
      let exact = try probe.extract(lent, capacity: extraction.length, side: side)
      try expectSuccess(
        exact.answer, "matcher.extract",
        "for room of \(extraction.length) bytes, which its template has (R-01)")
      try expect(
        extraction.room[extraction.length...].allSatisfy { $0 == MatcherProbe.canary },
        "it wrote behind the \(extraction.length) bytes that it says it wrote (R-01).",
        place: "matcher.extract")
    }
  }

  /// Makes a template of a drawn person, and compares it with itself.
  static func givenUp(_ plugin: ProbePlugin, _ random: inout CheckRandom) throws -> GivenUpTemplate {
    let table = try plugin.table(IMP_MATCHER_ID, as: imp_matcher_ability.self)
    let memory = try GuardedMemory(count: Int(table.describe(plugin.plugin).pointee.template_bytes_max))
    var matcher: OpaquePointer?
    var options = imp_matcher_options(size: UInt32(MemoryLayout<imp_matcher_options>.size), threads: 1)
    let made = table.create(plugin.plugin, &options, &matcher)
    guard made == IMP_OK, let matcher else {
      throw CheckFailure("it answered \(plugin.host.explained(made)).", place: "matcher.create")
    }
    defer { table.destroy(matcher) }
    let (image, drawn) = DrawnPerson(&random).picture(&random)
    var face = drawn.face
    let landmarks = drawn.landmarks
    var buffer = imp_buffer(
      data: memory.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), capacity: memory.bytes.count,
      length: 0)
    var extraction = imp_extraction()
    extraction.size = UInt32(MemoryLayout<imp_extraction>.size)
    let status = image.lend { image in
      landmarks.withUnsafeBufferPointer {
        table.extract(matcher, image, &face, $0.baseAddress, UInt32($0.count), &buffer, &extraction)
      }
    }
    guard status == IMP_OK else {
      throw CheckSkip("it makes no template of a drawn face: \(plugin.host.explained(status)).")
    }
    let template = imp_bytes(data: UnsafePointer(buffer.data), length: buffer.length)
    var similarity: Float = 0
    let compared = table.compare(
      matcher, template, extraction.version, template, extraction.version, &similarity)
    try expect(
      compared == IMP_OK, "it answered \(plugin.host.explained(compared)) to its own template.",
      place: "matcher.compare")
    return GivenUpTemplate(maker: "matcher", memory: memory, count: buffer.length)
  }
}
