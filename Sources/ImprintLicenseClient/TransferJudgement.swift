// SPDX-License-Identifier: Apache-2.0
internal import CLicenseTransport
internal import ImprintLicense

/// The outcome of one attempt: a response or an error, and whether a retry may help.
struct TransferJudgement: Sendable {
  let outcome: Result<LicenseServerAnswer, LicenseTransportError>
  let isWorthRetrying: Bool

  init(_ result: TransferResult, place: String) {
    guard result.end == IMP_TRANSFER_ANSWERED else {
      outcome = .failure(Self.error(result, place: place))
      isWorthRetrying = Self.passing.contains(result.end.rawValue)
      return
    }
    switch result.status {
    case 200..<300, 400...599:
      outcome = .success(LicenseServerAnswer(status: result.status, body: result.body))
      isWorthRetrying = result.status == 429 || result.status >= 500
    case 300..<400:
      // The API key must not be sent to the redirect's target.
      let target = result.redirect.map { " to \($0)" } ?? ""
      outcome = .failure(
        LicenseTransportError(
          .answer, place: place, reason: "the answer is a redirect (\(result.status))\(target).",
          remedy: "Redirects are not followed. Set the server's URL to where the server is."))
      isWorthRetrying = false
    default:
      outcome = .failure(
        LicenseTransportError(
          .answer, place: place,
          reason: "the status of the answer is \(result.status), which HTTP does not have.",
          remedy: "Check that the URL is a licence server's."))
      isWorthRetrying = true
    }
  }

  /// Transient errors.
  private static let passing: Set<UInt32> = [
    IMP_TRANSFER_NAME.rawValue, IMP_TRANSFER_PROXY.rawValue, IMP_TRANSFER_UNREACHABLE.rawValue,
    IMP_TRANSFER_TIMEOUT.rawValue, IMP_TRANSFER_BROKEN.rawValue, IMP_TRANSFER_RESOURCES.rawValue,
  ]

  private static func error(_ result: TransferResult, place: String) -> LicenseTransportError {
    let (code, reason, remedy) = words(for: result.end)
    let detail = result.detail.isEmpty ? "" : " (\(result.detail))"
    return LicenseTransportError(code, place: place, reason: "\(reason)\(detail).", remedy: remedy)
  }

  private static func words(
    for end: imp_transfer_end_t
  ) -> (code: LicenseTransportError.Code, reason: String, remedy: String) {
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
      (.answer, "the answer is longer than a licence server's", "Check that the URL is a licence server's.")
    case IMP_TRANSFER_RESOURCES:
      (
        .unreachable, "the system has no memory, descriptor or thread left for a connection",
        "Free some, or raise the limits."
      )
    default:
      (
        .answer, "what came is no whole HTTP answer",
        "Try again; if it stays, check that the URL is a licence server's."
      )
    }
  }
}
