// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense

/// The OpenAPI 3.1 document, generated from the server's routes and problems, so that it is always consistent
/// with them.
enum OpenAPIDocument {
  static let bytes = Array(value.text.utf8)

  static let value: JSONValue = [
    "openapi": "3.1.0",
    "info": [
      "title": "Imprint licence server", "version": "1",
      "summary": "Activates, renews and deactivates licences.",
    ] as JSONValue,
    "paths": JSONValue.object(
      LicenseRoute.allCases.map { ($0.path, [$0.method.lowercased(): operation($0)]) }),
    "components": [
      "schemas": OpenAPISchemas.value,
      "securitySchemes": [
        "apiKey": ["type": "http", "scheme": "bearer", "description": "An API key: imk_<id>_<secret>."]
          as JSONValue
      ] as JSONValue,
    ] as JSONValue,
  ]

  private static func operation(_ route: LicenseRoute) -> JSONValue {
    let answers: JSONValue = ["200": success(route)]
    let isAsked = route.endpoint != nil
    return .present([
      "operationId": route.name, "summary": route.summary,
      "security": isAsked ? [["apiKey": [] as [JSONValue]] as JSONValue] : nil,
      "requestBody": isAsked
        ? ["required": true, "content": content("application/json", schema: "Request")] as JSONValue : nil,
      "responses": answers.adding(.object(problems(route))),
    ])
  }

  private static func success(_ route: LicenseRoute) -> JSONValue {
    let content =
      switch route {
      case .activate, .renew: content("application/json", schema: "License")
      case .deactivate: content("application/json", schema: "Deactivated")
      case .live, .ready: content("application/json", schema: "Health")
      case .metrics: (["text/plain": ["schema": typed("string")] as JSONValue] as JSONValue)
      case .openAPI: (["application/json": ["schema": typed("object")] as JSONValue] as JSONValue)
      }
    return ["description": "It is done.", "content": content]
  }

  /// Several problems may have one status: they share a response, which lists them.
  private static func problems(_ route: LicenseRoute) -> [(String, JSONValue)] {
    let statuses = Set(route.problems.map(\.status)).sorted()
    return statuses.map { status in
      let codes = route.problems.filter { $0.status == status }
      let mayWait = codes.contains(.rateLimited) || codes.contains(.unavailable)
      let wait: JSONValue = ["description": "Seconds after which to ask again.", "schema": typed("integer")]
      let answer: JSONValue = .present([
        "description": codes.map { "`\($0.rawValue)`: \($0.title)." }.joined(separator: " "),
        "content": content("application/problem+json", schema: "Problem"),
        "headers": mayWait ? ["Retry-After": wait] as JSONValue : nil,
      ])
      return ("\(status)", answer)
    }
  }

  private static func content(_ type: String, schema: String) -> JSONValue {
    [type: ["schema": ["$ref": "#/components/schemas/\(schema)"] as JSONValue] as JSONValue]
  }

  private static func typed(_ name: String) -> JSONValue { ["type": name] }
}
