// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

extension DeviceFingerprint {
  /// Reads the claim `device`.
  ///
  /// - Throws: ``DocumentRejection`` with the code `claims`, also for facts of too little weight.
  init(claim json: JSONValue) throws(DocumentRejection) {
    do { self = try DeviceFingerprint(json: json) } catch {
      throw DocumentRejection.malformed(.claims, "claim '\(error.place)': \(error.reason)")
    }
    guard weight >= DeviceReader.minimumWeight else {
      throw DocumentRejection.malformed(.claims, "its device has too few facts to be told from others.")
    }
  }
}
