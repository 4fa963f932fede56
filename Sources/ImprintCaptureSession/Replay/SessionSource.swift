// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
internal import ImprintRuntime
internal import ImprintSession
private import Synchronization

/// A session being read for a replay: some chunks at a time, on a thread of its own, as reading blocks.
final class SessionSource: Sendable {
  let path: String
  let header: SessionHeader
  private let reader: Mutex<SessionReader>

  /// The frames of a batch, in bytes: what is in memory at once, beside one more frame.
  private static let batchBytes = 8 << 20
  private static let batchChunks = 256

  static func open(_ path: String) async throws(SessionError) -> SessionSource {
    try await PluginWork.run { () throws(SessionError) in try SessionSource(path) }
  }

  private init(_ path: String) throws(SessionError) {
    let reader = try SessionReader(path)
    self.path = path
    header = reader.header
    self.reader = Mutex(reader)
  }

  /// How the session ends, once all is read.
  var ending: SessionEnding? { reader.withLock { $0.ending } }

  /// The next chunks; empty after the last.
  func next() async throws(SessionError) -> [SessionChunk] {
    try await PluginWork.run { () throws(SessionError) in try self.batch() }
  }

  private func batch() throws(SessionError) -> [SessionChunk] {
    try reader.withLock { reader throws(SessionError) in
      var (chunks, bytes): ([SessionChunk], Int) = ([], 0)
      while chunks.count < Self.batchChunks, bytes < Self.batchBytes, let chunk = try reader.next() {
        if case .frame(let frame) = chunk { bytes += frame.bytes.count }
        chunks.append(chunk)
      }
      return chunks
    }
  }

  /// The size of the first picture in it; `nil` where there is none. Reads the file again.
  func pictureSize() async throws(SessionError) -> (width: Int, height: Int)? {
    let size = try await PluginWork.run { [path] () throws(SessionError) -> [Int] in
      var reader = try SessionReader(path)
      while let chunk = try reader.next() {
        switch chunk {
        case .frame(let frame):
          if let image = try? frame.decoded() { return [image.width, image.height] }
        case .camera, .orientation, .omittedFrame, .faces, .step, .comparison, .events, .verdict, .lost: break
        }
      }
      return []
    }
    return size.count == 2 ? (size[0], size[1]) : nil
  }
}
