// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from imprint/status.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension PluginFailure.Status {
  /// The deadline passed first.
  public static let timeout = Self(rawValue: IMP_RETRY_TIMEOUT)
  /// Somebody else holds the device.
  public static let busy = Self(rawValue: IMP_RETRY_BUSY)
  /// The lengths say what is needed.
  static let shortBuffer = Self(rawValue: IMP_RETRY_SHORT_BUFFER)
  /// A value outside its stated range, or null where none may be.
  public static let argument = Self(rawValue: IMP_E_ARGUMENT)
  /// Not now: the function's comment says when.
  public static let state = Self(rawValue: IMP_E_STATE)
  /// A choice that this plugin does not offer.
  public static let unsupported = Self(rawValue: IMP_E_UNSUPPORTED)
  /// Its size, length or layout cannot be worked with.
  public static let sample = Self(rawValue: IMP_E_SAMPLE)
  /// Nobody where somebody is needed: no face, finger or voice.
  public static let noSubject = Self(rawValue: IMP_E_NO_SUBJECT)
  /// Somebody, but too poorly for a template.
  public static let quality = Self(rawValue: IMP_E_QUALITY)
  /// More people than the call can tell apart.
  public static let manySubjects = Self(rawValue: IMP_E_MANY_SUBJECTS)
  /// They seem to be of several people.
  public static let templatesDisagree = Self(rawValue: IMP_E_TEMPLATES_DISAGREE)
  /// Another algorithm's template.
  public static let templateFormat = Self(rawValue: IMP_E_TEMPLATE_FORMAT)
  /// This algorithm's, but newer than it reads.
  public static let templateVersion = Self(rawValue: IMP_E_TEMPLATE_VERSION)
  /// Truncated or changed.
  public static let templateDamaged = Self(rawValue: IMP_E_TEMPLATE_DAMAGED)
  /// No common contract version, or a wrong size field.
  public static let abi = Self(rawValue: IMP_E_ABI)
  /// A needed host ability is not there.
  public static let ability = Self(rawValue: IMP_E_ABILITY)
  /// It was there, and was unplugged.
  public static let deviceGone = Self(rawValue: IMP_E_DEVICE_GONE)
  /// There is none of that name.
  public static let deviceMissing = Self(rawValue: IMP_E_DEVICE_MISSING)
  /// It is there, and this process may not use it.
  public static let deviceDenied = Self(rawValue: IMP_E_DEVICE_DENIED)
  /// It is there, and answers a request with an error.
  public static let deviceFailed = Self(rawValue: IMP_E_DEVICE_FAILED)
  /// The system's service that the device is used through does not run.
  public static let service = Self(rawValue: IMP_E_SERVICE)
  /// The reader is there, without a card; or the card was taken out.
  public static let cardMissing = Self(rawValue: IMP_E_CARD_MISSING)
  /// The card does not answer, or not so that it can be understood.
  public static let cardMute = Self(rawValue: IMP_E_CARD_MUTE)
  public static let cardReset = Self(rawValue: IMP_E_CARD_RESET)
  public static let entitlement = Self(rawValue: IMP_E_ENTITLEMENT)
  public static let memory = Self(rawValue: IMP_E_MEMORY)
  /// A model is missing, or not what the code was made for.
  public static let model = Self(rawValue: IMP_E_MODEL)
  /// A file is missing, cut or cannot be read.
  public static let file = Self(rawValue: IMP_E_FILE)
  public static let `internal` = Self(rawValue: IMP_E_INTERNAL)
  /// The source has given its last frame.
  public static let end = Self(rawValue: IMP_OUTCOME_END)
  /// Cancel was called.
  public static let cancelled = Self(rawValue: IMP_OUTCOME_CANCELLED)
}
