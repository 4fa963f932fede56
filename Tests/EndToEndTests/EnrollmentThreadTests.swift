// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// An enrolment compares, and a comparison waits for its plugin: on a thread of its own, not on one of the
/// few that all tasks share.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct EnrollmentThreadTests {
  /// More than the shared threads are.
  private static let count = ProcessInfo.processInfo.activeProcessorCount + 1

  @Test func anotherTaskGoesOnWhileEnrolmentsCompare() async throws {
    let gate = try TemporaryFolder()
    // It says that it has begun, and waits until it is let go; after a long time it gives up, an error.
    let installation = try FixtureInstallation(
      [
        "FOLDER": "\"\(gate.path)\"",
        "FIX_COMPARE": "{ fclose(fopen(FOLDER \"/begun\", \"w\")); "
          + "for (int i = 0; access(FOLDER \"/go\", F_OK) != 0; i++) "
          + "{ if (i == 5000) return IMP_E_MEMORY; usleep(2000); } }",
      ], headers: ["unistd.h"])
    let system = try installation.open()
    var enrolments: [@Sendable () async throws -> PersonEnrollment] = []
    for number in 0..<Self.count {
      let matcher = try await system.faces.matcher()
      let extractor = try await system.faces.extractor()
      let template = try await extractor.template(of: installation.picture(), face: nil)
      let store = try await FolderStore(path: "\(gate.path)/store\(number)")
      enrolments.append {
        try await system.enroll(name: "Ada", templates: [template, template], with: matcher, in: store)
      }
    }
    let path = gate.path
    // On a thread that is none of those: it starts the other task once the comparisons are under way.
    Thread.detachNewThread {
      for _ in 0..<5_000 where !FileManager.default.fileExists(atPath: "\(path)/begun") { usleep(2_000) }
      usleep(300_000)
      Task { FileManager.default.createFile(atPath: "\(path)/go", contents: nil) }
    }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for enrolment in enrolments { group.addTask { try await enrolment().isNew } }
      for try await isNew in group { #expect(isNew) }
    }
    // The witness that the plugin was asked at all.
    #expect(FileManager.default.fileExists(atPath: "\(path)/begun"))
  }
}
