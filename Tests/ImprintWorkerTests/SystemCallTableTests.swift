// SPDX-License-Identifier: Apache-2.0
import CImprintLinux
import Foundation
import Testing

/// The table of system calls, compared with the kernel's own list as its installed headers have it.
@Suite struct SystemCallTableTests {
  /// This processor's own: the generic one also names calls that 32-bit processors alone have.
  private static let headers = [
    "/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h",
  ]

  private var table: [imp_call] {
    var count = 0
    return imp_call_table(&count).map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
  }

  private func name(_ call: imp_call) -> String { String(cString: call.name) }

  @Test(.enabled(if: headers.contains(where: FileManager.default.fileExists(atPath:))), arguments: headers)
  func everyCallOfTheInstalledHeadersIsInTheTable(header: String) throws {
    guard let text = try? String(contentsOfFile: header, encoding: .utf8) else { return }
    let named = text.matches(of: /#define __NR(?:3264)?_([a-z0-9_]+)\s+[0-9]+/).map { String($0.1) }
    // No calls: a number for each processor's own, and how many there are.
    let called = Set(named).subtracting(["arch_specific_syscall", "syscalls"])
    #expect(called.count > 250)
    #expect(called.subtracting(table.map(name)).sorted() == [], "say in call_table.c what becomes of them")
  }

  @Test func eachCallIsThereOnceWithAReason() {
    #expect(Set(table.map(name)).count == table.count)
    for call in table {
      #expect(strlen(call.reason) > 4, "\(name(call))")
      #expect((IMP_CALL_OPEN...IMP_CALL_ABSENT).contains(call.worker), "\(name(call))")
      #expect((IMP_WATCH_PASS...IMP_WATCH_SYSTEM).contains(call.watch), "\(name(call))")
    }
  }

  /// What a worker lets through whatever its arguments the watch lets through as well, but for what it looks
  /// into.
  @Test func aWorkerAndTheWatchAgree() {
    let lookedInto: Set = ["sendto", "sendmsg"]
    for call in table where call.worker == IMP_CALL_OPEN && call.watch != IMP_WATCH_PASS {
      #expect(lookedInto.contains(name(call)), "a worker may always \(name(call)), and the watch minds")
    }
    for call in table where call.worker == IMP_CALL_TOLD && call.watch == IMP_WATCH_PASS {
      #expect(
        String(cString: call.reason).contains("worker"), "why is \(name(call)) refused in a worker only?")
    }
  }

  @Test func aNumberLeadsToItsCallAndBack() {
    for number in Int32(0)..<512 {
      guard let call = imp_call_numbered(number) else { continue }
      #expect(call.pointee.number == number, "\(name(call.pointee))")
    }
    #expect(imp_call_numbered(-1) == nil && imp_call_numbered(512) == nil)
  }
}
