// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

extension MemoryChecks {
  /// The number of a call's allocations that are made to fail, one after the other.
  private static let mostAllocations: UInt64 = 200

  static let allocationFails = ConformanceCheck(
    .memory, "allocation-may-fail",
    "If an allocation fails, the call returns IMP_E_MEMORY and can be repeated; nothing crashes.",
    rules: ["R-22"], scope: .trial(\.creation), isolations: [.inProcess]
  ) { subject, _ in
    guard let faults = subject.faults else { throw CheckSkip("this program cannot make allocations fail.") }
    let manifest = try subject.manifest
    guard manifest.models.isEmpty else {
      throw CheckSkip(
        "it requests models from its host, and the host of this check allocates memory for that.")
    }
    // The check's own Swift would be affected as well: a host without the report and log abilities is not
    // called.
    let plugin = try subject.open(subject.host(.init(withheld: [IMP_HOST_REPORT_ID, IMP_HOST_LOG_ID])))
    // Build tools also link Swift's library to plugins that do not need it.
    if try PackageChecks.linkage(of: subject).imports.contains("swift_allocObject") {
      throw CheckSkip("it is written in Swift, which ends the process when out of memory.")
    }
    for maker in try subject.trials(\.creation).flatMap({ try $0(plugin) }) {
      try exhaust(faults, subject, plugin, maker)
    }
  }

  private static func exhaust(
    _ faults: AllocationFaults, _ subject: CheckSubject, _ plugin: ProbePlugin, _ maker: ObjectMaker
  ) throws {
    let name = maker.call
    var nth: UInt64 = 1
    while nth <= mostAllocations {
      subject.note("\(name): allocation \(nth) fails")
      let creation = try maker.prepare()
      let (status, _, struck) = faults.failing(nth, creation.call)
      let answer = CallAnswer(status, plugin.host)
      guard struck else {
        try expectSuccess(answer, name, "without allocation failures")
        return creation.destroy()
      }
      if status == IMP_OK {
        // The call does not depend on it.
        creation.destroy()
      } else {
        try expect(answer, isOneOf: [IMP_E_MEMORY], name, "when its allocation \(nth) failed")
      }
      let again = try maker.prepare()
      try expectSuccess(CallAnswer(again.call(), plugin.host), name, "after a call whose allocation failed")
      again.destroy()
      nth += 1
    }
  }
}
