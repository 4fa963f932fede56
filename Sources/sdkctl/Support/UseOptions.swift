// SPDX-License-Identifier: Apache-2.0

extension UseRule: ExpressibleByArgument {}

/// What faces are compared for, which not every algorithm is meant for.
struct UseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is compared: \(ComparisonUse.selfieToSelfie), \(ComparisonUse.selfieToDocument) or a word of the "
        + "plugin's manifest; says where the algorithm is not meant for it.", valueName: "use"),
    transform: Self.use)
  var use: ComparisonUse?

  @Option(help: "What happens then: warn or refuse.")
  var otherUses: UseRule = .warn

  private static func use(_ text: String) throws -> ComparisonUse {
    guard let use = ComparisonUse(text) else {
      throw ValidationError("--use is small letters and digits with hyphens, such as selfie-to-document.")
    }
    return use
  }

  /// Warns, or refuses.
  /// - Returns: the warning.
  @discardableResult
  func check(with matcher: TemplateMatcher, telling console: Console) throws -> MatchingError? {
    let warning = try matcher.check(use, by: otherUses)
    if let warning { console.tell("warning: \(warning)") }
    return warning
  }
}
