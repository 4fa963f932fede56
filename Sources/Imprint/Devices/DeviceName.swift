// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// What somebody names a device by, and what it says of the device where no plugin lists it.
struct DeviceName {
  private let text: String

  init(_ text: String) { self.text = text }

  private static let pictureEndings = [".y4m", ".mjpeg", ".mjpg", ".jpg", ".jpeg", ".png"]
  private static let soundEndings = [".wav", ".flac"]
  /// How names of ALSA's begin that programs are told; others are its configuration's own.
  private static let soundBeginnings = ["alsa:", "hw:", "plughw:", "sysdefault:", "dsnoop:", "plug:"]

  /// Whether it is one of ALSA's, or a sound file's.
  var isOfSound: Bool {
    let name = text.lowercased()
    return name == "default" || Self.soundBeginnings.contains { name.hasPrefix($0) }
      || Self.soundEndings.contains { name.hasSuffix($0) }
  }

  /// Whether it is the path of a file or folder that is there. A bare word is one only where it ends as
  /// recordings do: a file of that name must not take a device's place.
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

  /// Whether it is a recording's: it is there and is no device node, or is written as such paths are.
  var isOfRecording: Bool {
    guard !text.hasPrefix("/dev/") else { return false }
    return text.contains("/") || hasEnding || access(text, F_OK) == 0
  }
}
