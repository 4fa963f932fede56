// SPDX-License-Identifier: Apache-2.0
private import Foundation
private import Glibc

/// Runs the trials of one part and prints one line for each: `ok`, `FAILED` and why, or `skipped` and why.
///
///     DeviceTrials <part> [--list] [words of a name]
///
/// Exit 0 when none failed. One after the other: they share the devices. `IMPRINT_TRIAL_ISOLATION=process`
/// puts the plugins into workers; trials that cannot be so are skipped then.
@main
struct DeviceTrials {
  /// All there are. Each file of trials adds its list here.
  static let all: [Trial] =
    VideoTrials.all
    + ControlGroupTrials.all
    + FaceVideo.all
    + SoundQualityTrials.all
    + SoundFaultTrials.all
    + SoundOpeningTrials.all
    + SoundSpeedTrials.all
    + ReaderTrials.all
    + SharingTrials.all
    + LossTrials.all
    + SoundCardTrials.all
    + RecorderTrials.all
    + SessionTrials.all
    + SessionLossTrials.all
    + SessionCommandTrials.all
    + FingerCardTrials.all
    + VariantTrials.all
    // Last: they end the daemon.
    + CardLeakTrials.all
    + DeviceCommandTrials.all
    + DaemonTrials.all

  static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard let name = arguments.first, let part = TrialPart(rawValue: name) else {
      say("usage: DeviceTrials \(TrialPart.allCases.map(\.rawValue).joined(separator: "|")) [--list] [words]")
      exit(64)
    }
    arguments.removeFirst()
    let listing = arguments.first == "--list"
    if listing { arguments.removeFirst() }
    let words = arguments.joined(separator: " ")
    let chosen = all.filter { $0.part == part && (words.isEmpty || $0.name.contains(words)) }
    if listing {
      for trial in chosen {
        say(trial.name + (trial.inProcessOnly.map { " (in the process alone: \($0))" } ?? ""))
      }
      exit(0)
    }
    guard !chosen.isEmpty else {
      say("FAILED: there is no trial of \(part.rawValue) with '\(words)' in its name")
      exit(1)
    }
    say("\(part.rawValue), plugins \(TrialIsolation.words):")
    exit(await run(chosen) ? 0 : 1)
  }

  private static func run(_ trials: [Trial]) async -> Bool {
    var failed = 0
    var skipped = 0
    var again = 0
    for trial in trials {
      if TrialIsolation.isWorker, let reason = trial.inProcessOnly {
        skipped += 1
        say("skipped \(trial.name): \(reason)")
        continue
      }
      var left = trial.attempts
      var outcome = await outcome(of: trial, isLast: left == 1)
      while outcome == .late, left > 1 {
        (left, again) = (left - 1, again + 1)
        outcome = await self.outcome(of: trial, isLast: left == 1)
      }
      if outcome != .succeeded { failed += 1 }
    }
    say(
      "\(trials.count) trials, \(failed) failed, \(skipped) skipped, \(again) tried again; plugins ran "
        + TrialIsolation.words)
    return failed == 0
  }

  private enum Outcome { case succeeded, late, failed }

  private static func outcome(of trial: Trial, isLast: Bool) async -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    let watch = Task.detached {
      try await Task.sleep(for: trial.limit)
      say("FAILED \(trial.name): it did not end within \(trial.limit)")
      exit(1)
    }
    defer { watch.cancel() }
    do {
      try await trial.run()
      say("ok \(trial.name) (\(seconds(clock.now - start)))")
      return .succeeded
    } catch {
      let isLate = error is LateHost
      say(
        "\(isLate && !isLast ? "again" : "FAILED") \(trial.name) (\(seconds(clock.now - start))): \(error)")
      return isLate ? .late : .failed
    }
  }

  /// Line by line, wherever the output goes.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private static func seconds(_ duration: Duration) -> String {
    String(
      format: "%.2f s", Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
  }
}
