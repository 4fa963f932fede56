// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import ImprintCalls
internal import ImprintManifest
internal import ImprintRuntime

/// Loading, the entry and the descriptor: before anything is opened.
extension LoadChecks {
  static let loads = ConformanceCheck(
    .load, "loads", "The dynamic loader loads it with all its dependencies, and finds its entry point.",
    isolations: [.inProcess]
  ) { subject, _ in
    _ = try subject.library()
  }

  static let describeInTime = ConformanceCheck(
    .load, "describe-in-time", "Entry and descriptor are returned within 100 ms.", rules: ["R-08"],
    isolations: [.inProcess]
  ) { subject, _ in
    let handle = try subject.load()
    let waited = WaitedTime.now()
    let start = ContinuousClock.now
    let library = try LoadedLibrary(handle, path: subject.found().libraryPath)
    _ = library.entry.pointee.describe(library.entry)
    // A busy machine is not the plugin's fault: time that the thread waited for a processor does not count.
    let taken = ContinuousClock.now - start - (WaitedTime.now() - waited)
    subject.note("entry and descriptor took \(taken)")
    try expect(taken <= .milliseconds(100), "it took \(taken.milliseconds) ms.", place: "describe")
  }

  static let startsNothing = ConformanceCheck(
    .load, "starts-nothing", "Loading, entry and descriptor start no thread and open no file or socket.",
    rules: ["R-08"], isolations: [.inProcess]
  ) { subject, _ in
    let path = try subject.found().libraryPath
    let before = try ProcessState.now()
    let library = try subject.library()
    _ = library.entry.pointee.describe(library.entry)
    // A thread takes a moment to become visible.
    usleep(50_000)
    if let surplus = try ProcessState.now().surplus(over: before) {
      throw CheckFailure("there are \(surplus) more than before.", place: path)
    }
  }

  static let entryTable = ConformanceCheck(
    .load, "entry-table",
    "Entry table and descriptor have the contract's sizes, and no null functions.",
    rules: ["R-07", "R-20"], isolations: [.inProcess]
  ) { subject, _ in
    let entry = try subject.library().entry
    let raw = UnsafeRawPointer(entry)
    let (low, high) = (entry.pointee.abi_min, entry.pointee.abi_max)
    try expect(
      low >= 1 && low <= high, "its range of contract versions is \(low) to \(high).", place: "imp_entry")
    try expect(
      entry.pointee.size == MemoryLayout<imp_entry>.size,
      "its size field is \(entry.pointee.size); this contract has \(MemoryLayout<imp_entry>.size).",
      place: "imp_entry")
    for offset in stride(from: 16, to: MemoryLayout<imp_entry>.size, by: 8) {
      try expect(
        raw.load(fromByteOffset: offset, as: UInt.self) != 0, "it has a null function at byte \(offset).",
        place: "imp_entry")
    }
    try expect(
      subject.library().entry == entry, "imp_plugin_entry returned a different table the second time.",
      place: "imp_plugin_entry")
    typealias Describe = @convention(c) (UnsafeRawPointer) -> UnsafeRawPointer?
    let describe = unsafeBitCast(entry.pointee.describe, to: Describe.self)
    guard let descriptor = describe(entry) else { throw CheckFailure("it returned null.", place: "describe") }
    try expect(
      describe(entry) == descriptor, "it returned a different descriptor the second time.", place: "describe")
    let size = descriptor.load(as: UInt32.self)
    try expect(
      size == MemoryLayout<imp_descriptor>.size || EntryTable.isOfMany(descriptor),
      "its size field is \(size); this contract has \(MemoryLayout<imp_descriptor>.size).",
      place: "imp_descriptor")
  }

  static let descriptorEqualsManifest = ConformanceCheck(
    .load, "descriptor-equals-manifest",
    "Id, version, vendor, contract range and abilities equal those of the manifest.", rules: ["R-07"],
    isolations: [.inProcess]
  ) { subject, _ in
    try PluginWitness.compare(subject.library().handle, with: subject.found())
  }
}

/// How long the calling thread has waited for a processor.
enum WaitedTime {
  /// Zero where the system does not report it.
  static func now() -> Duration {
    guard let file = fopen("/proc/thread-self/schedstat", "r") else { return .zero }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return .zero }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let words = text.split(separator: " ")
    return words.count > 1 ? .nanoseconds(Int64(words[1]) ?? 0) : .zero
  }
}
