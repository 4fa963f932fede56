// SPDX-License-Identifier: Apache-2.0

/// One device node, and whether this process may use it.
struct DeviceNode {
  let path: String
  /// The group that owns it.
  let group: UInt32
  /// The nine permission bits.
  let mode: UInt32
  /// Whether the system permits reading and writing, by whatever grants it.
  let isAllowed: Bool
  /// The device number: two nodes with one number are one device.
  let number: UInt64

  /// Why access is denied, as far as the node shows.
  var refusal: String {
    "this user may not read and write it: its mode is \(String(mode, radix: 8)), its group \(GroupNames.name(group))."
  }

  /// Whether members of its group may read and write it.
  var isForGroup: Bool { mode & 0o060 == 0o060 }
}

/// A program that has a node open.
struct NodeUser: Hashable {
  let process: Int
  let name: String

  var text: String { "\(name) (process \(process))" }
}
