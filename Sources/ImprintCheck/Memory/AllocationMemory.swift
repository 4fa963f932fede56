// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

extension MemoryChecks {
  /// So many allocations of a call are made to fail, one after the other.
  private static let mostAllocations: UInt64 = 200

  static let allocationFails = ConformanceCheck(
    .memory, "allocation-may-fail",
    "Where memory runs out, a call answers so and can be made again; nothing crashes.",
    rules: ["R-22"], scope: objectMakers, isolations: [.inProcess]
  ) { subject, _ in
    guard let faults = subject.faults else { throw CheckSkip("this program cannot make allocations fail.") }
    let manifest = try subject.manifest
    guard manifest.models.isEmpty else {
      throw CheckSkip("it asks its host for models, and the host of this check allocates to answer.")
    }
    // The check's own Swift would be struck as well: a host that takes no words is not called.
    let plugin = try subject.open(subject.host(.init(withheld: [IMP_HOST_REPORT_ID, IMP_HOST_LOG_ID])))
    // Build tools link Swift's library to those that do not need it, too.
    if try PackageChecks.linkage(of: subject).imports.contains("swift_allocObject") {
      throw CheckSkip("it is written in Swift, which ends the process without memory.")
    }
    for (ability, name, make) in creations(plugin) where manifest.provides(ability) {
      try exhaust(faults, subject, plugin, name, make)
    }
  }

  /// A call that makes an object, ready to be made: all that the check allocates for it is there before.
  private struct Creation {
    let call: () -> imp_status
    /// Destroys what was made, if anything was.
    let destroy: () -> Void
  }

  private typealias Maker = () throws -> Creation

  private static func creations(_ plugin: ProbePlugin) -> [(AbilityID, name: String, make: Maker)] {
    let opened = plugin.plugin
    return [
      (
        .matcher, "matcher.create",
        {
          let table = try plugin.table(IMP_MATCHER_ID, as: imp_matcher_ability.self)
          let options = imp_matcher_options(size: structSize(imp_matcher_options.self), threads: 1)
          return try creation(
            options, create: { table.create(opened, $0, $1) }, destroy: { table.destroy($0) })
        }
      ),
      (
        .faceTracker, "face-tracker.create",
        {
          let table = try plugin.table(IMP_FACE_TRACKER_ID, as: imp_face_tracker_ability.self)
          let options = imp_face_tracker_options(
            size: structSize(imp_face_tracker_options.self), maximum_faces: 2, detection_threshold: 0,
            threads: 1)
          return try creation(
            options, create: { table.create(opened, $0, $1) }, destroy: { table.destroy($0) })
        }
      ),
      (
        .faceCapture, "face-capture.create",
        {
          let table = try plugin.table(IMP_FACE_CAPTURE_ID, as: imp_face_capture_ability.self)
          return try creation(
            CaptureProbe.options(), create: { table.create(opened, $0, $1) }, destroy: { table.destroy($0) })
        }
      ),
      (
        .voiceExtractor, "voice-extractor.create",
        {
          let table = try plugin.table(IMP_VOICE_EXTRACTOR_ID, as: imp_voice_extractor_ability.self)
          let names = try VoiceProbe.formats(plugin).whole().map { try VoiceProbe.name(of: $0) }
          let name = try GuardedMemory(Array((names.first ?? "").utf8))
          return try creation(
            VoiceProbe.options(format: name),
            create: { options, made in withExtendedLifetime(name) { table.create(opened, options, made) } },
            destroy: { table.destroy($0) })
        }
      ),
    ]
  }

  private static func creation<Options: BitwiseCopyable>(
    _ options: Options,
    create: @escaping (UnsafePointer<Options>, UnsafeMutablePointer<OpaquePointer?>) -> imp_status,
    destroy: @escaping (OpaquePointer) -> Void
  ) throws -> Creation {
    let (lent, place) = (try GuardedMemory(copyOf: options), try GuardedMemory(copyOf: Int(0)))
    let options: UnsafePointer<Options> = lent.pointer()
    let made: UnsafeMutablePointer<OpaquePointer?> = place.mutablePointer()
    return Creation(
      call: { create(options, made) },
      destroy: {
        if let made = made.pointee { destroy(made) }
        withExtendedLifetime((lent, place)) {}
      })
  }

  private static func exhaust(
    _ faults: AllocationFaults, _ subject: CheckSubject, _ plugin: ProbePlugin, _ name: String, _ maker: Maker
  ) throws {
    var nth: UInt64 = 1
    while nth <= mostAllocations {
      subject.note("\(name): allocation \(nth) fails")
      let creation = try maker()
      let (status, _, struck) = faults.failing(nth, creation.call)
      let answer = CallAnswer(status, plugin.host)
      guard struck else {
        try expectSuccess(answer, name, "with all the memory that it asked for")
        return creation.destroy()
      }
      if status == IMP_OK {
        // It could do without.
        creation.destroy()
      } else {
        try expect(answer, isOneOf: [IMP_E_MEMORY], name, "where its allocation \(nth) failed")
      }
      let again = try maker()
      try expectSuccess(CallAnswer(again.call(), plugin.host), name, "after one that had no memory")
      again.destroy()
      nth += 1
    }
  }
}
