// SPDX-License-Identifier: Apache-2.0
internal import CCheckWatch
internal import CImprint
internal import Glibc
internal import ImprintManifest
internal import ImprintRuntime

/// Whether remnants of a template are left where they do not belong.
extension SecurityChecks {
  static let templateForgotten = ConformanceCheck(
    .security, "template-forgotten",
    "After close, no part of a template remains in the process's memory.", rules: ["R-02", "R-37"],
    deadline: .seconds(60), scope: .trial(\.templates), isolations: [.inProcess]
  ) { subject, random in
    let found = try TemplateCanary.all(subject, &random)
    for canary in found.canaries {
      for part in canary.parts {
        let count = canary.count(part)
        guard count >= 0 else { throw CheckSkip("the process's own memory cannot be read here.") }
        try expect(
          count == 0,
          "\(part.count) bytes of a template, from byte \(part.lowerBound), remain in \(count) places of "
            + "memory that it has freed: overwrite them before freeing.", place: canary.maker)
      }
    }
    if let skip = found.skip { throw skip }
  }

  static let templateNotTold = ConformanceCheck(
    .security, "template-not-told",
    "No part of a template is in its log, in its error messages, in what it has the host keep, or in a file.",
    rules: ["R-05"], deadline: .seconds(60), scope: .trial(\.templates), isolations: [.inProcess]
  ) { subject, random in
    let (canaries, skip) = try TemplateCanary.all(subject, &random)
    let needles = canaries.flatMap { canary in canary.parts.map { canary.plain($0) } }
    let told = canaries.flatMap { $0.record.lines + $0.record.words.map(\.text) }
    for text in told {
      try expect(
        !needles.contains { isIn(Array(text.utf8), $0) },
        "a line of \(text.utf8.count) bytes contains part of a template.",
        place: "log")
    }
    for kept in canaries.flatMap(\.record.kept) {
      try expect(
        !needles.contains { isIn(kept, $0) },
        "\(kept.count) bytes that it has the host keep contain part of a template.", place: "keep")
    }
    // The check's own folder is its working directory, HOME and TMPDIR.
    for path in try files(below: subject.scratch) {
      let bytes = try CheckFiles.read(path)
      try expect(
        !needles.contains { isIn(bytes, $0) },
        "it contains part of a template.", place: path)
    }
    if let skip { throw skip }
  }

  /// As bytes, as hexadecimal digits, or as Base64 at any of its three offsets.
  static func isIn(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
    if contains(bytes, needle) { return true }
    for digits in ["0123456789abcdef", "0123456789ABCDEF"].map({ Array($0.utf8) }) {
      let hex = needle.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      if contains(bytes, hex) { return true }
    }
    return (0..<3).contains { offset in
      let whole = needle.dropFirst(offset)
      return contains(bytes, base64(Array(whole.prefix(whole.count / 3 * 3))))
    }
  }

  static func contains(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
    // What plugins have the host keep may be megabytes: by the C library, in builds without optimisation too.
    bytes.withUnsafeBytes { bytes in
      needle.withUnsafeBytes { needle in
        guard let first = needle.first, let start = bytes.baseAddress, let wanted = needle.baseAddress else {
          return false
        }
        var at = 0
        while bytes.count - at >= needle.count,
          let found = memchr(start + at, Int32(first), bytes.count - needle.count - at + 1)
        {
          if memcmp(found, wanted, needle.count) == 0 { return true }
          at = UnsafeRawPointer(found) - start + 1
        }
        return false
      }
    }
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    return stride(from: 0, to: bytes.count, by: 3).flatMap { at in
      let group = Int(bytes[at]) << 16 | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2])
      return [18, 12, 6, 0].map { letters[group >> $0 & 63] }
    }
  }

  private static func files(below folder: String) throws -> [String] {
    try CheckFiles.names(in: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      return CheckFiles.isFolder(path) ? try files(below: path) : [path]
    }
  }
}

/// A template that was made, used, and released; stored inverted, so that the search does not find this copy.
struct TemplateCanary {
  /// Parts of the template that do not occur by chance.
  let parts: [Range<Int>]
  /// What the plugin reported to the host.
  let record: ProbeHost.Record
  /// The template's ability: `matcher`.
  let maker: String
  private let inverted: GuardedMemory
  private static let length = 24

  /// One of each ability with templates, and each of its formats; the plugin is opened and closed for each
  /// ability.
  /// - Returns: Also why some could not be searched for, to be reported after the others.
  static func all(
    _ subject: CheckSubject, _ random: inout CheckRandom
  ) throws -> (canaries: [TemplateCanary], skip: CheckSkip?) {
    var canaries: [TemplateCanary] = []
    var skip: CheckSkip?
    for make in try subject.trials(\.templates) {
      let host = try subject.host(.init(recordsKept: true))
      let plugin = try subject.open(host)
      var templates: [GivenUpTemplate] = []
      do {
        try inTurn(try make(plugin)) { templates += try $0() }
      } catch let thrown as CheckSkip {
        skip = skip ?? thrown
      }
      plugin.close()
      do {
        try inTurn(templates) { canaries.append(try TemplateCanary($0, host.record, &random)) }
      } catch let thrown as CheckSkip {
        skip = skip ?? thrown
      }
    }
    return (canaries, skip)
  }

  private init(
    _ template: GivenUpTemplate, _ record: ProbeHost.Record, _ random: inout CheckRandom
  ) throws {
    let (memory, count) = (template.memory, template.count)
    var parts: [Range<Int>] = []
    for start in stride(from: 0, through: count - Self.length, by: Self.length) {
      let range = start..<start + Self.length
      if Set(memory.bytes[range]).count >= Self.length / 2 { parts.append(range) }
    }
    guard !parts.isEmpty else { throw CheckSkip("its templates are too short or too uniform to search for.") }
    parts.shuffle(using: &random)
    for index in memory.bytes.indices { memory.bytes[index] ^= 0xFF }
    self.parts = Array(parts.prefix(6))
    inverted = memory
    self.record = record
    maker = template.maker
  }

  /// The number of occurrences in writable memory; negative where that cannot be determined.
  func count(_ part: Range<Int>) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: inverted.bytes[part])
    return Int(imp_memory_count(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, 16))
  }

  /// The original bytes.
  func plain(_ part: Range<Int>) -> [UInt8] { inverted.bytes[part].map { $0 ^ 0xFF } }
}
