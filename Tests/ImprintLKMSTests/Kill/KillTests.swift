// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import ImprintLKMS

/// The built program, killed while it serves.
@Suite(.timeLimit(.minutes(5))) struct KillTests {
  /// Devices that are new in each round.
  private static let load = 40

  /// Each number is a round: after so many answers to new devices the server is killed, by whoever got that
  /// answer, while others are asking.
  @Test func killedServerKeepsWhatItConfirmedAndCountsNothingTwice() async throws {
    let home = try ProgramHome()
    try home.prepare()
    let fleet = try DeviceFleet(home: home, key: try home.open(profile: Lab.profile, product: Lab.product))
    var confirmed: [Int: DeviceFleet.Answer] = [:]
    var asked = 0
    for answers in [1, 6, 18] {
      // An answer that came before its commit would be there long before, and the commit would never be.
      let server = try await home.serveOnASlowDisk()
      try await repeatAll(asked, of: fleet, at: server, &confirmed)
      let new = try await fleet.activate(asked..<asked + Self.load, at: server) { count in
        if count == answers { server.kill() }
      }
      let end = server.ended().process
      #expect(end.terminationReason == .uncaughtSignal && end.terminationStatus == SIGKILL)
      // In mid-load: some were answered, and some were not.
      #expect(new.count >= answers && new.count < Self.load)
      confirmed.merge(new) { $1 }
      asked += Self.load
    }
    let server = try await home.serve()
    try await repeatAll(asked, of: fleet, at: server, &confirmed)
    server.signal(SIGTERM)
    #expect(server.ended().exitCode == 0)
    try await expectDatabase(of: home, toHold: confirmed)
  }

  /// Every device asks again with its nonce: who was answered gets that answer, who was not gets one now.
  private func repeatAll(
    _ devices: Int, of fleet: DeviceFleet, at server: ServingProgram,
    _ confirmed: inout [Int: DeviceFleet.Answer]
  ) async throws {
    let answers = try await fleet.activate(0..<devices, at: server)
    #expect(answers.count == devices)
    for (device, answer) in confirmed { #expect(answers[device] == answer, "device \(device)") }
    confirmed = answers
  }

  private func expectDatabase(
    of home: ProgramHome, toHold confirmed: [Int: DeviceFleet.Answer]
  ) async throws {
    let database = try LicenseDatabase(path: home.path + "/lkms.sqlite")
    try await database.check()
    let activations = try await database.activations(ActivationFilter(limit: 10_000))
    #expect(activations.count == confirmed.count)
    #expect(Set(activations.map(\.id)) == Set(confirmed.values.map(\.activation)))
    #expect(activations.allSatisfy { $0.state == .active && $0.licenses == 1 })
    #expect(try await database.profiles().map(\.active) == [confirmed.count])
  }
}
