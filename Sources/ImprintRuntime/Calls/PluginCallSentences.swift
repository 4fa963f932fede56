// SPDX-License-Identifier: Apache-2.0

extension PluginCallError.Code {
  /// What happened, for a plugin that reported no message of its own.
  /// - Parameter sample: The kind of sample passed to the call.
  func sentence(of sample: SampleWords) -> String {
    switch self {
    case .timeout: "it timed out."
    case .busy: "the device is in use."
    case .shortBuffer: "the buffer was too small."
    case .argument: "a value was outside its range."
    case .state: "the call is not allowed in this state."
    case .unsupported: "the plugin does not support this option."
    case .cancelled: "it was cancelled."
    case .end: "the source has ended."
    case .sample: "the \(sample.sample) cannot be used."
    case .noSubject: "there is no \(sample.subject) in the \(sample.sample)."
    case .quality: "the quality of the \(sample.subject) is too low for a template."
    case .manySubjects: "there are several \(sample.subject)s in the \(sample.sample)."
    case .templatesDisagree: "the templates do not match each other: they appear to be of several people."
    case .templateFormat: "the template was made by another algorithm."
    case .templateVersion: "the template's version is newer than the plugin supports."
    case .templateDamaged: "the template is truncated or changed."
    case .abi: "host and plugin are incompatible."
    case .ability: "the host lacks an ability that the plugin needs."
    case .graphForeign: "the speech graph is of another language, or for another bundle."
    case .graphVersion: "the speech graph's version is newer than the plugin supports."
    case .graphDamaged: "it is no speech graph, or it is truncated or changed."
    case .graphSymbol: "the speech graph has a pronunciation symbol that the bundle does not know."
    case .graphTooLarge: "the speech graph is larger than the bundle can take."
    case .deviceGone: "the device has been removed."
    case .deviceMissing: "there is no such device."
    case .deviceDenied: "access to the device was denied."
    case .deviceFailed: "a request to the device failed."
    case .service: "the system service for the device is not running."
    case .cardMissing: "there is no card in the reader."
    case .cardMute: "the card gave no valid response."
    case .cardReset: "another application has reset the card: selections and PIN verifications are lost."
    case .entitlement: "no licence covers this."
    case .memory: "there is not enough memory."
    case .model: "a model cannot be used."
    case .file: "a file cannot be used."
    case .internalDefect: "the plugin has a defect."
    case .workerEnded: "the worker that ran it has ended."
    case .workerTimeout: "it exceeded its deadline."
    case .workerRefused: "no worker could be started for it."
    case .otherRetry, .otherRefused, .otherCannotAcquire, .otherCannotEnrol, .otherIncompatible, .otherDevice,
      .otherEntitlement, .otherResource, .otherOutcome:
      "the plugin returned an unknown status."
    }
  }

  /// What to do about it.
  /// - Parameter sample: The kind of sample passed to the call.
  func remedy(for sample: SampleWords) -> String {
    switch self {
    case .timeout, .otherRetry: "Try again."
    case .busy: "Close the program that uses it, and try again."
    case .shortBuffer: "Try again with a larger buffer."
    case .argument, .otherRefused: "Check the values of the call."
    case .state: "Create a new object, and make the calls in the documented order."
    case .unsupported: "Choose another value, or another plugin."
    case .cancelled, .end, .otherOutcome: "Reopen it to continue."
    case .sample, .otherCannotAcquire: "Give another \(sample.sample)."
    case .noSubject: "Give \(sample.withSubject)."
    case .quality: "Give \(sample.better)."
    case .manySubjects: "Give \(sample.article) \(sample.sample) of one \(sample.subject)."
    case .templatesDisagree, .otherCannotEnrol: "Take all samples from the same person."
    case .templateFormat: "Compare it with the algorithm that made it, or enrol again."
    case .templateVersion, .graphVersion, .abi, .otherIncompatible: "Update the plugin."
    case .graphForeign, .graphSymbol:
      "Build the graph for this bundle, or choose the one that it was built for."
    case .graphDamaged: "Build the graph again."
    case .graphTooLarge: "Build a graph of fewer words or phrases, or of a lower order."
    case .templateDamaged: "Use an undamaged copy, or enrol again."
    case .ability: "Update Imprint."
    case .deviceGone, .deviceMissing, .otherDevice: "Connect the device, and reopen it."
    case .deviceDenied:
      "Give this user access to the device: to cameras through the group `video`, to microphones through `audio`, to "
        + "card readers through polkit's rules for pcscd, or the permissions of its socket."
    case .deviceFailed: "Unplug the device and plug it in again, or try another port."
    case .service: "Start the service, such as pcscd for card readers, and try again."
    case .cardMissing: "Insert a card into the reader, and connect again."
    case .cardMute: "Insert the card the right way round; clean its contacts, or try another reader."
    case .cardReset: "Reconnect, and select and verify again."
    case .entitlement, .otherEntitlement: "Ask for a licence with the feature."
    case .workerEnded:
      "Reopen devices and restart captures; the next call restarts anything else. Update the plugin if it "
        + "happens again."
    case .workerTimeout: "Try again with less data; raise the deadline on slow machines."
    case .workerRefused: "Try again later. Update the plugin, or use another one."
    case .memory: "Free memory, or work with smaller images."
    case .file: "Check that the file or folder exists, is complete and is readable."
    case .model, .otherResource: "Install the plugin again."
    case .internalDefect: "Create a new object; report the defect to the plugin's vendor if it happens again."
    }
  }
}

/// Words for the sample that is passed to a call.
struct SampleWords {
  /// The sample: "image".
  let sample: String
  var article: String { "aeiou".contains(sample.first ?? "x") ? "an" : "a" }
  /// Its subject: "face".
  let subject: String
  /// One that shows it: "an image with a face that looks towards the camera".
  let withSubject: String
  /// A sample that is suitable for a template.
  let better: String

  static let face = SampleWords(
    sample: "image", subject: "face", withSubject: "an image with a face that looks towards the camera",
    better: "a sharper, better lit, larger image of the face")
  static let finger = SampleWords(
    sample: "image", subject: "finger", withSubject: "an image of a finger that lies flat on the sensor",
    better: "an image of a clean finger, pressed neither too lightly nor too hard")
  static let voice = SampleWords(
    sample: "sound", subject: "voice", withSubject: "sound that contains speech",
    better: "more speech, closer to the microphone, in a quieter place")
  /// For any sample.
  static let any = SampleWords(
    sample: "sample", subject: "subject", withSubject: "a sample with a subject in it",
    better: "a better sample")
}

extension SampleWords {
  /// - Parameter function: As errors name it: `face-extractor.extract`.
  init(function: String) {
    self =
      switch function {
      case let name where name.hasPrefix("face-"): .face
      case let name where name.hasPrefix("finger-"): .finger
      case let name where name.hasPrefix("voice-") || name.hasPrefix("speech-"): .voice
      default: .any
      }
  }
}
