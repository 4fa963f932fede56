// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// `imprint.matcher-search/1` through a bridge: the same as directly, over memory that is read where it lies.
@Suite struct MatcherSearchCallTests {
  private static func table(_ opened: OpenedEntry) throws -> imp_matcher_search_ability {
    try opened.table(IMP_MATCHER_SEARCH_ID)
  }

  /// Its entries and hits tell what they were made of.
  private static func plugin() -> TestPlugin {
    let plugin = TestPlugin()
    plugin.searches.onPrepare = { gallery, entries, statuses in
      entries.pointee.length = 48
      guard entries.pointee.capacity >= 48, let room = entries.pointee.data else {
        return IMP_RETRY_SHORT_BUFFER
      }
      let data = UnsafeBufferPointer(start: gallery.pointee.data.data, count: gallery.pointee.data.length)
      for index in 0..<48 { room[index] = UInt8(index) &+ data.reduce(0, &+) }
      for index in 0..<Int(gallery.pointee.count) { statuses?[index] = Int32(index) * 100 }
      return IMP_OK
    }
    plugin.searches.onSearch = { probe, query, result in
      guard probe.length == 3 else { return IMP_E_TEMPLATE_DAMAGED }
      result.pointee.count = min(result.pointee.capacity, query.pointee.used)
      for index in 0..<Int(result.pointee.count) {
        result.pointee.hits[index] = imp_search_hit(
          entry: UInt32(index), group: query.pointee.probe_version, similarity: query.pointee.least,
          reserved: 0)
      }
      return IMP_OK
    }
    return plugin
  }

  /// Searches: status, count, and the room with what is behind it.
  private static func search(
    _ table: imp_matcher_search_ability, _ search: OpaquePointer, probe: [UInt8] = [1, 2, 3],
    used: UInt32 = 2,
    capacity: UInt32 = 3, change: (inout imp_search_query, inout imp_search_result) -> Void = { _, _ in }
  ) -> [[UInt8]] {
    var hits = [imp_search_hit](
      repeating: imp_search_hit(entry: 9, group: 9, similarity: 9, reserved: 9), count: Int(capacity) + 1)
    var query = imp_search_query(
      size: structSize(imp_search_query.self), probe_version: 7, used: used, least: 0.25)
    let (status, count) = hits.withUnsafeMutableBufferPointer { room in
      guard let start = room.baseAddress else { return (IMP_E_MEMORY, UInt32(0)) }
      var result = imp_search_result(
        size: structSize(imp_search_result.self), capacity: capacity, count: 77, reserved: 0, hits: start)
      change(&query, &result)
      let status = withBytes(probe) { table.search(search, $0, &query, &result) }
      return (status, result.count)
    }
    return [bytes(status), bytes(count)] + hits.map { bytes($0) }
  }

  /// Prepares: status, length, room and statuses.
  private static func prepare(
    _ table: imp_matcher_search_ability, _ search: OpaquePointer, capacity: Int, count: UInt64 = 2
  ) -> [[UInt8]] {
    var room = [UInt8](repeating: 0xee, count: capacity + 8)
    var statuses = [Int32](repeating: -7, count: 3)
    let (status, length) = room.withUnsafeMutableBufferPointer { room in
      var buffer = imp_buffer(data: capacity == 0 ? nil : room.baseAddress, capacity: capacity, length: 3)
      let status = TestGallery([4, 5, 6, 7], count: count).lend {
        table.prepare(search, $0, &buffer, &statuses)
      }
      return (status, buffer.length)
    }
    return [bytes(status), bytes(length), room, statuses.flatMap { bytes($0) }]
  }

  @Test(arguments: [UInt32(0), 1, 2, 3, 5])
  func hitsAreTheSameBytes(_ used: UInt32) throws {
    let seen = try sameInBothWays(Self.plugin()) { opened in
      let table = try Self.table(opened)
      let search = try table.opened(opened)
      defer { table.destroy(search) }
      return Self.search(table, search, used: used) + Self.search(table, search, probe: [1])
    }
    #expect(seen[1] == bytes(min(used, 3)))
    #expect(seen[6] == bytes(IMP_E_TEMPLATE_DAMAGED) && seen[7] == bytes(UInt32(77)))
  }

  //
  @Test(arguments: [0, 1, 47, 48, 4096])
  func entriesAreTheSameBytes(_ capacity: Int) throws {
    let seen = try sameInBothWays(Self.plugin()) { opened in
      let table = try Self.table(opened)
      let search = try table.opened(opened)
      defer { table.destroy(search) }
      return Self.prepare(table, search, capacity: capacity)
    }
    #expect(seen[0] == bytes(capacity < 48 ? IMP_RETRY_SHORT_BUFFER : IMP_OK))
    #expect(seen[1] == bytes(48))
    #expect(seen[3] == (capacity < 48 ? [-7, -7, -7] : [0, 100, -7]).flatMap { bytes(Int32($0)) })
  }

