// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// The processor of this machine.
public enum HostProcessor {
  /// Its model, as the kernel names it, and its family and model by number, since one name stands for many:
  /// `AMD EPYC, family 26, model 2`. What rounding of floating-point numbers may depend on. Empty where the
  /// kernel does not name it. Reads `/proc/cpuinfo`.
  public static func model() -> String {
    guard let file = try? RegularFile("/proc/cpuinfo"), let bytes = try? file.bytes(count: 4096) else {
      return ""
    }
    return model(in: String(decoding: bytes, as: UTF8.self))
  }

  static func model(in text: String) -> String {
    let wanted = ["model name": "", "cpu family": "family ", "model": "model "]
    var found: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = String(parts[0].drop { $0 == " " }.prefix { $0 != "\t" })
      // Of the first processor.
      guard let word = wanted[key], found[key] == nil else { continue }
      found[key] = word + parts[1].drop { $0 == " " }.prefix(128)
    }
    guard let name = found["model name"] else { return "" }
    return ([name] + ["cpu family", "model"].compactMap { found[$0] }).joined(separator: ", ")
  }
}
