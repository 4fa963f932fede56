// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// The bundled plugins give the same bytes wherever they run. Needs the stage and the sample photographs.
@Suite struct BundledPluginTests {
  private static var isThere: Bool { BuiltProducts.stage != nil && SampleRecording.samples != nil }

  private func opened(_ isolation: Isolation) throws -> BiometricSystem {
    let stage = try #require(BuiltProducts.stage)
    return try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: stage.path, origin: .explicit)]), trust: .off,
        entitlements: EverythingGranted(), quarantine: nil, isolation: isolation))
  }

  @Test(.enabled(if: isThere), arguments: ["obama.jpg", "biden.jpg"])
  func templatesAreTheSameBytesInBothIsolations(photograph: String) async throws {
    let image = try ImageFile.read(try SampleRecording.path(of: photograph))
    var templates: [Template] = []
    var faces: [[Face]] = []
    for isolation in Isolation.allCases {
      let system = try opened(isolation)
      let extractor = try await system.faces.extractor()
      faces.append(try await system.faces.detect(in: image))
      templates.append(try await system.faces.template(of: image, choosing: .largest, with: extractor))
    }
    #expect(faces[0] == faces[1] && !faces[0].isEmpty)
    #expect(templates[0].payload == templates[1].payload)
  }

  @Test(.enabled(if: isThere)) func aCaptureRunsInWorkersOverARecordingThatTheyAreGranted() async throws {
    let system = try opened(.process)
    let folder = try TemporaryFolder()
    let frames = try await SampleRecording.frames(of: "obama.jpg", count: 12, in: folder, system: system)
    let camera = try await system.devices.camera(CameraOptions(locator: frames, pace: .full))
    var bytes: [[UInt8]] = []
    while let frame = try await camera.nextFrame(timeout: .seconds(10)) { bytes.append(frame.bytes) }
    #expect(bytes.count == 12)
    let first = try Data(contentsOf: URL(filePath: frames).appending(path: "1000.jpg"))
    #expect(bytes.first == Array(first))
  }

  @Test(.enabled(if: isThere)) func concurrentCallsInAWorkerGiveWhatSerialOnesGive() async throws {
    let system = try opened(.process)
    let (extractor, matcher) = (try await system.faces.extractor(), try await system.faces.matcher())
    let images = try ["obama.jpg", "biden.jpg"].map { try ImageFile.read(try SampleRecording.path(of: $0)) }
    var templates: [Template] = []
    for image in images {
      templates.append(try await system.faces.template(of: image, choosing: .largest, with: extractor))
    }
    let probe = templates[0]
    let pairs = (0..<200).map { (probe, templates[$0 % 2]) }
    let serial = try pairs.map { try matcher.compareBlocking($0.0, with: $0.1).similarity }
    let concurrent = try await withThrowingTaskGroup(of: (Int, Float).self) { group in
      for (index, pair) in pairs.enumerated() {
        group.addTask {
          (
            index,
            try await matcher.withoutBlocking { try $0.compareBlocking(pair.0, with: pair.1) }.similarity
          )
        }
      }
      var all = [Float](repeating: 0, count: pairs.count)
      for try await (index, similarity) in group { all[index] = similarity }
      return all
    }
    #expect(serial == concurrent)
  }
}
