// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A tracker's numbers are finite, and nothing else is promised of them.
struct HostileTrackerTests {
  @Test(arguments: ["text", "json"]) func qualityOfAFaceBeyondAllBoundsIsTold(form: String) throws {
    let installation = try FixtureInstallation([
      "FIX_TRACK": """
      faces->faces[0].box = (imp_rect){-3e38f, -3e38f, 3e38f, 3e38f}; faces->faces[0].yaw = 3e38f; \
      for (int i = 0; i < 468; i++) faces->landmarks[i] = (imp_point3){i % 2 ? 3e38f : -3e38f, i, 0};
      """
    ])
    let path = "\(installation.folder.path)/even.pgm"
    try (Data("P5\n64 64\n255\n".utf8) + Data(repeating: 90, count: 64 * 64)).write(to: URL(filePath: path))
    let run = try installation.run(
      ["quality", path, "--face", "largest"] + (form == "json" ? ["--json"] : []))
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains(form == "json" ? "\"no-geometry\"" : "a face of 3e+38 x 3e+38 pixels"))
  }
}
