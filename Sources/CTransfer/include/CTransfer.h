// SPDX-License-Identifier: Apache-2.0
// What is needed of libcurl and OpenSSL to send something over HTTPS. Neither's headers are needed to use
// this.
#ifndef C_TRANSFER_H
#define C_TRANSFER_H

#include "imp_address.h"
#include "imp_certificate.h"
#include "imp_transfer.h"

#endif
