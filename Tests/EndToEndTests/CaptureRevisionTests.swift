// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// A plugin of `imprint.face-capture/1`, which knew no challenges, is refused with both revisions: from its
/// manifest before its library is loaded, and by its library's own list before it is opened.
@Suite struct CaptureRevisionTests {
  private static let older = "imprint.face-capture/1"
  private static let today = "imprint.face-capture/2"
  private static let beside = ["imprint.face-tracker/1", "imprint.camera/1"]

  private let traces: TemporaryFolder

  init() throws { traces = try TemporaryFolder() }

  private var loaded: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: traces.path) }
  }

  /// - Parameters:
  ///   - declared: what the manifest says that it provides.
  ///   - listed: what the library's descriptor says.
  private func installation(declared: String, listed: String) throws -> TemplateInstallation {
    // The table that the revision before had: as many functions, and other ones.
    var plugin = FixturePlugin([
      "FIX_TOP": """
      static imp_status older(void) { abort(); } \
      static const struct { uint32_t size, reserved; imp_status (*functions[3])(void); } \
      older_table = {32, 0, {older, older, older}};
      """,
      "FIX_ABILITY": """
      if (strcmp(id, "\(Self.older)") == 0) return &older_table; \
      if (strcmp(id, "\(Self.today)") == 0) return NULL;
      """,
      "FIX_OPEN": "FILE *file = fopen(\"\(traces.path)/opened\", \"w\"); if (file) fclose(file);",
    ])
    plugin.provide([listed] + Self.beside)
    plugin.manifest.provides = [declared] + Self.beside
    return try TemplateInstallation([plugin], needs: [Self.today] + Self.beside)
  }

  @Test func aPluginThatProvidesTheRevisionBeforeIsRefusedByNameAndNotLoaded() throws {
    let installation = try installation(declared: Self.older, listed: Self.older)
    let error = try #require(throws: ResolutionError.self) { try installation.open() }
    #expect(error.problems.map(\.code) == [.unmetNeed])
    #expect(
      error.reason.contains("\(Self.today), which no plugin of the set provides")
        && error.reason.contains("org.example.fixture provides \(Self.older)"), "\(error)")
    #expect(!error.description.contains("not installed"), "\(error)")
    let run = try installation.run(["capture", "--camera", "fixture:0", "--out", "out", "--json"])
    #expect(run.exitCode == 1)
    #expect(try run.error?["reason"]?.contains(Self.older) == true, "\(run.output)")
    #expect(try loaded.isEmpty)
  }

  @Test(arguments: Isolation.allCases)
  func aLibraryThatListsTheRevisionBeforeIsRefusedWithBothAndNotOpened(isolation: Isolation) async throws {
    let system = try installation(declared: Self.today, listed: Self.older).open(isolation)
    let error = try await #require(throws: PluginError.self) {
      try await system.faces.capture(camera: CameraOptions(locator: "fixture:0"))
    }
    #expect(error.code == .descriptorDiffers, "\(error)")
    #expect(error.reason.contains(Self.older) && error.reason.contains(Self.today), "\(error)")
    #expect(try loaded.isEmpty)
  }

  @Test func aLibraryThatAnswersTheRevisionBeforeAloneIsRefusedByName() async throws {
    let system = try installation(declared: Self.today, listed: Self.today).open()
    let error = try await #require(throws: PluginError.self) {
      try await system.faces.capture(camera: CameraOptions(locator: "fixture:0"))
    }
    #expect(error.code == .brokenContract, "\(error)")
    #expect(error.reason.contains(Self.today), "\(error)")
    // The witness that what is opened is seen.
    #expect(try loaded == ["opened"])
  }
}
