// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// The seed's names: each has a counterpart here or a reason, and the page says so.
@Suite struct SeedNamesTests {
  @Test func thereAreAsManyAsTheSeedHas() {
    #expect(SeedHandlerError.allCases.count == 21)
    #expect(SeedCapturingError.allCases.count == 7)
    #expect(SeedErrorType.allCases.count == 9 && FaceCaptureErrorType.allCases.count == 9)
    #expect(SeedCaptureOption.allCases.count == 22)
    // Of enrolment and verification: 5 and 6 error codes and 2 states; 7 settings and 2 values of one.
    #expect(SeedFlowStatus.allCases.count == 13 && SeedFlowSetting.allCases.count == 9)
  }

  @Test func everyOptionNamedIsOne() {
    let names = Mirror(reflecting: FaceCaptureHandlerOptions(livenessMode: .none)).children.compactMap(
      \.label)
    // Those of the capture are computed.
    let computed = [
      "livenessMode", "securityLevel", "cr2dMode", "challengeIntervalDelay", "captureTimeout",
    ]
    for option in SeedCaptureOption.allCases {
      guard case .option(let name) = option.counterpart else { continue }
      #expect((names + computed).contains(name), "\(option.seedName)")
    }
  }

  @Test func everySettingNamedIsOne() {
    let settings: [Any] = [
      EnrollerSettings(), VerifierSettings(), FaceCaptureSettings(livenessMode: .none),
    ]
    let names = settings.flatMap { Mirror(reflecting: $0).children.compactMap(\.label) }
    for setting in SeedFlowSetting.allCases {
      guard case .setting(let name) = setting.counterpart else { continue }
      #expect(names.contains(name), "\(setting.seedName)")
    }
  }

  @Test func eachRequirementIsAskedForByOneCallOfTheSeed() {
    let asked = SeedFlowCall.allCases.compactMap { call -> FaceRequirement? in
      if case .requirement(let requirement) = call.counterpart { requirement } else { nil }
    }
    #expect(asked == FaceRequirement.allCases)
  }

  @Test func aUseCasesNameIsHereOrLeftOutForAReason() {
    for name in SeedUseCaseName.allCases { #expect((name.name == nil) != (name.leftOut == nil)) }
  }

  @Test func thePageIsAsTheTablesSay() throws {
    let page = BuiltProducts.package.appending(path: "docs/reference/face-capture-names.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
    #expect(rows == Self.rows)
  }

  /// The rows of the page's tables.
  static var rows: [String] {
    SeedHandlerError.allCases.map { row($0.seedName, $0.counterpart) }
      + SeedCapturingError.allCases.map { row($0.seedName, $0.counterpart) }
      + SeedErrorType.allCases.map { type in
        let codes = type.codes.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        return "| `\(type.seedName)` | `\(type.type.rawValue)` | \(codes.isEmpty ? "–" : codes) |"
      } + SeedCaptureOption.allCases.map { row($0.seedName, $0.counterpart) }
      + SeedFlowStatus.allCases.map { row($0.seedName, $0.counterpart) }
      + SeedFlowSetting.allCases.map { row($0.seedName, $0.counterpart) }
      + SeedFlowCall.allCases.map { row($0.seedName, $0.counterpart) }
      + SeedUseCaseName.allCases.map { name in
        "| `\(name.seedName)` | \(name.name.map { "`\($0)`" } ?? "left out: \(name.leftOut ?? "")") |"
      }
  }

  private static func row(_ name: String, _ counterpart: SeedFlowCounterpart) -> String {
    let what =
      switch counterpart {
      case .error(let code): "`\(code.rawValue)`"
      case .retry(let retry): "retry `\(retry.rawValue)`"
      case .decision(let decision): "verdict `\(decision.rawValue)`"
      case .requirement(let requirement): "requirement `\(requirement.rawValue)`"
      case .liveness(let mode): "`livenessMode` `\(mode.rawValue)`"
      case .setting(let setting): "`\(setting)`"
      case .name(let names):
        names.split(separator: ", ").map { "`\($0)`" }.joined(separator: ", ")
      case .leftOut(let reason): "left out: \(reason)"
      }
    return "| `\(name)` | \(what) |"
  }

  private static func row(_ name: String, _ counterpart: SeedCounterpart) -> String {
    let what =
      switch counterpart {
      case .error(let code): "`\(code.rawValue)`"
      case .retry(let retry): "retry `\(retry.rawValue)`"
      case .verdict(let verdict): "verdict `\(verdict)`"
      case .option(let option): "`\(option)`"
      case .leftOut(let reason): "left out: \(reason)"
      }
    return "| `\(name)` | \(what) |"
  }
}
