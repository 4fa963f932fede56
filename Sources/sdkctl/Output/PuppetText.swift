// SPDX-License-Identifier: Apache-2.0

/// A puppet that was made of a photograph.
struct MadePuppet {
  let photograph: String
  let file: String
  let puppet: PuppetFile

  private var isStraight: Bool { puppet.turn <= PuppetFile.straight }
  private var size: (width: Int, height: Int) { (puppet.photograph.width, puppet.photograph.height) }

  var text: String {
    let line = "\(photograph): \(file), \(size.width) x \(size.height) pixels"
    guard !isStraight else { return line }
    return line
      + "\nwarning: \(photograph): the head is turned by \(Int(puppet.turn.rounded())) degrees, and "
      + "what that hides is drawn wrongly. Better take a photograph that looks into the camera, within "
      + "\(Int(PuppetFile.straight)) degrees."
  }

  var json: JSONValue {
    [
      "photograph": photograph, "file": file, "width": size.width, "height": size.height,
      "pose": [
        "yaw": Double(puppet.pose.yaw), "pitch": Double(puppet.pose.pitch), "roll": Double(puppet.pose.roll),
      ] as JSONValue, "straight": isStraight,
    ]
  }
}

/// Why a photograph became no puppet.
struct PuppetFailure: Error {
  private let photograph: String
  private let code: String
  private let reason: String
  private let remedy: String

  init(_ photograph: String, _ error: some ExplainedError) {
    self.photograph = photograph
    (code, reason, remedy) = (error.code.rawValue, error.reason, error.remedy)
  }

  var text: String { "not made: \(photograph): \(reason) \(remedy)" }

  var json: JSONValue { ["photograph": photograph, "code": code, "reason": reason, "remedy": remedy] }
}
