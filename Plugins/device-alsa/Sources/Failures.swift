// SPDX-License-Identifier: Apache-2.0
import CALSA
import Glibc
import ImprintPluginKit

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
        ? "'\(locator)' gives no sound any more. Plug it in again, and open it anew."
        : "'\(locator)' was unplugged, or its driver has ended. Open it anew once it is back.")
  case CALSA_MISSING:
    PluginFailure(
      .deviceMissing,
      "There is no microphone '\(locator)'\(because(problem)). List the microphones to see what there is.")
  case CALSA_TWINS:
    PluginFailure(
      .deviceMissing,
      "'\(locator)' is \(text(of: problem.words)): they have the same number. List them, and name one.")
  case CALSA_DENIED:
    denied(problem, locator)
  case CALSA_BUSY:
    busy(problem, locator)
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
      .deviceFailed, "'\(locator)' answers with an error\(because(problem)). Unplug it, or open it anew.")
  }
}

private func denied(_ problem: calsa_problem, _ locator: String) -> PluginFailure {
  let named = text(of: problem.group)
  // Where the nodes are root's alone there is no other group to name: it is this one on all systems.
  let group = named.isEmpty ? "audio" : named
  return PluginFailure(
    .deviceDenied,
    "This user may not use '\(locator)'. Add the user to the group '\(group)' (usermod -aG \(group) USER), and log in anew."
  )
}

private func busy(_ problem: calsa_problem, _ locator: String) -> PluginFailure {
  let owner = text(of: problem.owner)
  return PluginFailure(
    .busy,
    owner.isEmpty
      ? "Another program records from '\(locator)'. Close it, or record from 'default'."
      : "'\(locator)' is in use by \(owner). Close it, or record from 'default'.")
}

/// libasound's own words, else the system's.
private func because(_ problem: calsa_problem) -> String {
  let words = text(of: problem.words)
  if !words.isEmpty { return ": \(words)" }
  guard problem.error != 0 else { return "" }
  var characters = [CChar](repeating: 0, count: 128)
  return strerror_r(problem.error, &characters, characters.count) == 0 ? ": \(text(characters))" : ""
}

private func describe(_ asked: MicrophoneOptions) -> String {
  let rate = asked.rate.map { "\($0) Hz" } ?? "any rate"
  let channels = asked.channels.map { ", \($0) channels" } ?? ""
  let sample = asked.sample.map { ", \($0)" } ?? ""
  return rate + channels + sample
}
