// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintCheck
import TestSupport
import Testing

/// What a plugin can do to the process of its check, and what is made of it.
struct CheckedProcessTests {
  private let check = "load.opens-and-closes"

  @Test func aGoodPluginPasses() async throws {
    let result = try await FixturePlugin().checked(check)
    #expect(result.outcome == .passed, "\(result)")
  }

  @Test func aCrashIsTheSignalThatEndedIt() async throws {
    let result = try await FixturePlugin(["FIX_OPEN": "raise(SIGSEGV);"])
      .withHeader("signal.h").checked(check)
    #expect(result.outcome == .crashed(signal: SIGSEGV))
  }

  @Test func anExitWithoutAnAnswerIsAFailure() async throws {
    let result = try await FixturePlugin(["FIX_OPEN": "exit(0);"]).checked(check)
    #expect(result.outcome == .unanswered)
    #expect(result.isFailure)
  }

  @Test func anExitCodeIsAFailureThatSaysIt() async throws {
    let result = try await FixturePlugin(["FIX_OPEN": "exit(7);"]).checked(check)
    #expect(result.outcome == .exited(code: 7))
  }

  @Test func aCrashAfterTheAnswerIsAFailureAllTheSame() async throws {
    let late = "static void late(void) { abort(); }"
    let result = try await FixturePlugin(["FIX_TOP": late, "FIX_OPEN": "atexit(late);"]).checked(check)
    #expect(result.outcome == .crashed(signal: SIGABRT))
  }

  @Test func aForgedAnswerIsNotBelieved() async throws {
    // Whatever socket the process has open gets an answer in the right form, with another token.
    let forged =
      #"for (int fd = 3; fd < 1024; fd++) send(fd, m, sizeof m - 1, MSG_NOSIGNAL | MSG_DONTWAIT); _exit(0);"#
    let message =
      #"static const char m[] = "{\"token\":\"0\",\"check\":\"load.opens-and-closes\",\"outcome\":\"passed\","#
      + #"\"reason\":\"\",\"place\":\"\"}";"#
    let result = try await FixturePlugin(["FIX_TOP": message, "FIX_OPEN": forged])
      .withHeader("sys/socket.h").withHeader("unistd.h").checked(check)
    guard case .garbled = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(result.isFailure)
  }

  @Test func aSecondAnswerMakesTheFirstWorthless() async throws {
    // At its end, when the check has answered.
    let late =
      "static void late(void) { for (int fd = 3; fd < 1024; fd++) send(fd, \"x\", 1, MSG_NOSIGNAL); }"
    let result = try await FixturePlugin(["FIX_TOP": late, "FIX_OPEN": "atexit(late);"])
      .withHeader("sys/socket.h").checked(check)
    guard case .garbled = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
  }

  @Test func outputIsKeptAndCut() async throws {
    let talk = #"for (int i = 0; i < 200000; i++) puts("so much to say"); fflush(stdout); abort();"#
    let result = try await FixturePlugin(["FIX_OPEN": talk]).checked(check)
    #expect(result.output.hasPrefix("so much to say\n"))
    #expect(result.output.utf8.count <= 32 << 10)
  }

  /// A child; one that leaves its group; one that leaves its session and its parents, as daemons do.
  @Test(arguments: [
    "if (fork() == 0) { tell_pid(); for (;;) pause(); }",
    "if (fork() == 0) { setpgid(0, 0); tell_pid(); for (;;) pause(); }",
    "if (fork() == 0) { setsid(); if (fork() == 0) { setsid(); tell_pid(); for (;;) pause(); } _exit(0); }",
    "if (fork() == 0) { setsid(); if (fork() == 0) { prctl(PR_SET_PDEATHSIG, 0); signal(SIGTERM, SIG_IGN); tell_pid(); "
      + "for (;;) pause(); } _exit(0); }",
  ])
  func aProcessThatTheCheckLeavesBehindEndsWithIt(left: String) async throws {
    // Whoever is left says so himself: no time is long enough on every machine.
    let top =
      "static int told[2]; static void tell_pid(void) { printf(\"%d\\n\", getpid()); fflush(stdout); "
      + "if (write(told[1], \"x\", 1) != 1) abort(); }"
    let leave =
      "{ char byte; if (pipe(told) != 0) abort(); \(left) if (read(told[0], &byte, 1) != 1) abort(); }"

    let result = try await FixturePlugin(["FIX_TOP": top, "FIX_OPEN": leave]).withHeader("unistd.h")
      .withHeader("sys/prctl.h").withHeader("signal.h").withHeader("stdio.h").checked(check)
    #expect(result.outcome == .passed, "\(result)")
    let pid = try #require(Int32(result.output.split(separator: "\n").first ?? ""))
    // Killed by then; whoever adopted it may not have collected it yet.
    var isGone = false
    for _ in 0..<200 where !isGone {
      let state = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
      isGone = state.map { $0.contains(") Z ") } ?? true
      if !isGone { try await Task.sleep(for: .milliseconds(10)) }
    }
    #expect(isGone)
  }

  @Test func aHangEndsAtTheDeadline() async throws {
    let result = try await FixturePlugin(["FIX_OPEN": "for (;;) pause();"]).withHeader("unistd.h")
      .checked([check]) { $0.deadlineFactor = 0.1 }.results[0]
    #expect(result.outcome == .timedOut(after: .seconds(2)))
    #expect(result.duration < .seconds(20))
  }

  @Test func aCancelledRunEndsItsProcesses() async throws {
    let plugin = try FixturePlugin(["FIX_OPEN": "for (;;) pause();"]).withHeader("unistd.h")
    let check = check
    // The check's own deadline may pass first where many tests share few processors.
    let run = Task { try await plugin.checked([check]) { $0.deadlineFactor = 1000 } }
    try await Task.sleep(for: .seconds(1))
    run.cancel()
    await #expect(throws: CancellationError.self) { _ = try await run.value }
  }

  @Test func aProgramThatIsNotThereIsAnError() async throws {
    let runner = CheckRunner(
      program: CheckProgram(path: "/nowhere/imprint-check"), settings: CheckSettings(seed: 1))
    let root = try FixturePlugin().install()
    await #expect {
      _ = try await runner.run(PluginPlace(folder: "\(root.path)/plugins/org.example.fixture"))
    } throws: {
      ($0 as? CheckRunError)?.code == .cannotStart
    }
  }
}

extension FixturePlugin {
  /// Includes another header before everything.
  func withHeader(_ name: String) throws -> FixturePlugin {
    var plugin = self
    let fixture = BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/fixture.c")
    plugin.source = try "#include <\(name)>\n" + (source ?? String(contentsOf: fixture, encoding: .utf8))
    return plugin
  }
}
