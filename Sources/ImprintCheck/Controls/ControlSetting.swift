// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

extension CameraControlChecks {
  /// The contract's controls that can be changed now.
  private static func changeable(_ probe: ControlProbe) throws -> [imp_camera_control] {
    let found = try probe.controls.whole().filter {
      $0.flags == 0 && $0.control < UInt32(IMP_CAMERA_CONTROL_OWN)
    }
    guard !found.isEmpty else { throw CheckSkip("the camera has no control that can be changed.") }
    return found
  }

  /// Restores a control after the body, however it ended. The body's findings take precedence.
  private static func puttingBack(
    _ control: imp_camera_control, _ probe: ControlProbe, _ body: () throws -> Void
  ) throws {
    let found = Result { try body() }
    // Whether it is applied does not matter: others may use the camera by now. Only faults of the call itself
    // count.
    let back = Result { _ = try probe.set(control.control, control.value) }
    try found.get()
    try back.get()
  }

  static let readBack = check(
    "granted-is-read-back", "The value that set returns as granted is the camera's value afterwards.",
    rules: ["R-32"]
  ) { subject, plugin, _ in
    let probe = try probe(subject, plugin)
    for control in try changeable(probe) {
      try puttingBack(control, probe) {
        for value in [control.minimum, control.maximum, control.between, control.standard] {
          guard control.allows(value) else { continue }
          let what = "for control \(control.control) and the value \(value)"
          subject.note("camera-control.set \(what)")
          let (answer, granted) = try probe.set(control.control, value)
          if answer.status == IMP_RETRY_BUSY {
            throw CheckSkip("the camera is in use: \(answer.words).")
          }
          // Another control may have disabled it meanwhile.
          if answer.status == IMP_E_STATE { return }
          try expectSuccess(answer, "camera-control.set", what)
          try expect(
            control.allows(granted),
            "\(what) it granted \(granted), outside \(control.minimum) to \(control.maximum) (R-32).",
            place: "camera-control.set")
          guard let now = try probe.control(control.control) else {
            throw CheckFailure(
              "\(what) it granted \(granted), but then lists no such control.", place: "camera-control.set")
          }
          try expect(
            now.value == granted, "\(what) it granted \(granted), but the value is \(now.value) (R-32).",
            place: "camera-control.set")
        }
      }
    }
  }

  static let unknownSetting = check(
    "refuses-settings", "An unknown control, or a value out of range, changes nothing.",
    rules: ["R-22"]
  ) { subject, plugin, _ in
    let probe = try probe(subject, plugin)
    func refused(_ control: UInt32, _ value: Int64, _ wanted: imp_status, _ what: String) throws {
      let (answer, left) = try probe.set(control, value)
      try expect(answer, isOneOf: [wanted], "camera-control.set", what)
      try expect(
        left == value, "\(what) it refused but set *value to \(left) (R-22).", place: "camera-control.set")
    }
    let controls = try probe.controls.whole()
    for number in [0, UInt32(IMP_CAMERA_ZOOM) + 1, UInt32.max]
      + (1...15).filter({ number in !controls.contains { $0.control == number } })
    where !controls.contains(where: { $0.control == number }) {
      try refused(number, 0, IMP_E_UNSUPPORTED, "for control \(number), which the camera does not have,")
    }
    for control in controls where control.control < UInt32(IMP_CAMERA_CONTROL_OWN) {
      let what = "for control \(control.control), of \(control.minimum) to \(control.maximum)"
      if control.flags & IMP_CAMERA_CONTROL_READ_ONLY != 0 {
        try refused(control.control, control.value, IMP_E_STATE, "\(what), which is read-only,")
      } else if control.flags & IMP_CAMERA_CONTROL_INACTIVE != 0 {
        try refused(control.control, control.value, IMP_E_STATE, "\(what), which is inactive,")
      } else {
        for value in [Int64.min, control.minimum &- 1, control.maximum &+ 1, Int64.max]
        where !control.allows(value) {
          try refused(control.control, value, IMP_E_ARGUMENT, "\(what) and the value \(value)")
        }
      }
      // A read-only control, or one that is on automatic, changes by itself.
      guard control.flags == 0 else { continue }
      let now = try probe.control(control.control)
      try expect(
        now?.value == control.value,
        "\(what) it refused but has \(now.map { "\($0.value)" } ?? "no such control"); it had "
          + "\(control.value) (R-22).", place: "camera-control.set")
    }
  }

  static let besideStream = check(
    "a-stream-goes-on", "Modes and controls can be listed, and controls set, while the camera streams.",
    rules: ["R-32"]
  ) { subject, plugin, _ in
    guard try subject.manifest.provides(.camera) else {
      throw CheckSkip("it has no camera that delivers frames.")
    }
    let probe = try probe(subject, plugin)
    let alone = (try probe.modes.whole().count, try probe.controls.whole().count)
    let camera = try CameraProbe(plugin, probe.locator)
    func frame(_ when: String) throws {
      try expect(
        try camera.nextFrame().answer, isOneOf: [IMP_OK, IMP_E_FILE], "camera.next_frame", when)
    }
    try frame("for the first frame")
    let beside = (try probe.modes.whole().count, try probe.controls.whole().count)
    try expect(
      alone == beside,
      "it has \(beside.0) modes and \(beside.1) controls while it streams, but \(alone.0) and \(alone.1) "
        + "otherwise.",
      place: "camera-control.modes")
    try frame("after modes and controls were listed")
    guard let control = try changeable(probe).first else { return }
    try puttingBack(control, probe) {
      for value in [control.maximum, control.minimum] {
        try expectSuccess(
          try probe.set(control.control, value).answer, "camera-control.set", "while the camera streams")
        for _ in 0..<2 { try frame("after control \(control.control) was set to \(value)") }
      }
    }
  }
}
