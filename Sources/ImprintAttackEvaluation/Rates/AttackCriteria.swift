// SPDX-License-Identifier: Apache-2.0

/// What results are held to: which species a mode is judged on, which rates its levels allow, and how many
/// presentations a rate needs.
public struct AttackCriteria: Sendable, Hashable {
  /// A mode of liveness.
  public struct Mode: Sendable, Hashable {
    public var name: String
    /// Species that it has to tell from people. Each is held to the level's bound.
    public var judged: [String]
    /// Species that it is measured on, without a bound: those it does not promise to detect.
    public var measured: [String]
    /// The measure that decides in it; `nil`: none is drawn.
    public var decisive: DecisiveMeasure?

    public init(name: String, judged: [String], measured: [String] = [], decisive: DecisiveMeasure? = nil) {
      self.name = name
      self.judged = judged
      self.measured = measured
      self.decisive = decisive
    }
  }

  /// A method's measure, and which side of the limit is a person's.
  public struct DecisiveMeasure: Sendable, Hashable {
    public enum LiveSide: String, Sendable, Hashable {
      /// At the limit and above it.
      case above
      /// At the limit and below it.
      case below
    }

    public var method: String
    public var liveSide: LiveSide

    public init(method: String, liveSide: LiveSide) {
      self.method = method
      self.liveSide = liveSide
    }

    func isLive(_ measure: Double, limit: Double) -> Bool {
      switch liveSide {
      case .above: measure >= limit
      case .below: measure <= limit
      }
    }
  }

  /// A security level, and the highest rates that it allows, 0...1.
  public struct Level: Sendable, Hashable {
    public var name: String
    /// Of each species' attack presentations: the share that ends live.
    public var attackBound: Double
    /// Of bona fide presentations: the share that ends fake or without a decision.
    public var bonaFideBound: Double

    public init(name: String, attackBound: Double, bonaFideBound: Double) {
      self.name = name
      self.attackBound = attackBound
      self.bonaFideBound = bonaFideBound
    }
  }

  public var modes: [Mode]
  public var levels: [Level]
  /// How many answered presentations a rate needs, of each species and of people.
  public var minimumPresentations: Int
  /// How many subjects those have to be of.
  public var minimumSubjects: Int

  public init(modes: [Mode], levels: [Level], minimumPresentations: Int = 300, minimumSubjects: Int = 100) {
    self.modes = modes
    self.levels = levels
    self.minimumPresentations = minimumPresentations
    self.minimumSubjects = minimumSubjects
  }

  /// Those of face capture. Passive does not promise to detect a video of a head that turns: nothing asks it
  /// for a motion that nobody could have known. Blink is swept over its threshold, without bounds.
  public static let faceCapture: AttackCriteria = {
    let still = ["still-print", "waved-print", "turned-print", "bent-print", "screen"]
    let shape = DecisiveMeasure(method: "shape", liveSide: .above)
    return AttackCriteria(
      modes: [
        Mode(name: "passive", judged: still, measured: ["turning-video"], decisive: shape),
        Mode(name: "active", judged: still + ["video"], measured: ["turning-video"], decisive: shape),
        Mode(
          name: "cr2d", judged: still + ["video", "swap"], measured: ["turning-video"],
          decisive: DecisiveMeasure(method: "person", liveSide: .above)),
        Mode(
          name: "blink", judged: [], measured: still + ["video", "turning-video"],
          decisive: DecisiveMeasure(method: "blink", liveSide: .above)),
      ],
      levels: [
        Level(name: "low", attackBound: 0.06, bonaFideBound: 0.05),
        Level(name: "medium", attackBound: 0.03, bonaFideBound: 0.05),
        Level(name: "high", attackBound: 0.01, bonaFideBound: 0.08),
      ])
  }()

  func mode(_ name: String) -> Mode? { modes.first { $0.name == name } }
  func level(_ name: String) -> Level? { levels.first { $0.name == name } }
}
