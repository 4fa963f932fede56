// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintTemplateCodes

/// Payloads, with the check set right too, which become codes and are read again; pictures of codes with
/// modules turned over; and pictures of nothing but modules.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzTemplateCode(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let kind = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  switch kind % 3 {
  case 0: fuzzPayload(rest)
  case 1: fuzzSpoiltCode(rest)
  default: fuzzModules(rest)
  }
  return 0
}

private func fuzzPayload(_ bytes: [UInt8]) {
  for payload in [bytes, templateCodeChecked(bytes)] {
    guard let template = templateOfCode(payload), let code = try? TemplateCode(template) else { continue }
    guard let image = try? code.image(pixelsPerModule: 3) else { preconditionFailure("a code has no image") }
    let read = try? TemplateCodeReader.template(in: image)
    precondition(read?.payload == payload)
  }
}

private func fuzzSpoiltCode(_ turned: [UInt8]) {
  let payload = templateCodeChecked(Array("IMF5".utf8) + [1] + [UInt8](repeating: 0, count: 111))
  guard let template = templateOfCode(payload),
    let code = try? TemplateCode(template, correction: .medium)
  else { preconditionFailure("a right payload has no code") }
  fuzzPicture(side: code.side) { row, column in
    let at = row * code.side + column
    let isTurned = at / 8 < turned.count && turned[at / 8] >> (at % 8) & 1 == 1
    return code.isDark(row: row, column: column) != isTurned
  }
}

private func fuzzModules(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let side = 1 + Int(first) % 100
  fuzzPicture(side: side) { row, column in
    let at = row * side + column
    return 1 + at / 8 < bytes.count && bytes[1 + at / 8] >> (at % 8) & 1 == 1
  }
}

private func fuzzPicture(side: Int, _ isDark: (Int, Int) -> Bool) {
  let (module, quiet) = (3, 4)
  let width = module * (side + 2 * quiet)
  var pixels = [UInt8](repeating: 255, count: width * width)
  for row in 0..<side {
    for column in 0..<side where isDark(row, column) {
      for y in 0..<module {
        let start = (module * (row + quiet) + y) * width + module * (column + quiet)
        for at in start..<start + module { pixels[at] = 0 }
      }
    }
  }
  guard let image = Image(width: width, height: width, format: .grey8, pixels: pixels) else { return }
  guard let template = try? TemplateCodeReader.template(in: image) else { return }
  precondition(template.payload.count == 116)
}

private func templateOfCode(_ payload: [UInt8]) -> Template? {
  TemplateFormat(algorithm: "imprint.face-f5", version: 1).flatMap {
    Template(format: $0, modality: .face, site: .face, quality: nil, payload: payload)
  }
}

/// The same bytes with the check that they need, if there are as many as a template has.
private func templateCodeChecked(_ payload: [UInt8]) -> [UInt8] {
  guard payload.count == 116 else { return payload }
  var sum: UInt32 = 0xffff_ffff
  for byte in payload[..<16] + payload[20...] {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xedb8_8320 }
  }
  var payload = payload
  for at in 0..<4 { payload[16 + at] = UInt8(truncatingIfNeeded: ~sum >> (8 * UInt32(at))) }
  return payload
}
