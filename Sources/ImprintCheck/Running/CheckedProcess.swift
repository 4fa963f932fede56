// SPDX-License-Identifier: Apache-2.0
internal import CCheckProcess
internal import Glibc

/// A check's process: starts it, reads its output, and kills it at its deadline.
struct CheckedProcess {
  /// How it ended and what it left behind.
  struct End {
    enum Kind: Equatable {
      case exited(Int32)
      case signal(Int32)
      case timedOut
      case cancelled
      /// Processes of it could not be ended.
      case escaped
    }

    let kind: Kind
    /// Messages of the channel, in order; the first few.
    let messages: [[UInt8]]
    /// Standard output and standard error, truncated.
    let output: String
  }

  /// How much of its output is retained.
  static let longestOutput = 32 << 10
  private static let mostMessages = 4
  /// The polling interval for cancellation.
  private static let tick: Int32 = 100

  let program: String
  let arguments: [String]
  /// Written into the channel, its descriptor 3, before it starts.
  let greeting: [UInt8]
  /// `nil`: no deadline.
  let deadline: Duration?
  /// Receives the lines of its standard output and error as they arrive, as visible text; `nil` where they
  /// are retained.
  var heard: ((String) -> Void)?

  /// Runs it to its end, on this thread: the process is killed with the thread.
  /// - Throws: ``CheckRunError`` where it cannot be started.
  func run(isCancelled: () -> Bool) throws(CheckRunError) -> End {
    let channel = try DescriptorPair.channel()
    let output = try DescriptorPair.pipe()
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { if null >= 0 { close(null) } }
    guard null >= 0, channel.send(greeting) else { throw .cannotStart(program, errno) }
    var process = imp_check_process()
    let started = start(
      [
        null, output.other, output.other, channel.other,
      ],
      &process)
    guard started == 0 else { throw .cannotStart(program, -started) }
    channel.closeOther()
    output.closeOther()
    return follow(&process, channel, output, isCancelled)
  }

  /// Its output as text: lines are preserved, and non-characters are shown by number.
  private static func words(_ bytes: [UInt8]) -> String {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { VisibleText.line(utf8: $0) }
      .joined(separator: "\n")
  }

  private func pass(on text: inout [UInt8], isEnd: Bool) {
    guard let heard else { return }
    while let end = text.firstIndex(of: 0x0A) ?? (isEnd && !text.isEmpty ? text.endIndex : nil) {
      heard(VisibleText.line(utf8: text[..<end]))
      text.removeFirst(min(end + 1, text.count))
    }
  }

  private func start(_ descriptors: [Int32], _ process: inout imp_check_process) -> Int32 {
    // Everything is copied before the fork: nothing may allocate between fork and exec.
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    return imp_check_start(program, &words, environ, descriptors, &process)
  }

  private func follow(
    _ process: inout imp_check_process, _ channel: DescriptorPair, _ output: DescriptorPair,
    _ isCancelled: () -> Bool
  ) -> End {
    var messages: [[UInt8]] = []
    var text: [UInt8] = []
    let end = deadline.map { ContinuousClock.now + $0 }
    var kind: End.Kind?
    var watched = [
      pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: channel.mine, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output.mine, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      _ = poll(&watched, nfds_t(watched.count), Self.tick)
      // Whatever it wrote before it ended is available once its end is seen.
      let hasEnded = watched[0].revents != 0
      if !channel.receive(upTo: CheckAnswer.longestBytes, into: &messages, most: Self.mostMessages) {
        watched[1].fd = -1
      }
      if !output.read(into: &text, keeping: heard == nil ? Self.longestOutput : 1 << 20) {
        watched[2].fd = -1
      }
      pass(on: &text, isEnd: hasEnded)
      if hasEnded { break }
      if let end, ContinuousClock.now >= end { kind = .timedOut }
      if isCancelled() { kind = .cancelled }
      if kind != nil { break }
    }
    var ending = imp_check_end()
    imp_check_collect(&process, &ending)
    let status = ending.status
    let code = status & 0x7f == 0 ? End.Kind.exited(status >> 8 & 0xff) : .signal(status & 0x7f)
    if ending.has_escaped != 0 { kind = .escaped }
    return End(kind: kind ?? code, messages: messages, output: Self.words(text))
  }
}
