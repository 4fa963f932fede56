// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// How checks for several abilities exercise one of them; `nil` where that does not apply.
///
/// Each ability must state every one: an accidental omission would go unchecked. One that lists formats has
/// each part once per format.
struct AbilityTrials: Sendable {
  /// The calls that take an image.
  let images: (@Sendable (ProbePlugin) throws -> [ImageTaker])?
  /// Makes it write all its outputs, into buffers of the exact size with a guard page beside them. Writing
  /// elsewhere raises a signal.
  let outputs: (@Sendable (ProbePlugin, _ note: @escaping (String) -> Void) throws -> Void)?
  /// The calls that create objects.
  let creation: (@Sendable (ProbePlugin) throws -> [ObjectMaker])?
  /// Objects with deterministic answers, on any thread and concurrently.
  let objects: (@Sendable (ProbePlugin) throws -> [ObjectTrial])?
  /// Makes or receives templates, uses them as it can, and releases them.
  let templates: (@Sendable (ProbePlugin) throws -> [TemplateTrial])?

  /// For abilities that open devices: their results differ each time.
  static let ofDevices = AbilityTrials(
    images: nil, outputs: nil, creation: nil, objects: nil, templates: nil)
}

/// One call of a plugin that takes an image, and its whole answer as bytes.
struct ImageTaker {
  /// `face-tracker.track`.
  let call: String
  /// The images to give it.
  var pictures: [CheckPicture] = [.person(0), .person(1, format: .grey8), .ovals()]
  /// Answers for one image, independent of earlier ones.
  let take: (LentPicture, CheckPicture) throws -> (answer: CallAnswer, bytes: [UInt8])
}

/// Has templates made or used, and released again.
/// - Throws: ``CheckSkip`` where there are none of drawn samples.
typealias TemplateTrial = () throws -> [GivenUpTemplate]

/// A template that a plugin had, and has released.
struct GivenUpTemplate {
  /// `matcher`.
  let maker: String
  /// The address where it was written.
  let memory: GuardedMemory
  /// Its bytes, from the start.
  let count: Int
}

/// A call that creates an object, repeatable at will.
struct ObjectMaker {
  /// `matcher.create`.
  let call: String
  private let prepared: () throws -> Creation

  /// One such call: the check has allocated everything for it before.
  struct Creation {
    let call: () -> imp_status
    /// Destroys the object, if there is one.
    let destroy: () -> Void
  }

  init<Options: BitwiseCopyable>(
    _ call: String, _ options: @escaping () throws -> (Options, holding: [GuardedMemory]),
    create: @escaping (UnsafePointer<Options>, UnsafeMutablePointer<OpaquePointer?>) -> imp_status,
    destroy: @escaping (OpaquePointer) -> Void
  ) {
    self.call = call
    prepared = {
      let (options, held) = try options()
      let (lent, place) = (try GuardedMemory(copyOf: options), try GuardedMemory(copyOf: Int(0)))
      let pointer: UnsafePointer<Options> = lent.pointer()
      let made: UnsafeMutablePointer<OpaquePointer?> = place.mutablePointer()
      return Creation(
        call: { create(pointer, made) },
        destroy: {
          if let made = made.pointee { destroy(made) }
          withExtendedLifetime((lent, place, held)) {}
        })
    }
  }

  func prepare() throws -> Creation { try prepared() }
}

/// Objects with deterministic answers, and the calls on them.
struct ObjectTrial {
  /// `matcher.compare`.
  let call: String
  /// Creates one that may use so many threads; returns calls on it, each returning its answer as bytes. The
  /// object is destroyed with the last of them.
  /// - Throws: The calls throw ``CheckSkip`` where it does not accept a drawn sample.
  let make: (_ threads: UInt32) throws -> [@Sendable () throws -> [UInt8]]
}

extension CheckScope {
  /// The plugins with an ability that has such a trial.
  static func trial<Trial>(_ part: (AbilityTrials) -> Trial?) -> CheckScope {
    let abilities = CheckCatalog.ofAbilities.filter { part($0.trials) != nil }.map { $0.ability }
    let names = abilities.map(\.description)
    let words =
      names.dropLast().joined(separator: ", ") + (names.count > 1 ? " or " : "") + (names.last ?? "")
    return CheckScope("plugins with \(words)") { manifest in abilities.contains { manifest.provides($0) } }
  }
}

extension CheckSubject {
  /// The trials of the plugin's own abilities.
  func trials<Trial>(_ part: (AbilityTrials) -> Trial?) throws -> [Trial] {
    let manifest = try manifest
    return CheckCatalog.ofAbilities.filter { manifest.provides($0.ability) }.compactMap { part($0.trials) }
  }
}
