// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport

/// A root whose null matcher has a made-up calibration, and pictures of made-up people: stripes and slopes.
struct CalibratedInstallation {
  let installation: NullInstallation

  init() throws {
    installation = try NullInstallation()
    let manifest = "root/plugins/\(NullInstallation.id)/plugin.yaml"
    let text = try String(
      contentsOf: installation.folder.url.appending(path: manifest), encoding: .utf8)
    try installation.folder.write(
      text + FixtureManifest.calibrations(of: "imprint.null", by: NullInstallation.id), to: manifest)
    try picture("a.png") { x, _ in x * 4 }
    try picture("b.png") { _, y in y * 4 }
    try picture("c.png") { x, y in (x / 8 + y / 8) % 2 * 200 }
    try installation.folder.write(
      "pathA,pathB,same,subjectA,subjectB\na.png,a.png,1,a,a\na.png,b.png,0,a,b\nb.png,c.png,0,b,c\n",
      to: "pairs.csv")
  }

  private func picture(_ name: String, _ value: (Int, Int) -> Int) throws {
    let pixels = (0..<64 * 64).map { UInt8(value($0 % 64, $0 / 64)) }
    guard let image = Image(width: 64, height: 64, format: .grey8, pixels: pixels) else {
      throw MissingForTest("no picture")
    }
    try installation.folder.write(try ImageEncoder.png(image), to: name)
  }

  func run(_ arguments: [String], errors: FileHandle? = nil) throws -> CommandRun {
    try installation.run(arguments + ["--variant", "null-only"], errors: errors)
  }
}
