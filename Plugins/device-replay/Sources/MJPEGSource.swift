// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// JPEG files one after the other; bytes between them do not count.
///
/// A frame is followed marker by marker (ITU-T T.81, annex B), so that a thumbnail within it, which is a
/// whole JPEG file too, does not end it.
final class MJPEGSource: FrameSource {
  private let file: FileReader
  /// The start of a frame was read while looking for the end of the one before.
  private var startWasTaken = false

  let rate: FrameRate? = nil

  private enum Marker {
    static let prefix: UInt8 = 0xFF
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    /// 0xFF in picture data; restart marks.
    static let inData: Set<UInt8> = Set([0x00] + (0xD0...0xD7))
  }

  init(file: FileReader) { self.file = file }

  func next() throws(PluginFailure) -> RecordedFrame? {
    guard try findStart() else { return nil }
    var bytes: [UInt8] = [Marker.prefix, Marker.startOfImage]
    while true {
      guard let marker = try nextMarker(&bytes) else { throw cut(bytes) }
      switch marker {
      case Marker.endOfImage: return RecordedFrame(format: UInt32(IMP_PIXEL_JPEG), bytes: bytes)
      case Marker.startOfImage:
        // The next frame begins where this one has not ended.
        startWasTaken = true
        throw cut(bytes)
      case _ where Marker.inData.contains(marker), 0x01: continue
      default:
        guard try takeSegment(&bytes) else { throw cut(bytes) }
      }
    }
  }

  func rewind() throws(PluginFailure) {
    try file.rewind()
    startWasTaken = false
  }

  /// Skips to behind the next start of an image.
  private func findStart() throws(PluginFailure) -> Bool {
    if startWasTaken {
      startWasTaken = false
      return true
    }
    var last: UInt8 = 0
    while let byte = try file.byte() {
      if last == Marker.prefix, byte == Marker.startOfImage { return true }
      last = byte
    }
    return false
  }

  /// Takes bytes up to and with the next marker: picture data, where a scan runs, and fill bytes.
  private func nextMarker(_ bytes: inout [UInt8]) throws(PluginFailure) -> UInt8? {
    guard try file.read(through: Marker.prefix, limit: largestFrame - bytes.count, into: &bytes) else {
      return nil
    }
    while let byte = try file.byte() {
      bytes.append(byte)
      guard bytes.count <= largestFrame else { return nil }
      if byte != Marker.prefix { return byte }
    }
    return nil
  }

  /// Takes a marker's segment, whose first two bytes are its length.
  private func takeSegment(_ bytes: inout [UInt8]) throws(PluginFailure) -> Bool {
    guard let high = try file.byte(), let low = try file.byte() else { return false }
    bytes += [high, low]
    let length = Int(high) << 8 | Int(low)
    guard length >= 2, bytes.count + length <= largestFrame else { return false }
    let start = bytes.count
    try file.read(length - 2, into: &bytes)
    return bytes.count == start + length - 2
  }

  private func cut(_ bytes: [UInt8]) -> PluginFailure {
    PluginFailure(.file, "\(file.path): a picture is cut or damaged after \(bytes.count) bytes.")
  }
}
