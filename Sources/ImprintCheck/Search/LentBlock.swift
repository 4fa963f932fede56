// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime
internal import Synchronization

/// Memory that is searched: entries, their groups, and the bits of the live ones.
///
/// In the process, guard pages lie beside it, and it is read-only except where a check writes. For a worker
/// it is allocated by the runtime: nothing else can be lent to one, which may not write to it either.
final class LentBlock: @unchecked Sendable {
  // Sendable: the addresses never change; the bits are atomic, and the check synchronizes the rest.
  enum Part: CaseIterable {
    case living, groups, entries
  }

  private enum Memory {
    case guarded(GuardedMemory)
    case shared(SearchMemory)
  }

  let capacity: Int
  let entryBytes: Int
  /// How many entries are filled, from the first on.
  private(set) var used = 0
  private let memory: Memory
  private var starts: [Part: Int] = [:]
  private var isOpen = false

  /// - Parameters:
  ///   - capacity: A multiple of 64; with one of 512 the live bits end exactly with the memory where they are
  ///     last.
  ///   - last: The part before the guard page.
  init(
    capacity: Int, _ form: imp_search_form, _ isolation: Isolation, last: Part = .entries
  ) throws {
    let entryBytes = Int(form.entry_bytes)
    (self.capacity, self.entryBytes) = (capacity, entryBytes)
    // Other faults of a form are for another check.
    try expect(
      (1...65_536).contains(entryBytes), "it lists entries of \(entryBytes) bytes.",
      place: "matcher-search.forms")
    let sizes: [Part: Int] = [.entries: capacity * entryBytes, .groups: capacity * 4, .living: capacity / 8]
    var end = 0
    for part in Part.allCases where part != last {
      starts[part] = end
      end = (end + (sizes[part] ?? 0) + 63) / 64 * 64
    }
    let size = sizes[last] ?? 0
    let length = (end + size + 4095) / 4096 * 4096
    starts[last] = (length - size) / 64 * 64
    if isolation == .inProcess {
      let guarded = try GuardedMemory(count: length, side: .start)
      guarded.makeReadOnly()
      memory = .guarded(guarded)
    } else {
      do throws(SearchMemoryError) { memory = .shared(try SearchMemory(length: length)) } catch {
        throw CheckSkip("there is no memory for the block: \(error.sentence).")
      }
    }
  }

  /// As passed to a call.
  var raw: imp_search_block {
    imp_search_block(
      size: structSize(imp_search_block.self), capacity: UInt32(capacity), entries: UInt64(start(.entries)),
      groups: UInt64(start(.groups)), living: UInt64(start(.living)),
      memory: imp_bytes(
        data: bytes.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) },
        length: bytes.count))
  }

  /// All of it.
  var content: [UInt8] { Array(bytes) }

  private var bytes: UnsafeMutableRawBufferPointer {
    switch memory {
    case .guarded(let guarded): guarded.bytes
    case .shared(let shared): shared.bytes
    }
  }

  private func start(_ part: Part) -> Int { starts[part] ?? 0 }

  private func address(_ part: Part) -> UnsafeMutableRawPointer {
    guard let base = bytes.baseAddress else { preconditionFailure("Mapped memory has an address.") }
    return base + start(part)
  }

  // MARK: Whether it can be written to

  /// From now on it is writable, also by the plugin.
  func open() {
    isOpen = true
    if case .guarded(let memory) = memory { memory.makeWritable() }
  }

  /// From now on writing to it raises a signal.
  func close() {
    isOpen = false
    if case .guarded(let memory) = memory { memory.makeReadOnly() }
  }

  /// From now on reading it in the process raises a signal too.
  func forbid() {
    if case .guarded(let memory) = memory { memory.forbid() }
  }

  private func write(_ body: () -> Void) {
    guard !isOpen else { return body() }
    open()
    body()
    close()
  }

  // MARK: What lies there

  /// Writes live entries at the beginning.
  /// - Parameter group: The group of each; a unique one where none is given.
  func fill(_ entries: [[UInt8]], group: (Int) -> UInt32 = { UInt32($0) }) {
    write {
      for (index, entry) in entries.enumerated() { set(index, to: entry, group: group(index)) }
    }
    used = entries.count
  }

  /// Writes an entry and its group, then sets its live bit.
  func set(_ entry: Int, to bytes: some Collection<UInt8>, group: UInt32) {
    write {
      lay(entry, bytes, group)
      word(entry).pointee.bitwiseOr(1 << UInt64(entry % 64), ordering: .releasing)
    }
  }

  /// Writes content that no search may use.
  func waste(_ entry: Int, _ bytes: [UInt8], group: UInt32) { write { lay(entry, bytes, group) } }

  /// Sets or clears the bits of all entries, and writes nothing else.
  func live(_ isLiving: (Int) -> Bool) {
    write {
      for entry in 0..<capacity {
        let bit: UInt64 = 1 << UInt64(entry % 64)
        if isLiving(entry) {
          word(entry).pointee.bitwiseOr(bit, ordering: .releasing)
        } else {
          word(entry).pointee.bitwiseAnd(~bit, ordering: .releasing)
        }
      }
    }
  }

  /// Removes an entry. Thread-safe, while it is writable.
  func clear(_ entry: Int) {
    write { word(entry).pointee.bitwiseAnd(~(1 << UInt64(entry % 64)), ordering: .releasing) }
  }

  private func lay(_ entry: Int, _ bytes: some Collection<UInt8>, _ group: UInt32) {
    UnsafeMutableRawBufferPointer(start: address(.entries) + entry * entryBytes, count: entryBytes)
      .copyBytes(from: bytes)
    (address(.groups) + entry * 4).storeBytes(of: group, as: UInt32.self)
  }

  private func word(_ entry: Int) -> UnsafePointer<Atomic<UInt64>> {
    UnsafePointer((address(.living) + entry / 64 * 8).assumingMemoryBound(to: Atomic<UInt64>.self))
  }
}
