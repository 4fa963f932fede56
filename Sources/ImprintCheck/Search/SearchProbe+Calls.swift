// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What prepare made; what was not touched is as it was lent.
struct PreparedRoom {
  let answer: CallAnswer
  /// Of the buffer, after the call.
  let length: Int
  let statuses: [Int32]
  /// The lent room, all of it.
  let room: GuardedMemory
  fileprivate let filling: UInt8
  fileprivate let entryBytes: Int

  /// What `length` and each status said before the call.
  static let unset: Int32 = 0x7EEE_EEEE

  /// Whether entries and statuses are as they were.
  var isUntouched: Bool { room.isFull(of: filling) && statuses.allSatisfy { $0 == Self.unset } }
  /// Whether nothing at all was written to.
  var isAsLent: Bool { isUntouched && length == Int(Self.unset) }

  func entry(_ index: Int) -> [UInt8] {
    Array(room.bytes[index * entryBytes..<(index + 1) * entryBytes])
  }
}

/// What a search found.
struct FoundHits {
  let answer: CallAnswer
  let hits: [imp_search_hit]
  /// Whether the result and the room for hits are as they were lent.
  let isUntouched: Bool
}

extension SearchProbe {
  // MARK: Preparing

  /// - Parameter lent: Its capacity, where there is none: of as many entries as the gallery has templates.
  func prepare(
    _ gallery: MatcherProbe.Gallery, _ lent: LentRoom = LentRoom()
  ) throws -> PreparedRoom {
    // A count that is a lie gets room for what there is.
    let count = Int(min(gallery.count, 1 << 11))
    let capacity = lent.capacity ?? count * block.entryBytes
    let room = try GuardedMemory([UInt8](repeating: lent.filling, count: capacity), side: lent.side)
    let statuses = try GuardedMemory(copiesOf: [Int32](repeating: PreparedRoom.unset, count: count))
    let buffer = try GuardedMemory(
      copyOf: imp_buffer(
        data: room.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), capacity: capacity,
        length: Int(PreparedRoom.unset)), side: lent.side)
    let status = try matcher.lend(gallery) {
      table.prepare(object, $0, buffer.mutablePointer(), count > 0 ? statuses.mutablePointer() : nil)
    }
    let answer = CallAnswer(status, plugin.host)
    let length = buffer.pointer(as: imp_buffer.self).pointee.length
    if status == IMP_OK, length != count * block.entryBytes || length > capacity {
      throw CheckFailure(
        "it answered success, and a length of \(UInt(bitPattern: length)) bytes for \(count) entries of "
          + "\(block.entryBytes) (R-01).", place: Self.place("prepare"))
    }
    return PreparedRoom(
      answer: answer, length: length, statuses: statuses.values(), room: room, filling: lent.filling,
      entryBytes: block.entryBytes)
  }

  /// The entries of templates that it must be able to read.
  func entries(_ templates: [[UInt8]]) throws -> [[UInt8]] {
    let made = try prepare(matcher.gallery(templates))
    try expectSuccess(made.answer, Self.place("prepare"), "for \(templates.count) of its own templates")
    for (index, status) in made.statuses.enumerated() where status != IMP_OK {
      throw CheckFailure(
        "for its own template \(index) of \(templates.count) it answered \(StatusName.of(status)).",
        place: Self.place("prepare"))
    }
    return templates.indices.map(made.entry)
  }

  /// Has the entries of templates, from the first on, live in the block.
  func fill(_ templates: [[UInt8]], group: (Int) -> UInt32 = { UInt32($0) }) throws {
    block.fill(try entries(templates), group: group)
  }

  // MARK: Searching

  /// Searches for a template that lies before a forbidden page, read-only.
  /// - Parameters:
  ///   - used: `nil`: what the block was filled with.
  ///   - room: How many hits there is room for.
  ///   - change: What is to be wrong about the structs.
  func search(
    _ template: GuardedMemory, used: Int? = nil, least: Float = -.infinity, room: Int = 64,
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
    let status = table.search(object, template.lent, query.pointer(), result.mutablePointer())
    let answer = CallAnswer(status, plugin.host)
    let after = result.content
    let said = result.pointer(as: imp_search_result.self).pointee
    guard status == IMP_OK else {
      return FoundHits(
        answer: answer, hits: [], isUntouched: after == before && (room == 0 || hits.isFull(of: 0xC7)))
    }
    try expect(
      said.count <= UInt32(room),
      "it answered success, and found \(said.count) where there is room for \(room) (R-40).",
      place: Self.place("search"))
    try expect(
      said.size == empty.size, "it changed the result's size field to \(said.size) (R-20).",
      place: Self.place("search"))
    return FoundHits(
      answer: answer, hits: Array(hits.values(of: imp_search_hit.self).prefix(Int(said.count))),
      isUntouched: false)
  }

  func search(
    _ template: [UInt8], used: Int? = nil, least: Float = -.infinity, room: Int = 64,
    version: UInt32? = nil, side: GuardedMemory.Side = .end,
    change: (inout imp_search_query, inout imp_search_result) -> Void = { _, _ in }
  ) throws -> FoundHits {
    try search(
      matcher.readOnly(template), used: used, least: least, room: room, version: version, side: side,
      change: change)
  }

  /// What it finds for a template that it must be able to read.
  func hits(
    _ template: [UInt8], used: Int? = nil, least: Float = -.infinity, room: Int = 64, _ what: String
  ) throws -> [imp_search_hit] {
    let found = try search(template, used: used, least: least, room: room)
    try expectSuccess(found.answer, Self.place("search"), what)
    return found.hits
  }
}
