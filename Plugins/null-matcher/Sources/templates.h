// SPDX-License-Identifier: Apache-2.0
// What plugins have in common that make templates, or compare them, of one format: TEMPLATE_FORMAT.
#ifndef TEMPLATES_H
#define TEMPLATES_H

#include "plugin.h"

// Whether an object may be made: of at least one thread, and of what there is, such as the one "form". Else
// the status to answer; its words are told.
imp_status check_choice(const imp_plugin *plugin, uint32_t threads, imp_text asked, const char *own,
                        const char *what);

// The same of an object of the one format.
imp_status check_format(const imp_plugin *plugin, uint32_t threads, imp_text format);

// Whether there is room for as many bytes. Else the status to answer; its words are told, and how much room
// is needed.
imp_status check_room(const imp_plugin *plugin, imp_buffer *buffer, size_t needed);

// Whether there is room for a template that is extracted, and a place for what is said of it.
imp_status check_outputs(const imp_plugin *plugin, imp_buffer *payload, const imp_extraction *extraction);

// Says of a template that was written into its room what it is.
void tell(imp_buffer *payload, imp_extraction *extraction);

#endif
