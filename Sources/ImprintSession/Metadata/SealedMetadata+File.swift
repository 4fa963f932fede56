// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

extension SealedMetadata {
  /// Writes an envelope to a new file, readable by its owner only, and flushes it to disk. Blocks its thread.
  /// - Throws: `exists`, `no-space`, `file`. Where this throws there is no file.
  public static func write(_ envelope: [UInt8], to path: String) throws(SessionError) {
    let (folder, name) = FilePath.parts(of: path)
    guard !name.isEmpty else {
      throw SessionError(.file, place: path, reason: "it names a folder.", remedy: "Name a file.")
    }
    let place = try Folder<SessionError>(path: folder)
    let file = try place.makePrivateFile(name, replacing: false)
    defer { _ = close(file.rawValue) }
    do throws(SessionError) {
      try SessionError.at(path) { () throws(FileProblem) in
        try file.put(envelope)
        try file.flush()
      }
      try place.sync()
    } catch {
      _ = try? place.removeFile(name)
      throw error
    }
  }
}
