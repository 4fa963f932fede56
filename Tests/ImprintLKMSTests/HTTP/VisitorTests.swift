// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSettings
import Testing

@testable import ImprintLKMS

struct VisitorTests {
  private static func proxy(_ trusted: String...) -> ServerSettings.Proxy {
    .init(trusted: trusted.compactMap { NetworkRange($0) })
  }

  private func visitor(
    _ peer: String, _ fields: String..., proxy: ServerSettings.Proxy? = proxy("10.0.0.0/8", "fd00::/8")
  ) -> String {
    Visitor(peer: peer, fields: fields, proxy: proxy).address
  }

  @Test(arguments: [
    // What the proxy added stands at the end; what stands before is the visitor's own word.
    ("192.0.2.1", "192.0.2.1"), ("203.0.113.9, 192.0.2.1", "192.0.2.1"), ("127.0.0.1,192.0.2.1", "192.0.2.1"),
    // Several proxies in a row.
    ("203.0.113.9, 192.0.2.1, 10.0.0.2,10.9.9.9", "192.0.2.1"), ("192.0.2.1, fd00::7", "192.0.2.1"),
    // All of them are proxies.
    ("10.0.0.3, 10.0.0.2", "10.0.0.3"),
    // With a port, as some proxies write it.
    ("192.0.2.1:4711", "192.0.2.1"), ("[2001:db8::1]:4711", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
    ("2001:DB8:0::1", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"), (" \t192.0.2.1\t ", "192.0.2.1"),
    // What is no address ends it: the nearest one that is known counts.
    ("unknown", "10.0.0.1"), ("", "10.0.0.1"), (",", "10.0.0.1"), ("192.0.2.1,", "10.0.0.1"),
    ("192.0.2.1, x, 10.0.0.2", "10.0.0.2"), ("192.0.2.1 192.0.2.2", "10.0.0.1"),
    ("192.0.2.1:", "192.0.2.1"), ("192.0.2.1:x", "10.0.0.1"), ("[192.0.2.1", "10.0.0.1"),
    ("[2001:db8::1]x", "10.0.0.1"), ("192.0.2.256", "10.0.0.1"), ("for=192.0.2.1", "10.0.0.1"),
    ("\"192.0.2.1\"", "10.0.0.1"), (String(repeating: "1", count: 8000), "10.0.0.1"),
    (String(repeating: "10.0.0.2,", count: 800) + "192.0.2.1", "192.0.2.1"),
  ]) func trustedProxySaysWhoAsks(field: String, address: String) {
    #expect(visitor("10.0.0.1", field) == address)
  }

  @Test func chainThatNeverEndsIsNotFollowed() {
    #expect(
      visitor("10.0.0.1", "192.0.2.1," + String(repeating: "10.0.0.2,", count: 800) + "10.0.0.3")
        == "10.0.0.2")
  }

  @Test func linesOfAHeaderAreOneList() {
    #expect(visitor("10.0.0.1", "203.0.113.9", "192.0.2.1, 10.0.0.2") == "192.0.2.1")
    #expect(visitor("10.0.0.1", "203.0.113.9, 192.0.2.1", "10.0.0.2") == "192.0.2.1")
  }

  @Test func nobodyElseIsBelieved() {
    #expect(visitor("192.0.2.66", "203.0.113.9") == "192.0.2.66")
    #expect(visitor("10.0.0.1", "203.0.113.9", proxy: nil) == "10.0.0.1")
    #expect(visitor("unknown", "203.0.113.9") == "unknown")
  }

  @Test func proxyThatSaysNothingIsItself() {
    #expect(visitor("10.0.0.1") == "10.0.0.1")
  }

  @Test func proxyOnASocketOfBothKindsIsTrusted() {
    #expect(visitor("::ffff:10.0.0.1", "192.0.2.1") == "192.0.2.1")
  }

  @Test func whatComesThroughAProxyIsNeverTheMachineItself() {
    let proxy = Self.proxy("127.0.0.1", "10.0.0.0/8")
    for field in ["127.0.0.1", "::1", "10.0.0.1", "127.0.0.1, 10.0.0.1", "x"] {
      #expect(!Visitor(peer: "127.0.0.1", fields: [field], proxy: proxy).isLoopback)
    }
    #expect(Visitor(peer: "127.0.0.1", fields: [], proxy: proxy).isLoopback)
    #expect(Visitor(peer: "::ffff:127.0.0.1", fields: ["x"], proxy: nil).isLoopback)
    #expect(!Visitor(peer: "192.0.2.1", fields: [], proxy: nil).isLoopback)
  }

  @Test(arguments: [
    ("192.0.2.0/24", "192.0.2.255", true), ("192.0.2.0/24", "192.0.3.0", false),
    ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.1", "192.0.2.1", true),
    ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
    ("192.0.2.0/24", "::c000:201", false),
  ]) func networkHasItsAddresses(range: String, address: String, isIn: Bool) throws {
    #expect(try #require(NetworkRange(range)).contains(try #require(NetworkAddress(address))) == isIn)
  }

  @Test(arguments: [
    "", "/8", "192.0.2.1/24", "0.0.0.0/0", "::/0", "10.0.0.0/33", "10.0.0.0/+8", "10.0.0.0/", "10.0.0.0/8/8",
    "proxy",
  ])
  func whatIsNoNetworkIsNone(text: String) {
    #expect(NetworkRange(text) == nil)
  }
}

struct ProxiedRequestTests {
  private static let proxy = ServerSettings.Proxy(trusted: [NetworkRange("127.0.0.1")].compactMap { $0 })

