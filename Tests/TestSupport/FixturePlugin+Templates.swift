// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Fixtures that make templates, or compare them, or both.
extension FixturePlugin {
  /// The plugin of `Tests/Fixtures/plugins/voice.c`: templates of sound, and nothing of faces.
  public static func voice() throws -> FixturePlugin {
    var plugin = FixturePlugin()
    plugin.source = try String(
      contentsOf: BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/voice.c"), encoding: .utf8)
    plugin.manifest.id = "org.example.voice"
    plugin.manifest.provides = ["imprint.voice-extractor/1", "imprint.matcher/2"]
    let format = "format: example.voice, modality: voice, templateBytes: 16"
    plugin.manifest.extracts = ["{\(format), version: 1}"]
    plugin.manifest.compares = [
      "{\(format), reads: {min: 1, max: 1}, symmetric: true, similarity: {min: -1, max: 1}}"
    ]
    plugin.manifest.more = FixtureManifest.calibrations(of: "example.voice", by: plugin.manifest.id)
    return plugin
  }

  /// The plugin of `Tests/FaultyPlugins/finger.c`, without a fault: templates of fingers, compared by nobody.
  public static func finger() -> FixturePlugin {
    var plugin = FixturePlugin(["PLUGIN_ID": "\"org.example.finger\""])
    plugin.source = "#include \"\(BuiltProducts.package.path)/Tests/FaultyPlugins/finger.c\"\n"
    plugin.manifest.id = "org.example.finger"
    plugin.manifest.provides = ["imprint.finger-extractor/1"]
    plugin.manifest.hostNeeds = []
    plugin.manifest.extracts = [
      "{format: example.faulty-press, modality: finger, version: 1, templateBytes: 72}",
      "{format: example.faulty-roll, modality: finger, version: 2, templateBytes: {max: 72}}",
    ]
    return plugin
  }

  /// The fixture with a format of that name alone: a template is the first four pixels of an image.
  /// - Parameter maker: the id of what makes the templates that it is calibrated for; `nil`: its own.
  public static func face(
    _ id: String, format: String, makes: Bool = true, compares: Bool = true,
    calibratedFor maker: String? = nil
  ) -> FixturePlugin {
    var plugin = FixturePlugin(["FIX_ID": "\"\(id)\"", "FIX_ALGORITHM": "\"\(format)\""])
    plugin.manifest.id = id
    plugin.manifest.format = format
    plugin.provide(
      (makes ? ["imprint.face-extractor/1"] : []) + (compares ? ["imprint.matcher/2"] : []))
    if compares { plugin.manifest.more = FixtureManifest.calibrations(of: format, by: maker ?? id) }
    return plugin
  }

  /// Provides these abilities, in its manifest and in its library.
  public mutating func provide(_ abilities: [String]) {
    manifest.provides = abilities
    defines["FIX_ABILITIES"] = abilities.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// Has the library leave a file as soon as it is loaded, before anything of it is called. A worker may not
  /// write it: in this process alone.
  public mutating func leaveTrace(_ path: String) {
    defines["FIX_TOP"] = """
      __attribute__((constructor)) static void ran(void) { FILE *file = fopen("\(path)", "w"); \
      if (file) fclose(file); }
      """
  }
}

extension FixtureManifest {
  /// A made-up calibration of the templates that a plugin makes. Similarity 0.5 has FMR 1e-2, and 0.9 has
  /// 1e-5: score 4000, the last that is supported.
  public static func calibrations(
    of format: String, by extractor: String, _ version: String = "1.0.0"
  ) -> String {
    """
    calibrations:
      - format: \(format)
        probe: {version: 1, extractor: {id: \(extractor), versions: {min: \(version), max: \(version)}}, samples: {min: 1, max: 1}}
        method: "made up"
        date: "2026-11-21"
        population: "patterns"
        dataSet: "none"
        impostorComparisons: 4000000
        genuineComparisons: 100
        subjects: 50
        points:
          - {similarity: 0.5, fmr: 0.01, lower: 0.009, upper: 0.011}
          - {similarity: 0.9, fmr: 1.0e-5, lower: 5.0e-6, upper: 2.0e-5}

    """
  }
}
