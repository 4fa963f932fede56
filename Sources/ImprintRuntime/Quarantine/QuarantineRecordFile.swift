// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// A record's file, as JSON. Unknown members are refused: somebody else has written there.
enum QuarantineRecordFile {
  /// Several times the longest record.
  static let maximumBytes = 65_536
  private static let form = 2

  /// `<SHA-256 of the build>.json`.
  static func name(of build: ContentHash) -> String { "\(build.hex).json" }

  /// The build of a file's name; `nil` for a name that is not a record's.
  static func build(of name: String) -> ContentHash? {
    guard name.hasSuffix(".json"), let hash = ContentHash(hex: name.dropLast(5)), name == self.name(of: hash)
    else { return nil }
    return hash
  }

  static func encode(_ record: QuarantineRecord) -> [UInt8] {
    let (build, quarantined) = (record.build, record.quarantined)
    let document: JSONValue = .present([
      "form": form, "build": build.contents.hex, "library": build.library.hex,
      "plugin": cut(build.plugin, to: longestName), "version": "\(build.version)",
      "folder": cut(build.folder, to: longestPath), "quarantined": quarantined,
      "strikes": record.strikes.map(json),
    ])
    return Array(document.text.utf8) + [10]
  }

  /// - Parameters:
  ///   - build: what the file is named after.
  ///   - place: the file, for errors.
  /// - Throws: `damaged` for anything but what ``encode(_:)`` writes.
  static func decode(
    _ bytes: [UInt8], build: ContentHash, place: String
  ) throws(QuarantineError) -> QuarantineRecord {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes, limits: JSONValue.Limits(bytes: maximumBytes, depth: 5))
    } catch {
      throw .notAFile(place, reason: "\(error.place): \(error.reason)")
    }
    guard let record = record(json, build: build) else {
      throw .notAFile(place, reason: "it is not a record of the build that it is named after.")
    }
    return record
  }

  private static let longestName = 128
  private static let longestPath = 4096

  private static func json(_ strike: QuarantineRecord.Strike) -> JSONValue {
    .present([
      "time": strike.time, "function": cut(strike.function, to: longestName),
      "reason": strike.reason.kind.rawValue, "number": strike.reason.number,
      "imprint": cut(strike.imprint, to: longestName),
    ])
  }

  /// Truncated so that it can be read again.
  private static func cut(_ text: String, to longest: Int) -> String {
    var text = text
    while text.utf8.count > longest { text.removeLast() }
    return text
  }

  private static func record(_ json: JSONValue, build: ContentHash) -> QuarantineRecord? {
    guard var members = Members(json), members.take("form")?.number == form,
      members.take("build")?.text(upTo: 64) == build.hex,
      let library = members.take("library")?.text(upTo: 64).flatMap({ ContentHash(hex: $0) }),
      let plugin = members.take("plugin")?.text(upTo: longestName),
      let version = members.take("version")?.text(upTo: 32).flatMap({ SemanticVersion($0) }),
      let folder = members.take("folder")?.text(upTo: longestPath),
      case .array(let items) = members.take("strikes"), items.count <= QuarantineRecord.mostStrikes
    else { return nil }
    let quarantined = members.take("quarantined")
    let strikes = items.compactMap(strike)
    guard strikes.count == items.count, quarantined == nil || quarantined?.time != nil, members.isEmpty else {
      return nil
    }
    return QuarantineRecord(
      PluginBuild(contents: build, library: library, plugin: plugin, version: version, folder: folder),
      strikes: strikes, quarantined: quarantined?.time)
  }

  private static func strike(_ json: JSONValue) -> QuarantineRecord.Strike? {
    guard var members = Members(json), let time = members.take("time")?.time,
      let function = members.take("function")?.text(upTo: longestName),
      let word = members.take("reason")?.text(upTo: 16), let kind = PluginDeath.Reason.Kind(rawValue: word),
      let imprint = members.take("imprint")?.text(upTo: longestName)
    else { return nil }
    let number = members.take("number")
    guard number == nil || number?.number != nil, members.isEmpty,
      let reason = PluginDeath.Reason(kind, number?.number)
    else { return nil }
    return QuarantineRecord.Strike(time: time, function: function, reason: reason, imprint: imprint)
  }
}

/// Removes an object's members one by one; what is left at the end is unknown.
private struct Members {
  private var members: [(String, JSONValue)]

  init?(_ json: JSONValue) {
    guard case .object(let members) = json else { return nil }
    self.members = members
  }

  var isEmpty: Bool { members.isEmpty }

  mutating func take(_ name: String) -> JSONValue? {
    members.firstIndex { $0.0.utf8.elementsEqual(name.utf8) }.map { members.remove(at: $0).1 }
  }
}

extension JSONValue {
  fileprivate func text(upTo longest: Int) -> String? {
    guard case .string(let text) = self, text.utf8.count <= longest else { return nil }
    return text
  }

  fileprivate var number: Int? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  fileprivate var time: Int64? {
    number.flatMap { QuarantineStore.times.contains(Int64($0)) ? Int64($0) : nil }
  }
}
