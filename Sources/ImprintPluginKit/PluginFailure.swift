// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// Why a call could not be answered: a status of the contract, and words for people.
///
/// The kit hands the words to the host (`imprint.host.report/1`) and answers the status. Say in them what
/// was looked at, what is wrong there, and what to do: `"clip.y4m: frame 12 is cut; copy the file again"`.
/// Never put template bytes, pixels or names of people in them.
public struct PluginFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The status the call answers; never `IMP_OK`.
  public let status: Status
  /// Place, reason and remedy, in one or two sentences. The host cuts it at 1024 bytes.
  public let words: String

  public init(_ status: Status, _ words: String) {
    self.status = status
    self.words = words
  }

  public var description: String { "\(status.rawValue): \(words)" }

  /// A status of `imprint/status.h`; its hundreds are its class.
  public struct Status: RawRepresentable, Sendable, Hashable {
    public let rawValue: imp_status

    public init(rawValue: imp_status) { self.rawValue = rawValue }

    public static let timeout = Status(rawValue: IMP_RETRY_TIMEOUT)
    public static let busy = Status(rawValue: IMP_RETRY_BUSY)
    /// The kit's own: authors return arrays and never see a short buffer.
    static let shortBuffer = Status(rawValue: IMP_RETRY_SHORT_BUFFER)

    public static let argument = Status(rawValue: IMP_E_ARGUMENT)
    public static let state = Status(rawValue: IMP_E_STATE)
    public static let unsupported = Status(rawValue: IMP_E_UNSUPPORTED)

    public static let sample = Status(rawValue: IMP_E_SAMPLE)
    public static let noSubject = Status(rawValue: IMP_E_NO_SUBJECT)
    public static let quality = Status(rawValue: IMP_E_QUALITY)
    public static let manySubjects = Status(rawValue: IMP_E_MANY_SUBJECTS)

    public static let templatesDisagree = Status(rawValue: IMP_E_TEMPLATES_DISAGREE)

    public static let templateFormat = Status(rawValue: IMP_E_TEMPLATE_FORMAT)
    public static let templateVersion = Status(rawValue: IMP_E_TEMPLATE_VERSION)
    public static let templateDamaged = Status(rawValue: IMP_E_TEMPLATE_DAMAGED)
    public static let abi = Status(rawValue: IMP_E_ABI)
    public static let ability = Status(rawValue: IMP_E_ABILITY)

    public static let deviceGone = Status(rawValue: IMP_E_DEVICE_GONE)
    public static let deviceMissing = Status(rawValue: IMP_E_DEVICE_MISSING)
    public static let deviceDenied = Status(rawValue: IMP_E_DEVICE_DENIED)
    public static let deviceFailed = Status(rawValue: IMP_E_DEVICE_FAILED)
    public static let service = Status(rawValue: IMP_E_SERVICE)
    public static let cardMissing = Status(rawValue: IMP_E_CARD_MISSING)
    public static let cardMute = Status(rawValue: IMP_E_CARD_MUTE)
    public static let cardReset = Status(rawValue: IMP_E_CARD_RESET)

    public static let entitlement = Status(rawValue: IMP_E_ENTITLEMENT)

    public static let memory = Status(rawValue: IMP_E_MEMORY)
    public static let model = Status(rawValue: IMP_E_MODEL)
    public static let file = Status(rawValue: IMP_E_FILE)

    public static let `internal` = Status(rawValue: IMP_E_INTERNAL)

    public static let end = Status(rawValue: IMP_OUTCOME_END)
    public static let cancelled = Status(rawValue: IMP_OUTCOME_CANCELLED)
  }
}
