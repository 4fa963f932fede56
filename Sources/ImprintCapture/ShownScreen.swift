// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// A setting by which a camera is told what the person before it sees.
enum ShownSetting: String, CaseIterable, Sendable {
  // A place comes before that which says that there is one: nobody sees half of it.
  case prompt = "shown-prompt"
  case targetX = "shown-target-x"
  case targetY = "shown-target-y"
  case target = "shown-target"
  case pointerX = "shown-pointer-x"
  case pointerY = "shown-pointer-y"
  case pointer = "shown-pointer"
  case color = "shown-color"
  case ovalX = "shown-oval-x"
  case ovalY = "shown-oval-y"
  case ovalHeight = "shown-oval-height"
  case ovalWidth = "shown-oval-width"
  case action = "shown-action"
}

/// What an application that shows a capture has on its screen: events in, settings out.
struct ShownScreen: Sendable, Hashable {
  private var prompt: CaptureFeedback?
  private var target: Cr2dTargetInfo?
  private var pointer: ScreenPlace?
  private var color: ScreenColor?
  private var oval: OvalOverlay?
  private var actions: CaptureActions = []

  init() {}

  mutating func take(_ event: CaptureEvent) {
    switch event {
    case .feedback(let feedback): prompt = feedback
    case .challenge: (target, oval, actions) = (nil, nil, [])
    case .target(let info): take(info)
    case .pointer(let info): pointer = info.isVisible ? info.place : nil
    case .oval(let overlay): oval = overlay
    case .light(let light): color = light
    case .action(let asked, _): actions = asked
    case .step(let step): enter(step)
    case .sourceEnded, .finished: self = ShownScreen()
    case .mode, .preview, .tracking, .progress, .preparation, .finding: break
    }
  }

  /// Of several targets the one to be reached; once it is, or no longer to be drawn, none.
  private mutating func take(_ info: Cr2dTargetInfo) {
    if info.isCurrent, info.isVisible, info.completeness < 1 {
      target = info
    } else if target?.number == info.number {
      target = nil
    }
  }

  private mutating func enter(_ step: CaptureStep) {
    switch step {
    case .challenge: break
    case .preparing, .scanning, .capturing, .judging:
      (target, pointer, oval, actions) = (nil, nil, nil, [])
    }
  }

  /// The value of a setting; `nil` where it is of no account now, such as the place of no target.
  func value(of setting: ShownSetting) -> Int64? {
    switch setting {
    case .prompt: Int64(prompt?.code ?? 0)
    case .target: target == nil ? 0 : 1
    case .targetX: target.map { Self.thousandths($0.centre.x) }
    case .targetY: target.map { Self.thousandths($0.centre.y) }
    case .pointer: pointer == nil ? 0 : 1
    case .pointerX: pointer.map { Self.thousandths($0.x) }
    case .pointerY: pointer.map { Self.thousandths($0.y) }
    case .color: Int64(color?.rgb ?? 0)
    case .ovalX: oval.map { Self.thousandths($0.centre.x) }
    case .ovalY: oval.map { Self.thousandths($0.centre.y) }
    case .ovalHeight: oval.map { Self.thousandths($0.height) }
    case .ovalWidth: oval.map { Self.thousandths($0.width) } ?? 0
    case .action: Int64(actions.rawValue)
    }
  }

  /// Of a place or size, of which none lies further away than a few images.
  private static func thousandths(_ number: Float) -> Int64 {
    number.isFinite ? Int64((min(max(number, -8), 8) * 1000).rounded()) : 0
  }
}
