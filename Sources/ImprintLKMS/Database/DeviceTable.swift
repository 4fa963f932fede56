// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import ImprintLicense

/// Looks up a device's activation by its facts, at a cost independent of the number of devices.
///
/// Machines made from one image share a machine id, and a dock's network card may be shared by a whole floor.
/// So a value leads only to devices that could match by it, and to at most ``mostOfAValue``: a more common
/// value does not discriminate.
enum DeviceTable {
  /// The indexed facts, the most discriminating first. Matching devices have at least one of these in common:
  /// the rest weighs 2, and a fingerprint weighs at least 3 with one of these in it.
  static let lookedUp: [DeviceFingerprint.Fact] = [.network, .disk, .machineID]

  /// The maximum number of activations compared per value.
  static let mostOfAValue = 32
  /// The maximum number of activations compared in total: a fingerprint may have 16 values of each fact.
  static let mostInAll = 256

  /// The activation of a device, active or revoked; active first.
  /// - Parameter isIt: whether an active one of the same device is accepted.
  static func activation(
    of device: DeviceFingerprint, profile: String, in database: Database,
    where isIt: (Activation) throws -> Bool = { _ in true }
  ) throws -> Activation? {
    let known = try candidates(for: device, profile: profile, revoked: false, in: database)
      .first { try $0.device.isSameDevice(as: device) && isIt($0) }
    return try known ?? revoked(device, profile: profile, in: database)
  }

  /// The revoked activation of a device. Matched in both directions: a request that omits facts looks like
  /// another device, and would get a licence with so few facts that it is valid on the revoked one.
  static func revoked(
    _ device: DeviceFingerprint, profile: String, in database: Database
  ) throws -> Activation? {
    try candidates(for: device, profile: profile, revoked: true, in: database)
      .first { $0.device.isSameDevice(as: device) || device.isSameDevice(as: $0.device) }
  }

  /// The candidate activations for a device: all that could match, within the limits above.
  static func candidates(
    for device: DeviceFingerprint, profile: String, revoked: Bool, in database: Database
  ) throws -> [Activation] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT activation.* FROM device_fact JOIN activation ON activation.id = device_fact.activation
          WHERE device_fact.profile = ? AND fact = ? AND value = ? AND revoked = ? AND weight < ?
          ORDER BY weight, device_fact.activation LIMIT ?
        """)
    var found: [Activation] = []
    var seen: Set<String> = []
    for fact in lookedUp {
      let bound = weightBound(of: fact, asking: device, revoked: revoked)
      for value in device.facts[fact] ?? [] where found.count < mostInAll {
        let rows = try Row.fetchCursor(
          statement,
          arguments: [
            profile, fact.rawValue, value, revoked, bound, min(mostOfAValue, mostInAll - found.count),
          ])
        while let row = try rows.next() {
          if seen.insert(row["id"]).inserted { found.append(try Activation(row)) }
        }
      }
    }
    return found
  }

  /// The upper bound on the weight of a device that matches by this fact. The earlier facts are not shared,
  /// or they would have found it; so at most this one, later ones and those not indexed match, which must be
  /// more than half. A revoked device may also match by the requesting one's weight.
  private static func weightBound(
    of fact: DeviceFingerprint.Fact, asking device: DeviceFingerprint, revoked: Bool
  ) -> Int {
    let before = lookedUp.prefix { $0 != fact }
    let reach = DeviceFingerprint.Fact.allCases.filter { !before.contains($0) }.reduce(0) { $0 + $1.weight }
    return revoked && device.weight < 2 * reach ? .max : 2 * reach
  }

  /// Indexes the activation by exactly these facts.
  static func remember(
    _ device: DeviceFingerprint, of activation: String, profile: String, revoked: Bool = false,
    in database: Database
  ) throws {
    try forget(activation, in: database)
    let statement = try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO device_fact (profile, fact, value, revoked, weight, activation)
          VALUES (?, ?, ?, ?, ?, ?)
        """)
    for fact in lookedUp {
      for value in device.facts[fact] ?? [] {
        try statement.execute(
          arguments: [profile, fact.rawValue, value, revoked, device.weight, activation])
      }
    }
  }

  /// Removes the activation from the index.
  static func forget(_ activation: String, in database: Database) throws {
    let statement = try database.cachedStatement(sql: "DELETE FROM device_fact WHERE activation = ?")
    try statement.execute(arguments: [activation])
  }
}
