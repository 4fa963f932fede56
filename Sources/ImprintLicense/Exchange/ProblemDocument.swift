// SPDX-License-Identifier: Apache-2.0

/// A server's refusal (RFC 9457), as far as known to this SDK. Unknown members are ignored, as the RFC
/// requires: a refusal grants nothing.
struct ProblemDocument {
  let code: LicenseProblemCode
  /// The server's explanation, if fit to be shown.
  let detail: String?
  let remedy: String?
  /// A signed document, not verified.
  let revocation: String?

  /// - Returns: `nil` for anything but a known code with its status.
  init?(status: Int, body: [UInt8]) {
    let limits = JSONValue.Limits(bytes: LicenseReply.maximumBytes, depth: 8)
    guard let json = try? JSONValue(parsing: body, limits: limits), case .object(let members) = json else {
      return nil
    }
    func value(_ name: String) -> JSONValue? { members.first { $0.0.utf8.elementsEqual(name.utf8) }?.1 }
    func text(_ name: String, _ limit: Int) -> String? {
      guard case .string(let text) = value(name), (1...limit).contains(text.utf8.count),
        text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else { return nil }
      return text
    }
    guard let code = text("code", 64).flatMap(LicenseProblemCode.init(rawValue:)), code.status == status
    else { return nil }
    if let stated = value("status") {
      guard case .integer(status) = stated else { return nil }
    }
    self.code = code
    detail = text("detail", 512)
    remedy = text("remedy", 512)
    revocation = text("revocation", LicenseDocumentLimit.bytes)
  }
}

extension LicenseProblemCode {
  /// The corresponding client error.
  var type: ActivationErrorType {
    switch self {
    case .authentication: .authenticationIssue
    case .profileExpired: .profileExpired
    case .wrongProduct: .wrongProduct
    case .activationCountExceeded: .activationCountExceeded
    case .rateLimited, .internal, .unavailable: .connectionIssue
    case .badRequest, .revoked, .notFound, .method, .deviceMismatch, .notActivated, .tooLarge, .mediaType:
      .unknown
    }
  }

  /// Whether retrying the same nonce would be refused again. A server does not store refused nonces, but
  /// answered ones: one of what was another device, or whose activation has ended since, is refused for as
  /// long as it is stored.
  var endsRequest: Bool {
    switch self {
    case .badRequest, .revoked, .deviceMismatch, .notActivated: true
    case .authentication, .profileExpired, .activationCountExceeded, .wrongProduct, .notFound, .method,
      .tooLarge,
      .mediaType, .rateLimited, .internal, .unavailable:
      false
    }
  }
}
