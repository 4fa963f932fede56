// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// The program while it serves.
struct ServingProgram {
  let run: ProgramRun
  let url: String
  let port: Int
  /// As a client takes them: `sha256/…`. None without TLS.
  let pins: [String]

  /// Ends it as a power cut would end its process: at once, and wherever it is.
  func kill() { signal(SIGKILL) }

  func signal(_ number: Int32) { run.process.send(number) }

  /// Waits for its end, however it comes.
  func ended() -> ProgramRun {
    run.process.waitUntilExit()
    return run
  }
}

extension ProgramHome {
  /// Starts the program and waits until it says that it listens.
  func serve(_ arguments: String...) async throws -> ServingProgram {
    try await served(by: start(["serve", "--port", "0"] + arguments))
  }

  /// The same on a disk that takes long: each write to a file takes 2 ms more, so that a commit takes many
  /// times what an answer takes to arrive.
  func serveOnASlowDisk() async throws -> ServingProgram {
    let program = try BuiltProducts.folder().appending(path: "imprint-lkms").path
    // -D: the program is our child, and gets our signals; strace is beside it.
    let strace = [
      "-D", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=pwrite64", "-e",
      "inject=pwrite64:delay_enter=2000", program,
    ]
    let arguments = strace + ["serve", "--port", "0", "--home", path]
    return try await served(by: ProgramRun(URL(filePath: "/usr/bin/strace"), arguments, [:], folder))
  }

  private func served(by run: ProgramRun) async throws -> ServingProgram {
    let words = try await run.ready()
    guard words.count >= 2, words[0] == "ready",
      let port = words[1].split(separator: ":").last.flatMap({ Int($0) })
    else { throw MissingForTest("a server that says where it listens: \(run.output)") }
    return ServingProgram(run: run, url: words[1], port: port, pins: Array(words.dropFirst(2)))
  }

  /// A profile of any number of devices, and a key for it; visitors may ask as often as they like.
  func open(profile: String, product: String) throws -> String {
    let settings = URL(filePath: path + "/server.yaml")
    var text = try String(contentsOf: settings, encoding: .utf8)
    text += "visitorRate: {perSecond: 0, burst: 1}\nkeyRate: {perSecond: 0, burst: 1}\n"
    try Data(text.utf8).write(to: settings)
    let made = try run("profile", "create", profile, "--product", product, "--bundle", "face")
    guard made.exitCode == 0 else { throw MissingForTest("a profile: \(made.errors)") }
    guard let key = try run("key", "create", profile, "--json").json["key"] as? String else {
      throw MissingForTest("a key")
    }
    return key
  }
}

extension ProgramRun {
  /// Waits for the line that scripts wait for, or the process's end.
  /// - Returns: Its words.
  func ready() async throws -> [String] {
    // Minutes: other tests wait for programs of theirs on the same few threads.
    let end = ContinuousClock.now + .seconds(600)
    while ContinuousClock.now < end, process.isRunning {
      if output.hasSuffix("\n") { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    if output.hasSuffix("\n") { return output.split(whereSeparator: \.isWhitespace).map(String.init) }
    throw MissingForTest("a server that is ready: \(errors)")
  }
}
