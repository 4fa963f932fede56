// SPDX-License-Identifier: Apache-2.0
import ImprintSettings
import Testing

@testable import ImprintManifest

@Suite struct BundledTests {
  private func plugins() throws -> [PluginManifest] {
    try Samples.bundled("plugins").map { try ManifestReader.plugin(at: $0).manifest }
  }

  private func variant(_ name: String) throws -> VariantManifest {
    let path = try #require(try Samples.bundled("variants").first { $0.hasSuffix("/\(name).yaml") })
    return try ManifestReader.variant(at: path).manifest
  }

  @Test func everyPluginManifestReadsWithoutAWarning() throws {
    let paths = try Samples.bundled("plugins")
    #expect(paths.count >= 5)
    for path in paths {
      let reading = try ManifestReader.plugin(at: path)
      #expect(reading.warnings.isEmpty, "\(path)")
      #expect(path.hasSuffix("/\(reading.manifest.id.split(separator: ".").last ?? "").yaml"))
    }
  }

  @Test func everyVariantReadsWithoutAWarning() throws {
    let paths = try Samples.bundled("variants")
    #expect(paths.count >= 2)
    for path in paths {
      let reading = try ManifestReader.variant(at: path)
      #expect(reading.warnings.isEmpty, "\(path)")
      #expect(path.hasSuffix("/\(reading.manifest.variant).yaml"))
    }
  }

  @Test func faceResolvesToItsDefaultPlugins() throws {
    let set = try Resolution.resolve(variant: variant("face"), choosing: [], available: plugins())
    #expect(
      set.plugins.map(\.id) == [
        "dev.imprint.device-alsa", "dev.imprint.device-pcsc", "dev.imprint.device-replay",
        "dev.imprint.device-v4l2", "dev.imprint.face-tracker", "dev.imprint.face-f6",
        "dev.imprint.face-capture-normal",
      ])
    #expect(set.features == ["IDENT", "MSC_CORE", "MSC_LIVENESS", "VERIF"])
  }

  @Test(arguments: ["face", "face-cr2d", "face-lite", "face-liveness", "finger", "speech", "voice"])
  func everyFeatureOfItsPluginsIsInAVariantsLicenceSet(name: String) throws {
    let set = try Resolution.resolve(variant: variant(name), choosing: [], available: plugins())
    #expect(set.unsoldFeatures.isEmpty)
    #expect(set.licenseSet == set.soldFeatures)
    #expect(set.extraFeatures == ["MSC_DUMP"])
  }

  @Test func voiceResolvesToItsDefaultPlugins() throws {
    let set = try Resolution.resolve(variant: variant("voice"), choosing: [], available: plugins())
    #expect(
      set.plugins.map(\.id) == [
        "dev.imprint.device-alsa", "dev.imprint.device-pcsc", "dev.imprint.device-replay",
        "dev.imprint.device-v4l2", "dev.imprint.voice-v1",
      ])
    #expect(set.features == ["IDENT", "VERIF"])
  }

  @Test func speechResolvesToItsDefaultPlugins() throws {
    let set = try Resolution.resolve(variant: variant("speech"), choosing: [], available: plugins())
    #expect(
      set.plugins.map(\.id) == [
        "dev.imprint.device-alsa", "dev.imprint.device-pcsc", "dev.imprint.device-replay",
        "dev.imprint.device-v4l2", "dev.imprint.speech-sphinx",
      ])
    #expect(set.features.isEmpty)
  }

  @Test func fingerResolvesToItsDefaultPluginsAndWritesWhatACardTakes() throws {
    let set = try Resolution.resolve(variant: variant("finger"), choosing: [], available: plugins())
    #expect(
      set.plugins.map(\.id) == [
        "dev.imprint.device-alsa", "dev.imprint.device-finger-replay", "dev.imprint.device-pcsc",
        "dev.imprint.device-v4l2", "dev.imprint.finger-edges",
      ])
    #expect(set.templatePath(of: .finger)?.format.algorithm == "imprint.finger-card")
    #expect(set.features == ["IDENT", "VERIF"])
  }

  @Test func faceIsSoldWithTheBiometrySet() throws {
    #expect(
      try variant("face").features
        == ["MORPHOFACS", "VERIF", "IDENT", "MIMA", "MSC_CORE", "MSC_LIVENESS"])
  }

  /// Normal and Cr2d compare the person's images: without a matcher nothing is opened.
  @Test(arguments: ["face", "face-cr2d", "face-liveness"])
  func aVariantWithLivenessOnTheDeviceIsRefusedWithoutAMatcher(name: String) throws {
    let available = try plugins().filter { $0.compares.isEmpty }
    #expect(throws: (any Error).self) {
      try Resolution.resolve(variant: variant(name), choosing: [], available: available)
    }
  }

  @Test func normalChosenForALiteVariantNamesWhatItLacks() throws {
    let available = try plugins().filter { $0.compares.isEmpty }
    do {
      _ = try Resolution.resolve(
        variant: variant("face-lite"), choosing: ["dev.imprint.face-capture-normal"], available: available)
      Issue.record("it was resolved")
    } catch {
      #expect("\(error)".contains("imprint.matcher/2"), "\(error)")
    }
  }

  @Test func faceLiteNeedsNoMatcher() throws {
    let available = try plugins().filter { $0.compares.isEmpty }
    let set = try Resolution.resolve(variant: variant("face-lite"), choosing: [], available: available)
    #expect(!set.plugins.contains { $0.provides(.matcher) })
    #expect(set.features == ["MSC_CORE"])
  }

  @Test(arguments: ["face", "face-cr2d", "face-liveness", "face-lite"])
  func aVariantBringsThePluginsOfEveryDeviceThatAreInstalled(name: String) throws {
    let set = try Resolution.resolve(variant: variant(name), choosing: [], available: plugins())
    #expect(set.providers[AbilityNeed(.camera)] == ["dev.imprint.device-v4l2", "dev.imprint.device-replay"])
    #expect(
      set.providers[AbilityNeed(.microphone)] == ["dev.imprint.device-alsa", "dev.imprint.device-replay"])
    #expect(set.providers[AbilityNeed(.cardReader)] == ["dev.imprint.device-pcsc"])
    let available = try plugins().filter { $0.devices.isEmpty }
    let small = try Resolution.resolve(variant: variant(name), choosing: [], available: available)
    #expect(small.providers[AbilityNeed(.camera)] == ["dev.imprint.device-replay"])
  }

  @Test func chosenMatcherTakesTheDefaultsPlace() throws {
    let set = try Resolution.resolve(
      variant: variant("face"), choosing: ["dev.imprint.null-matcher"], available: plugins())
    #expect(set.plugins.contains { $0.id == "dev.imprint.null-matcher" })
    #expect(!set.plugins.contains { $0.id == "dev.imprint.face-f6" })
  }

  @Test func f5ChosenTakesTheMatchersPlaceAndIsForSelfiesAlone() throws {
    let set = try Resolution.resolve(
      variant: variant("face"), choosing: ["dev.imprint.face-f5"], available: plugins())
    #expect(!set.plugins.contains { $0.id == "dev.imprint.face-f6" })
    let path = try #require(set.templatePath(of: .face))
    #expect(path.format.algorithm == "imprint.face-f5" && path.matcher == "dev.imprint.face-f5")
    let matcher = try #require(set.plugins.first { $0.id == path.matcher })
    // Nothing was measured on portraits of documents.
    #expect(matcher.compares.map(\.intendedUse) == [[.selfieToSelfie]])
    #expect(set.unsoldFeatures.isEmpty)
  }
}
