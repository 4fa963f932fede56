// SPDX-License-Identifier: Apache-2.0
import ImprintFinger

struct FingerShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows what a file with minutiae says, and draws them.",
    discussion: """
      With --out the minutiae of one view are drawn as SVG, over --picture where it is given: circles are \
      endings, squares bifurcations, and the line shows where the ridge or valley comes from.
      """)

  @OptionGroup var source: MinutiaSource

  @Option(help: ArgumentHelp("The SVG file to write; it is replaced.", valueName: "file"))
  var out: String?

  @Option(
    help: ArgumentHelp("The picture that the minutiae are of: JPEG, PNG, PGM or BMP.", valueName: "file"))
  var picture: String?

  @Option(help: ArgumentHelp("Which view is drawn, from 0.", valueName: "n"))
  var view = 0

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard picture == nil || out != nil else { throw ValidationError("--picture needs --out.") }
  }

  func report(to console: Console) async throws -> Report {
    let file = try source.read()
    if let out {
      guard file.views.indices.contains(view) else {
        throw CommandError(
          .unknownName, place: source.file, reason: "it has \(file.views.count) views, and \(view) is none.",
          remedy: "Give --view 0 to \(file.views.count - 1).")
      }
      let drawing = MinutiaDrawing(of: file.views[view], on: try picture.map(Self.picture))
      try Files.write(Array(drawing.svg.utf8), to: out)
    }
    var table = Table(["VIEW", "FINGER", "IMPRESSION", "QUALITY", "SIZE", "PIXELS/CM", "MINUTIAE"])
    for (index, view) in file.views.enumerated() {
      table.add([
        "\(index)", view.site.name, "\(view.impressionCode)", view.quality.map { "\($0)" } ?? "-",
        "\(view.width)x\(view.height)", "\(view.horizontalResolution)x\(view.verticalResolution)",
        "\(view.minutiae.count)",
      ])
    }
    return Report(
      text: "\(file.format.rawValue)\n\(table.text)" + (out.map { "\ndrawn: \($0)" } ?? ""),
      json: [
        "format": file.format.rawValue, "views": file.views.map(Self.json), "file": out,
      ])
  }

  private static func picture(_ path: String) throws -> MinutiaDrawing.Picture {
    let image = try ImageFile.read(path)
    return MinutiaDrawing.Picture(png: try ImageEncoder.png(image), width: image.width, height: image.height)
  }

  private static func json(_ view: FingerView) -> JSONValue {
    [
      "finger": Int(view.fingerCode), "impression": Int(view.impressionCode),
      "quality": view.quality.map { Int($0) }, "width": view.width, "height": view.height,
      "horizontalResolution": view.horizontalResolution, "verticalResolution": view.verticalResolution,
      "minutiae": view.minutiae.count,
    ]
  }
}
