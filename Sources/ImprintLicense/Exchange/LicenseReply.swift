// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// A server's response, parsed but not verified.
enum LicenseReply {
  case license(String)
  case deactivated
  /// A refusal, with the revocation document, which is not verified.
  case revoked(String, LicenseActivationError)
  case refused(LicenseActivationError)

  /// The maximum length: the licence and a small envelope.
  static let maximumBytes = 2 * LicenseDocumentLimit.bytes

  /// Parses a response.
  /// - Parameter place: the server, for errors.
  init(_ answer: LicenseServerAnswer, to endpoint: LicenseEndpoint, place: String) {
    if answer.status == 200 {
      self = Self.success(answer.body, endpoint) ?? .refused(.noAnswer(answer, place: place))
      return
    }
    guard let problem = ProblemDocument(status: answer.status, body: answer.body) else {
      self = .refused(.noAnswer(answer, place: place))
      return
    }
    let error = LicenseActivationError(problem, place: place)
    if problem.code == .revoked, let document = problem.revocation {
      self = .revoked(document, error)
    } else {
      self = .refused(error)
    }
  }

  /// The server's refusal.
  var refusal: LicenseProblemCode? {
    switch self {
    case .refused(let error), .revoked(_, let error): error.refusal
    case .license, .deactivated: nil
    }
  }

  /// The document in a JSON response, as in a file of an offline activation.
  static func document(in body: [UInt8]) throws(LicenseFormError) -> String {
    try LicenseFormError.reading(body, place: "answer", limit: maximumBytes) {
      (members: inout ClaimReader) throws(DocumentRejection) in
      guard case .string(let text) = try members.required("license"),
        (1...LicenseDocumentLimit.bytes).contains(text.utf8.count)
      else { throw members.refused("license", "is not a document of at most 65536 bytes") }
      return text
    }
  }

  private static func success(_ body: [UInt8], _ endpoint: LicenseEndpoint) -> LicenseReply? {
    switch endpoint {
    case .activate, .renew: (try? document(in: body)).map { .license($0) }
    case .deactivate: isDeactivated(body) ? .deactivated : nil
    }
  }

  private static func isDeactivated(_ body: [UInt8]) -> Bool {
    let said = try? LicenseFormError.reading(body, place: "answer", limit: maximumBytes) {
      (members: inout ClaimReader) throws(DocumentRejection) in
      guard case .bool(let isTrue) = try members.required("deactivated") else { return false }
      return isTrue
    }
    return said ?? false
  }
}
