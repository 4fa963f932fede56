// SPDX-License-Identifier: Apache-2.0
internal import ImprintAudio
internal import ImprintListening
internal import ImprintRuntime
internal import ImprintSpeech

/// Recognisers of a plugin, and a microphone of the system's devices.
struct PluginListenerSource: SpeechListenerSource {
  let plugin: OpenPlugin
  let bundle: String?
  let devices: DeviceDirectory
  let microphone: String?

  var description: SpeechListenerDescription {
    SpeechListenerDescription(plugin: plugin.id, bundle: bundle, microphone: microphone ?? "default")
  }

  func graph(of phrases: [String], isTrigger: Bool) async throws(ListeningError) -> SpeechGraph {
    do {
      return try await plugin.withoutBlocking { [bundle] plugin in
        try BundlePhrases(plugin: plugin, bundle: bundle).graph(of: phrases, isTrigger: isTrigger).graph
      }
    } catch let error as PluginCallError {
      throw ListeningError(.recognizer, error)
    } catch let error as SpeechErrors {
      throw ListeningError(.graph, error)
    } catch let error as SpeechError {
      throw ListeningError(.graph, error)
    } catch {
      throw ListeningError(
        .graph, place: "phrases", reason: "\(error).", remedy: "Build a graph: sdkctl speech graph build.")
    }
  }

  func recognizer(
    for graph: SpeechGraph?, alternatives: Int, threads: Int
  ) async throws(ListeningError) -> any ListeningRecognizer {
    let options = SpeechRecognizerOptions(alternatives: alternatives, threads: threads)
    do throws(PluginCallError) {
      guard let graph else {
        return try await SpeechRecognizer.make(plugin, bundle: bundle, graph: nil, options: options)
      }
      return try await SpeechRecognizer.make(plugin, bundle: bundle, graph: graph, options: options)
    } catch {
      throw .recognizer(error)
    }
  }

  func sound(rate: Int) async throws -> any AudioSource {
    let locator: String
    if let microphone {
      locator = microphone
    } else {
      guard let first = try await devices.microphones().first else {
        throw ListeningError(
          .microphone, place: "microphone", reason: "none was named, and none was found.",
          remedy: "Plug one in, or name one: sdkctl device list.")
      }
      locator = first.locator
    }
    return try await devices.microphone(
      MicrophoneOptions(locator: locator, rate: rate, channels: 1, sample: .s16))
  }
}
