// SPDX-License-Identifier: Apache-2.0
// Keys: found, made, used.
#include <string.h>

#include "token.h"

enum { MOST_LABEL = 256, MOST_MECHANISMS = 1024 };

// The object identifiers of P-256 (1.2.840.10045.3.1.7) and Ed25519 (1.3.101.112), DER.
static CK_BYTE p256[] = {0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07};
static CK_BYTE ed25519[] = {0x06, 0x03, 0x2B, 0x65, 0x70};
// The curve's name as PrintableString, which PKCS#11 3.0 allows too, and some tokens support only.
static CK_BYTE ed25519_name[] = {0x13, 0x0C, 'e', 'd', 'w', 'a', 'r', 'd', 's', '2', '5', '5', '1', '9'};

// The one object that a template describes.
static unsigned long find_one(
  imp_p11_token *token, CK_SESSION_HANDLE session, CK_ATTRIBUTE *attributes, CK_ULONG count,
  CK_OBJECT_HANDLE *object)
{
  CK_RV status = token->module->C_FindObjectsInit(session, attributes, count);
  if (status != CKR_OK) return status;
  CK_OBJECT_HANDLE found[2] = {0};
  CK_ULONG many = 0;
  status = token->module->C_FindObjects(session, found, 2, &many);
  CK_RV ended = token->module->C_FindObjectsFinal(session);
  if (status != CKR_OK) return status;
  if (ended != CKR_OK) return ended;
  if (many == 0) return IMP_P11_NOT_FOUND;
  if (many > 1) return IMP_P11_AMBIGUOUS;
  *object = found[0];
  return 0;
}

static unsigned long read_bytes(
  imp_p11_token *token, CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object, CK_ATTRIBUTE_TYPE type, void *bytes,
  size_t capacity, size_t *count)
{
  CK_ATTRIBUTE attribute = {type, bytes, capacity};
  CK_RV status = token->module->C_GetAttributeValue(session, object, &attribute, 1);
  if (status != CKR_OK) return status;
  // A token that claims more than the buffer's capacity.
  if (attribute.ulValueLen > capacity) return CKR_BUFFER_TOO_SMALL;
  *count = attribute.ulValueLen;
  return 0;
}

unsigned long imp_p11_find_private_key(imp_p11_token *token, unsigned long session, unsigned long *key)
{
  CK_OBJECT_CLASS class = CKO_PRIVATE_KEY;
  CK_ATTRIBUTE attributes[3] = {{CKA_CLASS, &class, sizeof class}};
  CK_ULONG count = 1;
  CK_ATTRIBUTE *label = p11_kit_uri_get_attribute(token->uri, CKA_LABEL);
  CK_ATTRIBUTE *identifier = p11_kit_uri_get_attribute(token->uri, CKA_ID);
  if (label) attributes[count++] = *label;
  if (identifier) attributes[count++] = *identifier;
  if (count == 1) return IMP_P11_NO_KEY_IN_URI;
  CK_OBJECT_HANDLE found = 0;
  unsigned long status = find_one(token, session, attributes, count, &found);
  if (status == 0) *key = found;
  return status;
}

unsigned long imp_p11_curve_parameters(
  imp_p11_token *token, unsigned long session, unsigned long key, unsigned char *bytes, size_t capacity,
  size_t *count)
{
  return read_bytes(token, session, key, CKA_EC_PARAMS, bytes, capacity, count);
}

unsigned long imp_p11_public_point(
  imp_p11_token *token, unsigned long session, unsigned long key, unsigned char *bytes, size_t capacity,
  size_t *count)
{
  CK_BYTE name[MOST_LABEL];
  size_t length = 0;
  CK_ATTRIBUTE_TYPE type = CKA_ID;
  unsigned long status = read_bytes(token, session, key, type, name, sizeof name, &length);
  if (status != 0 || length == 0) {
    type = CKA_LABEL;
    status = read_bytes(token, session, key, type, name, sizeof name, &length);
  }
  if (status != 0) return status;
  if (length == 0) return IMP_P11_NOT_FOUND;
  CK_OBJECT_CLASS class = CKO_PUBLIC_KEY;
  CK_ATTRIBUTE attributes[2] = {{CKA_CLASS, &class, sizeof class}, {type, name, length}};
  CK_OBJECT_HANDLE public = 0;
  status = find_one(token, session, attributes, 2, &public);
  if (status != 0) return status;
  return read_bytes(token, session, public, CKA_EC_POINT, bytes, capacity, count);
}

