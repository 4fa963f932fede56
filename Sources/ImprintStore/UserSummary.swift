// SPDX-License-Identifier: Apache-2.0

/// A user, and their number of templates by format.
public struct UserSummary: Sendable, Hashable {
  public let user: User
  public let templates: [TemplateFormatCount]

  public init(user: User, templates: [TemplateFormatCount]) {
    self.user = user
    self.templates = templates
  }
}

extension TemplateStore {
  /// Every readable user with a summary of their templates. Users removed meanwhile are omitted.
  /// - Complexity: O(templates in the store).
  public func summaries() async throws(StoreError) -> Listing<UserSummary> {
    let people = try await users()
    var listing = Listing<UserSummary>(problems: people.problems)
    for user in people.items {
      do throws(StoreError) {
        let found = try await templates(of: user.id)
        listing.problems += found.problems
        listing.items.append(
          UserSummary(user: user, templates: TemplateFormatCount.of(found.items.map(\.template.format))))
      } catch {
        guard error.code == .unknownUser else { throw error }
      }
    }
    return listing
  }

  /// Removes several templates of a user, one by one. Verifies that all exist before removing the first; not
  /// atomic: on failure the earlier ones are removed.
  /// - Throws: ``StoreError`` `unknownUser`, `unknownTemplate`.
  public func removeTemplates(_ ids: [UniqueID], of user: UniqueID) async throws(StoreError) {
    var seen: Set<UniqueID> = []
    let wanted = ids.filter { seen.insert($0).inserted }
    for id in wanted {
      do throws(StoreError) {
        _ = try await template(id, of: user)
      } catch {
        // It must exist, but need not be readable.
        guard error.code == .damaged else { throw error }
      }
    }
    for id in wanted { try await removeTemplate(id, of: user) }
  }

  /// Removes every readable template of a user by an algorithm, in any version of its format.
  /// - Returns: their ids.
  /// - Throws: ``StoreError`` `unknownUser`; `unknownTemplate` if there is none.
  public func removeTemplates(
    of user: UniqueID, algorithm: String
  ) async throws(StoreError) -> [UniqueID] {
    let ids = try await templates(of: user).items.filter { $0.template.format.algorithm == algorithm }.map(
      \.id)
    guard !ids.isEmpty else {
      throw StoreError(
        .unknownTemplate, place: "user \(user)", reason: "there is no template of that algorithm.",
        remedy: "List the user's templates: sdkctl template list --user NAME.")
    }
    try await removeTemplates(ids, of: user)
    return ids
  }
}
