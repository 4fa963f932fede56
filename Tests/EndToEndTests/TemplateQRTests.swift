// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// QR codes of templates, as somebody at a command line makes and reads them.
@Suite struct TemplateQRTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func path(_ name: String) -> String { home.url.appending(path: name).path }

  /// A template of nobody: the header is that of the format, with its check.
  private func template(_ algorithm: String = "imprint.face-f5", bytes: Int = 116) throws -> Template {
    var payload = Array("IMF5".utf8) + [1, 80] + [UInt8](repeating: 0, count: 10)
    // By zlib.crc32.
    payload += [0x41, 0x81, 0x67, 0xEF]
    payload += (0..<bytes - 20).map { UInt8(truncatingIfNeeded: $0) }
    let format = try #require(TemplateFormat(algorithm: algorithm, version: 1))
    let maker = TemplateMaker(
      id: "org.example.maker", version: SemanticVersion(major: 1, minor: 0, patch: 0))
    return try #require(
      Template(
        format: format, modality: .face, site: .face, quality: 80, created: 1_700_000_000, maker: maker,
        payload: payload))
  }

  private func save(_ template: Template) throws -> String {
    let file = path("template.impt")
    try Data(TemplateEnvelope.encode(template)).write(to: URL(fileURLWithPath: file))
    return file
  }

  private func run(_ arguments: [String]) throws -> CommandRun {
    try CommandRun.sdkctl(["template", "qr"] + arguments, home: home)
  }

  @Test(arguments: ["m", "q"]) func whatIsReadOfAPictureIsTheTemplatesPayload(level: String) throws {
    let original = try template()
    let made = try run([
      try save(original), "--output", path("code.png"), "--level", level, "--json",
    ])
    #expect(made.exitCode == 0, "\(made.output)\(made.errors)")
    #expect(try made.json["modules"] as? Int == (level == "m" ? 45 : 53))
    let attributes = try FileManager.default.attributesOfItem(atPath: path("code.png"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)

    let read = try run(["read", path("code.png"), "--output", path("again.impt"), "--json"])
    #expect(read.exitCode == 0, "\(read.output)\(read.errors)")
    #expect(try read.json["maker"] is NSNull && read.json["created"] is NSNull)
    let again = try TemplateEnvelope.decode(
      Array(try Data(contentsOf: URL(fileURLWithPath: path("again.impt")))))
    #expect(again.payload == original.payload && again.format == original.format && again.quality == 80)
    #expect(again.maker == nil && again.created == nil)
    let text = try run(["read", path("code.png"), "--output", path("again.impt")])
    #expect(text.output.contains("unknown"))
  }

  @Test func withoutAnOutputTheTerminalShowsIt() throws {
    let run = try run([try save(try template()), "--level", "m"])
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 27 && lines.allSatisfy { $0.count == 53 })
    // Not as JSON, which programs keep.
    let json = try self.run([try save(try template()), "--json"])
    #expect(!json.output.contains("█"))
  }

  @Test func anSVGFileIsWritten() throws {
    let run = try run([try save(try template()), "--output", path("code.svg")])
    #expect(run.exitCode == 0)
    #expect(try String(contentsOfFile: path("code.svg"), encoding: .utf8).hasPrefix("<svg "))
  }

  @Test func anotherFormatIsRefusedByNameAndWritesNothing() throws {
    let file = try save(try template("imprint.face-f6", bytes: 512))
    let run = try run([file, "--output", path("code.png"), "--json"])
    #expect(run.exitCode == 1)
    let error = try #require(try run.error)
    #expect(error["code"] == "other-format" && error["place"] == file)
    #expect(error["reason"]?.contains("imprint.face-f6") == true)
    #expect(!FileManager.default.fileExists(atPath: path("code.png")))
  }

  @Test func aPictureWithoutACodeSaysSo() throws {
    let picture = try #require(
      Image(width: 64, height: 48, format: .grey8, pixels: [UInt8](repeating: 90, count: 64 * 48)))
    try Data(try ImageEncoder.png(picture)).write(to: URL(fileURLWithPath: path("plain.png")))
    let run = try run(["read", path("plain.png"), "--output", path("again.impt"), "--json"])
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "no-code")
    #expect(!FileManager.default.fileExists(atPath: path("again.impt")))
  }

  @Test(arguments: [["--output", "code.gif"], ["--module", "0"], ["--level", "h"]])
  func anOptionOutOfRangeIsAUsageError(options: [String]) throws {
    #expect(try run([try save(try template())] + options).exitCode == 64)
  }
}
