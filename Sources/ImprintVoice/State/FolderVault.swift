// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
internal import ImprintModel
internal import ImprintStore

/// Claimants as files:
///
///     <folder>/states/<uuid>      a claimant's state
///     <folder>/store/             the project's store (``FolderStore``)
///
/// A claimant who is registered is a user there, named `voice <uuid> <configuration>`.
struct FolderVault: VoiceVault {
  private let states: KeptFolder<VoiceError>
  private let store: any TemplateStore
  private let place: String
  private let mostClaimants: Int?

  /// - Parameter mostClaimants: how many may be in the store; `nil`: any number.
  init(_ folder: String, mostClaimants: Int?, patience: Duration = .seconds(10)) async throws(VoiceError) {
    place = "\(folder)/states"
    states = KeptFolder(place, patience: patience)
    self.mostClaimants = mostClaimants
    do throws(StoreError) {
      store = try await FolderStore(path: "\(folder)/store", patience: patience)
    } catch {
      throw VoiceError(error)
    }
  }

  func state(of claimant: VoiceClaimantID) async throws(VoiceError) -> ClaimantState? {
    guard let root = try states.opened() else { return nil }
    return try Self.state(of: claimant, in: root)
  }

  func replace(
    _ old: ClaimantState?, with new: ClaimantState?, of claimant: VoiceClaimantID
  ) async throws(VoiceError) {
    try await states.whileLocked { (root, staging) throws(VoiceError) in
      guard try Self.state(of: claimant, in: root) == old else { throw .dialogueBusy }
      if let new {
        try root.write(
          ClaimantStateFile.encode(new, of: claimant), to: "\(claimant)", staging: staging)
      } else {
        _ = try root.removeFile("\(claimant)")
      }
    }
  }

  func claimants() async throws(VoiceError) -> [VoiceClaimantID] {
    guard let root = try states.opened() else { return [] }
    return try root.names().compactMap { VoiceClaimantID($0) }.sorted()
  }

  private static func state(
    of claimant: VoiceClaimantID, in root: borrowing Folder<VoiceError>
  ) throws(VoiceError) -> ClaimantState? {
    guard let file = try root.read("\(claimant)", limit: ClaimantStateFile.mostBytes) else { return nil }
    return try ClaimantStateFile.decode(file.bytes, of: claimant, place: "\(root.place)/\(claimant)")
  }
}

// The store.
extension FolderVault {
  func enrol(
    _ claimant: VoiceClaimantID, configuration: String, templates: [Template]
  ) async throws(VoiceError) -> UniqueID {
    do throws(StoreError) {
      return try await store.enroll(
        name: "\(Self.head(claimant))\(configuration)", templates: templates, maximumUsers: mostClaimants,
        seen: []
      ).user.id
    } catch {
      // Enrolled by another process, which finished what this one wanted to.
      if error.code == .changed, let user = try await user(of: claimant) { return user }
      throw VoiceError(error)
    }
  }

  func user(of claimant: VoiceClaimantID) async throws(VoiceError) -> UniqueID? {
    do throws(StoreError) {
      return try await store.users().items.first { $0.name.hasPrefix(Self.head(claimant)) }?.id
    } catch {
      throw VoiceError(error)
    }
  }

  func templates(of user: UniqueID) async throws(VoiceError) -> [StoredTemplate]? {
    do throws(StoreError) {
      let listing = try await store.templates(of: user)
      if let problem = listing.problems.first { throw .damaged(problem) }
      return listing.items
    } catch {
      if error.code == .unknownUser { return nil }
      throw VoiceError(error)
    }
  }

  func put(
    _ template: Template, of user: UniqueID, inPlaceOf old: UniqueID?
  ) async throws(VoiceError) {
    do throws(StoreError) {
      if let old {
        _ = try await store.replaceTemplate(old, of: user, with: template)
      } else {
        _ = try await store.addTemplate(template, to: user)
      }
    } catch {
      throw VoiceError(error)
    }
  }

  func discard(_ claimant: VoiceClaimantID) async throws(VoiceError) {
    try await removeUser(of: claimant)
    try await states.whileLocked { (root, _) throws(VoiceError) in
      _ = try root.removeFile("\(claimant)")
    }
  }

  /// - Throws: `damaged` where nobody of that claimant is found, and a user who cannot be read may be them.
  private func removeUser(of claimant: VoiceClaimantID) async throws(VoiceError) {
    let listing: Listing<User>
    do throws(StoreError) {
      listing = try await store.users()
    } catch {
      throw VoiceError(error)
    }
    if let user = listing.items.first(where: { $0.name.hasPrefix(Self.head(claimant)) }) {
      try await remove(user.id)
    } else if let problem = listing.problems.first {
      throw VoiceError(
        .damaged, place: problem.place,
        reason: "it may be the claimant's, and cannot be read: \(problem.reason)",
        remedy: "Restore it from a copy, or remove it by hand; then delete the claimant again.")
    }
  }

  func remove(_ user: UniqueID) async throws(VoiceError) {
    do throws(StoreError) {
      try await store.removeUser(user)
    } catch {
      guard error.code == .unknownUser else { throw VoiceError(error) }
    }
  }

  /// What the name of a claimant's user begins with.
  private static func head(_ claimant: VoiceClaimantID) -> String { "voice \(claimant) " }
}

extension StoreError {
  fileprivate static func damaged(_ problem: StoreProblem) -> StoreError {
    StoreError(
      .damaged, place: problem.place, reason: problem.reason,
      remedy: "Restore the file from a copy, or delete the claimant and register again.")
  }
}

extension VoiceErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .noSpace: (.noSpace, nil)
    case .notPermitted: (.notPermitted, nil)
    case .noFolder: (.system, "Name a folder that can be made, for voices alone.")
    case .unsafeFolder: (.unsafeFolder, nil)
    case .notAFile: (.damaged, "Find out which program writes there; then restore the folder from a copy.")
    case .busy: (.busy, nil)
    case .cancelled: (.cancelled, nil)
    case .missing, .exists, .system: (.system, nil)
    }
  }
}

extension VoiceError {
  /// Of the store.
  fileprivate init(_ error: StoreError) {
    guard error.code != .tooManyUsers else {
      self.init(
        .tooManyClaimants, place: "claimants", reason: "there are as many as the licence allows.",
        remedy: "Delete one who is no longer needed, or ask for a licence with a higher limit.")
      return
    }
    let code: VoiceErrorCode =
      switch error.code {
      case .unsafeFolder: .unsafeFolder
      case .busy: .busy
      case .damaged: .damaged
      case .noSpace: .noSpace
      case .readOnly: .notPermitted
      case .cancelled: .cancelled
      default: .store
      }
    self.init(code, error)
  }
}
