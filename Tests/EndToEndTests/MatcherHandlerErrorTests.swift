// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Imprint
@testable import ImprintRuntime

/// Errors of everything below a matcher's handler, under its codes.
@Suite struct MatcherHandlerErrorTests {
  private func told(_ error: some ExplainedError) -> MatcherHandlerErrorCode {
    let told = MatcherHandlerError(error)
    #expect(told.cause != nil && told.reason == error.reason)
    #expect(told.place == error.place && told.remedy == error.remedy)
    return told.code
  }

  @Test func everyErrorBelowHasACodeHereAndStaysTheCause() {
    // By the numbers of the contract.
    for (status, code): (Int32, MatcherHandlerErrorCode) in [
      (201, .badOptions), (203, .notAvailable), (301, .sample), (302, .noSubject), (303, .lowQuality),
      (304, .manySubjects), (401, .plugin), (501, .template), (503, .template), (504, .incompatible),
      (701, .license), (801, .memory), (802, .initialization), (803, .initialization), (901, .plugin),
    ] {
      #expect(told(PluginCallError(status: status, plugin: "a", function: "f")) == code, "\(status)")
    }
    let cancelled = PluginCallError(refusing: .cancelled, place: "a", reason: "b.", remedy: "C.")
    #expect(told(cancelled) == .cancelled)
    for (cause, code): (PluginError.Code, MatcherHandlerErrorCode) in [
      (.notEntitled, .license), (.abiDisjoint, .incompatible), (.libcTooOld, .incompatible),
      (.openFailed, .initialization), (.notProvided, .notAvailable), (.severalProvide, .notAvailable),
      (.badSignature, .notAvailable),
    ] {
      #expect(told(PluginError(cause, place: "a", reason: "b.", remedy: "C.")) == code, "\(cause)")
    }
    for code in MatchingErrorCode.allCases {
      #expect(told(MatchingError(code, place: "a", reason: "b.", remedy: "C.")) != .unknown, "\(code)")
    }
    #expect(told(FaceChoiceError(.noFace, place: "a", reason: "b.", remedy: "C.")) == .noSubject)
    #expect(told(FaceChoiceError(.manyFaces, place: "a", reason: "b.", remedy: "C.")) == .manySubjects)
    #expect(told(StoreError(.damaged, place: "a", reason: "b.", remedy: "C.")) == .unknown)
    struct Odd: Error {}
    #expect(MatcherHandlerError(Odd()).code == .unknown && MatcherHandlerError(Odd()).cause == nil)
    #expect(MatcherHandlerError(CancellationError()).code == .cancelled)
  }
}
