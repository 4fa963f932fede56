// SPDX-License-Identifier: Apache-2.0
import CDeviceTrials
import CV4L2
import Foundation
import Glibc

/// A camera that vivid makes, and the driver's own ways of breaking it.
struct VividCamera {
  let path: String

  /// Presses a button or changes a setting of the driver's, by its name there.
  func set(_ name: String, to value: Int64 = 1) throws {
    let node = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard node >= 0 else { throw TrialFailure("\(path): \(String(cString: strerror(errno)))") }
    defer { close(node) }
    var last: UInt32 = 0
    while true {
      var control = cv4l2_control()
      guard cv4l2_next_control(node, last, &control) == 0 else {
        throw TrialFailure("\(path) has no setting '\(name)'")
      }
      last = control.id
      let found = withUnsafeBytes(of: control.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard found == name else { continue }
      let answer = cv4l2_write_control(node, control.id, value)
      guard answer == 0 else {
        throw TrialFailure("\(path): '\(name)': \(String(cString: strerror(-answer)))")
      }
      return
    }
  }

  /// What the driver pretends to take pictures of; it begins with the first.
  enum Input: UInt32 {
    case webcam = 0
    case television = 1
  }

  func choose(_ input: Input) throws {
    let node = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard node >= 0 else { throw TrialFailure("\(path): \(String(cString: strerror(errno)))") }
    defer { close(node) }
    let answer = trial_choose_input(node, input.rawValue)
    guard answer == 0 else {
      throw TrialFailure("\(path): its input \(input): \(String(cString: strerror(-answer)))")
    }
  }

  /// Takes vivid's cameras away as if they were torn out, or brings them back.
  /// - Parameter action: `unbind` or `bind`.
  static func driver(_ action: String) throws {
    let file = open("/sys/bus/platform/drivers/vivid/\(action)", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw TrialFailure("vivid has no \(action): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    let device = "vivid.0"
    guard write(file, device, device.utf8.count) == device.utf8.count else {
      throw TrialFailure("vivid's \(action): \(String(cString: strerror(errno)))")
    }
  }

  /// Runs a trial with a setting of the driver's, and puts it back.
  func with<T>(
    _ name: String, _ value: Int64, after: Int64 = 0, _ body: () async throws -> T
  ) async throws -> T {
    try set(name, to: value)
    do {
      let result = try await body()
      try set(name, to: after)
      return result
    } catch {
      try? set(name, to: after)
      throw error
    }
  }
}
