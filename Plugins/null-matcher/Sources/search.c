// SPDX-License-Identifier: Apache-2.0
// A search: it finds the most alike of many templates, which were prepared once. The host owns the memory
// that is searched; imprint/search.h walks through it.
//
// A matcher need not have one. To do without, delete this file, its line in plugin.yaml, and what names it:
// IMP_MATCHER_SEARCH_ID in identity.h, search_table in abilities.c.
#include "comparing.h"
#include "templates.h"

#include <imprint/search.h>
#include <stdlib.h>
#include <string.h>

#define FORM "cells"
#define ENTRY_BYTES CELLS // an entry is the cells of a template that was read

struct imp_search {
  const imp_plugin *plugin;
  imp_search_block block; // whose memory the host lends until destroy
};

static imp_status list_forms(imp_plugin *plugin, imp_search_form *forms, size_t *count) {
  static const imp_search_form form = {
      .size = sizeof form, .entry_bytes = ENTRY_BYTES, .exact = 1, .name = FORM, .format = TEMPLATE_FORMAT};
  return list_all(plugin, &form, 1, sizeof form, forms, count);
}

static imp_status create(imp_plugin *plugin, const imp_search_options *options, const imp_search_block *block,
                         imp_search **search) {
  imp_status status = check_struct(plugin, options, sizeof *options, "the options");
  if (status == IMP_OK)
    status = check_struct(plugin, block, sizeof *block, "the block");
  if (status == IMP_OK)
    status = check_choice(plugin, options->threads, options->form, FORM, "form");
  if (status != IMP_OK)
    return status;
  const char *wrong = search ? imprint_check_block(block, ENTRY_BYTES) : "there is no place for the search";
  if (wrong)
    return fail(plugin, IMP_E_ARGUMENT, "%s", wrong);
  imp_search *made = malloc(sizeof *made);
  if (!made)
    return fail(plugin, IMP_E_MEMORY, "no memory for a search");
  *made = (imp_search){.plugin = plugin, .block = *block};
  *search = made;
  return IMP_OK;
}

static imp_status prepare(const imp_search *search, const imp_gallery *gallery, imp_buffer *entries,
                          int32_t *statuses) {
  const imp_plugin *plugin = search->plugin;
  imp_status status = check_struct(plugin, gallery, sizeof *gallery, "the gallery");
  if (status != IMP_OK)
    return status;
  const char *wrong = imprint_check_prepared(gallery, TEMPLATE_BYTES, statuses);
  if (wrong)
    return fail(plugin, IMP_E_ARGUMENT, "%s", wrong);
  size_t needed = (size_t)gallery->count * ENTRY_BYTES;
  status = check_room(plugin, entries, needed);
  if (status != IMP_OK)
    return status;
  for (uint64_t i = 0; i < gallery->count; i++) {
    int8_t cells[CELLS] = {0};
    wrong = read_template(imprint_template_of(gallery, TEMPLATE_BYTES, i), gallery->version, cells, &status);
    if (wrong)
      memset(cells, 0, sizeof cells);
    statuses[i] = status;
    memcpy(entries->data + i * ENTRY_BYTES, cells, ENTRY_BYTES);
    forget(cells, sizeof cells);
  }
  entries->length = needed;
  return IMP_OK;
}

static void compare_entries(const void *probe, const uint8_t *entries, uint32_t count, float *similarities) {
  for (uint32_t i = 0; i < count; i++)
    similarities[i] = correlate(probe, (const int8_t *)entries + i * ENTRY_BYTES);
}

static imp_status find(const imp_search *search, imp_bytes probe, const imp_search_query *query,
                       imp_search_result *result) {
  const imp_plugin *plugin = search->plugin;
  imp_status status = check_struct(plugin, query, sizeof *query, "the query");
  if (status == IMP_OK)
    status = check_struct(plugin, result, sizeof *result, "the result");
  if (status != IMP_OK)
    return status;
  const char *wrong = imprint_check_query(&search->block, query, result);
  if (wrong)
    return fail(plugin, IMP_E_ARGUMENT, "%s", wrong);
  int8_t cells[CELLS];
  wrong = read_template(probe, query->probe_version, cells, &status);
  if (wrong)
    return fail(plugin, status, "probe: %s", wrong);
  imprint_search(&search->block, ENTRY_BYTES, query, result, compare_entries, cells);
  forget(cells, sizeof cells);
  return IMP_OK;
}

static void destroy(imp_search *search) {
  free(search);
}

const imp_matcher_search_ability search_table = {
    .size = sizeof(imp_matcher_search_ability),
    .forms = list_forms,
    .create = create,
    .prepare = prepare,
    .search = find,
    .destroy = destroy,
};
