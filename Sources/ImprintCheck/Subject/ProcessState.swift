// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// A snapshot of this process: threads, open files, sockets, memory.
struct ProcessState {
  /// The kernel's thread ids.
  let threads: Set<Int>
  /// Open descriptors, with their targets in `/proc/self/fd`.
  let descriptors: [Int: String]
  /// Bytes of memory in use.
  let residentBytes: Int

  /// Takes a snapshot of the running process. - Complexity: O(threads + descriptors).
  static func now() throws -> ProcessState {
    let names = try names(in: "/proc/self/fd")
    var descriptors: [Int: String] = [:]
    for number in names.compactMap({ Int($0) }) {
      // The listing's own descriptor is closed by now.
      guard fcntl(Int32(number), F_GETFD) != -1, let target = FileLink.target(of: "/proc/self/fd/\(number)")
      else {
        continue
      }
      descriptors[number] = target
    }
    return ProcessState(
      threads: Set(try Self.names(in: "/proc/self/task").compactMap { Int($0) }), descriptors: descriptors,
      residentBytes: residentNow())
  }

  /// What was added since an earlier snapshot, in words; `nil` where nothing was.
  func surplus(over before: ProcessState) -> String? {
    var words: [String] = []
    let started = threads.subtracting(before.threads).count
    if started > 0 { words.append("\(started) threads") }
    let opened = descriptors.filter { before.descriptors[$0.key] != $0.value }
    if !opened.isEmpty {
      let list = opened.sorted { $0.key < $1.key }.prefix(8).map { "\($0.key) to \($0.value)" }
      words.append("\(opened.count) descriptors (\(list.joined(separator: ", ")))")
    }
    return words.isEmpty ? nil : words.joined(separator: " and ")
  }

  private static func names(in folder: String) throws -> [String] {
    do throws(FileProblem) { return try FolderNames.of(folder) } catch {
      throw CheckSkip("\(folder) cannot be read: \(error.reason)")
    }
  }

  /// Bytes of memory in use now; 0 where the system does not report it.
  static func residentNow() -> Int {
    let text = String(decoding: (try? RegularFile("/proc/self/statm").bytes(count: 128)) ?? [], as: UTF8.self)
    let words = text.split(separator: " ")
    guard words.count > 1, let pages = Int(words[1]) else { return 0 }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
