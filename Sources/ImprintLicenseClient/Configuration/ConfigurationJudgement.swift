// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintTransfer

extension HTTPSLicenseTransport.Configuration {
  /// The validated settings of connections.
  func connection(place: String) throws(LicenseTransportError) -> ConnectionSettings {
    let settings = ConnectionSettings(
      roots: trustedRoots, proxy: proxy, connectTimeout: connectTimeout, timeout: timeout,
      userAgent: userAgent)
    guard let problem = settings.problem else { return settings }
    throw LicenseTransportError(
      problem == .roots ? .certificate : .address, place: place, reason: problem.words.reason,
      remedy: problem.words.remedy)
  }
}
