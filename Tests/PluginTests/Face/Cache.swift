// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What `scripts/test` fetches before it runs the tests: models, run-time libraries, sample pictures.
enum Cache {
  private static let environment = ProcessInfo.processInfo.environment

  private static let folder: URL = {
    let base = environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache"
    return URL(filePath: base).appending(path: "imprint")
  }()

  static let openVINO = folder.appending(path: "runtimes/openvino-2026.4.1").path

  /// Photographs of two people, of the package face_recognition; not committed.
  static let samples =
    environment["IMPRINT_SAMPLES"].map { URL(filePath: $0) }
    ?? folder.appending(path: "demo/face_recognition-1.3.0")

  /// The file behind a model's name in the manifest of a plugin of faces, or of that of voices.
  static func model(_ name: String) -> URL {
    let models = folder.appending(path: "models")
    if name.hasPrefix("encoder.") {
      return models.appending(path: "resemblyzer-0.1.4/resemblyzer" + name.dropFirst("encoder".count))
    }
    // One file of weights for both networks.
    if name == "embedding-single.xml" {
      return models.appending(path: "dlib-resnet29-0.3.0/dlib-resnet29-int8-single.xml")
    }
    if name == "embedding-single.bin" { return model("embedding.bin") }
    return name.hasPrefix("embedding.")
      ? models.appending(path: "dlib-resnet29-0.3.0/dlib-resnet29-int8" + name.dropFirst("embedding".count))
      : models.appending(path: "mediapipe-face-0.10.21/" + name)
  }
}
