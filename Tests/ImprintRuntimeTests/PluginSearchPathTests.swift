// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ImprintRuntime

struct PluginSearchPathTests {
  private func path(_ environment: [String: String], isElevated: Bool = false) -> PluginSearchPath {
    .standard(
      explicit: ["/given"], environment: { environment[$0] }, isElevated: isElevated, program: "/none/bin/x")
  }

  @Test func rootsComeInOrder() throws {
    let program = try TemporaryFolder()
    try program.makeFolder("plugins")
    let found = PluginSearchPath.standard(
      explicit: ["/given"],
      environment: { ["IMPRINT_PLUGIN_PATH": "/one:/two::/given", "XDG_DATA_HOME": "/data"][$0] },
      isElevated: false, program: "\(program.path)/bin/sdkctl")
    #expect(
      found.roots.map(\.path) == [
        "/given", "/one", "/two", "/data/imprint", program.path, "/usr/local/lib/imprint", "/usr/lib/imprint",
      ])
    #expect(
      found.roots.map(\.origin) == [.explicit, .environment, .environment, .user, .program, .system, .system])
    #expect(found.notes.isEmpty)
  }

  @Test func anElevatedProcessIgnoresTheEnvironmentAndSaysSo() {
    let found = path(
      ["IMPRINT_PLUGIN_PATH": "/evil", "HOME": "/evil", "XDG_DATA_HOME": "/evil"], isElevated: true)
    #expect(found.roots.map(\.origin) == [.explicit, .system, .system])
    #expect(found.notes.contains { $0.contains("IMPRINT_PLUGIN_PATH") })
  }

  @Test func theUsersRootFollowsHomeWithoutADataFolder() {
    #expect(path(["HOME": "/home/ada"]).roots.contains { $0.path == "/home/ada/.local/share/imprint" })
    #expect(
      path(["HOME": "/home/ada", "XDG_DATA_HOME": "relative"]).roots
        .contains { $0.path == "/home/ada/.local/share/imprint" })
    #expect(!path([:]).roots.contains { $0.origin == .user })
  }

  @Test func theTestProgramIsNotElevated() {
    #expect(!PluginSearchPath.isElevated)
    #expect(PluginSearchPath.runningProgram?.hasPrefix("/") == true)
  }
}
