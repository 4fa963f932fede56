// SPDX-License-Identifier: Apache-2.0
// The system's image libraries, as ImprintImaging sees them.
#include <libexif/exif-data.h>
#include <png.h>
#include <turbojpeg.h>
