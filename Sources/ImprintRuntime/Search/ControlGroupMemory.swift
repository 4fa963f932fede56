// SPDX-License-Identifier: Apache-2.0

/// How much memory the control groups that this process is in have left. Each group's limit is also one of
/// those below it, and the smallest remainder counts.
///
/// What a group holds of files is counted as free, as the kernel gives it back before it refuses: its
/// programs, and the templates that ``TemplateMemory`` keeps in a file. Shared memory is none of that, as a
/// gallery's.
enum ControlGroupMemory {
  /// - Parameter process: where the kernel reports this process's groups and its mounts.
  /// - Returns: in bytes; `nil` where no group has a limit.
  static func left(process: String = "/proc/self") -> Int? {
    let second = ControlGroupMount.find(.second, process: process)?.folders.compactMap(ofSecondVersion)
    let first = ControlGroupMount.find(.first, process: process).map { mount in
      counted(mount.folders).compactMap(ofFirstVersion)
    }
    return ((second ?? []) + (first ?? [])).min()
  }

  /// Beyond `memory.high` a group is not ended, but slowed until nothing moves.
  private static func ofSecondVersion(_ folder: String) -> Int? {
    let limits = ["memory.max", "memory.high"].compactMap { number("\(folder)/\($0)") }
    guard let most = limits.min(), let used = number("\(folder)/memory.current") else { return nil }
    let files = files(folder, ["inactive_file", "active_file"])
    return left(of: most, used: used, files: files)
  }

  private static func ofFirstVersion(_ folder: String) -> Int? {
    // No limit is the largest number of pages.
    guard let most = number("\(folder)/memory.limit_in_bytes"), most < 1 << 62,
      let used = number("\(folder)/memory.usage_in_bytes")
    else { return nil }
    return left(of: most, used: used, files: files(folder, ["total_inactive_file", "total_active_file"]))
  }

  /// In the first version a group counts for the one above it only where that says so.
  private static func counted(_ folders: [String]) -> [String] {
    let above = folders.dropFirst().prefix { number("\($0)/memory.use_hierarchy") != 0 }
    return Array(folders.prefix(1) + above)
  }

  private static func left(of most: Int, used: Int, files: Int) -> Int {
    max(most - max(used - files, 0), 0)
  }

  /// The sum of lines of `memory.stat`; what is missing counts as nothing.
  private static func files(_ folder: String, _ names: Set<Substring>) -> Int {
    (KernelText.read("\(folder)/memory.stat") ?? "").split(separator: "\n").reduce(0) { sum, line in
      let fields = line.split(separator: " ")
      guard fields.count == 2, names.contains(fields[0]), let bytes = Int(fields[1]), bytes >= 0 else {
        return sum
      }
      return sum.addingReportingOverflow(bytes).overflow ? .max : sum + bytes
    }
  }

  /// `nil` for `max`, and for what is not there.
  private static func number(_ path: String) -> Int? {
    KernelText.read(path).flatMap { Int($0.prefix { !$0.isNewline }) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}
