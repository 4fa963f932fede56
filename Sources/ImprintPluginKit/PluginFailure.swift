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

  /// A status of `imprint/status.h`; its hundreds are its class. Each has its name: ``noSubject``.
  public struct Status: RawRepresentable, Sendable, Hashable {
    public let rawValue: imp_status

    public init(rawValue: imp_status) { self.rawValue = rawValue }
  }
}
