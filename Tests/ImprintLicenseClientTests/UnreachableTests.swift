// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintLicenseClient
import Testing

/// Servers that are not there.
@Suite struct UnreachableTests {
  @Test func closedPortIsUnreachableAndTriedAgain() async throws {
    let server = try FixtureServer("ok")
    let url = server.url
    _ = server.end()
    let setting = try Setting(tries: 3)
    let error = await setting.failure(at: url)
    #expect(error?.code == .unreachable)
    #expect(error?.place == url)
    #expect(setting.waits.all.count == 2)
  }

  @Test func unknownNameIsUnreachable() async throws {
    let setting = try Setting(tries: 2)
    #expect(await setting.failure(at: "https://nonexistent.invalid")?.code == .unreachable)
    #expect(setting.waits.all.count == 1)
  }

  @Test(arguments: ["reset-handshake", "close-handshake"])
  func connectionCutInTheHandshakeIsTriedAgain(behaviour: String) async throws {
    let root = try TestIdentity.root()
    let server = try FixtureServer(behaviour, behaviour, "ok", identity: [try root.server()])
    #expect(try await Setting(root: root, tries: 3).send(to: server.url).status == 200)
    let again = try FixtureServer(behaviour, identity: [try root.server()])
    #expect(await (try Setting(root: root)).failure(at: again.url)?.code == .unreachable)
  }
}
