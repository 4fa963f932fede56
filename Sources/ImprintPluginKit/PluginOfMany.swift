// SPDX-License-Identifier: Apache-2.0
import CImprint

/// A library that serves several plugins, each with a manifest of its own, whose `library.ofMany` names it.
///
/// ``Plugin/identity`` is the library's. What a plugin is beyond that follows from its manifest's parameters,
/// which `init(host:)` reads:
///
/// ```swift
/// struct Runner: FaceExtractorPlugin, PluginOfMany {
///   static let identity = PluginIdentity(id: "org.example.runner", version: "1.0.0", vendor: "Example")
///   static let format = Parameter<String>("format", upTo: 63, "The name of the format that it makes.")
///   static let scale = Parameter<Double>("scale", in: 0...1, "What pixels are multiplied by.", default: 1)
///   static let parameters: [any DeclaredParameter] = [format, scale]
///
///   init(host: Host) throws(PluginFailure) {
///     let format = try host.value(of: Self.format)
///     …
///   }
/// }
/// ```
///
/// Those that are open side by side go by their own parameters alone: keep them in the plugin, and in
/// nothing that is global.
public protocol PluginOfMany: Plugin {
  /// All that its plugins may be told; each name once, 64 at most.
  static var parameters: [any DeclaredParameter] { get }
}

/// A ``Parameter`` of any type, for the list of them.
public protocol DeclaredParameter: Sendable {
  var declaration: ParameterDeclaration { get }
}

/// What a library tells its host of a parameter.
public struct ParameterDeclaration: Sendable {
  let name: String
  let purpose: String
  let type: UInt32
  let isRequired: Bool
  var longest: UInt32 = 0
  var range: ClosedRange<Double> = 0...0

  /// In memory that is never freed.
  var declared: imp_parameter_declaration {
    imp_parameter_declaration(
      size: structSize(imp_parameter_declaration.self), type: type, required: isRequired ? 1 : 0,
      length_max: longest, min: range.lowerBound, max: range.upperBound, name: lastingCString(name),
      purpose: lastingCString(purpose))
  }
}

/// A parameter that a manifest may give: `Bool`, `Int`, `Double` or `String`. One with a default may be left
/// out.
///
/// Its name is a small letter, then letters and digits, with single '-', '_' or '.' between them, at most 63
/// bytes; its purpose one line of at most 255 bytes. A host refuses a library that declares others.
public struct Parameter<Value: Sendable>: DeclaredParameter {
  public let declaration: ParameterDeclaration
  /// As a manifest writes it, for words.
  public var name: String { declaration.name }
  /// `nil`: every manifest gives it.
  public let defaultValue: Value?
  let read: @Sendable (imp_parameter) -> Value?

  private init(
    _ declaration: ParameterDeclaration, _ defaultValue: Value?,
    read: @escaping @Sendable (imp_parameter) -> Value?
  ) {
    self.declaration = declaration
    self.defaultValue = defaultValue
    self.read = read
  }
}

extension Parameter where Value == Bool {
  public init(_ name: String, _ purpose: String, default: Value? = nil) {
    self.init(
      ParameterDeclaration(
        name: name, purpose: purpose, type: UInt32(IMP_PARAMETER_BOOLEAN), isRequired: `default` == nil),
      `default`
    ) { $0.integer != 0 }
  }
}

extension Parameter where Value == Int {
  /// - Parameter range: Within -2^53...2^53.
  public init(_ name: String, in range: ClosedRange<Int>, _ purpose: String, default: Value? = nil) {
    self.init(
      ParameterDeclaration(
        name: name, purpose: purpose, type: UInt32(IMP_PARAMETER_INTEGER), isRequired: `default` == nil,
        range: Double(range.lowerBound)...Double(range.upperBound)),
      `default`
    ) { Int($0.integer) }
  }
}

extension Parameter where Value == Double {
  /// - Parameter range: Finite.
  public init(_ name: String, in range: ClosedRange<Double>, _ purpose: String, default: Value? = nil) {
    self.init(
      ParameterDeclaration(
        name: name, purpose: purpose, type: UInt32(IMP_PARAMETER_NUMBER), isRequired: `default` == nil,
        range: range),
      `default`
    ) { $0.number }
  }
}

extension Parameter where Value == String {
  /// - Parameter longest: In bytes, 1...1024.
  public init(_ name: String, upTo longest: UInt32, _ purpose: String, default: Value? = nil) {
    self.init(
      ParameterDeclaration(
        name: name, purpose: purpose, type: UInt32(IMP_PARAMETER_TEXT), isRequired: `default` == nil,
        longest: longest),
      `default`
    ) { lent in
      String(
        validating: UnsafeRawBufferPointer(start: lent.text.data, count: lent.text.length), as: UTF8.self)
    }
  }
}
