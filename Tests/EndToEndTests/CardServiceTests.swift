// SPDX-License-Identifier: Apache-2.0
import Foundation
@testable import Imprint
import Synchronization
import Testing

/// What doctor says of pcscd, where somebody else listens at its place.
@Suite(.timeLimit(.minutes(1))) struct CardServiceTests {
  private let examined: ExaminedMachine
  private var path: String { examined.machine().cardSocket }

  init() throws { examined = try ExaminedMachine() }

  private func finding(cardPatience: Duration = .seconds(30)) throws -> HealthFinding {
    let findings = try examined.findings(
      plugins: ["org.example.cards": ["imprint.card-reader/1", "imprint.device-watch/1"]],
      cardPatience: cardPatience)
    try #require(findings.count == 1)
    #expect(findings[0].place == path)
    return findings[0]
  }

  @Test func aServiceThatDoesNotRunSaysHowToStartIt() throws {
    let finding = try finding()
    #expect(finding.code == "service-missing" && finding.state == .doubtful)
    #expect(finding.remedy.contains("pcscd"))
  }

  @Test func aServiceThatAnswersIsFineAndWasAskedAsItsLibraryAsks() throws {
    let asked = Mutex<[UInt8]>([])
    let listener = try PretendedService(path) { client, _ in
      var question = [UInt8](repeating: 0, count: 20)
      guard recv(client, &question, question.count, Int32(MSG_WAITALL)) == 20 else { return }
      asked.withLock { $0 = question }
      // In two parts, as a stream may come.
      PretendedService.send(client, [4, 0, 0, 0])
      usleep(20_000)
      PretendedService.send(client, [4, 0, 0, 0, 0, 0, 0, 0])
    }
    defer { listener.stop() }
    #expect(try finding().state == .fine)
    #expect(
      asked.withLock { $0 } == [12, 0, 0, 0, 0x11, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func aServiceThatHangsUpRefusesThisUserAndTheRuleIsNamed() throws {
    let listener = try PretendedService(path) { _, _ in }
    defer { listener.stop() }
    let finding = try finding()
    #expect(finding.code == "denied" && finding.state == .broken)
    #expect(finding.fact.contains("polkit"))
    #expect(finding.remedy.contains("org.debian.pcsc-lite.access_pcsc"))
    // Once more, as one that ends would not be there again.
    #expect(listener.clients == 2)
  }

  @Test func aServiceThatHangsUpInItsAnswerRefusesToo() throws {
    let listener = try PretendedService(path) { client, _ in PretendedService.send(client, [4, 0, 0, 0]) }
    defer { listener.stop() }
    #expect(try finding().code == "denied")
  }

  @Test func aServiceThatEndsWhileItIsAskedAndIsBackIsFine() throws {
    let listener = try PretendedService(path) { client, number in
      guard number > 0 else { return }
      // Nobody answers before he is asked: who hangs up before that has not.
      var question = [UInt8](repeating: 0, count: 20)
      _ = recv(client, &question, question.count, Int32(MSG_WAITALL))
      PretendedService.send(client, [UInt8](repeating: 0, count: 12))
    }
    defer { listener.stop() }
    #expect(try finding().state == .fine)
  }

  @Test func aServiceThatTakesUsInAndSaysNothingIsStuck() throws {
    let listening = try PretendedService.listen(path)
    defer { close(listening) }
    let start = ContinuousClock.now
    let finding = try finding(cardPatience: .milliseconds(200))
    #expect(ContinuousClock.now - start >= .milliseconds(200))
    #expect(finding.code == "service-stuck" && finding.state == .broken)
  }

  @Test func aSocketThatNobodyListensOnIsBroken() throws {
    close(try PretendedService.listen(path))
    let finding = try finding()
    #expect(finding.code == "service-refused" && finding.state == .broken)
  }

  @Test func aServiceThatTakesNobodyInIsStuckAndNobodyWaits() throws {
    let listening = try PretendedService.listen(path)
    defer { close(listening) }
    // As many as wait in its queue, and one more.
    var waiting: [Int32] = []
    defer { for socket in waiting { close(socket) } }
    for _ in 0..<16 { waiting.append(try PretendedService.connect(path)) }
    let finding = try finding()
    #expect(finding.code == "service-stuck" && finding.fact.contains("queue"))
  }

  @Test func nobodyAsksForAServiceThatNoPluginNeeds() throws {
    let listener = try PretendedService(path) { _, _ in }
    defer { listener.stop() }
    #expect(
      try examined.findings(
        plugins: ["org.example.cameras": ["imprint.camera/1", "imprint.device-watch/1"]]
      ).allSatisfy { $0.place != path })
    #expect(listener.clients == 0)
  }
}

/// Listens where pcscd would, and does with each client what a test says; then it hangs up.
private final class PretendedService: Sendable {
  private let listener: Int32
  private let count = Mutex(0)

  /// How many were taken in.
  var clients: Int { count.withLock { $0 } }

  /// - Parameter answer: gets the connection, and its number from zero.
  init(_ path: String, _ answer: @escaping @Sendable (Int32, Int) -> Void) throws {
    let listener = try Self.listen(path)
    self.listener = listener
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else {
          // Here, not in `stop`: the number may be another test's socket before this thread is back in
          // `accept`.
          close(listener)
          return
        }
        let number = count.withLock { count in
          count += 1
          return count - 1
        }
        answer(client, number)
        close(client)
      }
    }
  }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  static func send(_ client: Int32, _ bytes: [UInt8]) {
    _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  static func listen(_ path: String) throws -> Int32 {
    let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    try #require(try withAddress(path) { bind(made, $0, $1) } == 0 && Glibc.listen(made, 4) == 0)
    return made
  }

  /// Tries to connect, and does not wait.
  static func connect(_ path: String) throws -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let made = socket(AF_UNIX, kind, 0)
    _ = try withAddress(path) { Glibc.connect(made, $0, $1) }
    return made
  }

  private static func withAddress(
    _ path: String, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    try #require(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
