// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintModel
import Testing

@testable import ImprintLKMS

struct OpenAPITests {
  private func member(_ value: JSONValue?, _ path: String...) -> JSONValue? {
    path.reduce(value) { value, name in
      guard case .object(let members)? = value else { return nil }
      return members.first { $0.0 == name }?.1
    }
  }

  private func document() throws -> JSONValue { try JSONValue(parsing: OpenAPIDocument.bytes) }

  @Test(arguments: LicenseRoute.allCases) func everyRouteIsDescribed(route: LicenseRoute) throws {
    let operation = member(try document(), "paths", route.path, route.method.lowercased())
    #expect(member(operation, "operationId") == .string(route.name))
    #expect(member(operation, "responses", "200") != nil)
    for problem in route.problems {
      guard case .string(let text)? = member(operation, "responses", "\(problem.status)", "description")
      else {
        Issue.record("\(problem) is not described")
        continue
      }
      #expect(text.contains("`\(problem.rawValue)`"))
    }
  }

  @Test(arguments: LicenseProblem.Code.allCases) func everyProblemIsDescribed(code: LicenseProblem.Code)
    throws
  {
    guard
      case .array(let codes)? = member(
        try document(), "components", "schemas", "Problem", "properties", "code", "enum")
    else {
      Issue.record("no codes")
      return
    }
    #expect(codes.contains(.string(code.rawValue)))
    #expect(LicenseRoute.allCases.contains { $0.problems.contains(code) })
  }

  /// The page is what other people's clients and servers are written after.
  @Test(arguments: LicenseProblem.Code.allCases) func everyProblemIsInTheReference(code: LicenseProblem.Code)
    throws
  {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/reference/licenses.md"), encoding: .utf8)
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("|") && $0.contains("`\(code.rawValue)`") }
    #expect(lines.contains { $0.contains("\(code.status)") })
  }

  @Test func everyReferenceLeadsSomewhere() throws {
    let document = try document()
    let text = String(decoding: OpenAPIDocument.bytes, as: UTF8.self)
    let names = text.split(separator: "#/components/schemas/").dropFirst().compactMap {
      $0.split(separator: "\"").first.map(String.init)
    }
    #expect(!names.isEmpty)
    for name in names { #expect(member(document, "components", "schemas", name) != nil) }
  }
}

struct MetricsTests {
  @Test func requestsAreCountedByEndpointAndOutcome() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    try await lab.serving { (port) async throws in
      _ = try await lab.post(.activate(1), port: port)
      _ = try await lab.post(.activate(2), port: port)
      _ = try await RawConnection.ask(port: port, "GET", "/nothing/here")
      let lines = try await RawConnection.ask(port: port, "GET", "/metrics").body.split(separator: "\n").map(
        String.init)
      #expect(lines.contains(#"imprint_lkms_requests_total{endpoint="activate",outcome="ok"} 1"#))
      #expect(
        lines.contains(
          #"imprint_lkms_requests_total{endpoint="activate",outcome="activation-count-exceeded"} 1"#))
      #expect(lines.contains(#"imprint_lkms_requests_total{endpoint="none",outcome="not-found"} 1"#))
      #expect(lines.contains(#"imprint_lkms_request_seconds_count{endpoint="activate"} 2"#))
      #expect(lines.contains(#"imprint_lkms_activations{profile="kiosk"} 1"#))
      #expect(lines.contains(#"imprint_lkms_activation_limit{profile="kiosk"} 1"#))
    }
  }

  @Test func bucketsOfTheHistogramAddUp() {
    let metrics = ServerMetrics()
    for seconds in [0.0001, 0.003, 0.3, 100] { metrics.answered(.activate, outcome: "ok", seconds: seconds) }
    let lines = metrics.text(activations: []).split(separator: "\n").map(String.init)
    func bucket(_ bound: String) -> String {
      "imprint_lkms_request_seconds_bucket{endpoint=\"activate\",le=\"\(bound)\"}"
    }
    #expect(lines.contains(bucket("0.001") + " 1"))
    #expect(lines.contains(bucket("0.005") + " 2"))
    #expect(lines.contains(bucket("2.5") + " 3"))
    #expect(lines.contains(bucket("+Inf") + " 4"))
  }
}
