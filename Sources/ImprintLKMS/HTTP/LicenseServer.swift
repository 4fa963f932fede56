// SPDX-License-Identifier: Apache-2.0
public import Logging

/// Serves licences over HTTPS.
public struct LicenseServer: Sendable {
  let service: LicenseService
  let configuration: LicenseServerConfiguration
  let logger: Logger

  public init(service: LicenseService, configuration: LicenseServerConfiguration, logger: Logger) {
    self.service = service
    self.configuration = configuration
    self.logger = logger
  }
}
