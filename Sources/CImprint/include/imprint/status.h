// SPDX-License-Identifier: Apache-2.0
// What a call returns: a code whose hundreds are its class, and an explanation.
//
// Explanations go through the host's report ability (host.h) before the call
// returns. A code unknown to a caller is handled by its class; one of an unknown
// class counts as class 9.
//
// Each function's comment lists the codes it may return. All that return a status
// may also return IMP_E_ARGUMENT, IMP_E_ABI, IMP_E_MEMORY and IMP_E_INTERNAL.
// Except on IMP_OK the outputs are untouched, apart from the lengths and counts of
// IMP_RETRY_SHORT_BUFFER, and the call has had no effect except as its comment
// says. After IMP_E_INTERNAL neither holds: the object may only be destroyed.
//
#ifndef IMPRINT_STATUS_H
#define IMPRINT_STATUS_H

#include "base.h"

IMP_BEGIN_DECLS

typedef int32_t imp_status;

#define IMP_STATUS_CLASS(status) ((status) / 100)

#define IMP_OK 0

// Class 1, retry: nothing is wrong and nothing has changed.
#define IMP_RETRY_TIMEOUT 101      // the deadline passed first
#define IMP_RETRY_BUSY 102         // the device is in use elsewhere
#define IMP_RETRY_SHORT_BUFFER 103 // the lengths state what is needed

// Class 2, refused: the call itself is invalid.
#define IMP_E_ARGUMENT 201    // a value outside its stated range, or an invalid null
#define IMP_E_STATE 202       // not in this state: see the function's comment
#define IMP_E_UNSUPPORTED 203 // an option that this plugin does not support

// Class 3, cannot acquire: the sample is unusable; another one may be usable.
#define IMP_E_SAMPLE 301        // unsupported size, length or layout
#define IMP_E_NO_SUBJECT 302    // no face, finger or voice found
#define IMP_E_QUALITY 303       // quality too low for a template
#define IMP_E_MANY_SUBJECTS 304 // more people than the call can handle

// Class 4, cannot enrol: good samples do not combine into a reference.
#define IMP_E_TEMPLATES_DISAGREE 401 // they appear to be of several people

// Class 5, incompatible: host and plugin, two templates, or a graph and its bundle,
// do not match.
#define IMP_E_TEMPLATE_FORMAT 501  // another algorithm's template
#define IMP_E_TEMPLATE_VERSION 502 // this algorithm's, but a newer version
#define IMP_E_TEMPLATE_DAMAGED 503 // truncated or changed
#define IMP_E_ABI 504              // no common contract version, or a wrong size field
#define IMP_E_ABILITY 505          // a required host ability is missing
#define IMP_E_GRAPH_FOREIGN 506    // a speech graph of another language, or for another bundle
#define IMP_E_GRAPH_VERSION 507    // a speech graph of a newer version
#define IMP_E_GRAPH_DAMAGED 508    // no speech graph, or one that was truncated or changed
#define IMP_E_GRAPH_SYMBOL 509     // pronounced with a symbol that the bundle does not know
#define IMP_E_GRAPH_TOO_LARGE 510  // more of something than the bundle or its decoder can take

// Class 6, device: unusable; reopen it once it is usable.
#define IMP_E_DEVICE_GONE 601    // it was unplugged
#define IMP_E_DEVICE_MISSING 602 // no device of that name
#define IMP_E_DEVICE_DENIED 603  // permission denied
#define IMP_E_DEVICE_FAILED 604  // a request to it failed
#define IMP_E_SERVICE 605        // the system service for the device is not running
#define IMP_E_CARD_MISSING 606   // no card in the reader, or the card was removed
#define IMP_E_CARD_MUTE 607      // no valid response from the card
// Another application has reset the card: selections and PIN verifications are
// lost. Nothing was sent; reconnect.
#define IMP_E_CARD_RESET 608

// Class 7, no entitlement: the licence does not cover this.
#define IMP_E_ENTITLEMENT 701

// Class 8, resource: memory, a model or a file.
#define IMP_E_MEMORY 801
#define IMP_E_MODEL 802 // a model is missing, or does not fit the code
#define IMP_E_FILE 803  // a file is missing, truncated or unreadable

// Class 9, internal: a bug in the plugin; do not use the object again.
#define IMP_E_INTERNAL 901

// Class 10, outcome: nothing failed, but there is nothing more.
#define IMP_OUTCOME_END 1001       // the source has delivered its last frame
#define IMP_OUTCOME_CANCELLED 1002 // cancel was called

IMP_END_DECLS

#endif
