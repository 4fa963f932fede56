// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import TestSupport
import Testing

@testable import ImprintLKMS

/// The built program, told to stop while a request is on its way.
@Suite(.timeLimit(.minutes(2))) struct GracefulEndTests {
  @Test func requestUnderWayIsAnsweredWholeOrNotAtAllAndTheProgramEndsWith0() async throws {
    let home = try ProgramHome()
    try home.prepare()
    let key = try home.open(profile: Lab.profile, product: Lab.product)
    let server = try await home.serve("--insecure-http")
    let connection = try RawConnection(port: server.port)
    let request = RawConnection.request(
      "POST", "/v1/licenses/activate",
      fields: ["Content-Type": "application/json", "Authorization": "Bearer \(key)"],
      body: LicenseRequest.activate(1).wireForm)
    // An answer shows that the connection is taken.
    await connection.send(RawConnection.request("GET", "/health/live", fields: [:], body: []))
    #expect(await connection.receive()?.status == 200)
    await connection.send(Array(request.dropLast(5)))
    server.signal(SIGTERM)
    await connection.send(Array(request.suffix(5)))
    let answer = await connection.receive()
    // Whether the server saw the request's begin before the signal is the kernel's choice: it is answered
    // whole or not at all, and what is answered is kept.
    #expect(answer == nil || answer?.status == 200)
    let run = server.ended()
    #expect(run.exitCode == 0, "\(run.errors)")
    // All is in the one file.
    for suffix in ["-wal", "-shm"] {
      #expect(!FileManager.default.fileExists(atPath: home.path + "/lkms.sqlite" + suffix))
    }
    let database = try LicenseDatabase(path: home.path + "/lkms.sqlite")
    try await database.check()
    #expect(try await database.profiles().map(\.active) == [answer == nil ? 0 : 1])
  }
}
