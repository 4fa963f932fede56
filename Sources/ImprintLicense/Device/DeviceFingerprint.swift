// SPDX-License-Identifier: Apache-2.0

/// Identifies a device by hashed facts. Addresses and serial numbers cannot be recovered from it.
///
/// docs/reference/licenses.md states facts, weights and tolerance.
public struct DeviceFingerprint: Sendable, Hashable {
  /// A kind of fact.
  public enum Fact: String, Sendable, Hashable, CaseIterable {
    case network
    case disk
    case machineID = "machine-id"
    case board
    case processor

    /// How much it contributes to the identification.
    public var weight: Int {
      switch self {
      case .network: 4
      case .disk: 3
      case .machineID: 2
      case .board, .processor: 1
      }
    }

    /// Whether it is unique to the machine: the others are shared by machines of one model, or copied with
    /// their system.
    public var isOwn: Bool {
      switch self {
      case .network, .disk: true
      case .machineID, .board, .processor: false
      }
    }
  }

  /// Hashed values by fact: 8 lower-case hexadecimal digits each, sorted, unique, 1 to 16 per fact.
  public let facts: [Fact: [String]]

  /// The maximum number of values per fact.
  public static let maximumValues = 16

  /// From hashed values; sorts them, drops duplicates, those beyond the sixteenth, and facts without any.
  public init(facts: [Fact: [String]]) {
    self.facts = facts.compactMapValues {
      $0.isEmpty ? nil : Array(Set($0).sorted().prefix(Self.maximumValues))
    }
  }

  /// The total weight of its facts, 0...11.
  public var weight: Int { facts.keys.reduce(0) { $0 + $1.weight } }

  /// Whether it has a fact unique to the machine: its network or its disks.
  public var namesOwnHardware: Bool { facts.keys.contains(where: \.isOwn) }
}
