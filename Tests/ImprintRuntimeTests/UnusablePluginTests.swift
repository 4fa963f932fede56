// SPDX-License-Identifier: Apache-2.0
import ImprintManifest
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// A plugin of a variant that is installed, and that cannot be used: that is said, and why, and nobody is
/// told that it is not there.
@Suite struct UnusablePluginTests {
  private static let id = FixtureManifest().id

  /// A root with a plugin whose manifest is changed, and a variant of it.
  private func catalog(
    needs: String = "imprint.matcher/2", library: Bool = true, _ change: (String) -> String = { $0 }
  ) throws -> PluginCatalog {
    let root = try TemporaryFolder()
    let folder = "plugins/\(Self.id)"
    try root.write(change(FixtureManifest().yaml), to: "\(folder)/plugin.yaml")
    // Nobody loads it.
    if library { try root.write([0], to: "\(folder)/\(FixtureManifest().library)") }
    try root.write(
      """
      schema: "1.3"
      variant: one
      summary: One.
      abilities: [\(needs)]
      plugins: [\(Self.id)]
      """, to: "variants/one.yaml")
    return PluginCatalog.discover(only(root))
  }

  private func problems(_ catalog: PluginCatalog, choosing ids: [String] = []) throws -> [ResolutionProblem] {
    try #require(throws: ResolutionError.self) { try catalog.resolve(variant: "one", choosing: ids) }.problems
  }

  @Test(
    arguments: [
      ("vendor:", "vendro:", "plugin.yaml:", "vendor"), ("min: 1", "min: 9", "plugin.yaml:9:", "abi"),
      (FixtureManifest.runningArchitecture, "riscv64", "", "riscv64"),
      ("abi: {min: 1, max: 1}", "abi: {min: 7, max: 8}", "", "7 to 8"),
    ])
  func itsReasonAndPlaceAreSaidBeforeWhatIsMissingWithoutIt(
    from: String, to: String, place: String, words: String
  ) throws {
    let catalog = try catalog { $0.replacing(from, with: to, maxReplacements: 1) }
    let problems = try problems(catalog)
    #expect(problems.map(\.code) == [.unusable, .unmetNeed], "\(problems)")
    let problem = try #require(problems.first)
    #expect(problem.place == Self.id && problem.reason.contains(place) && problem.reason.contains(words))
    #expect(problem.remedy == catalog.skipped.first?.error.remedy)
    #expect(problems.last?.remedy == "No installed plugin provides it: install one.")
  }

  @Test func aMissingLibraryIsSaid() throws {
    let problems = try problems(try catalog(library: false))
    #expect(problems.map(\.code) == [.unusable, .unmetNeed])
    #expect(problems.first?.reason.contains(FixtureManifest().library) == true)
  }

  @Test func itIsSaidOnceHoweverMuchIsMissing() throws {
    let catalog = try catalog(needs: "imprint.matcher/2, imprint.face-extractor/1, imprint.camera/1") {
      $0.replacing("vendor:", with: "vendro:")
    }
    #expect(try problems(catalog).map(\.code) == [.unusable, .unmetNeed, .unmetNeed, .unmetNeed])
  }

  @Test func whoeverChoosesItIsTold() throws {
    let catalog = try catalog { $0.replacing("vendor:", with: "vendro:") }
    #expect(try problems(catalog, choosing: [Self.id]).map(\.code) == [.unusable, .unmetNeed])
    #expect(try problems(catalog, choosing: ["org.example.none"]).first?.code == .unknownPlugin)
  }

  @Test func anotherThatIsInstalledAndNotOfTheVariantIsNotSaid() throws {
    let root = try TemporaryFolder()
    try root.write("nothing", to: "plugins/org.example.other/plugin.yaml")
    try root.write(
      """
      schema: "1.3"
      variant: one
      summary: One.
      abilities: [imprint.matcher/2]
      plugins: [\(Self.id)]
      """, to: "variants/one.yaml")
    let problems = try problems(.discover(only(root)))
    #expect(problems.map(\.code) == [.unmetNeed])
    #expect(problems.first?.remedy.contains("\(Self.id) is not installed") == true)
  }
}
