// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

extension MemoryChecks {
  /// So many allocations of a call are made to fail, one after the other.
  private static let mostAllocations: UInt64 = 200

  static let allocationFails = check(
    "allocation-may-fail", "Where memory runs out, a call answers so and can be made again; nothing crashes.",
    rules: ["R-22"], scope: CheckScope("all plugins") { _ in true }
  ) { subject, plugin, _ in
    guard let faults = subject.faults else { throw CheckSkip("this program cannot make allocations fail.") }
    if try subject.usesSwift { throw CheckSkip("its library needs Swift, which ends the process without memory.") }
    let manifest = try subject.manifest
    for (ability, call) in creations(plugin) where manifest.provides(ability) {
      try exhaust(faults, subject, plugin, call.name, call.make)
    }
  }

  private static func creations(_ plugin: ProbePlugin) -> [(AbilityID, (name: String, make: Maker))] {
    [
      (.matcher, ("matcher.create", { try matcher(plugin) })),
      (.faceTracker, ("face-tracker.create", { try tracker(plugin) })),
      (.faceCapture, ("face-capture.create", { try capture(plugin) })),
    ]
  }

  /// Gets ready to make an object: what the call itself may not allocate is there before it.
  private typealias Maker = () throws -> (call: () -> imp_status, destroy: () -> Void)

  private static func matcher(_ plugin: ProbePlugin) throws -> (() -> imp_status, () -> Void) {
    let table = try plugin.table(IMP_MATCHER_ID, as: imp_matcher_ability.self)
    let (place, options) = (
      try GuardedMemory(copyOf: Int(0)),
      try GuardedMemory(copyOf: imp_matcher_options(size: structSize(imp_matcher_options.self), threads: 1))
    )
    return (
      { table.create(plugin.plugin, options.pointer(), place.mutablePointer()) },
      { if let made = place.pointer(as: OpaquePointer?.self).pointee { table.destroy(made) } }
    )
  }

  private static func tracker(_ plugin: ProbePlugin) throws -> (() -> imp_status, () -> Void) {
    let table = try plugin.table(IMP_FACE_TRACKER_ID, as: imp_face_tracker_ability.self)
    let (place, options) = (
      try GuardedMemory(copyOf: Int(0)),
      try GuardedMemory(
        copyOf: imp_face_tracker_options(
          size: structSize(imp_face_tracker_options.self), maximum_faces: 2, detection_threshold: 0, threads: 1))
    )
    return (
      { table.create(plugin.plugin, options.pointer(), place.mutablePointer()) },
      { if let made = place.pointer(as: OpaquePointer?.self).pointee { table.destroy(made) } }
    )
  }

  private static func capture(_ plugin: ProbePlugin) throws -> (() -> imp_status, () -> Void) {
    let table = try plugin.table(IMP_FACE_CAPTURE_ID, as: imp_face_capture_ability.self)
    let (place, options) = (try GuardedMemory(copyOf: Int(0)), try GuardedMemory(copyOf: CaptureProbe.options()))
    return (
      { table.create(plugin.plugin, options.pointer(), place.mutablePointer()) },
      { if let made = place.pointer(as: OpaquePointer?.self).pointee { table.destroy(made) } }
    )
  }

  private static func exhaust(
    _ faults: AllocationFaults, _ subject: CheckSubject, _ plugin: ProbePlugin, _ name: String, _ maker: Maker
  ) throws {
    var nth: UInt64 = 1
    while nth <= mostAllocations {
      subject.note("\(name): allocation \(nth) fails")
      let (call, destroy) = try maker()
      let (status, _, struck) = faults.failing(nth, call)
      let answer = CallAnswer(status, plugin.host)
      guard struck else {
        try expectSuccess(answer, name, "with all the memory that it asked for")
        return destroy()
      }
      if status == IMP_OK {
        // It could do without.
        destroy()
      } else {
        try expect(answer, isOneOf: [IMP_E_MEMORY], name, "where its allocation \(nth) failed")
      }
      let (again, end) = try maker()
      try expectSuccess(CallAnswer(again(), plugin.host), name, "after one that had no memory")
      end()
      nth += 1
    }
  }
}
