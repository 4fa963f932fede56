// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
private import Synchronization

/// One block of memory that is searched, and the plugin's search object for it.
///
/// `@unchecked Sendable`: entries and groups are written by one thread at a time, before their bits are set;
/// the bits are atomic.
final class SearchBlock: @unchecked Sendable {
  /// The lengths of the first block's entries and of the longest block's: searching the latter takes about
  /// two milliseconds, of which the call's overhead is a small part, threads share them evenly, and a cancel
  /// waits for one. Pages not written to are not allocated.
  static let entriesBytes = 1 << 20...64 << 20
  private static let mostEntries = 1_048_576

  let capacity: Int
  private let form: SearchForm
  /// Retains the memory too.
  private let search: PluginObject<imp_matcher_search_ability>
  private let entries: UnsafeMutableRawPointer
  private let groups: UnsafeMutablePointer<UInt32>
  private let living: UnsafeMutablePointer<Atomic<UInt64>>

  /// The number of entries that a block of a form holds in `bytes`: a multiple of 64.
  static func capacity(of form: SearchForm, in bytes: Int) -> Int {
    min(max(bytes / form.entryBytes / 64 * 64, 64), mostEntries)
  }

  /// - Throws: ``PluginCallError`` `memory`, and the plugin's errors.
  init(
    _ plugin: OpenPlugin, _ form: SearchForm, capacity: Int, threads: UInt32
  ) throws(PluginCallError) {
    let function = "matcher-search.create"
    let groupsAt = capacity * form.entryBytes
    let livingAt = groupsAt + capacity * MemoryLayout<UInt32>.size
    let memory: SearchMemory
    do throws(SearchMemoryError) {
      memory = try SearchMemory(length: livingAt + capacity / 8)
    } catch {
      throw PluginCallError(
        code: .memory, status: IMP_E_MEMORY, place: "\(plugin.id): \(function)",
        reason: "memory for the search cannot be allocated: \(error.sentence).",
        remedy: "Raise this program's limits of memory and of open files: each block uses one file.")
    }
    guard let base = memory.bytes.baseAddress else { preconditionFailure("It is longer than nothing.") }
    var options = imp_search_options(
      size: UInt32(MemoryLayout<imp_search_options>.size), threads: threads, form: imp_text())
    var block = imp_search_block(
      size: UInt32(MemoryLayout<imp_search_block>.size), capacity: UInt32(capacity), entries: 0,
      groups: UInt64(groupsAt), living: UInt64(livingAt),
      memory: imp_bytes(data: base.assumingMemoryBound(to: UInt8.self), length: memory.bytes.count))
    search = try form.name.lend { name in
      options.form = name
      return Result { () throws(PluginCallError) in
        try PluginObject(
          of: plugin, imp_matcher_search_ability.self, function: function, destroy: \.destroy, lending: memory
        ) { $0.pointee.create($1, &options, &block, $2) }
      }
    }.get()
    self.capacity = capacity
    self.form = form
    entries = base
    groups = (base + groupsAt).bindMemory(to: UInt32.self, capacity: capacity)
    living = (base + livingAt).bindMemory(to: Atomic<UInt64>.self, capacity: capacity / 64)
  }

  // MARK: Entries

  /// Writes an entry that no search reads yet.
  func write(_ entry: Int, _ bytes: UnsafeRawBufferPointer, group: UInt32) {
    UnsafeMutableRawBufferPointer(start: entries + entry * form.entryBytes, count: form.entryBytes)
      .copyMemory(from: bytes)
    groups[entry] = group
  }

  /// Makes an entry visible to searches.
  func set(_ entry: Int) {
    living[entry / 64].bitwiseOr(1 << UInt64(entry % 64), ordering: .releasing)
  }

  /// Removes an entry: later searches do not find it. Its bytes stay until ``wipe(_:)``.
  func clear(_ entry: Int) {
    living[entry / 64].bitwiseAnd(~(1 << UInt64(entry % 64)), ordering: .releasing)
  }

