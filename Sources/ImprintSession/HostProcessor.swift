// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// The processor of this machine.
public enum HostProcessor {
  /// Its model, as the kernel names it: what rounding of floating-point numbers may depend on. Empty where
  /// the kernel does not name it. Reads `/proc/cpuinfo`.
  public static func model() -> String {
    guard let file = try? RegularFile("/proc/cpuinfo"), let bytes = try? file.bytes(count: 4096) else {
      return ""
    }
    return model(in: String(decoding: bytes, as: UTF8.self))
  }

  static func model(in text: String) -> String {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].hasPrefix("model name") else { continue }
      return String(parts[1].drop { $0 == " " }.prefix(128))
    }
    return ""
  }
}
