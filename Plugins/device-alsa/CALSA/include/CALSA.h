// SPDX-License-Identifier: Apache-2.0
// ALSA's capture devices, as far as libasound's macros and types are needed: opened and read, and those that
// its configuration lists.
//
// Nothing here is kept between calls: libasound's configuration is read for each listing and opening, so
// that no cache is shared with the rest of the process, and its messages are caught on the calling thread
// alone.
#ifndef IMPRINT_CALSA_H
#define IMPRINT_CALSA_H

#include "calsa_account.h"
#include "calsa_clipping.h"
#include "calsa_hints.h"
#include "calsa_resampler.h"
#include "calsa_stream.h"

#endif
