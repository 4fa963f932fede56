// SPDX-License-Identifier: Apache-2.0
// A driver for pcscd whose reader and card do what trials ask for and vpcd cannot: responses of 65,538 bytes,
// control codes, attributes, a reader that fails or goes. Its "device" is a folder; a file there is a state:
//   card       a card is in the reader
//   mute       that does not answer when it is given power
//   gone       the reader fails whatever it is asked
//   unplugged  the same, and its driver says that there is no such device; pcscd sleeps a second whenever it
//              hears that
// The card's commands, by instruction byte:
//   01  answers P1P2 + 1 bytes and 9000, so that FFFF gives 65,536
//   02  the reader fails with the card in it
//   03  answers after P1 tenths of a second
// scripts/devices/cards compiles it.
#include <ifdhandler.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define VENDOR_NAME 0x00010100
// Of the makers' own class; this reader lets it be written.
#define STORED 0x7FFF0100
#define ECHO_CODE 0x42000001

static char folder[200];
static unsigned char stored[8] = {1, 2, 3};
static DWORD stored_length = 3;
static const unsigned char answer_to_reset[] = {0x3B, 0x80, 0x80, 0x01, 0x01};

static int is_set(const char *state) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, state);
  return access(path, F_OK) == 0;
}

static RESPONSECODE loss(void) {
  if (is_set("unplugged")) return IFD_NO_SUCH_DEVICE;
  return is_set("gone") ? IFD_COMMUNICATION_ERROR : IFD_SUCCESS;
}

RESPONSECODE IFDHCreateChannelByName(DWORD lun, LPSTR device) {
  (void)lun;
  snprintf(folder, sizeof folder, "%s", device);
  return IFD_SUCCESS;
}

RESPONSECODE IFDHCreateChannel(DWORD lun, DWORD channel) {
  (void)lun, (void)channel;
  return IFD_COMMUNICATION_ERROR;
}

RESPONSECODE IFDHCloseChannel(DWORD lun) {
  (void)lun;
  return IFD_SUCCESS;
}

static RESPONSECODE give(PDWORD length, PUCHAR value, const void *bytes, DWORD count) {
  if (*length < count) return IFD_ERROR_INSUFFICIENT_BUFFER;
  memcpy(value, bytes, count);
  *length = count;
  return IFD_SUCCESS;
}

RESPONSECODE IFDHGetCapabilities(DWORD lun, DWORD tag, PDWORD length, PUCHAR value) {
  (void)lun;
  switch (tag) {
    case TAG_IFD_ATR: return give(length, value, answer_to_reset, sizeof answer_to_reset);
    case TAG_IFD_SLOTS_NUMBER: return give(length, value, "\1", 1);
    case TAG_IFD_THREAD_SAFE:
    case TAG_IFD_SLOT_THREAD_SAFE: return give(length, value, "\0", 1);
    case VENDOR_NAME: return give(length, value, "Imprint trials", sizeof "Imprint trials");
    case STORED: return give(length, value, stored, stored_length);
    default: return IFD_ERROR_TAG;
  }
}

RESPONSECODE IFDHSetCapabilities(DWORD lun, DWORD tag, DWORD length, PUCHAR value) {
  (void)lun;
  if (tag != STORED) return IFD_ERROR_TAG;
  if (length > sizeof stored) return IFD_ERROR_VALUE_READ_ONLY;
  memcpy(stored, value, length);
  stored_length = length;
  return IFD_SUCCESS;
}

RESPONSECODE IFDHSetProtocolParameters(DWORD lun, DWORD protocol, UCHAR flags, UCHAR p1, UCHAR p2, UCHAR p3) {
  (void)lun, (void)protocol, (void)flags, (void)p1, (void)p2, (void)p3;
  return IFD_SUCCESS;
}

RESPONSECODE IFDHPowerICC(DWORD lun, DWORD action, PUCHAR atr, PDWORD length) {
  (void)lun;
  if (loss() != IFD_SUCCESS) return loss();
  if (!is_set("card")) return IFD_COMMUNICATION_ERROR;
  if (is_set("mute")) return IFD_ERROR_POWER_ACTION;
  if (action == IFD_POWER_DOWN) return IFD_SUCCESS;
  *length = MAX_ATR_SIZE;
  return give(length, atr, answer_to_reset, sizeof answer_to_reset);
}

RESPONSECODE IFDHTransmitToICC(DWORD lun, SCARD_IO_HEADER send, PUCHAR command, DWORD command_length, PUCHAR response,
                               PDWORD length, PSCARD_IO_HEADER receive) {
  (void)lun, (void)send, (void)receive;
  if (loss() != IFD_SUCCESS) return loss();
  if (!is_set("card") || command_length < 4) return IFD_COMMUNICATION_ERROR;
  DWORD count = 0;
  switch (command[1]) {
    case 0x01: count = ((DWORD)command[2] << 8 | command[3]) + 1; break;
    case 0x02: return IFD_COMMUNICATION_ERROR;
    case 0x03: usleep(command[2] * 100000u); break;
    default: break;
  }
  if (*length < count + 2) return IFD_COMMUNICATION_ERROR;
  for (DWORD i = 0; i < count; i++) response[i] = (UCHAR)(i % 251);
  response[count] = 0x90;
  response[count + 1] = 0x00;
  *length = count + 2;
  return IFD_SUCCESS;
}

RESPONSECODE IFDHControl(DWORD lun, DWORD code, PUCHAR input, DWORD length, PUCHAR output, DWORD room,
                         LPDWORD output_length) {
  (void)lun;
  *output_length = 0;
  if (code != ECHO_CODE) return IFD_ERROR_NOT_SUPPORTED;
  if (length > room) return IFD_ERROR_INSUFFICIENT_BUFFER;
  memcpy(output, input, length);
  *output_length = length;
  return IFD_SUCCESS;
}

RESPONSECODE IFDHICCPresence(DWORD lun) {
  (void)lun;
  if (loss() != IFD_SUCCESS) return loss();
  return is_set("card") ? IFD_ICC_PRESENT : IFD_ICC_NOT_PRESENT;
}
