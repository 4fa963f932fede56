// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// A session's file being written: readable by its owner only, chunk by chunk. Not thread-safe.
///
/// Chunks are handed to the kernel whole, so that the file can be read up to the last one when this process
/// dies; a power cut may take its end.
struct SessionFile: ~Copyable {
  let path: String
  private let folder: Folder<SessionError>
  private let name: String
  private let descriptor: FileDescriptor
  private var encoder = SessionEncoder()
  private(set) var bytes = 0

  /// Creates it, and writes its header.
  /// - Parameter replacing: whether a file that is there is replaced, at once; never what a link points to.
  static func creating(
    _ path: String, header: SessionHeader, replacing: Bool
  ) throws(SessionError) -> SessionFile {
    do throws(SessionFault) { try header.check() } catch { throw .content(path, error) }
    let (folder, name) = FilePath.parts(of: path)
    guard !name.isEmpty else {
      throw SessionError(.file, place: path, reason: "it names a folder.", remedy: "Name a file.")
    }
    var file = try SessionFile(path, in: Folder(path: folder), as: name, replacing: replacing)
    do throws(SessionError) {
      try file.write([SessionForm.preamble])
      try file.add(header.encoded())
    } catch {
      // Without a header nobody could read it.
      file.remove()
      throw error
    }
    return file
  }

  private init(
    _ path: String, in folder: consuming Folder<SessionError>, as name: String, replacing: Bool
  ) throws(SessionError) {
    descriptor = try folder.makePrivateFile(name, replacing: replacing)
    self.path = path
    self.folder = folder
    self.name = name
  }

  deinit { _ = close(descriptor.rawValue) }

  var counts: SessionCounts { encoder.counts }

  /// Adds a chunk. After an error nothing may be added.
  /// - Throws: `no-space`, `file`; then the file ends with the chunk before.
  mutating func add(_ chunk: EncodedChunk) throws(SessionError) {
    let before = encoder.counts.chunks
    do throws(SessionError) { try write(encoder.pieces(of: chunk)) } catch {
      throw error.keeping(before, bytes: bytes)
    }
  }

  /// Adds the end, and flushes all to disk, the file's name included.
  mutating func end(_ reason: SessionEnd.Reason) throws(SessionError) -> SessionSummary {
    let before = encoder.counts.chunks
    let (end, pieces) = encoder.end(reason)
    do throws(SessionError) {
      try write(pieces)
      try SessionError.at(path) { () throws(FileProblem) in try descriptor.flush() }
      try folder.sync()
    } catch {
      throw error.keeping(before, bytes: bytes)
    }
    return SessionSummary(path: path, bytes: bytes, end: end)
  }

  /// Removes the file, as far as the system lets it.
  func remove() { _ = try? folder.removeFile(name) }

  /// All of them, or none.
  private mutating func write(_ pieces: [[UInt8]]) throws(SessionError) {
    do throws(SessionError) {
      for piece in pieces {
        try SessionError.at(path) { () throws(FileProblem) in try descriptor.put(piece) }
      }
      bytes += pieces.reduce(0) { $0 + $1.count }
    } catch {
      // Half a chunk would only have to be passed over.
      _ = ftruncate(descriptor.rawValue, off_t(bytes))
      throw error
    }
  }
}

extension SessionHeader {
  /// Of one that was checked.
  func encoded() -> EncodedChunk { EncodedChunk(kind: .header, fields: Array(json.text.utf8)) }
}
