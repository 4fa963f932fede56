// SPDX-License-Identifier: Apache-2.0
import CPuppet
import Glibc
import ImprintPluginKit

/// A head, read from its file. Sendable: it never changes, and any number of threads may read it.
final class Puppet: @unchecked Sendable {
  let model: OpaquePointer
  private let texture: OpaquePointer
  private let size: puppet_photo

  /// Its photograph, for prints and screens.
  var photo: Photograph { Photograph(texture: texture, size: size, owner: self) }

  /// A picture with a face on it.
  struct Photograph {
    let texture: OpaquePointer
    let size: puppet_photo
    /// What keeps the texture.
    let owner: AnyObject
  }

  /// A header, 468 points, and the largest photograph.
  private static let largestFile = 1 << 26

  /// - Throws: `.file` for what is missing, damaged or no puppet; `.memory`.
  init(path: String) throws(PluginFailure) {
    let bytes = try Puppet.read(path)
    var model: OpaquePointer?
    let status = bytes.withUnsafeBufferPointer { puppet_model_read($0.baseAddress, $0.count, &model) }
    guard status == PUPPET_OK, let model, let texture = puppet_model_photo(model) else {
      throw Puppet.refusal(status, path, bytes.count)
    }
    self.model = model
    self.texture = texture
    size = puppet_model_photo_size(model)
  }

  deinit { puppet_model_destroy(model) }

  private static func refusal(_ status: Int32, _ path: String, _ count: Int) -> PluginFailure {
    let words =
      switch status {
      case PUPPET_E_MAGIC: "is no puppet file. Make one with `sdkctl puppet make`."
      case PUPPET_E_VERSION: "is of a later version. Use a later device-puppet, or make the file anew."
      case PUPPET_E_LENGTH: "has \(count) bytes, and its header says otherwise: it is cut. Copy it again."
      case PUPPET_E_CHECKSUM: "is damaged: its checksum is wrong. Copy it again."
      case PUPPET_E_ARGUMENT: "states a photograph whose sides are not 1 to 4096 pixels. Make the file anew."
      case PUPPET_E_POINTS: "has points that are no face's. Make it of another photograph."
      default: ""
      }
    return words.isEmpty
      ? PluginFailure(.memory, "There is not enough memory for the head of \(path).")
      : PluginFailure(.file, "\(path) \(words)")
  }

  private static func read(_ path: String) throws(PluginFailure) -> [UInt8] {
    // Without O_NONBLOCK a named pipe would wait for its writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw systemFailure(path, errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw systemFailure(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG, (1...largestFile).contains(Int(status.st_size)) else {
      throw PluginFailure(.file, "\(path) is no puppet file. Make one with `sdkctl puppet make`.")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let got = bytes.withUnsafeMutableBytes { room in
        Glibc.read(file, room.baseAddress.map { $0 + filled }, room.count - filled)
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw systemFailure(path, errno) }
      guard got > 0 else { break }
      filled += got
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  private static func systemFailure(_ path: String, _ code: Int32) -> PluginFailure {
    PluginFailure(.file, "\(path): \(String(cString: strerror(code))). Check the path and who may read it.")
  }
}

/// A picture that changes: what a screen plays.
final class PlayedPicture {
  let texture: OpaquePointer
  let width: Int

  init(width: Int, height: Int) throws(PluginFailure) {
    var texture: OpaquePointer?
    guard puppet_texture_create(UInt32(width), UInt32(height), &texture) == PUPPET_OK, let texture else {
      throw PluginFailure(.memory, "There is not enough memory for a picture of \(width) × \(height).")
    }
    self.texture = texture
    self.width = width
  }

  /// One colour all over.
  convenience init(red: UInt8, green: UInt8, blue: UInt8) throws(PluginFailure) {
    try self.init(width: 1, height: 1)
    show([red, green, blue])
  }

  deinit { puppet_texture_destroy(texture) }

  /// - Parameter pixels: RGB24, as many as the picture has.
  func show(_ pixels: [UInt8]) {
    pixels.withUnsafeBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return }
      puppet_texture_set(texture, start, 3 * width)
    }
  }
}
