// SPDX-License-Identifier: Apache-2.0
// Fingers passed to plugins and given by them: which one, and how it was taken.
// Draft: may change until version 1.0.
#ifndef IMPRINT_DRAFT_FINGER_H
#define IMPRINT_DRAFT_FINGER_H

#include "../base.h"

IMP_BEGIN_DECLS

// Finger positions, with the codes of ISO/IEC 19794-2.
#define IMP_FINGER_UNKNOWN 0
#define IMP_FINGER_RIGHT_THUMB 1
#define IMP_FINGER_RIGHT_INDEX 2
#define IMP_FINGER_RIGHT_MIDDLE 3
#define IMP_FINGER_RIGHT_RING 4
#define IMP_FINGER_RIGHT_LITTLE 5
#define IMP_FINGER_LEFT_THUMB 6
#define IMP_FINGER_LEFT_INDEX 7
#define IMP_FINGER_LEFT_MIDDLE 8
#define IMP_FINGER_LEFT_RING 9
#define IMP_FINGER_LEFT_LITTLE 10

// Impression types, with the codes of ISO/IEC 19794-2:2011.
#define IMP_IMPRESSION_LIVE_PLAIN 0     // on a sensor
#define IMP_IMPRESSION_LIVE_ROLLED 1    // on a sensor, from nail to nail
#define IMP_IMPRESSION_NONLIVE_PLAIN 2  // from ink and paper
#define IMP_IMPRESSION_NONLIVE_ROLLED 3 // the same, from nail to nail
#define IMP_IMPRESSION_LATENT 4         // left on a surface
#define IMP_IMPRESSION_LATENT_TRACING 5 // the same, traced by hand
#define IMP_IMPRESSION_LATENT_PHOTO 6   // the same, photographed
#define IMP_IMPRESSION_LATENT_LIFT 7    // the same, lifted with a foil
#define IMP_IMPRESSION_LIVE_SWIPE 8     // swiped over a sensor
#define IMP_IMPRESSION_LIVE_CONTACTLESS 24
#define IMP_IMPRESSION_OTHER 28
#define IMP_IMPRESSION_UNKNOWN 29

IMP_END_DECLS

#endif