static CK_MECHANISM_TYPE signing(enum imp_p11_curve curve)
{
  return curve == IMP_P11_CURVE_ED25519 ? CKM_EDDSA : CKM_ECDSA;
}

unsigned long imp_p11_signs(imp_p11_token *token, enum imp_p11_curve curve)
{
  CK_MECHANISM_INFO info = {0};
  CK_RV status = token->module->C_GetMechanismInfo(token->slot, signing(curve), &info);
  if (status != CKR_OK) return status;
  if (!(info.flags & CKF_SIGN)) return CKR_MECHANISM_INVALID;

  // A token configured not to offer it may still describe it: the list decides, unless it is too long.
  CK_MECHANISM_TYPE offered[MOST_MECHANISMS];
  CK_ULONG count = MOST_MECHANISMS;
  status = token->module->C_GetMechanismList(token->slot, offered, &count);
  if (status == CKR_BUFFER_TOO_SMALL) return 0;
  if (status != CKR_OK) return status;
  for (CK_ULONG i = 0; i < count && i < MOST_MECHANISMS; i++)
    if (offered[i] == signing(curve)) return 0;
  return CKR_MECHANISM_INVALID;
}

static unsigned long generate(
  imp_p11_token *token, CK_SESSION_HANDLE session, CK_MECHANISM_TYPE type, CK_BYTE *parameters, CK_ULONG length)
{
  CK_ATTRIBUTE *label = p11_kit_uri_get_attribute(token->uri, CKA_LABEL);
  CK_ATTRIBUTE *identifier = p11_kit_uri_get_attribute(token->uri, CKA_ID);
  CK_BBOOL yes = CK_TRUE, no = CK_FALSE;
  // A public key is found by its private key's id: one without is given its label as id.
  CK_ATTRIBUTE *name = identifier ? identifier : label;
  if (!name) return IMP_P11_NO_KEY_IN_URI;
  CK_ATTRIBUTE title = label ? *label : (CK_ATTRIBUTE){CKA_LABEL, (void *)"imprint", 7};
  CK_ATTRIBUTE id = {CKA_ID, name->pValue, name->ulValueLen};
  CK_ATTRIBUTE public[] = {
    {CKA_TOKEN, &yes, sizeof yes},   {CKA_PRIVATE, &no, sizeof no}, {CKA_VERIFY, &yes, sizeof yes},
    {CKA_EC_PARAMS, parameters, length}, title, id,
  };
  CK_ATTRIBUTE private[] = {
    {CKA_TOKEN, &yes, sizeof yes}, {CKA_PRIVATE, &yes, sizeof yes},    {CKA_SENSITIVE, &yes, sizeof yes},
    {CKA_SIGN, &yes, sizeof yes},  {CKA_EXTRACTABLE, &no, sizeof no}, title, id,
  };
  CK_MECHANISM mechanism = {type, NULL, 0};
  CK_OBJECT_HANDLE keys[2] = {0};
  return token->module->C_GenerateKeyPair(
    session, &mechanism, public, sizeof public / sizeof *public, private, sizeof private / sizeof *private, &keys[0],
    &keys[1]);
}

unsigned long imp_p11_generate(imp_p11_token *token, unsigned long session, enum imp_p11_curve curve)
{
  if (curve == IMP_P11_CURVE_P256) return generate(token, session, CKM_EC_KEY_PAIR_GEN, p256, sizeof p256);
  unsigned long status = generate(token, session, CKM_EC_EDWARDS_KEY_PAIR_GEN, ed25519, sizeof ed25519);
  // The name is tried only if the token refuses the identifier: then nothing was generated.
  if (status != CKR_OK && status != CKR_MECHANISM_INVALID)
    status = generate(token, session, CKM_EC_EDWARDS_KEY_PAIR_GEN, ed25519_name, sizeof ed25519_name);
  return status;
}

unsigned long imp_p11_sign(
  imp_p11_token *token, unsigned long session, unsigned long key, enum imp_p11_curve curve,
  const unsigned char *bytes, size_t count, unsigned char *signature)
{
  CK_MECHANISM mechanism = {signing(curve), NULL, 0};
  CK_RV status = token->module->C_SignInit(session, &mechanism, key);
  if (status != CKR_OK) return status;
  CK_BYTE made[64];
  CK_ULONG length = sizeof made;
  status = token->module->C_Sign(session, (CK_BYTE_PTR)bytes, count, made, &length);
  if (status != CKR_OK) return status;
  if (length != sizeof made) return CKR_SIGNATURE_LEN_RANGE;
  memcpy(signature, made, sizeof made);
  return 0;
}
