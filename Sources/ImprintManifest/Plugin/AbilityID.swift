// SPDX-License-Identifier: Apache-2.0

/// The id of an ability with its revision, such as `imprint.matcher/1`.
public struct AbilityID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// `imprint.matcher`.
  public let name: String
  /// From 1.
  public let revision: Int

  /// Reads `imprint.matcher/1`: at least two words of `a-z 0-9 -` with dots, and a number without leading
  /// zeros. Any vendor's name will do.
  public init?(_ text: String) {
    guard case .text(let form) = PluginSchema.abilityForm, form.lengths.contains(text.unicodeScalars.count),
      form.pattern?.matches(text) == true, let slash = text.lastIndex(of: "/"),
      let revision = Int(text[text.index(after: slash)...])
    else { return nil }
    name = String(text[..<slash])
    self.revision = revision
  }

  private init(known name: String, revision: Int) {
    self.name = name
    self.revision = revision
  }

  /// Frames from a device or a recording.
  public static let camera = AbilityID(known: "imprint.camera", revision: 1)
  /// What a camera can do, and its settings.
  public static let cameraControl = AbilityID(known: "imprint.camera-control", revision: 1)
  /// Devices that come and go.
  public static let deviceWatch = AbilityID(known: "imprint.device-watch", revision: 1)
  /// Sound from a device or a recording.
  public static let microphone = AbilityID(known: "imprint.microphone", revision: 1)
  /// Faces in frames.
  public static let faceTracker = AbilityID(known: "imprint.face-tracker", revision: 1)
  /// What a capture does, frame by frame.
  public static let faceCapture = AbilityID(known: "imprint.face-capture", revision: 1)
  /// Templates, and how alike they are.
  public static let matcher = AbilityID(known: "imprint.matcher", revision: 1)
  /// Smart card readers, and the cards in them.
  public static let cardReader = AbilityID(known: "imprint.card-reader", revision: 1)

  /// Each opens devices of one kind, which are told apart by their names: so several plugins may provide it
  /// side by side.
  public static let devices: [AbilityID] = [.camera, .microphone, .cardReader]
  /// Asked beside a device, of the plugin that opens it.
  static let besideDevices: [AbilityID] = [.cameraControl, .deviceWatch]

  /// Whether several plugins of a set may provide it.
  var isOfDevices: Bool { Self.devices.contains(self) || Self.besideDevices.contains(self) }

  public static func < (left: Self, right: Self) -> Bool {
    (left.name, left.revision) < (right.name, right.revision)
  }

  public var description: String { "\(name)/\(revision)" }
}
