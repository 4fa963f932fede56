// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What is to be drawn over a preview, in pixels of its frame: x to the right, y down. Whoever shows the
/// frame mirrored mirrors it too.
///
/// The face is of the same frame; targets, pointer and oval are as of the frame before, which the plugin has
/// seen.
public struct CaptureOverlay: Sendable, Hashable {
  public struct Target: Sendable, Hashable {
    /// From 0.
    public let number: Int
    public let centre: Point
    public let radius: Float
    /// Whether it is the one to be reached.
    public let isCurrent: Bool
    /// 0...1.
    public let completeness: Float
  }

  /// The largest face; empty where there is none.
  public let face: Rectangle
  /// Those that are to be drawn, by number.
  public let targets: [Target]
  /// Where the head points; `nil` where that is not to be drawn.
  public let pointer: Point?
  /// Where the face belongs; `nil` where there is no such place.
  public let oval: Rectangle?
}

/// What a capture has said that is to be drawn.
struct OverlayState {
  private var targets: [Int: Cr2dTargetInfo] = [:]
  private var pointer: Cr2dPointerInfo?
  private var oval: OvalOverlay?

  mutating func hear(_ event: CaptureEvent) {
    switch event {
    // A new challenge has targets of its own, and another camera begins anew.
    case .mode, .challenge, .step(.preparing), .step(.scanning), .step(.judging): self = OverlayState()
    case .target(let target): targets[target.number] = target
    case .pointer(let new): pointer = new
    case .oval(let new): oval = new
    case .step(.capturing), .step(.challenge), .preview, .tracking, .feedback, .progress, .preparation,
      .light, .action, .finding, .sourceEnded, .finished:
      break
    }
  }

  func overlay(on image: Image, faces: [Face]) -> CaptureOverlay {
    let (width, height) = (image.width, image.height)
    return CaptureOverlay(
      face: faces.map(\.box).max { $0.width * $0.height < $1.width * $1.height } ?? .zero,
      targets: targets.values.filter(\.isVisible).sorted { $0.number < $1.number }.map {
        CaptureOverlay.Target(
          number: $0.number, centre: $0.centre.pixels(width: width, height: height),
          radius: $0.radius(width: width), isCurrent: $0.isCurrent, completeness: $0.completeness)
      },
      pointer: pointer.flatMap { $0.isVisible ? $0.place.pixels(width: width, height: height) : nil },
      oval: oval?.pixels(width: width, height: height))
  }
}
