// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import ImprintFiles

/// Where frames are written to: a file or a folder that appears whole, or not at all, for its owner alone.
final class FrameDestination {
  private let path: String
  private let temporary: String
  private let isFolder: Bool
  /// Of a recording in one file.
  private var descriptor: Int32 = -1
  private var files: [String] = []
  private var isFinished = false

  /// - Throws: ``DeviceError`` `file` where there is something already, or nothing can be made beside it.
  init(_ path: String, isFolder: Bool) throws(DeviceError) {
    var trimmed = path
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.path = trimmed
    self.isFolder = isFolder
    temporary = "\(trimmed).\(getpid()).new"
    guard access(trimmed, F_OK) != 0 else {
      throw DeviceError(
        .file, place: path, reason: "it is there already.", remedy: "Choose a name that is not there yet.")
    }
    if isFolder {
      guard mkdir(temporary, 0o700) == 0 else { throw failure(errno) }
    } else {
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw failure(errno) }
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    guard !isFinished else { return }
    for file in files { unlink("\(temporary)/\(file)") }
    if isFolder { rmdir(temporary) } else { unlink(temporary) }
  }

  /// Adds to the file, or writes a file of the folder.
  func add(_ bytes: [UInt8], named name: String?) throws(DeviceError) {
    guard let name else { return try write(bytes, to: descriptor) }
    let file = open("\(temporary)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(errno) }
    defer { close(file) }
    files.append(name)
    try write(bytes, to: file)
  }

  func finish() throws(DeviceError) {
    guard descriptor < 0 || fsync(descriptor) == 0 else { throw failure(errno) }
    guard rename(temporary, path) == 0 else { throw failure(errno) }
    isFinished = true
  }

  private func write(_ bytes: [UInt8], to file: Int32) throws(DeviceError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(count < 0 ? errno : ENOSPC) }
      written += count
    }
  }

  private func failure(_ number: Int32) -> DeviceError {
    let system = FileProblem.system(number, "writing it")
    return DeviceError(
      system.kind == .noSpace ? .noSpace : .file, place: path, reason: system.reason, remedy: system.remedy)
  }
}
