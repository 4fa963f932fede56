// SPDX-License-Identifier: Apache-2.0
import CImprint
import TestSupport
import Testing

@testable import ImprintRuntime

struct PluginCallErrorTests {
  @Test(arguments: [
    (IMP_RETRY_TIMEOUT, PluginCallError.Code.timeout, PluginCallError.StatusClass.retry),
    (IMP_E_ARGUMENT, .argument, .refused), (IMP_E_NO_FACE, .noFace, .cannotAcquire),
    (IMP_E_NOT_SAME, .notSame, .cannotEnrol), (IMP_E_TEMPLATE_DAMAGED, .templateDamaged, .incompatible),
    (IMP_E_DEVICE_GONE, .deviceGone, .deviceGone), (IMP_E_ENTITLEMENT, .entitlement, .noEntitlement),
    (IMP_E_MODEL, .model, .resource), (IMP_E_INTERNAL, .internalDefect, .internal),
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
    (199, PluginCallError.StatusClass.retry, true), (250, .refused, false), (399, .cannotAcquire, false),
    (450, .cannotEnrol, false), (599, .incompatible, false), (650, .deviceGone, false),
    (750, .noEntitlement, false), (888, .resource, false), (950, .internal, false), (1, .internal, false),
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
      #expect(code.sentence.hasSuffix("."))
      #expect(code.remedy.hasSuffix("."))
    }
  }
}
