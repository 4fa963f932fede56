// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import Logging

@testable import ImprintLKMS

extension Lab {
  /// Serves on a free port of this machine while `body` runs.
  func serving<T>(
    tls: LicenseServerConfiguration.TLS? = nil,
    _ change: (inout LicenseServerConfiguration) -> Void = { _ in }, body: (_ port: Int) async throws -> T
  ) async throws -> T {
    var configuration = LicenseServerConfiguration(host: "127.0.0.1", port: 0, tls: tls)
    // Other tests may keep a client from its turn for long; what is about this time sets it.
    configuration.requestSeconds = 600
    change(&configuration)
    let server = LicenseServer(
      service: service, configuration: configuration,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let (ports, announce) = AsyncStream.makeStream(of: Int.self)
    let running = Task {
      defer { announce.finish() }
      try await server.run(stopsOnSignals: false) { announce.yield($0) }
    }
    guard let port = await ports.first(where: { _ in true }) else {
      try await running.value
      throw Unexpected(answer: "the server ended before it listened")
    }
    let result: Result<T, any Error>
    do {
      result = .success(try await body(port))
    } catch {
      result = .failure(error)
    }
    running.cancel()
    try await running.value
    return try result.get()
  }

  /// Asks over HTTP, as a device does.
  func post(_ request: LicenseRequest, port: Int, key: String? = nil) async throws -> RawConnection.Answer {
    try await RawConnection.ask(
      port: port, "POST", "/\(request.kind.path)", fields: fields(key: key), body: request.wireForm)
  }

  func fields(key: String? = nil) -> [String: String] {
    ["Content-Type": "application/json", "Authorization": "Bearer \(key ?? self.key.secret)"]
  }
}
