// SPDX-License-Identifier: Apache-2.0
// What a call answers: a code whose hundreds are its class, and words.
//
// Words go through the host's report ability (host.h) before the call returns.
// A code that a caller does not know is handled by its class.
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
#define IMP_RETRY_SHORT_BUFFER 103 // the length says what is needed

// Class 2, refused: the call itself cannot be answered.
#define IMP_E_ARGUMENT 201    // a value outside its stated range
#define IMP_E_STATE 202       // not now: the function's comment says when
#define IMP_E_UNSUPPORTED 203 // a choice that this plugin does not offer
#define IMP_E_CANCELLED 204   // cancel was called
#define IMP_E_END 205         // no more frames will come

// Class 3, cannot acquire: the sample is of no use; another one may be.
#define IMP_E_IMAGE 301      // size, depth or layout cannot be worked with
#define IMP_E_NO_FACE 302    // no face where one is needed
#define IMP_E_QUALITY 303    // a face, but too poor for a template
#define IMP_E_MANY_FACES 304 // more faces than the call can tell apart

// Class 4, cannot enrol: good samples do not make a reference together.
#define IMP_E_NOT_SAME 401 // the samples show different people

// Class 5, incompatible: the two sides, or two templates, do not fit.
#define IMP_E_TEMPLATE_FORMAT 501  // another algorithm's template
#define IMP_E_TEMPLATE_VERSION 502 // this algorithm's, but newer than it reads
#define IMP_E_TEMPLATE_DAMAGED 503 // truncated or changed
#define IMP_E_ABI 504              // no common contract version, or a wrong size field
#define IMP_E_ABILITY 505          // a needed host ability is not there

// Class 6, device gone: open it anew once it is back.
#define IMP_E_DEVICE_GONE 601
#define IMP_E_DEVICE_MISSING 602
#define IMP_E_DEVICE_DENIED 603

// Class 7, no entitlement: the licence does not cover this.
#define IMP_E_ENTITLEMENT 701

// Class 8, resources.
#define IMP_E_MEMORY 801
#define IMP_E_MODEL 802 // a model is missing, or not what the code was made for
#define IMP_E_FILE 803  // a file is missing, cut or cannot be read

// Class 9, internal: a defect in the plugin; do not use the object again.
#define IMP_E_INTERNAL 901

IMP_END_DECLS

#endif
