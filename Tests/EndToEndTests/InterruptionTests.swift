// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@Suite(.enabled(if: BuiltProducts.stage != nil, "IMPRINT_STAGE names no stage with models"))
struct InterruptionTests {
  /// A recording without a face, of 20 seconds: the capture is still waiting when it is interrupted.
  private func recording(in folder: TemporaryFolder) throws -> String {
    let grey = try #require(
      Image(width: 64, height: 48, format: .grey8, pixels: [UInt8](repeating: 128, count: 64 * 48)))
    let bytes = try ImageEncoder.jpeg(grey, quality: 80)
    for index in 1000..<1500 { try folder.write(bytes, to: "recording/\(index).jpg") }
    return folder.url.appending(path: "recording").path
  }

  @Test(arguments: [1, 2])
  func anInterruptedCaptureLeavesNothingBehind(signals: Int) throws {
    let stage = try #require(BuiltProducts.stage)
    let folder = try TemporaryFolder()
    try LicensedHome.install(in: folder)
    let errors = folder.url.appending(path: "errors")
    try Data().write(to: errors)
    let process = Process()
    process.executableURL = try BuiltProducts.folder().appending(path: "sdkctl")
    process.arguments = [
      "capture", "--camera", try recording(in: folder), "--out", folder.url.appending(path: "out").path,
      "--root", stage.path,
    ]
    process.environment = [
      "HOME": folder.url.path,
      "IMPRINT_TRUST_CONFIG": stage.appending(path: "etc/imprint/trust.yaml").path,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    // It runs once it says its first step.
    let deadline = ContinuousClock.now + .seconds(120)
    while try !String(contentsOf: errors, encoding: .utf8).contains("step:") {
      guard process.isRunning, ContinuousClock.now < deadline else { break }
      Thread.sleep(forTimeInterval: 0.02)
    }
    let interrupted = ContinuousClock.now
    for _ in 0..<signals { process.send(SIGINT) }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 1)
    #expect(ContinuousClock.now - interrupted < .seconds(15))
    #expect(try String(contentsOf: errors, encoding: .utf8).contains("[interrupted]"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(Set(left).subtracting([".cache"]) == [".config", ".local", "errors", "recording"])
    // What plugins had kept for the next process by then outlasts it.
    guard left.contains(".cache") else { return }
    let cache = folder.url.appending(path: ".cache").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache) == ["imprint"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(cache)/imprint") == ["plugins"])
  }
}
