// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// The name of a device, and what can be derived from it where no plugin lists the device.
struct DeviceName {
  private let text: String

  init(_ text: String) { self.text = text }

  private static let pictureEndings = [".y4m", ".mjpeg", ".mjpg", ".jpg", ".jpeg", ".png"]
  private static let soundEndings = [".wav", ".flac"]
  /// Prefixes of the names that ALSA reports to programs; others come from its configuration.
  private static let soundBeginnings = ["alsa:", "hw:", "plughw:", "sysdefault:", "dsnoop:", "plug:"]

  /// Whether it is one of ALSA's, or a sound file's.
  var isOfSound: Bool {
    let name = text.lowercased()
    return name == "default" || Self.soundBeginnings.contains { name.hasPrefix($0) }
      || Self.soundEndings.contains { name.hasSuffix($0) }
  }

  /// Whether it is a folder with the script of a fingerprint reader.
  var isOfFingers: Bool {
    !text.utf8.contains(0) && !text.isEmpty && access("\(text)/reader.txt", F_OK) == 0
  }

  /// Whether it is the path of an existing file or folder. A bare word is one only with a recording's
  /// extension: a file of that name must not shadow a device.
  var isOfFile: Bool {
    var facts = stat()
    guard text.contains("/") || hasEnding, !text.utf8.contains(0), stat(text, &facts) == 0 else {
      return false
    }
    return facts.st_mode & S_IFMT == S_IFREG || facts.st_mode & S_IFMT == S_IFDIR
  }

  private var hasEnding: Bool {
    let name = text.lowercased()
    return (Self.soundEndings + Self.pictureEndings).contains { name.hasSuffix($0) }
  }

  /// Whether it is a recording: it exists and is no device node, or has the form of such paths.
  var isOfRecording: Bool {
    guard !text.hasPrefix("/dev/") else { return false }
    return text.contains("/") || hasEnding || access(text, F_OK) == 0
  }
}
