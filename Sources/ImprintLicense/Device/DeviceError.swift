// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a device cannot be identified.
public typealias DeviceError = Explained<DeviceErrorCode>

public enum DeviceErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The total weight of its facts is too low.
  case tooFewFacts = "too-few-facts"
}

extension DeviceError {
  static func tooFew(_ facts: [DeviceFingerprint.Fact], weight: Int) -> DeviceError {
    let found = facts.isEmpty ? "none" : facts.map(\.rawValue).joined(separator: ", ")
    return DeviceError(
      .tooFewFacts, place: "device",
      reason: """
        it cannot be identified: the facts found (\(found)) weigh \(weight), and \
        \(DeviceReader.minimumWeight) are needed.
        """,
      remedy:
        "Give it an /etc/machine-id (`systemd-machine-id-setup`), or let this program see the real /sys: "
        + "in a container, mount the host's machine-id.")
  }
}
