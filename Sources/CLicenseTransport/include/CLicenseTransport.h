// SPDX-License-Identifier: Apache-2.0
// What the licence client needs of libcurl and OpenSSL. Neither's headers are needed to use this.
#ifndef C_LICENSE_TRANSPORT_H
#define C_LICENSE_TRANSPORT_H

#include "imp_address.h"
#include "imp_certificate.h"
#include "imp_transfer.h"

#endif
