// SPDX-License-Identifier: Apache-2.0

/// An event of the kernel's about a device (uevent): `add@/devices/...`, then `KEY=value` texts, each
/// null-terminated.
public struct KernelEvent: Hashable, Sendable {
  public let action: String
  public let subsystem: String
  /// Below `/dev`, such as `video0`.
  public let node: String

  /// - Returns: `nil` for what is no event of a device that has a node.
  public init?(_ message: some Collection<UInt8>) {
    var values: [String: String] = [:]
    let lines = message.split(separator: 0, omittingEmptySubsequences: true)
    guard let head = lines.first, head.contains(UInt8(ascii: "@")) else { return nil }
    for line in lines.dropFirst() {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")),
        let key = String(validating: line[..<equals], as: UTF8.self),
        let value = String(validating: line[line.index(after: equals)...], as: UTF8.self)
      else { return nil }
      values[key] = value
    }
    guard let action = values["ACTION"], let subsystem = values["SUBSYSTEM"], let node = values["DEVNAME"],
      !node.isEmpty, !node.contains("..")
    else { return nil }
    self.action = action
    self.subsystem = subsystem
    self.node = node
  }
}
