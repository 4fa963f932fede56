// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintPluginKit

/// A folder of JPEG and PNG files, one a frame, in the natural order of their names.
///
/// The names are those of the moment it is opened; a file that is gone when its turn comes is a frame that
/// cannot be read.
final class FolderSource: FrameSource {
  private let path: String
  private let descriptor: Int32
  private let names: [String]
  private var index = 0

  let rate: FrameRate? = nil

  /// Three hours at 25 frames a second are 270 000; more files than this are some other folder.
  private static let mostFiles = 1_000_000

  init(folder path: String) throws(PluginFailure) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    self.path = path
    self.descriptor = descriptor
    do throws(PluginFailure) {
      names = try FolderSource.pictureNames(path, descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  func next() throws(PluginFailure) -> RecordedFrame? {
    guard index < names.count else { return nil }
    defer { index += 1 }
    return try readImage(names[index], folder: descriptor, shownAs: "\(path)/\(names[index])")
  }

  func rewind() { index = 0 }

  private static func pictureNames(_ path: String, _ folder: Int32) throws(PluginFailure) -> [String] {
    // A descriptor of its own, for closedir closes it; through the folder's, so that both mean the same one.
    let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0 else { throw failure(path, errno) }
    guard let stream = fdopendir(own) else {
      let code = errno
      close(own)
      throw failure(path, code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if isPicture(name) { names.append(name) }
      guard names.count <= mostFiles else {
        throw PluginFailure(.file, "\(path) has more than \(mostFiles) pictures; split the recording.")
      }
      errno = 0
    }
    guard errno == 0 else { throw failure(path, errno) }
    guard !names.isEmpty else { throw PluginFailure(.file, "\(path) has no .jpg, .jpeg or .png files.") }
    return names.sorted(by: NaturalOrder.precedes)
  }

  private static func isPicture(_ name: String) -> Bool {
    guard !name.hasPrefix("."), let dot = name.lastIndex(of: ".") else { return false }
    return ["jpg", "jpeg", "png"].contains(name[name.index(after: dot)...].lowercased())
  }
}

/// One picture file as a recording of one frame.
final class SingleImageSource: FrameSource {
  private let path: String
  private var isDone = false

  let rate: FrameRate? = nil

  init(path: String) { self.path = path }

  func next() throws(PluginFailure) -> RecordedFrame? {
    guard !isDone else { return nil }
    isDone = true
    return try readImage(path, folder: AT_FDCWD, shownAs: path)
  }

  func rewind() { isDone = false }
}

/// No camera's picture is larger; what is would only fill the memory.
let largestFrame = 256 << 20

private func readImage(_ name: String, folder: Int32, shownAs path: String) throws(PluginFailure)
  -> RecordedFrame
{
  let file: FileReader
  do throws(PluginFailure) {
    file = try FileReader(path: name, folder: folder)
  } catch {
    throw PluginFailure(.file, error.words)
  }
  var bytes: [UInt8] = []
  try file.read(largestFrame + 1, into: &bytes)
  guard bytes.count <= largestFrame else {
    throw PluginFailure(.file, "\(path) is larger than \(largestFrame >> 20) MiB, which no frame is.")
  }
  guard let kind = ImageKind(bytes) else {
    let what = bytes.isEmpty ? "is empty" : "is neither JPEG nor PNG, whatever its name says"
    throw PluginFailure(.file, "\(path) \(what); copy it again or take it away.")
  }
  return RecordedFrame(format: kind.format, bytes: bytes)
}
