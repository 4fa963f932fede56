// SPDX-License-Identifier: Apache-2.0
import Imprint
import ImprintCommandLine

/// Searches the store for faces, and tells what was found.
struct FaceSearch {
  let extractor: FaceExtractor
  let matcher: TemplateMatcher
  let gallery: Gallery<UniqueID>
  let enrolled: [GalleryEntry]
  let policy: MatchPolicy
  let requireCalibrated: Bool
  let candidates: Int

  /// What of the store is not searched, by format.
  var notSearched: [TemplateFormatCount] {
    TemplateFormatCount.of(gallery.skipped.map { enrolled[$0.entry].template.template.format })
  }

  /// One person, by all of their samples.
  func report(of probes: [Template], to console: Console) throws -> Report {
    let result = try search(probes, telling: console)
    return Report(
      text: text(of: result, console), json: .object(members(of: result)), isSuccess: result.matchCount > 0)
  }

  /// Every face of every picture, each by itself.
  func everyFace(of images: [String], with system: BiometricSystem, to console: Console) async throws
    -> Report
  {
    let bar = ProgressBar(on: console)
    defer { bar.clear() }
    var (texts, faces, pictures): ([String], [JSONValue], [JSONValue]) = ([], [], [])
    var found = 0
    for (index, path) in images.enumerated() {
      try Task.checkCancellation()
      let all = try await system.faces.samples(of: ImageFile.read(path), with: extractor, place: path)
      if images.count > 1 { bar.show("searching", index + 1, of: images.count) }
      if all.mayBeMore {
        console.tell(
          "warning: \(path): at least \(Faces.mostOfOnePicture) faces; no more are looked for in one picture"
        )
      }
      for refused in all.refused {
        console.tell(
          "warning: \(path): the face at \(refused.face.box.words) was not searched: \(refused.reason)")
      }
      for sample in all.samples {
        let result = try search([sample.template], telling: console)
        found += result.matchCount > 0 ? 1 : 0
        let place = sample.face.map { "\(path), face at \($0.box.words)" } ?? path
        texts.append("\(oneLine(place))\n\(text(of: result, console))")
        faces.append(
          .object(
            [("image", .string(path)), ("box", .optional(sample.face) { $0.box.json })] + members(of: result))
        )
      }
      pictures.append(
        .object([
          ("image", .string(path)), ("faces", .integer(all.samples.count + all.refused.count)),
          ("refused", .integer(all.refused.count)), ("mayBeMore", .bool(all.mayBeMore)),
        ]))
    }
    bar.clear()
    texts.append("\(found) of \(faces.count) faces found")
    return Report(
      text: texts.joined(separator: "\n\n"),
      json: .object([
        ("faces", .array(faces)), ("pictures", .array(pictures)), ("found", .integer(found)),
        ("mostFacesOfAPicture", .integer(Faces.mostOfOnePicture)),
      ]), isSuccess: found > 0)
  }

  private func search(_ probes: [Template], telling console: Console) throws -> Identification<UniqueID> {
    let result = try matcher.identify(
      candidates: probes, in: gallery, policy: policy, maximumCandidates: candidates,
      requireCalibrated: requireCalibrated)
    // Those that this matcher does not read were told, by their format.
    for gap in result.uncalibrated {
      console.tell(
        "warning: sample \(gap.candidate + 1) was not compared with \(gap.references) templates; \(gap.reason.line)"
      )
    }
    for skip in result.skipped.dropFirst(gallery.skipped.count) where skip.reason.code != .notCalibrated {
      console.tell("warning: \(enrolled[skip.entry].template.id) was not searched: \(skip.reason)")
    }
    return result
  }
}

// What is told of one search.
extension FaceSearch {
  private var names: [UniqueID: String] {
    Dictionary(enrolled.map { ($0.user.id, $0.user.name) }) { first, _ in first }
  }

  private func text(of result: Identification<UniqueID>, _ console: Console) -> String {
    let names = names
    var table = Table(["SCORE", "MATCH", "ID", "NAME"])
    for candidate in result.candidates {
      table.add([
        "\(candidate.score)\(candidate.isExtrapolated ? "*" : "")", candidate.isMatch ? "yes" : "no",
        "\(candidate.id)", names[candidate.id] ?? "",
      ])
    }
    let shown = result.matches.count == result.matchCount ? "" : ", the best \(result.matches.count) shown"
    let verdict =
      result.matchCount == 0
      ? console.styled("nobody found", .red) : console.styled("\(result.matchCount) found", .green) + shown
    var lines = [
      "\(verdict) among \(result.searched) templates: threshold \(result.threshold), false match rate "
        + "\(rateText(result.falseMatchRate)) a comparison, false positive identification rate "
        + "\(rateText(result.falsePositiveIdentificationRate)) a search"
        + extrapolationNote(result.isThresholdExtrapolated)
    ]
    if !result.candidates.isEmpty { lines.append(table.text) }
    if result.candidates.contains(where: \.isExtrapolated) {
      lines.append("* extrapolated: beyond what the calibration's data carry")
    }
    lines += result.candidates.map(\.calibration).eachOnce.map(\.line)
    return lines.joined(separator: "\n")
  }

  private func members(of result: Identification<UniqueID>) -> [(String, JSONValue)] {
    let names = names
    return [
      (
        "candidates",
        .array(
          result.candidates.map {
            .object([
              ("user", .string("\($0.id)")), ("name", .string(names[$0.id] ?? "")),
              ("score", .number($0.score.value)), ("match", .bool($0.isMatch)),
              ("extrapolated", .bool($0.isExtrapolated)), ("similarity", .number(Double($0.similarity))),
              ("calibration", .integer($0.calibration.number)),
            ])
          })
      ), ("found", .integer(result.matchCount)),
      ("threshold", .number(result.threshold.value)), ("falseMatchRate", .number(result.falseMatchRate)),
      ("falsePositiveIdentificationRate", .number(result.falsePositiveIdentificationRate)),
      ("thresholdExtrapolated", .bool(result.isThresholdExtrapolated)),
      ("searched", .integer(result.searched)),
      ("calibrations", .array(result.candidates.map(\.calibration).eachOnce.map(\.json))),
      (
        "uncalibrated",
        .array(
          result.uncalibrated.map {
            .object(
              [("candidate", .integer($0.candidate)), ("references", .integer($0.references))]
                + $0.reason.members)
          })
      ),
      (
        "skipped",
        .array(
          result.skipped.map {
            .object([
              ("user", .string("\($0.id)")), ("template", .string("\(enrolled[$0.entry].template.id)")),
              ("code", .string($0.reason.code.rawValue)), ("reason", .string($0.reason.reason)),
              ("remedy", .string($0.reason.remedy)),
            ])
          })
      ),
    ]
  }
}

extension Rectangle {
  /// Whole pixels, for people.
  fileprivate var words: String { "\(Int(x)),\(Int(y)) of \(Int(width))x\(Int(height)) pixels" }

  var json: JSONValue {
    .object([
      ("x", .number(Double(x))), ("y", .number(Double(y))), ("width", .number(Double(width))),
      ("height", .number(Double(height))),
    ])
  }
}
