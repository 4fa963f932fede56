// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintModel

/// The documents that are exchanged, as JSON Schema 2020-12. docs/reference/licenses.md says what they mean.
enum OpenAPISchemas {
  static let value = JSONValue.object([
    ("Request", request), ("Device", device), ("License", license), ("Deactivated", deactivated),
    ("Health", health), ("Problem", problem),
  ])

  private static let request = object(
    required: ["ver", "kind", "profile", "product", "nonce", "created", "sdk", "device"],
    [
      ("ver", .object([("const", .integer(1))])),
      ("kind", .object([("enum", .strings(LicenseEndpoint.allCases.map(\.rawValue)))])),
      ("profile", name), ("product", name), ("nonce", text(pattern: "^[A-Za-z0-9_-]{22}$")),
      ("created", typed("integer")), ("sdk", typed("string")),
      ("device", .object([("$ref", .string("#/components/schemas/Device"))])),
      (
        "usage",
        object(
          required: [],
          [("registeredUsers", .object([("type", .string("integer")), ("minimum", .integer(0))]))])
      ),
      ("license", typed("string")),
    ])

  private static let device = object(
    required: ["ver", "facts"],
    [
      ("ver", .object([("const", .integer(1))])),
      (
        "facts",
        object(
          required: [],
          DeviceFingerprint.Fact.allCases.map { fact in
            (
              fact.rawValue,
              .object([
                ("type", .string("array")), ("minItems", .integer(1)), ("maxItems", .integer(16)),
                ("items", text(pattern: "^[0-9a-f]{8}$")),
              ])
            )
          })
      ),
    ])

  private static let license = object(required: ["license"], [("license", typed("string"))])

  private static let deactivated = object(
    required: ["deactivated"], [("deactivated", .object([("const", .bool(true))]))])

  private static let health = object(
    required: ["status"], [("status", .object([("enum", .strings(["live", "ready"]))]))])

  private static let problem = object(
    required: ["type", "title", "status", "detail", "code", "remedy"],
    [
      ("type", typed("string")), ("title", typed("string")), ("status", typed("integer")),
      ("detail", typed("string")),
      ("code", .object([("enum", .strings(LicenseProblem.Code.allCases.map(\.rawValue)))])),
      ("remedy", typed("string")), ("revocation", typed("string")),
    ])

  private static let name = text(pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")

  private static func object(required: [String], _ properties: [(String, JSONValue)]) -> JSONValue {
    .object([
      ("type", .string("object")), ("additionalProperties", .bool(false)), ("required", .strings(required)),
      ("properties", .object(properties)),
    ])
  }

  private static func text(pattern: String) -> JSONValue {
    .object([("type", .string("string")), ("pattern", .string(pattern))])
  }

  private static func typed(_ name: String) -> JSONValue { .object([("type", .string(name))]) }
}
