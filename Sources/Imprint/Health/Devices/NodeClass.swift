// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// Device nodes that belong together.
enum NodeClass: CaseIterable {
  /// `/dev/video0`, ...
  case video
  /// `/dev/snd/pcmC0D0c`, ...: those that sound is taken from.
  case sound

  /// Below `/dev`.
  var folder: String { self == .video ? "" : "snd" }

  var pattern: String { self == .video ? "/dev/video*" : "/dev/snd/pcm*c" }

  var device: DeviceKind { self == .video ? .camera : .microphone }

  /// Whose such nodes are on Debian and most others.
  var group: String { self == .video ? "video" : "audio" }

  /// Whether a name in the folder is one of them.
  func has(_ name: String) -> Bool {
    switch self {
    case .video: name.hasPrefix("video") && name.dropFirst(5).allSatisfy(\.isNumber) && name.count > 5
    case .sound: name.hasPrefix("pcmC") && name.hasSuffix("c")
    }
  }
}
