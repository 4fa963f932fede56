// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Uses that a plugin is not meant for, at the command line and in a handler: another installed plugin is.
@Suite struct IntendedUseCommandTests {
  private static let (selfies, portraits) = ("org.example.selfies", "org.example.portraits")
  private let installation: TemplateInstallation

  init() throws {
    var documents = FixturePlugin.face(Self.portraits, format: "example.portraits")
    documents.manifest.compares = [
      "{format: example.portraits, modality: face, templateBytes: \(documents.manifest.templateBytes), "
        + "reads: {min: 1, max: 1}, symmetric: true, similarity: \(documents.manifest.similarity), fuses: 1, "
        + "intendedUse: [selfie-to-document]}"
    ]
    installation = try TemplateInstallation(
      [.face(Self.selfies, format: "example.selfies"), documents],
      needs: [
        "{ability: imprint.face-extractor/1, format: example.selfies}",
        "{ability: imprint.matcher/2, format: example.selfies}",
      ], writes: [])
    let pixels = [UInt8](repeating: 90, count: 64 * 64)
    let image = try #require(Image(width: 64, height: 64, format: .grey8, pixels: pixels))
    try installation.folder.write(try ImageEncoder.png(image), to: "a.png")
  }

  private func run(_ arguments: [String]) throws -> CommandRun {
    let store = arguments[0] == "compare" ? [] : ["--store", "store"]
    return try installation.run(arguments + store)
  }

  /// Every command that compares, or makes what will be compared.
  private static let commands = [
    ["enroll", "--user", "ada", "a.png"], ["verify", "--user", "ada", "a.png"], ["identify", "a.png"],
    ["compare", "a.png", "a.png"],
  ]

  @Test func anotherUseIsWarnedOfInTextAndJSON() throws {
    for command in Self.commands {
      let told = try run(command + ["--use", "selfie-to-document"])
      #expect(told.exitCode == 0, "\(command): \(told.output)\(told.errors)")
      #expect(told.errors.contains("warning: \(Self.selfies): ") && told.errors.contains(Self.portraits))
      let json = try run(command + ["--use", "selfie-to-document", "--json"]).json
      #expect((json["otherUse"] as? [String: Any])?["code"] as? String == "other-use", "\(command)")
      let meant = try run(command + ["--use", "selfie-to-selfie", "--other-uses", "refuse", "--json"])
      #expect(meant.exitCode == 0 && !meant.errors.contains("warning"), "\(meant.errors)")
      #expect(try meant.json["otherUse"] is NSNull)
    }
  }

  @Test func anotherUseIsRefusedWhereThatIsAskedAndNothingIsStored() throws {
    let refusing = ["--use", "selfie-to-document", "--other-uses", "refuse", "--json"]
    let enrolling = try run(Self.commands[0] + refusing)
    #expect(try enrolling.exitCode == 1 && enrolling.errorCode == "other-use")
    #expect(!FileManager.default.fileExists(atPath: installation.folder.url.appending(path: "store").path))
    #expect(try run(Self.commands[0]).exitCode == 0)
    for command in Self.commands.dropFirst() {
      let refused = try run(command + refusing)
      #expect(try refused.exitCode == 1 && refused.errorCode == "other-use", "\(command)")
      #expect(refused.errors.contains("\(Self.portraits) (example.portraits)"))
    }
  }

  @Test func aPluginThatCouldNotBeOpenedIsNotRecommended() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: installation.folder.url.path)
    let libraries = files.filter { $0.contains(Self.portraits) && $0.hasSuffix(".so") }
    try #require(libraries.count == 1, "\(files)")
    try Data("no library".utf8).write(to: installation.folder.url.appending(path: libraries[0]))
    let told = try run(["compare", "a.png", "a.png", "--use", "selfie-to-document"])
    #expect(told.exitCode == 0 && told.errors.contains("warning: \(Self.selfies): "), "\(told.errors)")
    #expect(!told.errors.contains(Self.portraits) && told.errors.contains("No installed plugin"))
  }

  @Test func aWordThatNoManifestCanHaveIsRefused() throws {
    for command in Self.commands {
      #expect(try run(command + ["--use", "Selfie to document"]).exitCode == 64)
    }
  }

  @Test func aHandlerWarnsAndRefusesByItsOptions() async throws {
    let handler = try await installation.open().matcherHandler()
    let image = try #require(
      Image(width: 4, height: 4, format: .grey8, pixels: [UInt8](repeating: 9, count: 16)))
    let candidate = try await handler.candidate(of: image, DetectionOptions(modality: .face))
    let reference = BiometricReference(user: "ada", templates: candidate.templates)
    let warned = try await handler.authenticate(
      AuthenticationOptions(modality: .face, use: .selfieToDocument), candidate: candidate,
      reference: reference)
    #expect(warned.isMatch && warned.otherUse?.code == .otherUse)
    do {
      _ = try await handler.authenticate(
        AuthenticationOptions(modality: .face, use: .selfieToDocument, otherUses: .refuse),
        candidate: candidate, reference: reference)
      Issue.record("it was compared")
    } catch {
      #expect(error.code == .otherUse && error.remedy.contains(Self.portraits))
    }
  }
}