  //
  @Test func theBlockIsLentWhereItLiesAndAgainWhereTheSearchIsMadeAgain() throws {
    let plugin = Self.plugin()
    let seen = Mutex<[[UInt8]]>([])
    plugin.searches.onCreate = { _, block in
      let lent = bytes(block)
      seen.withLock { $0.append(lent) }
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let table = try Self.table(bridged.opened)
    let search = try table.opened(bridged.opened)
    let before = Self.search(table, search)
    bridged.carrier.die()
    #expect(Self.search(table, search) == before)
    table.destroy(search)
    let blocks = seen.withLock { $0 }
    #expect(blocks.count == 2)
    #expect(blocks.allSatisfy { $0 == bytes(TestBlock.raw) })
  }

  @Test func memoryThatDidNotComeIsRefusedBeforeThePluginIsAsked() throws {
    var raw = RawCalls(CallExecutor(entry: Self.plugin().entry, host: TestExecutorHost()))
    let opened = raw.open()
    var block = TestBlock.raw
    #expect(raw.make(.searchCreate, opened, SearchCreateRequest(options: .test, block: block)) != 0)
    // Another length than came with it.
    block.memory.length += 1
    let answer = raw.call(.searchCreate, opened, SearchCreateRequest(options: .test, block: block))
    #expect(answer.status == IMP_E_ARGUMENT)
    #expect(RawCalls.words(answer.body).contains("8193 bytes are to be lent, but 8192 came"))
    // No room to map it.
    raw.memory = nil
    let without = raw.call(.searchCreate, opened, SearchCreateRequest(options: .test, block: block))
    #expect(without.status == IMP_E_MEMORY)
    #expect(RawCalls.words(without.body).contains("8193 bytes that it is lent could not be mapped"))
    // None is none.
    block.memory = imp_bytes(data: nil, length: 0)
    #expect(raw.make(.searchCreate, opened, SearchCreateRequest(options: .test, block: block)) != 0)
  }

  @Test func moreThanThereIsRoomForIsABreachAndNothingIsAskedAgain() throws {
    let plugin = Self.plugin()
    plugin.searches.onSearch = { _, _, result in
      result.pointee.count = result.pointee.capacity + 1
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let table = try Self.table(bridged.opened)
    let search = try table.opened(bridged.opened)
    defer { table.destroy(search) }
    for expected in [IMP_E_INTERNAL, IMP_E_STATE] {
      #expect(Self.search(table, search)[..<2] == [bytes(expected), bytes(UInt32(77))])
    }
    #expect(bridged.carrier.carried.filter { $0 == .searchSearch }.count == 1)
  }

  //
  @Test func wrongSizesAndTooManyAreRefusedBeforeAnythingIsCarried() throws {
    let bridged = try Bridged(Self.plugin())
    let table = try Self.table(bridged.opened)
    let search = try table.opened(bridged.opened)
    defer { table.destroy(search) }
    #expect(Self.search(table, search) { query, _ in query.size -= 1 }[0] == bytes(IMP_E_ABI))
    #expect(Self.search(table, search) { _, result in result.size += 1 }[0] == bytes(IMP_E_ABI))
    #expect(Self.prepare(table, search, capacity: 48, count: 1025)[0] == bytes(IMP_E_ARGUMENT))
    #expect(!bridged.carrier.carried.contains(.searchSearch))
    #expect(!bridged.carrier.carried.contains(.searchPrepare))
  }

  // What a redacted recording leaves out.
  @Test func probesTemplatesAndEntriesAreHidden() throws {
    let raw = RawCalls(CallExecutor(entry: Self.plugin().entry, host: TestExecutorHost()))
    let creation = SearchCreateRequest(options: .test, block: TestBlock.raw)
    let search = raw.make(.searchCreate, raw.open(), creation)
    let probe: [UInt8] = [1, 2, 3]
    let asked = withBytes(probe) { probe in
      raw.encoded(
        SearchSearchRequest(
          probe: probe,
          query: imp_search_query(
            size: structSize(imp_search_query.self), probe_version: 1, used: 2, least: 0),
          result: imp_search_result(
            size: structSize(imp_search_result.self), capacity: 2, count: 0, reserved: 0, hits: .present)))
    }
    #expect(HiddenBytes.ofRequest(.searchSearch, asked) == [HiddenBytes(kind: .bytes, bytes: probe)])
    let found = raw.execute(.searchSearch, search, asked)
    #expect(found.status == IMP_OK)
    // Who was found.
    #expect(HiddenBytes.ofReply(.searchSearch, found.body).map(\.kind) == [.numbers])
    let given = TestGallery([4, 5, 6, 7], count: 2).lend { gallery in
      raw.encoded(
        SearchPrepareRequest(
          gallery: gallery.pointee, entries: imp_buffer(data: .present, capacity: 48, length: 0),
          statuses: .present))
    }
    #expect(HiddenBytes.ofRequest(.searchPrepare, given) == [HiddenBytes(kind: .bytes, bytes: [4, 5, 6, 7])])
    let made = raw.execute(.searchPrepare, search, given)
    #expect(made.status == IMP_OK)
    let hidden = HiddenBytes.ofReply(.searchPrepare, made.body).flatMap(\.bytes)
    #expect(hidden.suffix(48) == made.body.suffix(48) && hidden.count >= 48)
  }
}
