// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport

/// A video of a face: made of a photograph outside of the machine, fed to a camera and captured inside,
/// verified outside.
enum FaceVideo {
  static let photograph = "obama.jpg"
  /// Another photograph of the same person, and one of another.
  static let enrolled = "obama2.jpg"
  static let stranger = "biden.jpg"

  static let width = 480
  static let height = 640
  static let count = 45
  static let rate = 15
  static let frameBytes = width * height * 3 / 2

  /// Where the three parts leave their files for each other.
  static func folder() throws -> URL {
    guard let path = ProcessInfo.processInfo.environment["IMPRINT_FACE_VIDEO"] else {
      throw TrialFailure("IMPRINT_FACE_VIDEO names no folder")
    }
    return URL(filePath: path)
  }

  /// The staged installation, every feature granted.
  static func opened() throws -> BiometricSystem {
    guard let stage = BuiltProducts.stage else { throw TrialFailure("IMPRINT_STAGE names no stage") }
    return try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: stage.path, origin: .explicit)]),
        trust: .off, entitlements: EverythingGranted()))
  }

  /// The pictures as JPEG files, in order.
  static func files() throws -> [[UInt8]] {
    try (0..<count).map { try Array(Data(contentsOf: folder().appending(path: "frames/\($0).jpg"))) }
  }

  static let all: [Trial] = [
    Trial("a photograph becomes a video", part: .facePrepare, limit: .seconds(120)) {
      let temporary = try TemporaryFolder()
      let made = URL(
        filePath: try await SampleRecording.frames(
          of: photograph, count: count, in: temporary, system: try opened()))
      let folder = try FaceVideo.folder()
      try FileManager.default.createDirectory(
        at: folder.appending(path: "frames"), withIntermediateDirectories: true)
      var raw = Data()
      for (index, name) in try FileManager.default.contentsOfDirectory(atPath: made.path).sorted()
        .enumerated()
      {
        let file = made.appending(path: name)
        try Data(contentsOf: file).write(to: folder.appending(path: "frames/\(index).jpg"))
        raw.append(contentsOf: try PlanarPicture(try ImageFile.read(file.path)).bytes)
      }
      try expect(raw.count == count * frameBytes, "\(raw.count) bytes")
      try raw.write(to: folder.appending(path: "fed.i420"))
    },
    Trial("a face video that is fed is captured as it was, uncompressed", part: .faceFilm) {
      let raw = try Array(Data(contentsOf: folder().appending(path: "fed.i420")))
      let fed = (0..<count).map { Array(raw[$0 * frameBytes..<($0 + 1) * frameBytes]) }
      var film = Data("YUV4MPEG2 W\(width) H\(height) F\(rate):1 Ip C420\n".utf8)
      try await captured(fed, as: "YU12", .pixels(.i420)) { film.append(Data("FRAME\n".utf8) + Data($0)) }
      try film.write(to: folder().appending(path: "captured.y4m"))
    },
    Trial("a face video that is fed is captured as it was, compressed", part: .faceFilm) {
      var film = Data()
      try await captured(files(), as: "MJPG", .jpeg) { film.append(Data($0)) }
      try film.write(to: folder().appending(path: "captured.mjpeg"))
    },
    Trial(
      "the person in what was captured is verified, and nobody else", part: .faceVerify, limit: .seconds(240)
    ) {
      let system = try FaceVideo.opened()
      let (extractor, matcher) = (try await system.faces.extractor(), try await system.faces.matcher())
      func template(_ photograph: String) async throws -> Template {
        try await system.faces.template(
          of: ImageFile.read(try SampleRecording.path(of: photograph)), choosing: .largest, with: extractor)
      }
      let person = try await template(enrolled)
      let other = try await template(stranger)
      for name in ["captured.y4m", "captured.mjpeg"] {
        let capture = try await system.faces.capture(
          camera: CameraOptions(locator: try folder().appending(path: name).path))
        let captured = try await capture.run().bestImage()
        let probe = try await extractor.template(of: captured.image, face: captured.face)
        let genuine = try await matcher.authenticate(
          candidates: [probe], references: [person], policy: .falseMatchRate(1e-4))
        let impostor = try await matcher.authenticate(
          candidates: [probe], references: [other], policy: .falseMatchRate(1e-4))
        measured("\(name): \(genuine.best.score) with the same person, \(impostor.best.score) with another")
        try expect(genuine.isMatch, "\(name): the person is not verified")
        try expect(!impostor.isMatch, "\(name): a stranger is verified")
      }
    },
  ]

  /// Feeds pictures to a camera, and captures them through the plugin: each is one that was fed, and after
  /// the one before.
  private static func captured(
    _ fed: [[UInt8]], as letters: String, _ format: FrameFormat, _ take: ([UInt8]) -> Void
  ) async throws {
    try await Loopback.settle()
    let plugin = try VideoPlugin.open()
    let loopback = try Loopback(letters, width: UInt32(width), height: UInt32(height), rate: UInt32(rate))
    var received: [[UInt8]] = []
    // Slower than a camera, and looked at afterwards: the driver writes over the pictures of whoever is late,
    // and the emulated processor of a busy machine is.
    try await loopback.fed(rate: rate / 2, { fed[$0 % fed.count] }) {
      let camera = try await Camera.open(
        plugin,
        options: CameraOptions(
          locator: Loopback.path, width: width, height: height, framesPerSecond: Double(rate), format: format)
      )
      var frames = CapturedFrames()
      try await frames.take(Loopback.buffers, from: camera)
      for _ in 0..<count {
        guard let frame = try await camera.nextFrame(timeout: .seconds(5)) else {
          throw TrialFailure("an end")
        }
        try frames.add(frame)
        try expect(frame.format == format, "\(frame.format)")
        received.append(frame.bytes)
      }
      measured(
        "\(frames.count) frames of '\(letters)', \(String(format: "%.2f", frames.rate)) a second, "
          + "\(frames.last?.dropped ?? 0) lost")
    }
    for (number, bytes) in received.enumerated() {
      try expect(fed.contains(bytes), "frame \(number) is none that was fed")
      take(bytes)
    }
  }
}
