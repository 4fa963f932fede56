// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What a capture shows, as settings of its camera.
@Suite(.timeLimit(.minutes(2)))
struct ShownToCameraTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A camera whose settings have these names; `gain` goes from -20 to 100, and starts at 10.
  private func camera(gain: String, led: String) async throws -> Camera {
    let plugin = try FixturePlugin.devices([
      "FIX_CONTROLS":
        "strcpy(controls[0].name, \"\(gain)\"); strcpy(controls[1].name, \"\(led)\"); controls[1].flags = 0;",
      "FIX_SET": """
      FILE *log = fopen("\(log.path)", "a"); \
      if (log) { fprintf(log, "%u=%lld ", control, (long long)*value); fclose(log); }
      """,
    ])
    let opened = try open(plugin.manifest.id, in: try plugin.install(in: folder).url)
    return try await Camera.open(opened, options: CameraOptions(locator: "/dev/fixture0"))
  }

  private var log: URL { folder.url.appending(path: "set") }

  private func settings() throws -> String {
    guard FileManager.default.fileExists(atPath: log.path) else { return "" }
    return try String(contentsOf: log, encoding: .utf8)
  }

  private let told = CollectedLog()

  @Test func aCameraWithoutSuchSettingsIsLeftAlone() async throws {
    let camera = try await camera(gain: "Gain", led: "LED")
    #expect(await ShownToCamera(camera, logger: told.logger()) == nil)
    #expect(try settings().isEmpty)
  }

  @Test func aPluginWithoutSettingsIsLeftAlone() async throws {
    let plugin = FixturePlugin()
    let opened = try open(plugin.manifest.id, in: try plugin.install(in: folder).url)
    let camera = try await Camera.open(opened, options: CameraOptions(locator: "fixture:0"))
    #expect(await ShownToCamera(camera, logger: told.logger()) == nil)
  }

  @Test func whatChangesIsSetOnceAndWithinItsRange() async throws {
    let camera = try await camera(gain: "shown-color", led: "shown-pointer")
    let shown = try #require(await ShownToCamera(camera, logger: told.logger()))
    await shown.captureTold(.light(ScreenColor(red: 0, green: 0, blue: 40)))
    await shown.captureTold(.light(ScreenColor(red: 0, green: 0, blue: 40)))
    await shown.captureTold(.light(ScreenColor(red: 1, green: 0, blue: 0)))
    #expect(try settings() == "6=40 6=100 ")
  }

  @Test func aSettingThatIsRefusedIsGivenUp() async throws {
    let camera = try await camera(gain: "Gain", led: "shown-pointer")
    let shown = try #require(await ShownToCamera(camera, logger: told.logger()))
    let pointer = { (isVisible: Bool) in
      CaptureEvent.pointer(Cr2dPointerInfo(isVisible: isVisible, place: ScreenPlace(x: 0, y: 0)))
    }
    // The fixture answers that the state does not permit it.
    await shown.captureTold(pointer(true))
    await shown.captureTold(pointer(false))
    await shown.captureTold(pointer(true))
    #expect(try settings() == "65539=1 ")
  }
}
