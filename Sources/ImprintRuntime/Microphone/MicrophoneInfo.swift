// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// One microphone that can be opened.
public struct MicrophoneInfo: Sendable, Hashable {
  /// The argument of open.
  public let locator: String
  /// The display name.
  public let name: String
  /// As ``CameraInfo/id``.
  public let id: String?
  /// `nil` where unknown before it is opened.
  public let maximumChannels: Int?
  /// The frames per second that it captures without resampling; `nil` where unknown before it is opened.
  public let rates: ClosedRange<Int>?

  public init(
    locator: String, name: String, id: String? = nil, maximumChannels: Int? = nil,
    rates: ClosedRange<Int>? = nil
  ) {
    self.locator = locator
    self.name = name
    self.id = id
    self.maximumChannels = maximumChannels
    self.rates = rates
  }

  init(_ raw: imp_microphone_info) throws(ContractBreach) {
    try checkSize(of: raw)
    locator = try FixedText.read(raw.locator, "a microphone's locator")
    name = try FixedText.read(raw.name, "a microphone's name")
    id = try FixedText.readOptional(raw.id, "a microphone's id")
    guard !locator.isEmpty else { throw ContractBreach("a microphone's locator is empty.") }
    guard raw.rate_min <= raw.rate_max else {
      throw ContractBreach("a microphone has the invalid range of rates \(raw.rate_min) to \(raw.rate_max).")
    }
    maximumChannels = raw.channels_max == 0 ? nil : Int(raw.channels_max)
    rates = raw.rate_max == 0 ? nil : Int(raw.rate_min)...Int(raw.rate_max)
  }
}
