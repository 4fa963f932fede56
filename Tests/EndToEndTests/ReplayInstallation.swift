// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport

/// The replay plugin as it was built, and recordings that it plays.
struct ReplayInstallation {
  static let id = "dev.imprint.device-replay"

  let home: TemporaryFolder
  let root: URL

  init() throws {
    home = try TemporaryFolder()
    root = try PluginStage.root(withPlugin: Self.id)
  }

  func run(_ arguments: [String]) throws -> CommandRun {
    try CommandRun.sdkctl(arguments + ["--root", root.path, "--plugin", Self.id], home: home)
  }

  /// The same where no file may have more than so many blocks of 1024 bytes; the plugin, which is copied into
  /// memory, is such a file too.
  func run(_ arguments: [String], blocks: Int) throws -> CommandRun {
    let program = try BuiltProducts.folder().appending(path: "sdkctl").path
    return try CommandRun.run(
      URL(filePath: "/bin/bash"),
      ["-c", "trap '' XFSZ; ulimit -f \(blocks); exec \"$@\"", "bash", program] + arguments
        + ["--root", root.path, "--plugin", Self.id], home: home)
  }

  var configuration: ImprintConfiguration {
    ImprintConfiguration(
      searchPath: PluginSearchPath(roots: [PluginRoot(path: root.path, origin: .explicit)]),
      plugins: [Self.id], trust: .off, quarantine: nil, isolation: .inProcess,
      logger: CollectedLog().logger())
  }

  /// A sine of 440 Hz at -12 dBFS, 16 bits, one channel.
  func tone(_ name: String, seconds: Double, rate: Int = 16_000) throws -> (path: String, clip: AudioClip) {
    let samples = (0..<Int(seconds * Double(rate))).map {
      Int16((8231 * sin(2 * .pi * 440 * Double($0) / Double(rate))).rounded())
    }
    guard let clip = AudioClip(rate: rate, channels: 1, samples: .s16(samples)) else {
      throw MissingForTest("no clip")
    }
    let path = home.url.appending(path: name).path
    try AudioFile.write(clip, to: path)
    return (path, clip)
  }

  /// A Y4M file of counted frames of 4 x 2 pixels, 25 a second.
  func video(_ name: String, frames: Int, width: Int = 4, height: Int = 2) throws -> (
    path: String, bytes: [UInt8]
  ) {
    var bytes = Array("YUV4MPEG2 W\(width) H\(height) F25000:1000 Ip A1:1 C420jpeg\n".utf8)
    for frame in 0..<frames {
      bytes += Array("FRAME\n".utf8)
      bytes += (0..<width * height * 3 / 2).map { UInt8(truncatingIfNeeded: 16 + frame * 12 + $0) }
    }
    return (try home.write(bytes, to: name), bytes)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: home.url.appending(path: name)))
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.path).filter {
      !$0.hasSuffix(".out") && !$0.hasSuffix(".err")
    }.sorted()
  }
}
