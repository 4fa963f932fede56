// SPDX-License-Identifier: Apache-2.0
// ALSA's capture devices: found, opened, read, watched. What needs libasound's macros, poll or a netlink
// socket; the words for people are the plugin's.
//
// Nothing here is kept between calls: libasound's configuration is read anew for each listing and opening, so
// that no cache is shared with the rest of the process, and its messages are caught on the calling thread
// alone.
#ifndef IMPRINT_CALSA_H
#define IMPRINT_CALSA_H

#include "calsa_account.h"
#include "calsa_clipping.h"
#include "calsa_devices.h"
#include "calsa_resampler.h"
#include "calsa_stream.h"
#include "calsa_watch.h"

#endif
