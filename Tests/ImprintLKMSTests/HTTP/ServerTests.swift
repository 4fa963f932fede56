// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintLicenseAuthority
import ImprintLicenseClient
import Logging
import ServiceLifecycle
import Testing

@testable import ImprintLKMS

struct ServerTests {
  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func code(_ configuration: LicenseServerConfiguration, _ lab: Lab) async -> LicenseServerError.Code?
  {
    do {
      let server = LicenseServer(service: lab.service, configuration: configuration, logger: Self.quiet)
      try await server.run(stopsOnSignals: false) { _ in }
      return nil
    } catch {
      return error.code
    }
  }

  @Test func clientActivatesOverTLS() async throws {
    let lab = try await Lab()
    let tls = try TestTLS()
    try await lab.serving(tls: tls.server) { (port) async throws in
      let transport = try HTTPSLicenseTransport(
        serverURL: "https://localhost:\(port)", configuration: tls.client(), logger: Self.quiet)
      let answer = try await transport.send(
        LicenseServerMessage(endpoint: .activate, body: LicenseRequest.activate(1).wireForm, apiKey: lab.key))
      #expect(answer.status == 200)
    }
    #expect(try await lab.activeCount() == 1)
  }

  @Test func plainRequestToATLSServerGetsNoAnswer() async throws {
    let lab = try await Lab()
    try await lab.serving(tls: TestTLS().server) { (port) async throws in
      let connection = try RawConnection(port: port)
      await connection.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(await connection.isClosed())
    }
  }

  @Test func keyOfAnotherCertificateIsRefused() async throws {
    let lab = try await Lab()
    var tls = try TestTLS().server
    tls.keyPEM = try TestTLS().server.keyPEM
    #expect(await code(LicenseServerConfiguration(port: 0, tls: tls), lab) == .tls)
    tls.chainPEM = "no certificate"
    #expect(await code(LicenseServerConfiguration(port: 0, tls: tls), lab) == .tls)
  }

  @Test func addressInUseIsSaid() async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      #expect(await code(LicenseServerConfiguration(port: port, tls: nil), lab) == .address)
    }
  }

  @Test func settingOutOfItsRangeIsSaid() async throws {
    let lab = try await Lab()
    #expect(await code(LicenseServerConfiguration(port: 70_000, tls: nil), lab) == .configuration)
    #expect(
      await code(LicenseServerConfiguration(port: 0, tls: nil, requestSeconds: 0), lab) == .configuration)
  }

  @Test func requestUnderWayIsAnsweredBeforeTheServerEnds() async throws {
    let lab = try await Lab()
    let server = LicenseServer(
      service: lab.service, configuration: LicenseServerConfiguration(port: 0, tls: nil), logger: Self.quiet)
    let (ports, announce) = AsyncStream.makeStream(of: Int.self)
    let group = try server.group(signals: []) { announce.yield($0) }
    let running = Task { try await group.run() }
    let port = try #require(await ports.first { _ in true })
    let connection = try RawConnection(port: port)
    let request = RawConnection.request(
      "POST", "/v1/licenses/activate", fields: lab.fields(), body: LicenseRequest.activate(1).wireForm)
    // An answer shows that the connection is taken before the server is told to stop.
    await connection.send(RawConnection.request("GET", "/health/live", fields: [:], body: []))
    #expect(await connection.receive()?.status == 200)
    await connection.send(Array(request.dropLast(5)))
    await group.triggerGracefulShutdown()
    await connection.send(Array(request.suffix(5)))
    let answer = await connection.receive()
    try await running.value
    // Whether the server saw the request's begin before it was told to stop is the kernel's choice: it is
    // answered whole or not at all, and what is answered is kept.
    #expect(answer == nil || answer?.status == 200)
    #expect(try await lab.activeCount() == (answer == nil ? 0 : 1))
  }
}
