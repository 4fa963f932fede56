// SPDX-License-Identifier: Apache-2.0

extension StandardQualityComponent {
  /// What people are told. Left and right are the subject's own.
  var words: (title: String, advice: String) {
    switch self {
    case .unifiedQualityScore:
      (
        "quality for recognition",
        "Take another picture: in focus, lit from the front, looking into the camera."
      )
    case .backgroundUniformity:
      ("even background", "Stand before a plain wall of one colour, without shadows on it.")
    case .illuminationUniformity:
      ("both halves of the face equally lit", "Light the face from the front, equally from both sides.")
    case .luminanceMean:
      ("brightness of the face", "Give the face more light if it is dark, and less if it is bright.")
    case .luminanceVariance:
      (
        "contrast of the face",
        "Use soft light from the front: neither light that leaves no shading nor hard light with deep shadows."
      )
    case .underExposurePrevention:
      (
        "no part of the face too dark",
        "Put more light on the face, and have no window or lamp behind the head."
      )
    case .overExposurePrevention:
      (
        "no part of the face burnt out",
        "Put less light on the face, or shorten the exposure; avoid the flash and direct sun."
      )
    case .dynamicRange:
      (
        "range of shades in the face",
        "Use more light, clean the lens, and do not compress the picture strongly."
      )
    case .sharpness:
      (
        "in focus and without motion blur",
        "Hold still, focus on the eyes, and come closer or use more light."
      )
    case .compressionArtifacts:
      ("no traces of compression", "Store the picture with a higher quality of JPEG, or as PNG.")
    case .naturalColour:
      (
        "natural colour of the skin",
        "Set the white balance, use white light, and apply no filter."
      )
    case .singleFacePresent:
      ("one face alone", "Only one person belongs in the picture: ask others to step out.")
    case .eyesOpen: ("both eyes open", "Open both eyes.")
    case .mouthClosed: ("mouth closed", "Close the mouth.")
    case .eyesVisible: ("eyes not covered", "Take off dark glasses, and keep hair and frames off the eyes.")
    case .mouthOcclusionPrevention: ("mouth not covered", "Take the mask, scarf or hand off the mouth.")
    case .faceOcclusionPrevention: ("face not covered", "Take everything off the face that covers it.")
    case .interEyeDistance:
      ("enough pixels between the eyes", "Come closer, or use a camera with more pixels.")
    case .headSize:
      (
        "size of the head in the picture",
        "Come closer if the head is small in the picture; step back if it fills it."
      )
    case .leftwardCrop:
      (
        "room beside the right side of the face, at the picture's left edge",
        "Move away from the picture's left edge, into the middle."
      )
    case .rightwardCrop:
      (
        "room beside the left side of the face, at the picture's right edge",
        "Move away from the picture's right edge, into the middle."
      )
    case .marginAbove:
      ("room above the eyes", "Leave more room above the head: raise the camera, or step back.")
    case .marginBelow:
      ("room below the eyes", "Leave more room below the chin: lower the camera, or step back.")
    case .headPoseYaw: ("head not turned to a side", "Look straight into the camera: turn the head to it.")
    case .headPosePitch:
      ("head not turned up or down", "Look straight into the camera: hold it at eye level.")
    case .headPoseRoll: ("head not tilted", "Hold the head, or the camera, upright.")
    case .expressionNeutrality: ("neutral expression", "Look neutral: do not smile or frown.")
    case .noHeadCoverings: ("no covering of the head", "Take off the hat or hood.")
    }
  }
}
