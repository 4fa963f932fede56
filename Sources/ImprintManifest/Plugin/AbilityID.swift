// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// The id of an ability with its revision, such as `imprint.matcher/1`.
public struct AbilityID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// `imprint.matcher`.
  public let name: String
  /// From 1.
  public let revision: Int

  /// Reads `imprint.matcher/1`: at least two words of `a-z 0-9 -` with dots, and a number without leading
  /// zeros. Any vendor's name is accepted.
  public init?(_ text: String) {
    guard case .text(let form) = PluginSchema.abilityForm, form.lengths.contains(text.unicodeScalars.count),
      form.pattern?.matches(text) == true, let slash = text.lastIndex(of: "/"),
      let revision = Int(text[text.index(after: slash)...])
    else { return nil }
    name = String(text[..<slash])
    self.revision = revision
  }

  init(known name: String, revision: Int) {
    self.name = name
    self.revision = revision
  }

  /// Each opens devices of one kind, distinguished by name: so several plugins of a set may provide it.
  public static let devices = KnownAbility.ids(.severalPlugins)
  /// Used with a device, of the plugin that opens it.
  static let besideDevices = KnownAbility.ids(.besideDevices)
  /// Used with a matcher, of the plugin that compares.
  static let besideMatchers = KnownAbility.ids(.besideMatchers)

  /// Whether several plugins of a set may provide it.
  var mayBeSeveral: Bool {
    Self.devices.contains(self) || Self.besideDevices.contains(self) || Self.besideMatchers.contains(self)
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.name, left.revision) < (right.name, right.revision)
  }

  public var description: String { "\(name)/\(revision)" }
}
