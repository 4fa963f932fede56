// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One matcher of one format, called through its C table with guarded memory. Destroyed when released.
///
/// Creation and setup are serialized; comparing and fusing may be called from any thread.
final class MatcherProbe: FormatProbe<MatcherContract>, @unchecked Sendable {
  // Sendable: lazy values are initialized by the check's own thread, before others compare.

  /// Where templates of its format come from; an error where the plugin makes none.
  private lazy var source = Result { try TemplateSource.find(plugin, name) }
  /// The version of all its templates, unless another is given.
  lazy var version = (try? source.get().version) ?? format.reads_version_max

  var fuses: Bool { format.fuses_version > 0 }

  /// Versions just outside those that it reads; never 0, which no template has.
  var unreadVersions: [UInt32] {
    let (oldest, newest) = (format.reads_version_min, format.reads_version_max)
    return Set([newest &+ 1, newest &+ 2, .max, oldest &- 1]).sorted()
      .filter { !(oldest...newest).contains($0) && $0 > 0 }
  }

  // MARK: Templates

  /// The result of extract for a drawn person; one per number, the same on every machine.
  /// - Throws: ``CheckSkip`` where the plugin makes no templates of the format.
  func made(_ person: Int) throws -> FilledRoom<imp_extraction> { try source.get().made(person) }

  /// Templates of the given number of drawn people.
  /// - Throws: ``CheckSkip`` where the plugin makes none of the format.
  func templates(_ count: Int) throws -> [[UInt8]] { try (0..<count).map { try made($0).payload } }

  /// Templates of one person, at least one.
  func templatesOfOne() throws -> [[UInt8]] {
    let templates = try source.get().ofOne(1)
    return templates.isEmpty ? [try made(1).payload] : templates
  }

  /// Templates, or invalid bytes of their length.
  struct Stock {
    let templates: [[UInt8]]
    /// Why they are synthetic; `nil`: they are real.
    let reason: CheckSkip?

    /// Ends a check that found no fault, as far as it got without real templates.
    func expectReal() throws { if let reason { throw reason } }
  }

  /// Templates of the given number of drawn people, or synthetic bytes where there are none.
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

  /// The initial value of a similarity's output: no similarity of any matcher.
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

  /// The similarity of two templates that it must accept.
  func similarity(
    _ probe: [UInt8], _ reference: [UInt8], _ what: @autoclosure () -> String = "for two of its own templates"
  ) throws -> Float {
    let (answer, similarity) = try compare(probe, reference)
    try expectSuccess(answer, "matcher.compare", what())
    return similarity
  }

  /// Templates, concatenated.
  struct Gallery {
    var data: GuardedMemory
    /// `nil`: all are `template_bytes_fixed` long.
    var offsets: [UInt64]?
    var count: UInt64
    var version: UInt32
    var size = structSize(imp_gallery.self)
  }

  /// - Parameter withOffsets: `nil`: only where lengths vary.
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
    // A false count gets room for what there is.
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

  /// One template fused of some that it must accept: of one, or of the same several times.
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

/// A template as a call lends it: where it lies, or copied before a guard page, read-only.
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

  /// As a view of its bytes; an empty one has no address.
  var lent: imp_bytes {
    guard !bytes.isEmpty else { return imp_bytes() }
    return imp_bytes(
      data: bytes.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) },
      length: bytes.count)
  }
}
