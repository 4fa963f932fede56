// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintModel

/// One thing that a plugin's manifest and its code both say.
struct Fact: Sendable {
  /// What the code calls it.
  let name: String
  let kind: FactKind
  /// What the manifest says.
  let value: String
  /// Who says that, for people: `plugin.yaml` unless said otherwise.
  var source = "plugin.yaml says"
  var remedy = "Correct the one that is wrong: a host refuses a plugin whose two differ."
  /// Whether a file without it is as good.
  var mayBeLeftOut = false
  /// Whether the code names one of several: those that ``value`` lists.
  var isOneOfSeveral = false

  func accepts(_ value: String) -> Bool {
    // As bytes: a host does not take two ways to write a letter for the same.
    if isOneOfSeveral {
      return self.value.split(separator: ", ").contains { $0.utf8.elementsEqual(value.utf8) }
    }
    return value.utf8.elementsEqual(self.value.utf8)
  }

  /// All that a file of a language says.
  static func all(of manifest: PluginManifest, isSwift: Bool) -> [Fact] {
    var facts = [
      Fact(name: isSwift ? "id" : "PLUGIN_ID", kind: .text, value: manifest.id),
      Fact(name: isSwift ? "version" : "PLUGIN_VERSION", kind: .text, value: "\(manifest.version)"),
      Fact(name: isSwift ? "vendor" : "PLUGIN_VENDOR", kind: .text, value: manifest.vendor),
    ]
    let abilities = manifest.provides.map(\.description).joined(separator: ", ")
    var provided = Fact(name: isSwift ? "provides" : "PLUGIN_ABILITY", kind: .abilities, value: abilities)
    provided.isOneOfSeveral = !isSwift
    facts.append(provided)
    if let matcher = manifest.matcher { facts += isSwift ? swift(matcher) : c(matcher) }
    return facts
  }

  private static func c(_ matcher: MatcherDeclaration) -> [Fact] {
    [
      Fact(name: "MATCHER_ALGORITHM", kind: .text, value: matcher.algorithm),
      Fact(name: "MATCHER_WRITES", kind: .integer, value: "\(matcher.writes.version)"),
      Fact(name: "MATCHER_READS_MIN", kind: .integer, value: "\(matcher.reads.lowerBound)"),
      Fact(name: "MATCHER_READS_MAX", kind: .integer, value: "\(matcher.reads.upperBound)"),
      Fact(name: "MATCHER_TEMPLATE_BYTES", kind: .integer, value: "\(matcher.templateBytes.maximum)"),
      Fact(name: "MATCHER_NEEDS_FACE", kind: .flag, value: "\(matcher.needsFace)"),
      Fact(name: "MATCHER_SYMMETRIC", kind: .flag, value: "\(matcher.isSymmetric)"),
      Fact(
        name: "MATCHER_SIMILARITY_MIN", kind: .number, value: FactKind.number(matcher.similarities.lowerBound)
      ),
      Fact(
        name: "MATCHER_SIMILARITY_MAX", kind: .number, value: FactKind.number(matcher.similarities.upperBound)
      ),
      magic(matcher, named: "MATCHER_MAGIC"),
    ]
  }

  private static func swift(_ matcher: MatcherDeclaration) -> [Fact] {
    let (reads, similarities) = (matcher.reads, matcher.similarities)
    return [
      Fact(name: "algorithm", kind: .text, value: matcher.algorithm),
      Fact(name: "writes", kind: .integer, value: "\(matcher.writes.version)"),
      Fact(name: "reads", kind: .integers, value: "\(reads.lowerBound)...\(reads.upperBound)"),
      Fact(name: "templateBytes", kind: .integer, value: "\(matcher.templateBytes.maximum)"),
      Fact(name: "needsFace", kind: .flag, value: "\(matcher.needsFace)"),
      Fact(name: "isSymmetric", kind: .flag, value: "\(matcher.isSymmetric)"),
      Fact(
        name: "similarities", kind: .numbers,
        value: "\(FactKind.number(similarities.lowerBound))...\(FactKind.number(similarities.upperBound))"),
      magic(matcher, named: "magic"),
    ]
  }

  /// A format of another name has another magic: else the one would pass for the other.
  private static func magic(_ matcher: MatcherDeclaration, named name: String) -> Fact {
    let own = TemplateMagic(ofFormat: matcher.algorithm).literal
    var fact = Fact(name: name, kind: .bytes, value: own)
    fact.source = "that of the format '\(matcher.algorithm)' is"
    fact.remedy = "Write \(own); or leave \(name) out, where the format has long had another."
    fact.mayBeLeftOut = true
    return fact
  }
}
