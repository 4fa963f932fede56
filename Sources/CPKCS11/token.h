// SPDX-License-Identifier: Apache-2.0
#ifndef CPKCS11_TOKEN_H
#define CPKCS11_TOKEN_H

#include <p11-kit/p11-kit.h>
#include <p11-kit/uri.h>

#include "CPKCS11.h"

struct imp_p11_token {
  CK_FUNCTION_LIST *module;
  P11KitUri *uri;
  CK_SLOT_ID slot;
  int is_initialized;
};

#endif
