// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintModel

extension LicenseRequest {
  init(parsing body: [UInt8]) throws {
    guard case .object(let members) = try JSONValue(parsing: body) else {
      throw LicenseProblem.badRequest("no object")
    }
    func text(_ name: String) throws -> String {
      guard case .string(let text)? = members.first(where: { $0.0 == name })?.1 else {
        throw LicenseProblem.badRequest("'\(name)' is missing")
      }
      return text
    }
    guard let kind = LicenseEndpoint(rawValue: try text("kind")) else {
      throw LicenseProblem.badRequest("kind")
    }
    guard case .integer(let created)? = members.first(where: { $0.0 == "created" })?.1 else {
      throw LicenseProblem.badRequest("created")
    }
    guard case .object(let device)? = members.first(where: { $0.0 == "device" })?.1,
      let facts = device.first(where: { $0.0 == "facts" })?.1
    else { throw LicenseProblem.badRequest("device") }
    var users: Int?
    if case .object(let usage)? = members.first(where: { $0.0 == "usage" })?.1,
      case .integer(let number)? = usage.first(where: { $0.0 == "registeredUsers" })?.1
    {
      users = number
    }
    self.init(
      kind: kind, profile: try text("profile"), product: try text("product"), nonce: try text("nonce"),
      created: Int64(created), sdk: try text("sdk"), device: try StoredJSON.device(facts.text),
      registeredUsers: users, license: try? text("license"))
  }
}