  private func ask(_ lab: Lab, _ port: Int, as address: String?, _ target: String = "/health/live")
    async throws -> Int
  {
    try await RawConnection.ask(
      port: port, "GET", target, fields: address.map { ["x-forwarded-for": $0] } ?? [:], body: []
    ).status
  }

  @Test func visitorsBehindAProxyAreLimitedEachForItself() async throws {
    let lab = try await Lab()
    try await lab.serving({
      $0.visitorRate = RateLimit(perSecond: 0.001, burst: 2)
      $0.proxy = Self.proxy
    }) { (port) async throws in
      let statuses = [
        try await ask(lab, port, as: "192.0.2.1"), try await ask(lab, port, as: "9.9.9.9, 192.0.2.1"),
        try await ask(lab, port, as: "8.8.8.8, 192.0.2.1"), try await ask(lab, port, as: "192.0.2.2"),
        try await ask(lab, port, as: "2001:db8::1"), try await ask(lab, port, as: "2001:db8::2"),
        try await ask(lab, port, as: "2001:db8::3"),
      ]
      #expect(statuses == [200, 200, 429, 200, 200, 200, 429])
    }
  }

  @Test func withoutAProxyInTheSettingsTheHeaderIsIgnored() async throws {
    let lab = try await Lab()
    try await lab.serving({ $0.visitorRate = RateLimit(perSecond: 0.001, burst: 2) }) { (port) async throws in
      var statuses: [Int] = []
      for number in 1...3 { statuses.append(try await ask(lab, port, as: "192.0.2.\(number)")) }
      #expect(statuses == [200, 200, 429])
    }
  }

  @Test func metricsAreNotForWhoComesThroughTheProxy() async throws {
    let lab = try await Lab()
    try await lab.serving({ $0.proxy = Self.proxy }) { (port) async throws in
      #expect(try await ask(lab, port, as: nil, "/metrics") == 200)
      #expect(try await ask(lab, port, as: "127.0.0.1", "/metrics") == 404)
    }
  }

  @Test func auditNamesTheNetworkBehindTheProxy() async throws {
    let lab = try await Lab()
    try await lab.serving({ $0.proxy = Self.proxy }) { (port) async throws in
      var fields = lab.fields()
      fields["X-Forwarded-For"] = "203.0.113.9, 198.51.100.7"
      let answer = try await RawConnection.ask(
        port: port, "POST", "/v1/licenses/activate", fields: fields, body: LicenseRequest.activate(1).wireForm
      )
      #expect(answer.status == 200)
    }
    #expect(try await lab.database.audit(AuditFilter(event: .activated)).first?.remote == "198.51.100.0/24")
  }
}
