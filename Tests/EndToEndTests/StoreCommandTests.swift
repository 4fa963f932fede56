// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// `user` and `template`: looking after a store.
@Suite struct StoreCommandTests {
  private let installation: CalibratedInstallation

  init() throws { installation = try CalibratedInstallation() }

  private func run(_ arguments: String...) throws -> CommandRun {
    try installation.installation.run(arguments + ["--json"])
  }

  /// - Returns: the user's id and those of the templates.
  private func enroll(_ name: String, _ pictures: String...) throws -> (user: String, templates: [String]) {
    let run = try installation.run(["enroll", "--user", name, "--anyway", "--json"] + pictures)
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let templates = try #require(try run.json["templates"] as? [[String: Any]])
    return (try #require(try run.json["user"] as? String), templates.compactMap { $0["id"] as? String })
  }

  private func names() throws -> [String] {
    let users = try #require(try run("user", "list").json["users"] as? [[String: Any]])
    return users.compactMap { $0["name"] as? String }.sorted()
  }

  @Test func usersAreListedWithWhatTheyHave() throws {
    let none = try run("user", "list")
    #expect(none.exitCode == 1)
    #expect(try none.errorCode == "not-a-store")
    _ = try enroll("ada", "a.png", "b.png")
    _ = try enroll("kim", "c.png")
    #expect(try names() == ["ada", "kim"])
    let text = try installation.installation.run(["user", "list"])
    #expect(text.exitCode == 0)
    #expect(text.output.contains("2 of imprint.null/1") && text.output.hasSuffix("2 users\n"))
  }

  @Test func aUserIsShownWithTheirTemplatesAndNoByteOfThem() throws {
    let ada = try enroll("ada", "a.png")
    for command in [
      ["user", "show", "ada"], ["template", "list"], ["template", "list", "--user", ada.user],
    ] {
      let json = try installation.installation.run(command + ["--json"])
      #expect(json.exitCode == 0)
      let listed = try #require(try json.json["templates"] as? [[String: Any]])
      #expect(listed.map { $0["id"] as? String } == ada.templates)
      #expect(listed[0]["payloadBytes"] as? Int != nil && listed[0]["payload"] == nil)
      let text = try installation.installation.run(command)
      #expect(text.output.contains(ada.templates[0]))
      // The payload in any form a program might print it in.
      let store = try Data(
        contentsOf: installation.installation.folder.url.appending(
          path: ".local/share/imprint/store/users/\(ada.user)/templates/\(ada.templates[0]).impt"))
      let payload = Array(try TemplateEnvelope.decode(Array(store), place: "stored").payload.suffix(16))
      let hex = payload.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
      for printed in [text.output, json.output] {
        #expect(!printed.contains(hex) && !printed.contains(Data(payload).base64EncodedString().prefix(16)))
        #expect(!printed.contains(payload.map(String.init).joined(separator: ", ")))
      }
    }
  }

  @Test func aUserIsRenamedUnlessTheNameIsTaken() throws {
    let ada = try enroll("ada", "a.png")
    _ = try enroll("kim", "b.png")
    let taken = try run("user", "rename", "ada", "kim")
    #expect(taken.exitCode == 1)
    #expect(try taken.errorCode == "name-taken")
    let done = try run("user", "rename", "ada", "eve")
    #expect(done.exitCode == 0)
    #expect(try done.json["user"] as? String == ada.user)
    #expect(try names() == ["eve", "kim"])
    #expect(try installation.run(["verify", "--user", "eve", "a.png"]).exitCode == 0)
    #expect(try run("user", "rename", "nobody", "x").errorCode == "unknown-user")
  }

  @Test func aRemovedUserHasGoneWithAllTemplates() throws {
    let ada = try enroll("ada", "a.png", "b.png")
    let done = try run("user", "remove", ada.user)
    #expect(done.exitCode == 0)
    #expect(try done.json["templates"] as? Int == 2)
    #expect(try names().isEmpty)
    #expect(try run("user", "remove", "ada").errorCode == "unknown-user")
    let left = try FileManager.default.subpathsOfDirectory(
      atPath: installation.installation.folder.url.appending(path: ".local/share/imprint/store").path)
    #expect(!left.contains { $0.hasSuffix(".impt") })
  }

  @Test func aUserWhoseFileCannotBeReadIsRemovedByTheirID() throws {
    let ada = try enroll("ada", "a.png")
    let store = installation.installation.folder.url.appending(path: ".local/share/imprint/store")
    try Data("no user".utf8).write(to: store.appending(path: "users/\(ada.user)/user"))
    #expect(try run("user", "remove", "ada").errorCode == "unknown-user")
    let done = try run("user", "remove", ada.user)
    #expect(done.exitCode == 0)
    #expect(try done.json["name"] is NSNull && done.json["templates"] as? Int == 1)
    #expect(!FileManager.default.fileExists(atPath: store.appending(path: "users/\(ada.user)").path))
  }

  @Test func templatesAreRemovedByIDOrByAlgorithmAndTheUserStays() throws {
    let ada = try enroll("ada", "a.png", "b.png", "c.png")
    #expect(try run("template", "remove", "--user", "ada", ada.templates[0]).exitCode == 0)
    #expect(try run("template", "remove", "--user", "ada", ada.templates[0]).errorCode == "unknown-template")
    #expect(try run("template", "remove", "--user", "ada", "--algorithm", "example.other").exitCode == 1)
    let rest = try run("template", "remove", "--user", "ada", "--algorithm", "imprint.null")
    #expect((try rest.json["removed"] as? [Any])?.count == 2)
    #expect(try names() == ["ada"])
  }

  @Test func whatCannotBeReadIsToldAndTheOthersAreListed() throws {
    let ada = try enroll("ada", "a.png")
    _ = try enroll("kim", "b.png")
    try installation.installation.folder.write(
      "no user", to: ".local/share/imprint/store/users/\(ada.user)/user")
    let run = try run("user", "list")
    #expect(run.exitCode == 1 && run.errors.contains("warning: "))
    #expect((try run.json["problems"] as? [Any])?.count == 1)
    #expect((try run.json["users"] as? [Any])?.count == 1)
  }
}
