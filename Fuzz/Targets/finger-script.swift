// SPDX-License-Identifier: Apache-2.0
import FingerScripts
import ImprintPluginKit

/// Scripts of a fingerprint reader: what was read can be played.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzFingerScript(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let script = try? FingerScript(bytes, place: "reader.txt") else { return 0 }
  var isCovered = false
  let tells = script.steps.contains(.arrive)
  for (index, step) in script.steps.enumerated() {
    switch step {
    case .delay(let time): precondition(time <= FingerScript.longestDelay)
    case .arrive:
      precondition(!isCovered)
      isCovered = true
    case .lift:
      precondition(isCovered)
      isCovered = false
    case .image(let image):
      precondition(isCovered || !tells)
      precondition(!image.name.contains("/") && !image.name.hasPrefix(".") && !image.name.utf8.contains(0))
      precondition((0...100).contains(image.contrast) && (0...100).contains(image.area))
      precondition(
        image.resolution.map { (1...1_000_000).contains($0.x) && (1...1_000_000).contains($0.y) } ?? true)
    case .retry: precondition(isCovered || !tells)
    case .unplug, .fail: precondition(index == script.steps.count - 1)
    }
  }
  return 0
}
