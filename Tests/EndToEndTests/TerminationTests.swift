// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// SIGTERM ends a command that reads a plugin of gigabytes, in the middle of it.
@Suite struct TerminationTests {
  /// Allowed, and seconds to hash; holes, so that it takes no room.
  private static let bytes = 3_500 << 20

  enum Command: String, CaseIterable {
    case verify, check
  }

  @Test(arguments: Command.allCases) func readingAPluginEndsWithTheSignal(command: Command) throws {
    let installation = try NullInstallation()
    let home = installation.folder
    let folder = "\(installation.root)/plugins/\(NullInstallation.id)"
    let large = try home.write("", to: "root/plugins/\(NullInstallation.id)/large")
    let file = try FileHandle(forUpdating: URL(filePath: large))
    try file.truncate(atOffset: UInt64(Self.bytes))
    try file.close()
    let errors = home.url.appending(path: "errors")
    try Data().write(to: errors)
    let process = Process()
    process.executableURL = try BuiltProducts.folder().appending(path: "sdkctl")
    process.arguments = ["plugin", command.rawValue, folder, "--root", installation.root]
    process.environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "IMPRINT_TRUST_CONFIG": try TestTrust.offSettings(),
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    var descriptor: String?
    while process.isRunning, descriptor == nil {
      descriptor = Self.descriptor(of: "/plugins/\(NullInstallation.id)/large", in: process)
      usleep(1_000)
    }
    let place = try #require(descriptor, "it ended before it read the file")
    #expect(process.send(SIGTERM))
    var read = 0
    while process.isRunning {
      read = max(read, Self.position(of: place, in: process))
      usleep(1_000)
    }
    // How far it came, and not how long it took.
    #expect(read < Self.bytes / 2, "it read \(read) bytes")
    switch command {
    case .verify:
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
    case .check:
      #expect(process.terminationReason == .exit && process.terminationStatus == 1)
      #expect(try String(contentsOf: errors, encoding: .utf8).contains("[interrupted]"))
    }
  }

  /// The descriptor by which a process has a file open, by the end of its path.
  private static func descriptor(of end: String, in process: Process) -> String? {
    let folder = "/proc/\(process.processIdentifier)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.first {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))?.hasSuffix(end) == true
    }
  }

  /// How far it has read by that descriptor; 0 where it is closed.
  private static func position(of descriptor: String, in process: Process) -> Int {
    let path = "/proc/\(process.processIdentifier)/fdinfo/\(descriptor)"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("pos:") })
    else { return 0 }
    return Int(line.dropFirst(4).filter(\.isNumber)) ?? 0
  }
}
