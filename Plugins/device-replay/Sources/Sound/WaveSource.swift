// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// The samples of a WAV file, from the first to the last.
final class WaveSource {
  let header: WaveHeader
  private let file: FileReader
  /// Bytes of samples that the header still promises; `nil` where it promises none.
  private var promised: Int?
  private var bytes: [UInt8] = []

  init(file: FileReader) throws(PluginFailure) {
    self.file = file
    header = try WaveHeader(file: file)
    promised = header.dataBytes
  }

  /// The next frames, at most so many, lent as they lie in the file; none after the last.
  /// - Throws: `.file` where the file ends before its header says, once all that is there has been given.
  func take(_ frames: Int) throws(PluginFailure) -> [UInt8] {
    let frame = header.bytesPerFrame
    let wanted = min(frames * frame, promised.map { $0 / frame * frame } ?? .max)
    guard wanted > 0 else { return [] }
    bytes.removeAll(keepingCapacity: true)
    try file.read(wanted, into: &bytes)
    // A frame that is cut at the end is none.
    bytes.removeLast(bytes.count % frame)
    if let promised {
      guard !bytes.isEmpty else {
        self.promised = 0
        throw PluginFailure(
          .file, "\(file.path): it ends \(promised) bytes before its header says; copy it again.")
      }
      self.promised = promised - bytes.count
    }
    return bytes
  }

  func rewind() throws(PluginFailure) {
    try file.rewind()
    let header = try WaveHeader(file: file)
    guard header.bytesPerFrame == self.header.bytesPerFrame, header.rate == self.header.rate else {
      throw PluginFailure(.file, "\(file.path) has changed while it was played.")
    }
    promised = header.dataBytes
  }
}
