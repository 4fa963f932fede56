// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// The checks of plugins with one ability, and what such a plugin is made to do by the checks of all.
protocol AbilityCheckGroup: SendableMetatype {
  static var ability: AbilityID { get }
  static var group: CheckGroup { get }
  static var all: [ConformanceCheck] { get }

  static var trials: AbilityTrials { get }

  /// What it is asked in the process and in a worker, so that the answers can be compared.
  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript

  /// What it is made to do; of one that lists formats, with each of them.
  /// - Throws: ``CheckSkip`` where there is nothing to work with, such as no device.
  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [AbilityWork]
}

/// A struct whose size field is not its size, and what was answered to it.
struct WrongSize {
  /// What was called: `matcher.fuse`.
  let call: String
  /// The struct's name.
  let name: String
  let answer: CallAnswer

  init(_ call: String, _ name: String, _ answer: CallAnswer) {
    (self.call, self.name, self.answer) = (call, name, answer)
  }
}

/// Options that are out of their range.
struct WrongOptions<Options> {
  /// What is: "threads 0 (from 1)".
  let words: String
  let status: imp_status
  let change: (inout Options) -> Void

  init(_ words: String, _ status: imp_status = IMP_E_ARGUMENT, _ change: @escaping (inout Options) -> Void) {
    (self.words, self.status, self.change) = (words, status, change)
  }
}

extension AbilityCheckGroup {
  /// The plugins that they are for.
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

  /// That size fields are looked at.
  /// - Parameters:
  ///   - answers: Calls with structs whose size fields are wrong by so much.
  ///   - lists: Fails unless lists look at those of their entries.
  static func refusesWrongSizes(
    _ answers: @escaping @Sendable (CheckSubject, ProbePlugin, Int) throws -> [WrongSize],
    lists: @escaping @Sendable (ProbePlugin) throws -> Void = { _ in }
  ) -> ConformanceCheck {
    ConformanceCheck(
      group, "refuses-wrong-sizes", "A struct whose size field is wrong is refused before it is looked at.",
      rules: ["R-20"], deadline: .seconds(60), scope: scope
    ) { subject, _ in
      let plugin = try subject.open()
      try lists(plugin)
      for change in [-8, 8] {
        for wrong in try answers(subject, plugin, change) {
          try expect(
            wrong.answer, isOneOf: [IMP_E_ABI], wrong.call,
            "for an \(wrong.name) whose size field is not its size (R-20)")
        }
      }
    }
  }

  /// That options out of their range make nothing.
  /// - Parameters:
  ///   - object: What would be made: "tracker".
  ///   - wrongs: What is out of range, and what is answered to it.
  ///   - create: Makes one; ``Creation/ended()``.
  static func refusesWrongOptions<Options>(
    _ object: String, _ call: String,
    _ wrongs: @escaping @Sendable () -> [WrongOptions<Options>],
    _ create: @escaping @Sendable (ProbePlugin, (inout Options) -> Void) throws -> Creation<Void>
  ) -> ConformanceCheck {
    check(
      "refuses-options", "Options out of their range are refused, and no \(object) is made.", rules: ["R-22"]
    ) { _, plugin, _ in
      for wrong in wrongs() {
        try create(plugin, wrong.change).ended().expectRefused([wrong.status], call, "for \(wrong.words)")
      }
    }
  }

  /// That the next process gives the same answers.
  /// - Parameters:
  ///   - call: What answers: `matcher.compare`.
  ///   - answers: Adds what it answers, as bytes. Where it throws, what came before is compared all the same.
  static func sameAfterRestart(
    _ title: String, _ call: String,
    _ answers: @escaping @Sendable (CheckSubject, inout [UInt8]) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(
      group, "same-after-restart", title, rules: ["R-14"], deadline: .seconds(60), scope: scope
    ) { subject, _ in
      var made: [UInt8] = []
      let end = Result { try answers(subject, &made) }
      // The second process finds what the first one left, and compares: none is an answer, too, then.
      let file = subject.scratch + "/answers"
      let before = try Scratch.read(file)
      if made.isEmpty, before == nil { try end.get() }
      if let before {
        if let place = Difference.words(before, made) {
          throw CheckFailure("in another process the same gave other answers: \(place) (R-14).", place: call)
        }
      } else {
        try Scratch.write(made, to: file)
        try subject.runAgain("\(group.rawValue).same-after-restart")
      }
      try end.get()
    }
  }
}
