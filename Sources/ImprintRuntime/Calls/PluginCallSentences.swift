// SPDX-License-Identifier: Apache-2.0

extension PluginCallError.Code {
  /// What happened, for a plugin that reported no message of its own.
  /// - Parameter sample: The kind of sample passed to the call.
  func sentence(of sample: SampleWords) -> String {
    switch self {
    case .timeout: "the time was up first."
    case .busy: "the device is in use."
    case .shortBuffer: "the room given was too short."
    case .argument: "a value was outside its range."
    case .state: "the call is not possible at this point."
    case .unsupported: "the plugin does not offer this choice."
    case .cancelled: "it was cancelled."
    case .end: "there is nothing more to come."
    case .sample: "the \(sample.sample) cannot be worked with."
    case .noSubject: "there is no \(sample.subject) in the \(sample.sample)."
    case .quality: "the \(sample.subject) is too poor for a template."
    case .manySubjects: "there are several \(sample.subject)s in the \(sample.sample)."
    case .templatesDisagree: "the templates do not agree: they seem to be of several people."
    case .templateFormat: "the template is another algorithm's."
    case .templateVersion: "the template is newer than the plugin can read."
    case .templateDamaged: "the template is cut or changed."
    case .abi: "host and plugin do not fit together."
    case .ability: "the host does not have an ability that the plugin needs."
    case .deviceGone: "the device has been removed."
    case .deviceMissing: "there is no such device."
    case .deviceDenied: "the device may not be used."
    case .deviceFailed: "the device is there, and answers with an error."
    case .service: "the system's service that the device is used through does not run."
    case .cardMissing: "there is no card in the reader."
    case .cardMute: "the card does not answer, or not so that it can be understood."
    case .cardReset: "somebody else has reset the card: what was selected and verified is forgotten."
    case .entitlement: "no licence covers this."
    case .memory: "there is not enough memory."
    case .model: "a model cannot be used."
    case .file: "a file cannot be used."
    case .internalDefect: "the plugin has a defect."
    case .workerEnded: "the worker that ran it has ended."
    case .workerTimeout: "it took longer than it may."
    case .workerRefused: "no worker is started for it."
    case .otherRetry, .otherRefused, .otherCannotAcquire, .otherCannotEnrol, .otherIncompatible, .otherDevice,
      .otherEntitlement, .otherResource, .otherOutcome:
      "the plugin answered a status that is not known here."
    }
  }

  /// What to do about it.
  /// - Parameter sample: The kind of sample passed to the call.
  func remedy(for sample: SampleWords) -> String {
    switch self {
    case .timeout, .otherRetry: "Try again."
    case .busy: "End the other program that uses it, and try again."
    case .shortBuffer: "Try again with more room."
    case .argument, .otherRefused: "Check the values of the call."
    case .state: "Make a new object, and follow the order that its documentation gives."
    case .unsupported: "Choose another value, or another plugin."
    case .cancelled, .end, .otherOutcome: "Open it anew to go on."
    case .sample, .otherCannotAcquire: "Give another \(sample.sample)."
    case .noSubject: "Give \(sample.withSubject)."
    case .quality: "Give \(sample.better)."
    case .manySubjects: "Give \(sample.article) \(sample.sample) of one \(sample.subject)."
    case .templatesDisagree, .otherCannotEnrol: "Take all samples of the same person."
    case .templateFormat: "Compare it with the algorithm that made it, or enrol again."
    case .templateVersion, .abi, .otherIncompatible: "Update the plugin."
    case .templateDamaged: "Use an undamaged copy, or enrol again."
    case .ability: "Update Imprint."
    case .deviceGone, .deviceMissing, .otherDevice: "Connect the device, and open it anew."
    case .deviceDenied:
      "Give this user access to the device: to cameras through the group `video`, to microphones through `audio`, to "
        + "card readers through polkit's rules for pcscd, or the rights of its socket."
    case .deviceFailed: "Unplug the device and plug it in again, or try another port."
    case .service: "Start the service, such as pcscd for card readers, and try again."
    case .cardMissing: "Put a card into the reader, and connect anew."
    case .cardMute: "Put the card in the right way round; clean its contacts, or try another reader."
    case .cardReset: "Connect anew, select and verify again."
    case .entitlement, .otherEntitlement: "Ask for a licence with the feature."
    case .workerEnded:
      "Open devices and begin captures anew; anything else the next call starts again. Update the plugin where it "
        + "happens again."
    case .workerTimeout: "Try again with less; raise the deadline for slow machines."
    case .workerRefused: "Try again later. Update the plugin, or use another one."
    case .memory: "Free memory, or work with smaller images."
    case .file: "Check that the file or folder is there, is whole, and may be read."
    case .model, .otherResource: "Install the plugin again."
    case .internalDefect: "Make a new object; report it to the plugin's vendor if it happens again."
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
    better: "an image of a clean finger that is pressed neither lightly nor hard")
  static let voice = SampleWords(
    sample: "sound", subject: "voice", withSubject: "sound in which somebody speaks",
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
      case let name where name.hasPrefix("voice-"): .voice
      default: .any
      }
  }
}
