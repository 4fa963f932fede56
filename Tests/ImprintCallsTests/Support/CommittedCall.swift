// SPDX-License-Identifier: Apache-2.0
import CImprint
import Foundation
import ImprintCalls

/// A call as `Tests/Fixtures/calls/calls.txt` has it, byte for byte: a right one, whatever its function.
/// There is one of each function, or ``WireTests`` fail.
struct CommittedCall: Sendable {
  let function: CallFunction
  /// What was answered.
  private(set) var status: imp_status = 0
  private(set) var request: [UInt8] = []

  /// All of them, by their function, in the order they were made.
  static let all: [CallFunction: [CommittedCall]] = Dictionary(grouping: read(), by: \.function)

  private static func read() -> [CommittedCall] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/calls/calls.txt")
    guard let content = try? Data(contentsOf: file) else { return [] }
    let functions = Dictionary(uniqueKeysWithValues: CallFunction.allCases.map { ($0.name, $0) })
    var calls: [CommittedCall] = []
    var isRequest = false
    for line in String(decoding: content, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if !line.hasPrefix(" ") {
        // A call that nobody makes any more stands for none.
        guard let function = functions[String(words[0])] else { continue }
        calls.append(CommittedCall(function: function))
      } else if words[0] == "request," {
        isRequest = true
        calls[calls.count - 1].request = [UInt8](repeating: 0, count: Int(words[1]) ?? 0)
      } else if words[0] == "reply" {
        isRequest = false
        calls[calls.count - 1].status = imp_status(words[1].dropLast()) ?? -1
      } else if isRequest, let place = Int(words[0].dropLast()) {
        let digits = Array(words[1])
        for index in 0..<digits.count / 2 {
          calls[calls.count - 1].request[place + index] =
            UInt8(String(digits[2 * index...2 * index + 1]), radix: 16) ?? 0
        }
      }
    }
    return calls
  }
}
