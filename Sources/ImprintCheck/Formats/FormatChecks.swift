// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// The checks of plugins with an ability that lists formats of templates.
protocol FormatCheckGroup: AbilityCheckGroup {
  associatedtype Contract: FormatContract
  associatedtype Probe: FormatProbe<Contract>

  /// Structs that calls on an object are lent, each with a size field that is not its size.
  /// - Parameter change: By how much.
  static func wrongSizes(_ probe: Probe, by change: Int) throws -> [WrongSize]
}

/// A struct whose size field is not its size, and what was answered to it.
struct WrongSize {
  /// What was called: "extract".
  let function: String
  /// The struct's name.
  let name: String
  let answer: CallAnswer

  func expectRefused(_ place: String) throws {
    try expect(
      answer, isOneOf: [IMP_E_ABI], place, "for an \(name) whose size field is not its size (R-20)")
  }
}

/// Some formats of those that a plugin lists: those that a check is about.
struct SomeFormats<Format>: Sendable {
  /// Why there is nothing to look at, where there is none.
  let absence: String
  let includes: @Sendable (Format) -> Bool

  init(_ absence: String, _ includes: @escaping @Sendable (Format) -> Bool) {
    self.absence = absence
    self.includes = includes
  }
}

extension FormatCheckGroup {
  /// What must hold of formats and of what is asked for, whatever is done with them.
  static var ofFormats: [ConformanceCheck] {
    [listsFormats, equalsManifest, refusesOptions, refusesWrongSizes]
  }

