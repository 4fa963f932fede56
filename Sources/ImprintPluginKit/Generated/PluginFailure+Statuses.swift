// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from imprint/status.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension PluginFailure.Status {
  /// The deadline passed first.
  public static let timeout = Self(rawValue: IMP_RETRY_TIMEOUT)
  /// The device is in use elsewhere.
  public static let busy = Self(rawValue: IMP_RETRY_BUSY)
  /// The lengths state what is needed.
  static let shortBuffer = Self(rawValue: IMP_RETRY_SHORT_BUFFER)
  /// A value outside its stated range, or an invalid null.
  public static let argument = Self(rawValue: IMP_E_ARGUMENT)
  /// Not in this state: see the function's comment.
  public static let state = Self(rawValue: IMP_E_STATE)
  /// An option that this plugin does not support.
  public static let unsupported = Self(rawValue: IMP_E_UNSUPPORTED)
  /// Unsupported size, length or layout.
  public static let sample = Self(rawValue: IMP_E_SAMPLE)
  /// No face, finger or voice found.
  public static let noSubject = Self(rawValue: IMP_E_NO_SUBJECT)
  /// Quality too low for a template.
  public static let quality = Self(rawValue: IMP_E_QUALITY)
  /// More people than the call can handle.
  public static let manySubjects = Self(rawValue: IMP_E_MANY_SUBJECTS)
  /// They appear to be of several people.
  public static let templatesDisagree = Self(rawValue: IMP_E_TEMPLATES_DISAGREE)
  /// Another algorithm's template.
  public static let templateFormat = Self(rawValue: IMP_E_TEMPLATE_FORMAT)
  /// This algorithm's, but a newer version.
  public static let templateVersion = Self(rawValue: IMP_E_TEMPLATE_VERSION)
  /// Truncated or changed.
  public static let templateDamaged = Self(rawValue: IMP_E_TEMPLATE_DAMAGED)
  /// No common contract version, or a wrong size field.
  public static let abi = Self(rawValue: IMP_E_ABI)
  /// A required host ability is missing.
  public static let ability = Self(rawValue: IMP_E_ABILITY)
  /// A speech graph of another language, or for another bundle.
  public static let graphForeign = Self(rawValue: IMP_E_GRAPH_FOREIGN)
  /// A speech graph of a newer version.
  public static let graphVersion = Self(rawValue: IMP_E_GRAPH_VERSION)
  /// No speech graph, or one that was truncated or changed.
  public static let graphDamaged = Self(rawValue: IMP_E_GRAPH_DAMAGED)
  /// Pronounced with a symbol that the bundle does not know.
  public static let graphSymbol = Self(rawValue: IMP_E_GRAPH_SYMBOL)
  /// More of something than the bundle or its decoder can take.
  public static let graphTooLarge = Self(rawValue: IMP_E_GRAPH_TOO_LARGE)
  /// It was unplugged.
  public static let deviceGone = Self(rawValue: IMP_E_DEVICE_GONE)
  /// No device of that name.
  public static let deviceMissing = Self(rawValue: IMP_E_DEVICE_MISSING)
  /// Permission denied.
  public static let deviceDenied = Self(rawValue: IMP_E_DEVICE_DENIED)
  /// A request to it failed.
  public static let deviceFailed = Self(rawValue: IMP_E_DEVICE_FAILED)
  /// The system service for the device is not running.
  public static let service = Self(rawValue: IMP_E_SERVICE)
  /// No card in the reader, or the card was removed.
  public static let cardMissing = Self(rawValue: IMP_E_CARD_MISSING)
  /// No valid response from the card.
  public static let cardMute = Self(rawValue: IMP_E_CARD_MUTE)
  public static let cardReset = Self(rawValue: IMP_E_CARD_RESET)
  public static let entitlement = Self(rawValue: IMP_E_ENTITLEMENT)
  public static let memory = Self(rawValue: IMP_E_MEMORY)
  /// A model is missing, or does not fit the code.
  public static let model = Self(rawValue: IMP_E_MODEL)
  /// A file is missing, truncated or unreadable.
  public static let file = Self(rawValue: IMP_E_FILE)
  public static let `internal` = Self(rawValue: IMP_E_INTERNAL)
  /// The source has delivered its last frame.
  public static let end = Self(rawValue: IMP_OUTCOME_END)
  /// Cancel was called.
  public static let cancelled = Self(rawValue: IMP_OUTCOME_CANCELLED)
}
