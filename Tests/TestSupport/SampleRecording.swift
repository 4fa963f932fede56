// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Imprint

/// Sample photographs of people who are known to everybody, and recordings made of them. None is committed:
/// the environment names the folder by `IMPRINT_SAMPLES`.
public enum SampleRecording {
  public static var samples: URL? {
    ProcessInfo.processInfo.environment["IMPRINT_SAMPLES"].map { URL(filePath: $0) }
  }

  public static func path(of photograph: String) throws -> String {
    guard let samples else { throw MissingForTest("IMPRINT_SAMPLES is not set") }
    return samples.appending(path: photograph).path
  }

  /// Writes JPEG frames of 480x640 pixels: a window round the head that wanders by a pixel or two.
  /// - Returns: the folder.
  public static func frames(
    of photograph: String, count: Int, in folder: TemporaryFolder, system: BiometricSystem
  ) async throws -> String {
    let image = try ImageFile.read(try path(of: photograph))
    guard let head = try await system.faces.detect(in: image).first?.box else {
      throw MissingForTest("no face was found in \(photograph)")
    }
    // The face is as large as when one holds a phone; the window stays inside the photograph.
    let width = min(head.width * 2.6, Float(image.width) - 8, (Float(image.height) - 8) * 3 / 4)
    let height = width * 4 / 3
    for index in 0..<count {
      let sway = Float(index % 5) - 2
      let x = min(max(head.center.x - width / 2 + sway, 0), Float(image.width) - width)
      let y = min(max(head.center.y - height * 0.45 + sway, 0), Float(image.height) - height)
      let frame = try image.cropped(to: Rectangle(x: x, y: y, width: width, height: height))
        .scaled(width: 480, height: 640)
      try folder.write(try ImageEncoder.jpeg(frame, quality: 90), to: "frames/\(1000 + index).jpg")
    }
    return folder.url.appending(path: "frames").path
  }
}
