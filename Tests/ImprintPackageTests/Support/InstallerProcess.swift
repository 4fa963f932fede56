// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport

/// A process that installs: the executable that is built beside the tests.
struct InstallerProcess {
  /// The library that lets calls fail; compiled once.
  private static let faults: Result<String, any Error> = Result {
    let library = try TemporaryFolder().url.appending(path: "libfaults.so")
    let source = BuiltProducts.package.appending(path: "Tests/ImprintPackageTests/Support/faults.c")
    try CCompiler.compile(source: source.path, to: library, link: ["-ldl"], exportsEverything: true)
    return library.path
  }

  enum Fault: String, CaseIterable {
    case kill, once, full
  }

  let process = Process()
  private let output = Pipe()

  /// - Parameters:
  ///   - shell: what a shell does before it becomes the installer, such as setting a limit.
  ///   - fault: what happens at which of its calls that change files.
  ///   - log: a file that gets a line for each such call.
  init(
    _ root: String, _ arguments: [String], shell: String = "exec", fault: (Fault, at: Int)? = nil,
    log: String? = nil
  ) throws {
    let program = try BuiltProducts.folder().appending(path: "PackageInstaller").path
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "\(shell) \"$@\"", "sh", program, root] + arguments
    process.standardOutput = output
    var environment = ["PATH": "/usr/bin:/bin"]
    if fault != nil || log != nil { environment["LD_PRELOAD"] = try Self.faults.get() }
    if let (how, at) = fault {
      environment["FAULT_HOW"] = how.rawValue
      environment["FAULT_AT"] = "\(at)"
    }
    environment["FAULT_LOG"] = log
    process.environment = environment
    try process.run()
  }

  /// Waits for its end: what it printed last.
  func result() throws -> String {
    let words = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: words, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
  }

  var wasKilled: Bool { process.terminationReason == .uncaughtSignal }
}
