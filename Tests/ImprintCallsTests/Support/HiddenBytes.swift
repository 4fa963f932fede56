// SPDX-License-Identifier: Apache-2.0
@testable import ImprintCalls

/// What a redacted recording leaves out of a body.
struct HiddenBytes: Equatable {
  var kind: HiddenKind
  var bytes: [UInt8]

  static func ofRequest(_ function: CallFunction, _ body: [UInt8]) -> [HiddenBytes] {
    of(body) { HiddenPart.parts(ofRequest: function, body: $0) }
  }

  static func ofReply(_ function: CallFunction, _ body: [UInt8]) -> [HiddenBytes] {
    of(body) { HiddenPart.parts(ofReply: function, body: $0) }
  }

  private static func of(
    _ body: [UInt8], _ find: (UnsafeRawBufferPointer) -> [HiddenPart]
  ) -> [HiddenBytes] {
    body.withUnsafeBytes { raw in
      find(raw).map { HiddenBytes(kind: $0.kind, bytes: Array(raw[$0.range])) }
    }
  }
}
