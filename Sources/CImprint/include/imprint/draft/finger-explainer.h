// SPDX-License-Identifier: Apache-2.0
// imprint.finger-explainer/1: why two templates of fingers are as alike as the
// plugin's matcher says. Draft: may change until version 1.0.
//
// It explains comparisons of imprint.matcher, of the same plugin. What applies to
// all templates: template.h. An explanation reveals as much as a template.
#ifndef IMPRINT_DRAFT_FINGER_EXPLAINER_H
#define IMPRINT_DRAFT_FINGER_EXPLAINER_H

#include "../plugin.h"
#include "template.h"

IMP_BEGIN_DECLS

#define IMP_FINGER_EXPLAINER_ID "imprint.finger-explainer/1"

// The most minutiae of one explanation, both templates together.
#define IMP_EXPLAINED_MINUTIAE_MAXIMUM 512
// The most shares of one explanation.
#define IMP_EXPLAINED_SHARES_MAXIMUM 8192

typedef struct imp_finger_explainer imp_finger_explainer;

typedef struct imp_finger_explainer_options {
  uint32_t size;    // sizeof(imp_finger_explainer_options)
  uint32_t threads; // 1...the manifest's `concurrency.threads`
  imp_text format;  // one that the plugin compares; owned by the host, valid until create returns
} imp_finger_explainer_options;

#define IMP_EXPLAINED_PROBE 0
#define IMP_EXPLAINED_REFERENCE 1

#define IMP_MINUTIA_OTHER 0 // or unknown
#define IMP_MINUTIA_ENDING 1
#define IMP_MINUTIA_BIFURCATION 2

// A minutia that was compared. A template may have more.
typedef struct imp_explained_minutia {
  uint32_t side;   // IMP_EXPLAINED_...: whose it is
  uint32_t kind;   // IMP_MINUTIA_...
  float x;         // micrometres from the left of the print, 0...1,000,000
  float y;         // micrometres from its top, 0...1,000,000
  float direction; // degrees, 0...360, counter-clockwise from the right: from the end of the line into it
  float quality;   // 0...100, higher is better; negative: unknown
} imp_explained_minutia;

#define IMP_SHARE_PAIR 1   // a minutia of each that lie on each other
#define IMP_SHARE_EDGE 2   // two pairs between which both prints look the same
#define IMP_SHARE_MISSED 3 // a minutia that the other print should show, and does not
#define IMP_SHARE_RIDGES 4 // how ridges run where both prints show some
#define IMP_SHARE_OTHER 5  // something of the prints as a whole

#define IMP_EXPLAINED_NONE 0xFFFFFFFFU

// What one thing counted. Indices are of the explanation's minutiae, or
// IMP_EXPLAINED_NONE.
typedef struct imp_explained_share {
  uint32_t kind; // IMP_SHARE_...
  float value;   // finite; below 0: against
  // Of a pair both; of an edge both, and the other pair's below; of what is missed
  // one; else none.
  uint32_t probe;
  uint32_t reference;
  uint32_t other_probe;
  uint32_t other_reference;
} imp_explained_share;

typedef struct imp_finger_explanation {
  uint32_t size; // sizeof(imp_finger_explanation)
  // What the bytes hold, contiguously: so many imp_explained_minutia, of the probe
  // first, then so many imp_explained_share.
  uint32_t minutiae; // at most IMP_EXPLAINED_MINUTIAE_MAXIMUM
  uint32_t shares;   // at most IMP_EXPLAINED_SHARES_MAXIMUM
  uint32_t aligned;  // 1: there is a motion, as below; 0: nothing lies on anything, and all of it is 0
  float similarity;  // that of compare
  // The motion that brings the probe onto the reference: turned about the top left,
  // then shifted.
  float turn;    // degrees, -180...180, counter-clockwise
  float shift_x; // micrometres to the right, -10,000,000...10,000,000
  float shift_y; // micrometres down, likewise
} imp_finger_explanation;

typedef struct imp_finger_explainer_ability {
  uint32_t size; // sizeof(imp_finger_explainer_ability)
  uint32_t reserved;

  // Creates an explainer of one format. Options are read before return.
  // *explainer lives until destroy.
  // IMP_E_UNSUPPORTED for a format that it does not explain; IMP_E_MODEL,
  // IMP_E_FILE, IMP_E_ENTITLEMENT. [one at a time: plugin]
  imp_status (*IMP_NONNULL create)(imp_plugin *IMP_NONNULL plugin,
                                   const imp_finger_explainer_options *IMP_NONNULL options,
                                   imp_finger_explainer *IMP_NULLABLE *IMP_NONNULL explainer);

  // Explains the comparison of two templates. The similarity is exactly what
  // imprint.matcher's compare gives for the same templates in the same order.
  // The shares add up to it, within a ten-thousandth of the sum of their
  // magnitudes. Deterministic: the same templates give the same explanation
  // on the same machine. The host owns both templates, valid until return.
  // The caller owns explained and explanation.
  // IMP_E_TEMPLATE_FORMAT, IMP_E_TEMPLATE_VERSION, IMP_E_TEMPLATE_DAMAGED: of
  // either template; explanation is untouched. IMP_RETRY_SHORT_BUFFER.
  // [any thread]
  imp_status (*IMP_NONNULL explain)(const imp_finger_explainer *IMP_NONNULL explainer, imp_bytes probe,
                                    uint32_t probe_version, imp_bytes reference, uint32_t reference_version,
                                    imp_buffer *IMP_NONNULL explained,
                                    imp_finger_explanation *IMP_NONNULL explanation);

  // Releases the explainer. No other call on it is running. Cannot fail.
  // [one at a time: plugin]
  void (*IMP_NONNULL destroy)(imp_finger_explainer *IMP_NONNULL explainer);
} imp_finger_explainer_ability;

IMP_END_DECLS

#endif
