// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintCapture
import ImprintLockout
import TestSupport
import Testing

/// Captures one after the other, with liveness and previews, for as many minutes of the camera's time as
/// `IMPRINT_SOAK_MINUTES` says. The camera is a puppet's, which waits for nobody, so an hour takes less.
@Suite(
  .serialized, .enabled(if: CaptureSoakTests.minutes != nil, "IMPRINT_SOAK_MINUTES is not set: it takes long"),
  .enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
struct CaptureSoakTests {
  static let minutes = ProcessInfo.processInfo.environment["IMPRINT_SOAK_MINUTES"].flatMap(Int.init)

  /// A preview of 640 × 480 that each capture forgets once would come to hundreds of MiB an hour, and 8 MiB
  /// are 9 KiB each. What the allocator keeps differs by less from one capture to the next.
  private static let mostKibibytes = 8192.0

  private let installation: FaceInstallation
  private let puppet: String

  init() throws {
    installation = try FaceInstallation()
    let run = try installation.run([
      "puppet", "make", try installation.photograph("obama.jpg"), "--output", "obama.puppet",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    puppet = installation.home.url.appending(path: "obama.puppet").path
  }

  private func system(_ isolation: Isolation) throws -> BiometricSystem {
    var workers = WorkerPolicy()
    workers.program = installation.root.appending(path: "bin/imprint-worker").path
    return try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: installation.root.path, origin: .explicit)]),
        plugins: ["dev.imprint.device-puppet"], trust: .off, entitlements: EverythingGranted(),
        isolation: isolation, workers: workers, logger: CollectedLog().logger()))
  }

  @Test(arguments: [Isolation.inProcess, .process])
  func manyCapturesHoldNoMoreThanAFew(isolation: Isolation) async throws {
    let system = try system(isolation)
    let attempts = installation.home.url.appending(path: "attempts-\(isolation.rawValue)").path
    let handler = try system.faces.captureHandler(
      camera: CameraOptions(locator: "puppet:\(puppet)?person=willing"),
      options: FaceCaptureHandlerOptions(livenessMode: .passive),
      lockout: { LockoutStore(folder: attempts, settings: $0) })
    var held: [HeldResources] = []
    var (frames, live, previews) = (0, 0, 0)
    while frames < (Self.minutes ?? 0) * 60 * 30 {
      for await event in try await handler.start() {
        switch event {
        case .preview: previews += 1
        case .finished(.verdict(let result)):
          frames += result.frames
          live += result.liveness == .live ? 1 : 0
        case .finished(.retry(_, let result)): frames += result.frames
        case .finished(.error(let error)): throw error
        default: break
        }
      }
      held.append(
        isolation == .process
          ? try HeldResources.ofThisProcess() + HeldResources.ofWorkers() : try HeldResources.ofThisProcess())
    }
    await handler.destroy()
    let said = Comment(
      "\(held.count) captures, \(live) live, \(frames) frames, \(previews) previews; at the end \(held[held.count - 1])")
    let (memory, descriptors, threads) = (
      try #require(Growth(of: held.map(\.memory)), said), try #require(Growth(of: held.map(\.descriptors)), said),
      try #require(Growth(of: held.map(\.threads)), said)
    )
    print("\(isolation.rawValue): \(said); memory grew by \(Int(memory.total)) KiB")
    #expect(memory.total < Self.mostKibibytes, said)
    // One that each tenth capture forgets is seen.
    #expect(descriptors.total < 2 && threads.total < 2, said)
    #expect(live > held.count * 8 / 10, said)
  }
}