  /// A check of each format that is listed, with an object of its own.
  /// - Parameter formats: Those that it is about; `nil`: all.
  static func check(
    _ what: String, _ title: String, rules: [String] = [], of formats: SomeFormats<Contract.Format>? = nil,
    _ run: @escaping @Sendable (Probe, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(group, what, title, rules: rules, deadline: .seconds(60), scope: scope) {
      subject, random in
      try each(subject, of: formats) { try run($0, &random) }
    }
  }

  /// Does something with an object of each format, one after the other.
  /// - Throws: Of what it throws, ``CheckSkip`` once all formats had their turn.
  static func each(
    _ subject: CheckSubject, of some: SomeFormats<Contract.Format>? = nil, _ body: (Probe) throws -> Void
  ) throws {
    let plugin = try subject.open()
    let formats = try Probe.formats(plugin).whole().filter { some?.includes($0) ?? true }
    if let some, formats.isEmpty { throw CheckSkip(some.absence) }
    var skip: CheckSkip?
    for format in formats {
      do {
        try body(Probe(plugin, format, note: { subject.note($0) }))
      } catch let thrown as CheckSkip {
        skip = skip ?? thrown
      }
    }
    if let skip { throw skip }
  }

  static var listsFormats: ConformanceCheck {
    ConformanceCheck(
      group, "lists-its-formats",
      "Formats are listed whole or not at all, 1 to 16, each in its range and once, the same each time.",
      rules: ["R-01", "R-20", "R-21"], scope: scope
    ) { subject, _ in
      let plugin = try subject.open()
      let list = try Probe.formats(plugin)
      try list.expectWholeOrNothing()
      let formats = try list.whole()
      try expect(
        (1...16).contains(formats.count), "it lists \(formats.count) formats; 1 to 16 are expected.",
        place: list.call)
      let names = try formats.map { try Probe.name(of: $0) }
      for (name, format) in zip(names, formats) {
        if let wrong = problem(of: format, named: name) ?? Contract.problem(of: format) {
          throw CheckFailure("of the format \(name.debugDescription) it says \(wrong).", place: list.call)
        }
      }
      try expect(
        Set(names).count == names.count, "two formats have the same name: \(names).", place: list.call)
      let said = try formats.map(facts)
      for when in ["right after the first time", "after an object was made and destroyed"] {
        let again = try list.whole()
        let (now, named) = (try again.map(facts), try again.map(Probe.name))
        try expect(
          now == said,
          "\(when) it lists other formats: \(named); it had listed \(names), which are to stay as they are until "
            + "close.", place: list.call)
        _ = try Probe(plugin)
      }
    }
  }

  /// What is wrong with a format's templates; `nil` where nothing is.
  private static func problem(of format: Contract.Format, named name: String) -> String? {
    if format.firstVersion == 0 { return "version 0; they count from 1" }
    // It goes into the envelope of templates.
    if TemplateFormat(algorithm: name, version: format.firstVersion) == nil {
      return "a name that is not 1 to 63 of a-z, 0-9, . and -"
    }
    let most = 1...UInt32(Template.maximumPayload)
    if !most.contains(format.template_bytes_max) {
      return "template_bytes_max \(format.template_bytes_max); \(most) is expected"
    }
    if format.template_bytes_fixed != 0, format.template_bytes_fixed != format.template_bytes_max {
      return "template_bytes_fixed \(format.template_bytes_fixed), and template_bytes_max "
        + "\(format.template_bytes_max); where all have one length, both are that"
    }
    return format.reserved == 0 ? nil : "\(format.reserved) in a reserved field (R-21)"
  }

  /// All that is said of a format, for comparing. What stands behind a name's end does not count.
  private static func facts(of format: Contract.Format) throws -> [UInt8] {
    let numbers = withUnsafeBytes(of: format) { $0.dropLast(MemoryLayout<Contract.Format.Name>.size) }
    return Array(numbers) + Array(try Probe.name(of: format).utf8)
  }

  /// All that is said of the formats that a plugin lists, for comparing.
  static func listed(by plugin: ProbePlugin) throws -> [UInt8] {
    try Probe.formats(plugin).whole().flatMap(facts)
  }

  static var equalsManifest: ConformanceCheck {
    ConformanceCheck(
      group, "formats-equal-manifest", "What it says of its formats is what its manifest says.", scope: scope
    ) { subject, _ in
      let declared = Contract.declared(by: try subject.manifest)
      var listed: [String: String] = [:]
      for format in try Probe.formats(subject.open()).whole() {
        listed[try Probe.name(of: format)] = Contract.words(of: format)
      }
      for name in Set(listed.keys).union(declared.keys).sorted() where listed[name] != declared[name] {
        throw CheckFailure(
          "of the format \(name) it says \(listed[name] ?? "nothing"), and its manifest "
            + "\(declared[name] ?? "nothing").", place: Contract.place("formats"))
      }
    }
  }

  static var refusesOptions: ConformanceCheck {
    check(
      "refuses-options", "Options out of their range are refused, and no \(Contract.object) is made.",
      rules: ["R-22"]
    ) { probe, _ in
      let name = probe.name
      let listed = try Probe.formats(probe.plugin).whole().map { try Probe.name(of: $0) }
      func refused(
        _ format: [UInt8], threads: UInt32 = 1, _ wanted: [imp_status], _ words: String
      ) throws {
        probe.note("create: for \(words)")
        let creation = try Probe.create(probe.plugin, format: format, threads: threads)
        try Probe.destroy(creation, probe.plugin)
        try expect(creation.answer, isOneOf: wanted, Probe.place("create"), "for \(words)")
        try expect(
          creation.isUntouched, "it refused \(words) and changed *\(Contract.object) all the same (R-22).",
          place: Probe.place("create"))
      }
      try refused(Array(name.utf8), threads: 0, [IMP_E_ARGUMENT], "threads 0 (from 1)")
      let others = [
        "no.such-format", name + "x", name + "/1", String(name.dropLast()), name.uppercased(), "x" + name,
        String(repeating: "x", count: 5000),
      ]
      for other in others where !other.isEmpty && !listed.contains(other) {
        let words = "the format \(other.prefix(80).debugDescription), which it does not list,"
        try refused(Array(other.utf8), [IMP_E_UNSUPPORTED], words)
      }
      // No names at all.
      let garbage: [(words: String, format: [UInt8])] = [
        ("a format's name of no bytes", []), ("a format's name with a null byte", Array(name.utf8) + [0]),
        ("a format's name that is no UTF-8", [0xFF, 0xFE, 0x80]),
      ]
      for (words, format) in garbage { try refused(format, [IMP_E_UNSUPPORTED, IMP_E_ARGUMENT], words) }
    }
  }

  static var refusesWrongSizes: ConformanceCheck {
    check(
      "refuses-wrong-sizes", "A struct whose size field is wrong is refused before it is looked at.",
      rules: ["R-20"]
    ) { probe, _ in
      try Probe.formats(probe.plugin).expectSizesLookedAt()
      for change in [-8, 8] {
        let creation = try Probe.create(
          probe.plugin, format: Array(probe.name.utf8),
          change: { $0.size = UInt32(Int($0.size) + change) })
        try Probe.destroy(creation, probe.plugin)
        let options = WrongSize(
          function: "create", name: "\(Contract.Table.Options.self)", answer: creation.answer)
        for wrong in try [options] + wrongSizes(probe, by: change) {
          try wrong.expectRefused(Probe.place(wrong.function))
        }
      }
    }
  }

  /// - Parameters:
  ///   - call: What answers: `matcher.compare`.
  ///   - answers: Of an object, as bytes.
  static func sameAfterRestart(
    _ title: String, _ call: String, _ answers: @escaping @Sendable (Probe) throws -> [UInt8]
  ) -> ConformanceCheck {
    sameAfterRestart(title, call) { subject, made in try each(subject) { made += try answers($0) } }
  }

  /// How an object of the first format is made.
  static func creation(_ plugin: ProbePlugin) throws -> ObjectMaker {
    let table = try plugin.table(Contract.Table.id, as: Contract.Table.self)
    return ObjectMaker(
      Probe.place("create"),
      {
        let names = try Probe.formats(plugin).whole().map { try Probe.name(of: $0) }
        let name = try GuardedMemory(Array((names.first ?? "").utf8))
        return (Probe.options(format: name), [name])
      },
      create: { table.make(plugin.plugin, $0, $1) }, destroy: { table.destroy($0) })
  }
}
