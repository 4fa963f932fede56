// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why a device cannot be told from others.
public struct DeviceError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// Its facts weigh too little together.
    case tooFewFacts = "too-few-facts"
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  static func tooFew(_ facts: [DeviceFingerprint.Fact], weight: Int) -> DeviceError {
    let found = facts.isEmpty ? "none" : facts.map(\.rawValue).joined(separator: ", ")
    return DeviceError(
      code: .tooFewFacts, place: "device",
      reason: """
        it cannot be told from others: the facts found (\(found)) weigh \(weight), and \
        \(DeviceReader.minimumWeight) are needed.
        """,
      remedy:
        "Give it an /etc/machine-id (`systemd-machine-id-setup`), or let this program see the real /sys: "
        + "in a container, mount the host's machine-id.")
  }
}
