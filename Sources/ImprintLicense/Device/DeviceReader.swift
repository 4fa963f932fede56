// SPDX-License-Identifier: Apache-2.0
internal import Crypto

/// Reads a device's fingerprint from files that every user may read: the result does not depend on the user.
public struct DeviceReader: Sendable {
  /// The least weight that identifies a device (docs/reference/licenses.md).
  public static let minimumWeight = 3

  private let root: String

  /// - Parameter root: the folder with `/sys`, `/proc` and `/etc`: `/`, or the host's mounted in a container.
  public init(root: String = "/") {
    self.root = root.hasSuffix("/") ? String(root.dropLast()) : root
  }

  /// The device that this program runs on.
  public static let system = DeviceReader()

  /// Reads the device's facts, and hashes each, keyed by profile and product.
  ///
  /// Thread-safe. Cost: some dozen small files, about a millisecond.
  /// - Throws: ``DeviceError`` `tooFewFacts`.
  public func fingerprint(profile: String, product: String) throws(DeviceError) -> DeviceFingerprint {
    let files = DeviceFiles(root: root)
    let key = SymmetricKey(data: Array("imprint-device/1:\(profile):\(product)".utf8))
    var facts: [DeviceFingerprint.Fact: [String]] = [:]
    for fact in DeviceFingerprint.Fact.allCases {
      facts[fact] = fact.values(from: files).map { Self.hash("\(fact.rawValue):\($0)", key) }
    }
    let device = DeviceFingerprint(facts: facts)
    guard device.weight >= Self.minimumWeight else {
      let found = DeviceFingerprint.Fact.allCases.filter { device.facts[$0] != nil }
      throw .tooFew(found, weight: device.weight)
    }
    return device
  }

  private static func hash(_ text: String, _ key: SymmetricKey) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let code = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
    let hexadecimal = code.prefix(4).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: hexadecimal, as: UTF8.self)
  }
}
