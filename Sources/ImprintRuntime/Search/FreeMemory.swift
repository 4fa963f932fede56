// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// How much memory a gallery may still take, so that one that does not fit is refused with an error, and the
/// system does not end the process, or another.
package struct FreeMemory: Sendable {
  /// In bytes; `nil` where it is not known.
  let read: @Sendable () -> Int?

  package init(_ read: @escaping @Sendable () -> Int?) { self.read = read }

  /// What the system and this process's control group have left.
  package static let ofSystem = FreeMemory {
    [FreeMemory.ofMachine(), FreeMemory.ofControlGroup()].compactMap { $0 }.min()
  }

  /// Kept for everybody else: a sixteenth of what is free, and at least 64 MiB.
  func holds(_ bytes: Int) -> Bool {
    guard let free = read() else { return true }
    return bytes <= free - max(free / 16, 64 << 20)
  }

  private static func ofMachine() -> Int? {
    text("/proc/meminfo")?.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }?
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }

  /// The second version of control groups, this process's own group: its parents may have less.
  private static func ofControlGroup() -> Int? {
    guard
      let path = text("/proc/self/cgroup")?.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })?
        .dropFirst("0::".count)
    else { return nil }
    let folder = "/sys/fs/cgroup\(path == "/" ? "" : path)"
    func number(_ name: String) -> Int? {
      text("\(folder)/\(name)").flatMap { Int($0.split(separator: "\n").first ?? "") }
    }
    guard let most = number("memory.max"), let now = number("memory.current") else { return nil }
    return max(most - now, 0)
  }

  /// The first 16 KiB of a file of the kernel's.
  private static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return String(unsafeUninitializedCapacity: 16 << 10) {
      max(Glibc.read(file, $0.baseAddress, $0.count), 0)
    }
  }
}
