// SPDX-License-Identifier: Apache-2.0
internal import ImprintImaging
public import ImprintModel

/// All drawings have a quiet zone of 4 modules around the code, without which it is not found.
extension TemplateCode {
  /// The sizes of a module that ``image(pixelsPerModule:)`` takes.
  public static let moduleSizes = 1...64

  private var shown: Range<Int> { -Self.quietZone..<side + Self.quietZone }

  /// The code in grey, black on white.
  /// - Parameter pixelsPerModule: 1...64. Cameras want 4 or more.
  /// - Throws: ``TemplateCodeError`` `badOption`, `outOfMemory`.
  public func image(pixelsPerModule: Int = 8) throws(TemplateCodeError) -> Image {
    guard Self.moduleSizes.contains(pixelsPerModule) else {
      throw TemplateCodeError(
        .badOption, place: "module size", reason: "it is \(pixelsPerModule) pixels.",
        remedy: "Give \(Self.moduleSizes.lowerBound) to \(Self.moduleSizes.upperBound).")
    }
    let pixels = shown.flatMap { row in
      let line = shown.flatMap { column in
        [UInt8](repeating: isDark(row: row, column: column) ? 0 : 255, count: pixelsPerModule)
      }
      return [[UInt8]](repeating: line, count: pixelsPerModule).flatMap { $0 }
    }
    let width = shown.count * pixelsPerModule
    guard let image = Image(width: width, height: width, format: .grey8, pixels: pixels) else {
      throw .outOfMemory("code")
    }
    return image
  }

  /// The code as a PNG file.
  /// - Throws: ``TemplateCodeError`` as ``image(pixelsPerModule:)`` does, and `imaging`.
  public func png(pixelsPerModule: Int = 8) throws(TemplateCodeError) -> [UInt8] {
    let image = try image(pixelsPerModule: pixelsPerModule)
    do throws(ImagingError) { return try ImageEncoder.png(image) } catch {
      throw TemplateCodeError(.imaging, error)
    }
  }

  /// The code as an SVG document without a size of its own: one unit a module.
  public var svg: String {
    var path = ""
    for row in 0..<side {
      var column = 0
      while column < side {
        let start = column
        while isDark(row: row, column: column) { column += 1 }
        if column > start {
          path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(column - start)v1h-\(column - start)z"
        }
        column += 1
      }
    }
    let width = shown.count
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(width)" shape-rendering="crispEdges">
      <path fill="#fff" d="M0 0h\(width)v\(width)h-\(width)z"/>
      <path fill="#000" d="\(path)"/>
      </svg>

      """
  }

  /// The code in half blocks, two rows of modules a line, for a terminal.
  /// - Parameter onDark: light letters on a dark background, as most terminals have; `false` for the reverse.
  public func text(onDark: Bool = true) -> String {
    stride(from: shown.lowerBound, to: shown.upperBound, by: 2).map { row in
      shown.map { column in
        let (upper, lower) = (
          isDark(row: row, column: column) != onDark, isDark(row: row + 1, column: column) != onDark
        )
        return switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): "\u{20}"
        }
      }.joined()
    }.joined(separator: "\n")
  }
}
