// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

extension imp_face_capture_options_v2 {
  /// - Parameter seed: the one of the options, or one that was drawn.
  init(_ options: FaceCaptureOptions, seed: CaptureSeed) {
    self.init()
    size = UInt32(MemoryLayout<imp_face_capture_options_v2>.size)
    liveness_mode = options.livenessMode.code
    security = options.securityLevel.code
    images = UInt32(options.images)
    quality_threshold = options.qualityThreshold
    liveness_threshold = options.livenessThreshold
    timeout_ns = options.timeout.wholeNanoseconds
    steady_ns = options.steady.wholeNanoseconds
    blink_timeout_ns = options.blinkTimeout.wholeNanoseconds
    interval_ns = options.challengeIntervalDelay.wholeNanoseconds
    self.seed = (seed.low, seed.high)
    helps = options.helps.rawValue
    if options.livenessMode == .active { set(options.cr2dMode) }
  }

  private mutating func set(_ mode: Cr2dMode) {
    cr2d = mode.code
    switch mode {
    case .random: break
    case .fixedTarget(let place):
      target = imp_point(x: place.x, y: place.y)
    case .path(let targets):
      self.targets = UInt32(targets)
    case .training(let start, let target):
      self.start = imp_point(x: start.x, y: start.y)
      self.target = imp_point(x: target.x, y: target.y)
    }
  }
}

extension LivenessMode {
  package var code: UInt32 {
    switch self {
    case .none: UInt32(IMP_LIVENESS_MODE_NONE)
    case .passive: UInt32(IMP_LIVENESS_MODE_PASSIVE)
    case .active: UInt32(IMP_LIVENESS_MODE_ACTIVE)
    case .passiveVideo: UInt32(IMP_LIVENESS_MODE_PASSIVE_VIDEO)
    case .blink: UInt32(IMP_LIVENESS_MODE_BLINK)
    }
  }
}

extension SecurityLevel {
  package var code: UInt32 {
    switch self {
    case .low: UInt32(IMP_SECURITY_LOW)
    case .medium: UInt32(IMP_SECURITY_MEDIUM)
    case .high: UInt32(IMP_SECURITY_HIGH)
    }
  }
}

extension Cr2dMode {
  package var code: UInt32 {
    switch self {
    case .random: UInt32(IMP_CR2D_RANDOM)
    case .fixedTarget: UInt32(IMP_CR2D_FIXED)
    case .path: UInt32(IMP_CR2D_PATH)
    case .training: UInt32(IMP_CR2D_TRAINING)
    }
  }

  /// - Parameters:
  ///   - start: of a training.
  ///   - target: of a fixed target and a training.
  /// - Returns: `nil` for a code that the contract does not define.
  package init?(code: UInt32, start: ScreenPlace, target: ScreenPlace, targets: Int) {
    switch Int32(clamping: code) {
    case IMP_CR2D_RANDOM: self = .random
    case IMP_CR2D_FIXED: self = .fixedTarget(target)
    case IMP_CR2D_PATH: self = .path(targets: targets)
    case IMP_CR2D_TRAINING: self = .training(start: start, target: target)
    default: return nil
    }
  }
}

extension imp_capture_input {
  /// A step's input, at a time.
  init(_ input: CaptureInput, now: UInt64) {
    self.init()
    size = UInt32(MemoryLayout<imp_capture_input>.size)
    now_ns = now
    switch input {
    case .frame: kind = UInt32(IMP_INPUT_FRAME)
    case .tick: kind = UInt32(IMP_INPUT_TICK)
    case .end: kind = UInt32(IMP_INPUT_END)
    case .stop: kind = UInt32(IMP_INPUT_STOP)
    case .compared(let answer):
      kind = UInt32(IMP_INPUT_COMPARED)
      (slot, other) = (UInt32(answer.slot), UInt32(answer.other))
      if let score = answer.score {
        compared = UInt32(IMP_COMPARED_DONE)
        self.score = score.contractValue
      } else {
        compared = UInt32(IMP_COMPARED_UNABLE)
      }
    case .moved(let acceleration):
      kind = UInt32(IMP_INPUT_MOTION)
      self.acceleration = imp_point3(x: acceleration.x, y: acceleration.y, z: acceleration.z)
    }
  }
}

extension Score {
  /// Rounded down: a plugin holds it against a threshold that it must exceed.
  fileprivate var contractValue: Int32 {
    Int32(max(Double(Int32.min), min(Double(Int32.max), value.isNaN ? 0 : value.rounded(.down))))
  }
}
