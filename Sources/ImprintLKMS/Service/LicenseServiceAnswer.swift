// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense

/// The service's response to a request.
public enum LicenseServiceAnswer: Sendable {
  /// A licence: the signed document.
  case license(String)
  /// The activation was deactivated.
  case deactivated
  /// The request is refused.
  case refused(LicenseProblem)

  /// The HTTP status.
  public var status: Int {
    switch self {
    case .license, .deactivated: 200
    case .refused(let problem): problem.code.status
    }
  }

  /// JSON, as in docs/reference/licenses.md; also the content of an offline activation's file.
  public var body: [UInt8] {
    switch self {
    case .license(let document): Array((["license": document] as JSONValue).text.utf8)
    case .deactivated: Array((["deactivated": true] as JSONValue).text.utf8)
    case .refused(let problem): problem.body
    }
  }
}
