// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One matcher, called by its C table with guarded memory. Destroyed when released.
///
/// `compare` and `search` may be called from any thread, the rest from one at a time.
final class MatcherProbe: @unchecked Sendable {
  // Sendable: nothing changes after init; the contract says which calls overlap.
  let plugin: ProbePlugin
  let table: imp_matcher_ability
  let info: imp_matcher_info
  private let matcher: OpaquePointer
  let note: (String) -> Void

  /// - Parameter note: Gets what is about to be called, so that a crash says in which call it was.
  init(
    _ plugin: ProbePlugin, threads: UInt32 = 1, note: @escaping (String) -> Void = { _ in }
  ) throws {
    self.note = note
    table = try plugin.table(IMP_MATCHER_ID, as: imp_matcher_ability.self)
    info = table.describe(plugin.plugin).pointee
    self.plugin = plugin
    var made: OpaquePointer?
    var options = imp_matcher_options(size: structSize(imp_matcher_options.self), threads: threads)
    let status = table.create(plugin.plugin, &options, &made)
    try expectSuccess(CallAnswer(status, plugin.host), "matcher.create", "for \(threads) threads")
    guard let made else {
      throw CheckFailure("it answered success and gave no matcher.", place: "matcher.create")
    }
    matcher = made
  }

  deinit { table.destroy(matcher) }

  // MARK: Extracting

  /// What came out of one extraction; what was not touched is as it was lent.
  struct Extraction {
    let answer: CallAnswer
    /// The lent room, all of it.
    let room: [UInt8]
    /// What `length` said before the call, in case it was left.
    static let unset = 0x7EEE_EEEE
    let length: Int
    let extraction: imp_extraction

    /// The template; only with success.
    var payload: [UInt8] { Array(room.prefix(length)) }
  }

  /// What outputs hold before a call.
  static let canary: UInt8 = 0xC7

