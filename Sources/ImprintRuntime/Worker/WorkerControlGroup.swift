// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
private import Glibc
internal import ImprintFiles
private import Synchronization

/// The control group of one worker: the kernel accounts for all its memory, user and kernel, and all its
/// threads. Removed with this object.
final class WorkerControlGroup: Sendable {
  private let path: String
  private let memoryBytes: UInt64
  private static let made = Atomic<UInt64>(0)
  private static let prefix = "imprint-worker."

  /// Creates a group with its limits, and moves a process into it.
  /// - Parameter process: The PID of a worker in which no plugin code runs yet.
  /// - Throws: `Errno`; then nothing of it remains.
  init(in place: ControlGroupPlace, process: Int32, limits: WorkerLimits) throws(Errno) {
    Self.removeAbandoned(in: place)
    let number = Self.made.add(1, ordering: .relaxed).newValue
    path = "\(place.path)/\(Self.prefix)\(getpid()).\(number)"
    memoryBytes = limits.memoryBytes
    // A group of that name was left by an earlier program of the same PID, as a container's first process
    // always has.
    guard mkdir(path, 0o755) == 0 || (errno == EEXIST && rmdir(path) == 0 && mkdir(path, 0o755) == 0) else {
      throw Errno(rawValue: errno)
    }
    do throws(Errno) {
      if limits.memoryBytes > 0 {
        try Self.write("\(limits.memoryBytes)", to: "\(path)/memory.max")
        // Else it could use as much swap again. A kernel without swap has no such file.
        do throws(Errno) { try Self.write("0", to: "\(path)/memory.swap.max") } catch {
          guard error == .noSuchFileOrDirectory else { throw error }
        }
      }
      if limits.threads > 0 { try Self.write("\(limits.threads)", to: "\(path)/pids.max") }
      try Self.write("\(process)", to: "\(path)/cgroup.procs")
    } catch {
      rmdir(path)
      throw error
    }
  }

  deinit {
    // Its process has been reaped, or never was in it.
    rmdir(path)
  }

  /// What the kernel killed its process for, as the end of a sentence after "it uses"; `nil` where it did
  /// not.
  var excess: String? {
    guard let events = try? RegularFile("\(path)/memory.events").bytes(count: 4096) else { return nil }
    let kills = String(decoding: events, as: UTF8.self).split(separator: "\n").first {
      $0.hasPrefix("oom_kill ")
    }
    guard let kills, !kills.hasSuffix(" 0") else { return nil }
    return "more memory than the limit of its control group, \(memoryBytes >> 20) MiB"
  }

  /// Removes groups of programs that were killed before they could. The kernel does not remove one that has a
  /// process.
  private static func removeAbandoned(in place: ControlGroupPlace) {
    guard made.load(ordering: .relaxed) == 0 else { return }
    for name in (try? FolderNames.of(place.path)) ?? [] {
      let words = name.split(separator: ".")
      guard name.hasPrefix(prefix), words.count == 3, let owner = Int32(words[1]), owner > 0,
        imp_number_signal(owner, 0) == -ESRCH
      else { continue }
      rmdir("\(place.path)/\(name)")
    }
  }

  private static func write(_ text: String, to path: String) throws(Errno) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw Errno(rawValue: errno) }
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw Errno(rawValue: errno) }
  }
}
