// SPDX-License-Identifier: Apache-2.0
/// Selects a camera where none is named (F38): by an application's own rule, or ``standard``.
public struct CameraChoice: Sendable {
  private let rule: @Sendable ([CameraInfo]) -> CameraInfo?

  /// A rule of the application's own: it receives all cameras present, and returns one of them, or `nil` for
  /// none. It may be called on any thread.
  public init(_ rule: @escaping @Sendable (_ cameras: [CameraInfo]) -> CameraInfo?) {
    self.rule = rule
  }

  /// Built in and facing the user first, then external, then any; colour before infrared; among equals the
  /// lowest id, so that the choice does not depend on the order of connection.
  public static let standard = CameraChoice { cameras in
    cameras.min { Rank($0) < Rank($1) }
  }

  /// `nil` where there is none, or the rule returns one that is not among them.
  public func choose(from cameras: [CameraInfo]) -> CameraInfo? {
    guard let chosen = rule(cameras), cameras.contains(chosen) else { return nil }
    return chosen
  }

  /// The rank of a camera among others; the lowest is selected.
  private struct Rank: Comparable {
    private let facing: Int
    private let light: Int
    // A camera with an id is stable, so it precedes one without, which may be another tomorrow.
    private let hasNoID: Int
    private let id: String
    private let locator: String

    init(_ camera: CameraInfo) {
      facing =
        switch camera.facing {
        case .user: 0
        case .external: 1
        case .unknown, .away: 2
        }
      light =
        switch camera.light {
        case .colour: 0
        case .unknown: 1
        case .infrared: 2
        }
      hasNoID = camera.id == nil ? 1 : 0
      id = camera.id ?? ""
      locator = camera.locator
    }

    static func < (first: Rank, second: Rank) -> Bool {
      (first.facing, first.light, first.hasNoID, first.id, first.locator)
        < (second.facing, second.light, second.hasNoID, second.id, second.locator)
    }
  }
}
