// SPDX-License-Identifier: Apache-2.0

/// How much memory a gallery may still take, so that one that does not fit is refused with an error, and the
/// system does not end the process, or another.
package struct FreeMemory: Sendable {
  /// In bytes; `nil` where it is not known.
  let read: @Sendable () -> Int?

  package init(_ read: @escaping @Sendable () -> Int?) { self.read = read }

  /// What the system and this process's control groups have left.
  package static let ofSystem = FreeMemory {
    [FreeMemory.ofMachine(), ControlGroupMemory.left()].compactMap { $0 }.min()
  }

  /// Kept for everybody else: a sixteenth of what is free, and at least 64 MiB.
  package func holds(_ bytes: Int) -> Bool {
    guard bytes > 0, let free = read() else { return true }
    return bytes <= free - max(free / 16, 64 << 20)
  }

  private static func ofMachine() -> Int? {
    KernelText.read("/proc/meminfo")?.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }?
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }
}
