// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense

/// What the service answers to a request.
public enum LicenseServiceAnswer: Sendable {
  /// A licence: the signed document.
  case license(String)
  /// The activation is given back.
  case deactivated
  /// It is not done.
  case refused(LicenseProblem)

  /// The HTTP status.
  public var status: Int {
    switch self {
    case .license, .deactivated: 200
    case .refused(let problem): problem.code.status
    }
  }

  /// JSON, as docs/reference/licenses.md has it; the same bytes go into the file of an offline activation.
  public var body: [UInt8] {
    switch self {
    case .license(let document): Array((["license": document] as JSONValue).text.utf8)
    case .deactivated: Array((["deactivated": true] as JSONValue).text.utf8)
    case .refused(let problem): problem.body
    }
  }
}
