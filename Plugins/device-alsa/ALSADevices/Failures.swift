// SPDX-License-Identifier: Apache-2.0
import CALSA
import Glibc
import ImprintPluginKit
import SystemDevices
import Waiting

/// What an outcome is in the contract, and in words: the device, the reason, and what to do.
func failure(
  _ outcome: calsa_outcome, _ problem: calsa_problem, of locator: String, asked: MicrophoneOptions? = nil
) -> PluginFailure {
  switch outcome {
  case CALSA_TIMEOUT:
    PluginFailure(.timeout, "No sound has come from '\(locator)' yet.")
  case CALSA_CANCELLED:
    PluginFailure(.cancelled, "The microphone was cancelled.")
  case CALSA_GONE:
    PluginFailure(
      .deviceGone,
      problem.error == ETIMEDOUT
        ? "'\(locator)' delivers no sound any more. Plug it in and open it again."
        : "'\(locator)' was unplugged, or its driver has ended. Open it again once it is back.")
  case CALSA_MISSING:
    PluginFailure(
      .deviceMissing,
      "There is no microphone '\(locator)'\(because(problem)). List the microphones to see what there is.")
  case CALSA_UNSUPPORTED:
    PluginFailure(
      .unsupported,
      "'\(locator)' cannot give \(asked.map(describe) ?? "this"). Ask for 4000 to 384000 Hz, 1 or 2 channels."
    )
  case CALSA_CONFIGURATION:
    PluginFailure(
      .file,
      "ALSA's configuration of '\(locator)' is wrong\(because(problem)). Correct /etc/asound.conf or ~/.asoundrc."
    )
  case CALSA_MEMORY:
    PluginFailure(.memory, "There is no memory for the sound of '\(locator)'.")
  default:
    PluginFailure(
      .deviceFailed, "'\(locator)' failed\(because(problem)). Open it again, or unplug it and plug it in.")
  }
}

/// libasound's own words, else the system's.
private func because(_ problem: calsa_problem) -> String {
  let words = withUnsafeBytes(of: problem.words) {
    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
  }
  if !words.isEmpty { return ": \(words)" }
  return problem.error == 0 ? "" : ": \(systemWords(problem.error))"
}

private func describe(_ asked: MicrophoneOptions) -> String {
  let rate = asked.rate.map { "\($0) Hz" } ?? "any rate"
  let channels = asked.channels.map { ", \($0) channels" } ?? ""
  let sample = asked.sample.map { ", \($0)" } ?? ""
  return rate + channels + sample
}

extension SoundCards {
  /// Why a device was not opened.
  /// - Parameter pcm: the card's device that was meant; `nil` for a configured PCM.
  func openingFailure(
    _ outcome: calsa_outcome, _ problem: calsa_problem, of pcm: CapturePCM?, _ asked: MicrophoneOptions,
    locator: String
  ) -> PluginFailure {
    switch outcome {
    case CALSA_DENIED: return denied(locator, pcm)
    case CALSA_BUSY:
      let owner = (pcm.map { [$0] } ?? pcms).lazy.compactMap { self.owner(of: $0) }.first
      let who = owner.map { "'\(locator)' is in use by \($0)" } ?? "Another program records from '\(locator)'"
      return PluginFailure(.busy, "\(who). Close it, or record from 'default'.")
    case CALSA_MISSING where pcm == nil:
      // Who may not open any card is told by libasound that there is none.
      let all = pcms
      let closed = all.allSatisfy { rights(of: $0).areDenied } ? all.last : nil
      return closed.map { denied(locator, $0) } ?? failure(outcome, problem, of: locator)
    default: return failure(outcome, problem, of: locator, asked: asked)
    }
  }

  func denied(_ locator: String, _ pcm: CapturePCM?) -> PluginFailure {
    pcm.map { rights(of: $0).denial(of: "'\(locator)'", devices: "sound cards", group: "audio") }
      ?? PluginFailure(
        .deviceDenied,
        "This user may not use '\(locator)'. Join the group 'audio' (sudo usermod -aG audio $USER), and log in again."
      )
  }
}
