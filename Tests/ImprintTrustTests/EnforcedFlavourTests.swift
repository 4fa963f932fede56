// SPDX-License-Identifier: Apache-2.0
import ImprintSettings
import ImprintModel
import Testing

@testable import ImprintTrust

/// A process that obeys a release's rules, whatever its build.
struct EnforcedFlavourTests {
  /// In a process of its own: there is no way back.
  @Test func aProcessThatWasRaisedRefusesWhatADebugBuildWaives() async throws {
    await #expect(processExitsWith: .success) {
      func policy(_ signatures: SignatureMode?) throws -> TrustPolicy {
        try TrustPolicy(
          TrustSearch(files: [
            TrustSettingsFile(
              path: "tests", origin: .explicit, settings: TrustSettings(signatures: signatures))
          ]))
      }
      EnforcedFlavour.raiseToRelease()
      for waiver in [SignatureMode.warn, .off] {
        let error = try #require(throws: TrustError.self) { _ = try policy(waiver) }
        #expect(error.code == .settings)
      }
      #expect(try policy(nil).mode == .require)
      #expect(try policy(.require).mode == .require)
      // Nor what the program itself waives.
      #expect(PluginTrust.off.mode == nil)
      EnforcedFlavour.raiseToRelease()
      #expect(EnforcedFlavour.current == .release)
    }
  }

  @Test func aProcessThatWasNotIsAsItsBuild() {
    #expect(EnforcedFlavour.current == BuildInformation.flavour)
  }
}
