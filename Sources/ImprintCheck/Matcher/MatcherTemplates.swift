// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc

extension MatcherChecks {
  static let sameTemplate = ConformanceCheck(
    .matcher, "same-image-same-template", "The same image gives the same template, whatever came between.",
    rules: ["R-14"], scope: scope
  ) { subject, _ in
    let plugin = try subject.open()
    let probe = try MatcherProbe(plugin)
    let picture = CheckPicture.person(2)
    let first = try probe.template(of: picture)
    func same(_ other: [UInt8], _ when: String) throws {
      guard let place = Difference.words(first, other) else { return }
      throw CheckFailure(
        "\(when) the same image gave another template: \(place) (R-14).", place: "matcher.extract")
    }
    try same(try probe.template(of: picture), "right after the first call")
    _ = try probe.templates(3)
    try same(try probe.template(of: picture), "after three other images")
    try same(try MatcherProbe(plugin).template(of: picture), "with a new matcher")
    try same(try MatcherProbe(subject.open()).template(of: picture), "with the plugin opened anew")
  }

  static let sameAfterRestart = ConformanceCheck(
    .matcher, "same-after-restart", "Templates and similarities are the same in the next process.",
    rules: ["R-14"], deadline: .seconds(40), scope: scope
  ) { subject, _ in
    let probe = try MatcherProbe(subject.open())
    let templates = try probe.templates(3)
    let scores = try templates.map { try probe.similarity(templates[0], $0, "for two of its own templates") }
    let made = templates.flatMap { $0 } + scores.flatMap { score in withUnsafeBytes(of: score) { Array($0) } }
    // The second process finds what the first one left, and compares.
    let file = subject.scratch + "/templates"
    if let before = try Scratch.read(file) {
      guard let place = Difference.words(before, made) else { return }
      throw CheckFailure(
        "another process made other templates or similarities of the same images: \(place) (R-14).",
        place: "matcher.extract")
    }
    try Scratch.write(made, to: file)
    try subject.runAgain("matcher.same-after-restart")
  }

  static let templateLength = check(
    "template-length", "Templates are as long as describe says.", rules: ["R-01"]
  ) { probe, _ in
    let info = probe.info
    for person in 0..<6 {
      let picture = CheckPicture.person(person, format: person % 2 == 0 ? .rgb24 : .grey8)
      let length = try probe.template(of: picture).count
      let fixed = Int(info.template_bytes_fixed)
      try expect(
        fixed == 0 || length == fixed,
        "the template of \(picture.words) has \(length) bytes; template_bytes_fixed says \(fixed).",
        place: "matcher.extract")
      try expect(
        (1...Int(info.template_bytes_max)).contains(length),
        "the template of \(picture.words) has \(length) bytes; 1...\(info.template_bytes_max) were described.",
        place: "matcher.extract")
    }
  }

  static let templateVersion = check(
    "template-version", "A template has the version that describe says the plugin writes."
  ) { probe, _ in
    let extraction = try probe.extract(CheckPicture.person(0))
    if extraction.answer.status != IMP_OK { _ = try probe.template(of: CheckPicture.person(0)) }
    try expect(
      extraction.extraction.version == probe.info.writes_version,
      "it is said to have version \(extraction.extraction.version); writes_version is \(probe.info.writes_version).",
      place: "matcher.extract")
  }

  static let qualityInRange = check(
    "quality-in-range", "Quality is 0 to 100, or negative where it was not measured."
  ) { probe, _ in
    for person in 0..<4 {
      let picture = CheckPicture.person(person).blurred(radius: person)
      let extraction = try probe.extract(picture)
      guard extraction.answer.status == IMP_OK else { continue }
      let quality = extraction.extraction.quality
      try expect(
        quality.isFinite && quality <= 100,
        "the quality of \(picture.words) is \(quality); 0...100 or negative is expected.",
        place: "matcher.extract")
    }
  }

  static let qualityFalls = check(
    "quality-falls-with-blur", "Where quality is measured, a blurred picture is not better than a sharp one."
  ) { probe, _ in
    for person in 0..<3 {
      let sharp = CheckPicture.person(person)
      let extraction = try probe.extract(sharp)
      guard extraction.answer.status == IMP_OK else { _ = try probe.template(of: sharp); continue }
      guard extraction.extraction.quality >= 0 else { throw CheckSkip("it measures no quality.") }
      for radius in [2, 5] {
        let blurred = try probe.extract(sharp.blurred(radius: radius))
        // No template of it at all is a low quality as well.
        guard blurred.answer.status == IMP_OK else { continue }
        let (before, after) = (extraction.extraction.quality, blurred.extraction.quality)
        try expect(
          after <= before + 1,
          "the quality rose from \(before) to \(after) when the picture was blurred over "
            + "\(2 * radius + 1) pixels; it is to fall.", place: "matcher.extract")
      }
    }
  }
}
