// SPDX-License-Identifier: Apache-2.0
import CDeviceTrials
import Foundation
import Glibc

/// v4l2loopback as it is plugged in and out.
enum VideoDriver {
  /// As the trials find it; see scripts/devices/vm-trials.
  static let standard = "video_nr=10 card_label=Loopback exclusive_caps=1"

  static func plugIn(_ settings: String) throws {
    let answer = trial_load_driver("/run/drivers/v4l2loopback.ko", settings)
    guard answer == 0 else {
      throw TrialFailure("v4l2loopback does not load: \(String(cString: strerror(-answer)))")
    }
  }

  static func pullOut() async throws {
    var answer: Int32 = 0
    // What was closed a moment ago is let go of a moment later.
    for _ in 0..<100 {
      answer = trial_unload_driver("v4l2loopback")
      if answer == 0 || answer == -ENOENT { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw TrialFailure("v4l2loopback does not unload: \(String(cString: strerror(-answer)))")
  }

  /// Runs a trial with the driver set otherwise, and puts it back.
  static func with(_ settings: String?, _ body: () async throws -> Void) async throws {
    try await pullOut()
    if let settings { try plugIn(settings) }
    let result: Result<Void, any Error>
    do {
      try await body()
      result = .success(())
    } catch {
      result = .failure(error)
    }
    try await pullOut()
    try plugIn(standard)
    try result.get()
  }
}
