// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.camera-control/1`.
///
/// The contract's controls are changed and restored; vendor-specific ones are not touched, since they may do
/// anything.
enum CameraControlChecks: AbilityCheckGroup {
  static let ability = AbilityID.cameraControl
  static let group = CheckGroup("controls", "Modes and controls of cameras.")

  static let all: [ConformanceCheck] = [
    lists, modesMakeSense, controlsMakeSense, unknownCamera, unknownSetting, readBack, besideStream,
    sizeFields,
  ]

  /// A camera's controls.
  /// - Throws: ``CheckSkip`` where there is no camera.
  static func probe(_ subject: CheckSubject, _ plugin: ProbePlugin) throws -> ControlProbe {
    if let device = subject.device { return try ControlProbe(plugin, device) }
    guard try subject.manifest.provides(.camera) else { throw CheckSkip("it lists no cameras.") }
    if let device = try CameraChecks.locators(plugin).first {
      return try ControlProbe(plugin, device)
    }
    throw CheckSkip("there is no camera.")
  }

  static let lists = check(
    "lists-whole-or-not",
    "Modes and controls are listed completely or not at all; having none is an empty list.",
    rules: ["R-01", "R-20"]
  ) { subject, plugin, _ in
    let probe = try probe(subject, plugin)
    try probe.modes.expectWholeOrNothing()
    try probe.controls.expectWholeOrNothing()
  }

  static let modesMakeSense = check(
    "modes-make-sense",
    "Each mode has a format defined by the contract, and sizes and rates that can be requested."
  ) { subject, plugin, _ in
    let probe = try probe(subject, plugin)
    for (index, mode) in try probe.modes.whole().enumerated() {
      guard let wrong = ControlRules.problem(of: mode) else { continue }
      throw CheckFailure("mode \(index) of \(probe.locator) \(wrong).", place: "camera-control.modes")
    }
  }

  static let controlsMakeSense = check(
    "controls-make-sense", "Each control has a number, a name, a range, and a default within it.",
    rules: ["R-21"]
  ) { subject, plugin, _ in
    let probe = try probe(subject, plugin)
    let controls = try probe.controls.whole()
    for control in controls {
      guard let wrong = try ControlRules.problem(of: control) else { continue }
      throw CheckFailure(
        "control \(control.control) of \(probe.locator) \(wrong).", place: "camera-control.controls")
    }
    let numbers = controls.map(\.control)
    try expect(
      Set(numbers).count == numbers.count, "two controls have the same number: \(numbers.sorted()).",
      place: "camera-control.controls")
    for control in controls where !control.allows(control.value) {
      throw CheckWarning(
        "control \(control.control) of \(probe.locator) has the value \(control.value), outside its range "
          + "\(control.minimum) to \(control.maximum). Some drivers report such values.",
        place: "camera-control.controls")
    }
  }

  static let unknownCamera = check(
    "refuses-unknown-cameras", "An unknown camera is refused with a reason, and outputs are unchanged.",
    rules: ["R-22"]
  ) { subject, plugin, _ in
    for locator in UnknownDevice.locators(subject.scratch) {
      let probe = try ControlProbe(plugin, locator)
      var count = 0
      func refused(_ status: imp_status, _ call: String) throws {
        try UnknownDevice.expectRefused(CallAnswer(status, plugin.host), call, locator)
        try expect(
          count == 0,
          "for \(UnknownDevice.words(for: locator)) it refused but set *count to \(count) (R-22).",
          place: call)
      }
      try refused(probe.modes.list(nil, &count), "camera-control.modes")
      try refused(probe.controls.list(nil, &count), "camera-control.controls")
      let (answer, value) = try probe.set(UInt32(IMP_CAMERA_BRIGHTNESS), 7)
      try UnknownDevice.expectRefused(answer, "camera-control.set", locator)
      try expect(
        value == 7, "for \(UnknownDevice.words(for: locator)) it refused but set *value to \(value) (R-22).",
        place: "camera-control.set")
    }
  }

