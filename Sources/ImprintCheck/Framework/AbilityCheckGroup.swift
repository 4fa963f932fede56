// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// The checks of plugins with one ability, and the exercises for it in checks of any plugin.
protocol AbilityCheckGroup: SendableMetatype {
  static var ability: AbilityID { get }
  static var group: CheckGroup { get }
  static var all: [ConformanceCheck] { get }

  static var trials: AbilityTrials { get }

  /// The calls made in the process and in a worker, to compare the answers.
  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript

  /// How it is exercised; where it lists formats, with each of them.
  /// - Throws: ``CheckSkip`` where there is nothing to work with, such as a missing device.
  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [AbilityWork]
}

/// A struct with a wrong size field, and the answer to it.
struct WrongSize {
  /// The function called: `matcher.fuse`.
  let call: String
  /// The struct's name.
  let name: String
  let answer: CallAnswer

  init(_ call: String, _ name: String, _ answer: CallAnswer) {
    (self.call, self.name, self.answer) = (call, name, answer)
  }
}

/// Options that are out of range.
struct WrongOptions<Options> {
  /// Which one: "threads 0 (from 1)".
  let words: String
  let status: imp_status
  let change: (inout Options) -> Void

  init(_ words: String, _ status: imp_status = IMP_E_ARGUMENT, _ change: @escaping (inout Options) -> Void) {
    (self.words, self.status, self.change) = (words, status, change)
  }
}

extension AbilityCheckGroup {
  /// The plugins that the checks apply to.
  static var scope: CheckScope { .ability(ability) }

  /// A check for which the plugin is opened.
  static func check(
    _ what: String, _ title: String, rules: [String] = [],
    _ run: @escaping @Sendable (CheckSubject, ProbePlugin, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(group, what, title, rules: rules, deadline: .seconds(30), scope: scope) {
      subject, random in
      try run(subject, subject.open(), &random)
    }
  }

  /// That size fields are checked.
  /// - Parameters:
  ///   - answers: Calls with structs whose size fields are wrong by the given amount.
  ///   - lists: Fails unless lists check those of their entries.
  static func refusesWrongSizes(
    _ answers: @escaping @Sendable (CheckSubject, ProbePlugin, Int) throws -> [WrongSize],
    lists: @escaping @Sendable (ProbePlugin) throws -> Void = { _ in }
  ) -> ConformanceCheck {
    ConformanceCheck(
      group, "refuses-wrong-sizes",
      "A struct with a wrong size field is refused before its other fields are used.",
      rules: ["R-20"], deadline: .seconds(60), scope: scope
    ) { subject, _ in
      let plugin = try subject.open()
      try lists(plugin)
      for change in [-8, 8] {
        for wrong in try answers(subject, plugin, change) {
          try expect(
            wrong.answer, isOneOf: [IMP_E_ABI], wrong.call,
            "for an \(wrong.name) with a wrong size field (R-20)")
        }
      }
    }
  }

  /// That options out of range create no object.
  /// - Parameters:
  ///   - object: The object: "tracker".
  ///   - wrongs: The options out of range, and the answer to each.
  ///   - create: Makes one; ``Creation/ended()``.
  static func refusesWrongOptions<Options>(
    _ object: String, _ call: String,
    _ wrongs: @escaping @Sendable () -> [WrongOptions<Options>],
    _ create: @escaping @Sendable (ProbePlugin, (inout Options) -> Void) throws -> Creation<Void>
  ) -> ConformanceCheck {
    check(
      "refuses-options", "Options out of range are refused, and no \(object) is created.", rules: ["R-22"]
    ) { _, plugin, _ in
      for wrong in wrongs() {
        try create(plugin, wrong.change).ended().expectRefused([wrong.status], call, "for \(wrong.words)")
      }
    }
  }

  /// That another process gives the same answers.
  /// - Parameters:
  ///   - call: The call: `matcher.compare`.
  ///   - answers: Appends its answers, as bytes. Where it throws, those before are still compared.
  static func sameAfterRestart(
    _ title: String, _ call: String,
    _ answers: @escaping @Sendable (CheckSubject, inout [UInt8]) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(
      group, "same-after-restart", title, rules: ["R-14"], deadline: .seconds(60), scope: scope
    ) { subject, _ in
      var made: [UInt8] = []
      let end = Result { try answers(subject, &made) }
      // The second process finds the first one's answers, and compares: having none counts as an answer then.
      let file = subject.scratch + "/answers"
      let before = try Scratch.read(file)
      if made.isEmpty, before == nil { try end.get() }
      if let before {
        if let place = Difference.words(before, made) {
          throw CheckFailure(
            "in another process the same calls returned different results: \(place) (R-14).", place: call)
        }
      } else {
        try Scratch.write(made, to: file)
        try subject.runAgain("\(group.rawValue).same-after-restart")
      }
      try end.get()
    }
  }
}
