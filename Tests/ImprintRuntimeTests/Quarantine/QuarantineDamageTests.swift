// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// Whatever lies in a record's place is judged, and in doubt the build is not opened.
@Suite struct QuarantineDamageTests {
  let scratch: TemporaryFolder
  let store: QuarantineStore
  let build = PluginBuild(
    contents: ContentHash(of: [1]), library: ContentHash(of: [1, 1]), plugin: "org.example.one",
    version: SemanticVersion(major: 1, minor: 0, patch: 0), folder: "/somewhere")
  var file: URL { scratch.url.appending(path: "quarantine/\(build.contents.hex).json") }

  init() throws {
    scratch = try TemporaryFolder()
    store = QuarantineStore(folder: "\(scratch.path)/quarantine", clock: { 1_000 })
    try store.add(PluginDeath(build, in: "face-extractor.extract", reason: .exit(3)))
  }

  private func expectQuarantined(_ what: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let refusal = try store.refusal(of: build)
    #expect(refusal?.code == .quarantined, "\(what)", sourceLocation: sourceLocation)
    #expect(refusal?.reason.contains("damaged") == true, sourceLocation: sourceLocation)
    #expect(try store.listing().damaged.map(\.build) == [build.contents], sourceLocation: sourceLocation)
    let error = #expect(throws: QuarantineError.self) {
      try store.add(PluginDeath(build, in: "none", reason: .garbage))
    }
    #expect(error?.code == .damaged, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    (#""time":1000"#, #""time":-1"#), (#""time":1000"#, #""time":1e9"#), (#""time":1000"#, #""time":"1000""#),
    (#""reason":"exit""#, #""reason":"boredom""#), (#""number":3"#, #""number":256"#),
    (#""number":3"#, #""number":null"#), (#","number":3"#, ""), (#""form":2"#, #""form":1"#),
    (#""form":2"#, #""form":2,"more":1"#), (#""version":"1.0.0""#, #""version":"1.0""#),
    (#""strikes":["#, #""strikes":[1,"#), (#""folder":"/somewhere""#, #""folder":7"#),
    (#""strikes""#, #""quarantined":false,"strikes""#), ("}]}", "}]} "), ("}]}", "}]}{}"), ("{", ""),
  ]) func aRecordThatIsNotAsWrittenQuarantines(old: String, new: String) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let range = try #require(text.range(of: old))
    try Data(text.replacingCharacters(in: range, with: new).utf8).write(to: file)
    // A blank at the end is JSON still.
    if new == "}]} " {
      #expect(try store.refusal(of: build) == nil)
    } else {
      try expectQuarantined(new)
    }
  }

  @Test func everyShortenedRecordQuarantines() throws {
    let bytes = try Data(contentsOf: file)
    // The last byte is a line end.
    for length in 0..<(bytes.count - 1) {
      try bytes.prefix(length).write(to: file)
      #expect(try store.refusal(of: build)?.code == .quarantined, "\(length) bytes")
    }
  }

  @Test func aRecordOfAnotherBuildQuarantines() throws {
    let other = ContentHash(of: [2])
    let text = try String(contentsOf: file, encoding: .utf8).replacing(build.contents.hex, with: other.hex)
    try Data(text.utf8).write(to: file)
    try expectQuarantined("another build's")
  }

  @Test func moreStrikesThanAreKeptQuarantine() throws {
    let strike = #"{"time":1,"function":"none","reason":"garbage","imprint":"0.1.0"}"#
    let many = Array(repeating: strike, count: QuarantineRecord.mostStrikes).joined(separator: ",")
    let text = try String(contentsOf: file, encoding: .utf8).replacing(
      "\"strikes\":[", with: "\"strikes\":[\(many),")
    try Data(text.utf8).write(to: file)
    try expectQuarantined("17 strikes")
  }

  @Test func aLinkAFolderAPipeAndAGiantInItsPlaceQuarantine() throws {
    let aside = scratch.url.appending(path: "aside")
    try FileManager.default.moveItem(at: file, to: aside)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: aside)
    try expectQuarantined("a link")
    #expect(try store.clear([build.contents]) == 1)
    #expect(try store.refusal(of: build) == nil && FileManager.default.fileExists(atPath: aside.path))

    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    try Data().write(to: file.appending(path: "inner"))
    try expectQuarantined("a folder")
    #expect(try store.clear([build.contents]) == 1)

    try #require(mkfifo(file.path, 0o600) == 0)
    try expectQuarantined("a pipe")
    #expect(try store.clear([build.contents]) == 1)

    try Data(repeating: 0x20, count: QuarantineRecordFile.maximumBytes + 1).write(to: file)
    try expectQuarantined("a giant")
  }

  @Test func whatIsNoRecordIsPassedOver() throws {
    for name in ["x.json", "\(build.contents.hex).JSON", "\(build.contents.hex.uppercased()).json", "README"]
    {
      try Data("{}".utf8).write(to: scratch.url.appending(path: "quarantine/\(name)"))
    }
    let listing = try store.listing()
    #expect(listing.records.count == 1 && listing.damaged.isEmpty)
  }

  @Test func whatAPluginCallsItselfDoesNotMakeARecordThatCannotBeRead() throws {
    let long = PluginBuild(
      contents: ContentHash(of: [3]), library: ContentHash(of: [3, 3]),
      plugin: String(repeating: "ä", count: 500),
      version: build.version, folder: "/\u{1B}[31m\"\\\n" + String(repeating: "f", count: 10_000))
    for _ in 0..<20 {
      try store.add(PluginDeath(long, in: String(repeating: "x", count: 9_999), reason: .garbage))
    }
    let record = try #require(try store.record(of: long.contents))
    #expect(record.build.plugin.utf8.count <= 128 && record.quarantined != nil)
  }
}
