// SPDX-License-Identifier: Apache-2.0

// The source of each fact. Values are never shown or logged, only hashed.
extension DeviceFingerprint.Fact {
  func values(from files: DeviceFiles) -> [String] {
    switch self {
    case .network: NetworkAddresses.values(from: files)
    case .disk: DiskNumbers.values(from: files)
    case .machineID: Self.machineID(from: files)
    case .board: Self.board(from: files)
    case .processor: Self.processors(from: files)
    }
  }

  /// 32 hexadecimal digits; systemd writes `uninitialized` while an image boots for the first time.
  private static func machineID(from files: DeviceFiles) -> [String] {
    guard let id = files.line("/etc/machine-id"), id.utf8.count == 32,
      id.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      id.utf8.contains(where: { $0 != UInt8(ascii: "0") })
    else { return [] }
    return [id.lowercased()]
  }

  private static func board(from files: DeviceFiles) -> [String] {
    let names = ["sys_vendor", "product_name", "board_vendor", "board_name"]
      .map { files.line("/sys/class/dmi/id/\($0)") ?? "" }
    if names.contains(where: { !$0.isEmpty }) { return [names.joined(separator: "/")] }
    // Boards without a PC's firmware have a device tree.
    return files.line("/sys/firmware/devicetree/base/model").map { [$0] } ?? []
  }

  /// One value per processor model: some machines have two.
  private static func processors(from files: DeviceFiles) -> [String] {
    guard let text = files.text("/proc/cpuinfo") else { return [] }
    // The last one may be truncated.
    let blocks = text.split(separator: "\n\n")
    return (blocks.count > 1 ? blocks.dropLast() : blocks[...]).compactMap { block in
      var entries: [String: String] = [:]
      for line in block.split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { continue }
        entries[parts[0].trimmed] = parts[1].trimmed
      }
      let names =
        entries["vendor_id"] == nil
        ? ["CPU implementer", "CPU part"] : ["vendor_id", "cpu family", "model", "stepping"]
      let values = names.compactMap { entries[$0] }
      return values.count == names.count ? values.joined(separator: "/") : nil
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
