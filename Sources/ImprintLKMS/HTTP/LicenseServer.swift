// SPDX-License-Identifier: Apache-2.0
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
public import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import UnixSignals

/// Serves licences over HTTPS, and over HTTP if requested.
public struct LicenseServer: Sendable {
  private let service: LicenseService
  private let configuration: LicenseServerConfiguration
  private let logger: Logger

  public init(service: LicenseService, configuration: LicenseServerConfiguration, logger: Logger) {
    self.service = service
    self.configuration = configuration
    self.logger = logger
  }

  /// Serves until the process gets SIGTERM or SIGINT, or the task is cancelled. Then it shuts down
  /// gracefully: accepts no more connections, completes requests in flight, and returns.
  ///
  /// - Parameters:
  ///   - stopsOnSignals: whether the signals stop it, as for a program's only server.
  ///   - onReady: called once it listens, with the port.
  /// - Throws: ``LicenseServerError``: `configuration`, `tls`, `address`, `failed`.
  public func run(
    stopsOnSignals: Bool = true, onReady: @escaping @Sendable (_ port: Int) -> Void
  ) async throws(LicenseServerError) {
    let signals: [UnixSignal] = stopsOnSignals ? [.sigterm, .sigint] : []
    let group = try group(signals: signals, onReady: onReady)
    do {
      try await Self.run(group)
    } catch is CancellationError {
      return
    } catch {
      throw Self.failure(error, at: "\(configuration.host):\(configuration.port)")
    }
  }

  /// In a task of its own: a cancelled group drops requests in flight, one that is shut down completes them.
  private static func run(_ group: ServiceGroup) async throws {
    let running = Task { try await group.run() }
    try await withTaskCancellationHandler {
      try await running.value
    } onCancel: {
      Task { await group.triggerGracefulShutdown() }
    }
  }

  /// Runs the server and can be shut down.
  func group(
    signals: [UnixSignal], onReady: @escaping @Sendable (_ port: Int) -> Void
  ) throws(LicenseServerError) -> ServiceGroup {
    let configuration = try configuration.validated()
    let responder = LicenseResponder(service: service, configuration: configuration, logger: logger)
    let application = Application(
      responder: responder, server: try builder(configuration, metrics: responder.metrics),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port),
        availableConnectionsDelegate: MaximumAvailableConnections(
          configuration.connectionLimit, logger: quiet)),
      onServerRunning: { channel in onReady(channel.localAddress?.port ?? configuration.port) }, logger: quiet
    )
    var group = ServiceGroupConfiguration(services: [application], logger: quiet)
    group.gracefulShutdownSignals = signals
    group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownSeconds)
    return ServiceGroup(configuration: group)
  }

  private func builder(
    _ configuration: LicenseServerConfiguration, metrics: ServerMetrics
  ) throws(LicenseServerError) -> HTTPServerBuilder {
    let connections = VisitorConnections(configuration)
    // An API key and a content type fit in 1 KiB; 16 KiB suffice.
    let http = HTTPServerBuilder.http1(
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [
          VisitorConnectionHandler(connections) { metrics.limited(by: "connections") }
        ],
        idleTimeout: .seconds(Int64(configuration.requestSeconds)),
        httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
          maxHeaderFieldSize: 8192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 64)))
    guard let tls = configuration.tls else { return http }
    let tlsConfiguration = try tls.configuration()
    do { return try .tls(http, tlsConfiguration: tlsConfiguration) } catch {
      throw Self.failure(error, at: "TLS")
    }
  }

  /// The framework's messages below warnings are useless to an operator.
  private var quiet: Logger {
    var logger = logger
    logger.logLevel = max(logger.logLevel, .warning)
    return logger
  }

  private static func failure(_ error: any Error, at place: String) -> LicenseServerError {
    if let known = error as? LicenseServerError { return known }
    if error is IOError || "\(type(of: error))".contains("Address") || error is SocketAddressError {
      return LicenseServerError(
        .address, place: place, reason: "The address cannot be listened on: \(error).",
        remedy: "Choose another address or port, or stop what listens there.")
    }
    return LicenseServerError(
      .failed, place: place, reason: "The server failed: \(error).",
      remedy: "Look at its log, and start it again.")
  }
}
