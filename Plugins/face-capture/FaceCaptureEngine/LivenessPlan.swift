// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// What a liveness mode asks for, and which methods have to find life.
struct LivenessPlan {
  let mode: Mode
  let options: FaceCaptureOptions

  enum Mode: Hashable { case none, passive, active, passiveVideo, blink }

  /// - Returns: `nil` for a mode that this plugin does not know.
  init?(_ options: FaceCaptureOptions) {
    self.options = options
    switch options.livenessMode {
    case UInt32(IMP_LIVENESS_MODE_NONE): mode = .none
    case UInt32(IMP_LIVENESS_MODE_PASSIVE): mode = .passive
    case UInt32(IMP_LIVENESS_MODE_ACTIVE): mode = .active
    case UInt32(IMP_LIVENESS_MODE_PASSIVE_VIDEO): mode = .passiveVideo
    case UInt32(IMP_LIVENESS_MODE_BLINK): mode = .blink
    default: return nil
    }
  }

  /// Whether the device decides: a passive video is for a server, and training decides nothing.
  var isJudged: Bool {
    switch mode {
    case .none, .passiveVideo: false
    case .passive, .blink: true
    case .active:
      if case .training = options.cr2d { false } else { true }
    }
  }

  /// Whether images of the challenge are compared with those that are returned.
  var comparesPerson: Bool { mode == .passive || mode == .active }

  /// Whether what surrounds the head is looked at: for the device's movement, and where the device judges.
  var watchesSurroundings: Bool { mode != .none }

  /// Whether the screen lights the person before the challenge, whoever judges: a server finds the answer in
  /// a recording with frames.
  var lights: Bool { options.helps.contains(.lights) && isJudged }

  /// Whether a face that does not answer the light leaves a doubt: in a bright room nobody's does, so only
  /// where the strictest level asks for it.
  private var requiresLight: Bool { lights && options.security == .high }

  /// All of these have to find life; where the person is compared, that too.
  var required: Set<CaptureEvent.Method> {
    let light: Set<CaptureEvent.Method> = requiresLight ? [.light] : []
    switch mode {
    case .none, .passiveVideo: return []
    case .passive: return light.union([.shape, .stream, .track])
    case .active: return light.union([.following, .shape, .stream, .track])
    case .blink: return light.union([.blink, .stream, .track])
    }
  }

  /// - Returns: `nil` in a mode without one.
  func challenge(_ neutral: Neutral, _ random: inout SeededRandom) -> (any Challenge)? {
    switch mode {
    case .none: nil
    case .passive: TurnChallenge(neutral: neutral, leftFirst: random.bool())
    case .passiveVideo: OvalChallenge()
    case .blink:
      BlinkChallenge(
        neutral: neutral, threshold: options.livenessThreshold, timeout: options.blinkTimeout)
    case .active: targets(neutral, &random)
    }
  }

  private func targets(_ neutral: Neutral, _ random: inout SeededRandom) -> TargetChallenge {
    let places: [ScreenPlace]
    var arrangement = TargetChallenge.Arrangement.path
    switch options.cr2d ?? .random {
    case .random:
      places = TargetChallenge.randomPlaces(TargetChallenge.count(options.security), &random)
      arrangement = .each
    case .path(let count): places = TargetChallenge.randomPlaces(count, &random)
    case .fixed(let place): places = [place]
    case .training(let start, let target):
      places = [start, target]
    }
    return TargetChallenge(
      targets: places, arrangement: arrangement, interval: options.interval, neutral: neutral)
  }
}
