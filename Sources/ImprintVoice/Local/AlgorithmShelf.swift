// SPDX-License-Identifier: Apache-2.0

/// The algorithms of configurations, each opened once, when it is first needed.
actor AlgorithmShelf {
  typealias Opening = @Sendable (VoiceConfiguration) async throws(VoiceError) -> VoiceAlgorithms

  private let opening: Opening
  private var opened: [String: Task<Result<VoiceAlgorithms, VoiceError>, Never>] = [:]

  init(_ opening: @escaping Opening) { self.opening = opening }

  func algorithms(of configuration: VoiceConfiguration) async throws(VoiceError) -> VoiceAlgorithms {
    let task = opened[configuration.id] ?? start(configuration)
    let result = await task.value
    // What failed is tried again the next time; whoever hears late leaves alone what has begun since.
    if case .failure = result, opened[configuration.id] == task { opened[configuration.id] = nil }
    return try result.get()
  }

  private func start(_ configuration: VoiceConfiguration) -> Task<Result<VoiceAlgorithms, VoiceError>, Never>
  {
    let opening = opening
    let task = Task { () async -> Result<VoiceAlgorithms, VoiceError> in
      do throws(VoiceError) {
        return .success(try await opening(configuration))
      } catch {
        return .failure(error)
      }
    }
    opened[configuration.id] = task
    return task
  }
}
