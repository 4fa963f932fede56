// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// A process, such that no other one is ever taken for it.
public struct LockoutProcess: Sendable, Hashable {
  /// Its number; the system gives it to others later.
  public let number: Int32
  /// When it was started, in clock ticks since boot; `nil` if the system does not say.
  public let started: UInt64?
  /// The boot it runs in; `nil` if the system does not say.
  public let boot: String?
  /// Where number and start mean this process: the namespaces of numbers and of time. `nil` if the system
  /// does not say.
  public let domain: String?

  /// What is known of it.
  public enum State: Sendable, Hashable {
    case running
    /// It has ended.
    case gone
    /// Nobody can say here: it runs in another container, or there is no `/proc`.
    case unknown
  }

  /// - Parameters:
  ///   - boot, domain: `nil` counts for an empty text, and for one of more than 64 bytes.
  public init(number: Int32, started: UInt64?, boot: String?, domain: String?) {
    func stated(_ text: String?) -> String? {
      text.flatMap { (1...LockoutMoment.mostBootBytes).contains($0.utf8.count) ? $0 : nil }
    }
    self.number = number
    self.started = started == .max ? nil : started
    self.boot = stated(boot)
    self.domain = stated(domain)
  }

  /// Whether an equal one is this process.
  var isCertain: Bool { started != nil && boot != nil && domain != nil }
}

/// The processes of a machine: injectable, for tests. Any thread; some microseconds.
public protocol LockoutProcesses: Sendable {
  /// This process.
  var current: LockoutProcess { get }
  /// Whether a process still runs.
  func state(of process: LockoutProcess) -> LockoutProcess.State
}

/// The processes of this machine, by `/proc`.
public struct SystemLockoutProcesses: LockoutProcesses {
  public init() {}

  public var current: LockoutProcess {
    let own = ProcessStatus(of: "self")
    // A mount of another container's /proc shows other numbers.
    let isOurs = own?.number == getpid()
    return LockoutProcess(
      number: getpid(), started: isOurs ? own?.started : nil, boot: BootID.read(),
      domain: isOurs ? Self.domain : nil)
  }

  public func state(of process: LockoutProcess) -> LockoutProcess.State {
    let here = current
    if let boot = process.boot, let now = here.boot, boot != now { return .gone }
    guard here.isCertain, process.isCertain, process.boot == here.boot, process.domain == here.domain,
      process.number > 0
    else { return .unknown }
    // Sends nothing, and sees processes that /proc hides (hidepid).
    guard getpgid(process.number) >= 0 || errno != ESRCH else { return .gone }
    guard let found = ProcessStatus(of: "\(process.number)") else { return .unknown }
    return found.started == process.started && !found.isDead ? .running : .gone
  }

  private static var domain: String? {
    guard let numbers = FileLink.target(of: "/proc/self/ns/pid") else { return nil }
    return BootID.timeNamespace.map { "\(numbers) \($0)" } ?? numbers
  }
}

/// What `/proc/<number>/stat` says of a process.
struct ProcessStatus {
  let number: Int32
  /// Clock ticks since boot.
  let started: UInt64
  /// It has ended, and its parent has not asked how. Where only its first thread has ended, it still runs.
  let isDead: Bool

  /// - Parameter name: a number, or `self`.
  init?(of name: String) {
    guard let bytes = try? RegularFile("/proc/\(name)/stat").bytes(count: 4096) else { return nil }
    self.init(bytes)
  }

  /// `<number> (<name>) <state> ...`, where the name may hold anything.
  init?(_ bytes: [UInt8]) {
    guard let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let end = bytes.lastIndex(of: UInt8(ascii: ")")), open > 1, end > open,
      let number = Int32(String(decoding: bytes[..<(open - 1)], as: UTF8.self))
    else { return nil }
    // From the state on, which is field 3: threads are field 20, the start is field 22.
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard fields.count > 19, let threads = Int(fields[17]), let started = UInt64(fields[19]) else {
      return nil
    }
    self.number = number
    self.started = started
    isDead = ["X", "x"].contains(fields[0]) || fields[0] == "Z" && threads <= 1
  }
}
