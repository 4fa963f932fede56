// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// A liveness mode that a plugin has, and what the host helps with.
struct LivenessCase {
  let options: imp_face_capture_options_v2

  static let allHelps = IMP_HELP_COMPARES | IMP_HELP_LIGHTS | IMP_HELP_MOTION

  /// Every mode that the plugin has: with every help, and active challenges with targets of every kind; then
  /// with each of the other `helps`.
  /// - Parameter change: Made to the options of each.
  static func all(
    _ plugin: ProbePlugin, helps: [UInt32] = [0],
    change: (inout imp_face_capture_options_v2) -> Void = { _ in }
  ) throws -> [LivenessCase] {
    var cases: [LivenessCase] = []
    for mode in IMP_LIVENESS_MODE_NONE...IMP_LIVENESS_MODE_BLINK {
      for helps in [allHelps] + helps {
        var options = CaptureProbe.options(mode: mode, helps: helps, seed: 0x1234_5678_9ABC_DEF0)
        change(&options)
        guard try CaptureProbe.has(options, plugin) else { continue }
        let kinds = mode == IMP_LIVENESS_MODE_ACTIVE && helps == allHelps ? targets(options) : [options]
        cases += kinds.map { LivenessCase(options: $0) }
      }
    }
    return cases
  }

  private static func targets(_ options: imp_face_capture_options_v2) -> [imp_face_capture_options_v2] {
    (IMP_CR2D_RANDOM...IMP_CR2D_TRAINING).map { kind in
      var options = options
      options.cr2d = UInt32(kind)
      if kind == IMP_CR2D_PATH { options.targets = 3 }
      if kind == IMP_CR2D_TRAINING { options.start = imp_point(x: -0.5, y: 0) }
      if kind == IMP_CR2D_TRAINING || kind == IMP_CR2D_FIXED { options.target = imp_point(x: 0.5, y: 0) }
      return options
    }
  }

  var mode: Int32 { Int32(options.liveness_mode) }
  var isTraining: Bool { options.cr2d == UInt32(IMP_CR2D_TRAINING) }
  func has(_ help: UInt32) -> Bool { options.helps & help != 0 }

  /// For people: "in mode 2 (cr2d 1, helps 0x7)".
  var words: String {
    "in mode \(mode) (cr2d \(options.cr2d), helps 0x\(String(options.helps, radix: 16)))"
  }

  /// A session with a face that turns, with every input that the host has.
  func turning(_ plugin: ProbePlugin) throws -> [CaptureProbe.Step] {
    try CaptureProbe(plugin, options).session(frames: 50, turns: true, moves: has(IMP_HELP_MOTION))
  }

  /// A session with a face that keeps still.
  func still(_ plugin: ProbePlugin) throws -> [CaptureProbe.Step] {
    try CaptureProbe(plugin, options).session(frames: 30)
  }
}

extension CaptureProbe {
  /// Whether the plugin has a mode, with the help that the options offer.
  static func has(_ options: imp_face_capture_options_v2, _ plugin: ProbePlugin) throws -> Bool {
    let creation = try create(plugin, options) { _ in }.ended()
    if creation.answer.status == IMP_OK { return true }
    try creation.expectRefused(
      [IMP_E_UNSUPPORTED, IMP_E_ENTITLEMENT], "face-capture.create", "for mode \(options.liveness_mode)")
    return false
  }
}
