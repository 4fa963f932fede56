// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// Raw 4:2:0 frames with a line of text before each.
final class Y4MSource: FrameSource {
  private let file: FileReader
  private let header: Y4MHeader
  /// Nothing marks a frame's start but the one before: after damage there is no way on.
  private var isLost = false

  /// Real lines have below 200 bytes.
  private static let longestLine = 4096
  private static let frameMark = Array("FRAME".utf8)

  var rate: FrameRate? { header.rate }

  init(file: FileReader) throws(PluginFailure) {
    self.file = file
    guard let line = try Y4MSource.line(file) else {
      throw PluginFailure(
        .file, "\(file.path): the header line is cut, or longer than \(Y4MSource.longestLine) bytes.")
    }
    header = try Y4MHeader(line: line, path: file.path)
  }

  func next() throws(PluginFailure) -> RecordedFrame? {
    guard !isLost, try !file.peek(1).isEmpty else { return nil }
    isLost = true
    guard let line = try Y4MSource.line(file), line.starts(with: Y4MSource.frameMark) else {
      throw PluginFailure(.file, "\(file.path): there is no FRAME line where one is due; the rest is lost.")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(header.frameBytes)
    try file.read(header.frameBytes, into: &bytes)
    guard bytes.count == header.frameBytes else {
      throw PluginFailure(
        .file, "\(file.path): the last frame is cut, \(bytes.count) of \(header.frameBytes) bytes are there.")
    }
    isLost = false
    return RecordedFrame(
      format: UInt32(IMP_PIXEL_I420), width: header.width, height: header.height, bytes: bytes)
  }

  func rewind() throws(PluginFailure) {
    try file.rewind()
    isLost = try Y4MSource.line(file) == nil
  }

  /// Takes a line without its end; `nil` where there is none.
  private static func line(_ file: FileReader) throws(PluginFailure) -> [UInt8]? {
    var line: [UInt8] = []
    guard try file.read(through: UInt8(ascii: "\n"), limit: longestLine, into: &line) else { return nil }
    line.removeLast()
    return line
  }
}
