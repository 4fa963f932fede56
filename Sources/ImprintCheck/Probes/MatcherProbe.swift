// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One matcher of one format, called by its C table with guarded memory. Destroyed when released.
///
/// Made, and given templates, by one thread at a time; what compares and fuses may be called by any.
final class MatcherProbe: FormatProbe<MatcherContract>, @unchecked Sendable {
  // Sendable: what is lazy is made by the check's own thread, before others compare.

  /// Where templates of its format come from; an error where the plugin makes none.
  private lazy var source = Result { try TemplateSource.find(plugin, name) }
  /// Of all templates that it is given, unless another is named.
  lazy var version = (try? source.get().version) ?? format.reads_version_max

  var fuses: Bool { format.fuses_version > 0 }

  /// Versions beside those that it reads; none is 0, which no template has.
  var unreadVersions: [UInt32] {
    let (oldest, newest) = (format.reads_version_min, format.reads_version_max)
    return Set([newest &+ 1, newest &+ 2, .max, oldest &- 1]).sorted()
      .filter { !(oldest...newest).contains($0) && $0 > 0 }
  }

  // MARK: Templates

  /// What extract gives for a drawn person; each number is another one, the same everywhere.
  /// - Throws: ``CheckSkip`` where the plugin makes no templates of the format.
  func made(_ person: Int) throws -> FilledRoom<imp_extraction> { try source.get().made(person) }

  /// Templates of so many drawn people.
  /// - Throws: ``CheckSkip`` where the plugin makes none of the format.
  func templates(_ count: Int) throws -> [[UInt8]] { try (0..<count).map { try made($0).payload } }

  /// Templates of one person, at least one.
  func templatesOfOne() throws -> [[UInt8]] {
    let templates = try source.get().ofOne(1)
    return templates.isEmpty ? [try made(1).payload] : templates
  }

  /// Templates, or what has their length and is none.
  struct Stock {
    let templates: [[UInt8]]
    /// Why they are made up; `nil`: they are real.
    let reason: CheckSkip?

    /// Ends a check that found nothing wrong, as far as it got without real templates.
    func expectReal() throws { if let reason { throw reason } }
  }

  /// Templates of so many drawn people, or made-up bytes where there are none.
  func stock(_ count: Int) throws -> Stock {
    do {
      return Stock(templates: try templates(count), reason: nil)
    } catch let skip as CheckSkip {
      let length =
        format.template_bytes_fixed > 0 ? format.template_bytes_fixed : min(format.template_bytes_max, 600)
      let madeUp = (0..<count).map { number in
        var random = CheckRandom(seed: UInt64(number), check: "made-up-template")
        return random.bytes(Int(length))
      }
      return Stock(templates: madeUp, reason: skip)
    }
  }

  // MARK: Comparing

  /// What the place of a similarity holds before a call: no similarity of any matcher.
  static let unset = Float(bitPattern: 0x7FC0_BEEF)

  /// Compares two templates that lie before forbidden pages, read-only.
  func compare(
    _ probe: some LentTemplate, _ reference: some LentTemplate, versions: (UInt32, UInt32)? = nil
  ) throws -> (answer: CallAnswer, similarity: Float) {
    let (probe, reference) = (try probe.guarded(), try reference.guarded())
    let (probeVersion, referenceVersion) = versions ?? (version, version)
    let place = try GuardedMemory(copyOf: Self.unset)
    let status = table.compare(
      object, probe.lent, probeVersion, reference.lent, referenceVersion, place.mutablePointer())
    return (CallAnswer(status, plugin.host), place.pointer(as: Float.self).pointee)
  }

  /// The similarity of two templates that it must be able to compare.
  func similarity(
    _ probe: [UInt8], _ reference: [UInt8], _ what: @autoclosure () -> String = "for two of its own templates"
  ) throws -> Float {
    let (answer, similarity) = try compare(probe, reference)
    try expectSuccess(answer, "matcher.compare", what())
    return similarity
  }

  /// Templates in a row.
  struct Gallery {
    var data: GuardedMemory
    /// `nil`: all are `template_bytes_fixed` long.
    var offsets: [UInt64]?
    var count: UInt64
    var version: UInt32
    var size = structSize(imp_gallery.self)
  }

  /// - Parameter withOffsets: `nil`: only where lengths are not fixed, or differ here.
  func gallery(
    _ templates: [[UInt8]], withOffsets: Bool? = nil, version: UInt32? = nil
  ) throws -> Gallery {
    let fixed = Int(format.template_bytes_fixed)
    let needsOffsets = withOffsets ?? (fixed == 0 || templates.contains { $0.count != fixed })
    return Gallery(
      data: try templates.flatMap { $0 }.guarded(),
      offsets: needsOffsets
        ? templates.reduce(into: [0]) { $0.append(($0.last ?? 0) + UInt64($1.count)) } : nil,
      count: UInt64(templates.count), version: version ?? self.version)
  }

  func search(
    _ probe: some LentTemplate, _ gallery: Gallery
  ) throws -> (answer: CallAnswer, similarities: [Float]) {
    let probe = try probe.guarded()
    // A count that is a lie gets room for what there is.
    let room = try GuardedMemory(
      copiesOf: [Float](repeating: Self.unset, count: Int(min(gallery.count, 1 << 20))))
    let status = try lend(gallery) {
      table.compare_many(object, probe.lent, version, $0, room.mutablePointer())
    }
    return (CallAnswer(status, plugin.host), room.values())
  }

  // MARK: Fusing

  func fuse(
    _ gallery: Gallery, _ room: LentRoom = LentRoom(), change: (inout imp_fusion) -> Void = { _ in }
  ) throws -> FilledRoom<imp_fusion> {
    try lend(gallery) { lent in
      try filling("fuse", room, change) { table.fuse(object, lent, $0, $1) }
    }
  }

  /// One template of some that it must be able to fuse: of one, or of the same several times.
  func fused(_ templates: [[UInt8]]) throws -> FilledRoom<imp_fusion> {
    let made = try fuse(gallery(templates))
    try expectSuccess(made.answer, "matcher.fuse", "for one template, \(templates.count) times")
    return made
  }

  func lend<Answer>(
    _ gallery: Gallery, _ body: (UnsafePointer<imp_gallery>) throws -> Answer
  ) throws -> Answer {
    let offsets = try gallery.offsets.map { try GuardedMemory(copiesOf: $0) }
    offsets?.makeReadOnly()
    let header = try GuardedMemory(
      copyOf: imp_gallery(
        size: gallery.size, version: gallery.version, count: gallery.count, data: gallery.data.lent,
        offsets: offsets?.pointer()))
    header.makeReadOnly()
    defer { withExtendedLifetime((gallery, offsets, header)) {} }
    return try body(header.pointer())
  }
}

/// A template as a call lends it: where it lies, or copied before a forbidden page, read-only.
protocol LentTemplate {
  func guarded() throws -> GuardedMemory
}

extension [UInt8]: LentTemplate {
  func guarded() throws -> GuardedMemory {
    let memory = try GuardedMemory(self)
    memory.makeReadOnly()
    return memory
  }
}

extension GuardedMemory: LentTemplate {
  func guarded() -> GuardedMemory { self }

  /// As a view of its bytes; those of none have no address.
  var lent: imp_bytes {
    guard !bytes.isEmpty else { return imp_bytes() }
    return imp_bytes(
      data: bytes.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) },
      length: bytes.count)
  }
}
