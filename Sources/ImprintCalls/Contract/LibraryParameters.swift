// SPDX-License-Identifier: Apache-2.0
package import CImprint

/// A parameter that the plugins of a library of many may have: what the library declares, judged and copied.
package struct ParameterDeclaration: Sendable, Hashable {
  package enum Kind: UInt32, Sendable, Hashable {
    case boolean = 1
    case integer = 2
    case number = 3
    case text = 4
  }

  package let name: String
  package let purpose: String
  package let kind: Kind
  package let isRequired: Bool
  /// Of an integer or a number, finite; of an integer whole, and exact as one. 0 of others.
  package let range: ClosedRange<Double>
  /// Of a text, 1...1024 bytes; 0 of others.
  package let longest: Int
}

extension ParameterDeclaration {
  /// Integers beyond are not exact as numbers, in which their ranges are stated.
  private static let exact = -0x1p53...0x1p53

  /// Reads what a library of many declares, in its order.
  static func list(of descriptor: imp_library_descriptor) throws(ContractBreach) -> [Self] {
    let count = descriptor.parameter_count
    guard count > 0 else { return [] }
    guard count <= CallLimit.parameters, let list = descriptor.parameters else {
      throw ContractBreach(
        "its descriptor declares \(count) parameters; at most \(CallLimit.parameters) are read.")
    }
    var declared: [Self] = []
    for index in 0..<Int(count) {
      let next = try Self(at: UnsafeRawPointer(list + index), field: "parameters[\(index)]")
      guard !declared.contains(where: { $0.name == next.name }) else {
        throw ContractBreach("it declares the parameter `\(next.name)` twice.")
      }
      declared.append(next)
    }
    return declared
  }

  private init(at address: UnsafeRawPointer, field: String) throws(ContractBreach) {
    let raw = try PluginStruct.checked(
      imp_parameter_declaration.self, at: address, name: "imp_parameter_declaration", pointers: [32, 40]
    ).pointee
    name = try PluginStruct.text(raw.name, field: "\(field).name", limit: 63)
    purpose = try PluginStruct.text(raw.purpose, field: "\(field).purpose")
    guard Self.isName(name) else {
      throw ContractBreach("\(field).name is not a valid parameter name, such as inputWidth.")
    }
    let place = "its parameter `\(name)`"
    guard !purpose.isEmpty, !purpose.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 })
    else {
      throw ContractBreach("\(place) does not state its purpose in one line.")
    }
    guard let kind = Kind(rawValue: raw.type) else {
      throw ContractBreach("\(place) has the unknown type \(raw.type).")
    }
    guard raw.required <= 1 else {
      throw ContractBreach("\(place) has required \(raw.required); 0 or 1 are allowed.")
    }
    self.kind = kind
    isRequired = raw.required == 1
    switch kind {
    case .boolean: (range, longest) = (0...0, 0)
    case .integer, .number:
      guard raw.min.isFinite, raw.max.isFinite, raw.min <= raw.max else {
        throw ContractBreach("\(place) has the invalid range \(raw.min) to \(raw.max).")
      }
      (range, longest) = (raw.min...raw.max, 0)
      let isExact = [raw.min, raw.max].allSatisfy { Self.exact.contains($0) && $0 == $0.rounded() }
      guard kind == .number || isExact else {
        throw ContractBreach(
          "\(place) is an integer from \(raw.min) to \(raw.max), which are not exact integers.")
      }
    case .text:
      guard (1...CallLimit.parameterText).contains(Int(raw.length_max)) else {
        throw ContractBreach(
          "\(place) is a text of at most \(raw.length_max) bytes; 1 to \(CallLimit.parameterText) are allowed."
        )
      }
      (range, longest) = (0...0, Int(raw.length_max))
    }
  }

  /// As manifests may have it: a small letter, then letters and digits, with single signs between them.
  private static func isName(_ name: String) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    let words = name.utf8.split(omittingEmptySubsequences: false) {
      [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains($0)
    }
    return name.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
      && words.allSatisfy { !$0.isEmpty && $0.allSatisfy(isWord) }
  }
}

/// A parameter of one plugin, as it is lent: of the type that its library declares.
package struct ParameterSetting: Sendable, Hashable {
  let name: [UInt8]
  let type: UInt32
  var integer: Int64 = 0
  var number: Double = 0
  var text: [UInt8] = []

  init(name: [UInt8], type: UInt32, integer: Int64 = 0, number: Double = 0, text: [UInt8] = []) {
    self.name = name
    self.type = type
    self.integer = integer
    self.number = number
    self.text = text
  }

  package static func boolean(_ name: String, _ value: Bool) -> Self {
    Self(name: Array(name.utf8), type: ParameterDeclaration.Kind.boolean.rawValue, integer: value ? 1 : 0)
  }

  package static func integer(_ name: String, _ value: Int) -> Self {
    Self(name: Array(name.utf8), type: ParameterDeclaration.Kind.integer.rawValue, integer: Int64(value))
  }

  package static func number(_ name: String, _ value: Double) -> Self {
    Self(name: Array(name.utf8), type: ParameterDeclaration.Kind.number.rawValue, number: value)
  }

  package static func text(_ name: String, _ value: String) -> Self {
    Self(name: Array(name.utf8), type: ParameterDeclaration.Kind.text.rawValue, text: Array(value.utf8))
  }

  package var parameterName: String { String(decoding: name, as: UTF8.self) }
}

/// The parameters of one opened plugin where it finds them: behind `imprint.host.parameters/1`.
///
/// `@unchecked Sendable`: all memory is written in `init` only.
package final class LentParameters: @unchecked Sendable {
  private let names: [[UInt8]]
  private let values: UnsafeMutableBufferPointer<imp_parameter>
  private let texts: [UnsafeMutableRawBufferPointer]

  package init(_ given: [ParameterSetting]) {
    names = given.map(\.name)
    values = .allocate(capacity: given.count)
    texts = given.map { setting in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: setting.text.count, alignment: 1)
      copy.copyBytes(from: setting.text)
      return copy
    }
    for (index, setting) in given.enumerated() {
      values.initializeElement(
        at: index,
        to: imp_parameter(
          size: UInt32(MemoryLayout<imp_parameter>.size), type: setting.type, integer: setting.integer,
          number: setting.number,
          text: setting.text.isEmpty ? imp_text() : imp_text(UnsafeRawBufferPointer(texts[index]))))
    }
  }

  deinit {
    values.deallocate()
    for text in texts { text.deallocate() }
  }

  /// What `value` answers: valid as long as this. O(parameters).
  package func value(named name: imp_text) -> UnsafePointer<imp_parameter>? {
    let index = names.firstIndex { name.raw.elementsEqual($0) }
    return index.flatMap { index in values.baseAddress.map { UnsafePointer($0 + index) } }
  }
}
