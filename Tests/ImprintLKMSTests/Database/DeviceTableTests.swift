// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import ImprintLicense
import Testing

@testable import ImprintLKMS

/// How many activations are compared with a device. Each is a row that is read and parsed within the one
/// transaction that all devices wait for.
struct DeviceTableTests {
  /// How many active and revoked ones.
  private struct Compared: Equatable {
    var active: Int
    var revoked: Int
  }

  private func compared(with device: DeviceFingerprint, in lab: Lab) async throws -> Compared {
    try await lab.database.read { database in
      let counts = try [false, true].map {
        try DeviceTable.candidates(for: device, profile: Lab.profile, revoked: $0, in: database).count
      }
      return Compared(active: counts[0], revoked: counts[1])
    }
  }

  /// Devices that are in the database as they would be after their activation, without its cost.
  private func insert(_ devices: [DeviceFingerprint], revoked: Bool = false, into lab: Lab) async throws {
    try await lab.database.write { database in
      for (number, device) in devices.enumerated() {
        let id = "device-\(revoked)-\(String(format: "%05d", number))"
        try ActivationTable.insert(
          id, profile: Lab.profile, device: device, offline: false, at: Lab.start, in: database)
        if revoked {
          try ActivationTable.end(
            try ActivationTable.existing(id, in: database), as: .revoked, reason: "stolen", at: Lab.start,
            in: database)
        }
      }
    }
  }

  private static func ofOneImage(_ number: Int) -> DeviceFingerprint {
    .number(number).replacing([.machineID: ["0a0a0a0a"]])
  }

  @Test(arguments: [false, true])
  func devicesOfOneImageAreNotComparedWithEachOther(revoked: Bool) async throws {
    let lab = try await Lab(Lab.kiosk(limit: nil))
    try await insert((1...500).map(Self.ofOneImage), revoked: revoked, into: lab)
    #expect(try await compared(with: Self.ofOneImage(501), in: lab) == Compared(active: 0, revoked: 0))
    let known = try await compared(with: Self.ofOneImage(7), in: lab)
    #expect(known == Compared(active: revoked ? 0 : 1, revoked: revoked ? 1 : 0))
  }

  @Test(arguments: [DeviceFingerprint.Fact.network, .disk, .machineID])
  func valueThatManyHaveIsComparedWithFew(fact: DeviceFingerprint.Fact) async throws {
    let lab = try await Lab(Lab.kiosk(limit: nil))
    // All that is not shared is another's, so that none is the device that is asked for.
    let sharing = (1...500).map { DeviceFingerprint.number($0).replacing([fact: ["0a0a0a0a", "0b0b0b0b"]]) }
    try await insert(sharing, into: lab)
    let asking = DeviceFingerprint.number(501).replacing([fact: ["0a0a0a0a"]])
    #expect(try await compared(with: asking, in: lab).active <= DeviceTable.mostOfAValue)
  }

  @Test func fingerprintOfManySharedValuesIsComparedWithFew() async throws {
    let lab = try await Lab(Lab.kiosk(limit: nil))
    let values = (0..<16).map { "0a0a0a" + String(format: "%02d", $0) }
    let sharing = (0..<640).map { number in
      DeviceFingerprint.number(number).replacing([
        .network: [values[number % 16]], .disk: [values[number / 16 % 16]],
      ])
    }
    try await insert(sharing, into: lab)
    let asking = DeviceFingerprint.number(999).replacing([.network: values, .disk: values])
    #expect(try await compared(with: asking, in: lab).active == DeviceTable.mostInAll)
  }

  @Test func deviceOfAnImageIsFoundByWhatIsItsOwn() async throws {
    let lab = try await Lab(Lab.kiosk(limit: nil))
    try await insert((1...200).map(Self.ofOneImage), into: lab)
    // Its disk, its machine id and its processor are new.
    let repaired = Self.ofOneImage(7).replacing([
      .disk: ["0d0d0d0d"], .machineID: ["0e0e0e0e"], .processor: ["0f0f0f0f"], .board: ["0000b0a4"],
    ])
    let found = try await lab.database.read { database in
      try DeviceTable.activation(of: Self.ofOneImage(7), profile: Lab.profile, in: database)?.device
    }
    #expect(found == Self.ofOneImage(7))
    #expect(try await compared(with: repaired, in: lab).active == 1)
  }

  @Test func factsThatAVersionBeforeKnewAreFoundAfterTheUpdate() async throws {
    let lab = try await Lab(Lab.kiosk(limit: nil))
    let active = try await lab.activate(1)
    let revoked = try await lab.activate(2)
    try await lab.database.revoke(activation: revoked.activation, reason: "stolen")
    try await lab.database.write { database in
      try database.execute(sql: "DROP TABLE device_fact; DROP INDEX exchange_by_activation;")
      try database.execute(
        sql: """
          DROP INDEX audit_by_repetition; CREATE TABLE device_fact (old TEXT);
          CREATE INDEX audit_by_refusal ON audit(api_key)
          """)
      try database.execute(sql: DatabaseSchema.weighedDevices)
      try DatabaseSchema.rememberDevices(database)
    }
    #expect(try await lab.activate(1).activation == active.activation)
    #expect(lab.code(of: await lab.ask(.activate(2))) == .revoked)
  }
}
