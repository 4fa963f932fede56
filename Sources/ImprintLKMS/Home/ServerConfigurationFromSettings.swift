// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

extension LicenseServerConfiguration {
  /// From settings.
  /// - Parameter tls: `nil` to serve without.
  public init(_ settings: ServerSettings, tls: TLS?) {
    self.init(host: settings.listen, port: settings.port, tls: tls)
    if let rate = settings.visitorRate {
      visitorRate = RateLimit(perSecond: rate.perSecond, burst: rate.burst)
    }
    if let rate = settings.keyRate { keyRate = RateLimit(perSecond: rate.perSecond, burst: rate.burst) }
    proxy = settings.proxy
    switch settings.metrics {
    case .loopback: metrics = .loopback
    case .everyone: metrics = .everyone
    case .nobody: metrics = .nobody
    }
  }
}