  /// Makes a template.
  /// - Parameters:
  ///   - capacity: Bytes to lend; `nil`: as many as `template_bytes_max` says.
  ///   - fill: What the room holds before.
  ///   - side: Where the room touches a forbidden page.
  func extract(
    _ lent: LentPicture, capacity: Int? = nil, fill: UInt8 = MatcherProbe.canary,
    side: GuardedMemory.Side = .end, changeExtraction: (inout imp_extraction) -> Void = { _ in }
  ) throws -> Extraction {
    let count = capacity ?? Int(info.template_bytes_max)
    let room = try GuardedMemory([UInt8](repeating: fill, count: count), side: side)
    let result = try GuardedMemory(copyOf: Self.emptyExtraction(changeExtraction), side: side)
    let buffer = try GuardedMemory(
      copyOf: imp_buffer(
        data: room.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), capacity: count,
        length: Extraction.unset), side: side)
    let status = table.extract(
      matcher, lent.image, lent.face, lent.landmarks, lent.landmarkCount,
      buffer.mutablePointer(), result.mutablePointer())
    let answer = CallAnswer(status, plugin.host)
    let length = buffer.pointer(as: imp_buffer.self).pointee.length
    if status == IMP_OK, length > count {
      throw CheckFailure(
        "it answered success, and a length of \(length) bytes for a buffer of \(count) (R-01).",
        place: "matcher.extract")
    }
    return Extraction(
      answer: answer, room: room.content, length: length,
      extraction: result.pointer(as: imp_extraction.self).pointee)
  }

  func extract(_ picture: CheckPicture) throws -> Extraction {
    let lent = try LentPicture(picture)
    defer { withExtendedLifetime(lent) {} }
    return try extract(lent)
  }

  /// The template of a picture that it must be able to read.
  func template(of picture: CheckPicture) throws -> [UInt8] {
    let extraction = try extract(picture)
    if extraction.answer.status == IMP_E_UNSUPPORTED {
      throw CheckSkip("it only compares: no template to look at.")
    }
    if imp_status(IMP_E_SAMPLE)..<400 ~= extraction.answer.status {
      throw CheckSkip(
        "it makes no template of a drawn face (\(extraction.answer.words)), so there is nothing to look at.")
    }
    try expectSuccess(extraction.answer, "matcher.extract", "for \(picture.words)")
    return extraction.payload
  }

  /// Templates of so many drawn people.
  func templates(_ count: Int) throws -> [[UInt8]] {
    try (0..<count).map { try template(of: CheckPicture.person($0)) }
  }

  private static func emptyExtraction(_ change: (inout imp_extraction) -> Void) -> imp_extraction {
    var extraction = imp_extraction()
    withUnsafeMutableBytes(of: &extraction) { _ = $0.initializeMemory(as: UInt8.self, repeating: canary) }
    extraction.size = structSize(imp_extraction.self)
    change(&extraction)
    return extraction
  }

  // MARK: Comparing

  /// What the place of a similarity holds before a call: no similarity of any matcher.
  static let unsetSimilarity = Float(bitPattern: 0x7FC0_BEEF)

  /// Compares two templates that lie before forbidden pages, read-only.
  func compare(
    _ probe: [UInt8], _ reference: [UInt8], versions: (UInt32, UInt32)? = nil
  ) throws -> (answer: CallAnswer, similarity: Float) {
    let (first, second) = (try readOnly(probe), try readOnly(reference))
    defer { withExtendedLifetime((first, second)) {} }
    return try compare(first, second, versions: versions)
  }

  func compare(
    _ probe: GuardedMemory, _ reference: GuardedMemory, versions: (UInt32, UInt32)? = nil
  ) throws -> (answer: CallAnswer, similarity: Float) {
    let (probeVersion, referenceVersion) = versions ?? (info.writes_version, info.writes_version)
    let place = try GuardedMemory(copyOf: Self.unsetSimilarity)
    let status = table.compare(
      matcher, lend(probe), probeVersion, lend(reference), referenceVersion, place.mutablePointer())
    return (CallAnswer(status, plugin.host), place.pointer(as: Float.self).pointee)
  }

  /// The similarity of two templates that it must be able to compare.
  func similarity(_ probe: [UInt8], _ reference: [UInt8], _ what: @autoclosure () -> String) throws -> Float {
    let (answer, similarity) = try compare(probe, reference)
    try expectSuccess(answer, "matcher.compare", what())
    return similarity
  }

  /// Templates in a row, as `compare_many` takes them.
  struct Gallery {
    var bytes: [UInt8] = []
    /// `nil`: all are `template_bytes_fixed` long.
    var offsets: [UInt64]?
    var count: UInt64 = 0
    var version: UInt32
    var size = structSize(imp_gallery.self)
  }

  /// - Parameter withOffsets: `nil`: only where lengths are not fixed, or differ here.
  func gallery(_ templates: [[UInt8]], withOffsets: Bool? = nil) -> Gallery {
    let fixed = Int(info.template_bytes_fixed)
    var gallery = Gallery(version: info.writes_version)
    gallery.bytes = templates.flatMap { $0 }
    gallery.count = UInt64(templates.count)
    if withOffsets ?? (fixed == 0 || templates.contains { $0.count != fixed }) {
      gallery.offsets = templates.reduce(into: [0]) { $0.append(($0.last ?? 0) + UInt64($1.count)) }
    }
    return gallery
  }

  func search(
    _ probe: [UInt8], _ gallery: Gallery, version: UInt32? = nil
  ) throws -> (answer: CallAnswer, similarities: [Float]) {
    let (probe, data) = (try readOnly(probe), try readOnly(gallery.bytes))
    let offsets = try gallery.offsets.map { try GuardedMemory(copiesOf: $0) }
    offsets?.makeReadOnly()
    let header = try GuardedMemory(
      copyOf: imp_gallery(
        size: gallery.size, version: gallery.version, count: gallery.count,
        data: gallery.bytes.isEmpty ? imp_bytes() : lend(data), offsets: offsets?.pointer()))
    header.makeReadOnly()
    // A count that is a lie gets room for what there is.
    let room = try GuardedMemory(
      copiesOf: [Float](repeating: Self.unsetSimilarity, count: Int(min(gallery.count, 1 << 20))))
    let status = table.compare_many(
      matcher, lend(probe), version ?? info.writes_version, header.pointer(), room.mutablePointer())
    defer { withExtendedLifetime((probe, data, offsets, header)) {} }
    return (CallAnswer(status, plugin.host), room.values())
  }

  private func readOnly(_ bytes: [UInt8]) throws -> GuardedMemory {
    let memory = try GuardedMemory(bytes)
    memory.makeReadOnly()
    return memory
  }

  private func lend(_ memory: GuardedMemory) -> imp_bytes {
    imp_bytes(
      data: memory.bytes.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) },
      length: memory.bytes.count)
  }
}
