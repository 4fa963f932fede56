// SPDX-License-Identifier: Apache-2.0

extension GraphSize {
  var text: String {
    let what =
      ngrams.isEmpty
      ? (triggers == 1 ? "1 trigger phrase" : "\(triggers) trigger phrases")
      : ngrams.map(String.init).joined(separator: " + ") + " n-grams"
    return "\(words) words, \(pronunciations) pronunciations, \(what), \(searchedPhones) searched phones, "
      + "\(bytes) bytes"
  }

  var json: JSONValue {
    [
      "words": words, "pronunciations": pronunciations, "phones": phones, "ngrams": ngrams,
      "triggers": triggers,
      "searchedPhones": searchedPhones, "bytes": bytes,
    ]
  }
}

extension GraphFinding {
  var json: JSONValue {
    [
      "kind": kind.rawValue, "severity": isWarning ? "warning" : "note", "place": place, "reason": reason,
      "remedy": remedy,
    ]
  }
}

extension SpeechGraphStore.Summary {
  var json: JSONValue {
    [
      "name": name, "path": path, "kind": kind, "language": language, "bundle": bundle,
      "size": size.json, "written": Int(written),
    ]
  }
}

extension SpeechError {
  var shortJSON: JSONValue {
    ["code": code.rawValue, "place": place, "reason": reason, "remedy": remedy]
  }
}
