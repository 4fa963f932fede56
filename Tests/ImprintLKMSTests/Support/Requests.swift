// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel

@testable import ImprintLKMS

extension DeviceFingerprint {
  /// A device by number: all facts, none shared with another number but board and processor.
  static func number(_ number: Int) -> DeviceFingerprint {
    DeviceFingerprint(facts: [
      .network: [hash(1, number)], .disk: [hash(2, number)], .machineID: [hash(3, number)],
      .board: ["0000b0a4"],
      .processor: ["0000c0de"],
    ])
  }

  /// The device with some facts replaced.
  func replacing(_ replaced: [Fact: [String]]) -> DeviceFingerprint {
    DeviceFingerprint(facts: facts.merging(replaced) { $1 })
  }

  private static func hash(_ kind: Int, _ number: Int) -> String {
    let digits = String(kind << 24 | number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension LicenseRequest {
  /// A request of a device. A nonce is that of its number; without one it is new.
  static func activate(_ device: Int, nonce: Int? = nil, users: Int? = nil) -> LicenseRequest {
    LicenseRequest(
      kind: .activate, profile: Lab.profile, product: Lab.product, nonce: makeNonce(nonce),
      created: Lab.start,
      sdk: "0.1.0", device: .number(device), registeredUsers: users)
  }

  static func renew(_ license: String, device: Int, nonce: Int? = nil) -> LicenseRequest {
    holding(.renew, license, device, nonce)
  }

  static func deactivate(_ license: String, device: Int, nonce: Int? = nil) -> LicenseRequest {
    holding(.deactivate, license, device, nonce)
  }

  private static func holding(
    _ kind: LicenseEndpoint, _ license: String, _ device: Int, _ nonce: Int?
  ) -> LicenseRequest {
    var request = activate(device, nonce: nonce)
    request.kind = kind
    request.license = license
    return request
  }

  private static func makeNonce(_ number: Int?) -> String {
    guard let number else { return RandomText.base64url(bytes: 16) }
    let digits = "\(number)"
    return String(repeating: "A", count: 18 - digits.count) + digits + "AAAA"
  }

  /// As docs/reference/licenses.md has it, written here anew: what the SDK writes is not taken for granted.
  var wireForm: [UInt8] { Array(wireValue.text.utf8) }

  var wireValue: JSONValue {
    let facts = device.facts.sorted { $0.key.rawValue < $1.key.rawValue }
    var members: [(String, JSONValue)] = [
      ("ver", .integer(1)), ("kind", .string(kind.rawValue)), ("profile", .string(profile)),
      ("product", .string(product)), ("nonce", .string(nonce)), ("created", .integer(Int(created))),
      ("sdk", .string(sdk)),
      (
        "device",
        .object([
          ("ver", .integer(1)), ("facts", .object(facts.map { ($0.key.rawValue, .strings($0.value)) })),
        ])
      ),
    ]
    if let registeredUsers {
      members.append(("usage", .object([("registeredUsers", .integer(registeredUsers))])))
    }
    if let license { members.append(("license", .string(license))) }
    return .object(members)
  }
}
