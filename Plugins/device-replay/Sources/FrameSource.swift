// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintPluginKit

/// A recording, read from its first frame to its last.
protocol FrameSource: AnyObject {
  /// The rate that the recording itself states.
  var rate: FrameRate? { get }

  /// The next frame, `nil` after the last one.
  /// - Throws: `.file` for a frame that cannot be read; the next call goes on after it.
  func next() throws(PluginFailure) -> RecordedFrame?

  /// Goes back to the first frame.
  func rewind() throws(PluginFailure)
}

/// One frame as it was recorded.
struct RecordedFrame {
  /// `IMP_PIXEL_...`
  var format: UInt32
  var width: UInt32 = 0
  var height: UInt32 = 0
  var bytes: [UInt8]
}

/// Frames in a time; exact, as film rates are (30000 in 1001 seconds).
struct FrameRate {
  let frames: UInt32
  let seconds: UInt32

  /// When a frame is due, in nanoseconds from the first one.
  func time(of index: UInt64) -> UInt64 {
    UInt64(clamping: UInt128(index) * UInt128(seconds) * 1_000_000_000 / UInt128(frames))
  }
}

/// Opens a recording, going by what it holds, not by what it is called.
func openSource(_ path: String, stop: StopSignal) throws(PluginFailure) -> any FrameSource {
  if try isFolder(path) { return try FolderSource(folder: path) }
  let file = try FileReader(path: path, stop: stop)
  let start = try file.peek(Y4MHeader.magic.count)
  if start.isEmpty { throw PluginFailure(.file, "\(path) is empty; record or copy it again.") }
  if start == Y4MHeader.magic { return try Y4MSource(file: file) }
  switch ImageKind(start) {
  case .jpeg: return MJPEGSource(file: file)
  case .png: return SingleImageSource(path: path)
  case nil:
    throw PluginFailure(
      .unsupported, "\(path) is neither Y4M, MJPEG, JPEG nor PNG, nor a folder of pictures.")
  }
}

private func isFolder(_ path: String) throws(PluginFailure) -> Bool {
  var status = stat()
  guard stat(path, &status) == 0 else { throw failure(path, errno) }
  return status.st_mode & S_IFMT == S_IFDIR
}

/// The words for a file that the system refuses.
func failure(_ path: String, _ code: Int32) -> PluginFailure {
  PluginFailure(.file, "\(path): \(String(cString: strerror(code))). Check the path and who may read it.")
}