  /// Overwrites a removed entry that no search reads any more.
  func wipe(_ entry: Int) {
    UnsafeMutableRawBufferPointer(start: entries + entry * form.entryBytes, count: form.entryBytes)
      .initializeMemory(as: UInt8.self, repeating: 0)
    groups[entry] = 0
  }

  // MARK: Calls to the plugin

  /// Marks the plugin's search as broken, and returns the error that says why.
  func misbehaved(_ function: String, _ what: String) -> PluginCallError { search.misbehaved(function, what) }

  /// Prepares entries from templates: their concatenated bytes, and for each whether it could be read.
  func prepare(_ templates: GalleryBuffer, fixed: Int?) throws(PluginCallError) -> PreparedEntries {
    let function = "matcher-search.prepare"
    var bytes = [UInt8](repeating: 0, count: templates.count * form.entryBytes)
    var statuses = [Int32](repeating: IMP_E_INTERNAL, count: templates.count)
    var length = 0
    try search.callFromAnyThread(function) {
      templates.lend(fixed: fixed) { lent in
        bytes.withUnsafeMutableBufferPointer { room in
          statuses.withUnsafeMutableBufferPointer { statuses in
            var buffer = imp_buffer(data: room.baseAddress, capacity: room.count, length: 0)
            defer { length = buffer.length }
            return search.table.pointee.prepare(search.object, lent, &buffer, statuses.baseAddress)
          }
        }
      }
    }
    guard length == bytes.count else {
      throw search.misbehaved(
        function, "it prepared \(length) bytes from \(templates.count) templates, not \(bytes.count).")
    }
    let known = [IMP_OK, IMP_E_TEMPLATE_FORMAT, IMP_E_TEMPLATE_VERSION, IMP_E_TEMPLATE_DAMAGED]
    if let odd = statuses.first(where: { !known.contains($0) }) {
      throw search.misbehaved(function, "it returned the status \(odd) for a template.")
    }
    return PreparedEntries(bytes: bytes, isReadable: statuses.map { $0 == IMP_OK })
  }

  /// The best of the first `used` entries, one of each group.
  func search(
    _ probe: TemplatePayload, used: Int, most: Int, least: Float, within similarities: ClosedRange<Float>
  ) throws(PluginCallError) -> [SearchHit] {
    let function = "matcher-search.search"
    var query = imp_search_query(
      size: UInt32(MemoryLayout<imp_search_query>.size), probe_version: probe.version, used: UInt32(used),
      least: least)
    var hits = [imp_search_hit](repeating: imp_search_hit(), count: most)
    var count = 0
    try search.callFromAnyThread(function) {
      probe.bytes.lend { probe in
        hits.withUnsafeMutableBufferPointer { room in
          guard let start = room.baseAddress else { return IMP_E_ARGUMENT }
          var result = imp_search_result(
            size: UInt32(MemoryLayout<imp_search_result>.size), capacity: UInt32(room.count), count: 0,
            reserved: 0, hits: start)
          defer { count = Int(result.count) }
          return search.table.pointee.search(search.object, probe, &query, &result)
        }
      }
    }
    guard count <= most else {
      throw search.misbehaved(function, "it reports \(count) hits, but the capacity is \(most).")
    }
    var found: [SearchHit] = []
    found.reserveCapacity(count)
    var last = Float.infinity
    var seen: Set<UInt32> = []
    for hit in hits[..<count] {
      guard hit.entry < UInt32(used), similarities.contains(hit.similarity), hit.similarity >= least,
        hit.similarity <= last, groups[Int(hit.entry)] == hit.group, hit.reserved == 0,
        seen.insert(hit.group).inserted
      else {
        throw search.misbehaved(
          function,
          "entry \(hit.entry) of group \(hit.group) with similarity \(hit.similarity) is not a valid hit.")
      }
      last = hit.similarity
      found.append(SearchHit(entry: Int(hit.entry), group: hit.group, similarity: hit.similarity))
    }
    return found
  }
}

/// The result of preparing templates.
struct PreparedEntries {
  let bytes: [UInt8]
  let isReadable: [Bool]
}

/// One entry of one block.
struct SearchHit {
  let entry: Int
  let group: UInt32
  let similarity: Float
}
