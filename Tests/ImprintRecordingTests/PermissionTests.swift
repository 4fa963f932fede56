// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintManifest
import ImprintModel
import ImprintRecording
import TestSupport
import Testing

@testable import ImprintRuntime

/// Who may record and replay what.
@Suite struct PermissionTests {
  private struct Granting: EntitlementProvider {
    let features: Set<LicenseFeature>
    func entitlement(for feature: LicenseFeature) -> Entitlement {
      features.contains(feature)
        ? .granted : NoLicense().entitlement(for: feature)
    }
  }

  private func refusal(
    _ purpose: PluginCallPurpose, features: [String], granted: Set<LicenseFeature>, flavour: BuildFlavour
  ) throws -> PluginError.Code? {
    var fixture = FixturePlugin()
    fixture.manifest.features = features
    let plugin = try fixture.found()
    do throws(PluginError) {
      try purpose.judge(plugin, by: Granting(features: granted), flavour: flavour)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func aPluginWithoutFeaturesIsRecordedAndReplayedByAnyBuild() throws {
    for flavour in BuildFlavour.allCases {
      for purpose in PluginCallPurpose.allCases {
        #expect(try refusal(purpose, features: [], granted: [], flavour: flavour) == nil)
      }
    }
  }

  @Test func aReleaseBuildRecordsNoLicensedPluginWhateverIsGranted() throws {
    let verification = LicenseFeature.verification
    #expect(
      try refusal(
        .recording, features: [verification.rawValue], granted: [verification, .captureDump],
        flavour: .release)
        == .recordingRefused)
    #expect(
      try refusal(.recording, features: [verification.rawValue], granted: [], flavour: .debug) == nil)
  }

  @Test func aPluginThatNamesTheRecordingFeatureIsRecordedWithItAlone() throws {
    let dump = LicenseFeature.captureDump
    #expect(
      try refusal(.recording, features: [dump.rawValue], granted: [], flavour: .debug) == .notEntitled)
    #expect(try refusal(.recording, features: [dump.rawValue], granted: [dump], flavour: .debug) == nil)
  }

  @Test func aReplayNeedsEveryFeatureAsItPassesByTheGatesOfOperations() throws {
    let (verification, identification) = (LicenseFeature.verification, LicenseFeature.identification)
    let features = [verification.rawValue, identification.rawValue]
    #expect(
      try refusal(.replay, features: features, granted: [verification], flavour: .debug) == .notEntitled)
    for flavour in BuildFlavour.allCases {
      #expect(
        try refusal(.replay, features: features, granted: [verification, identification], flavour: flavour)
          == nil)
    }
  }

  @Test func theRuntimeAsksBeforeAnyCodeRuns() async throws {
    var fixture = FixturePlugin()
    fixture.manifest.features = [LicenseFeature.captureDump.rawValue, LicenseFeature.verification.rawValue]
    let plugin = try fixture.found()
    let path = "\(try TemporaryFolder().path)/calls.imrec"
    let recorder = PluginRecorder(plugin: plugin.manifest.id, to: path)
    let error = try await #require(throws: PluginError.self) {
      try await runtime(for: plugin, tap: recorder, entitlements: Granting(features: [.verification])).open(
        plugin)
    }
    #expect(error.code == .notEntitled)
    #expect(await recorder.finish() == nil)
  }
}
