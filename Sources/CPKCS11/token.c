// SPDX-License-Identifier: Apache-2.0
// Module, token and session.
#include "token.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(IMP_P11_PIN_INCORRECT == CKR_PIN_INCORRECT, "p11-kit's values are PKCS#11's");
_Static_assert(IMP_P11_SESSION_HANDLE_INVALID == CKR_SESSION_HANDLE_INVALID, "so are these");
_Static_assert(IMP_P11_CRYPTOKI_NOT_INITIALIZED == CKR_CRYPTOKI_NOT_INITIALIZED, "and these");

enum { MOST_SLOTS = 256 };

static void be_quiet(void) { p11_kit_be_quiet(); }

static unsigned long find_slot(imp_p11_token *token)
{
  CK_INFO about = {0};
  CK_RV status = token->module->C_GetInfo(&about);
  if (status != CKR_OK) return status;
  if (!p11_kit_uri_match_module_info(token->uri, &about)) return IMP_P11_NOT_FOUND;

  // Without a list the module rescans the tokens.
  CK_ULONG count = 0;
  status = token->module->C_GetSlotList(CK_TRUE, NULL, &count);
  if (status != CKR_OK) return status;
  CK_SLOT_ID slots[MOST_SLOTS];
  count = MOST_SLOTS;
  status = token->module->C_GetSlotList(CK_TRUE, slots, &count);
  if (status != CKR_OK) return status;

  int found = 0;
  for (CK_ULONG i = 0; i < count && i < MOST_SLOTS; i++) {
    CK_SLOT_INFO slot = {0};
    CK_TOKEN_INFO info = {0};
    // A slot that cannot be queried is skipped.
    if (token->module->C_GetSlotInfo(slots[i], &slot) != CKR_OK) continue;
    if (token->module->C_GetTokenInfo(slots[i], &info) != CKR_OK) continue;
    if (!(info.flags & CKF_TOKEN_INITIALIZED)) continue;
    CK_SLOT_ID wanted = p11_kit_uri_get_slot_id(token->uri);
    if (wanted != (CK_SLOT_ID)-1 && wanted != slots[i]) continue;
    if (!p11_kit_uri_match_slot_info(token->uri, &slot)) continue;
    if (!p11_kit_uri_match_token_info(token->uri, &info)) continue;
    token->slot = slots[i];
    found++;
  }
  if (found == 0) return IMP_P11_NOT_FOUND;
  return found == 1 ? 0 : IMP_P11_AMBIGUOUS;
}

static unsigned long open_into(imp_p11_token *token, const char *module, const char *uri, char *words, size_t capacity)
{
  token->uri = p11_kit_uri_new();
  if (!token->uri) return CKR_HOST_MEMORY;
  if (p11_kit_uri_parse(uri, P11_KIT_URI_FOR_ANY, token->uri) != P11_KIT_URI_OK) return IMP_P11_BAD_URI;
  // Attributes unknown to this parser may narrow the match.
  if (p11_kit_uri_any_unrecognized(token->uri)) return IMP_P11_BAD_URI;
  if (p11_kit_uri_get_pin_value(token->uri) || p11_kit_uri_get_pin_source(token->uri)) return IMP_P11_PIN_IN_URI;

  token->module = p11_kit_module_load(module, 0);
  if (!token->module) {
    const char *message = p11_kit_message();
    strncat(words, message ? message : "", capacity - 1);
    return IMP_P11_NO_MODULE;
  }
  CK_RV status = p11_kit_module_initialize(token->module);
  if (status != CKR_OK) return status;
  token->is_initialized = 1;
  return find_slot(token);
}

unsigned long imp_p11_open(
  const char *module, const char *uri, imp_p11_token **token, char *words, size_t capacity)
{
  if (capacity > 0) words[0] = 0;
  // p11-kit prints errors; report them as errors instead.
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, be_quiet);
  imp_p11_token *new = calloc(1, sizeof *new);
  if (!new || capacity == 0) {
    free(new);
    return CKR_HOST_MEMORY;
  }
  unsigned long status = open_into(new, module, uri, words, capacity);
  if (status != 0) {
    imp_p11_close(new);
    return status;
  }
  *token = new;
  return 0;
}

void imp_p11_close(imp_p11_token *token)
{
  if (!token) return;
  if (token->is_initialized) p11_kit_module_finalize(token->module);
  if (token->module) p11_kit_module_release(token->module);
  p11_kit_uri_free(token->uri);
  free(token);
}

unsigned long imp_p11_names_key(imp_p11_token *token)
{
  int is_named = p11_kit_uri_get_attribute(token->uri, CKA_LABEL) || p11_kit_uri_get_attribute(token->uri, CKA_ID);
  return is_named ? 0 : IMP_P11_NO_KEY_IN_URI;
}

unsigned long imp_p11_token_flags(imp_p11_token *token, unsigned int *flags)
{
  CK_TOKEN_INFO info = {0};
  CK_RV status = token->module->C_GetTokenInfo(token->slot, &info);
  if (status != CKR_OK) return status;
  *flags = (info.flags & CKF_USER_PIN_COUNT_LOW ? IMP_P11_FLAG_PIN_COUNT_LOW : 0u)
    | (info.flags & CKF_USER_PIN_FINAL_TRY ? IMP_P11_FLAG_PIN_FINAL_TRY : 0u)
    | (info.flags & CKF_USER_PIN_LOCKED ? IMP_P11_FLAG_PIN_LOCKED : 0u)
    | (info.flags & CKF_WRITE_PROTECTED ? IMP_P11_FLAG_WRITE_PROTECTED : 0u);
  return 0;
}

unsigned long imp_p11_session_open(imp_p11_token *token, int writes, unsigned long *session)
{
  CK_SESSION_HANDLE new = CK_INVALID_HANDLE;
  CK_FLAGS flags = CKF_SERIAL_SESSION | (writes ? CKF_RW_SESSION : 0);
  CK_RV status = token->module->C_OpenSession(token->slot, flags, NULL, NULL, &new);
  if (status == CKR_OK) *session = new;
  return status;
}

void imp_p11_session_close(imp_p11_token *token, unsigned long session)
{
  token->module->C_CloseSession(session);
}

unsigned long imp_p11_login(imp_p11_token *token, unsigned long session, const unsigned char *pin, size_t count)
{
  CK_RV status = token->module->C_Login(session, CKU_USER, (CK_UTF8CHAR_PTR)pin, count);
  return status == CKR_USER_ALREADY_LOGGED_IN ? 0 : status;
}
