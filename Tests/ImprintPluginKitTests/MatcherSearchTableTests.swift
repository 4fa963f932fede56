// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

/// Searches bytes: an entry begins with the template's. Templates of 255 cannot be read.
private struct SearchingPlugin: MatcherSearchPlugin {
  static let identity = PluginIdentity(id: "org.example.searching", version: "1.0.0", vendor: "Example")

  static let format = MatcherFormat(
    name: "org.example.brightness", modality: .face, reads: 1...2, templates: .exactly(bytes: 1),
    isSymmetric: true, similarities: 0...1)

  let searchForms = [
    SearchForm(name: "org.example.bytes", of: format, entryBytes: 16, isExact: true),
    SearchForm(name: "org.example.near", of: format, entryBytes: 65_536, isExact: false),
    SearchForm(name: "org.example.askew", of: format, entryBytes: 24, isExact: true),
  ]

  init(host: Host) {}

  func makeSearcher(_ options: SearchOptions) -> any TemplateSearcher {
    ByteSearcher(length: options.form.entryBytes)
  }
}

private struct ByteSearcher: TemplateSearcher {
  let length: Int

  func probe(_ template: TemplateView) throws(PluginFailure) -> UInt8 {
    let value = template.bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
    guard value != 255 else { throw PluginFailure(.templateDamaged, "255 is no brightness.") }
    return value
  }

  func prepare(_ template: TemplateView, into entry: inout MutableRawSpan) throws(PluginFailure) {
    // What is written before it is refused must not stay.
    entry.storeBytes(of: 7, toByteOffset: 1, as: UInt8.self)
    entry.storeBytes(of: try probe(template), toByteOffset: 0, as: UInt8.self)
  }

  func compare(_ probe: UInt8, with entries: RawSpan, into similarities: inout MutableSpan<Float>) {
    for index in similarities.indices {
      let value = entries.unsafeLoad(fromByteOffset: index * length, as: UInt8.self)
      similarities[index] = value == 254 ? .nan : 1 - abs(Float(probe) - Float(value)) / 255
    }
  }
}

/// A block with room for 128 entries of 16 bytes.
private final class Block {
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 4096)
  var raw: imp_search_block

  init() {
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    raw = imp_search_block(
      size: structSize(imp_search_block.self), capacity: 128, entries: 0, groups: 2048, living: 2560,
      memory: imp_bytes(
        data: UnsafeRawPointer(memory.baseAddress)?.assumingMemoryBound(to: UInt8.self), length: memory.count)
    )
  }

  deinit { memory.deallocate() }

  func set(_ entry: Int, _ value: UInt8, group: UInt32) {
    memory[entry * 16] = value
    memory.storeBytes(of: group, toByteOffset: 2048 + entry * 4, as: UInt32.self)
    memory[2560 + entry / 8] |= 1 << UInt8(entry % 8)
  }

  func clear(_ entry: Int) { memory[2560 + entry / 8] &= ~(1 << UInt8(entry % 8)) }
}

struct MatcherSearchTableTests {
  private let opened: OpenedEntry
  private let table: imp_matcher_search_ability
  private let block = Block()

  init() throws {
    opened = try OpenedEntry(PluginExport(SearchingPlugin.self, provides: [.matcherSearch]).entry)
    table = try opened.table(IMP_MATCHER_SEARCH_ID)
  }

