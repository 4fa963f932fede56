// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

/// Writes its parameters into the log when it is opened.
private struct ManyPlugin: PluginOfMany {
  static let identity = PluginIdentity(id: "org.example.library", version: "2.1.0", vendor: "Example")
  static let format = Parameter<String>("format", upTo: 63, "What its format is called.")
  static let width = Parameter<Int>("inputWidth", in: -1...4096, "How wide images are.", default: 112)
  static let scale = Parameter<Double>("scale", in: 0...0.5, "What pixels are multiplied by.", default: 0.25)
  static let mirrored = Parameter<Bool>("mirrored", "Whether images are mirrored.", default: false)
  static let parameters: [any DeclaredParameter] = [format, width, scale, mirrored]

  init(host: Host) throws(PluginFailure) {
    host.log(
      .info,
      "\(try host.value(of: Self.format)) \(try host.value(of: Self.width)) \(try host.value(of: Self.scale)) "
        + "\(try host.value(of: Self.mirrored))")
  }
}

private struct BarePlugin: PluginOfMany {
  static let identity = PluginIdentity(id: "org.example.bare", version: "1.0.0", vendor: "Example")
  static let parameters: [any DeclaredParameter] = []
  init(host: Host) {}
}

struct PluginOfManyTests {
  private static let export = PluginExport(ManyPlugin.self, provides: [])

  private func open(_ given: [String: imp_parameter]) -> (status: imp_status, host: TestHost) {
    let host = TestHost()
    host.given = given
    let entry = Self.export.entry
    var plugin: OpaquePointer?
    let status = entry.pointee.open(entry, host.raw, &plugin)
    if let plugin { entry.pointee.close(plugin) }
    return (status, host)
  }

  private func parameter(
    _ type: Int32, integer: Int64 = 0, number: Double = 0, text: StaticString = ""
  ) -> imp_parameter {
    imp_parameter(
      size: structSize(imp_parameter.self), type: UInt32(type), integer: integer, number: number,
      text: imp_text(
        data: UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self),
        length: text.utf8CodeUnitCount))
  }

  private var format: imp_parameter { parameter(IMP_PARAMETER_TEXT, text: "example.ä") }

  @Test func theDescriptorIsThatOfALibraryOfMany() {
    let entry = Self.export.entry
    let raw = UnsafeRawPointer(entry.pointee.describe(entry))
    let said = raw.load(as: imp_library_descriptor.self)
    #expect(said.library.size == structSize(imp_library_descriptor.self))
    #expect(String(cString: said.library.id) == "org.example.library")
    let declared = (0..<Int(said.parameter_count)).compactMap { said.parameters?[$0] }
    #expect(declared.allSatisfy { $0.size == structSize(imp_parameter_declaration.self) })
    #expect(declared.map { String(cString: $0.name) } == ["format", "inputWidth", "scale", "mirrored"])
    #expect(declared.allSatisfy { !String(cString: $0.purpose).isEmpty })
    #expect(
      declared.map { Int32($0.type) } == [
        IMP_PARAMETER_TEXT, IMP_PARAMETER_INTEGER, IMP_PARAMETER_NUMBER, IMP_PARAMETER_BOOLEAN,
      ])
    #expect(declared.map(\.required) == [1, 0, 0, 0])
    #expect(declared.map(\.length_max) == [63, 0, 0, 0])
    #expect(declared.map(\.min) == [0, -1, 0, 0])
    #expect(declared.map(\.max) == [0, 4096, 0.5, 0])
  }

  @Test func aLibraryOfManyMayDeclareNothing() {
    let entry = PluginExport(BarePlugin.self, provides: []).entry
    let said = UnsafeRawPointer(entry.pointee.describe(entry)).load(as: imp_library_descriptor.self)
    #expect(said.library.size == structSize(imp_library_descriptor.self))
    #expect(said.parameter_count == 0)
  }

  @Test func aPluginReadsWhatItsManifestGives() {
    let (status, host) = open([
      "format": format, "inputWidth": parameter(IMP_PARAMETER_INTEGER, integer: -1),
      "scale": parameter(IMP_PARAMETER_NUMBER, number: 0.5),
      "mirrored": parameter(IMP_PARAMETER_BOOLEAN, integer: 1),
    ])
    #expect(status == IMP_OK)
    #expect(host.logged == ["example.ä -1 0.5 true"])
  }

  @Test func whatIsNotGivenIsAsTheLibrarySays() {
    let (status, host) = open(["format": format])
    #expect(status == IMP_OK)
    #expect(host.logged == ["example.ä 112 0.25 false"])
  }

  @Test func aRequiredOneThatIsNotThereIsNamed() {
    let (status, host) = open(["scale": parameter(IMP_PARAMETER_NUMBER, number: 0.5)])
    #expect(status == IMP_E_ARGUMENT)
    #expect(host.last?.words.contains("'format'") == true)
  }

  @Test func aValueOfAnotherTypeOrSizeIsRefused() {
    #expect(open(["format": parameter(IMP_PARAMETER_INTEGER)]).status == IMP_E_ARGUMENT)
    var longer = format
    longer.size += 8
    #expect(open(["format": longer]).status == IMP_E_ABI)
  }

  @Test func aHostWithoutParametersIsRefused() {
    //
    #expect(open([:]).status == IMP_E_ABILITY)
  }
}
