// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintLicense

@Suite struct EntitlementTests {
  @Test(arguments: LicenseFeature.known + [LicenseFeature(rawValue: "ACME_VOICE")])
  func withoutALicenceEveryFeatureIsRefusedAndTheRemedySaysWhatToDo(feature: LicenseFeature) {
    guard case .refused(_, let remedy) = NoLicense().entitlement(for: feature) else {
      Issue.record("\(feature) is granted")
      return
    }
    #expect(remedy.contains("sdkctl license activate"))
    #expect(remedy.contains("LicenseManager"))
  }

  @Test func withoutALicenceNothingIsCountedAndNothingTold() {
    #expect(NoLicense().limit(.registeredUsers) == nil)
    #expect(NoLicense().license == nil)
  }

  @Test(arguments: [
    (LicenseFeature.verification, LicensedOperation.verification),
    (.identification, .identification), (.captureLiveness, .liveness), (.captureDump, .recording),
  ])
  func aFeatureOfAnOperationNamesIt(feature: LicenseFeature, operation: LicensedOperation) {
    #expect(feature.operation == operation)
    #expect(operation.feature == feature)
  }

  @Test(arguments: [
    LicenseFeature.faceCapture, .imageMatching, .captureCore, LicenseFeature(rawValue: "ACME_VOICE"),
  ])
  func anyOtherFeatureIsAskedForAtOpening(feature: LicenseFeature) {
    #expect(feature.operation == nil)
  }

  @Test func refusalsKeepTheOrderOfTheFeatures() {
    let provider = Granting(features: [.captureCore])
    let refusals = provider.refusals(among: [.identification, .captureCore, .verification])
    #expect(refusals.map(\.feature) == [.identification, .verification])
  }

  @Test func featuresThatAreRefusedForOneReasonStandTogether() {
    let refusals = [("VERIF", "no."), ("IDENT", "expired."), ("MIMA", "no.")].map {
      FeatureRefusal(feature: LicenseFeature(rawValue: $0.0), reason: $0.1, remedy: "")
    }
    #expect(refusals.sentence == "VERIF, MIMA: no. IDENT: expired.")
  }
}

private struct Granting: EntitlementProvider {
  let features: Set<LicenseFeature>

  func entitlement(for feature: LicenseFeature) -> Entitlement {
    features.contains(feature) ? .granted : .refused(reason: "no.", remedy: "Buy it.")
  }
}
