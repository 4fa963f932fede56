// SPDX-License-Identifier: Apache-2.0

/// One device node, and whether this process may use it.
struct DeviceNode {
  let path: String
  /// The group that owns it.
  let group: UInt32
  /// The nine bits of who may do what.
  let mode: UInt32
  /// The system's word: whether it may be read and written, by whatever gives the right.
  let isAllowed: Bool
  /// The number of the device: two nodes of one number are one device.
  let number: UInt64

  /// Why it may not be used, as far as the node tells.
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
