// SPDX-License-Identifier: Apache-2.0

extension FaceCaptureHandlerEvent {
  /// One line of `--events`; `nil` for a preview, which is a file.
  var json: JSONValue? {
    switch self {
    case .capture(let event): event.json
    case .preview: nil
    case .interrupted(let reason): ["event": "interrupted", "interruption": reason.rawValue]
    case .ready: ["event": "ready"]
    case .recorded(let recording): ["event": "recorded", "recording": recording.json]
    case .finished(let conclusion): ["event": "finished", "conclusion": conclusion.json]
    }
  }
}

extension FaceCaptureConclusion {
  fileprivate var json: JSONValue {
    switch self {
    case .verdict(let result): ["kind": "verdict", "liveness": "\(result.liveness)"]
    case .retry(let reason, let kept): ["kind": "retry", "retry": reason.rawValue, "kept": kept.images.count]
    case .error(let error): ["kind": "error", "error": error.json.adding(error.details)]
    }
  }
}

extension CaptureEvent {
  /// Places are −1…1 over the upright picture, (−1, −1) at its top left; boxes and eyes are in its pixels.
  fileprivate var json: JSONValue? {
    switch self {
    case .mode(let mode): ["event": "mode", "mode": mode.rawValue]
    case .step(let step): ["event": "step", "step": step.rawValue]
    case .tracking(let information): ["event": "tracking", "tracking": information.json]
    case .feedback(let feedback): ["event": "feedback", "feedback": feedback.rawValue]
    case .progress(let progress): ["event": "progress", "progress": Double(progress)]
    case .challenge(let challenge):
      ["event": "challenge", "number": challenge.number, "total": challenge.total]
    case .target(let target): ["event": "target", "target": target.json]
    case .pointer(let pointer):
      ["event": "pointer", "visible": pointer.isVisible, "place": pointer.place.json]
    case .oval(let oval):
      [
        "event": "oval", "centre": oval.centre.json, "width": Double(oval.width),
        "height": Double(oval.height),
      ]
    case .preparation(let preparation): ["event": "preparation", "preparation": preparation.rawValue]
    case .light(let color):
      ["event": "light", "red": Int(color.red), "green": Int(color.green), "blue": Int(color.blue)]
    case .action(let actions, let score):
      ["event": "action", "actions": JSONValue.strings(actions.words), "score": Double(score)]
    case .finding(let finding): ["event": "finding", "finding": finding.json]
    case .sourceEnded: ["event": "source-ended"]
    case .preview, .finished: nil
    }
  }
}

extension FaceCaptureError: DetailedError {
  public var details: JSONValue {
    .present(["type": type.rawValue, "unlockUTCMilliseconds": (unlockDateTime?.utcMilliseconds).json])
  }
}

extension CaptureOverlay {
  /// In pixels of the preview.
  var json: JSONValue {
    [
      "face": face.json, "pointer": pointer.json(\.json), "oval": oval.json(\.json),
      "targets": targets.json {
        [
          "number": $0.number, "centre": $0.centre.json, "radius": Double($0.radius), "current": $0.isCurrent,
          "completeness": Double($0.completeness),
        ]
      },
    ]
  }
}

extension FaceTrackingInformation {
  fileprivate var json: JSONValue {
    [
      "box": box.json, "leftEye": leftEye.json, "rightEye": rightEye.json,
      "pose": ["yaw": Double(pose.yaw), "pitch": Double(pose.pitch), "roll": Double(pose.roll)] as JSONValue,
      "referenceWidth": referenceWidth, "referenceHeight": referenceHeight,
      "timestampNanoseconds": Int(clamping: timestamp),
    ]
  }
}

extension Cr2dTargetInfo {
  fileprivate var json: JSONValue {
    [
      "number": number, "total": total, "visible": isVisible, "current": isCurrent, "centre": centre.json,
      "radius": Double(radius), "completeness": Double(completeness),
    ]
  }
}

extension ScreenPlace {
  fileprivate var json: JSONValue { ["x": Double(x), "y": Double(y)] }
}

extension Point {
  fileprivate var json: JSONValue { ["x": Double(x), "y": Double(y)] }
}
