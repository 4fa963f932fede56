// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintTransfer
import Logging
import Synchronization

@testable import ImprintLicenseClient

/// A transport under test: it trusts one root, takes no proxy of the environment, and waits for nothing.
struct Setting {
  /// A time within the life of nothing but what a test says.
  static let now: Int64 = 1_790_000_000

  var configuration = HTTPSLicenseTransport.Configuration()
  var logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
  let waits = Waits()

  init(root: TestIdentity? = nil, pins: PublicKeyPins = [], tries: Int = 1) throws {
    if let root { configuration.trustedRoots = .only(pem: try root.pem) }
    configuration.pins = pins
    configuration.proxy = .none
    configuration.retries.tries = tries
    // Bounds for a machine that is busy, not what is under test.
    configuration.connectTimeout = .seconds(60)
    configuration.timeout = .seconds(60)
  }

  func transport(_ url: String) throws(LicenseTransportError) -> HTTPSLicenseTransport {
    try HTTPSLicenseTransport(
      serverURL: url, configuration: configuration, logger: logger, now: { Self.now },
      pace: RetryPace(random: { 0.5 }, sleep: { [waits] in waits.add($0) }))
  }

  func send(to url: String, body: String = "{}") async throws -> LicenseServerAnswer {
    try await transport(url).send(.sample(body: body))
  }

  /// The code of the error that sending ends with; `nil`: there is an answer.
  func failure(at url: String) async -> LicenseTransportError? {
    do {
      _ = try await send(to: url)
      return nil
    } catch {
      return error as? LicenseTransportError
    }
  }
}

/// What would have been waited.
final class Waits: Sendable {
  private let state = Mutex<[Duration]>([])
  var all: [Duration] { state.withLock { $0 } }
  func add(_ wait: Duration) { state.withLock { $0.append(wait) } }
}

extension LicenseServerMessage {
  static let key = "imk_AAAAAAAAAAAA_not-a-real-secret"

  static func sample(body: String = "{}", key: String = key) -> LicenseServerMessage {
    LicenseServerMessage(endpoint: .activate, body: Array(body.utf8), apiKey: APIKey(key))
  }
}
