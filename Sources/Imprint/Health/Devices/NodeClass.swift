// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// A class of device nodes.
enum NodeClass: CaseIterable {
  /// `/dev/video0`, ...
  case video
  /// `/dev/snd/pcmC0D0c`, ...: the capture devices.
  case sound

  /// Below `/dev`.
  var folder: String { self == .video ? "" : "snd" }

  var pattern: String { self == .video ? "/dev/video*" : "/dev/snd/pcm*c" }

  var device: DeviceKind { self == .video ? .camera : .microphone }

  /// The group that owns such nodes on Debian and most other systems.
  var group: String { self == .video ? "video" : "audio" }

  /// Whether a name in the folder belongs to the class.
  func has(_ name: String) -> Bool {
    switch self {
    case .video: name.hasPrefix("video") && name.dropFirst(5).allSatisfy(\.isNumber) && name.count > 5
    case .sound: name.hasPrefix("pcmC") && name.hasSuffix("c")
    }
  }
}
