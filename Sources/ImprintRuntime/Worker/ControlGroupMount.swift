// SPDX-License-Identifier: Apache-2.0

/// A hierarchy of control groups, as this process sees it.
struct ControlGroupMount: Sendable, Equatable {
  enum Version: Sendable {
    /// That of the memory controller.
    case first
    case second
  }

  /// Where it is mounted.
  let folder: String
  /// The group that is shown there: `/`, or a container's own.
  let root: String
  /// The group that this process is in, from the hierarchy's own root on; `nil` where it is in none.
  let group: String?

  /// The folders of this process's group and of those above it, as far as they are shown: its own first.
  var folders: [String] {
    var path = Substring(shownGroup)
    var folders: [String] = []
    while let slash = path.lastIndex(of: "/") {
      folders.append(folder + path)
      path = path[..<slash]
    }
    return folders + [folder]
  }

  /// The group below the folder that it is mounted at; empty for that folder itself, and where the group is
  /// not below what is shown.
  private var shownGroup: String {
    guard let group, group != "/", !group.split(separator: "/").contains("..") else { return "" }
    if root == "/" { return group }
    return group.hasPrefix(root + "/") ? String(group.dropFirst(root.count)) : ""
  }

  /// - Parameter process: where the kernel reports this process's group and its mounts.
  static func find(_ version: Version, process: String = "/proc/self") -> ControlGroupMount? {
    for line in (KernelText.read("\(process)/mountinfo") ?? "").split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard let end = fields.firstIndex(of: "-"), end > 5, fields.count > end + 3 else { continue }
      let isIt =
        switch version {
        case .first: fields[end + 1] == "cgroup" && fields[end + 3].split(separator: ",").contains("memory")
        case .second: fields[end + 1] == "cgroup2"
        }
      guard isIt else { continue }
      return ControlGroupMount(
        folder: unescaped(fields[4]), root: unescaped(fields[3]), group: group(version, process))
    }
    return nil
  }

  /// Lines are `number:controllers:group`; in the second version `0::group`.
  private static func group(_ version: Version, _ process: String) -> String? {
    for line in (KernelText.read("\(process)/cgroup") ?? "").split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, fields[2].hasPrefix("/") else { continue }
      let isIt =
        switch version {
        case .first: fields[1].split(separator: ",").contains("memory")
        case .second: fields[0] == "0" && fields[1].isEmpty
        }
      if isIt { return String(fields[2]) }
    }
    return nil
  }

  /// The kernel writes spaces, tabs, line ends and backslashes of a path as `\040`, in octal.
  private static func unescaped(_ path: Substring) -> String {
    let parts = path.split(separator: "\\", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      guard let code = UInt8(part.prefix(3), radix: 8) else { return text + "\\" + part }
      return text + String(UnicodeScalar(code)) + part.dropFirst(3)
    }
  }
}
