// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A plugin that is compiled from C when a test runs, with its manifest, in a root of its own.
///
/// The default is `Tests/Fixtures/plugins/fixture.c`, which behaves; `defines` make it misbehave.
public struct FixturePlugin: Sendable {
  public var manifest = FixtureManifest()
  /// Macros for the compiler: name and value.
  public var defines: [String: String] = [:]
  /// C source; `nil` for the fixture.
  public var source: String?
  /// More arguments for the linker.
  public var link: [String] = []
  /// Whether everything that is not static is exported, as a careless build does.
  public var exportsEverything = false
  /// Files below the plugin's `models`.
  public var models: [String: [UInt8]] = [:]

  public init(_ defines: [String: String] = [:]) {
    self.defines = defines
  }

  /// Compiles and lays out the plugin.
  /// - Parameter root: `nil` for a new root.
  /// - Returns: The root.
  @discardableResult
  public func install(in root: TemporaryFolder? = nil, folder: String? = nil) throws -> TemporaryFolder {
    let root = try root ?? TemporaryFolder()
    let place = "plugins/\(folder ?? manifest.id)"
    try root.write(manifest.yaml, to: "\(place)/plugin.yaml")
    for (name, bytes) in models { try root.write(bytes, to: "\(place)/models/\(name)") }
    let fixture = BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/fixture.c")
    let source = try source ?? String(contentsOf: fixture, encoding: .utf8)
    try CCompiler.compile(
      source: try root.write(source, to: "\(place)/source.c"),
      to: root.url.appending(path: "\(place)/\(manifest.library)"), defines: defines, link: link,
      exportsEverything: exportsEverything)
    return root
  }
}

/// A shared library from C, by the compiler of this machine.
public enum CCompiler {
  /// - Throws: ``MissingForTest`` with the compiler's words.
  public static func compile(
    source: String, to library: URL, defines: [String: String] = [:], link: [String] = [],
    exportsEverything: Bool = false
  ) throws {
    let package = BuiltProducts.package.path
    try run(
      ["-shared", "-fPIC", "-std=gnu11", "-O0", "-I\(package)/Sources/CImprint/include"]
        + defines.sorted { $0.key < $1.key }.map { "-D\($0.key)=\($0.value)" }
        + (exportsEverything
          ? [] : ["-fvisibility=hidden", "-Wl,--version-script=\(package)/Plugins/plugin.map"])
        + [source, "-o", library.path] + link + ["-lm", "-lpthread"])
  }

  /// The same for a program, which may use the headers that host and worker share.
  /// - Parameter link: More sources and arguments for the linker.
  public static func compileProgram(
    source: String, to program: URL, defines: [String: String] = [:], link: [String] = []
  ) throws {
    try run(
      ["-std=gnu11", "-O1", "-I\(BuiltProducts.package.path)/Sources/CImprintLinux/include"]
        + defines.sorted { $0.key < $1.key }.map { "-D\($0.key)=\($0.value)" }
        + [source, "-o", program.path] + link)
  }

  private static func run(_ arguments: [String]) throws {
    let compiler = Process()
    compiler.executableURL = try find()
    compiler.arguments = arguments
    let words = Pipe()
    compiler.standardError = words
    try compiler.run()
    let said = words.fileHandleForReading.readDataToEndOfFile()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else {
      throw MissingForTest("the fixture does not compile: \(String(decoding: said, as: UTF8.self))")
    }
  }

  private static func find() throws -> URL {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    for name in ["gcc", "clang", "cc"] {
      for folder in folders {
        let path = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: path) { return URL(filePath: path) }
      }
    }
    throw MissingForTest("there is no C compiler: install gcc or clang")
  }
}
