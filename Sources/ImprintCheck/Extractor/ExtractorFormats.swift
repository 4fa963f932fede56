// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintModel

/// The formats that are listed, and what is asked for.
extension ExtractorCheckGroup {
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
      let said = try formats.map(words)
      for when in ["right after the first time", "after an extractor was made and destroyed"] {
        let again = try list.whole().map(words)
        try expect(
          again == said, "\(when) it lists \(again); it had listed \(said), which is to stay until close.",
          place: list.call)
        _ = try Probe(plugin)
      }
    }
  }

  /// What is wrong with a format's templates; `nil` where nothing is.
  private static func problem(of format: Contract.Format, named name: String) -> String? {
    if format.version == 0 { return "version 0; they count from 1" }
    // It goes into the envelope of templates.
    if TemplateFormat(algorithm: name, version: format.version) == nil {
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
  private static func words(of format: Contract.Format) throws -> String {
    let name = try Probe.name(of: format)
    let lengths = "\(format.template_bytes_max) (\(format.template_bytes_fixed)) bytes"
    return "\(name)/\(format.version) of \(lengths), of \(Contract.words(of: format))"
  }

  static var refusesOptions: ConformanceCheck {
    check(
      "refuses-options", "Options out of their range are refused, and no extractor is made.", rules: ["R-22"]
    ) { probe, _ in
      let listed = try Probe.formats(probe.plugin).whole().map { try Probe.name(of: $0) }
      let name = try Probe.name(of: probe.format)
      func refused(
        _ format: [UInt8], threads: UInt32 = 1, _ wanted: [imp_status], _ words: String
      ) throws {
        probe.note("create: for \(words)")
        let creation = try Probe.create(probe.plugin, format: format, threads: threads)
        try Probe.destroy(creation, probe.plugin)
        try expect(creation.answer, isOneOf: wanted, Probe.place("create"), "for \(words)")
        try expect(
          creation.isUntouched, "it refused \(words) and changed *extractor all the same (R-22).",
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
      try Probe.formats(probe.plugin).expectSizesLookedAt(Contract.formatStruct)
      let (name, sample) = (try Probe.name(of: probe.format), probe.sample(0))
      for change in [-8, 8] {
        func refused(_ answer: CallAnswer, _ function: String, _ name: String) throws {
          try expect(
            answer, isOneOf: [IMP_E_ABI], Probe.place(function),
            "for an \(name) whose size field is not its size (R-20)")
        }
        let creation = try Probe.create(
          probe.plugin, format: Array(name.utf8), change: { Contract.changeSize(of: &$0, by: change) })
        try Probe.destroy(creation, probe.plugin)
        try refused(creation.answer, "create", Contract.optionsStruct)
        let wrong = try Contract.Lent(sample, sizedWrong: change)
        try refused(try probe.extract(wrong).answer, "extract", Contract.sampleStruct)
        let extraction = try probe.extract(Contract.Lent(sample)) { $0.size = UInt32(Int($0.size) + change) }
        try refused(extraction.answer, "extract", "imp_extraction")
      }
    }
  }
}
