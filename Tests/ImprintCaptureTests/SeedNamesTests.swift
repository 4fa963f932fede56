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
