// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintCalls
import ImprintManifest
import ImprintModel
import Logging
import TestSupport
import Testing

@testable import ImprintRuntime

@Suite struct WorkerLifeTests {
  @Test func aWorkerStandsBehindEveryWall() throws {
    let carrier = try WorkerFixture().carrier()
    #expect(carrier.walls.standing == Set(WorkerWall.allCases), "\(carrier.walls.missing)")
    #expect(carrier.describe().delivery == .answered(0))
  }

  @Test func theWallsCanBeTriedWithoutAPlugin() throws {
    #expect(try WorkerWalls.probe().missing.isEmpty)
  }

  @Test func aProgramThatIsNotThereIsATypedError() throws {
    var policy = WorkerPolicy.quick
    policy.program = "/nowhere/imprint-worker"
    let error = try #require(throws: PluginError.self) { try FixturePlugin().opened(policy: policy) }
    #expect(error.code == .workerMissing)
  }

  @Test func aProgramThatIsNoWorkerIsATypedError() throws {
    var policy = WorkerPolicy.quick
    policy.program = "/bin/true"
    let error = try #require(throws: PluginError.self) { try FixturePlugin().opened(policy: policy) }
    #expect(error.code == .workerFailed)
  }

  @Test func everyAbilityWorksInAWorker() async throws {
    let plugin = try FixturePlugin(["FIX_FRAME": "return grey(camera, pixels, frame, 640, 480);"]).opened()
    #expect(plugin.isolation == .process)
    let template = try await FaceExtractor.make(plugin).extract(try image(9, 8, 7, 6), face: nil).payload
    #expect(template.bytes == [9, 8, 7, 6])
    var gallery = GalleryBuffer(version: template.version)
    for bytes in [template.bytes, [0, 9, 0, 9]] { gallery.append(bytes) }
    let matcher = try await Matcher.make(plugin)
    #expect(try await matcher.withoutBlocking { try $0.compare(probe: template, reference: template) } == 1)
    let (found, fused) = try await matcher.withoutBlocking { [gallery] matcher in
      (try matcher.compareMany(probe: template, gallery: gallery), try matcher.fuse(gallery))
    }
    #expect(found.first == 1)
    #expect(fused.payload.bytes == [9, 9, 7, 9])
    let tracker = try await FaceTracker.make(plugin)
    #expect(try await tracker.track(try image(1), timestamp: 1).first?.landmarks.count == 468)
    #expect(try await plugin.withoutBlocking { try Camera.list($0) }.map(\.locator) == ["fixture:0"])
    let camera = try await Camera.open(plugin, options: CameraOptions(locator: "fixture:0"))
    for number in 0..<3 {
      let frame = try #require(try await camera.nextFrame(timeout: .seconds(5)))
      #expect(frame.sequence == UInt64(number) && frame.bytes.count == 640 * 480)
    }
  }

  @Test func aWaitingCameraIsCancelled() async throws {
    let plugin = try FixturePlugin().opened()
    let camera = try await Camera.open(plugin, options: CameraOptions(locator: "fixture:0"))
    let waiting = Task { try await camera.nextFrame(timeout: .seconds(60)) }
    try await Task.sleep(for: .milliseconds(50))
    camera.cancel()
    let error = try await #require(throws: PluginCallError.self) { _ = try await waiting.value }
    #expect(error.code == .cancelled)
  }

  @Test func modelsAndLinesTravelToTheirPlace() async throws {
    let bytes = Array("a model".utf8)
    var plugin = FixturePlugin([
      "FIX_OPEN":
        """
      imp_bytes bytes; line(host, IMP_LOG_INFO, "opening"); \
      if (model(host, "m.bin", &bytes) != IMP_OK || bytes.length != 7 || memcmp(bytes.data, "a model", 7) != 0) \
        return IMP_E_MODEL;
      """
    ])
    plugin.manifest.models = [("m.bin", ContentHash(of: bytes).hex, bytes.count)]
    plugin.models = ["m.bin": bytes]
    let log = CollectedLog()
    _ = try plugin.opened(log: log)
    #expect(comes { log.lines.contains { $0.message == "opening" && $0.metadata["plugin.id"] != nil } })
    plugin.models = ["m.bin": Array("A model".utf8)]
    let error = try #require(throws: PluginError.self) { try plugin.opened() }
    #expect(error.code == .openFailed && error.place.contains("m.bin"), "\(error)")
  }

  @Test(arguments: [("network", true), ("network", false), ("none", true)])
  func theNetworkIsOpenWhereManifestAndPolicyAgree(egress: String, isGranted: Bool) async throws {
    var plugin = try FixturePlugin.misbehaving(
      "FIX_EXTRACT", "if (socket(AF_INET, SOCK_STREAM, 0) < 0) return IMP_E_FILE;")
    plugin.manifest.egress = egress
    var policy = WorkerPolicy.quick
    if isGranted { policy.networkPlugins = [plugin.manifest.id] }
    let extractor = try await FaceExtractor.make(plugin.opened(policy: policy))
    if egress == "network" && isGranted {
      #expect(try await extractor.extract(try image(1), face: nil).quality == 50)
    } else {
      #expect(try await extractor.failure(try image(1)).code == .file)
    }
  }

  @Test func whatIsGrantedCanBeRead() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("x", to: "inside/file")
    let statement = "if (open(\"\(file)\", O_RDONLY) < 0) return IMP_E_FILE;"
    let plugin = try FixturePlugin.misbehaving("FIX_EXTRACT", statement)
    let shut = try await FaceExtractor.make(plugin.opened())
    #expect(try await shut.failure(try image(1)).code == .file)
    let granted = try await FaceExtractor.make(plugin.opened(readablePaths: [folder.path]))
    #expect(try await granted.extract(try image(1), face: nil).quality == 50)
  }
}
