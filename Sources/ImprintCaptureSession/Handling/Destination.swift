// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintCapture

extension FaceCaptureRecordingOptions.Destination {
  /// A file by its folder, whichever way that was named.
  struct Place: Hashable {
    let device: UInt64
    let inode: UInt64
    let name: String
  }

  /// - Returns: the file; `nil` of a folder, in which each recording has a name of its own.
  /// - Throws: `badOptions` where nothing can be written there.
  func check() throws(FaceCaptureError) -> Place? {
    switch self {
    case .folder(let folder):
      _ = try Self.check(folder: folder)
      return nil
    case .file(let path):
      let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
      guard !name.isEmpty else { throw Self.wrong(path, "it names a folder.", "Name a file.") }
      // A link that leads nowhere is there, too.
      var found = stat()
      guard lstat(path, &found) != 0 else {
        throw Self.wrong(path, "it exists already.", "Remove it, or choose another name.")
      }
      let parent = path.dropLast(name.count)
      let folder = try Self.check(folder: parent.isEmpty ? "." : String(parent))
      return Place(device: UInt64(folder.st_dev), inode: UInt64(folder.st_ino), name: String(name))
    }
  }

  private static func check(folder: String) throws(FaceCaptureError) -> stat {
    var found = stat()
    guard stat(folder, &found) == 0 else {
      throw wrong(folder, "there is no such folder.", "Make it, or choose another.")
    }
    guard found.st_mode & S_IFMT == S_IFDIR else {
      throw wrong(folder, "it is no folder.", "Choose a folder.")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw wrong(folder, "nothing can be written to it.", "Choose a folder that you may write to.")
    }
    return found
  }

  private static func wrong(_ place: String, _ reason: String, _ remedy: String) -> FaceCaptureError {
    FaceCaptureError(.badOptions, place: place, reason: reason, remedy: remedy)
  }

  /// The file of a recording that begins now: in a folder one that no other recording has.
  func path(of kind: FaceCaptureRecording.Kind, ending: String) -> String {
    switch self {
    case .file(let path): path
    case .folder(let folder):
      "\(folder)/\(kind.rawValue)-\(Self.now())-\(Self.digits(UInt32.random(in: .min ... .max))).\(ending)"
    }
  }

  /// `20261128T071500.123Z`
  private static func now() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var parts = tm()
    gmtime_r(&time.tv_sec, &parts)
    let day = padded(parts.tm_year + 1900, 4) + padded(parts.tm_mon + 1, 2) + padded(parts.tm_mday, 2)
    let hour = padded(parts.tm_hour, 2) + padded(parts.tm_min, 2) + padded(parts.tm_sec, 2)
    return "\(day)T\(hour).\(padded(Int32(time.tv_nsec / 1_000_000), 3))Z"
  }

  private static func padded(_ number: Int32, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func digits(_ number: UInt32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
