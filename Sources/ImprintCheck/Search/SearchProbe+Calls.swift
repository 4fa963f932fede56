// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The results of prepare; whatever it did not write is unchanged.
struct PreparedRoom: RoomAnswer {
  let answer: CallAnswer
  /// The room for entries.
  let buffer: LentBuffer
  private let statusRoom: GuardedMemory
  private let entryBytes: Int

  /// The initial value of each status.
  static let unset: Int32 = 0x7EEE_EEEE

  fileprivate init(
    _ answer: CallAnswer, _ buffer: LentBuffer, statuses: GuardedMemory, entryBytes: Int
  ) {
    (self.answer, self.buffer, statusRoom, self.entryBytes) = (answer, buffer, statuses, entryBytes)
  }

  var length: Int { buffer.length }
  var statuses: [Int32] { statusRoom.values() }
  /// Whether entries and statuses are unchanged, apart from the length.
  var isRoomUntouched: Bool { buffer.isRoomUntouched && statuses.allSatisfy { $0 == Self.unset } }
  var isUntouched: Bool { isRoomUntouched && buffer.isUntouched }

  func entry(_ index: Int) -> [UInt8] {
    Array(buffer.room.bytes[index * entryBytes..<(index + 1) * entryBytes])
  }

  /// From now on none of it is accessible, for this object's lifetime.
  func forbid() {
    buffer.forbid()
    statusRoom.forbid()
  }
}

/// The results of a search.
struct FoundHits: LentAnswer {
  let answer: CallAnswer
  let hits: [imp_search_hit]
  let isUntouched: Bool
  /// The memory that it borrowed, except the probe.
  fileprivate let lent: [GuardedMemory]

  /// From now on none of it is accessible, for this object's lifetime.
  func forbid() { for memory in lent { memory.forbid() } }
}

extension SearchProbe {
  // MARK: Preparing

  /// - Parameter lent: Its capacity, where there is none: of as many entries as the gallery has templates.
  func prepare(
    _ gallery: MatcherProbe.Gallery, _ lent: LentRoom = LentRoom()
  ) throws -> PreparedRoom {
    // A false count gets room for what there is.
    let count = Int(min(gallery.count, 1 << 11))
    let buffer = try LentBuffer(
      capacity: lent.capacity ?? count * block.entryBytes, filling: lent.filling, side: lent.side)
    let statuses = try GuardedMemory(copiesOf: [Int32](repeating: PreparedRoom.unset, count: count))
    let status = try matcher.lend(gallery) {
      table.prepare(object, $0, buffer.pointer, count > 0 ? statuses.mutablePointer() : nil)
    }
    let answer = CallAnswer(status, plugin.host)
    try buffer.expectWithin(status, Self.place("prepare"))
    try expect(
      status != IMP_OK || buffer.length == count * block.entryBytes,
      "it returned success, but a length of \(buffer.length) bytes for \(count) entries of "
        + "\(block.entryBytes) (R-01).", place: Self.place("prepare"))
    return PreparedRoom(answer, buffer, statuses: statuses, entryBytes: block.entryBytes)
  }

  /// The entries of templates that it must accept.
  func entries(_ templates: [[UInt8]]) throws -> [[UInt8]] {
    let made = try prepare(matcher.gallery(templates))
    try expectSuccess(made.answer, Self.place("prepare"), "for \(templates.count) of its own templates")
    for (index, status) in made.statuses.enumerated() where status != IMP_OK {
      throw CheckFailure(
        "for its own template \(index) of \(templates.count) it returned \(StatusName.of(status)).",
        place: Self.place("prepare"))
    }
    return templates.indices.map(made.entry)
  }

  /// Puts the entries of templates into the block, from the first on, live.
  func fill(_ templates: [[UInt8]], group: (Int) -> UInt32 = { UInt32($0) }) throws {
    block.fill(try entries(templates), group: group)
  }

  // MARK: Searching

  /// Searches for a template.
  /// - Parameters:
  ///   - used: `nil`: the number of filled entries.
  ///   - room: The maximum number of hits.
  ///   - change: The fault to put into the structs.
  func search(
    _ template: some LentTemplate, used: Int? = nil, least: Float = -.infinity, room: Int = 64,
    version: UInt32? = nil, side: GuardedMemory.Side = .end,
    change: (inout imp_search_query, inout imp_search_result) -> Void = { _, _ in }
  ) throws -> FoundHits {
    var wanted = imp_search_query(
      size: structSize(imp_search_query.self), probe_version: version ?? matcher.version,
      used: UInt32(used ?? block.used), least: least)
    let stride = MemoryLayout<imp_search_hit>.stride
    let hits = try GuardedMemory(
      [UInt8](repeating: 0xC7, count: room * stride), side: side,
      alignment: MemoryLayout<imp_search_hit>.alignment)
    var empty = imp_search_result(
      size: structSize(imp_search_result.self), capacity: UInt32(room), count: 0x7EEE_EEEE, reserved: 0,
      hits: hits.mutablePointer())
    change(&wanted, &empty)
    let query = try GuardedMemory(copyOf: wanted)
    query.makeReadOnly()
    let result = try GuardedMemory(copyOf: empty, side: side)
    let before = result.content
    let probe = try template.guarded()
    let status = table.search(object, probe.lent, query.pointer(), result.mutablePointer())
    let answer = CallAnswer(status, plugin.host)
    let after = result.content
    let said = result.pointer(as: imp_search_result.self).pointee
    let lent = [hits, query, result]
    guard status == IMP_OK else {
      return FoundHits(
        answer: answer, hits: [], isUntouched: after == before && (room == 0 || hits.isFull(of: 0xC7)),
        lent: lent)
    }
    try expect(
      said.count <= UInt32(room),
      "it returned success, but \(said.count) hits where the result holds \(room) (R-40).",
      place: Self.place("search"))
    try expect(
      said.size == empty.size, "it changed the result's size field to \(said.size) (R-20).",
      place: Self.place("search"))
    return FoundHits(
      answer: answer, hits: Array(hits.values(of: imp_search_hit.self).prefix(Int(said.count))),
      isUntouched: false, lent: lent)
  }

  /// The hits for a template that it must accept.
  func hits(
    _ template: [UInt8], used: Int? = nil, least: Float = -.infinity, room: Int = 64, _ what: String
  ) throws -> [imp_search_hit] {
    let found = try search(template, used: used, least: least, room: room)
    try expectSuccess(found.answer, Self.place("search"), what)
    return found.hits
  }
}
