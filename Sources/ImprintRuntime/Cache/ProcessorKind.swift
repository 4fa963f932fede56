// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// What the system says of the processor's make and instructions: what is compiled for one kind is not for
/// another.
enum ProcessorKind {
  /// Of the first processor; they are alike, or a program could not be moved between them. `nil` where the
  /// system does not say.
  static let current: String? = read("/proc/cpuinfo").flatMap(kind(of:))

  private static let most = 1 << 16

  private static func read(_ path: String) -> String? {
    guard let file = try? RegularFile(path), let bytes = try? file.bytes(count: most) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The fields that name a processor, on x86 and on Arm.
  private static let named: Set = [
    "vendor_id", "cpu family", "model", "model name", "stepping", "flags", "Features", "CPU implementer",
    "CPU architecture", "CPU variant", "CPU part", "CPU revision",
  ]

  /// - Parameter information: as `/proc/cpuinfo` has it.
  /// - Returns: the named lines; `nil` where the instructions are not among them.
  static func kind(of information: String) -> String? {
    var lines: [String] = []
    for line in information.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].trimming { $0 == " " || $0 == "\t" }
      if named.contains(String(name)) { lines.append("\(name):\(line[line.index(after: colon)...])") }
    }
    guard lines.contains(where: { $0.hasPrefix("flags:") || $0.hasPrefix("Features:") }) else { return nil }
    return lines.joined(separator: "\n")
  }
}

extension Substring {
  fileprivate func trimming(_ isBlank: (Character) -> Bool) -> Substring {
    var rest = drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }
}
