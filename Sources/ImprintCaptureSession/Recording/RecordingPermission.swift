// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintSession

/// Recording a capture, and dumping any of it, is ``LicensedOperation/recording``: in every flavour, and
/// whatever the plugins name. Replaying, redacting, reading, and metadata that is sealed need nothing.
enum RecordingPermission {
  /// - Throws: `not-entitled`.
  static func check(_ entitlements: any EntitlementProvider, place: String) throws(SessionError) {
    guard let refusal = entitlements.refusals(among: [LicensedOperation.recording.feature]).first else {
      return
    }
    throw SessionError(.notEntitled, place: place, reason: refusal.sentence, remedy: refusal.remedy)
  }
}
