// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel

extension DeviceFingerprint {
  /// Reads the claim `device`.
  ///
  /// - Throws: ``LicenseRejection`` with the code `claims`, also for facts that weigh too little.
  init(claim json: JSONValue) throws(LicenseRejection) {
    do {
      self = try DeviceFingerprint(json: json)
    } catch {
      throw LicenseRejection.malformed(.claims, "claim '\(error.place)': \(error.reason)")
    }
    guard weight >= DeviceReader.minimumWeight else {
      throw LicenseRejection.malformed(.claims, "its device has too few facts to be told from others.")
    }
  }
}
