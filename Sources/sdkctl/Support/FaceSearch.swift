// SPDX-License-Identifier: Apache-2.0

/// Searches the store for faces, and reports the candidates.
struct FaceSearch {
  let extractor: FaceExtractor
  let matcher: MatcherHandler
  let gallery: Gallery<UniqueID>
  let enrolled: [GalleryEntry]
  let options: IdentificationOptions
  /// Whether the text says why, too.
  let explains: Bool
  /// What is known of the policy; `nil` where one was chosen.
  let note: String?

  /// The templates that are not searched for what they are, by format.
  var notSearched: [TemplateFormatCount] {
    TemplateFormatCount.of(
      gallery.skipped.filter { $0.reason.code != .lowQuality }
        .map { enrolled[$0.entry].template.template.format })
  }

  /// How many are not searched for their quality.
  var tooPoor: Int { gallery.skipped.count { $0.reason.code == .lowQuality } }

  /// One person, by all of their samples.
  func report(of probes: [Template], to console: Console) async throws -> Report {
    let result = try await search(probes, telling: console)
    return Report(
      text: noted([text(of: result, console)]),
      json: json(of: result).adding(["note": note]), isSuccess: result.search.matchCount > 0)
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
          "warning: \(path): at least \(Faces.mostOfOnePicture) faces; more are not searched for in one "
            + "picture"
        )
      }
      for refused in all.refused {
        console.tell(
          "warning: \(path): the face at \(refused.face.box.words) was not searched: \(refused.reason)")
      }
      for sample in all.samples {
        let result = try await search([sample.template], telling: console)
        found += result.search.matchCount > 0 ? 1 : 0
        let place = sample.face.map { "\(path), face at \($0.box.words)" } ?? path
        texts.append("\(oneLine(place))\n\(text(of: result, console))")
        faces.append(
          (["image": path, "box": sample.face?.box.json] as JSONValue).adding(json(of: result)))
      }
      pictures.append(
        [
          "image": path, "faces": all.samples.count + all.refused.count, "refused": all.refused.count,
          "mayBeMore": all.mayBeMore,
        ])
    }
    bar.clear()
    texts.append("\(found) of \(faces.count) faces found")
    return Report(
      text: noted(texts),
      json: [
        "faces": faces, "pictures": pictures, "found": found, "mostFacesOfAPicture": Faces.mostOfOnePicture,
        "note": note,
      ], isSuccess: found > 0)
  }

  /// The texts of searches, with what is known of the policy at their end.
  private func noted(_ texts: [String]) -> String {
    (texts + [note].compactMap(\.self)).joined(separator: "\n\n")
  }

  private func search(_ probes: [Template], telling console: Console) async throws -> IdentificationResult<
    UniqueID
  > {
    let found = try await told { () throws(MatcherHandlerError) in
      try await matcher.identify(options, candidate: BiometricCandidate(templates: probes), in: gallery)
    }
    let result = found.search
    // Those that this matcher does not read were reported, by format.
    for gap in result.uncalibrated {
      console.tell(
        "warning: sample \(gap.candidate + 1) was not compared with \(gap.references) templates; "
          + "\(gap.reason.line)"
      )
    }
    for skip in result.skipped.dropFirst(gallery.skipped.count) where skip.reason.code != .notCalibrated {
      console.tell("warning: \(enrolled[skip.entry].template.id) was not searched: \(skip.reason)")
    }
    return found
  }
}

// The report of one search.
extension FaceSearch {
  private var names: [UniqueID: String] {
    Dictionary(enrolled.map { ($0.user.id, $0.user.name) }) { first, _ in first }
  }

  private func text(of found: IdentificationResult<UniqueID>, _ console: Console) -> String {
    let (names, result) = (names, found.search)
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
        + "\(rateText(result.falseMatchRate)) per comparison, false positive identification rate "
        + "\(rateText(result.falsePositiveIdentificationRate)) per search"
        + extrapolationNote(result.isThresholdExtrapolated)
    ]
    if !result.candidates.isEmpty { lines.append(table.text) }
    if result.candidates.contains(where: \.isExtrapolated) {
      lines.append("* extrapolated: beyond the range that the calibration's data support")
    }
    if result.matchCount == 0, let best = result.candidates.first {
      // Whoever reads "nobody" may take it for "not enrolled".
      lines.append(
        "the best candidate is \(Score(result.threshold.value - best.score.value)) below the threshold; people "
          + "who are enrolled can be refused by it: sdkctl help identify")
    }
    lines += result.candidates.map(\.calibration).eachOnce.map(\.line)
    if explains { lines += ["", oneLineEach(found.explanation.description)] }
    return lines.joined(separator: "\n")
  }

  private func json(of found: IdentificationResult<UniqueID>) -> JSONValue {
    let (names, result) = (names, found.search)
    return [
      "candidates": result.candidates.json {
        [
          "user": "\($0.id)", "name": names[$0.id] ?? "", "score": $0.score.value, "match": $0.isMatch,
          "extrapolated": $0.isExtrapolated, "similarity": $0.similarity,
          "calibration": $0.calibration.number,
        ]
      },
      "found": result.matchCount, "threshold": result.threshold.value,
      "falseMatchRate": result.falseMatchRate,
      "falsePositiveIdentificationRate": result.falsePositiveIdentificationRate,
      "thresholdExtrapolated": result.isThresholdExtrapolated, "searched": result.searched,
      "calibrations": result.candidates.map(\.calibration).eachOnce.map(\.json),
      "uncalibrated": result.uncalibrated.json {
        (["candidate": $0.candidate, "references": $0.references] as JSONValue).adding($0.reason.json)
      },
      "skipped": result.skipped.json {
        (["user": "\($0.id)", "template": "\(enrolled[$0.entry].template.id)"] as JSONValue)
          .adding($0.reason.json)
      }, "otherUse": found.otherUse?.json, "explanation": found.explanation.json,
    ]
  }
}

extension Rectangle {
  /// Whole pixels, for people.
  var words: String { "\(Int(x)),\(Int(y)) of \(Int(width))x\(Int(height)) pixels" }

  var json: JSONValue {
    ["x": Double(x), "y": Double(y), "width": Double(width), "height": Double(height)]
  }
}
