// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// What checks that are for several abilities do with one of them; `nil` where it has nothing of that kind.
///
/// Each ability states every one: what it leaves out by mistake would not be looked at. One that lists
/// formats has each part once for each of them.
struct AbilityTrials: Sendable {
  /// Its ways to take an image.
  let images: (@Sendable (ProbePlugin) throws -> [ImageTaker])?
  /// Has all written that it writes, into room of exactly that size with a forbidden page beside it.
  /// Writing elsewhere is a signal.
  let outputs: (@Sendable (ProbePlugin, _ note: @escaping (String) -> Void) throws -> Void)?
  /// The calls that make objects.
  let creation: (@Sendable (ProbePlugin) throws -> [ObjectMaker])?
  /// Objects that answer the same to the same, on any thread and beside each other.
  let objects: (@Sendable (ProbePlugin) throws -> [ObjectTrial])?
  /// Makes templates, or is given them, uses them as it can, and gives them up.
  let templates: (@Sendable (ProbePlugin) throws -> [TemplateTrial])?

  /// Of abilities that open devices: what they give is another thing each time.
  static let ofDevices = AbilityTrials(
    images: nil, outputs: nil, creation: nil, objects: nil, templates: nil)
}

/// One way of a plugin to take an image, and all that it answers as bytes.
struct ImageTaker {
  /// `face-tracker.track`.
  let call: String
  /// What is to be shown to it.
  var pictures: [CheckPicture] = [.person(0), .person(1, format: .grey8), .ovals()]
  /// Answers for one image, whatever came before.
  let take: (LentPicture, CheckPicture) throws -> (answer: CallAnswer, bytes: [UInt8])
}

/// Has templates made or used, and given up again.
/// - Throws: ``CheckSkip`` where there are none of a drawn sample.
typealias TemplateTrial = () throws -> [GivenUpTemplate]

/// A template that a plugin had, and has given up.
struct GivenUpTemplate {
  /// `matcher`.
  let maker: String
  /// Where it was written.
  let memory: GuardedMemory
  /// Its bytes, from the start.
  let count: Int
}

/// A call that makes an object, ready to be made as often as one likes.
struct ObjectMaker {
  /// `matcher.create`.
  let call: String
  private let prepared: () throws -> Creation

  /// One such call: all that the check allocates for it is there before.
  struct Creation {
    let call: () -> imp_status
    /// Destroys what was made, if anything was.
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

/// Objects that answer the same to the same, and what they are asked.
struct ObjectTrial {
  /// `matcher.compare`.
  let call: String
  /// Makes one that may use so many threads; answers calls on it, each with what it answered as bytes. It is
  /// destroyed with the last of them.
  /// - Throws: The calls throw ``CheckSkip`` where it has no answer to a drawn sample.
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
