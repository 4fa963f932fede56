// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.finger-explainer/1`: why two fingers are as alike as its matcher says.
/// It compares the same formats by ``MatcherPlugin``.
public protocol FingerExplainerPlugin: Plugin {
  /// The formats whose comparisons it explains: among those that it compares. The same for the plugin's whole
  /// life.
  var explainedFormats: [MatcherFormat] { get }

  /// Makes what explains comparisons of one of them. Called by one thread at a time.
  /// - Throws: `.model`, `.file`, `.memory`, or `.argument` for options it cannot take.
  func makeFingerExplainer(_ options: MatcherOptions) throws(PluginFailure) -> any FingerExplainer
}

/// Explains comparisons of one format, from any number of threads at once.
public protocol FingerExplainer: Sendable {
  /// Explains why two templates are as alike as ``TemplateComparer/similarity(of:to:)`` says: with exactly
  /// its similarity, and shares that add up to it. Their bytes are untrusted. The kit has
  /// checked version and length against the format, and erases what is returned once it was written out.
  /// - Throws: `.templateFormat`, `.templateVersion`, `.templateDamaged`.
  func explain(
    _ probe: TemplateView, _ reference: TemplateView
  ) throws(PluginFailure) -> FingerExplanation
}

/// What counted in one comparison. It reveals as much as a template: room is reserved for all before anything
/// is added, so that arrays leave nothing behind as they grow.
public struct FingerExplanation: Sendable {
  /// A minutia that was compared.
  public struct Minutia: Sendable, Hashable, BitwiseCopyable {
    public enum Kind: UInt32, Sendable, Hashable, BitwiseCopyable {
      /// Or unknown.
      case other = 0
      case ending = 1
      case bifurcation = 2
    }

    public let kind: Kind
    /// Micrometres from the left of the print and from its top, 0...1,000,000.
    public let x: Float
    public let y: Float
    /// Degrees, 0...360, counter-clockwise from the right: from the end of the line into it.
    public let direction: Float
    /// 0...100, higher is better; negative: unknown.
    public let quality: Float

    public init(kind: Kind, x: Float, y: Float, direction: Float, quality: Float) {
      self.kind = kind
      self.x = x
      self.y = y
      self.direction = direction
      self.quality = quality
    }
  }

  /// A minutia of each print, as places in ``FingerExplanation/probe`` and ``FingerExplanation/reference``.
  public struct Pair: Sendable, Hashable, BitwiseCopyable {
    public let probe: Int
    public let reference: Int

    public init(_ probe: Int, _ reference: Int) {
      self.probe = probe
      self.reference = reference
    }
  }

  /// What one thing counted.
  public struct Share: Sendable, Hashable, BitwiseCopyable {
    /// Numbers are places in ``FingerExplanation/probe`` and ``FingerExplanation/reference``.
    public enum Reason: Sendable, Hashable, BitwiseCopyable {
      /// Two minutiae that lie on each other.
      case pair(Pair)
      /// Two pairs between which both prints look the same.
      case edge(Pair, Pair)
      /// A minutia of the probe that the reference should show, and does not.
      case missedOfProbe(Int)
      /// The other way round.
      case missedOfReference(Int)
      /// How ridges run where both prints show some.
      case ridges
      /// Something of the prints as a whole.
      case other
    }

    public let reason: Reason
    /// Finite; below 0: against.
    public let value: Float

    public init(_ reason: Reason, _ value: Float) {
      self.reason = reason
      self.value = value
    }
  }

  /// What brings the probe onto the reference: it is turned about the top left, then shifted.
  public struct Motion: Sendable, Hashable {
    /// Degrees, -180...180, counter-clockwise.
    public let turn: Float
    /// Micrometres to the right, -10,000,000...10,000,000.
    public let right: Float
    /// Micrometres down, likewise.
    public let down: Float

    public init(turn: Float, right: Float, down: Float) {
      self.turn = turn
      self.right = right
      self.down = down
    }
  }

  /// The matcher's own.
  public var similarity: Float
  /// `nil`: nothing lies on anything.
  public var motion: Motion?
  /// At most 512 with those of the reference.
  public var probe: [Minutia] = []
  public var reference: [Minutia] = []
  /// At most 8192.
  public var shares: [Share] = []

  public init(similarity: Float, motion: Motion? = nil) {
    self.similarity = similarity
    self.motion = motion
  }
}