  static let sizeFields = check(
    "refuses-wrong-sizes", "A struct with a wrong size field is refused before its other fields are used.",
    rules: ["R-20"]
  ) { subject, plugin, _ in
    let probe = try probe(subject, plugin)
    try probe.modes.expectSizesLookedAt()
    try probe.controls.expectSizesLookedAt()
  }

  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [AbilityWork] {
    let probe = try probe(subject, plugin)
    // It creates no object.
    return [
      .ofDevice("camera-control.controls", make: { probe }) {
        _ = (try $0.modes.whole(), try $0.controls.whole())
      }
    ]
  }
  static let trials = AbilityTrials.ofDevices

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    AbilityTranscript { transcript, plugin in
      var cameras: [String] = []
      await transcript.note("cameras") {
        cameras = try await plugin.withoutBlocking { try Camera.list($0).map(\.locator) }
        return "\(cameras)"
      }
      for camera in cameras.prefix(2) + ["no such camera"] {
        await transcript.note("modes of \(camera)") {
          "\(try await plugin.withoutBlocking { try Camera.modes($0, of: camera) })"
        }
        await transcript.note("controls of \(camera)") {
          // Their values may change by themselves.
          let controls = try await plugin.withoutBlocking { try Camera.controls($0, of: camera) }
          return "\(controls.map { "\($0.kind) \($0.name) \($0.range) \($0.step)" })"
        }
      }
    }
  }
}

/// Valid descriptions of modes and controls.
enum ControlRules {
  /// What is wrong, as a sentence without its subject and end; `nil` where nothing is.
  static func problem(of mode: imp_camera_mode) -> String? {
    let formats = [
      IMP_PIXEL_GREY8, IMP_PIXEL_RGB24, IMP_PIXEL_BGR24, IMP_PIXEL_YUYV, IMP_PIXEL_I420, IMP_PIXEL_NV12,
      IMP_PIXEL_UYVY, IMP_PIXEL_GREY16, IMP_PIXEL_JPEG, IMP_PIXEL_PNG,
    ]
    guard formats.contains(Int32(bitPattern: mode.format)) else {
      return "has the format \(mode.format), which the contract does not define"
    }
    for (name, least, most, step) in [
      ("widths", mode.width_min, mode.width_max, mode.width_step),
      ("heights", mode.height_min, mode.height_max, mode.height_step),
    ] {
      guard least >= 1, least <= most, most <= 65535 else { return "has \(name) of \(least) to \(most)" }
      guard (step == 0) == (least == most) else {
        return "has \(name) of \(least) to \(most) in steps of \(step)"
      }
    }
    guard mode.rate_milli_min <= mode.rate_milli_max else {
      return "has \(mode.rate_milli_min) to \(mode.rate_milli_max) frames in 1000 seconds"
    }
    return nil
  }

  static func problem(of control: imp_camera_control) throws -> String? {
    let known = UInt32(IMP_CAMERA_EXPOSURE_AUTO)...UInt32(IMP_CAMERA_ZOOM)
    guard known.contains(control.control) || control.control >= UInt32(IMP_CAMERA_CONTROL_OWN) else {
      return "has a number that the contract reserves"
    }
    if control.flags & ~(IMP_CAMERA_CONTROL_READ_ONLY | IMP_CAMERA_CONTROL_INACTIVE) != 0 {
      return "has the flags \(control.flags)"
    }
    if control.reserved != 0 { return "has \(control.reserved) in its reserved field (R-21)" }
    guard control.minimum <= control.maximum else {
      return "has a range of \(control.minimum) to \(control.maximum)"
    }
    guard control.step >= 1 else { return "has steps of \(control.step)" }
    // The current value is the driver's, and may be out of range.
    guard control.allows(control.standard) else {
      return "has the default \(control.standard), outside \(control.minimum) to \(control.maximum)"
    }
    let name = try FixedText.read(control.name, "a control's name", place: "camera-control.controls")
    return name.isEmpty ? "has no name" : nil
  }
}

extension imp_camera_control {
  /// Whether a value is in its range; an inverted range contains none.
  func allows(_ value: Int64) -> Bool { minimum <= value && value <= maximum }

  /// A value near the middle of its range, seldom a whole number of steps from the minimum.
  var between: Int64 {
    let (span, overflow) = maximum.subtractingReportingOverflow(minimum)
    return minimum &+ (overflow ? maximum / 2 - minimum / 2 : span / 2) &+ 1
  }
}
