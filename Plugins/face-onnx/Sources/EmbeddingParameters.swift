// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// What a manifest may say of its model. docs/reference/face-onnx.md is the page of it.
enum EmbeddingParameters {
  static let format = Parameter<String>(
    "format", upTo: 63, "The name of the format of its templates, as in extracts and compares.")
  static let formatVersion = Parameter<Int>(
    "formatVersion", in: 1...65_535, "The version of its templates.", default: 1)
  static let model = Parameter<String>(
    "model", upTo: 8, "onnx: embedding.onnx of the models; ir: embedding.xml and embedding.bin.",
    default: "onnx")
  static let inputWidth = Parameter<Int>("inputWidth", in: 16...1024, "Of the model's picture, pixels.")
  static let inputHeight = Parameter<Int>("inputHeight", in: 16...1024, "Of the model's picture, pixels.")
  static let layout = Parameter<String>(
    "layout", upTo: 8, "nchw: all of a channel after the other; nhwc: pixel by pixel.", default: "nchw")
  static let element = Parameter<String>(
    "element", upTo: 8, "float32: (pixel - mean) * scale; uint8: the pixels as they are.",
    default: "float32")
  static let colours = Parameter<String>("colours", upTo: 8, "The order of the channels: rgb, bgr or grey.")
  static let mean = Parameter<Double>(
    "mean", in: 0...255, "What is taken from each pixel, which is 0...255.", default: 0)
  static let scale = Parameter<Double>(
    "scale", in: 1e-6...1e3, "What is multiplied with what is left.", default: 1)
  static let meanOf = ["Red", "Green", "Blue"].map {
    Parameter<Double>("mean" + $0, in: 0...255, "In mean's place for \($0.lowercased()).", default: .nan)
  }
  static let scaleOf = ["Red", "Green", "Blue"].map {
    Parameter<Double>("scale" + $0, in: 1e-6...1e3, "In scale's place for \($0.lowercased()).", default: .nan)
  }
  static let alignment = Parameter<String>(
    "alignment", upTo: 255,
    "Where a face lies in the picture: arcface, dlib, box; or x and y of both eyes, nose tip and both corners "
      + "of the mouth, ten numbers.")
  static let margin = Parameter<Double>(
    "margin", in: 0...2, "On each side, as a share of what dlib or box alone would show; else 0.25 and 0.",
    default: .nan)
  static let mirrored = Parameter<Bool>(
    "mirrored", "Whether the mirrored picture is computed too, and both are added.", default: false)
  static let embeddingLength = Parameter<Int>(
    "embeddingLength", in: 2...4096, "How many numbers the model gives.")
  static let metric = Parameter<String>(
    "metric", upTo: 16, "How templates are compared: cosine, euclidean-unit, euclidean or dot-product.")
  static let similarityBound = Parameter<Double>(
    "similarityBound", in: 1e-3...1e6,
    "Of euclidean and dot-product: the largest magnitude; what lies beyond counts as it.", default: 100)
  static let values = Parameter<String>(
    "values", upTo: 8, "How a template keeps its numbers: float32, or int8 with cosine.", default: "float32")

  static let all: [any DeclaredParameter] =
    [format, formatVersion, model, inputWidth, inputHeight, layout, element, colours, mean, scale]
    + meanOf + scaleOf
    + [alignment, margin, mirrored, embeddingLength, metric, similarityBound, values]
}

extension Host {
  /// A parameter that is one of some words.
  /// - Throws: `.argument`, with the words that there are.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ parameter: Parameter<String>, of type: Choice.Type = Choice.self
  ) throws(PluginFailure) -> Choice where Choice.RawValue == String {
    let word = try value(of: parameter)
    guard let choice = Choice(rawValue: word) else {
      throw .parameter(
        parameter, "is '\(word.prefix(32))'",
        "Write one of: \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return choice
  }

  /// A number that need not be given.
  func given(_ parameter: Parameter<Double>) throws(PluginFailure) -> Float? {
    let number = try value(of: parameter)
    return number.isNaN ? nil : Float(number)
  }
}

extension PluginFailure {
  /// What a manifest says that does not go.
  static func parameter<Value>(
    _ parameter: Parameter<Value>, _ reason: String, _ remedy: String
  ) -> PluginFailure {
    PluginFailure(.argument, "plugin.yaml: the parameter '\(parameter.name)' \(reason). \(remedy)")
  }
}
