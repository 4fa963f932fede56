// SPDX-License-Identifier: Apache-2.0
import ImprintSettings
import Testing

@testable import ImprintLKMS

struct VisitorConnectionsTests {
  private func connections(
    _ limit: Int, rate: RateLimit = RateLimit(perSecond: 0, burst: 1), proxy: ServerSettings.Proxy? = nil
  ) -> VisitorConnections {
    VisitorConnections(
      LicenseServerConfiguration(tls: nil, visitorRate: rate, visitorConnections: limit, proxy: proxy))
  }

  @Test func visitorHasOnlySoManyAndNobodyElseHasFewer() {
    let connections = connections(2)
    #expect((0..<3).map { _ in connections.enter("192.0.2.1") != nil } == [true, true, false])
    #expect(connections.enter("192.0.2.2") != nil)
    #expect((0..<3).map { connections.enter("2001:db8::\($0)") != nil } == [true, true, false])
  }

  @Test func connectionThatEndsMakesWayForAnother() throws {
    let connections = connections(1)
    for _ in 0..<5 { connections.leave(try #require(connections.enter("192.0.2.1"))) }
    #expect(connections.count == 0)
  }

  @Test func connectionThatWasRefusedDoesNotCount() throws {
    let connections = connections(1)
    let first = try #require(connections.enter("192.0.2.1"))
    for _ in 0..<5 { #expect(connections.enter("192.0.2.1") == nil) }
    connections.leave(first)
    #expect(connections.enter("192.0.2.1") != nil)
  }

  @Test func whoConnectsAgainAndAgainIsRefusedBeforeAHandshake() {
    let connections = connections(1000, rate: RateLimit(perSecond: 1e-9, burst: 2))
    #expect((0..<20).filter { _ in connections.enter("192.0.2.1") != nil }.count == 8)
    #expect(connections.enter("192.0.2.2") != nil)
  }

  @Test func connectionsOfAProxyAreNotOneVisitors() {
    let proxy = ServerSettings.Proxy(trusted: [NetworkRange("10.0.0.0/8")].compactMap { $0 })
    let connections = connections(1, rate: RateLimit(perSecond: 1e-9, burst: 1), proxy: proxy)
    for _ in 0..<20 { #expect(connections.enter("10.0.0.1") != nil) }
    #expect((0..<2).map { _ in connections.enter("192.0.2.1") != nil } == [true, false])
  }

  @Test func visitorWhoHoldsConnectionsLocksNobodyOut() async throws {
    let lab = try await Lab()
    try await lab.serving({
      $0.connectionLimit = 4
      $0.visitorConnections = 2
    }) { (port) async throws in
      var held: [RawConnection] = []
      for _ in 0..<2 {
        let connection = try RawConnection(port: port, from: "127.0.0.2")
        await connection.send(RawConnection.request("GET", "/health/live", fields: [:], body: []))
        #expect(await connection.receive()?.status == 200)
        held.append(connection)
      }
      for _ in 0..<6 { held.append(try RawConnection(port: port, from: "127.0.0.2")) }
      #expect(try await RawConnection.ask(port: port, "GET", "/health/live").status == 200)
      var closed = 0
      for connection in held.dropFirst(2) where await connection.isClosed() { closed += 1 }
      #expect(closed == 6)
      let metrics = try await RawConnection.ask(port: port, "GET", "/metrics").body
      #expect(metrics.contains(#"imprint_lkms_rate_limited_total{by="connections"} 6"#))
      withExtendedLifetime(held) {}
    }
  }

  @Test func connectionThatIsOneTooManyIsClosedBeforeItsHandshake() async throws {
    let lab = try await Lab()
    try await lab.serving(tls: TestTLS().server, { $0.visitorRate = RateLimit(perSecond: 1e-9, burst: 1) }) {
      (port) async throws in
      for _ in 0..<4 {
        let connection = try RawConnection(port: port)
        await connection.send("no handshake")
        #expect(await connection.isClosed())
      }
      // Nothing is sent on it: a server that waits for a handshake keeps it open.
      #expect(try await RawConnection(port: port).isClosed())
    }
  }
}
