// SPDX-License-Identifier: Apache-2.0

/// The supported file types, recognized by their first bytes.
enum AudioContainer {
  case wav
  case flac
  case aiff

  init?(_ bytes: [UInt8]) {
    func has(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
    if has("RIFF", at: 0), has("WAVE", at: 8) {
      self = .wav
    } else if has("fLaC", at: 0) {
      self = .flac
    } else if has("FORM", at: 0), has("AIFF", at: 8) || has("AIFC", at: 8) {
      self = .aiff
    } else {
      return nil
    }
  }

  /// Whether the file is as long as the first chunk states. A writer to a pipe states zero, or all ones; for
  /// FLAC the frames are counted instead.
  func isWhole(_ bytes: [UInt8]) -> Bool {
    let size: UInt32
    switch self {
    case .wav: size = bytes[4..<8].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    case .aiff: size = bytes[4..<8].reduce(0) { $0 << 8 | UInt32($1) }
    case .flac: return true
    }
    return size == 0 || size == .max || Int(size) + 8 <= bytes.count
  }
}
