// SPDX-License-Identifier: Apache-2.0
// What a call answers: a code whose hundreds are its class, and words.
//
// Words go through the host's report ability (host.h) before the call returns.
// A code that a caller does not know is handled by its class; one of no class
// here counts as class 9.
//
// Each function's comment lists the codes it may answer. All that answer a
// status may also answer IMP_E_ARGUMENT, IMP_E_ABI, IMP_E_MEMORY and
// IMP_E_INTERNAL. Unless the answer is IMP_OK the outputs are untouched, but for
// the lengths and counts of IMP_RETRY_SHORT_BUFFER, and the call has changed
// nothing except as its comment says. After IMP_E_INTERNAL neither holds: the
// object may only be destroyed.
#ifndef IMPRINT_STATUS_H
#define IMPRINT_STATUS_H

#include "base.h"

IMP_BEGIN_DECLS

typedef int32_t imp_status;

#define IMP_STATUS_CLASS(status) ((status) / 100)

#define IMP_OK 0

// Class 1, retry: nothing is wrong and nothing has changed.
#define IMP_RETRY_TIMEOUT 101      // the deadline passed first
#define IMP_RETRY_BUSY 102         // somebody else holds the device
#define IMP_RETRY_SHORT_BUFFER 103 // the lengths say what is needed

// Class 2, refused: the call itself cannot be answered.
#define IMP_E_ARGUMENT 201    // a value outside its stated range, or null where none may be
#define IMP_E_STATE 202       // not now: the function's comment says when
#define IMP_E_UNSUPPORTED 203 // a choice that this plugin does not offer

// Class 3, cannot acquire: the sample is of no use; another one may be.
#define IMP_E_SAMPLE 301        // its size, length or layout cannot be worked with
#define IMP_E_NO_SUBJECT 302    // nobody where somebody is needed: no face, finger or voice
#define IMP_E_QUALITY 303       // somebody, but too poorly for a template
#define IMP_E_MANY_SUBJECTS 304 // more people than the call can tell apart

// Class 4, cannot enrol: good samples do not make a reference together.
#define IMP_E_TEMPLATES_DISAGREE 401 // they seem to be of several people

// Class 5, incompatible: the two sides, or two templates, do not fit.
#define IMP_E_TEMPLATE_FORMAT 501  // another algorithm's template
#define IMP_E_TEMPLATE_VERSION 502 // this algorithm's, but newer than it reads
#define IMP_E_TEMPLATE_DAMAGED 503 // truncated or changed
#define IMP_E_ABI 504              // no common contract version, or a wrong size field
#define IMP_E_ABILITY 505          // a needed host ability is not there

// Class 6, device: it cannot be used; open it anew once it can.
#define IMP_E_DEVICE_GONE 601    // it was there, and was unplugged
#define IMP_E_DEVICE_MISSING 602 // there is none of that name
#define IMP_E_DEVICE_DENIED 603  // it is there, and this process may not use it
#define IMP_E_DEVICE_FAILED 604  // it is there, and answers a request with an error
#define IMP_E_SERVICE 605        // the system's service that the device is used through does not run
#define IMP_E_CARD_MISSING 606   // the reader is there, without a card; or the card was taken out
#define IMP_E_CARD_MUTE 607      // the card does not answer, or not so that it can be understood
// Somebody else has reset the card: what was selected, and each PIN that was
// verified, is forgotten. Nothing was sent; connect anew.
#define IMP_E_CARD_RESET 608

// Class 7, no entitlement: the licence does not cover this.
#define IMP_E_ENTITLEMENT 701

// Class 8, resource: memory, a model or a file.
#define IMP_E_MEMORY 801
#define IMP_E_MODEL 802 // a model is missing, or not what the code was made for
#define IMP_E_FILE 803  // a file is missing, cut or cannot be read

// Class 9, internal: a defect in the plugin; do not use the object again.
#define IMP_E_INTERNAL 901

// Class 10, outcome: nothing failed, and nothing more will come.
#define IMP_OUTCOME_END 1001       // the source has given its last frame
#define IMP_OUTCOME_CANCELLED 1002 // cancel was called

IMP_END_DECLS

#endif
