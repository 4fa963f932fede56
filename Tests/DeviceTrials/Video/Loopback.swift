// SPDX-License-Identifier: Apache-2.0
import CDeviceTrials
import Foundation
import Glibc
import Synchronization

/// The feeding end of v4l2loopback's camera.
final class Loopback: Sendable {
  static let path = "/dev/video10"
  /// How many the driver has (its max_buffers).
  static let buffers = 8
  let size: Int
  private let node: Int32

  /// - Parameter letters: the format, as Video4Linux names it.
  init(_ letters: String = "YUYV", width: UInt32 = 320, height: UInt32 = 240, rate: UInt32 = 30) throws {
    node = open(Loopback.path, O_RDWR | O_CLOEXEC)
    guard node >= 0 else { throw TrialFailure("\(Loopback.path): \(String(cString: strerror(errno)))") }
    var size: UInt32 = 0
    let fourcc = letters.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let answer = trial_feed_format(node, fourcc, width, height, rate, &size)
    guard answer == 0 else {
      close(node)
      throw TrialFailure("\(Loopback.path) takes no \(letters): \(String(cString: strerror(-answer)))")
    }
    self.size = Int(size)
  }

  deinit { close(node) }

  /// Begins with a driver that knows nothing of earlier trials: it keeps the last feeder's format, and shows
  /// its pictures. Before the plugin is opened: a worker is let through to the nodes that there are when it
  /// starts.
  static func settle() async throws {
    try await VideoDriver.pullOut()
    try VideoDriver.plugIn(VideoDriver.standard)
    try await eventually(within: .seconds(5), "\(path) is there") { access(path, R_OK | W_OK) == 0 }
  }

  func feed(_ bytes: [UInt8]) throws {
    let written = bytes.withUnsafeBytes { write(node, $0.baseAddress, $0.count) }
    guard written == bytes.count else {
      throw TrialFailure(
        "\(Loopback.path) took \(written) of \(bytes.count) bytes: \(String(cString: strerror(errno)))")
    }
  }

  /// Runs a trial while it is fed what `make` gives for 0, 1, 2 and so on, `rate` times a second, by another
  /// thread.
  func fed<T>(
    rate: Int = 30, _ make: @escaping @Sendable (Int) -> [UInt8], during body: () async throws -> T
  ) async throws -> T {
    let feeding = Feeding()
    let thread = Thread { [self] in
      var next = ContinuousClock.now
      var index = 0
      while !feeding.isOver.load(ordering: .acquiring) {
        do { try feed(make(index)) } catch { break }
        index += 1
        feeding.count.store(index, ordering: .releasing)
        // Who is late catches little up: the driver writes into buffers that somebody may be reading.
        let period = Duration.nanoseconds(1_000_000_000 / rate)
        let now = ContinuousClock.now
        next = max(next + period, now + period / 2)
        usleep(useconds_t((next - now).components.attoseconds / 1_000_000_000_000))
      }
      feeding.hasEnded.store(true, ordering: .releasing)
    }
    thread.start()
    let result: Result<T, any Error>
    do {
      // It is a camera from the first picture on; each of its buffers is to be written to before somebody
      // looks.
      try await eventually(within: .seconds(5), "the feeding begins") {
        feeding.count.load(ordering: .acquiring) > Loopback.buffers
      }
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    feeding.isOver.store(true, ordering: .releasing)
    try await eventually(within: .seconds(5), "the feeding ends") {
      feeding.hasEnded.load(ordering: .acquiring)
    }
    return try result.get()
  }

  private final class Feeding: Sendable {
    let isOver = Atomic(false)
    let hasEnded = Atomic(false)
    let count = Atomic(0)
  }

  /// A frame that no other one is like, for an index.
  static func picture(_ index: Int, size: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    bytes.withUnsafeMutableBytes { trial_picture(UInt64(index), $0.baseAddress, $0.count) }
    return bytes
  }
}
