// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// A scripted fingerprint reader, for applications and at the command line.
@Suite(.enabled(if: BuiltProducts.stage != nil, "needs a stage: scripts/stage --configuration debug"))
struct FingerReaderDeviceTests {
  private static let id = "dev.imprint.device-finger-replay"
  private let home: TemporaryFolder
  private let root: URL

  init() throws {
    home = try TemporaryFolder()
    root = try PluginStage.root(withPlugin: Self.id)
  }

  /// - Returns: the folder of the script.
  private func script(_ lines: String, _ name: String = "fingers") throws -> String {
    try home.write(Array("P5 3 2 255\n".utf8) + [0, 51, 102, 153, 204, 255], to: "\(name)/a.pgm")
    try home.write("imprint-finger-reader 1\nresolution 500\n\(lines)\n", to: "\(name)/reader.txt")
    return "\(home.path)/\(name)"
  }

  private func system(_ isolation: Isolation = .inProcess) throws -> BiometricSystem {
    let stage = try #require(BuiltProducts.stage)
    return try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: stage.path, origin: .explicit)]),
        plugins: [Self.id], trust: .off, entitlements: EverythingGranted(), quarantine: nil,
        isolation: isolation, logger: CollectedLog().logger()))
  }

  private func run(_ arguments: [String]) throws -> CommandRun {
    try CommandRun.sdkctl(arguments + ["--root", root.path, "--plugin", Self.id], home: home)
  }

  @Test(arguments: [Isolation.inProcess, .process])
  func anImageComesAfterWhatHappensBefore(_ isolation: Isolation) async throws {
    let locator = try script("delay 60s\narrive\nretry too-dry\nimage a.pgm liveness=live\nlift")
    let reader = try await system(isolation).fingers.reader(.init(locator: locator, pace: .full))
    let told = Told()
    let image = try #require(
      try await reader.nextImage(within: .seconds(61)) { await told.add("\($0.kind)") })
    #expect(image.image.pixels == [0, 51, 102, 153, 204, 255])
    #expect((image.image.resolution, image.liveness) == (19685, .live))
    #expect(await told.all.count == 2)
    let again = try await reader.nextImage(within: .seconds(1))
    #expect(again == nil)
    await reader.close()
  }

  private actor Told {
    var all: [String] = []
    func add(_ words: String) { all.append(words) }
  }

  @Test func aDeadlineOfTheScriptsTimeIsATimeoutAtOnce() async throws {
    let locator = try script("delay 3600s\narrive\nlift")
    let reader = try await system().fingers.reader(.init(locator: locator, pace: .full))
    let start = ContinuousClock.now
    let error = try await #require(throws: PluginCallError.self) {
      _ = try await reader.nextImage(within: .seconds(3000))
    }
    #expect(error.code == .timeout && ContinuousClock.now - start < .seconds(60))
    await reader.close()
  }

  // two systems in one process, each with a worker of its own; then both kinds.
  @Test(arguments: [Isolation.inProcess, .process])
  func aSecondWorkerThatOpensTheReaderIsTheOneThatIsBusy(_ isolation: Isolation) async throws {
    let locator = try script("delay 1s\narrive\nimage a.pgm\nlift")
    let options = FingerReaderOptions(locator: locator, pace: .full)
    let first = try await system(.process).fingers.reader(options)
    let other = try system(isolation)
    for path in [locator, "\(home.path)/./fingers", "\(home.path)/fingers/"] {
      let error = try await #require(throws: PluginCallError.self) {
        _ = try await other.fingers.reader(.init(locator: path, pace: .full))
      }
      #expect(error.code == .busy && error.isRetryable, "\(path): \(error)")
    }
    #expect(try await first.nextImage(within: .seconds(5)) != nil)
    await first.close()
    await (try await other.fingers.reader(options)).close()
  }

  @Test(arguments: [("busy", PluginCallError.Code.busy), ("nonsense", .file)])
  func whatAScriptCannotBeOpenedForIsTyped(line: String, code: PluginCallError.Code) async throws {
    let locator = try script(line)
    let error = try await #require(throws: PluginCallError.self) {
      _ = try await system().fingers.reader(.init(locator: locator))
    }
    #expect(error.code == code, "\(error)")
  }

  @Test func aReaderThatIsUnpluggedIsGone() async throws {
    let reader = try await system(.process).fingers.reader(
      .init(locator: try script("arrive\nunplug"), pace: .full))
    let error = try await #require(throws: PluginCallError.self) {
      _ = try await reader.nextImage(within: .seconds(5))
    }
    #expect(error.code == .deviceGone, "\(error)")
    await reader.close()
  }

  @Test func scriptsAreNotListed() async throws {
    #expect(try await system().fingers.readers().isEmpty)
    let run = try run(["device", "list", "--kind", "finger-reader", "--json"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try (run.json["devices"] as? [Any])?.isEmpty == true)
  }

  @Test func aListedReaderShowsWhatItGives() throws {
    let root = try FixturePlugin.fingerReader().install()
    let run = try CommandRun.sdkctl(
      ["device", "list", "--kind", "finger-reader", "--root", root.path, "--json"], home: home)
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let devices = try #require(try run.json["devices"] as? [[String: Any]])
    #expect(devices.map { $0["locator"] as? String } == ["usb:1", "usb:2"])
    #expect(devices.map { $0["images"] as? Bool } == [true, false])
    #expect(devices[0]["scan"] as? String == "swipe")
    #expect(devices[0]["resolution"] as? [String: Int] == ["x": 19685, "y": 20000])
    let text = try CommandRun.sdkctl(
      ["device", "list", "--kind", "finger-reader", "--root", root.path], home: home)
    #expect(text.output.contains("500 x 508 dpi") && text.output.contains("no images"), "\(text.output)")
    let probe = try CommandRun.sdkctl(
      ["device", "probe", "usb:2", "--root", root.path, "--json"], home: home)
    #expect(try probe.json["images"] as? Bool == false)
  }

  @Test func aReaderIsTestedByItsFirstImage() throws {
    // Found by its script, without `--kind`.
    let locator = try script("delay 2s\narrive\nretry too-wet\nimage a.pgm\nlift")
    let run = try run(["device", "test", locator, "--pace", "full", "--seconds", "3", "--json"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try (run.json["width"] as? Int, run.json["height"] as? Int) == (3, 2))
    #expect(try run.json["retries"] as? [String] == ["too-wet"])
    #expect(try run.json["arrived"] as? Bool == true)
    let late = try self.run(["device", "test", locator, "--pace", "full", "--seconds", "1"])
    #expect(late.exitCode == 1 && late.output.contains("none"), "\(late.output)")
  }
}
