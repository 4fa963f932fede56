// SPDX-License-Identifier: Apache-2.0
// The system's QR code libraries, as ImprintTemplateCodes sees them.
#include <qrencode.h>
#include <zbar.h>
