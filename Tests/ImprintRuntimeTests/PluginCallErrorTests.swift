// SPDX-License-Identifier: Apache-2.0
import CImprint
import TestSupport
import Testing

@testable import ImprintRuntime

struct PluginCallErrorTests {
  @Test(arguments: [
    (IMP_RETRY_TIMEOUT, PluginCallError.Code.timeout, PluginCallError.StatusClass.retry),
    (IMP_E_ARGUMENT, .argument, .refused), (IMP_E_NO_SUBJECT, .noSubject, .cannotAcquire),
    (IMP_E_TEMPLATES_DISAGREE, .templatesDisagree, .cannotEnrol),
    (IMP_E_TEMPLATE_DAMAGED, .templateDamaged, .incompatible),
    (IMP_E_DEVICE_GONE, .deviceGone, .device), (IMP_E_DEVICE_DENIED, .deviceDenied, .device),
    (IMP_E_ENTITLEMENT, .entitlement, .noEntitlement),
    (IMP_E_MODEL, .model, .resource), (IMP_E_INTERNAL, .internalDefect, .internal),
    (IMP_OUTCOME_END, .end, .outcome), (IMP_OUTCOME_CANCELLED, .cancelled, .outcome),
  ])
  func aKnownStatusHasItsCodeAndClass(
    status: Int32, code: PluginCallError.Code, statusClass: PluginCallError.StatusClass
  ) {
    let error = PluginCallError(status: status, plugin: "p", function: "f")
    #expect(error.code == code)
    #expect(error.statusClass == statusClass)
    #expect(!error.reason.isEmpty && !error.remedy.isEmpty)
  }

  @Test(arguments: [
    (IMP_E_ARGUMENT, PluginCallError.Code.argument), (IMP_E_ABI, .abi), (IMP_E_MEMORY, .memory),
    (IMP_E_INTERNAL, .internalDefect),
  ])
  func whatAnyFunctionMayAnswerIsTyped(status: Int32, code: PluginCallError.Code) async throws {
    //
    let plugin = try FixturePlugin(["FIX_STEP": "return \(status);", "FIX_COMPARE": "return \(status);"])
      .opened()
    let machine = try await FaceCaptureMachine.make(plugin)
    let step = try await #require(throws: PluginCallError.self) { try await machine.step(.tick, now: 0) }
    let payload = TemplatePayload(bytes: [1, 2, 3, 4], version: 1)
    let compare = try #require(throws: PluginCallError.self) {
      try Matcher(plugin).compare(probe: payload, reference: payload)
    }
    #expect([step.code, compare.code] == [code, code])
  }

  @Test(arguments: [
    (199, PluginCallError.StatusClass.retry, true), (250, .refused, false), (399, .cannotAcquire, false),
    (450, .cannotEnrol, false), (599, .incompatible, false), (650, .device, false),
    (750, .noEntitlement, false), (888, .resource, false), (950, .internal, false), (1050, .outcome, false),
    (1100, .internal, false), (1, .internal, false),
    (-101, .internal, false), (Int32.max, .internal, false), (Int32.min, .internal, false),
  ])
  func anUnknownStatusIsHandledByItsClass(
    status: Int32, statusClass: PluginCallError.StatusClass, isRetryable: Bool
  ) {
    let error = PluginCallError(status: status, plugin: "p", function: "f")
    #expect(error.statusClass == statusClass)
    #expect(error.isRetryable == isRetryable)
    #expect(error.status == status)
  }

  @Test func everyCodeHasASentenceAndARemedy() {
    for code in PluginCallError.Code.allCases {
      for sample in [SampleWords.face, .finger, .voice, .any] {
        #expect(code.sentence(of: sample).hasSuffix("."))
        #expect(code.remedy(for: sample).hasSuffix("."))
      }
    }
  }

  @Test(arguments: [IMP_E_SAMPLE, IMP_E_NO_SUBJECT, IMP_E_QUALITY, IMP_E_MANY_SUBJECTS])
  func whatIsSaidOfASampleIsOfItsModality(status: imp_status) {
    func said(_ function: String) -> String {
      let error = PluginCallError(status: status, plugin: "p", function: function)
      return "\(error.reason) \(error.remedy)".lowercased()
    }
    for function in ["voice-extractor.extract", "finger-extractor.extract", "matcher.compare", "other.call"] {
      for word in ["face", "camera", "picture"] {
        #expect(!said(function).contains(word), "\(said(function))")
      }
    }
    #expect(said("voice-extractor.extract").contains("sound") || status == IMP_E_QUALITY)
    #expect(said("face-tracker.track").contains("image"))
  }
}
