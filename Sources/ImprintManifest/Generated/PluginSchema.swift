// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-schema from manifests/schema/plugin.schema.json; change that, not this.
// swift-format-ignore-file
internal import ImprintSettings

/// What `plugin.schema.json` says, as ``SchemaChecker`` reads it.
enum PluginSchema {
  static let version = SchemaVersion(major: 1, minor: 4)

  /// Values of keys that are not given.
  enum Defaults {
    static let calibrationsUnmarked = false
    static let concurrencyInstances = "serial"
    static let concurrencyThreads = 1
    static let concurrencyForkSafe = false
  }

  private static let schemaPattern: TextPattern = .sequence([.set([0x31...0x31]), .set([0x2e...0x2e]), .choice([.set([0x30...0x30]), .sequence([.set([0x31...0x39]), .repeated(.set([0x30...0x39]), 0...5)])])])

  private static let pluginIdFormPattern: TextPattern = .sequence([.set([0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x61...0x7a]), 0...1024), .repeated(.sequence([.set([0x2e...0x2e]), .set([0x30...0x39, 0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x61...0x7a]), 0...1024)]), 1...1024)])

  static let pluginIdForm: Schema = .text(TextSchema("a reverse-DNS name in small letters, such as 'org.example.face-matcher'", lengths: 0...127, pattern: pluginIdFormPattern))

  private static let semanticVersionFormPattern: TextPattern = .sequence([.choice([.set([0x30...0x30]), .sequence([.set([0x31...0x39]), .repeated(.set([0x30...0x39]), 0...8)])]), .set([0x2e...0x2e]), .choice([.set([0x30...0x30]), .sequence([.set([0x31...0x39]), .repeated(.set([0x30...0x39]), 0...8)])]), .set([0x2e...0x2e]), .choice([.set([0x30...0x30]), .sequence([.set([0x31...0x39]), .repeated(.set([0x30...0x39]), 0...8)])])])

  static let semanticVersionForm: Schema = .text(TextSchema("a semantic version of three numbers, such as 1.0.0", lengths: 0...29, pattern: semanticVersionFormPattern))

  private static let lineFormPattern: TextPattern = .repeated(.set([0x20...0x7e, 0xa0...0x2027, 0x202f...0x2065, 0x206a...0x10ffff]), 0...1024)

  private static let licenseFormPattern: TextPattern = .sequence([.set([0x28...0x28, 0x30...0x39, 0x41...0x5a, 0x61...0x7a]), .repeated(.set([0x20...0x20, 0x28...0x28, 0x29...0x29, 0x2b...0x2b, 0x2d...0x2d, 0x2e...0x2e, 0x30...0x39, 0x3a...0x3a, 0x41...0x5a, 0x61...0x7a]), 0...1024)])

  static let licenseForm: Schema = .text(TextSchema("an SPDX licence expression, such as 'Apache-2.0'", lengths: 0...120, pattern: licenseFormPattern))

  static let license: Schema = .map(
    MapSchema(keys: [
      .init("code", required: true, licenseForm),
      .init("weights", required: false, licenseForm),
    ]))

  private static let fileNameFormPattern: TextPattern = .sequence([.set([0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a]), .repeated(.set([0x2b...0x2b, 0x2d...0x2d, 0x2e...0x2e, 0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a]), 0...1024)])

  static let fileNameForm: Schema = .text(TextSchema("a bare file name, with no folder and no leading '.'", lengths: 0...127, pattern: fileNameFormPattern, isFileName: true))

  private static let libraryLibcPattern: TextPattern = .sequence([.choice([.sequence([.set([0x67...0x67]), .set([0x6c...0x6c]), .set([0x69...0x69]), .set([0x62...0x62]), .set([0x63...0x63])]), .sequence([.set([0x6d...0x6d]), .set([0x75...0x75]), .set([0x73...0x73]), .set([0x6c...0x6c])])]), .set([0x20...0x20]), .repeated(.set([0x30...0x39]), 1...3), .repeated(.sequence([.set([0x2e...0x2e]), .repeated(.set([0x30...0x39]), 1...3)]), 1...2)])

  static let libraryOfMany: Schema = .map(
    MapSchema(keys: [
      .init("id", required: true, pluginIdForm),
      .init("version", required: true, semanticVersionForm),
      .init("vendor", required: true, .text(TextSchema("one line of text without control characters", lengths: 1...60, pattern: lineFormPattern))),
    ]))

  static let library: Schema = .map(
    MapSchema(keys: [
      .init("file", required: true, fileNameForm),
      .init("architecture", required: true, .text(TextSchema(words: ["x86_64", "aarch64"]))),
      .init("libc", required: true, .text(TextSchema("a C library and its version, such as 'glibc 2.34'", lengths: 0...20, pattern: libraryLibcPattern))),
      .init("ofMany", required: false, libraryOfMany),
    ]))

  private static let parameterNameFormPattern: TextPattern = .sequence([.set([0x61...0x7a]), .repeated(.set([0x30...0x39, 0x41...0x5a, 0x61...0x7a]), 0...1024), .repeated(.sequence([.set([0x2d...0x2d, 0x2e...0x2e, 0x5f...0x5f]), .repeated(.set([0x30...0x39, 0x41...0x5a, 0x61...0x7a]), 1...1024)]), 0...1024)])

  static let parameterNameForm: Schema = .text(TextSchema("a name of a small letter, letters and digits, such as 'inputWidth', with '-', '_' or '.' between them", lengths: 0...63, pattern: parameterNameFormPattern))

  static let parameters: Schema = .entries(EntriesSchema(names: parameterNameForm, values: .either([.boolean, .number(NumberSchema(minimum: nil, above: nil, maximum: nil)), .text(TextSchema("one line of text without control characters", lengths: 1...1024, pattern: lineFormPattern))]), most: 64))

  static let rangeForm: Schema = .map(
    MapSchema(keys: [
      .init("min", required: true, .integer(1...4294967295)),
      .init("max", required: true, .integer(1...4294967295)),
    ]))

  private static let abilityFormPattern: TextPattern = .sequence([.set([0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x61...0x7a]), 0...1024), .repeated(.sequence([.set([0x2e...0x2e]), .set([0x30...0x39, 0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x61...0x7a]), 0...1024)]), 1...1024), .set([0x2f...0x2f]), .set([0x31...0x39]), .repeated(.set([0x30...0x39]), 0...5)])

  static let abilityForm: Schema = .text(TextSchema("an ability with its revision, such as 'imprint.matcher/2'", lengths: 0...127, pattern: abilityFormPattern))

  private static let formatNameFormPattern: TextPattern = .repeated(.set([0x2d...0x2d, 0x2e...0x2e, 0x30...0x39, 0x61...0x7a]), 1...1024)

  static let formatNameForm: Schema = .text(TextSchema("a format's name of a-z, 0-9, '.' and '-', such as 'imprint.face-f6'", lengths: 0...63, pattern: formatNameFormPattern))

  static let needsAbilities: Schema = .map(
    MapSchema(keys: [
      .init("ability", required: true, abilityForm),
      .init("format", required: false, formatNameForm),
      .init("modality", required: false, .text(TextSchema(words: ["face", "finger", "voice"]))),
    ]))

  static let needs: Schema = .map(
    MapSchema(keys: [
      .init("host", required: false, .list(ListSchema(abilityForm, counts: 0...32, unique: true))),
      .init("abilities", required: false, .list(ListSchema(.either([abilityForm, needsAbilities]), counts: 0...32, unique: true))),
    ]))

  private static let productPattern: TextPattern = .sequence([.set([0x30...0x39, 0x41...0x5a, 0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x2e...0x2e, 0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a]), 0...1024)])

  private static let featuresPattern: TextPattern = .sequence([.set([0x41...0x5a]), .repeated(.set([0x30...0x39, 0x41...0x5a, 0x5f...0x5f]), 0...1024)])

  private static let sha256FormPattern: TextPattern = .repeated(.set([0x30...0x39, 0x61...0x66]), 64...64)

  static let sha256Form: Schema = .text(TextSchema("64 hexadecimal digits in small letters", lengths: 0...64, pattern: sha256FormPattern))

  private static let looseVersionFormPattern: TextPattern = .sequence([.set([0x30...0x39, 0x41...0x5a, 0x61...0x7a]), .repeated(.set([0x2b...0x2b, 0x2d...0x2d, 0x2e...0x2e, 0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a]), 0...1024)])

  static let looseVersionForm: Schema = .text(TextSchema("a version, such as 2026.4.1 (in quotes if it is a number)", lengths: 0...63, pattern: looseVersionFormPattern))

  private static let wordFormPattern: TextPattern = .sequence([.set([0x30...0x39, 0x41...0x5a, 0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x2e...0x2e, 0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a]), 0...1024)])

  static let wordForm: Schema = .text(TextSchema("a name of letters, digits, '.', '_', '-'", lengths: 0...63, pattern: wordFormPattern))

  static let modelsSource: Schema = .map(
    MapSchema(keys: [
      .init("package", required: true, wordForm),
      .init("version", required: true, looseVersionForm),
      .init("file", required: true, fileNameForm),
      .init("sha256", required: true, sha256Form),
    ]))

  static let models: Schema = .map(
    MapSchema(keys: [
      .init("name", required: true, fileNameForm),
      .init("file", required: true, fileNameForm),
      .init("sha256", required: true, sha256Form),
      .init("bytes", required: true, .integer(1...4294967296)),
      .init("version", required: true, looseVersionForm),
      .init("license", required: true, licenseForm),
      .init("source", required: true, modelsSource),
    ]))

  static let runtimesFiles: Schema = .map(
    MapSchema(keys: [
      .init("file", required: true, fileNameForm),
      .init("sha256", required: true, sha256Form),
    ]))

  static let runtimes: Schema = .map(
    MapSchema(keys: [
      .init("name", required: true, wordForm),
      .init("version", required: true, looseVersionForm),
      .init("license", required: true, licenseForm),
      .init("files", required: true, .list(ListSchema(runtimesFiles, counts: 1...64, unique: false))),
    ]))

  static let extractsTemplateBytes: Schema = .map(
    MapSchema(keys: [
      .init("max", required: true, .integer(1...1048576)),
    ]))

  static let extracts: Schema = .map(
    MapSchema(keys: [
      .init("format", required: true, formatNameForm),
      .init("modality", required: true, .text(TextSchema(words: ["face", "finger", "voice"]))),
      .init("version", required: true, .integer(1...4294967295)),
      .init("templateBytes", required: true, .either([.integer(1...1048576), extractsTemplateBytes])),
      .init("needsFace", required: false, .boolean),
    ]))

  static let comparesTemplateBytes: Schema = .map(
    MapSchema(keys: [
      .init("max", required: true, .integer(1...1048576)),
    ]))

  static let comparesSimilarity: Schema = .map(
    MapSchema(keys: [
      .init("min", required: true, .number(NumberSchema(minimum: -1e+30, above: nil, maximum: 1e+30))),
      .init("max", required: true, .number(NumberSchema(minimum: -1e+30, above: nil, maximum: 1e+30))),
    ]))

  private static let comparesIntendedUsePattern: TextPattern = .sequence([.repeated(.set([0x30...0x39, 0x61...0x7a]), 1...1024), .repeated(.sequence([.set([0x2d...0x2d]), .repeated(.set([0x30...0x39, 0x61...0x7a]), 1...1024)]), 0...1024)])

  static let compares: Schema = .map(
    MapSchema(keys: [
      .init("format", required: true, formatNameForm),
      .init("modality", required: true, .text(TextSchema(words: ["face", "finger", "voice"]))),
      .init("reads", required: true, rangeForm),
      .init("templateBytes", required: true, .either([.integer(1...1048576), comparesTemplateBytes])),
      .init("symmetric", required: true, .boolean),
      .init("similarity", required: true, comparesSimilarity),
      .init("fuses", required: false, .integer(1...4294967295)),
      .init("intendedUse", required: false, .list(ListSchema(.text(TextSchema("small letters with hyphens, such as 'selfie-to-document'", lengths: 0...63, pattern: comparesIntendedUsePattern)), counts: 0...16, unique: true))),
    ]))

  static let calibrationsProbeExtractorVersions: Schema = .map(
    MapSchema(keys: [
      .init("min", required: true, semanticVersionForm),
      .init("max", required: true, semanticVersionForm),
    ]))

  static let calibrationsProbeExtractor: Schema = .map(
    MapSchema(keys: [
      .init("id", required: true, pluginIdForm),
      .init("versions", required: true, calibrationsProbeExtractorVersions),
    ]))

  static let calibrationsProbeSamples: Schema = .map(
    MapSchema(keys: [
      .init("min", required: true, .integer(1...65535)),
      .init("max", required: true, .integer(1...65535)),
    ]))

  static let calibratedTemplatesForm: Schema = .map(
    MapSchema(keys: [
      .init("version", required: true, .integer(1...4294967295)),
      .init("extractor", required: true, calibrationsProbeExtractor),
      .init("samples", required: true, calibrationsProbeSamples),
    ]))

  private static let calibrationsDatePattern: TextPattern = .sequence([.repeated(.set([0x30...0x39]), 4...4), .set([0x2d...0x2d]), .repeated(.set([0x30...0x39]), 2...2), .set([0x2d...0x2d]), .repeated(.set([0x30...0x39]), 2...2)])

  static let calibrationsPoints: Schema = .map(
    MapSchema(keys: [
      .init("similarity", required: true, .number(NumberSchema(minimum: nil, above: nil, maximum: nil))),
      .init("fmr", required: true, .number(NumberSchema(minimum: nil, above: 0, maximum: 1))),
      .init("lower", required: true, .number(NumberSchema(minimum: 0, above: nil, maximum: 1))),
      .init("upper", required: true, .number(NumberSchema(minimum: 0, above: nil, maximum: 1))),
    ]))

  static let calibrations: Schema = .map(
    MapSchema(keys: [
      .init("format", required: true, formatNameForm),
      .init("probe", required: true, calibratedTemplatesForm),
      .init("reference", required: false, calibratedTemplatesForm),
      .init("unmarked", required: false, .boolean),
      .init("method", required: true, .text(TextSchema("one line of text without control characters", lengths: 1...200, pattern: lineFormPattern))),
      .init("date", required: true, .text(TextSchema("a day in quotes or bare, such as 2026-11-21", lengths: 0...10, pattern: calibrationsDatePattern))),
      .init("population", required: true, .text(TextSchema("one line of text without control characters", lengths: 1...200, pattern: lineFormPattern))),
      .init("dataSet", required: true, .text(TextSchema("one line of text without control characters", lengths: 1...200, pattern: lineFormPattern))),
      .init("impostorComparisons", required: true, .integer(1...9007199254740991)),
      .init("genuineComparisons", required: true, .integer(0...9007199254740991)),
      .init("subjects", required: true, .integer(1...9007199254740991)),
      .init("points", required: true, .list(ListSchema(calibrationsPoints, counts: 2...256, unique: false))),
    ]))

  static let concurrency: Schema = .map(
    MapSchema(keys: [
      .init("instances", required: false, .text(TextSchema(words: ["serial", "parallel"]))),
      .init("threads", required: false, .integer(1...256)),
      .init("forkSafe", required: false, .boolean),
    ]))

  static let dataUse: Schema = .map(
    MapSchema(keys: [
      .init("class", required: true, .text(TextSchema(words: ["none", "personal", "biometric"]))),
      .init("egress", required: true, .text(TextSchema(words: ["none", "network"]))),
      .init("retention", required: true, .text(TextSchema(words: ["none", "files"]))),
    ]))

  static let root: Schema = .map(
    MapSchema(keys: [
      .init("schema", required: true, .text(TextSchema("a schema version in quotes, such as \"1.0\"", lengths: 0...9, pattern: schemaPattern))),
      .init("id", required: true, pluginIdForm),
      .init("version", required: true, semanticVersionForm),
      .init("vendor", required: true, .text(TextSchema("one line of text without control characters", lengths: 1...60, pattern: lineFormPattern))),
      .init("name", required: true, .text(TextSchema("one line of text without control characters", lengths: 1...60, pattern: lineFormPattern))),
      .init("summary", required: true, .text(TextSchema("one line of text without control characters", lengths: 1...200, pattern: lineFormPattern))),
      .init("license", required: true, license),
      .init("library", required: true, library),
      .init("parameters", required: false, parameters),
      .init("abi", required: true, rangeForm),
      .init("provides", required: true, .list(ListSchema(abilityForm, counts: 1...32, unique: true))),
      .init("needs", required: false, needs),
      .init("product", required: false, .text(TextSchema("letters, digits, '.', '_' and '-', such as 'com.example.matcher'", lengths: 0...64, pattern: productPattern))),
      .init("features", required: false, .list(ListSchema(.text(TextSchema("a licence feature, such as 'VERIF'", lengths: 0...63, pattern: featuresPattern)), counts: 0...32, unique: true))),
      .init("models", required: false, .list(ListSchema(models, counts: 0...64, unique: false))),
      .init("runtimes", required: false, .list(ListSchema(runtimes, counts: 0...16, unique: false))),
      .init("extracts", required: false, .list(ListSchema(extracts, counts: 1...16, unique: false))),
      .init("compares", required: false, .list(ListSchema(compares, counts: 1...16, unique: false))),
      .init("calibrations", required: false, .list(ListSchema(calibrations, counts: 1...32, unique: false))),
      .init("devices", required: false, .list(ListSchema(.text(TextSchema(words: ["video", "sound", "smart-cards"])), counts: 0...3, unique: true))),
      .init("concurrency", required: false, concurrency),
      .init("dataUse", required: true, dataUse),
    ]))
}
