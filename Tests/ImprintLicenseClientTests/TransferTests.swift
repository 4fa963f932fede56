// SPDX-License-Identifier: Apache-2.0
import ImprintTransfer
import Testing

/// What is not of licences: other methods, headers and bodies.
@Suite struct TransferTests {
  @Test(arguments: [(300, nil), (300_000, "100-continue")])
  func aPutHasItsHeadersAndItsBytesAndAsksFirstOnlyForALongOne(bytes: Int, expect: String?) async throws {
    let root = try TestIdentity.root()
    let server = try FixtureServer("ok", identity: [try root.server()])
    let body = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let connection = ConnectionSettings(
      roots: .only(pem: try root.pem), proxy: .none, connectTimeout: .seconds(60), timeout: .seconds(60),
      userAgent: "test")
    let transfer = try #require(
      Transfer(
        Transfer.Request(
          .put, "\(server.url)/a/b.wav", headers: ["Content-Type: audio/wav", "X-Own: one two"], body: body,
          answerLimit: 1000, connection: connection, pins: [])))
    let result = await transfer.run()
    #expect(result.failure == nil && result.status == 200)
    let request = try #require(server.requests().first)
    #expect(request.line == "PUT /a/b.wav HTTP/1.1")
    #expect(request.headers?["content-type"] == "audio/wav" && request.headers?["x-own"] == "one two")
    #expect(request.headers?["authorization"] == nil && request.headers?["expect"] == expect)
    #expect(request.body?.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } == body)
  }
}
