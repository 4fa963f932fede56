// SPDX-License-Identifier: Apache-2.0

/// Failures of conformance checks that are known and accepted: the content of an examiner's file of waivers.
///
/// Made by ``SettingsReader`` only.
public struct WaiverList: Sendable, Hashable {
  /// One of them.
  public struct Waiver: Sendable, Hashable {
    /// The check's id; its existence is not checked here.
    public let check: String
    /// Why its failure is accepted; at least one word.
    public let reason: String
    /// Who accepts it; at least one word.
    public let by: String
  }

  /// The version of the schema it is written for.
  public let schema: SchemaVersion
  /// In the file's order.
  public let waivers: [Waiver]
}

extension SettingsReader {
  /// The schema of waivers.
  public static let waiversSchema = WaiversSchema.version

  /// Reads waivers from a file; `path` also names it in problems.
  /// - Complexity: O(bytes); one file is opened.
  public static func waivers(at path: String) throws(ManifestError) -> ManifestReading<WaiverList> {
    try waivers(bytes: SchemaReader.bytes(of: path), place: path)
  }

  /// Reads waivers from bytes; `place` names them in problems.
  public static func waivers(
    bytes: [UInt8], place: String
  ) throws(ManifestError) -> ManifestReading<WaiverList> {
    try SchemaReader.read(bytes, place: place, schema: WaiversSchema.root, WaiversSchema.version) {
      (root) throws(ManifestProblem) in
      let take = SchemaBuilder(file: place)
      return WaiverList(
        schema: try take.convert(root, "schema") { $0.text.flatMap { SchemaVersion($0) } },
        waivers: try take.list(root, "waivers") { (item) throws(ManifestProblem) -> WaiverList.Waiver? in
          WaiverList.Waiver(
            check: try take.text(item, "check"), reason: try take.text(item, "reason"),
            by: try take.text(item, "by"))
        })
    }
  }
}
