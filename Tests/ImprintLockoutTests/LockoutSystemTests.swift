// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import ImprintLockout

/// What the machine itself says of its clocks and processes.
@Suite struct LockoutSystemTests {
  private let processes = SystemLockoutProcesses()

  @Test func clocksGoOnAndTheBootIsTheSame() {
    let clock = SystemLockoutClock()
    let (one, other) = (clock.now(), clock.now())
    #expect(one.boot != nil && one.boot == other.boot)
    #expect(other.bootTime >= one.bootTime && one.bootTime > 0)
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    #expect(Int64(time.tv_sec) >= other.bootTime / 1_000_000_000)
    #expect(one.wall > 1_700_000_000_000)
  }

  @Test(arguments: [
    "", "\n", "two words\n", "no line end", String(repeating: "x", count: 41) + "\n", "\u{1B}[2J\n",
  ])
  func bootIDThatIsNoneIsUnknown(text: String) throws {
    let scratch = try TemporaryFolder()
    let file = try scratch.write(text, to: "boot_id")
    #expect(SystemLockoutClock(boot: file).now().boot == nil)
    #expect(SystemLockoutClock(boot: "\(file)-that-is-not-there").now().boot == nil)
    try scratch.write("0c3e2b9e-8d4b-4a53-8a6c-0d9d5a3f5f6e\n", to: "boot_id")
    #expect(SystemLockoutClock(boot: file).now().boot?.hasPrefix("0c3e2b9e-") == true)
  }

  @Test func thisProcessRuns() {
    let own = processes.current
    #expect(own.isCertain && own.number == getpid() && own == processes.current)
    #expect(processes.state(of: own) == .running)
  }

  @Test func processWithTheSameNumberAndAnotherStartIsGone() {
    let own = processes.current
    let other = LockoutProcess(
      number: own.number, started: own.started.map { $0 + 1 }, boot: own.boot, domain: own.domain)
    #expect(processes.state(of: other) == .gone)
  }

  @Test func processOfAnotherBootIsGoneAndOfAnotherContainerUnknown() {
    let own = processes.current
    #expect(
      processes.state(
        of: LockoutProcess(number: own.number, started: own.started, boot: "another", domain: own.domain))
        == .gone)
    let strange = [
      LockoutProcess(number: own.number, started: own.started, boot: own.boot, domain: "pid:[1]"),
      LockoutProcess(number: own.number, started: own.started, boot: own.boot, domain: nil),
      LockoutProcess(number: own.number, started: own.started, boot: nil, domain: own.domain),
      LockoutProcess(number: own.number, started: nil, boot: own.boot, domain: own.domain),
      LockoutProcess(number: 0, started: own.started, boot: own.boot, domain: own.domain),
      LockoutProcess(number: -1, started: own.started, boot: own.boot, domain: own.domain),
    ]
    for process in strange { #expect(processes.state(of: process) == .unknown, "\(process)") }
  }

  @Test func processThatHasEndedIsGoneBeforeAndAfterItsParentAsksHow() throws {
    var number = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(arguments[0]) }
    try #require(posix_spawn(&number, "/bin/true", nil, nil, &arguments, environ) == 0)
    let status = ProcessStatus(of: "\(number)")
    let own = processes.current
    let child = LockoutProcess(
      number: number, started: status?.started, boot: own.boot, domain: own.domain)
    var information = siginfo_t()
    try #require(waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) == 0)
    #expect(processes.state(of: child) == .gone)
    try #require(waitpid(number, nil, 0) == number)
    #expect(processes.state(of: child) == .gone)
  }

  @Test func statusIsReadWhateverTheNameHolds() {
    let rest = " 1 1 1 0 -1 4194560 1 0 0 0 0 0 0 0 20 0"
    func status(_ name: String, _ state: String = "S", threads: Int = 1) -> ProcessStatus? {
      ProcessStatus(Array("42 (\(name)) \(state)\(rest) \(threads) 0 777 0 0\n".utf8))
    }
    for name in ["cat", "a b", "x) S 1 1", "((", ""] {
      #expect(status(name)?.number == 42 && status(name)?.started == 777, "\(name)")
    }
    #expect(status("x")?.isDead == false && status("x", "Z")?.isDead == true)
    // Its first thread has ended, and others go on.
    #expect(status("x", "Z", threads: 3)?.isDead == false)
    for text in [
      "", "42", "42 (x", "42 (x)", "(x) S\(rest) 1 0 777", "x (x) S\(rest) 1 0 777 0", "42 (x) S 1 2",
    ] {
      #expect(ProcessStatus(Array(text.utf8)) == nil, "\(text)")
    }
  }
}
