// SPDX-License-Identifier: Apache-2.0
// The names by which a card is known again, by the rules that cameras have.
#ifndef IMPRINT_CALSA_IDENTITY_H
#define IMPRINT_CALSA_IDENTITY_H

enum { identity_names = 3, identity_room = 240 };

// The best first, empty where there is none: by the serial number, by the place, and by the place and the
// name that the card has now.
typedef struct identity {
  char names[identity_names][identity_room];
} identity;

// Of the card of that number, as the files below `root` tell; `card_id` is its name.
void identity_find(const char *root, int card, const char *card_id, identity *identity);

#endif
