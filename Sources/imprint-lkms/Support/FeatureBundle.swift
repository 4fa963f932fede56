// SPDX-License-Identifier: Apache-2.0

/// The features that go together: what the variants of that name need.
enum FeatureBundle: String, ExpressibleByArgument, CaseIterable {
  case biometry
  case document
  case both = "biometry+document"
  case face

  var features: [LicenseFeature] {
    switch self {
    case .biometry, .both:
      [.faceCapture, .verification, .identification, .imageMatching, .captureCore, .captureLiveness]
    case .document: [.imageMatching, .captureCore]
    case .face: [.captureCore, .verification, .identification]
    }
  }
}
