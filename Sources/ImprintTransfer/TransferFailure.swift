// SPDX-License-Identifier: Apache-2.0
internal import CTransfer

/// Why an attempt has no answer, with the sentences that fit any server.
package struct TransferFailure: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable, CaseIterable {
    /// The URL cannot be connected to.
    case address
    case unreachable
    case timeout
    /// The chain is not trusted, not valid at this time or for another host, or TLS was not agreed on.
    case certificate
    /// The chain verifies, and none of its keys is pinned.
    case pin
    /// What came is no whole HTTP answer, or a longer one than is taken.
    case answer
    case cancelled
  }

  package let kind: Kind
  /// One sentence, with what the libraries say.
  package let reason: String
  /// One sentence.
  package let remedy: String
  /// Whether trying again may help.
  package let isPassing: Bool

  package init(_ kind: Kind, reason: String, remedy: String, isPassing: Bool) {
    (self.kind, self.reason, self.remedy, self.isPassing) = (kind, reason, remedy, isPassing)
  }

  init(_ end: imp_transfer_end_t, detail: String = "") {
    let (kind, reason, remedy) = Self.words(for: end)
    self.init(
      kind, reason: "\(reason)\(detail.isEmpty ? "" : " (\(detail))").", remedy: remedy,
      isPassing: Self.passing.contains(end.rawValue))
  }

  private static let passing: Set<UInt32> = [
    IMP_TRANSFER_NAME.rawValue, IMP_TRANSFER_PROXY.rawValue, IMP_TRANSFER_UNREACHABLE.rawValue,
    IMP_TRANSFER_TIMEOUT.rawValue, IMP_TRANSFER_BROKEN.rawValue, IMP_TRANSFER_RESOURCES.rawValue,
  ]

  private static func words(for end: imp_transfer_end_t) -> (kind: Kind, reason: String, remedy: String) {
    switch end {
    case IMP_TRANSFER_CANCELLED:
      (.cancelled, "the request was cancelled", "Send it again when it is wanted.")
    case IMP_TRANSFER_ADDRESS:
      (.address, "the server's URL cannot be connected to", "Correct the URL.")
    case IMP_TRANSFER_NAME:
      (
        .unreachable, "the server's name is not known",
        "Check the spelling of the URL, the network and its name server; behind a proxy, set the proxy."
      )
    case IMP_TRANSFER_PROXY:
      (
        .unreachable, "the proxy does not let the request through",
        "Check the proxy's URL and what it permits, or set the proxy to none."
      )
    case IMP_TRANSFER_UNREACHABLE:
      (
        .unreachable, "there is no connection to the server",
        "Check that the server runs, its port, and that no firewall is in between."
      )
    case IMP_TRANSFER_TIMEOUT:
      (.timeout, "the server took too long", "Try again later; on slow networks, raise the timeouts.")
    case IMP_TRANSFER_VALIDITY:
      (
        .certificate, "a certificate of the server is not valid at this time",
        "Check the device's clock; if it is right, the server needs a new certificate."
      )
    case IMP_TRANSFER_UNTRUSTED:
      (
        .certificate, "the server's certificate is not trusted",
        "If the server has an authority of its own, give its root as trustedRoots."
      )
    case IMP_TRANSFER_HOST:
      (
        .certificate, "the server's certificate is for another host",
        "Use the name that the certificate has, or give the server one that has its name."
      )
    case IMP_TRANSFER_HANDSHAKE:
      (
        .certificate, "the two sides do not agree on TLS",
        "Check that the port is one of https, and that the server speaks TLS 1.2 or later."
      )
    case IMP_TRANSFER_PIN:
      (
        .pin, "no public key of the server's verified chain is pinned",
        "If the server has a new key, add its pin; else somebody may be between the device and the server."
      )
    case IMP_TRANSFER_TOO_LONG:
      (
        .answer, "the answer is longer than any that is expected",
        "Check that the URL is the server's that is meant."
      )
    case IMP_TRANSFER_RESOURCES:
      (
        .unreachable, "the system has no memory, descriptor or thread left for a connection",
        "Free some, or raise the limits."
      )
    default:
      (
        .answer, "what came is no whole HTTP answer",
        "Try again; if it stays, check that the URL is the server's that is meant."
      )
    }
  }
}
