// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

// As it lies in licences, requests and records: `{"ver": 1, "facts": {"network": ["0a1b2c3d"]}}`.
extension DeviceFingerprint {
  /// The document's member `device`.
  public var json: JSONValue { claim }

  /// Judges a fingerprint that came from elsewhere.
  public init(json: JSONValue) throws(LicenseFormError) {
    do throws(LicenseRejection) {
      try self.init(claim: json)
    } catch {
      throw LicenseFormError(.members, place: "device", reason: error.reason)
    }
  }
}
