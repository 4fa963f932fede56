// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import ImprintLicense

/// Which activation a device has: looked up by its facts, at a cost that does not grow with the devices there
/// are.
///
/// Machines that were made from one image share a machine id, and a dock's network card may be shared by a
/// whole floor. So a value is followed only to devices that could be the same by it, and to no more of them
/// than ``mostOfAValue``: a value that more devices have tells none of them apart.
enum DeviceTable {
  /// The facts that are looked up, those that few devices share first. No two devices are the same without
  /// one of these in common: what is left weighs 2, and a fingerprint weighs at least 3 with one of these in
  /// it.
  static let lookedUp: [DeviceFingerprint.Fact] = [.network, .disk, .machineID]

  /// How many activations of one value are compared.
  static let mostOfAValue = 32
  /// How many activations are compared in all: a fingerprint may have 16 values of each fact.
  static let mostInAll = 256

  /// The activation of a device, active or revoked; active first.
  /// - Parameter isIt: whether an active one of the same device is the one that is looked for.
  static func activation(
    of device: DeviceFingerprint, profile: String, in database: Database,
    where isIt: (Activation) throws -> Bool = { _ in true }
  ) throws -> Activation? {
    let known = try candidates(for: device, profile: profile, revoked: false, in: database)
      .first { try $0.device.isSameDevice(as: device) && isIt($0) }
    return try known ?? revoked(device, profile: profile, in: database)
  }

  /// The revoked activation of a device. Seen from either side: whoever leaves facts out of a request looks
  /// like another device, and gets a licence that names so little that it holds on the revoked one.
  static func revoked(
    _ device: DeviceFingerprint, profile: String, in database: Database
  ) throws -> Activation? {
    try candidates(for: device, profile: profile, revoked: true, in: database)
      .first { $0.device.isSameDevice(as: device) || device.isSameDevice(as: $0.device) }
  }

  /// The activations that are to be compared with a device: all that could be the same, within the bounds
  /// above.
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

  /// What a device weighs less than, to be the same by this fact. The facts before it are not shared, else it
  /// had been found by them; so no more can match than this one, those after it and those that are not looked
  /// up, and that has to be more than half. A revoked device may be the same by the asking one's weight, too.
  private static func weightBound(
    of fact: DeviceFingerprint.Fact, asking device: DeviceFingerprint, revoked: Bool
  ) -> Int {
    let before = lookedUp.prefix { $0 != fact }
    let reach = DeviceFingerprint.Fact.allCases.filter { !before.contains($0) }.reduce(0) { $0 + $1.weight }
    return revoked && device.weight < 2 * reach ? .max : 2 * reach
  }

  /// From now on the activation is found by these facts, and by no others.
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

  /// The activation is found no more.
  static func forget(_ activation: String, in database: Database) throws {
    let statement = try database.cachedStatement(sql: "DELETE FROM device_fact WHERE activation = ?")
    try statement.execute(arguments: [activation])
  }
}
