// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense

/// The documents that are exchanged, as JSON Schema 2020-12. docs/reference/licenses.md describes them.
enum OpenAPISchemas {
  static let value: JSONValue = [
    "Request": request, "Device": device, "License": license, "Deactivated": deactivated, "Health": health,
    "Problem": problem,
  ]

  private static let request = object(
    required: ["ver", "kind", "profile", "product", "nonce", "created", "sdk", "device"],
    [
      "ver": ["const": 1] as JSONValue,
      "kind": ["enum": LicenseEndpoint.allCases.map(\.rawValue)] as JSONValue, "profile": name,
      "product": name, "nonce": text(pattern: "^[A-Za-z0-9_-]{22}$"), "created": typed("integer"),
      "sdk": typed("string"), "device": ["$ref": "#/components/schemas/Device"] as JSONValue,
      "usage": object(
        required: [], ["registeredUsers": ["type": "integer", "minimum": 0] as JSONValue]),
      "license": typed("string"),
    ])

  private static let device = object(
    required: ["ver", "facts"],
    [
      "ver": ["const": 1] as JSONValue,
      "facts": object(required: [], .object(DeviceFingerprint.Fact.allCases.map { ($0.rawValue, fact) })),
    ])

  private static let fact: JSONValue = [
    "type": "array", "minItems": 1, "maxItems": 16, "items": text(pattern: "^[0-9a-f]{8}$"),
  ]

  private static let license = object(required: ["license"], ["license": typed("string")])

  private static let deactivated = object(
    required: ["deactivated"], ["deactivated": ["const": true] as JSONValue])

  private static let health = object(
    required: ["status"], ["status": ["enum": ["live", "ready"]] as JSONValue])

  private static let problem = object(
    required: ["type", "title", "status", "detail", "code", "remedy"],
    [
      "type": typed("string"), "title": typed("string"), "status": typed("integer"),
      "detail": typed("string"),
      "code": ["enum": LicenseProblem.Code.allCases.map(\.rawValue)] as JSONValue,
      "remedy": typed("string"), "revocation": typed("string"),
    ])

  private static let name = text(pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")

  private static func object(required: [String], _ properties: JSONValue) -> JSONValue {
    [
      "type": "object", "additionalProperties": false, "required": required,
      "properties": properties,
    ]
  }

  private static func text(pattern: String) -> JSONValue {
    ["type": "string", "pattern": pattern]
  }

  private static func typed(_ name: String) -> JSONValue { ["type": name] }
}
