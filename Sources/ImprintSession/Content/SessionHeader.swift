// SPDX-License-Identifier: Apache-2.0

/// A plugin that took part, or what it was made of.
public struct SessionComponent: Sendable, Hashable {
  /// The plugin's id; at most 128 bytes.
  public var id: String
  public var version: SemanticVersion
  /// Of its library; `nil` where it is not known.
  public var hash: ContentHash?

  public init(id: String, version: SemanticVersion, hash: ContentHash? = nil) {
    self.id = id
    self.version = version
    self.hash = hash
  }
}

/// The value of an option.
public enum SessionScalar: Sendable, Hashable {
  case bool(Bool)
  case integer(Int64)
  /// Finite.
  case number(Double)
  /// At most 256 bytes. A redacted session has none: what is to stay is a number.
  case text(String)
}

/// A camera of a session.
public struct SessionCamera: Sendable, Hashable {
  /// The display name; at most 256 bytes, as the others.
  public var name: String
  /// What it was opened with.
  public var locator: String
  public var id: String?
  /// The spectral range: a word of `CameraLight`.
  public var light: String
  /// The direction: a word of `CameraFacing`.
  public var facing: String

  public init(
    name: String, locator: String, id: String? = nil, light: String = "unknown", facing: String = "unknown"
  ) {
    self.name = name
    self.locator = locator
    self.id = id
    self.light = light
    self.facing = facing
  }
}

/// Of what, by what and where a session was recorded: what a replay needs to make the same objects.
///
/// Its description shows neither subject nor camera.
public struct SessionHeader: Sendable, Hashable, CustomStringConvertible {
  /// The version of Imprint that recorded it; at most 64 bytes.
  public var imprint: String
  /// The capture plugin.
  public var plugin: SessionComponent
  /// The tracker's plugin.
  public var tracker: SessionComponent
  /// The extractor's plugin; `nil` if there was none.
  public var extractor: SessionComponent?
  /// The options of the capture, at most 128, by names of at most 64 bytes.
  public var options: [String: SessionScalar]
  /// What all choices of the capture machine come from.
  public var seed: UInt128
  /// `nil` where frames came from elsewhere.
  public var camera: SessionCamera?
  /// The wall time of the begin, in seconds since 1970 UTC.
  public var began: Int64
  /// The model of the host's processor; at most 256 bytes.
  public var processor: String
  /// Who was captured, as the application names people; `nil` where it does not. At most 256 bytes.
  public var subject: String?
  /// Whether pixels, landmarks, exact places of eyes, and names are left out.
  public internal(set) var isRedacted = false
  /// How many chunks preceded the first that is in it: of a dump of the last seconds.
  public internal(set) var omitted: UInt64 = 0

  public init(
    imprint: String = BuildInformation.version.description, plugin: SessionComponent,
    tracker: SessionComponent, extractor: SessionComponent? = nil, options: [String: SessionScalar] = [:],
    seed: UInt128, camera: SessionCamera? = nil, began: Int64, processor: String, subject: String? = nil
  ) {
    self.imprint = imprint
    self.plugin = plugin
    self.tracker = tracker
    self.extractor = extractor
    self.options = options
    self.seed = seed
    self.camera = camera
    self.began = began
    self.processor = processor
    self.subject = subject
  }

  /// Why a session cannot be replayed, whatever is in it.
  public enum ReplayObstacle: String, Sendable, Hashable, CaseIterable {
    /// What the capture machine was given is left out.
    case redacted
    /// Its beginning is missing, so the capture machine's state is not known.
    case partial
  }

  /// `nil` if nothing stands in the way of a replay.
  public var replayObstacle: ReplayObstacle? { isRedacted ? .redacted : omitted > 0 ? .partial : nil }

  public var description: String {
    let state = isRedacted ? ", redacted" : omitted > 0 ? ", partial" : ""
    return "SessionHeader(\(plugin.id) \(plugin.version), \(options.count) options\(state), <redacted>)"
  }
}

extension SessionHeader {
  func check() throws(SessionFault) {
    try SessionField.check(imprint, upTo: 64, "imprint")
    for component in [plugin, tracker] + (extractor.map { [$0] } ?? []) {
      try SessionField.check(component.id, upTo: 128, "a plugin's id")
    }
    try require(options.count <= 128, "it has \(options.count) options; 128 are allowed.")
    for (name, value) in options {
      try SessionField.check(name, upTo: 64, "an option's name")
      switch value {
      case .text(let text): try SessionField.check(text, "an option's text")
      case .number(let number): try require(number.isFinite, "an option's number is not finite.")
      case .bool, .integer: break
      }
    }
    try camera?.check()
    try SessionField.check(processor, "processor")
    if let subject { try SessionField.check(subject, "subject") }
    try require(!isRedacted || self == redacted, "a redacted session names people, places or texts.")
    // Texts grow where they are escaped.
    try require(json.text.utf8.count <= SessionForm.Kind.header.longest, "its header is too long.")
  }
}

extension SessionCamera {
  func check() throws(SessionFault) {
    for text in [name, locator, id ?? "", light, facing] { try SessionField.check(text, "a camera's field") }
  }
}

/// Short texts in a session.
enum SessionField {
  /// In bytes.
  static let longest = 256

  static func check(_ text: String, upTo longest: Int = longest, _ name: String) throws(SessionFault) {
    try require(text.utf8.count <= longest, "\(name) is longer than \(longest) bytes.")
  }
}
