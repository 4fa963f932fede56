// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintModel

/// The OpenAPI 3.1 document, made of the routes and the problems that the server has: it cannot say anything
/// else.
enum OpenAPIDocument {
  static let bytes = Array(value.text.utf8)

  static let value = JSONValue.object([
    ("openapi", .string("3.1.0")),
    (
      "info",
      .object([
        ("title", .string("Imprint licence server")), ("version", .string("1")),
        ("summary", .string("Activates, renews and deactivates licences.")),
      ])
    ),
    (
      "paths",
      .object(LicenseRoute.allCases.map { ($0.path, .object([($0.method.lowercased(), operation($0))])) })
    ),
    (
      "components",
      .object([
        ("schemas", OpenAPISchemas.value),
        (
          "securitySchemes",
          .object([
            (
              "apiKey",
              .object([
                ("type", .string("http")), ("scheme", .string("bearer")),
                ("description", .string("An API key: imk_<id>_<secret>.")),
              ])
            )
          ])
        ),
      ])
    ),
  ])

  private static func operation(_ route: LicenseRoute) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("operationId", .string(route.name)), ("summary", .string(route.summary)),
    ]
    if route.endpoint != nil {
      members.append(("security", .array([.object([("apiKey", .array([]))])])))
      members.append(
        (
          "requestBody",
          .object([("required", .bool(true)), ("content", content("application/json", schema: "Request"))])
        ))
    }
    members.append(("responses", .object([("200", success(route))] + problems(route))))
    return .object(members)
  }

  private static func success(_ route: LicenseRoute) -> JSONValue {
    let content =
      switch route {
      case .activate, .renew: content("application/json", schema: "License")
      case .deactivate: content("application/json", schema: "Deactivated")
      case .live, .ready: content("application/json", schema: "Health")
      case .metrics: JSONValue.object([("text/plain", .object([("schema", typed("string"))]))])
      case .openAPI: JSONValue.object([("application/json", .object([("schema", typed("object"))]))])
      }
    return .object([("description", .string("It is done.")), ("content", content)])
  }

  /// Several problems may have one status: they share an answer, which names them.
  private static func problems(_ route: LicenseRoute) -> [(String, JSONValue)] {
    let statuses = Set(route.problems.map(\.status)).sorted()
    return statuses.map { status in
      let codes = route.problems.filter { $0.status == status }
      var members: [(String, JSONValue)] = [
        ("description", .string(codes.map { "`\($0.rawValue)`: \($0.title)." }.joined(separator: " "))),
        ("content", content("application/problem+json", schema: "Problem")),
      ]
      if codes.contains(.rateLimited) || codes.contains(.unavailable) {
        let field = JSONValue.object([
          ("description", .string("Seconds after which to ask again.")), ("schema", typed("integer")),
        ])
        members.append(("headers", .object([("Retry-After", field)])))
      }
      return ("\(status)", .object(members))
    }
  }

  private static func content(_ type: String, schema: String) -> JSONValue {
    .object([
      (type, .object([("schema", .object([("$ref", .string("#/components/schemas/\(schema)"))]))]))
    ])
  }

  private static func typed(_ name: String) -> JSONValue { .object([("type", .string(name))]) }
}
