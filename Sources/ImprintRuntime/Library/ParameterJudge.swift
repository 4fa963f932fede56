// SPDX-License-Identifier: Apache-2.0
internal import ImprintCalls
internal import ImprintManifest
internal import ImprintSettings

/// Validates a plugin's parameters against its library's declarations.
struct ParameterJudge {
  let declared: [ParameterDeclaration]
  /// The plugin's id.
  let plugin: String

  /// The values lent to the plugin: of the declared types, in the manifest's order.
  /// - Throws: ``PluginError`` `parameter-refused` with all errors.
  func settings(of parameters: [PluginParameter]) throws(PluginError) -> [ParameterSetting] {
    var settings: [ParameterSetting] = []
    var problems: [PluginError] = []
    for parameter in parameters {
      do throws(PluginError) { settings.append(try setting(of: parameter)) } catch { problems.append(error) }
    }
    for missing in declared
    where missing.isRequired && !parameters.contains(where: { $0.name == missing.name }) {
      problems.append(
        refusal(
          missing.name,
          "it is missing, and its library requires it: \(VisibleText.line(missing.purpose, upTo: 255))",
          "Add it under 'parameters': \(Self.allowed(missing))."))
    }
    if let first = problems.first { throw first.with(Array(problems.dropFirst())) }
    return settings
  }

  private func setting(of parameter: PluginParameter) throws(PluginError) -> ParameterSetting {
    let name = parameter.name
    guard let known = declared.first(where: { $0.name == name }) else {
      let names = declared.map(\.name)
      let nearest = NearestWord.to(name, among: names).map { "Did you mean '\($0)'? " } ?? ""
      throw refusal(
        name, "its library declares no such parameter.",
        nearest + (names.isEmpty ? "It declares none." : "It declares \(names.joined(separator: ", "))."))
    }
    let setting: ParameterSetting? =
      switch (known.kind, parameter.value) {
      case (.boolean, .boolean(let value)): .boolean(name, value)
      case (.integer, .integer(let value)):
        // As integers: large ones would be rounded in conversion to floating point.
        (Int(known.range.lowerBound)...Int(known.range.upperBound)).contains(value)
          ? .integer(name, value) : nil
      case (.number, .integer(let value)):
        known.range.contains(Double(value)) ? .number(name, Double(value)) : nil
      case (.number, .number(let value)): known.range.contains(value) ? .number(name, value) : nil
      case (.text, .text(let value)): value.utf8.count <= known.longest ? .text(name, value) : nil
      case (.boolean, _), (.integer, _), (.number, _), (.text, _): nil
      }
    guard let setting else {
      throw refusal(
        name,
        "it is `\(VisibleText.line("\(parameter)", upTo: 80))`; its library requires \(Self.allowed(known)).",
        "Correct it in the manifest.")
    }
    return setting
  }

  private func refusal(_ name: String, _ reason: String, _ remedy: String) -> PluginError {
    PluginError(.parameterRefused, place: "\(plugin), parameters.\(name)", reason: reason, remedy: remedy)
  }

  private static func allowed(_ declared: ParameterDeclaration) -> String {
    let (low, high) = (declared.range.lowerBound, declared.range.upperBound)
    return switch declared.kind {
    case .boolean: "true or false"
    case .integer: "a whole number from \(Int(low)) to \(Int(high))"
    case .number: "a number from \(low) to \(high)"
    case .text: "a text of at most \(declared.longest) bytes"
    }
  }
}
