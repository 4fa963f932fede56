// SPDX-License-Identifier: Apache-2.0
// Imprint's chain: frame, tracked face, template, through the real plugins, on one thread each. F6 makes its
// mirrored pass too; F5 has one.
//
//     FaceChain <stage> <plugin> <frame.ppm>...
//
// The plugin is what makes the templates. Prints "ready", then for each line "<frame> 1" the nanoseconds from
// frame to template, and of these from the face to the template. All tracks are forgotten before, outside the
// time measured, so that each frame is the first of its stream. One face is asked for, as a capture does: the
// quick detector runs, and the thorough one where that finds none.
import Glibc
import Imprint

/// The chain is measured, not the licence.
struct EverythingGranted: EntitlementProvider {
  func entitlement(for feature: LicenseFeature) -> Entitlement { .granted }
}

enum Failure: Error, CustomStringConvertible {
  case usage
  case frame(String)
  case noFace(Int)

  var description: String {
    switch self {
    case .usage: "usage: FaceChain <stage> <plugin> <frame.ppm>..."
    case .frame(let path): "\(path) is not a frame"
    case .noFace(let index): "no face in frame \(index)"
    }
  }
}

/// Reads `P6`, width, height and 255, and the pixels behind them.
func readFrame(_ path: String) throws -> Image {
  guard let file = fopen(path, "rb") else { throw Failure.frame(path) }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 4 << 20)
  let length = fread(&bytes, 1, bytes.count, file)
  var fields: [Substring] = []
  var at = 0
  while fields.count < 4, let end = bytes[at..<length].firstIndex(where: { $0 == 10 || $0 == 32 }) {
    fields.append(Substring(decoding: bytes[at..<end], as: UTF8.self))
    at = end + 1
  }
  guard fields.count == 4, fields[0] == "P6", let width = Int(fields[1]), let height = Int(fields[2]),
    let image = Image(width: width, height: height, format: .rgb24, pixels: Array(bytes[at..<length]))
  else { throw Failure.frame(path) }
  return image
}

func nanoseconds(_ duration: Duration) -> Int64 {
  duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
}

func run() async throws {
  let arguments = CommandLine.arguments
  guard arguments.count >= 4 else { throw Failure.usage }
  let frames = try arguments[3...].map(readFrame)
  let system = try BiometricSystem.open(
    ImprintConfiguration(
      searchPath: PluginSearchPath(roots: [PluginRoot(path: arguments[1], origin: .explicit)]),
      plugins: [arguments[2]],
      trust: .standard(named: "\(arguments[1])/etc/imprint/trust.yaml"), entitlements: EverythingGranted()))
  let tracker = try await system.faces.tracker(FaceTrackerOptions(maximumFaces: 1))
  let extractor = try await system.faces.extractor()
  var time: UInt64 = 0
  print("ready")
  fflush(nil)
  while let line = readLine() {
    let words = line.split(separator: " ")
    guard words.count == 2, let index = Int(words[0]), frames.indices.contains(index) else {
      throw Failure.usage
    }
    let frame = frames[index]
    await tracker.reset()
    let start = ContinuousClock.now
    guard let face = try await tracker.track(frame, timestamp: time).first else {
      throw Failure.noFace(index)
    }
    let found = ContinuousClock.now
    let extraction = try await extractor.extract(frame, face: face)
    let end = ContinuousClock.now
    time += 33_000_000
    precondition(!extraction.payload.bytes.isEmpty)
    print(nanoseconds(end - start), nanoseconds(end - found))
    fflush(nil)
  }
}

do {
  try await run()
} catch {
  let words = Array("FaceChain: \(error)\n".utf8)
  _ = write(2, words, words.count)
  exit(1)
}
