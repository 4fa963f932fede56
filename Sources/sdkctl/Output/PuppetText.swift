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
