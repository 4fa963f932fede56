// SPDX-License-Identifier: Apache-2.0
import FingerScripts
import ImprintPluginKit

/// Plays a script: tells each step when it is due.
final class FingerReplaySession: FingerReaderSession, @unchecked Sendable {
  // Sendable: all but `stop` is used by the one thread that asks for events.
  private let script: FingerScript
  private let folder: ScriptFolder
  /// Ends with the session: then the reader can be opened again.
  private let use: FingerReaderUse
  private let stop = StopSignal()
  private let isFullPace: Bool
  /// The monotonic clock when it was opened.
  private let start = MonotonicClock.now
  /// At full pace: how much time has passed, all of it waited for.
  private var passed: UInt64 = 0
  private var playsLeft: UInt32
  /// Of the step that comes next.
  private var index = 0
  /// When that is due, in nanoseconds since the reader was opened.
  private var due: UInt64 = 0
  private var sequence: UInt64 = 0

  init(
    _ script: FingerScript, in folder: ScriptFolder, use: FingerReaderUse, _ options: FingerReaderOptions
  ) {
    self.script = script
    self.folder = folder
    self.use = use
    isFullPace = options.isFullPace
    playsLeft = options.plays
  }

  func cancel() { stop.raise() }

  func nextEvent(timeout: UInt64) throws(PluginFailure) -> FingerReaderEvent {
    try stop.check()
    let called = MonotonicClock.now
    let step = try nextStep()
    try wait(timeout, called: called)
    guard let step else { throw PluginFailure(.end, "The script has no more steps.") }
    switch step {
    // Delays were passed over.
    case .delay: throw PluginFailure(.internal, "A delay is no event.")
    case .unplug: throw PluginFailure(.deviceGone, "\(folder.path): the script has unplugged the reader.")
    case .fail: throw PluginFailure(.deviceFailed, "\(folder.path): the script has had the reader fail.")
    case .arrive: return told(.arrived)
    case .lift: return told(.lifted)
    case .retry(let reason): return told(.retry(reason))
    case .image(let image):
      let made: FingerReaderImage
      do throws(PluginFailure) {
        made = try read(image)
      } catch {
        // It keeps its place in the count.
        pass()
        throw error
      }
      return told(.image(made))
    }
  }

  /// The step that is told next; `nil` at the end. What delays it is passed over, and added to its time.
  private func nextStep() throws(PluginFailure) -> FingerScript.Step? {
    while true {
      guard index < script.steps.count else {
        // A script without anything to tell would be played for ever.
        guard playsLeft > 1, script.steps.contains(where: \.isEvent) else { return nil }
        playsLeft -= 1
        index = 0
        continue
      }
      guard case .delay(let time) = script.steps[index] else { return script.steps[index] }
      let (sum, overflow) = due.addingReportingOverflow(time)
      due = overflow ? .max : sum
      index += 1
    }
  }

  private func wait(_ timeout: UInt64, called: UInt64) throws(PluginFailure) {
    guard isFullPace else {
      try stop.wait(
        until: MonotonicClock.after(due, since: start),
        deadline: MonotonicClock.after(timeout, since: called), "Nothing happens on the sensor yet.")
      return
    }
    guard due > passed else { return }
    guard due - passed <= timeout else {
      passed += timeout
      throw PluginFailure(.timeout, "Nothing happens on the sensor yet.")
    }
    passed = due
  }

  private func told(_ kind: FingerReaderEvent.Kind) -> FingerReaderEvent {
    defer { pass() }
    return FingerReaderEvent(kind, timestamp: due, sequence: sequence)
  }

  private func pass() {
    index += 1
    sequence += 1
  }

  private func read(_ scripted: ScriptedImage) throws(PluginFailure) -> FingerReaderImage {
    let place = folder.place(of: scripted.name)
    var image = try GreyImage(folder.read(scripted.name, most: GreyImage.mostBytes), place: place)
    guard let resolution = scripted.resolution ?? image.resolution else {
      throw PluginFailure(
        .file, "\(place) states no resolution; say it in the script, such as 'resolution 500'.")
    }
    image.worsen(contrast: scripted.contrast, area: scripted.area)
    return FingerReaderImage(
      width: UInt32(image.width), height: UInt32(image.height), resolution: resolution,
      impression: scripted.impression, liveness: scripted.liveness, pixels: .array(image.pixels))
  }
}

extension FingerScript.Step {
  fileprivate var isEvent: Bool { if case .delay = self { false } else { true } }
}
