// SPDX-License-Identifier: Apache-2.0
import ImprintSettings
import Testing

@testable import ImprintManifest

/// Plugins for devices in a set: several side by side, needed or not.
@Suite struct DeviceResolutionTests {
  private func plugin(
    _ id: String, _ provides: [String], needs: [String] = []
  ) throws -> PluginManifest {
    let text = """
      schema: "1.0"
      id: org.\(id)
      version: 1.0.0
      vendor: Example
      name: Example
      summary: Example.
      license: {code: MIT}
      library: {file: lib.so, architecture: x86_64, libc: glibc 2.34}
      abi: {min: 1, max: 1}
      provides: [\(provides.joined(separator: ", "))]
      needs: {abilities: [\(needs.joined(separator: ", "))]}
      dataUse: {class: none, egress: none, retention: none}
      """
    return try ManifestReader.plugin(bytes: Array(text.utf8), place: id).manifest
  }

  /// A recorder that plays both, a camera, a microphone and a reader, each of which is watched, and one that
  /// does else.
  private func installed() throws -> [PluginManifest] {
    [
      try plugin("replay", ["imprint.camera/1", "imprint.microphone/1"]),
      try plugin("video", ["imprint.camera/1", "imprint.camera-control/1", "imprint.device-watch/1"]),
      try plugin("sound", ["imprint.microphone/1", "imprint.device-watch/1"]),
      try plugin("cards", ["imprint.card-reader/1", "imprint.device-watch/1"]),
      try plugin("other", ["org.other/1"]),
    ]
  }

  private func resolve(
    _ abilities: [String] = ["imprint.camera/1"],
    _ defaults: [String] = ["video", "sound", "cards", "replay"], choosing: [String] = [],
    of available: [PluginManifest]
  ) throws -> PluginSet {
    let text = """
      schema: "1.0"
      variant: test
      summary: Test.
      abilities: [\(abilities.joined(separator: ", "))]
      plugins: [\(defaults.map { "org.\($0)" }.joined(separator: ", "))]
      """
    return try Resolution.resolve(
      variant: ManifestReader.variant(bytes: Array(text.utf8), place: "test.yaml").manifest,
      choosing: choosing.map { "org." + $0 }, available: available)
  }

  private func problems(_ resolve: () throws -> PluginSet) throws -> [ResolutionProblem.Code] {
    try #require(#expect(throws: ResolutionError.self) { try resolve() }).problems.map(\.code)
  }

  @Test func theVariantsPluginsForDevicesAreAllThereThoughOneKindIsNeeded() throws {
    let set = try resolve(of: installed())
    #expect(set.plugins.map(\.id) == ["org.cards", "org.replay", "org.sound", "org.video"])
    #expect(set.providers[AbilityNeed(.camera)] == ["org.video", "org.replay"])
    #expect(set.providers[AbilityNeed(.microphone)] == ["org.sound", "org.replay"])
    #expect(set.providers[AbilityNeed(.cardReader)] == ["org.cards"])
    #expect(set.providers[AbilityNeed(.cameraControl)] == ["org.video"])
    #expect(set.provider(of: .camera) == nil && set.provider(of: .cardReader)?.id == "org.cards")
  }

  @Test func whatIsNotInstalledOfThemIsNotMissed() throws {
    let set = try resolve(of: installed().filter { $0.id == "org.replay" })
    #expect(set.plugins.map(\.id) == ["org.replay"])
    #expect(set.providers[AbilityNeed(.cardReader)] == nil && set.providers[AbilityNeed(.deviceWatch)] == nil)
  }

  @Test func aKindThatIsNeededAndNotThereIsAnUnmetNeed() throws {
    #expect(try problems { try resolve(["imprint.camera/1"], of: []) } == [.unmetNeed])
    let available = try installed().filter { $0.id != "org.cards" }
    #expect(try problems { try resolve(["imprint.card-reader/1"], of: available) } == [.unmetNeed])
  }

  @Test func onesThatAreInstalledAreNotTakenUnasked() throws {
    let set = try resolve(["imprint.camera/1"], ["replay"], of: installed())
    #expect(set.plugins.map(\.id) == ["org.replay"])
  }

  @Test func aChosenOneTakesTheDefaultsPlaceForItsKindsAlone() throws {
    let set = try resolve(choosing: ["replay"], of: installed())
    #expect(set.plugins.map(\.id) == ["org.cards", "org.replay"])
    #expect(
      set.providers[AbilityNeed(.camera)] == ["org.replay"]
        && set.providers[AbilityNeed(.microphone)] == ["org.replay"])
    // The watch of cameras went with the plugin that opens them.
    #expect(set.providers[AbilityNeed(.deviceWatch)] == ["org.cards"])
  }

  @Test func oneThatNoAbilityNamesMayBeChosen() throws {
    let set = try resolve(["imprint.camera/1"], ["replay"], choosing: ["cards"], of: installed())
    #expect(set.plugins.map(\.id) == ["org.cards", "org.replay"])
  }

  @Test func severalMayBeChosenForOneKindInTheirOrder() throws {
    let set = try resolve(["imprint.camera/1"], [], choosing: ["video", "replay"], of: installed())
    #expect(set.providers[AbilityNeed(.camera)] == ["org.video", "org.replay"])
  }

  @Test func whatOpensNoDeviceIsStillNeededOrRefused() throws {
    #expect(try problems { try resolve(choosing: ["other"], of: installed()) } == [.notNeeded])
    let available = try installed() + [plugin("second", ["org.other/1"])]
    #expect(
      try problems { try resolve(["org.other/1"], ["other", "second"], of: available) } == [.doublyMet])
  }

  @Test func theNeedsOfOneThatCameAlongAreMetOrSaid() throws {
    let available = [
      try plugin("replay", ["imprint.camera/1"]),
      try plugin("sound", ["imprint.microphone/1"], needs: ["org.other/1"]),
    ]
    #expect(try problems { try resolve(["imprint.camera/1"], of: available) } == [.unmetNeed])
    let other = try plugin("other", ["org.other/1"])
    let set = try resolve(["imprint.camera/1"], ["replay", "sound", "other"], of: available + [other])
    #expect(set.plugins.map(\.id) == ["org.other", "org.replay", "org.sound"])
  }
}
