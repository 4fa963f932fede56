// SPDX-License-Identifier: Apache-2.0
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

  /// - Throws: ``CheckSkip`` where there is nothing to work with, such as no device.
  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> AbilityWork
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
