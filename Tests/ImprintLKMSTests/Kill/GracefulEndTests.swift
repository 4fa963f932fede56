// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import TestSupport
import Testing

@testable import ImprintLKMS

/// The built program, told to stop while a request is on its way.
@Suite(.timeLimit(.minutes(2))) struct GracefulEndTests {
  @Test func requestUnderWayIsAnsweredAndTheProgramEndsWith0() async throws {
    let home = try ProgramHome()
    try home.prepare()
    let key = try home.open(profile: Lab.profile, product: Lab.product)
    let server = try await home.serve("--insecure-http")
    let connection = try RawConnection(port: server.port)
    let request = RawConnection.request(
      "POST", "/v1/licenses/activate",
      fields: ["Content-Type": "application/json", "Authorization": "Bearer \(key)"],
      body: LicenseRequest.activate(1).wireForm)
    await connection.send(Array(request.dropLast(5)))
    // Taken by the server, so that it is under way and not merely on the wire.
    try await until { try OpenSockets.unread(localPort: server.port) == 0 }
    server.signal(SIGTERM)
    try await until { (try? RawConnection(port: server.port)) == nil }
    await connection.send(Array(request.suffix(5)))
    let answer = await connection.receive()
    #expect(answer?.status == 200)
    #expect(await connection.isClosed())
    let run = server.ended()
    #expect(run.exitCode == 0, "\(run.errors)")
    let database = try LicenseDatabase(path: home.path + "/lkms.sqlite")
    try await database.check()
    #expect(try await database.profiles().map(\.active) == [1])
  }

  /// Looks again and again, as the kernel tells nobody.
  private func until(_ holds: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while try !holds() {
      guard ContinuousClock.now < end else { throw MissingForTest("what was waited for") }
      await Task.yield()
    }
  }
}
