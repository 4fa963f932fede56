// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The checks of plugins with an ability that lists entries by name, and creates objects each for one entry:
/// template formats, and search forms.
protocol ListingCheckGroup: AbilityCheckGroup {
  associatedtype Probe: ListedProbe
  typealias Entry = Probe.Entry

  /// What is wrong with an entry; `nil` where nothing is.
  static func problem(of entry: Entry, named name: String, _ plugin: ProbePlugin) throws -> String?
  /// All fields of an entry, for comparison. Bytes after a name's terminator do not count.
  static func facts(of entry: Entry) throws -> [UInt8]
  /// Structs that calls on an object borrow, each with a wrong size field.
  /// - Parameter change: The difference from the right size.
  static func wrongSizes(_ probe: Probe, by change: Int) throws -> [WrongSize]
  /// How objects of an entry are exercised.
  static func work(_ plugin: ProbePlugin, of entry: Entry) -> AbilityWork
}

/// The listed entries that a check is about.
struct SomeEntries<Entry>: Sendable {
  /// Why there is nothing to check, where there is none.
  let absence: String
  let includes: @Sendable (Entry) -> Bool

  init(_ absence: String, _ includes: @escaping @Sendable (Entry) -> Bool) {
    self.absence = absence
    self.includes = includes
  }
}

extension ListingCheckGroup {
  private static var words: ListingWords { Probe.words }

  /// The checks of every list and every create.
  static var ofListing: [ConformanceCheck] { [listsEntries, refusesOptions, looksAtSizes] }

  /// A check of each listed entry, with an object of its own.
  /// - Parameter some: Those that it is about; `nil`: all.
  static func check(
    _ what: String, _ title: String, rules: [String] = [], of some: SomeEntries<Entry>? = nil,
    _ run: @escaping @Sendable (Probe, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(group, what, title, rules: rules, deadline: .seconds(60), scope: scope) {
      subject, random in
      try each(subject, of: some) { try run($0, &random) }
    }
  }

  /// Does something with an object of each entry, one after the other.
  /// - Throws: ``CheckSkip`` only after all entries.
  static func each(
    _ subject: CheckSubject, of some: SomeEntries<Entry>? = nil, _ body: (Probe) throws -> Void
  ) throws {
    let plugin = try subject.open()
    let entries = try Probe.list(plugin).whole().filter { some?.includes($0) ?? true }
    if let some, entries.isEmpty { throw CheckSkip(some.absence) }
    try inTurn(entries) { try body(Probe(plugin, $0, threads: 1, note: { subject.note($0) })) }
  }

  /// An object of the entry of that name; `nil` where none is listed.
  static func probe(
    _ plugin: ProbePlugin, named name: String, note: @escaping (String) -> Void = { _ in }
  ) throws -> Probe? {
    try Probe.list(plugin).whole().first { try Probe.name(of: $0) == name }
      .map { try Probe(plugin, $0, threads: 1, note: note) }
  }

  /// One of something for each entry.
  static func forEach<Part>(_ plugin: ProbePlugin, _ make: (Entry) throws -> Part) throws -> [Part] {
    try Probe.list(plugin).whole().map(make)
  }

  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [AbilityWork] {
    try forEach(plugin) { work(plugin, of: $0) }
  }

  static func makers(_ plugin: ProbePlugin) throws -> [ObjectMaker] {
    try forEach(plugin) { try Probe.maker(plugin, $0) }
  }

  /// All fields of what a plugin lists, for comparison.
  static func listed(by plugin: ProbePlugin) throws -> [UInt8] {
    try Probe.list(plugin).whole().flatMap(facts)
  }

  private static var listsEntries: ConformanceCheck {
    ConformanceCheck(
      group, "lists-its-\(words.entry)s",
      "\(words.entry.capitalizedFirst)s are listed completely or not at all: 1 to 16, each valid and "
        + "unique, the same "
        + "each time.", rules: ["R-01", "R-20", "R-21"], scope: scope
    ) { subject, _ in
      let plugin = try subject.open()
      let list = try Probe.list(plugin)
      try list.expectWholeOrNothing()
      let entries = try list.whole()
      try expect(
        (1...16).contains(entries.count),
        "it lists \(entries.count) \(words.entry)s; 1 to 16 are expected.", place: list.call)
      let names = try entries.map { try Probe.name(of: $0) }
      for (name, entry) in zip(names, entries) {
        if let wrong = try problem(of: entry, named: name, plugin) {
          throw CheckFailure(
            "for the \(words.entry) \(name.debugDescription) it states \(wrong).", place: list.call)
        }
        try expect(
          entry.reserved == 0, "the \(words.entry) \(name) has \(entry.reserved) in a reserved field (R-21).",
          place: list.call)
      }
      try expect(
        Set(names).count == names.count, "two \(words.entry)s have the same name: \(names).", place: list.call
      )
      let said = try entries.map(facts)
      for when in ["right after the first time", "after an object was created and destroyed"] {
        let again = try list.whole()
        let named = try again.map { try Probe.name(of: $0) }
        try expect(
          try again.map(facts) == said,
          "\(when) it lists \(named), or other facts of them; it had listed \(names), "
            + "which must not change until close.", place: list.call)
        if let first = entries.first { _ = try Probe(plugin, first, threads: 1, note: { _ in }) }
      }
    }
  }

  private static var refusesOptions: ConformanceCheck {
    check(
      "refuses-options", "Options out of range are refused, and no \(words.object) is created.",
      rules: ["R-22"]
    ) { probe, _ in
      let name = probe.name
      let listed = try Probe.list(probe.plugin).whole().map { try Probe.name(of: $0) }
      func refused(_ name: [UInt8], threads: UInt32 = 1, _ wanted: [imp_status], _ what: String) throws {
        probe.note("create: for \(what)")
        try probe.create(name, threads: threads).ended()
          .expectRefused(wanted, Probe.place("create"), "for \(what)")
      }
      try refused(Array(name.utf8), threads: 0, [IMP_E_ARGUMENT], "threads 0 (from 1)")
      let others = [
        "no.such-\(words.entry)", name + "x", name + "/1", String(name.dropLast()), name.uppercased(),
        "x" + name, String(repeating: "x", count: 5000),
      ]
      for other in others + probe.foreignNames where !other.isEmpty && !listed.contains(other) {
        let what = "the \(words.entry) \(other.prefix(80).debugDescription), which it does not list,"
        try refused(Array(other.utf8), [IMP_E_UNSUPPORTED], what)
      }
      // Invalid names.
      let garbage: [(words: String, name: [UInt8])] = [
        ("of 0 bytes", []), ("with a null byte", Array(name.utf8) + [0]),
        ("that is not UTF-8", [0xFF, 0xFE, 0x80]),
      ]
      for wrong in garbage {
        try refused(
          wrong.name, [IMP_E_UNSUPPORTED, IMP_E_ARGUMENT], "a \(words.entry)'s name \(wrong.words)")
      }
    }
  }

  private static var looksAtSizes: ConformanceCheck {
    refusesWrongSizes { subject, _, change in
      var wrongs: [WrongSize] = []
      try each(subject) { probe in
        let creation = try probe.create { $0.size = UInt32(Int($0.size) + change) }.ended()
        wrongs.append(
          WrongSize(Probe.place("create"), "\(Probe.Options.self)", creation.answer))
        wrongs += try wrongSizes(probe, by: change)
      }
      return wrongs
    } lists: {
      try Probe.list($0).expectSizesLookedAt()
    }
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
