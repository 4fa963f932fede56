// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// What the clocks of a machine say at one moment.
public struct LockoutMoment: Sendable, Hashable {
  /// Which run of the machine this is: equal texts are one run. `nil` where the system does not say, or says
  /// more than ``mostBootBytes``.
  public let boot: String?
  /// Nanoseconds since the machine was started, suspend included. Nobody can set them.
  public let bootTime: Int64
  /// Milliseconds since 1970 UTC by the device's clock, which may be set, and wrong.
  public let wall: Int64

  /// The most bytes of a boot's name.
  public static let mostBootBytes = 64
  static let bootTimes: ClosedRange<Int64> = 0...(1 << 62)
  static let walls: ClosedRange<Int64> = 0...(1 << 48)

  /// Times are clamped, to 0...2⁶² ns and 0...2⁴⁸ ms (the year 10889), so that sums do not overflow.
  public init(boot: String?, bootTime: Int64, wall: Int64) {
    self.boot = boot.flatMap { (1...Self.mostBootBytes).contains($0.utf8.count) ? $0 : nil }
    self.bootTime = min(max(bootTime, Self.bootTimes.lowerBound), Self.bootTimes.upperBound)
    self.wall = min(max(wall, Self.walls.lowerBound), Self.walls.upperBound)
  }
}

/// The clocks of a machine: injectable, for tests. Any thread; microseconds.
public protocol LockoutClock: Sendable {
  func now() -> LockoutMoment
}

/// The clocks of this machine: `CLOCK_BOOTTIME` with the kernel's boot id, and `CLOCK_REALTIME`.
public struct SystemLockoutClock: LockoutClock {
  private let boot: String

  public init() { self.init(boot: "/proc/sys/kernel/random/boot_id") }

  /// - Parameter boot: the file with the boot id.
  init(boot: String) { self.boot = boot }

  public func now() -> LockoutMoment {
    let (running, wall) = (Self.read(CLOCK_BOOTTIME), Self.read(CLOCK_REALTIME))
    return LockoutMoment(
      boot: Self.run(boot), bootTime: Int64(running.tv_sec) * 1_000_000_000 + Int64(running.tv_nsec),
      wall: Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000)
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    // Fails only for an unknown clock.
    clock_gettime(clock, &time)
    return time
  }

  /// The kernel's boot id, with the time namespace: the boot-time clocks of two cannot be compared.
  private static func run(_ file: String) -> String? {
    guard let boot = BootID.read(file) else { return nil }
    return BootID.timeNamespace.map { "\(boot) \($0)" } ?? boot
  }
}

/// What the kernel says of this run of the machine.
enum BootID {
  /// - Returns: `nil` if there is none of at most 40 visible ASCII characters.
  static func read(_ file: String = "/proc/sys/kernel/random/boot_id") -> String? {
    guard let bytes = try? RegularFile(file).bytes(count: 64), bytes.last == 10 else { return nil }
    let id = bytes.dropLast()
    guard (1...40).contains(id.count), id.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    return String(decoding: id, as: UTF8.self)
  }

  /// Such as `time:[4026531834]`; `nil` before Linux 5.6.
  static var timeNamespace: String? { FileLink.target(of: "/proc/self/ns/time") }
}
