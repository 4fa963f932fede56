// SPDX-License-Identifier: Apache-2.0

/// What a device is told from others by: facts of it, hashed. No address or serial number can be read from
/// it.
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

    /// How much it says about which device it is.
    public var weight: Int {
      switch self {
      case .network: 4
      case .disk: 3
      case .machineID: 2
      case .board, .processor: 1
      }
    }

    /// Whether it is the machine's own: the others are shared by machines of one make, or copied with their
    /// system.
    public var isOwn: Bool {
      switch self {
      case .network, .disk: true
      case .machineID, .board, .processor: false
      }
    }
  }

  /// Hashed values by fact: 8 small hexadecimal digits each, sorted, none twice, 1 to 16 of a fact.
  public let facts: [Fact: [String]]

  /// How many values of one fact are kept.
  public static let maximumValues = 16

  /// Takes hashed values; sorts them, drops doubles, those beyond the sixteenth, and facts without any.
  public init(facts: [Fact: [String]]) {
    self.facts = facts.compactMapValues {
      $0.isEmpty ? nil : Array(Set($0).sorted().prefix(Self.maximumValues))
    }
  }

  /// What all its facts weigh together, 0...11.
  public var weight: Int { facts.keys.reduce(0) { $0 + $1.weight } }

  /// Whether it names anything of the machine's own: its network or its disks.
  public var namesOwnHardware: Bool { facts.keys.contains(where: \.isOwn) }
}
