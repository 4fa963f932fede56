// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@testable import ImprintLKMS

struct RoutingTests {
  private func code(_ answer: RawConnection.Answer) -> String? {
    guard case .object(let members)? = try? JSONValue(parsing: Array(answer.body.utf8)),
      case .string(let code)? = members.first(where: { $0.0 == "code" })?.1
    else { return nil }
    return code
  }

  @Test func activationRenewalAndDeactivationWorkOverHTTP() async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      let activated = try await lab.post(.activate(1), port: port)
      #expect(activated.status == 200)
      #expect(activated.fields["content-type"] == "application/json")
      let document = String(activated.body.dropFirst(#"{"license":""#.count).dropLast(2))
      #expect(try await lab.post(.renew(document, device: 1), port: port).status == 200)
      let ended = try await lab.post(.deactivate(document, device: 1), port: port)
      #expect(ended.body == #"{"deactivated":true}"#)
    }
    #expect(try await lab.activeCount() == 0)
  }

  @Test func problemIsADocumentOfRFC9457() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 0))
    try await lab.serving { (port) async throws in
      let answer = try await lab.post(.activate(1), port: port)
      #expect(answer.status == 403)
      #expect(answer.fields["content-type"] == "application/problem+json")
      guard case .object(let members) = try JSONValue(parsing: Array(answer.body.utf8)) else { return }
      #expect(members.map(\.0) == ["type", "title", "status", "detail", "code", "remedy"])
      #expect(code(answer) == "activation-count-exceeded")
    }
  }

  @Test func unknownPathIsNotFound() async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      for path in [
        "/", "/v1", "/v1/licenses", "/v1/licenses/activate/", "/../etc/passwd", "/v1/licenses/%61ctivate",
      ] {
        let answer = try await RawConnection.ask(port: port, "GET", path)
        #expect(answer.status == 404, "\(path)")
        #expect(code(answer) == "not-found")
      }
    }
  }

  @Test(arguments: LicenseRoute.allCases) func wrongMethodSaysWhichIsRight(route: LicenseRoute) async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      for method in ["DELETE", "PUT", "PATCH", "OPTIONS", route.method == "GET" ? "POST" : "GET"] {
        let answer = try await RawConnection.ask(port: port, method, route.path)
        #expect(answer.status == 405)
        #expect(code(answer) == "method")
        #expect(answer.fields["allow"] == (route.method == "GET" ? "GET, HEAD" : "POST"))
      }
    }
  }

  @Test(arguments: [LicenseRoute.live, .ready, .metrics, .openAPI])
  func whatIsForTheOperatorAnswers(route: LicenseRoute) async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      let answer = try await RawConnection.ask(port: port, "GET", route.path)
      #expect(answer.status == 200)
      #expect(!answer.body.isEmpty)
      let head = try await RawConnection.ask(port: port, "HEAD", route.path)
      #expect(head.status == 200)
      #expect(head.fields["content-type"] == answer.fields["content-type"])
    }
  }

  @Test func everyAnswerIsGuardedAndNamesNoProduct() async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      for answer in [
        try await lab.post(.activate(1), port: port), try await RawConnection.ask(port: port, "GET", "/none"),
        try await RawConnection.ask(port: port, "GET", "/metrics"),
      ] {
        #expect(answer.fields["x-content-type-options"] == "nosniff")
        #expect(answer.fields["cache-control"] == "no-store")
        #expect(answer.fields["content-security-policy"] != nil)
        #expect(answer.fields["server"] == nil)
      }
    }
  }

  @Test func otherContentTypeIsRefused() async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      for type in ["text/plain", "application/jsonx", ""] {
        var fields = lab.fields()
        fields["Content-Type"] = type
        let answer = try await RawConnection.ask(
          port: port, "POST", "/v1/licenses/activate", fields: fields,
          body: LicenseRequest.activate(1).wireForm)
        #expect(answer.status == 415)
        #expect(code(answer) == "media-type")
      }
    }
  }

  @Test func missingKeyIsAskedFor() async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      let answer = try await RawConnection.ask(
        port: port, "POST", "/v1/licenses/activate",
        fields: ["Content-Type": "application/json; charset=utf-8"],
        body: LicenseRequest.activate(1).wireForm)
      #expect(answer.status == 401)
      #expect(answer.fields["www-authenticate"] == "Bearer")
    }
  }

  @Test func metricsAreForTheMachineItselfUnlessConfigured() async throws {
    let lab = try await Lab()
    try await lab.serving({ $0.metrics = .nobody }) { (port) async throws in
      #expect(try await RawConnection.ask(port: port, "GET", "/metrics").status == 404)
    }
  }
}
