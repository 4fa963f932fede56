// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintFingerCard

struct CardBioInfoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Shows which fingers a card compares, and how many attempts are left.",
    discussion: "No finger is sent, and no attempt counts.")

  @OptionGroup var card: FingerCardChoice
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let fingers = try await card.withCard(global, telling: console) { card in
      var found: [(BiometricInformation, FingerCardState?)] = []
      for finger in card.fingers {
        let state: FingerCardState? =
          finger.takesCompactCard ? try await card.edge(of: finger).state() : nil
        found.append((finger, state))
      }
      return found
    }
    var table = Table(["REFERENCE", "FINGER", "MINUTIAE", "ORDER", "STATE", "ATTEMPTS LEFT"])
    for (finger, state) in fingers {
      table.add([
        finger.reference.map { "\($0)" } ?? "none", finger.site.name,
        finger.takesCompactCard
          ? finger.minutiae.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "not stated" : "another format",
        finger.order.map(\.name) ?? "not stated", state?.name ?? "not asked",
        state?.attemptsLeft.map { "\($0)" } ?? "not stated",
      ])
    }
    return Report(
      text: table.text,
      json: [
        "fingers": fingers.json { finger, state in
          [
            "reference": finger.reference.map { Int($0) }, "site": finger.site.name,
            "takesCompactCard": finger.takesCompactCard, "least": finger.minutiae?.lowerBound,
            "most": finger.minutiae?.upperBound, "order": finger.order?.name, "state": state?.name,
            "attemptsLeft": state?.attemptsLeft,
          ]
        }
      ])
  }
}

extension MinutiaOrder {
  /// `xy`, `polar-descending`, `none`.
  var name: String {
    let word =
      switch key {
      case .none: "none"
      case .xy: "xy"
      case .yx: "yx"
      case .angle: "angle"
      case .polar: "polar"
      }
    return word + (descending ? "-descending" : "") + (extended ? "-extended" : "")
  }
}
