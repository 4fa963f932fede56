// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles
internal import ImprintManifest

/// Small files in a check's own folder.
enum Scratch {
  /// A file's content; `nil` where there is none.
  static func read(_ path: String) throws -> [UInt8]? {
    do throws(FileProblem) {
      return try RegularFile(path).bytes(upTo: 1 << 30)
    } catch .missing {
      return nil
    } catch {
      throw CheckSkip("\(path) cannot be read: \(error.reason)")
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "we") else {
      throw CheckSkip("\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw CheckSkip("\(path) cannot be written: the disk may be full.")
    }
  }
}

extension CheckSubject {
  /// Repeats a check in a process of its own with the same folder, and throws its findings.
  /// - Parameter id: The id of a check that recognizes by the content of ``scratch`` that it is the second.
  func runAgain(_ id: String) throws {
    guard let check = CheckCatalog.check(id) else { preconditionFailure("\(id) is a check.") }
    let token = "again"
    let end = try CheckedProcess(
      program: "/proc/self/exe",
      arguments: [
        "run", "--check", check.id, "--seed", "0", "--folder", place.folder, "--root", place.root,
        "--scratch",
        scratch, "--isolation", isolation.rawValue,
      ] + (device.map { ["--device", $0] } ?? []),
      greeting: Array(token.utf8), deadline: check.deadline
    ).run(isCancelled: { false })
    let outcome = CheckOutcome(of: end, token: token, check: id, deadline: check.deadline)
    switch outcome {
    case .passed, .warning, .skipped: return
    default:
      throw CheckFailure(
        outcome.place.isEmpty ? "in a second process: \(outcome.reason)" : outcome.reason,
        place: outcome.place)
    }
  }
}
