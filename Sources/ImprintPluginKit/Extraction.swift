// SPDX-License-Identifier: Apache-2.0
import CImprint

/// How long the templates of a format are.
public enum TemplateLength: Sendable, Hashable {
  /// Every template is as long as this.
  case exactly(bytes: Int)
  /// No template is longer than this.
  case atMost(bytes: Int)

  func holds(_ count: Int) -> Bool {
    switch self {
    case .exactly(let bytes): count == bytes
    case .atMost(let bytes): count >= 1 && count <= bytes
    }
  }

  /// As the contract has it: the most, and 0 where lengths differ.
  var raw: (most: UInt32, fixed: UInt32) {
    switch self {
    case .exactly(let bytes): (UInt32(clamping: bytes), UInt32(clamping: bytes))
    case .atMost(let bytes): (UInt32(clamping: bytes), 0)
    }
  }
}

/// A new template.
public struct Extraction: Sendable {
  /// The bare payload, of the version that its format states.
  public internal(set) var template: [UInt8]
  /// 0...100, higher is better for matching; `nil`: not measured.
  public let quality: Float?

  public init(template: [UInt8], quality: Float? = nil) {
    self.template = template
    self.quality = quality
  }

  /// Hands the template over, and leaves nothing of it behind.
  /// - Parameters:
  ///   - format: the name of its format, for words.
  ///   - out: is told of it.
  mutating func give(
    to payload: LentBuffer, as format: String, version: UInt32, _ length: TemplateLength,
    _ out: inout imp_extraction
  ) throws(PluginFailure) {
    try payload.give(&template, quality: quality, as: format, length)
    out.version = version
    out.quality = quality ?? -1
    out.reserved = 0
  }
}

extension LentBuffer {
  /// Hands a template over, and leaves nothing of it behind.
  /// - Parameter format: the name of its format, for words.
  func give(
    _ template: inout [UInt8], quality: Float?, as format: String, _ length: TemplateLength
  ) throws(PluginFailure) {
    // What is given back is not to be found in memory that somebody else gets next.
    defer { wipe(&template) }
    // What the author has to keep to: a template that cannot be read back is a defect of the plugin.
    guard length.holds(template.count), (0...100).contains(quality ?? 0) else {
      throw PluginFailure(
        .internal, "\(format) made a template whose length or quality is outside the stated range.")
    }
    try write(template.span.bytes)
  }
}

/// Overwrites bytes before their memory is given back: in place, unless somebody else has the array too.
func wipe(_ bytes: inout [UInt8]) { wipeValues(&bytes) }

/// The same of values whose zeros are values too.
func wipeValues<Value: BitwiseCopyable>(_ values: inout [Value]) {
  values.withUnsafeMutableBytes { overwrite($0) }
}

/// Never inlined: where the compiler sees that nobody reads what is written, it may leave the writing out.
@inline(never)
private func overwrite(_ memory: UnsafeMutableRawBufferPointer) {
  for index in memory.indices { memory[index] = 0 }
}