  private func create(
    _ form: String = "org.example.bytes", threads: UInt32 = 1, optionsSize: UInt32? = nil,
    change: (inout imp_search_block) -> Void = { _ in }
  ) -> (status: imp_status, search: OpaquePointer?) {
    var raw = block.raw
    change(&raw)
    var made: OpaquePointer?
    let status = withBytes(Array(form.utf8)) { name in
      var options = imp_search_options(
        size: optionsSize ?? structSize(imp_search_options.self), threads: threads,
        form: imp_text(
          data: name.data.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) },
          length: name.length))
      return table.create(opened.plugin, &options, &raw, &made)
    }
    return (status, made)
  }

  private func search() throws -> OpaquePointer { try #require(create().search) }

  /// What is found: entry, group and similarity of each hit.
  private func find(
    _ search: OpaquePointer, _ probe: [UInt8] = [100], version: UInt32 = 1, used: UInt32 = 128,
    most: UInt32 = 10, least: Float = -.infinity
  ) -> (status: imp_status, hits: [imp_search_hit]) {
    var hits = [imp_search_hit](repeating: imp_search_hit(), count: Int(max(most, 1)))
    var query = imp_search_query(
      size: structSize(imp_search_query.self), probe_version: version, used: used, least: least)
    let (status, count) = hits.withUnsafeMutableBufferPointer { room in
      guard let start = room.baseAddress else { return (IMP_E_MEMORY, UInt32(0)) }
      var result = imp_search_result(
        size: structSize(imp_search_result.self), capacity: most, count: 77, reserved: 0, hits: start)
      let status = withBytes(probe) { table.search(search, $0, &query, &result) }
      return (status, result.count)
    }
    #expect(status == IMP_OK || count == 77, "a failure leaves the count")
    return (status, status == IMP_OK ? Array(hits.prefix(Int(count))) : [])
  }

  // MARK: Forms

  @Test func formsAreListedAndOneThatIsMisstatedIsADefect() {
    var forms = room(imp_search_form(), \.size, 4)
    var count = 4
    #expect(table.forms(opened.plugin, &forms, &count) == IMP_E_INTERNAL)
    #expect(count == 4 && forms.allSatisfy { text($0.name).isEmpty })
    #expect(opened.host.last?.words.contains("entries of 24 bytes") == true)
  }

  @Test func optionsAndBlocksThatCannotBeAreRefused() {
    #expect(create("org.example.none").status == IMP_E_UNSUPPORTED)
    #expect(create("").status == IMP_E_ARGUMENT)
    #expect(create(threads: 0).status == IMP_E_ARGUMENT)
    #expect(create(optionsSize: 8).status == IMP_E_ABI)
    #expect(create("org.example.askew").status == IMP_E_INTERNAL)
    #expect(create { $0.size += 8 }.status == IMP_E_ABI)
    let changes: [(inout imp_search_block) -> Void] = [
      { $0.capacity = 0 }, { $0.capacity = 100 }, { $0.capacity = 1_048_640 }, { $0.entries = 32 },
      { $0.entries = 2112 }, { $0.groups = 3648 }, { $0.living = 4096 }, { $0.living = .max },
      { $0.capacity = 512 }, { $0.memory = imp_bytes(data: nil, length: 0) },
      { $0.memory = imp_bytes(data: nil, length: 4096) }, { $0.memory.length = -1 },
      { $0.memory = imp_bytes(data: $0.memory.data.map { $0 + 64 }, length: 4032) },
    ]
    for (index, change) in changes.enumerated() {
      let (status, search) = create(change: change)
      #expect(status == IMP_E_ARGUMENT && search == nil, "change \(index)")
    }
  }

  // MARK: Preparing

  @Test func entriesAreMadeAndOneThatCannotBeIsZero() throws {
    let search = try search()
    defer { table.destroy(search) }
    for (version, expected) in [(UInt32(2), [0, IMP_E_TEMPLATE_DAMAGED, 0]), (3, [IMP_E_TEMPLATE_VERSION])] {
      var statuses = [Int32](repeating: -1, count: 3)
      var room = [UInt8](repeating: 0xee, count: 48)
      let status = room.withUnsafeMutableBufferPointer { room in
        var buffer = imp_buffer(data: room.baseAddress, capacity: 48, length: 0)
        let status = TestGallery([10, 255, 20], count: 3, version: version).lend {
          table.prepare(search, $0, &buffer, &statuses)
        }
        #expect(buffer.length == 48)
        return status
      }
      #expect(status == IMP_OK)
      #expect(Array(statuses.prefix(expected.count)) == expected)
      let zero = [UInt8](repeating: 0, count: 16)
      let entry = { (value: UInt8) in version == 2 ? [value, 7] + zero[2...] : zero }
      #expect(room == entry(10) + zero + entry(20))
    }
  }

  @Test func tooLittleRoomAndTooManyAreRefused() throws {
    let search = try search()
    defer { table.destroy(search) }
    func prepare(_ count: Int, capacity: Int, hasStatuses: Bool = true) -> (imp_status, Int) {
      var statuses = [Int32](repeating: -1, count: count + 1)
      var room = [UInt8](repeating: 0xee, count: capacity + 1)
      return room.withUnsafeMutableBufferPointer { room in
        var buffer = imp_buffer(data: room.baseAddress, capacity: capacity, length: 5)
        let gallery = TestGallery([UInt8](repeating: 1, count: count), count: UInt64(count))
        let status = gallery.lend { lent in
          statuses.withUnsafeMutableBufferPointer {
            table.prepare(search, lent, &buffer, hasStatuses ? $0.baseAddress : nil)
          }
        }
        return (status, buffer.length)
      }
    }
    #expect(prepare(3, capacity: 47) == (IMP_RETRY_SHORT_BUFFER, 48))
    #expect(prepare(3, capacity: 48, hasStatuses: false) == (IMP_E_ARGUMENT, 5))
    #expect(prepare(1025, capacity: 1 << 16) == (IMP_E_ARGUMENT, 5))
    #expect(prepare(1024, capacity: 1 << 14) == (IMP_OK, 1 << 14))
    #expect(prepare(0, capacity: 0, hasStatuses: false) == (IMP_OK, 0))
  }

  // MARK: Searching

  //
  @Test func theBestOfEachGroupComesFirst() throws {
    let values: [UInt8] = [90, 100, 80, 110, 100, 254, 100]
    for (entry, value) in values.enumerated() {
      block.set(entry, value, group: [5, 5, 6, 6, 7, 8, 5][entry])
    }
    block.set(127, 100, group: 9)
    let search = try search()
    defer { table.destroy(search) }
    let (status, hits) = find(search)
    #expect(status == IMP_OK)
    // Of equals the lower entry; what is no number is not found.
    #expect(hits.map(\.entry) == [1, 4, 127, 3])
    #expect(hits.map(\.group) == [5, 7, 9, 6])
    #expect(hits.map(\.similarity) == [1, 1, 1, 1 - Float(10) / 255])
    for most in 1...4 {
      #expect(find(search, most: UInt32(most)).hits.map(\.entry) == [1, 4, 127, 3].prefix(most).map { $0 })
    }
    #expect(find(search, used: 4).hits.map(\.entry) == [1, 3])
    #expect(find(search, used: 0).hits.isEmpty)
    #expect(find(search, least: 1).hits.map(\.entry) == [1, 4, 127])
    block.clear(1)
    #expect(find(search).hits.map(\.entry) == [4, 6, 127, 3])
  }

  @Test func groupThatIsPushedOutAndComesBackIsThereOnce() throws {
    for (entry, (value, group)) in [(90, 1), (95, 2), (96, 3), (97, 1), (98, 2), (99, 3)].enumerated() {
      block.set(entry, UInt8(value), group: UInt32(group))
    }
    let search = try search()
    defer { table.destroy(search) }
    #expect(find(search, most: 2).hits.map(\.group) == [3, 2])
    #expect(find(search, most: 3).hits.map(\.entry) == [5, 4, 3])
  }

  @Test func probesAndQueriesThatCannotBeAreRefused() throws {
    block.set(0, 1, group: 1)
    let search = try search()
    defer { table.destroy(search) }
    #expect(find(search, [255]).status == IMP_E_TEMPLATE_DAMAGED)
    #expect(find(search, [1, 2]).status == IMP_E_TEMPLATE_DAMAGED)
    #expect(find(search, version: 3).status == IMP_E_TEMPLATE_VERSION)
    #expect(find(search, used: 129).status == IMP_E_ARGUMENT)
    #expect(find(search, most: 0).status == IMP_E_ARGUMENT)
    #expect(find(search, most: 1025).status == IMP_E_ARGUMENT)
    #expect(find(search, least: .nan).status == IMP_E_ARGUMENT)
  }
}
