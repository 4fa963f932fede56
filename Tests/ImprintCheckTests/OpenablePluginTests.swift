// SPDX-License-Identifier: Apache-2.0
import ImprintSettings
import Foundation
import ImprintManifest
import ImprintModel
import ImprintRuntime
import ImprintTrust
import TestSupport
import Testing

@testable import ImprintCheck

/// Checks open plugins by the rules of a release: signed, by somebody whom the machine allows.
struct OpenablePluginTests {
  private let root: TemporaryFolder
  private let scratch: TemporaryFolder
  private let subject: CheckSubject
  private var folder: String { "\(root.path)/plugins/org.example.fixture" }

  init() throws {
    root = try FixturePlugin().install()
    scratch = try TemporaryFolder()
    subject = CheckSubject(
      PluginPlace(folder: "\(root.path)/plugins/org.example.fixture", root: root.path),
      scratch: scratch.path, faults: nil, isolation: .inProcess
    ) { _ in }
  }

  private func refusal(_ folder: String, by trust: PluginTrust) throws -> TrustError.Code? {
    let error = #expect(throws: TrustError.self) {
      try trust.examine(PluginEvidence(ReadPlugin.read(folder)))
    }
    return error?.code
  }

  @Test func whatACheckOpensIsSignedAndItsPublisherAllowed() throws {
    let (plugin, trust) = try subject.openable()
    let verdict = try plugin.judgeTrust(by: trust)
    #expect(verdict.mode == .require && verdict.allowance == .publisher)
    #expect(try trust.policy.get().notes.isEmpty)
    // A release takes the same settings.
    _ = try TrustPolicy(TrustSearch(files: try trust.policy.get().files), flavour: .release)
    #expect(plugin.folder != folder && plugin.root.path == root.path)
    #expect(try subject.openable().plugin == plugin)
  }

  @Test func theExaminedFolderStaysAsItIs() throws {
    let before = try ReadPlugin.read(folder)
    _ = try subject.openable()
    let after = try ReadPlugin.read(folder)
    #expect(after.contents == before.contents && after.signature == nil)
  }

  @Test func itsTrustOpensNothingElse() throws {
    let (plugin, trust) = try subject.openable()
    #expect(try refusal(folder, by: trust) == .notSigned)
    let other = try FixturePlugin().install()
    let copy = PluginCopy(
      place: PluginPlace(folder: "\(other.path)/plugins/org.example.fixture", root: other.path))
    // Somebody who calls himself the same.
    try ThrowawayPublisher("Examiner").sign(copy)
    #expect(try refusal(copy.place.folder, by: trust) == .unknownPublisher)
    // The copy itself, once a bit of it is another.
    let signed = PluginCopy(place: PluginPlace(folder: plugin.folder, root: scratch.path))
    try signed.flip(plugin.manifest.library.file, at: 100)
    #expect(try refusal(plugin.folder, by: trust) == .contentsDiffer)
  }

  /// The program that makes the checks, in every build.
  @Test func theProgramRefusesWhatADebugBuildWaives() throws {
    let process = Process()
    process.executableURL = URL(filePath: try FixturePlugin.program.path)
    process.arguments = ["version"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let told = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let text = String(decoding: told, as: UTF8.self)
    #expect(text.contains(BuildFlavour.release.enforcement), "\(text)")
    #expect(text.contains(BuildInformation.text), "\(text)")
  }
}
