// SPDX-License-Identifier: Apache-2.0

/// One finding of a ``HealthExamination``.
public struct HealthFinding: Sendable, Hashable {
  /// What it is about. The words are stable.
  public enum Subject: String, Sendable, Hashable, CaseIterable {
    /// The build, the machine, the C library.
    case system
    /// A folder that is searched, or why one is not.
    case root
    case plugin
    /// A plugin's library, read and not loaded.
    case library
    /// A model file.
    case model
    /// A file of a shared run-time library.
    case runtime = "run-time library"
    case licence
    /// The trust settings: whose plugins may be used.
    case trust
    case calibration
    case variant
    /// A plugin that died in its worker.
    case quarantine
    /// The worker program, which hosts plugins in processes of their own.
    case worker
    /// A device node, or the service of smart cards.
    case device
  }

  /// Its state. The words are stable.
  public enum State: String, Sendable, Hashable, CaseIterable {
    case fine
    /// It works, but perhaps not as intended.
    case doubtful
    /// Something that was installed or asked for cannot be used.
    case broken
  }

  public let subject: Subject
  public let state: State
  /// A path, a plugin's id or a variant's name; empty for what has no place.
  public let place: String
  /// A stable code of what was found; `ok` where all is well.
  public let code: String
  /// One sentence or phrase for people.
  public let fact: String
  /// The remedy; empty where nothing is to be done.
  public let remedy: String

  init(_ subject: Subject, _ state: State, place: String, code: String, fact: String, remedy: String) {
    self.subject = subject
    self.state = state
    self.place = place
    self.code = code
    self.fact = fact
    self.remedy = remedy
  }

  static func fine(_ subject: Subject, _ place: String, _ fact: String) -> HealthFinding {
    HealthFinding(subject, .fine, place: place, code: "ok", fact: fact, remedy: "")
  }

  /// What an error says.
  static func broken(_ subject: Subject, _ error: some ExplainedError) -> HealthFinding {
    HealthFinding(
      subject, .broken, place: error.place, code: error.code.rawValue, fact: error.reason,
      remedy: error.remedy)
  }
}
